// Decodes the bytes of a file in JSON: base64, a list of numbers, or a serialized Buffer. They are decoded in place,
// because the text is always longer than its bytes.
import { refusal } from './refusal.ts'
import { describeValue } from './describe-value.ts'

/** A stretch of JSON text, and the field that it belongs to. */
interface WrittenContent {
  body: Buffer
  start: number
  end: number
  field: string
}

const PIECE = 1 << 20
const BACKSLASH = 0x5c
const PAD = 0x3d
const ZERO = 0x30
const COMMA = 0x2c
const BRACKET_END = 0x5d

/** RFC 4648: 1 for the letters of both alphabets; -1 for all other bytes. */
const IN_BASE64 = new Int8Array(256).fill(-1)
for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')) {
  IN_BASE64[letter] = 1
}
/** 0 for line breaks and spaces, which encoders put between lines. */
for (const space of Buffer.from(' \t\r\n')) IN_BASE64[space] = 0

/**
 * Decodes the base64 in a JSON text between two quotation marks. Padding may be missing, and spaces and line breaks may
 * be anywhere; any other character is refused (422) with its position.
 */
export function base64Content(written: WrittenContent): Buffer {
  const { body, start } = written
  const end = lettersOf(written)
  let filled = start
  for (let from = start; from < end; from += PIECE) {
    const piece = body.toString('latin1', from, Math.min(from + PIECE, end))
    filled += body.write(piece, filled, 'base64')
  }
  return body.subarray(start, filled)
}

/** Moves the letters together, without escapes, spaces and padding. Returns the end of the last one. */
function lettersOf({ body, start, end, field }: WrittenContent): number {
  let to = start
  let padding = 0
  for (let at = start; at < end;) {
    const from = at
    let letter = body[at++]!
    if (letter === BACKSLASH) [letter, at] = escaped(body, at)
    const kind = IN_BASE64[letter]!
    if (kind === 0) continue
    if (letter === PAD && padding < 2) padding++
    else if (kind === 1 && padding === 0) body[to++] = letter
    else throw noBase64(field, `at character ${from - start + 1} it has ${describeValue(characterAt(body, from))}`)
  }
  const length = to - start
  if (length % 4 === 1 || (padding > 0 && (length + padding) % 4 !== 0))
    throw noBase64(field, `it ends in the middle, after ${length} letters`)
  return to
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '/': '/' }

/** The letter of the escape whose backslash is before `at`, and its end. Some JSON encoders escape `/`, others `+`. */
function escaped(body: Buffer, at: number): [letter: number, end: number] {
  const name = String.fromCharCode(body[at]!)
  const plain = ESCAPES[name]
  if (plain !== undefined) return [plain.charCodeAt(0), at + 1]
  const hex = name === 'u' ? body.toString('latin1', at + 1, at + 5) : ''
  return /^00[\dA-Fa-f]{2}$/.test(hex) ? [Number.parseInt(hex, 16), at + 5] : [BACKSLASH, at]
}

function characterAt(body: Buffer, at: number): string {
  return String.fromCodePoint(body.toString('utf8', at, at + 4).codePointAt(0)!)
}

function noBase64(field: string, why: string): Error {
  return refusal(
    'invalid_attachment',
    `Invalid \`${field}\` field: it must be base64; ${why}. Send the file in base64.`,
  )
}

/** Decodes a JSON list of bytes; `end` is after its last bracket. Anything except bytes is refused (422). */
export function listedContent({ body, start, end, field }: WrittenContent): Buffer {
  let to = start
  let at = afterSpaces(body, start + 1)
  if (body[at] === BRACKET_END) return body.subarray(start, start)
  for (let index = 0; at < end; index++) {
    const from = at
    let value = 0
    while (isDigit(body[at]!) && at - from < 3) value = value * 10 + body[at++]! - ZERO
    const isNumber = at > from && (body[from] !== ZERO || at - from === 1)
    at = afterSpaces(body, at)
    const next = body[at]
    if (!isNumber || value > 255 || (next !== COMMA && next !== BRACKET_END)) throw noByte(`${field}[${index}]`)
    body[to++] = value
    if (next === BRACKET_END) break
    at = afterSpaces(body, at + 1)
  }
  return body.subarray(start, to)
}

function afterSpaces(body: Buffer, at: number): number {
  while (isSpace(body[at]!)) at++
  return at
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= 0x39

function noByte(place: string): Error {
  return refusal('invalid_attachment', `Invalid \`${place}\` field: it must be a whole number from 0 to 255.`)
}
