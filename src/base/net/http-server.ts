// The listening side of HTTP: binds an address and, on stop, completes all open requests before it closes.
import http, { type RequestListener } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import {
  closeUnlessComplete,
  closeUnread,
  type HttpTimeouts,
  DEFAULT_TIMEOUTS,
  refuseUnreadRequest,
} from './http-timeouts.ts'

/** A legal `state` plus `redirect_uri` can exceed Node's default of 16 kB. */
const HEADERS_LIMIT_BYTES = 64 * 1024

/**
 * How long a connection without a request stays open: longer than the minute for which proxies keep theirs. If the
 * connection is closed while a proxy sends a request, the proxy cannot tell whether it was received.
 */
const KEEP_ALIVE_MS = 65_000

/** If more of a body than this may still arrive after the response, the connection is not kept. */
const KEPT_REST_BYTES = 1_000_000
/** Maximum number of bytes read and discarded after a response; each read must arrive within `REST_MS`. */
const REST_BYTES = 64_000_000
const REST_STEP_BYTES = 100_000
const REST_MS = 2000

interface ListenAddress {
  host: string
  port: number
  /** The setting that the port comes from, if not PORT. */
  setting?: string
}

export interface HttpServer {
  /**
   * Returns the port that it listens on. Throws an error message for the operator if it cannot listen. Requests wait
   * for `answerWith`.
   */
  listen(address: ListenAddress): Promise<number>
  /** The URL at which this machine reaches the server. */
  address(): string
  answerWith(handle: RequestListener): void
  /** From now on requests wait for the next `answerWith`. */
  hold(): void
  /**
   * Accepts no more connections, and closes each after its current response. Requests without a response after
   * `patience_ms` are aborted.
   */
  close(patience_ms: number): Promise<void>
}

/** For one year; not for subdomains, which other servers may serve (RFC 6797 6.1). */
const STRICT_TRANSPORT = ['Strict-Transport-Security', 'max-age=31536000'] as const

/** `onTrouble` is called with errors of accepting connections. `is_https`: clients reach the server by https. */
export function httpServer(
  onTrouble: (error: Error) => void,
  { patience = DEFAULT_TIMEOUTS, is_https = false }: { patience?: HttpTimeouts; is_https?: boolean } = {},
): HttpServer {
  let closing = false
  const lingering = new Set<Socket>()
  const waiting: Parameters<RequestListener>[] = []
  const wait: RequestListener = (...request) => void waiting.push(request)
  let handle = wait
  class Answer extends http.ServerResponse {
    // all responses pass here, including those to requests received before the stop
    override writeHead(status: number, reason?: unknown, headers?: unknown): this {
      if (is_https) this.setHeader(...STRICT_TRANSPORT)
      if (closing) this.shouldKeepAlive = false
      else if (!this.req.complete) {
        if (bytesOf(this.req) > KEPT_REST_BYTES) this.shouldKeepAlive = false
        lingerAfter(this.req, lingering)
        closeUnlessComplete(this.req, patience.rest_ms)
      }
      return super.writeHead(status, reason as string, headers as http.OutgoingHttpHeaders)
    }
  }
  const settings = {
    maxHeaderSize: HEADERS_LIMIT_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: patience.head_ms,
    // the time for a body is limited where it is read, because large ones may take long
    requestTimeout: patience.request_ms,
    connectionsCheckingInterval: patience.look_ms,
    ServerResponse: Answer,
  }
  const server = http.createServer(settings, (req, res) => handle(req, res))
  const head = is_https ? [STRICT_TRANSPORT.join(': ')] : []
  server.on('clientError', (error, socket) => refuseUnreadRequest(error, socket, head))
  closeUnread(server, patience)
  return {
    async listen(address) {
      const port = await listening(server, address)
      server.on('error', onTrouble)
      return port
    },
    address() {
      const { address, port, family } = server.address() as AddressInfo
      const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
      return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`
    },
    answerWith(given) {
      handle = given
      for (const request of waiting.splice(0)) handle(...request)
    },
    hold() {
      handle = wait
    },
    close(patience_ms) {
      closing = true
      for (const socket of lingering) socket.destroy()
      return closeServer(server, patience_ms)
    },
  }
}

/** The announced length of the body; infinite if there is none. */
function bytesOf({ headers }: http.IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}

/**
 * Reads on after a response that was sent before the whole request arrived. A connection to be closed is closed only
 * after that: if it were closed with unread bytes, it would be reset, and a client that is still writing would never
 * receive the response (RFC 9112 9.6).
 */
function lingerAfter(request: http.IncomingMessage, lingering: Set<Socket>): void {
  const { socket } = request
  let rest_bytes = 0
  request.on('data', (part: Buffer) => {
    rest_bytes += part.length
    if (rest_bytes > REST_BYTES && lingering.has(socket)) socket.destroy()
  })
  request.resume()
  const close = (): void => Socket.prototype.destroySoon.call(socket)
  // Node calls this to close the connection after its last response
  socket.destroySoon = () => {
    if (request.complete) return close()
    // signals the client that the response is complete
    socket.end()
    lingering.add(socket)
    const patience = setTimeout(() => socket.destroy(), REST_MS)
    let counted_bytes = rest_bytes
    // a client on a busy machine may still be writing and has not read the response
    request.on('data', () => {
      if (rest_bytes - counted_bytes < REST_STEP_BYTES) return
      counted_bytes = rest_bytes
      patience.refresh()
    })
    socket.once('close', () => {
      clearTimeout(patience)
      lingering.delete(socket)
    })
    request.once('end', close)
  }
}

function listening(server: http.Server, address: ListenAddress): Promise<number> {
  const { port, host } = address
  return new Promise((resolve, reject) => {
    const tired = setTimeout(() => reject(new Error(whyNot('ETIMEDOUT', address))), NAME_WITHIN_MS)
    server.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(tired)
      reject(new Error(whyNot(error.code ?? error.message, address)))
    })
    server.listen(port, host, () => {
      clearTimeout(tired)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** For the lookup of the host name. */
const NAME_WITHIN_MS = 1500

function whyNot(code: string, { port, host, setting = 'PORT' }: ListenAddress): string {
  if (code === 'EADDRINUSE')
    return `${setting} is ${port}, which is in use on ${host}. Stop the other process, or set ${setting} to another port.`
  if (code === 'EACCES') return `${setting} is ${port}, which requires more privileges. Set it to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL') {
    return `HOST is ${host}, which is not an address of this machine. Set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.`
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].includes(code)) {
    return `HOST is ${host}, which has no IP address. Set it to an address, such as 127.0.0.1, or to 0.0.0.0 for all.`
  }
  return `HOST is ${host} and ${setting} is ${port}, where this server cannot listen (${code}). Set them to another address.`
}

function closeServer(server: http.Server, patience_ms: number): Promise<void> {
  return new Promise(resolve => {
    const impatient = setTimeout(() => server.closeAllConnections(), patience_ms)
    server.close(() => {
      clearTimeout(impatient)
      resolve()
    })
    server.closeIdleConnections()
  })
}
