// Replaces the `cid:` references (RFC 2392) in the HTML of a received mail by `data:` URIs (RFC 2397) with the mail's own files.
// The HTML comes in parts: it may be large and refer to one picture many times.

/** A file of the mail that its HTML may refer to. */
export interface Inlined {
  content_type: string
  content_id: string | null
  /** In bytes. */
  size: number
  blob_id: string
}

/** A longer content id is not replaced. */
const REFERENCE_MAX = 1000
/** Of a reference with what `REFERENCE` matches before it: a delimiter, a space and `cid:`. */
const LONGEST = REFERENCE_MAX + 6
/** Bound of the HTML with its pictures: one small mail may refer to a large picture a million times. */
export const INLINED_BYTES_MAX = 100_000_000

// only as the value of an attribute or within `url(…)`: in running text `cid:` is no reference
const REFERENCE = new RegExp(String.raw`(["'(=]\s?)cid:([^\s"'<>()\\]{1,${REFERENCE_MAX}})`, 'gi')

/** Unchanged HTML, or the file that replaces a reference. */
export type HtmlPiece = string | Inlined

/** The files by their `Content-ID` without angle brackets, as `cid:` URLs name them. */
export function byContentId(files: readonly Inlined[]): ReadonlyMap<string, Inlined> {
  return new Map(files.flatMap(file => (file.content_id === null ? [] : [[bare(file.content_id), file] as const])))
}

const bare = (content_id: string): string => content_id.replace(/^<([^<>]*)>$/, '$1')

/** Cuts a part of the HTML into pieces. `rest` may be the beginning of a reference: put it before the next part. */
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

/** Undoes the escapes of HTML (`&amp;`) and of URLs (`%40`). */
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

/** The media type of a file without parameters. A hostile sender could otherwise end an attribute or a header field with it. */
export function plainType(content_type: string): string {
  const type = content_type.split(';', 1)[0]!.trim()
  return TYPE.test(type) ? type : 'application/octet-stream'
}

/** The beginning of a `data:` URI, up to the base64. */
export const dataUriHead = ({ content_type }: Inlined): string => `data:${plainType(content_type)};base64,`

/** The size of a piece in the answer, in bytes of UTF-8. */
export function shownBytes(piece: HtmlPiece): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece)
  return dataUriHead(piece).length + Math.ceil(piece.size / 3) * 4
}
