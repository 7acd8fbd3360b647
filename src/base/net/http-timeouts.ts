// Time limits for connections: for the head of a request, for the rest of a request that was already answered, and for
// the client to read a response.
import http from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { refusal } from '../text/refusal.ts'

export interface HttpTimeouts {
  /** For the head of a request, and for the whole request. */
  head_ms: number
  request_ms: number
  /** For the rest of a request that was already answered. */
  rest_ms: number
  /** For the client to read the next part of a response, and the extra time for each unread byte. */
  unread_ms: number
  unread_ms_per_byte: number
  /** How often these limits are checked. */
  look_ms: number
}

export const DEFAULT_TIMEOUTS: HttpTimeouts = {
  head_ms: 20_000,
  // the largest body, 60 MB, takes 50 minutes at the slowest rate that is allowed for a form
  request_ms: 3_600_000,
  rest_ms: 30_000,
  unread_ms: 60_000,
  unread_ms_per_byte: 0.1,
  look_ms: 5_000,
}

const REFUSED: Readonly<Record<string, [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request arrived too slowly. Send the headers and the body without delay.'],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large. Send a shorter URL and fewer headers.'],
}

/**
 * Sends an error in the usual format for a request that cannot be parsed or does not arrive in time. `headers`: lines that
 * are added to the head.
 */
export function refuseUnreadRequest(error: NodeJS.ErrnoException, socket: Duplex, headers: readonly string[]): void {
  const [status, message] = REFUSED[error.code ?? ''] ?? [400, 'The HTTP request is malformed.']
  // in the middle of another response it would be read as a part of that one
  const answer = (socket as { _httpMessage?: http.ServerResponse | null })._httpMessage
  if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') return void socket.destroy()
  const body = JSON.stringify(refusal('validation_error', message, status).body)
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Closes a connection whose request was answered but never ends. */
export function closeUnlessComplete(request: http.IncomingMessage, rest_ms: number): void {
  const timer = setTimeout(() => request.socket.destroy(), rest_ms)
  request.once('close', () => clearTimeout(timer))
}

/** Closes connections whose clients do not read the response. A timer checks them, so it costs a request nothing. */
export function closeUnread(server: http.Server, { unread_ms, unread_ms_per_byte, look_ms }: HttpTimeouts): void {
  const sockets = new Map<Socket, { taken: number; since_ms: number }>()
  server.on('connection', socket => {
    sockets.set(socket, { taken: 0, since_ms: performance.now() })
    socket.once('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    const now_ms = performance.now()
    for (const [socket, last] of sockets) {
      const unread = socket.writableLength
      const taken = socket.bytesWritten - unread
      if (unread === 0 || taken !== last.taken) sockets.set(socket, { taken, since_ms: now_ms })
      else if (now_ms - last.since_ms > unread_ms + unread * unread_ms_per_byte) socket.destroy()
    }
  }, look_ms).unref()
  server.on('close', () => clearInterval(timer))
}
