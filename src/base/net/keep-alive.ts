// Connections that are kept open between many requests to one server, such as a webhook endpoint. They go to addresses
// that the SSRF guard has checked. The check is repeated each minute, and new connections use the addresses of the last
// check.
//
// docs/decisions/kept-connections.md explains why Node's own client is not used.
import net from 'node:net'
import tls from 'node:tls'
import { hostOf, isAddress, urlFault } from '../text/destination.ts'
import { ResponseReader, InvalidResponse } from './http-response.ts'
import {
  ADDRESS_TRY_MS,
  HEADER_BYTES_MAX,
  type HttpClient,
  httpClient,
  type HttpClientParts,
  pinnedLookup,
  withTraceparent,
  errorCodeOf,
} from './http-client.ts'
import { guardedAddresses } from './ssrf-guard.ts'

export interface KeepAliveRequest {
  method: 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** For the whole exchange: name lookup, connection, request and complete response. */
  limit_ms: number
  /** Maximum bytes of the response body; a longer one is truncated, and the connection is not kept. */
  answer_bytes_max: number
}

export interface KeepAliveResponse {
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
  truncated: boolean
}

/** Like `Exchange` of http-client.ts, which keeps no connections. */
export type KeepAliveOutcome =
  | { answer: KeepAliveResponse }
  | { refused: string }
  | { broken: string; stopped: boolean }

export interface KeepAliveClient {
  send(request: KeepAliveRequest): Promise<KeepAliveOutcome>
}

export interface KeepAliveClients {
  /** A client for one server. `idle_max`: the maximum number of connections kept without a request. */
  keep(idle_max: number): KeepAliveClient
  /** Aborts all requests, and refuses new ones. */
  close(): void
}

/** The clients of this process, which are closed together. */
export type HttpClients = HttpClient & KeepAliveClients

export function httpClients(parts: HttpClientParts): HttpClients {
  const [once, kept] = [httpClient(parts), keepAliveClients(parts)]
  return {
    send: once.send,
    keep: kept.keep,
    close() {
      once.close()
      kept.close()
    },
  }
}

/** Servers close idle connections after five seconds or more. A request sent just as its connection is closed is lost. */
const IDLE_MS = 4000
const GUARDED_FOR_MS = 60_000

export function keepAliveClients(parts: HttpClientParts): KeepAliveClients {
  const all: ClientState = { turns: new Set(), isClosed: false }
  return {
    keep: idle_max => new KeptServer(parts, idle_max, all),
    close() {
      all.isClosed = true
      for (const turn of all.turns) turn.fail(new Error('closed'))
    },
  }
}

/** The requests in progress on all connections. */
interface ClientState {
  turns: Set<Turn>
  isClosed: boolean
}

type Guarded = { server: Server } | { refused: string } | { trouble: string }

/** The server of a URL, at the addresses that the guard has checked. */
interface Server {
  key: string
  url: URL
  /** The first lines of every request. */
  begin: string
  addresses: readonly string[]
  idle: Connection[]
}

class KeptServer implements KeepAliveClient {
  readonly #parts: HttpClientParts
  readonly #idle_max: number
  readonly #all: ClientState
  #url = ''
  #guarded: Promise<Guarded> | undefined
  #guarded_ms = -Infinity
  #server: Server | undefined

  constructor(parts: HttpClientParts, idle_max: number, all: ClientState) {
    this.#parts = parts
    this.#idle_max = idle_max
    this.#all = all
  }

