// Which files are accepted as images for emails, and their URLs.
import { isLongerThan, truncate } from '../../base/text/length.ts'

export interface Image {
  id: string
  team_id: string
  /** The unguessable part of its URL. */
  token: string
  filename: string
  content_type: string
  blob_id: string
  bytes: number
  created_at: string
}

export const IMAGE_BYTES_MAX = 5 * 2 ** 20
/** Maximum images of one team, so that their sizes can be summed for each upload. */
export const IMAGES_MAX = 2_000
const NAME_MAX = 100

/** Bytes required to detect the type. */
export const HEAD_BYTES = 12

interface Kind {
  content_type: string
  ending: string
  /** The first bytes, as Latin-1. */
  magic: RegExp
}

/** SVG is excluded deliberately: it can run scripts, and mail programs do not show it. */
const KINDS: readonly Kind[] = [
  { content_type: 'image/png', ending: 'png', magic: /^\x89PNG\r\n[^]\n/ },
  { content_type: 'image/jpeg', ending: 'jpg', magic: /^\xff\xd8\xff/ },
  { content_type: 'image/gif', ending: 'gif', magic: /^GIF8[79]a/ },
  { content_type: 'image/webp', ending: 'webp', magic: /^RIFF[^]{4}WEBP/ },
]

export const NO_IMAGE = 'Unsupported file type. Allowed: PNG, JPEG, GIF, WebP.'

/**
 * The media type by the first bytes, because a file name and a declared type can be wrong; `undefined` if it is not an image.
 */
export function detectImageType(head: Buffer): string | undefined {
  const text = head.toString('latin1')
  return KINDS.find(({ magic }) => magic.test(text))?.content_type
}

/** The path from which recipients of emails load it. */
export function imagePath({ token, content_type }: Pick<Image, 'token' | 'content_type'>): string {
  return `/i/${token}.${KINDS.find(kind => kind.content_type === content_type)!.ending}`
}

/** The token in such a path. */
export function tokenInPath(path: string): string {
  return path.slice('/i/'.length).split('.', 1)[0]!
}

/** A file name as pages show it: control characters and characters that change the direction of text are removed. */
export function imageDisplayName(filename: string): string {
  const name = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
  return (isLongerThan(name, NAME_MAX) ? truncate(name, NAME_MAX) : name) || 'Image'
}
