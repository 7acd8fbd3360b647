// Reading the body of a request: how much, which media type, which bytes.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { refusal } from '../refusal.ts'

const JSON_DEPTH_MAX = 64

/**
 * The bytes of the body. Refuses (413) more than `limit_bytes`, whether announced or sent; the rest is not read, so the
 * connection closes with the answer.
 */
export function readBody(request: IncomingMessage, limit_bytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit_bytes) return Promise.reject(tooLarge(limit_bytes))
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size > limit_bytes) {
        request.pause()
        reject(tooLarge(limit_bytes))
      } else parts.push(part)
    })
    request.on('end', () => resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts)))
    request.on('error', reject)
    request.on('aborted', () =>
      reject(refusal('validation_error', 'The connection broke before the body was complete.', 400)),
    )
  })
}

function tooLarge(limit_bytes: number): Error {
  return refusal('validation_error', `The body is too large: at most ${limit_bytes} bytes are read here.`, 413)
}

/** `application/json; charset=utf-8` → `application/json`. */
export function mediaType(request: IncomingMessage): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined
}

/** What a body can be: an object, or a list where an operation takes one as well. */
export interface Forms {
  list: boolean
}

/** The JSON in the body. Refuses another media type (415), and what is no JSON or of another form (400). */
export function jsonBody(body: Buffer, type: string | undefined, { list }: Forms): object {
  if (type !== undefined && type !== 'application/json' && !type.endsWith('+json')) {
    throw refusal('validation_error', `Send the body as application/json, not as ${type}.`, 415)
  }
  const value = parsed(body)
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !list)) {
    throw refusal('validation_error', `Request body must be a JSON object${list ? ' or a list' : ''}.`, 400)
  }
  return value
}

function parsed(body: Buffer): unknown {
  if (isTooDeep(body)) {
    throw refusal('validation_error', `Request body must not be nested deeper than ${JSON_DEPTH_MAX} levels.`, 400)
  }
  try {
    // RFC 8259 8.1: JSON is UTF-8; a lenient decoder would store replacement characters instead of the caller's text
    if (isUtf8(body)) return JSON.parse(body.toString())
  } catch {
    // the same answer as for other bytes that are no JSON
  }
  throw refusal('validation_error', 'Request body must be valid JSON.', 400)
}

/** Whatever walks a value later does so by recursion: depth is bounded here, before anything is built of it. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (byte === QUOTE) index = endOfText(body, index + 1)
    else if (byte === BRACE || byte === BRACKET) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (byte === BRACE_END || byte === BRACKET_END) depth--
  }
  return false
}

/** Where the quotation mark stands that ends the text: the first one without, or with an even number of backslashes. */
function endOfText(body: Buffer, start: number): number {
  for (let quote = body.indexOf(QUOTE!, start); quote !== -1; quote = body.indexOf(QUOTE!, quote + 1)) {
    let before = quote
    while (body[before - 1] === BACKSLASH) before--
    if ((quote - before) % 2 === 0) return quote
  }
  return body.length
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END] = Buffer.from('"\\{}[]')
