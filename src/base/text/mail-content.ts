// The content of an email in MIME form: each text in the most suitable encoding, texts and files as parts of one
// content (RFC 2045, 2046, 2387).
import { parametersHeader } from './mail-head.ts'

/** RFC 2045 6.7, 6.8: maximum number of characters of an encoded line. */
const ENCODED_LENGTH = 76
/** RFC 5322 2.1.1 allows 998 octets; intermediate servers may add some. */
const PLAIN_LENGTH_MAX = 900
/** The share of non-ASCII bytes in a text above which base64 is shorter. */
const QUOTED_PART_MAX = 0.18

const PLAIN_TEXT = /^[\t\r\n\x20-\x7E]*$/
/** Programs that store email in one file (mbox) change a line with this prefix. */
const FROM_LINE = /^From /m

/** The texts of an email; at least one of them. */
export interface MailTexts {
  html: string | null
  /** Empty: none. */
  text: string
}

/** A MIME part: its header, without the empty line after it, and its encoded body. */
export interface MailPart {
  head: string
  body: Buffer
}

/** The texts as one part. `boundary`: a text that occurs in no content. */
export function textsPart({ html, text }: MailTexts, boundary: string): MailPart {
  if (html === null) return textPart('plain', text, [boundary])
  if (text === '') return textPart('html', html, [boundary])
  return multipart('alternative', [textPart('plain', text, [boundary]), textPart('html', html, [boundary])], boundary)
}

export function multipart(subtype: string, parts: readonly MailPart[], boundary: string): MailPart {
  const pieces: Buffer[] = []
  for (const { head, body } of parts) pieces.push(partBegin(boundary, head), body)
  pieces.push(partsEnd(boundary))
  return { head: multipartHead(subtype, boundary), body: Buffer.concat(pieces) }
}

export function multipartHead(subtype: string, boundary: string): string {
  return parametersHeader('Content-Type', `multipart/${subtype}`, { boundary })
}

/** The bytes before each part. The line break at the start belongs to the boundary. */
export function partBegin(boundary: string, head: string): Buffer {
  return Buffer.from(`\r\n--${boundary}\r\n${head}\r\n`)
}

export function partsEnd(boundary: string): Buffer {
  return Buffer.from(`\r\n--${boundary}--\r\n`)
}

/** A text as one part. `boundaries`: texts that must not occur in its body. */
export function textPart(subtype: 'plain' | 'html', given: string, boundaries: readonly string[]): MailPart {
  const text = /[\r\n]/.test(given) ? given.replaceAll(/\r\n|\r|\n/g, '\r\n') : given
  const head = (encoding: string): string =>
    `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`
  const isFree = !boundaries.some(boundary => text.includes(boundary))
  if (isFree && isPlain(text)) return { head: head('7bit'), body: Buffer.from(text, 'latin1') }
  const bytes = Buffer.from(text)
  if (!isFree || isShorterInBase64(bytes)) return { head: head('base64'), body: base64Lines(bytes) }
  return { head: head('quoted-printable'), body: quotedPrintable(bytes) }
}

function isPlain(text: string): boolean {
  if (!PLAIN_TEXT.test(text) || FROM_LINE.test(text)) return false
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\r\n', start)
    if ((end === -1 ? text.length : end) - start > PLAIN_LENGTH_MAX) return false
    if (end === -1) return true
    start = end + 2
  }
  return true
}

/** Whether base64 is the shorter transfer encoding of a text. */
export function isShorterInBase64(bytes: Buffer): boolean {
  return othersIn(bytes) > bytes.length * QUOTED_PART_MAX
}

function othersIn(bytes: Buffer): number {
  let others = 0
  for (const byte of bytes) if (byte > 0x7e) others++
  return others
}

/** The length of this many bytes in lines of base64. */
export function base64LinesLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4
  return characters + Math.ceil(characters / ENCODED_LENGTH) * 2
}

/** Bytes that fill a line. */
const LINE_BYTES = (ENCODED_LENGTH / 4) * 3

export function base64Lines(bytes: Buffer): Buffer {
  const lines = Buffer.allocUnsafe(base64LinesLength(bytes.length))
  let at = 0
  for (let start = 0; start < bytes.length; start += LINE_BYTES) {
    at += lines.write(bytes.toString('base64', start, Math.min(start + LINE_BYTES, bytes.length)), at, 'latin1')
    lines[at++] = 13
    lines[at++] = 10
  }
  return lines
}

/** Encodes a file in lines of base64, chunk by chunk. */
export async function* encodeBase64(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const whole = all.length - (all.length % LINE_BYTES)
    if (whole > 0) yield base64Lines(all.subarray(0, whole))
    rest = all.subarray(whole)
  }
  if (rest.length > 0) yield base64Lines(rest)
}

const HEX = Buffer.from('0123456789ABCDEF')
const [TAB, LF, CR, SPACE, DOT, EQUALS, LETTER_F] = [9, 10, 13, 32, 46, 61, 70]
const FROM = Buffer.from('From ')

/**
 * RFC 2045 6.7. Lines already end in CRLF; a dot or `From ` at the start of one is encoded, because servers may change
 * it.
 */
export function quotedPrintable(bytes: Buffer): Buffer {
  // each byte takes three at most, and so does each line break
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / (ENCODED_LENGTH - 3)) * 3 + 3)
  let at = 0
  let column = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte === CR && bytes[index + 1] === LF) {
      out[at++] = CR
      out[at++] = LF
      index++
      column = 0
      continue
    }
    const literal = isLiteral(bytes, index, byte, column)
    if (column + (literal ? 1 : 3) > ENCODED_LENGTH - 1) {
      out[at++] = EQUALS
      out[at++] = CR
      out[at++] = LF
      column = 0
    }
    if (literal && !(column === 0 && byte === DOT)) {
      out[at++] = byte
      column++
    } else {
      out[at++] = EQUALS
      out[at++] = HEX[byte >> 4]!
      out[at++] = HEX[byte & 15]!
      column += 3
    }
  }
  return out.subarray(0, at)
}

function isLiteral(bytes: Buffer, index: number, byte: number, column: number): boolean {
  if (byte === SPACE || byte === TAB) return index + 1 < bytes.length && bytes[index + 1] !== CR
  if (byte < 33 || byte > 126 || byte === EQUALS) return false
  if (column > 0) return true
  if (byte === DOT) return false
  return byte !== LETTER_F || FROM.compare(bytes, index, index + FROM.length) !== 0
}
