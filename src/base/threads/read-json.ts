// Parses a large JSON body, and computes everything about its value that would take long in the event loop.
import { refusal } from '../text/refusal.ts'
import { extractContents } from '../text/extract-contents.ts'
import { type JsonLimits, jsonHash, parseJson } from '../text/json.ts'
import { mayBeUnreadable, type UnreadableLocation, findUnreadable } from '../text/readable.ts'

export interface LargeJsonLimits extends JsonLimits {
  /** Maximum number of bytes without the contents of files. */
  bytes_max: number
  /** The top-level fields that may contain long texts. */
  long: readonly string[]
  /** Maximum total number of characters of everything else. */
  rest_max: number
}

export interface LargeJson {
  bytes: Uint8Array
  limits: LargeJsonLimits
  hashed: boolean
  has_files?: boolean
}

export interface ReadJson {
  value: unknown
  /** Its bytes without the contents of files. */
  rest_bytes: number
  /** A hash of the value that does not depend on the order of fields; `undefined`: it was not requested. */
  hash: string | undefined
  /** The location of a text that cannot be stored, if any. */
  unreadable: UnreadableLocation | undefined
  /** The given bytes, and the positions of the decoded contents of files in them. */
  files?: { bytes: Uint8Array; places: { hash: string; start: number; length: number }[] }
}

export function readLargeJson({ bytes, limits, hashed, has_files }: LargeJson): ReadJson {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { rest, contents } = has_files ? extractContents(body) : { rest: body, contents: [] }
  if (rest.length > limits.bytes_max) throw tooLarge(rest.length, limits.bytes_max)
  const value = parseJson(rest, limits)
  if (rest.length > limits.rest_max) refuseRest(value, limits)
  const unreadable = mayBeUnreadable(rest) ? findUnreadable(value) : undefined
  const read = { value, rest_bytes: rest.length, hash: hashed ? jsonHash(value) : undefined, unreadable }
  if (contents.length === 0) return read
  // the contents were decoded in place, in the bytes of the body
  const places = contents.map(({ hash, bytes }) => ({
    hash,
    start: bytes.byteOffset - body.byteOffset,
    length: bytes.length,
  }))
  return { ...read, files: { bytes, places } }
}

function tooLarge(bytes: number, bytes_max: number): Error {
  return refusal(
    'validation_error',
    `The body is too large: at most ${bytes_max} bytes are allowed without the contents of attachments; received ${bytes}.`,
    413,
  )
}

/** Only the fields in `long` may be long: all others are checked in the event loop, like those of a small body. */
function refuseRest(value: unknown, { long, rest_max }: LargeJsonLimits): void {
  const rest = JSON.stringify(value, (name, inner: unknown) =>
    typeof inner === 'string' && long.includes(name) ? '' : inner,
  )
  if (rest.length <= rest_max) return
  throw refusal(
    'validation_error',
    `Request body is too large: apart from ${long.map(name => `\`${name}\``).join(' and ')} it may have at most ` +
      `${rest_max} characters, and it has ${rest.length}.`,
    413,
  )
}
