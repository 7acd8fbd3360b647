// Connections that are kept between many requests to one server, such as an endpoint of webhooks. They go to the addresses
// that the SSRF guard has checked; it is asked anew each minute, and new connections go where it says then.
//
// Why not with Node's own client: docs/decisions/kept-connections.md.
import net from 'node:net'
import tls from 'node:tls'
import { hostOf, isAddress, urlFault } from '../text/destination.ts'
import { AnswerReader, FaultyAnswer } from './http-answer.ts'
import {
  ADDRESS_TRY_MS,
  HEADER_BYTES_MAX,
  type HttpClient,
  httpClient,
  type HttpClientParts,
  pinned,
  traced,
  whatBroke,
} from './http-client.ts'
import { guardedAddresses } from './ssrf-guard.ts'

export interface KeptRequest {
  method: 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** For all of it: the name, the connection, the request and the answer to its end. */
  limit_ms: number
  /** Of the body of the answer; what is longer is cut there, and the connection is not kept. */
  answer_bytes_max: number
}

export interface KeptAnswer {
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
  truncated: boolean
}

/** As `Exchange` of the client whose connections are not kept. */
export type KeptExchange = { answer: KeptAnswer } | { refused: string } | { broken: string; stopped: boolean }

export interface KeptClient {
  send(request: KeptRequest): Promise<KeptExchange>
}

export interface KeptClients {
  /** For one server: so many connections at the most are kept while nothing is under way. */
  keep(idle_max: number): KeptClient
  /** Ends what is under way, and all that comes. */
  close(): void
}

/** All clients of a server, which end together. */
export type HttpClients = HttpClient & KeptClients

export function httpClients(parts: HttpClientParts): HttpClients {
  const [once, kept] = [httpClient(parts), keptClients(parts)]
  return {
    send: once.send,
    keep: kept.keep,
    close() {
      once.close()
      kept.close()
    },
  }
}

/** Servers close what is idle after five seconds or more; a request on a connection that is just closed is lost. */
const IDLE_MS = 4000
const GUARDED_FOR_MS = 60_000

export function keptClients(parts: HttpClientParts): KeptClients {
  const all: All = { turns: new Set(), isClosed: false }
  return {
    keep: idle_max => new KeptServer(parts, idle_max, all),
    close() {
      all.isClosed = true
      for (const turn of all.turns) turn.fail(new Error('closed'))
    },
  }
}

/** What is under way on all connections. */
interface All {
  turns: Set<Turn>
  isClosed: boolean
}

type Guarded = { server: Server } | { refused: string } | { trouble: string }

/** The server that a URL names, at the addresses that the guard has checked. */
interface Server {
  key: string
  url: URL
  /** The first lines of each request. */
  begin: string
  addresses: readonly string[]
  idle: Connection[]
}

class KeptServer implements KeptClient {
  readonly #parts: HttpClientParts
  readonly #idle_max: number
  readonly #all: All
  #url = ''
  #guarded: Promise<Guarded> | undefined
  #guarded_ms = -Infinity
  #server: Server | undefined

  constructor(parts: HttpClientParts, idle_max: number, all: All) {
    this.#parts = parts
    this.#idle_max = idle_max
    this.#all = all
  }

  async send(request: KeptRequest): Promise<KeptExchange> {
    const turn = new Turn(traced(request, this.#parts))
    this.#all.turns.add(turn)
    try {
      if (this.#all.isClosed) return STOPPED
      const guarded = await turn.until(this.#guard(request))
      if ('refused' in guarded) return guarded
      if ('trouble' in guarded) return { broken: guarded.trouble, stopped: false }
      return { answer: await this.#ask(guarded.server, turn) }
    } catch (error) {
      if (this.#all.isClosed) return STOPPED
      const late = `there was no whole answer within ${request.limit_ms / 1000} seconds`
      return { broken: turn.isLate ? late : `the connection failed: ${whatBroke(error)}`, stopped: false }
    } finally {
      turn.end()
      this.#all.turns.delete(turn)
    }
  }

  async #ask(server: Server, turn: Turn): Promise<KeptAnswer> {
    const kept = takeIdle(server.idle)
    try {
      return await this.#askOn(kept ?? new Connection(server), server, turn)
    } catch (error) {
      // the server closed it as the request came, and has answered nothing
      if (!kept || turn.isOver || !(error instanceof Stale)) throw error
      return this.#askOn(new Connection(server), server, turn)
    }
  }

  async #askOn(connection: Connection, server: Server, turn: Turn): Promise<KeptAnswer> {
    const answer = await connection.ask(turn, server.begin).catch((error: unknown) => {
      connection.close()
      throw error
    })
    if (connection.isUsable && server === this.#server && server.idle.length < this.#idle_max) {
      connection.rest()
      server.idle.push(connection)
    } else connection.close()
    return answer
  }

  /** Where to connect to. All requests that come meanwhile wait for one look-up. */
  #guard(request: KeptRequest): Promise<Guarded> {
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

  async #look({ url: text, limit_ms }: KeptRequest): Promise<Guarded> {
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

const STOPPED: KeptExchange = { broken: 'this server stops', stopped: true }

/** The one that was used last, as it is closed last at the other end. */
function takeIdle(idle: Connection[]): Connection | undefined {
  while (idle.length > 0) {
    const connection = idle.pop()!
    if (connection.isUsable) return connection
    connection.close()
  }
  return undefined
}

/** A request that is under way, and what may end it before its answer. */
class Turn {
  readonly request: KeptRequest
  readonly #timer: NodeJS.Timeout
  isLate = false
  isOver = false
  /** What it waits for is told when it ends. */
  onFail: (error: Error) => void = () => {}

  constructor(request: KeptRequest) {
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

/** A connection that was kept is closed at the other end. */
class Stale extends Error {}

/** What is asked on a connection now. */
interface Asked {
  reader: AnswerReader
  resolve(answer: KeptAnswer): void
  reject(error: Error): void
}

class Connection {
  readonly #socket: net.Socket
  #asked: Asked | undefined
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

  async ask(turn: Turn, begin: string): Promise<KeptAnswer> {
    const { headers, body, answer_bytes_max } = turn.request
    const request = `${begin}${fieldsOf(headers)}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    this.#requests++
    this.#socket.ref()
    return new Promise((resolve, reject) => {
      const reader = new AnswerReader(HEADER_BYTES_MAX, answer_bytes_max)
      this.#asked = { reader, resolve, reject }
      turn.onFail = error => this.#fail(error)
      this.#socket.write(request)
    })
  }

  /** It waits for the next request, and keeps no process from its end. */
  rest(): void {
    this.#socket.unref()
  }

  close(): void {
    this.#closed = true
    this.#socket.destroy()
  }

  #read(piece: Buffer): void {
    const asked = this.#asked
    // what comes unasked is no answer to what is asked next
    if (!asked) return this.close()
    try {
      asked.reader.feed(piece)
    } catch (error) {
      return this.#fail(error as Error)
    }
    if (asked.reader.isOver) this.#answer(asked)
  }

  #answer({ reader, resolve }: Asked): void {
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
    this.#fail(this.#requests > 1 && !hasBegun ? new Stale() : hangUp)
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
    lookup: pinned(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TRY_MS,
  }
  if (!isTls) return net.connect(way)
  const servername = isAddress(host) ? '' : host
  return tls.connect({ ...way, servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
}

/** A line for each. What could end a line, or is no ASCII, is refused: it would be another field. */
function fieldsOf(headers: Readonly<Record<string, string>>): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name]!
    if (!/^[\x20-\x7E]*$/.test(value)) throw new FaultyAnswer(`the field ${name} cannot be sent`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
