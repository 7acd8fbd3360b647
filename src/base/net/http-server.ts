// The listening side of HTTP: binds an address, and at a stop answers every open request before it closes.
import http, { type RequestListener } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { endUnlessComplete, endUnread, type Patience, PATIENCE, refuseUnreadRequest } from './http-patience.ts'

/** A legal `state` plus `redirect_uri` can exceed Node's default of 16 kB. */
const HEADERS_LIMIT_BYTES = 64 * 1024

/**
 * How long a connection without a request stays open. Longer than the minute for which proxies keep theirs: who sends on a
 * connection just as it is closed does not know whether the request was heard.
 */
const KEEP_ALIVE_MS = 65_000

/** A body of which more may be to come than this is not worth keeping the connection for. */
const KEPT_REST_BYTES = 1_000_000
/** What is read of a request after its answer, only to be thrown away: as much, and for as long as each step takes. */
const REST_BYTES = 64_000_000
const REST_STEP_BYTES = 100_000
const REST_MS = 2000

interface ListenAddress {
  host: string
  port: number
  /** What says which port, when that is not PORT. */
  setting?: string
}

export interface HttpServer {
  /** The port it listens on; throws a sentence for the operator when it cannot. Requests wait for `answerWith`. */
  listen(address: ListenAddress): Promise<number>
  /** Where it listens. */
  address(): string
  answerWith(handle: RequestListener): void
  /** From now on requests wait for the next `answerWith`. */
  hold(): void
  /**
   * Takes no connection more and says with each answer that it was the last on its connection. Who has not got an answer
   * after `patience_ms` gets none.
   */
  close(patience_ms: number): Promise<void>
}

/** `onTrouble` hears of connections that could not be taken. */
export function httpServer(onTrouble: (error: Error) => void, patience: Patience = PATIENCE): HttpServer {
  let closing = false
  const lingering = new Set<Socket>()
  const waiting: Parameters<RequestListener>[] = []
  const wait: RequestListener = (...request) => void waiting.push(request)
  let handle = wait
  class Answer extends http.ServerResponse {
    // all headers pass here, also those of answers that were begun before
    override writeHead(status: number, reason?: unknown, headers?: unknown): this {
      if (closing) this.shouldKeepAlive = false
      else if (!this.req.complete) {
        if (bytesOf(this.req) > KEPT_REST_BYTES) this.shouldKeepAlive = false
        lingerAfter(this.req, lingering)
        endUnlessComplete(this.req, patience.rest_ms)
      }
      return super.writeHead(status, reason as string, headers as http.OutgoingHttpHeaders)
    }
  }
  const settings = {
    maxHeaderSize: HEADERS_LIMIT_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: patience.head_ms,
    // who reads a body says how long it may take, and large ones may take long
    requestTimeout: patience.request_ms,
    connectionsCheckingInterval: patience.look_ms,
    ServerResponse: Answer,
  }
  const server = http.createServer(settings, (req, res) => handle(req, res))
  server.on('clientError', refuseUnreadRequest)
  endUnread(server, patience)
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

/** Of the body, as announced. Of what does not say how long it is there may be any number. */
function bytesOf({ headers }: http.IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}

/**
 * Reads on after an answer that came before the whole request. Where that closes the connection, only after that: closed
 * with something unread it would be reset, and the client that still writes would never see the answer (RFC 9112 9.6).
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
  // Node's way to close the connection after its last answer
  socket.destroySoon = () => {
    if (request.complete) return close()
    // the client may know that the answer is over
    socket.end()
    lingering.add(socket)
    const patience = setTimeout(() => socket.destroy(), REST_MS)
    let counted_bytes = rest_bytes
    // a client on a busy machine still writes, and has not read the answer
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

/** For looking up a host's name. */
const NAME_WITHIN_MS = 1500

function whyNot(code: string, { port, host, setting = 'PORT' }: ListenAddress): string {
  if (code === 'EADDRINUSE')
    return `${setting} is ${port}, which is in use on ${host}: stop what listens there, or set ${setting} to another one.`
  if (code === 'EACCES') return `${setting} is ${port}, which this user may not open: set it to 1024 or more.`
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL') {
    return `HOST is ${host}, which is no address of this machine: set it to one, such as 127.0.0.1, or 0.0.0.0 for all.`
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].includes(code)) {
    return `HOST is ${host}, a name that leads to no address: set it to an address, such as 127.0.0.1, or 0.0.0.0 for all.`
  }
  return `HOST is ${host} and ${setting} is ${port}, where this server cannot listen (${code}): set them to another address.`
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
