// The HTTP client for URLs that customers provide. It connects to addresses that the SSRF guard (ssrf-guard.ts) has
// checked, and limits the response in bytes and time. It logs nothing about a request. A redirect is returned as a
// response: following it requires a new request with a new check. For many requests to one server see keep-alive.ts.
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, TcpNetConnectOpts } from 'node:net'
import { hostOf, urlFault } from '../text/destination.ts'
import type { Dns } from './dns.ts'
import { guardedAddresses, type SsrfGuard } from './ssrf-guard.ts'

export interface HttpRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** For the whole exchange: name lookup, connection, request and complete response. */
  limit_ms: number
  /** Maximum number of characters of the URL, if not the default. */
  url_max?: number
  /** Reads as much of the response body as it needs; the body in the response is then empty. */
  receive?: (head: ResponseHead, body: AsyncIterable<Buffer>) => Promise<void>
}

export interface ResponseHead {
  status: number
  content_type: string | null
  /** The encoding of the body, which is not decoded here. */
  content_encoding: string | null
  /** The announced length of the response. */
  content_length: number | null
  location: string | null
  retry_after: string | null
  cache_control: string | null
  expires: string | null
}

export interface HttpResponse extends ResponseHead {
  body: Buffer
  /** Whether the body was longer than `HTTP_RESPONSE_BYTES_MAX`. */
  truncated: boolean
}

/**
 * The result of a request. `refused`: it was not sent, and a retry would not be sent either. `broken`: no complete
 * response arrived; the request may have been received. `stopped`: this server aborted it because it is stopping.
 */
export type HttpOutcome = { answer: HttpResponse } | { refused: string } | { broken: string; stopped: boolean }

export interface HttpClient {
  send(request: HttpRequest): Promise<HttpOutcome>
  /** Aborts all requests, and refuses new ones. */
  close(): void
}

export interface HttpClientParts extends SsrfGuard {
  /** Looks up host names. */
  dns: Pick<Dns, 'addressesOf'>
  /** With telemetry: the `traceparent` of the current span, if any. */
  traceparent?: (() => string | undefined) | undefined
}

/** Maximum number of bytes read from a response body. */
export const HTTP_RESPONSE_BYTES_MAX = 16_384
export const HEADER_BYTES_MAX = 16_384
/** How long to wait for one address before the next one is tried in parallel. */
export const ADDRESS_TRY_MS = 1000

export function httpClient(parts: HttpClientParts): HttpClient {
  const underway = new Set<AbortController>()
  let closed = false
  return {
    async send(request) {
      const ending = new AbortController()
      const timer = setTimeout(() => ending.abort(), request.limit_ms)
      underway.add(ending)
      if (closed) ending.abort()
      try {
        return await exchange(request, parts, ending.signal)
      } catch (error) {
        if (closed) return { broken: 'the server is shutting down', stopped: true }
        const late = `no complete response within ${request.limit_ms / 1000} seconds`
        return { broken: ending.signal.aborted ? late : `the connection failed: ${errorCodeOf(error)}`, stopped: false }
      } finally {
        clearTimeout(timer)
        underway.delete(ending)
      }
    },
    close() {
      closed = true
      for (const ending of underway) ending.abort()
    },
  }
}

async function exchange(request: HttpRequest, parts: HttpClientParts, signal: AbortSignal): Promise<HttpOutcome> {
  const fault = urlFault(request.url, request.url_max)
  if (fault !== undefined) return { refused: `its URL ${fault}` }
  const url = new URL(request.url)
  const guarded = await guardedAddresses(hostOf(url), parts, signal)
  if ('refused' in guarded) return guarded
  if ('trouble' in guarded) return { broken: guarded.trouble, stopped: false }
  return { answer: await readResponse(url, withTraceparent(request, parts), guarded.addresses, signal) }
}

/** Adds the `traceparent` field, unless the customer sets it. */
export function withTraceparent<Request extends Pick<HttpRequest, 'headers'>>(
  request: Request,
  { traceparent }: HttpClientParts,
): Request {
  const value = traceparent?.()
  const isSaid = value === undefined || Object.keys(request.headers).some(name => /^traceparent$/i.test(name))
  return isSaid ? request : { ...request, headers: { ...request.headers, traceparent: value } }
}

function readResponse(
  url: URL,
  request: HttpRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { method, headers, body } = request
  const options: https.RequestOptions & Families = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    signal,
    // a new connection: Node finds kept ones by host name, which may resolve to another address by now
    agent: false,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TRY_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
    rejectUnauthorized: true,
  }
  return new Promise((resolve, reject) => {
    const asked = (url.protocol === 'https:' ? https : http).request(url, options, answer => {
      read(answer, request).then(resolve, reject)
    })
    asked.on('error', reject)
    // without a listener Node drops the connection without an error, and the promise would never settle
    asked.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('the response switches protocols'))
    })
    asked.end(body)
  })
}

type Families = Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

/** Resolves every name to these addresses. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const list = addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, { all }, callback) => {
    if (all) callback(null, list)
    else callback(null, list[0]!.address, list[0]!.family)
  }
}

/** Throws unless the status is that of a final response (RFC 9110 15). */
async function read(answer: http.IncomingMessage, { receive }: HttpRequest): Promise<HttpResponse> {
  const head = headOf(answer)
  const { status } = head
  if (status < 200 || status > 599) throw new Error(`invalid response status ${status}`)
  if (receive) {
    await receive(head, answer as AsyncIterable<Buffer>)
    answer.destroy()
    return { ...head, body: Buffer.alloc(0), truncated: false }
  }
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer) {
    pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
    if (bytes > HTTP_RESPONSE_BYTES_MAX) break
  }
  return {
    ...head,
    body: Buffer.concat(pieces).subarray(0, HTTP_RESPONSE_BYTES_MAX),
    truncated: bytes > HTTP_RESPONSE_BYTES_MAX,
  }
}

function headOf({ statusCode, headers }: http.IncomingMessage): ResponseHead {
  const length = headers['content-length']
  return {
    status: statusCode ?? 0,
    content_type: headers['content-type'] ?? null,
    content_encoding: headers['content-encoding'] ?? null,
    content_length: length === undefined ? null : Number(length),
    location: headers.location ?? null,
    retry_after: headers['retry-after'] ?? null,
    cache_control: headers['cache-control'] ?? null,
    expires: headers.expires ?? null,
  }
}

/** The error code, because messages of sockets contain addresses. */
export function errorCodeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
