// The HTML of a received mail with its own pictures in it, as `data:` URIs (RFC 2397) in place of the `cid:` references
// (RFC 2392) that it came with. It is gone through a part at a time: it may be large, and refer to a picture many times.

/** A file of the mail that its HTML may refer to. */
export interface Inlined {
  content_type: string
  content_id: string | null
  /** In bytes. */
  size: number
  blob_id: string
}

/** A longer reference is none. */
const REFERENCE_MAX = 1000
/** With what stands before it: `"cid:`, and a space. */
const LONGEST = REFERENCE_MAX + 6
/** With its pictures HTML does not become larger than that. */
export const INLINED_BYTES_MAX = 100_000_000

// only as the value of an attribute or in a style; in a sentence it is no reference
const REFERENCE = new RegExp(String.raw`(["'(=]\s?)cid:([^\s"'<>()\\]{1,${REFERENCE_MAX}})`, 'gi')

/** Some of the HTML as it is, or a file in place of a reference. */
export type HtmlPiece = string | Inlined

/** The files by the names under which HTML shows them. */
export function byContentId(files: readonly Inlined[]): ReadonlyMap<string, Inlined> {
  return new Map(files.flatMap(file => (file.content_id === null ? [] : [[bare(file.content_id), file] as const])))
}

const bare = (content_id: string): string => content_id.replace(/^<([^<>]*)>$/, '$1')

/** A part of the HTML in pieces. `rest`: what may go on in the next part, which begins with it. */
export function piecesIn(
  part: string,
  files: ReadonlyMap<string, Inlined>,
  isLast: boolean,
): { pieces: HtmlPiece[]; rest: string } {
  const pieces: HtmlPiece[] = []
  const whole = isLast ? part.length : Math.max(0, part.length - LONGEST)
  let end = 0
  for (const { 0: written, 1: before, 2: id, index } of files.size === 0 ? [] : part.matchAll(REFERENCE)) {
    if (index >= whole) break
    const file = files.get(decoded(id!))
    if (!file) continue
    pieces.push(part.slice(end, index + before!.length), file)
    end = index + written.length
  }
  const behind = Math.max(end, whole)
  pieces.push(part.slice(end, behind))
  return { pieces, rest: part.slice(behind) }
}

/** As in a URL, and as HTML writes `&`. */
function decoded(id: string): string {
  const text = id.replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const TOKEN = '[!#$%&*+.^_`|~0-9A-Za-z-]{1,100}'
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`)

/** The type of a file without parameters. It is the sender's word: it is to end no attribute and no header field. */
export function plainType(content_type: string): string {
  const type = content_type.split(';', 1)[0]!.trim()
  return TYPE.test(type) ? type : 'application/octet-stream'
}

/** What stands before the content of a file in base64. */
export const dataUriHead = ({ content_type }: Inlined): string => `data:${plainType(content_type)};base64,`

/** How large a piece is as it is shown, in bytes of UTF-8. */
export function shownBytes(piece: HtmlPiece): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece)
  return dataUriHead(piece).length + Math.ceil(piece.size / 3) * 4
}
