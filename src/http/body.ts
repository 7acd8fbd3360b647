// Reading the body of a request: how much, which media type, which bytes.
import type { IncomingMessage } from 'node:http'
import { refusal } from '../refusal.ts'
import { type JsonLimits, parsedJson } from '../text/json.ts'

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

/** What a body can be: an object, or a list where an operation takes one as well; and how much it may hold. */
export interface Forms extends JsonLimits {
  list: boolean
}

/** The JSON in the body. Refuses another media type (415), and what is no JSON, of another form, or built too large. */
export function jsonBody(body: Buffer, type: string | undefined, { list, values_max }: Forms): object {
  if (type !== undefined && type !== 'application/json' && !type.endsWith('+json')) {
    throw refusal('validation_error', `Send the body as application/json, not as ${type}.`, 415)
  }
  const value = parsedJson(body, { values_max })
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !list)) {
    throw refusal('validation_error', `Request body must be a JSON object${list ? ' or a list' : ''}.`, 400)
  }
  return value
}
