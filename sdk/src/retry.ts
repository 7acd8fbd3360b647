// Trying again: what was certainly not done is tried again always, what may have been done only when doing it twice is
// the same as doing it once.
import { ConnectionError, NO_CONTENT, retryAfter } from './errors.js'

export interface Attempts {
  fetch: typeof fetch
  /** How many times a call is tried again. */
  maxRetries: number
  /** How long one attempt may take. */
  timeoutMs: number
}

const FIRST_DELAY_MS = 250
const DELAY_MAX_MS = 8000
/** Who is told to wait for longer decides itself. */
const RETRY_AFTER_MAX_S = 60
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE']

/**
 * Sends a request until there is an answer to keep, read to its end unless it is a stream. Throws a ConnectionError when none came. What a
 * repeated removal does not find any more was removed by an attempt before: the answer is then a 204.
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

/** A send carries an `Idempotency-Key`, with which the server does it once. */
function isIdempotent({ method, headers }: Request): boolean {
  return IDEMPOTENT_METHODS.includes(method) || headers.has('idempotency-key')
}

/** The caller's own signal is listened to: the one of a copied request can be collected before it tells of anything. */
async function fetchOnce(
  request: Request,
  { fetch, timeoutMs }: Attempts,
  signal: AbortSignal | undefined,
): Promise<Response | ConnectionError> {
  const ending = new AbortController()
  const end = (): void => ending.abort(signal?.reason)
  const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  try {
    // followed, a POST would become a GET, whose answer looks good
    const { status, statusText, headers, body } = await fetch(request, { signal: ending.signal, redirect: 'manual' })
    // a stream has no end to wait for
    if (isStream(headers)) return new Response(body, { status, statusText, headers })
    // an answer that breaks off is none
    const bytes = body && (await new Response(body).arrayBuffer())
    return new Response(bytes, { status, statusText, headers })
  } catch (cause) {
    return new ConnectionError(`No answer from ${new URL(request.url).origin}: ${reasonOf(cause)}.`, { cause })
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

/** How long to wait before the next attempt; `undefined`: there is none. */
function delayBefore(attempt: number, outcome: Response | ConnectionError, repeatable: boolean): number | undefined {
  const asked_s = outcome instanceof ConnectionError ? undefined : retryAfter(outcome)
  if (asked_s !== undefined && asked_s > RETRY_AFTER_MAX_S) return undefined
  const isFailed = outcome instanceof ConnectionError || outcome.status >= 500
  if (!isCertainlyUndone(outcome) && !(isFailed && repeatable)) return undefined
  // somewhere within the time, so that those that failed together do not come again together
  const backoff_ms = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
  return asked_s === undefined ? backoff_ms : asked_s * 1000
}

/** Something in between says it in HTML. */
function saysGone({ method }: Request, { status, headers }: Response): boolean {
  return method === 'DELETE' && status === 404 && headers.get('content-type')?.includes('json') === true
}

/** With Retry-After the server says that it kept nothing. */
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
