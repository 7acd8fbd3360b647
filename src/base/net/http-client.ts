// The HTTP client for URLs that customers give. It connects to the addresses that the SSRF guard (ssrf-guard.ts) has checked,
// and bounds the answer in bytes and in time. Nothing of a request is logged here. A redirect is returned as an answer:
// following it is a new request with a new check.
//
// Each request has a connection of its own. Where many go to one server, connections are kept between them: the guard is
// asked anew each minute, and what it says then is where new connections go.
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, TcpNetConnectOpts } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { hostOf, urlFault } from '../text/destination.ts'
import type { Dns } from './dns.ts'
import { guardedAddresses, type SsrfGuard } from './ssrf-guard.ts'

export interface HttpRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** For all of it: the name, the connection, the request and the answer to its end. */
  limit_ms: number
  /** Of the body of the answer; what is longer is cut there. */
  answer_bytes_max?: number
  /** Takes the body of the answer, which is not in the answer then, as far as it wants it. */
  receive?: (head: AnswerHead, body: AsyncIterable<Buffer>) => Promise<void>
}

export interface AnswerHead {
  status: number
  content_type: string | null
  /** How the body is encoded, if it is; it is not decoded here. */
  content_encoding: string | null
  /** How long it says that its body is. */
  content_length: number | null
  location: string | null
  retry_after: string | null
  /** What a receiver of webhooks says about the delivery. */
  webhook_delivery?: string
}

export interface HttpAnswer extends AnswerHead {
  body: Buffer
  /** There was more of the body than is read. */
  truncated: boolean
}

/**
 * What came of a request. `refused`: it was not sent, and never will be, however often it is tried. `broken`: no complete
 * answer came; the request may have been received. `stopped`: this server ended it, because it stops.
 */
export type Exchange = { answer: HttpAnswer } | { refused: string } | { broken: string; stopped: boolean }

export interface HttpClient {
  send(request: HttpRequest): Promise<Exchange>
  /** For many requests to one server: so many connections at the most, which are kept between them. */
  keep(connections_max: number): KeptClient
  /** Ends what is under way, and all that comes. */
  close(): void
}

/** Sends requests to one server over connections that are kept for the next ones. */
export type KeptClient = Pick<HttpClient, 'send'>

export interface HttpClientParts extends SsrfGuard {
  /** Whom names are looked up with. */
  dns: Pick<Dns, 'addressesOf'>
  /** Where telemetry is on: the `traceparent` of what is under way, if something is. */
  traceparent?: (() => string | undefined) | undefined
}

/** Of an answer's body. */
export const ANSWER_BYTES_MAX = 16_384
const HEADER_BYTES_MAX = 16_384
/** Until the next address is tried as well. */
const ADDRESS_TRY_MS = 1000
/** Servers close what is idle after five seconds or more; what is used as they do is lost. */
const IDLE_MS = 4000
const GUARDED_FOR_MS = 60_000

/** A request that is under way. */
interface Ending {
  abort(): void
}

export function httpClient(parts: HttpClientParts): HttpClient {
  const underway = new Set<Ending>()
  let closed = false
  /** Ends what is under way in time, and says what came of it. */
  const within = async (
    { limit_ms }: HttpRequest,
    exchange: (signal: AbortSignal) => Promise<Exchange>,
  ): Promise<Exchange> => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), limit_ms)
    underway.add(ending)
    if (closed) ending.abort()
    try {
      return await exchange(ending.signal)
    } catch (error) {
      if (closed) return { broken: 'this server stops', stopped: true }
      const late = `there was no whole answer within ${limit_ms / 1000} seconds`
      return { broken: ending.signal.aborted ? late : `the connection failed: ${whatBroke(error)}`, stopped: false }
    } finally {
      clearTimeout(timer)
      underway.delete(ending)
    }
  }
  return {
    send: request => within(request, signal => exchangeOnce(request, parts, signal)),
    keep(connections_max) {
      const kept = new KeptConnections(parts, connections_max)
      return { send: request => within(request, signal => kept.exchange(request, signal)) }
    },
    close() {
      closed = true
      for (const ending of underway) ending.abort()
    },
  }
}

async function exchangeOnce(request: HttpRequest, parts: HttpClientParts, signal: AbortSignal): Promise<Exchange> {
  const url = urlOf(request)
  if ('refused' in url) return url
  const guarded = await guardedAddresses(hostOf(url), parts, signal)
  if ('refused' in guarded) return guarded
  if ('trouble' in guarded) return { broken: guarded.trouble, stopped: false }
  // one that is kept would be found again by its name, and not by its address
  const answer = await answerOf(
    { ...urlToHttpOptions(url), ...ways(guarded.addresses), agent: false },
    traced(request, parts),
    signal,
  )
  return { answer }
}

/** What the customer says themselves counts. */
function traced(request: HttpRequest, { traceparent }: HttpClientParts): HttpRequest {
  const value = traceparent?.()
  const isSaid = value === undefined || Object.keys(request.headers).some(name => /^traceparent$/i.test(name))
  return isSaid ? request : { ...request, headers: { ...request.headers, traceparent: value } }
}

function urlOf({ url }: HttpRequest): URL | { refused: string } {
  const fault = urlFault(url)
  return fault === undefined ? new URL(url) : { refused: `its URL ${fault}` }
}

