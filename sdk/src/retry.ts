// Retries: a request that was certainly not processed is always retried, one that may have been processed only if it is
// idempotent.
import { ConnectionError, NO_CONTENT, retryAfter } from './errors.js'

export interface Attempts {
  fetch: typeof fetch
  /** The maximum number of retries of a request. */
  maxRetries: number
  /** The timeout of one attempt. */
  timeoutMs: number
}

const FIRST_DELAY_MS = 250
const DELAY_MAX_MS = 8000
/** Longer delays of Retry-After are left to the caller. */
const RETRY_AFTER_MAX_S = 60
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE']

/**
 * Sends a request until it gets a final response, read completely unless it is a stream. Throws a ConnectionError
 * without a response. A retried deletion that finds nothing was done by an earlier attempt, so it returns 204.
 */
export async function fetchWithRetries(
  request: Request,
  attempts: Attempts,
  { signal, repeatable = isIdempotent(request) }: { signal?: AbortSignal | undefined; repeatable?: boolean } = {},
): Promise<Response> {
  let isPerhapsDone = false
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    const isLast = attempt >= attempts.maxRetries
    const outcome = await fetchOnce(request.clone(), attempts, signal)
    signal?.throwIfAborted()
    const wait_ms = isLast ? undefined : delayBefore(attempt, outcome, repeatable)
    if (wait_ms === undefined) {
      if (outcome instanceof ConnectionError) throw outcome
      return isPerhapsDone && saysGone(request, outcome)
        ? new Response(null, { status: NO_CONTENT, headers: outcome.headers })
        : outcome
    }
    isPerhapsDone ||= !isCertainlyUndone(outcome)
    await wait(wait_ms, signal)
  }
}

/** A send request has an `Idempotency-Key`, so that the server processes it once. */
function isIdempotent({ method, headers }: Request): boolean {
  return IDEMPOTENT_METHODS.includes(method) || headers.has('idempotency-key')
}

/** Listens to the signal of the caller, because that of a copied request can be garbage-collected before it fires. */
async function fetchOnce(
  request: Request,
  { fetch, timeoutMs }: Attempts,
  signal: AbortSignal | undefined,
): Promise<Response | ConnectionError> {
  const ending = new AbortController()
  const end = (): void => ending.abort(signal?.reason)
  const timer = setTimeout(() => ending.abort(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  try {
    // following the redirect would turn a POST into a GET, whose response looks successful
    const { status, statusText, headers, body } = await fetch(request, { signal: ending.signal, redirect: 'manual' })
    // a stream has no end to wait for
    if (isStream(headers)) return new Response(body, { status, statusText, headers })
    // an incomplete response is not a response
    const bytes = body && (await new Response(body).arrayBuffer())
    return new Response(bytes, { status, statusText, headers })
  } catch (cause) {
    return new ConnectionError(`No response from ${new URL(request.url).origin}: ${reasonOf(cause)}.`, { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

export const isStream = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message : cause.message
}

/** The delay before the next attempt; `undefined`: no further attempt. */
function delayBefore(attempt: number, outcome: Response | ConnectionError, repeatable: boolean): number | undefined {
  const asked_s = outcome instanceof ConnectionError ? undefined : retryAfter(outcome)
  if (asked_s !== undefined && asked_s > RETRY_AFTER_MAX_S) return undefined
  const isFailed = outcome instanceof ConnectionError || outcome.status >= 500
  if (!isCertainlyUndone(outcome) && !(isFailed && repeatable)) return undefined
  // random within the delay, so that failed requests do not retry at the same time
  const backoff_ms = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
  return asked_s === undefined ? backoff_ms : asked_s * 1000
}

/** A response in HTML is from a proxy. */
function saysGone({ method }: Request, { status, headers }: Response): boolean {
  return method === 'DELETE' && status === 404 && headers.get('content-type')?.includes('json') === true
}

/** With Retry-After, the server states that it did not process the request. */
function isCertainlyUndone(outcome: Response | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return false
  return outcome.status === 429 || (outcome.status === 503 && retryAfter(outcome) !== undefined)
}

export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }, ms)
    signal?.addEventListener('abort', aborted, { once: true })
  })
}
