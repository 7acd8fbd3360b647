// Reads the body of a request: limits its size and duration, and determines its media type.
import type { IncomingMessage } from 'node:http'
import { refusal } from '../../base/text/refusal.ts'
import { LARGE_BYTES, PATIENCE_MS, SLOWEST_BYTES_PER_S, type RoomOwner, reserveRoom } from './large-bodies.ts'

/** Time for a whole small body: 256 kB take that long at 9 kB per second. */
const SMALL_PATIENCE_MS = 30_000

interface LargeOptions extends RoomOwner {
  /** How long a small body may take, and the extra time for a large one compared to the slowest rate. */
  patience_ms?: number
}

/**
 * Returns the bytes of the body. Refuses (413) more than `limit_bytes`, announced or sent; the connection then closes
 * with the response, because the rest is not read. A large body waits for room, and is refused if there is none (503)
 * or if it arrives too slowly (408).
 */
export function collectBody(request: IncomingMessage, limit_bytes: number, large?: LargeOptions): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit_bytes) return Promise.reject(tooLarge(limit_bytes, `it has ${announced}`))
  if (announced > LARGE_BYTES && large) return readLarge(request, announced, large)
  const patience_ms = large?.patience_ms ?? SMALL_PATIENCE_MS
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    // most bodies have arrived already and need no timer
    const slow = request.complete ? undefined : setTimeout(() => stop(tooSlow(patience_ms)), patience_ms)
    const end = (): void => {
      clearTimeout(slow)
      resolve(whole(parts))
    }
    const stop = (fault: Error): void => {
      clearTimeout(slow)
      request.off('data', take).off('end', end).pause()
      reject(fault)
    }
    const take = (part: Buffer): void => {
      size += part.length
      parts.push(part)
      if (size <= LARGE_BYTES && size <= limit_bytes) return
      if (size > limit_bytes) return stop(tooLarge(limit_bytes, 'it has more'))
      clearTimeout(slow)
      request.off('data', take).off('end', end).pause()
      readUnannounced(request, { parts, size, limit_bytes }, large).then(resolve, reject)
    }
    request.on('data', take).on('end', end)
    onBreak(request, stop)
  })
}

/** Most bodies arrive in one part, which does not have to be copied. */
function whole(parts: readonly Buffer[]): Buffer {
  const [first] = parts
  return first && parts.length === 1 ? first : Buffer.concat(parts)
}

async function readLarge(request: IncomingMessage, size: number, large: LargeOptions): Promise<Buffer> {
  await reserveRoom(size, large)
  // one buffer of the full size, so that the body is never in memory twice
  const body = Buffer.allocUnsafeSlow(size)
  let filled = 0
  await inTime(request, large, part => {
    filled += part.copy(body, filled)
  })
  return body
}

interface PartialBody {
  parts: Buffer[]
  size: number
  limit_bytes: number
}

/** A body without a Content-Length reserves the maximum size. */
async function readUnannounced(request: IncomingMessage, begun: PartialBody, large?: LargeOptions): Promise<Buffer> {
  const { parts, limit_bytes } = begun
  let { size } = begun
  if (large) {
    await reserveRoom(limit_bytes, large).catch(error => {
      // the end of the body is unknown, so the connection cannot be reused
      large.response.setHeader('Connection', 'close')
      throw error
    })
  }
  await inTime(request, large, part => {
    size += part.length
    if (size > limit_bytes) throw tooLarge(limit_bytes, 'it has more')
    parts.push(part)
  })
  return Buffer.concat(parts)
}

/**
 * Passes on each part of the body until its end. A body that arrives too slowly is refused, because it occupies room
 * meanwhile.
 */
function inTime(
  request: IncomingMessage,
  large: LargeOptions | undefined,
  take: (part: Buffer) => void,
): Promise<void> {
  const patience_ms = large?.patience_ms ?? PATIENCE_MS
  const began = performance.now()
  let received = 0
  return new Promise<void>((resolve, reject) => {
    const look = (): void => {
      const so_far_ms = performance.now() - began
      const left_ms = patience_ms + (received / SLOWEST_BYTES_PER_S) * 1000 - so_far_ms
      if (left_ms > 0) timer = setTimeout(look, left_ms)
      else end(tooSlow(so_far_ms))
    }
    let timer = setTimeout(look, patience_ms)
    const end = (fault?: Error): void => {
      clearTimeout(timer)
      request.off('data', taken)
      if (!fault) return resolve()
      request.pause()
      reject(fault)
    }
    const taken = (part: Buffer): void => {
      received += part.length
      try {
        take(part)
      } catch (fault) {
        end(fault as Error)
      }
    }
    request.on('data', taken)
    request.on('end', () => end())
    onBreak(request, end)
    request.resume()
  })
}

function onBreak(request: IncomingMessage, broke: (error: Error) => void): void {
  request.on('error', broke)
  request.on('aborted', () =>
    broke(refusal('validation_error', 'The connection broke before the body was complete.', 400)),
  )
}

function tooLarge(limit_bytes: number, received: string): Error {
  return refusal(
    'validation_error',
    `The body is too large: at most ${limit_bytes} bytes are read here, and ${received}.`,
    413,
  )
}

function tooSlow(so_far_ms: number): Error {
  const words = `The body came in too slowly: it was not complete after ${Math.round(so_far_ms / 1000)} seconds.`
  return refusal('validation_error', words, 408)
}

/** `application/json; charset=utf-8` → `application/json`. */
export function mediaType(request: IncomingMessage): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || undefined
}
