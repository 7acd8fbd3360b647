// A large body as the value it stands for, with everything found out about it that would take long.
import { refusal } from '../text/refusal.ts'
import { cutContents } from '../text/cut.ts'
import { type JsonLimits, jsonHash, parsedJson } from '../text/json.ts'
import { isSuspect, type UnreadablePlace, unreadablePlace } from '../text/readable.ts'

export interface LargeJsonLimits extends JsonLimits {
  /** How large it may be without the contents of files. */
  bytes_max: number
  /** The fields at the top that may hold long texts. */
  long: readonly string[]
  /** How many characters everything else may take together. */
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
  /** How large it was without the contents of files. */
  rest_bytes: number
  /** The same for the same value, in whatever order its fields came; when it was asked for. */
  hash: string | undefined
  /** Where a text stands that cannot be kept, if there is one. */
  unreadable: UnreadablePlace | undefined
  /** The bytes that were given, and where in them the contents of files are now, if it has any. */
  files?: { bytes: Uint8Array; places: { hash: string; start: number; length: number }[] }
}

export function readLargeJson({ bytes, limits, hashed, has_files }: LargeJson): ReadJson {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { rest, contents } = has_files ? cutContents(body) : { rest: body, contents: [] }
  if (rest.length > limits.bytes_max) throw tooLarge(rest.length, limits.bytes_max)
  const value = parsedJson(rest, limits)
  if (rest.length > limits.rest_max) refuseRest(value, limits)
  const unreadable = isSuspect(rest) ? unreadablePlace(value) : undefined
  const read = { value, rest_bytes: rest.length, hash: hashed ? jsonHash(value) : undefined, unreadable }
  if (contents.length === 0) return read
  // they are in the bytes that came
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
    `The body is too large: at most ${bytes_max} bytes are read here apart from the contents of attachments, and it has ${bytes}.`,
    413,
  )
}

/** Only some texts may be long: everything else is looked at in the event loop, as that of a small body. */
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
