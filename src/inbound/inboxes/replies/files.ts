// Files of emails that an inbox sends: their limits, and the conversion of a forwarded email's files.
import { hostOf, isThisMachine } from '../../../base/text/destination.ts'
import { truncate } from '../../../base/text/length.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { parseMediaType } from '../../../base/text/media-type.ts'
import type { NewAttachment } from '../../../mail/attachments/rules.ts'

export const FILES_MAX = 10
const FILES_BYTES_MAX = 25 * 1024 * 1024

/** Refuses too many or too large files, and a `path` on this machine (SSRF). */
export function refuseReplyFiles(files: readonly NewAttachment[]): void {
  if (files.length > FILES_MAX) throw invalid(`at most ${FILES_MAX} files are allowed; received ${files.length}`)
  refuseSize(files)
  for (const [index, { path }] of files.entries())
    if (path !== null && isThisMachine(hostOf(new URL(path))))
      throw refusal('validation_error', `Invalid \`attachments[${index}].path\` field: it must be a public URL.`)
}

export function refuseEmpty(files: readonly Pick<NewAttachment, 'content'>[]): void {
  const index = files.findIndex(({ content }) => content?.bytes === 0)
  if (index === -1) return
  throw refusal('invalid_attachment', `Invalid \`attachments[${index}]\` field: the file is empty.`)
}

export function refuseSize(files: readonly Pick<NewAttachment, 'content'>[]): void {
  const bytes = files.reduce((sum, { content }) => sum + (content?.bytes ?? 0), 0)
  if (bytes > FILES_BYTES_MAX) throw invalid(`at most ${FILES_BYTES_MAX} bytes are allowed in total; received ${bytes}`)
}

const invalid = (words: string): Error => refusal('validation_error', `Invalid \`attachments\` field: ${words}.`)

/** A file of a received email. The sender chose its name, type and id, so they can be any text. */
interface ReceivedFile {
  filename: string | null
  content_type: string
  content_id: string | null
  size: number
}

const CONTROLS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const NAME_MAX = 255
const CONTENT_ID = /^<?[!-;=?-~]{1,127}>?$/

/** The file in the form of a request, without a type or an id that could not be sent. */
export function fileAsRequest({ filename, content_type, content_id, size }: ReceivedFile, hash: string) {
  const type = parseMediaType(content_type)
  return {
    content: `${hash}:${size}`,
    filename: filename === null ? '' : truncate(filename.replaceAll(CONTROLS, ' ').trim(), NAME_MAX),
    ...(type !== undefined && { content_type: type }),
    ...(content_id !== null && CONTENT_ID.test(content_id) && { content_id }),
  }
}
