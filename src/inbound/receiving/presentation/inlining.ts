// Replaces the `cid:` references (RFC 2392) in the HTML of a received email by `data:` URIs (RFC 2397) with the email's own
// files. The HTML is processed in parts, because it may be large and refer to one image many times.

/** A file of the email that its HTML may refer to. */
export interface Inlined {
  content_type: string
  content_id: string | null
  /** In bytes. */
  size: number
  blob_id: string
}

/** A longer content id is not replaced. */
const REFERENCE_MAX = 1000
/** The length of a reference including the delimiter, space and `cid:` that `REFERENCE` matches before it. */
const LONGEST = REFERENCE_MAX + 6
/** Maximum size of the HTML with its images: a small email may refer to a large image a million times. */
export const INLINED_BYTES_MAX = 100_000_000

// only in an attribute value or within `url(…)`: in running text `cid:` is not a reference
const REFERENCE = new RegExp(String.raw`(["'(=]\s?)cid:([^\s"'<>()\\]{1,${REFERENCE_MAX}})`, 'gi')

/** Unchanged HTML, or the file that replaces a reference. */
export type HtmlPiece = string | Inlined

/** The files by their `Content-ID` without angle brackets, as in `cid:` URLs. */
export function byContentId(files: readonly Inlined[]): ReadonlyMap<string, Inlined> {
  return new Map(files.flatMap(file => (file.content_id === null ? [] : [[bare(file.content_id), file] as const])))
}

const bare = (content_id: string): string => content_id.replace(/^<([^<>]*)>$/, '$1')

/** Splits a part of the HTML into pieces. `rest` may be the start of a reference: prepend it to the next part. */
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

/**
 * The media type of a file without parameters. Otherwise a hostile sender could use it to end an attribute or a header field.
 */
export function plainType(content_type: string): string {
  const type = content_type.split(';', 1)[0]!.trim()
  return TYPE.test(type) ? type : 'application/octet-stream'
}

/** The start of a `data:` URI, up to the base64. */
export const dataUriHead = ({ content_type }: Inlined): string => `data:${plainType(content_type)};base64,`

/** The size of a piece in the response, in bytes of UTF-8. */
export function presentedBytes(piece: HtmlPiece): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece)
  return dataUriHead(piece).length + Math.ceil(piece.size / 3) * 4
}