  async send(request: KeepAliveRequest): Promise<KeepAliveOutcome> {
    const turn = new Turn(withTraceparent(request, this.#parts))
    this.#all.turns.add(turn)
    try {
      if (this.#all.isClosed) return STOPPED
      const guarded = await turn.until(this.#guard(request))
      if ('refused' in guarded) return guarded
      if ('trouble' in guarded) return { broken: guarded.trouble, stopped: false }
      return { answer: await this.#ask(guarded.server, turn) }
    } catch (error) {
      if (this.#all.isClosed) return STOPPED
      const late = `no complete response within ${request.limit_ms / 1000} seconds`
      return { broken: turn.isLate ? late : `the connection failed: ${errorCodeOf(error)}`, stopped: false }
    } finally {
      turn.end()
      this.#all.turns.delete(turn)
    }
  }

  async #ask(server: Server, turn: Turn): Promise<KeepAliveResponse> {
    const kept = takeIdle(server.idle)
    try {
      return await this.#askOn(kept ?? new Connection(server), server, turn)
    } catch (error) {
      // the server closed the kept connection just as the request arrived, and sent no response
      if (!kept || turn.isOver || !(error instanceof StaleConnection)) throw error
      return this.#askOn(new Connection(server), server, turn)
    }
  }

  async #askOn(connection: Connection, server: Server, turn: Turn): Promise<KeepAliveResponse> {
    const answer = await connection.send(turn, server.begin).catch((error: unknown) => {
      connection.close()
      throw error
    })
    if (connection.isUsable && server === this.#server && server.idle.length < this.#idle_max) {
      connection.endWhenIdle()
      server.idle.push(connection)
    } else connection.close()
    return answer
  }

  /** The checked addresses. Requests that arrive during a lookup share it. */
  #guard(request: KeepAliveRequest): Promise<Guarded> {
    const now_ms = performance.now()
    const isKnown = this.#guarded && request.url === this.#url && now_ms - this.#guarded_ms < GUARDED_FOR_MS
    if (isKnown) return this.#guarded!
    this.#url = request.url
    this.#guarded_ms = now_ms
    const guarded = this.#look(request)
    this.#guarded = guarded
    const forget = (): void => {
      if (this.#guarded === guarded) this.#guarded = undefined
    }
    guarded.then(found => 'server' in found || forget(), forget)
    return guarded
  }

  async #look({ url: text, limit_ms }: KeepAliveRequest): Promise<Guarded> {
    const fault = urlFault(text)
    if (fault !== undefined) return { refused: `its URL ${fault}` }
    const url = new URL(text)
    const guarded = await guardedAddresses(hostOf(url), this.#parts, AbortSignal.timeout(limit_ms))
    if (!('addresses' in guarded)) return guarded
    const { addresses } = guarded
    const key = `${url.href} ${addresses.toSorted().join(' ')}`
    if (this.#server?.key === key) return { server: this.#server }
    for (const each of this.#server?.idle.splice(0) ?? []) each.close()
    const begin = `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`
    this.#server = { key, url, begin, addresses, idle: [] }
    return { server: this.#server }
  }
}

const STOPPED: KeepAliveOutcome = { broken: 'the server is shutting down', stopped: true }

/** The most recently used connection, because the server closes it last. */
function takeIdle(idle: Connection[]): Connection | undefined {
  while (idle.length > 0) {
    const connection = idle.pop()!
    if (connection.isUsable) return connection
    connection.close()
  }
  return undefined
}

/** A request in progress, with its time limit. */
class Turn {
  readonly request: KeepAliveRequest
  readonly #timer: NodeJS.Timeout
  isLate = false
  isOver = false
  /** Called when the request fails before its response. */
  onFail: (error: Error) => void = () => {}

  constructor(request: KeepAliveRequest) {
    this.request = request
    this.#timer = setTimeout(() => {
      this.isLate = true
      this.fail(new Error('late'))
    }, request.limit_ms)
  }

  until<T>(done: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onFail = reject
      done.then(resolve, reject)
    })
  }

  fail(error: Error): void {
    this.isOver = true
    this.onFail(error)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** The server closed a kept connection. */
class StaleConnection extends Error {}

/** The request whose response the connection waits for. */
interface PendingRequest {
  reader: ResponseReader
  resolve(answer: KeepAliveResponse): void
  reject(error: Error): void
}

class Connection {
  readonly #socket: net.Socket
  #asked: PendingRequest | undefined
  #requests = 0
  #closed = false
  #usable_until_ms = Infinity
  #error: Error | undefined

  constructor({ url, addresses }: Server) {
    this.#socket = connect(url, addresses)
    this.#socket.setNoDelay(true)
    this.#socket.setTimeout(IDLE_MS, () => this.#asked ?? this.close())
    this.#socket.on('data', (piece: Buffer) => this.#read(piece))
    this.#socket.on('error', error => (this.#error = error))
    this.#socket.on('end', () => this.#onClose())
    this.#socket.on('close', () => this.#onClose())
  }

  get isUsable(): boolean {
    return !this.#closed && performance.now() < this.#usable_until_ms
  }

  async send(turn: Turn, begin: string): Promise<KeepAliveResponse> {
    const { headers, body, answer_bytes_max } = turn.request
    const request = `${begin}${fieldsOf(headers)}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    this.#requests++
    this.#socket.ref()
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader(HEADER_BYTES_MAX, answer_bytes_max)
      this.#asked = { reader, resolve, reject }
      turn.onFail = error => this.#fail(error)
      this.#socket.write(request)
    })
  }

  /** Keeps the connection for the next request; it does not keep the process alive. */
  endWhenIdle(): void {
    this.#socket.unref()
  }

  close(): void {
    this.#closed = true
    this.#socket.destroy()
  }

  #read(piece: Buffer): void {
    const asked = this.#asked
    // bytes without a request must not be read as the response to the next one
    if (!asked) return this.close()
    try {
      asked.reader.feed(piece)
    } catch (error) {
      return this.#fail(error as Error)
    }
    if (asked.reader.isOver) this.#answer(asked)
  }

  #answer({ reader, resolve }: PendingRequest): void {
    this.#asked = undefined
    const { head, body, truncated } = reader
    if (!reader.isKept) this.close()
    const seconds = /timeout=(\d{1,6})/.exec(head.headers.get('keep-alive') ?? '')?.[1]
    const kept_ms = seconds === undefined ? IDLE_MS : Math.min(IDLE_MS, Number(seconds) * 1000 - 1000)
    this.#usable_until_ms = performance.now() + kept_ms
    resolve({ ...head, body, truncated })
  }

  #onClose(): void {
    this.#closed = true
    const asked = this.#asked
    if (!asked) return this.close()
    const { hasBegun } = asked.reader
    if (asked.reader.close()) return this.#answer(asked)
    const hangUp = this.#error ?? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    this.#fail(this.#requests > 1 && !hasBegun ? new StaleConnection() : hangUp)
  }

  #fail(error: Error): void {
    const asked = this.#asked
    this.#asked = undefined
    this.close()
    asked?.reject(error)
  }
}

function connect(url: URL, addresses: readonly string[]): net.Socket {
  const host = hostOf(url)
  const isTls = url.protocol === 'https:'
  const way = {
    host,
    port: Number(url.port || (isTls ? 443 : 80)),
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TRY_MS,
  }
  if (!isTls) return net.connect(way)
  const servername = isAddress(host) ? '' : host
  return tls.connect({ ...way, servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
}

/** A line for each field. Line breaks and non-ASCII characters are refused: they could start another field. */
function fieldsOf(headers: Readonly<Record<string, string>>): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name]!
    if (!/^[\x20-\x7E]*$/.test(value)) throw new InvalidResponse(`the field ${name} cannot be sent`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