/** The connections to one server. When its URL or its addresses change, there are new ones. */
class KeptConnections {
  readonly #parts: HttpClientParts
  readonly #connections_max: number
  #url = ''
  #guarded: Promise<Server | { refused: string } | { trouble: string }> | undefined
  #guarded_ms = -Infinity
  #last: Server | undefined

  constructor(parts: HttpClientParts, connections_max: number) {
    this.#parts = parts
    this.#connections_max = connections_max
  }

  async exchange(asked: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    const request = traced(asked, this.#parts)
    const server = await this.#server(request)
    if ('refused' in server) return server
    if ('trouble' in server) return { broken: server.trouble, stopped: false }
    try {
      return { answer: await answerOf(server.options, request, signal) }
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      // the server closed it as the request came: it has read none of it
      return { answer: await answerOf({ ...server.options, agent: false }, request, signal) }
    }
  }

  /** Where to connect to. All requests that come meanwhile wait for one look-up. */
  async #server(request: HttpRequest): Promise<Server | { refused: string } | { trouble: string }> {
    const now_ms = performance.now()
    if (this.#guarded && request.url === this.#url && now_ms - this.#guarded_ms < GUARDED_FOR_MS) return this.#guarded
    const url = urlOf(request)
    if ('refused' in url) return url
    this.#url = request.url
    this.#guarded_ms = now_ms
    const guarded = this.#look(url, request.limit_ms)
    this.#guarded = guarded
    const forget = (): void => {
      if (this.#guarded === guarded) this.#guarded = undefined
    }
    guarded.then(found => 'options' in found || forget(), forget)
    return guarded
  }

  async #look(url: URL, limit_ms: number): Promise<Server | { refused: string } | { trouble: string }> {
    const guarded = await guardedAddresses(hostOf(url), this.#parts, AbortSignal.timeout(limit_ms))
    if (!('addresses' in guarded)) return guarded
    const key = `${url.href} ${guarded.addresses.toSorted().join(' ')}`
    if (this.#last?.key === key) return this.#last
    const settings = { keepAlive: true, maxSockets: this.#connections_max, timeout: IDLE_MS }
    const agent = url.protocol === 'https:' ? new https.Agent(settings) : new http.Agent(settings)
    return (this.#last = { key, options: { ...urlToHttpOptions(url), ...ways(guarded.addresses), agent } })
  }
}

/** The server that a URL names, at the addresses that the guard has checked. */
interface Server {
  key: string
  options: https.RequestOptions
}

/** A connection that was kept is closed at the other end. */
class Stale extends Error {}

function answerOf(options: https.RequestOptions, request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const { method, headers, body } = request
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const asked = (options.protocol === 'https:' ? https : http).request({
      ...options,
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    })
    const onAbort = (): void => void asked.destroy(new Error('aborted'))
    signal.addEventListener('abort', onAbort, { once: true })
    let answered = false
    asked.on('response', answer => {
      answered = true
      read(answer, request).then(resolve, reject)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = asked.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(isStale && !signal.aborted ? new Stale() : error)
    })
    // without this the connection is dropped and nothing is said, not even when the time is up
    asked.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('the answer changes to another protocol'))
    })
    asked.on('close', () => signal.removeEventListener('abort', onAbort))
    asked.end(body)
  })
}

type Families = Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

/** How connections are made: to these addresses, whatever the name. */
function ways(addresses: readonly string[]): https.RequestOptions & Families {
  return {
    lookup: pinned(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TRY_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
    rejectUnauthorized: true,
  }
}

/** Leads every name to these addresses. */
function pinned(addresses: readonly string[]): LookupFunction {
  const list = addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, { all }, callback) => {
    if (all) callback(null, list)
    else callback(null, list[0]!.address, list[0]!.family)
  }
}

/** Throws when the number is none that ends a request (RFC 9110 15). */
async function read(answer: http.IncomingMessage, request: HttpRequest): Promise<HttpAnswer> {
  const { receive, answer_bytes_max = ANSWER_BYTES_MAX } = request
  const head = headOf(answer)
  const { status } = head
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new Error(`${status} is no status of an answer`)
  }
  if (receive) {
    await receive(head, answer as AsyncIterable<Buffer>)
    answer.destroy()
    return { ...head, body: Buffer.alloc(0), truncated: false }
  }
  const pieces = await piecesOf(answer, answer_bytes_max)
  const body = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  return { ...head, body: body.subarray(0, answer_bytes_max), truncated: body.length > answer_bytes_max }
}

/** The body as it comes, until it is longer than that. */
function piecesOf(answer: http.IncomingMessage, bytes_max: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    answer.on('data', (piece: Buffer) => {
      pieces.push(piece)
      bytes += piece.length
      if (bytes <= bytes_max) return
      resolve(pieces)
      answer.destroy()
    })
    answer.on('end', () => resolve(pieces))
    answer.on('error', reject)
    answer.on('close', () => reject(new Error('the answer broke off')))
  })
}

function headOf({ statusCode, headers }: http.IncomingMessage): AnswerHead {
  const length = headers['content-length']
  const webhook_delivery = headers['webhook-delivery']
  return {
    status: statusCode ?? 0,
    content_type: headers['content-type'] ?? null,
    content_encoding: headers['content-encoding'] ?? null,
    content_length: length === undefined ? null : Number(length),
    location: headers.location ?? null,
    retry_after: headers['retry-after'] ?? null,
    ...(typeof webhook_delivery === 'string' && { webhook_delivery }),
  }
}

/** By its code: messages of sockets name addresses. */
function whatBroke(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
