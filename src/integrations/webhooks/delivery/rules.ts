// Defines the schedule of attempts, the outcome of an attempt, the failure record of an endpoint, and the number of
// simultaneous requests.
import { backoff, type DelayTable } from '../../../base/limits/backoff.ts'
import { maskUrlsIn } from '../../../base/text/url-secrets-in-json.ts'
import type { DeliveryStatus } from '../rules.ts'

/**
 * `next_attempt_at` of a delivery without an attempt: due immediately, in the order of `seq`, so that clocks cannot
 * reorder events.
 */
export const FIRST_ATTEMPT = ''

/** Maximum bytes of a response body that are stored. */
export const RESPONSE_BYTES_MAX = 65_536
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Delays after each failure. Jitter and the interval at which workers poll for jobs add at most 20 %. */
const RETRIES: DelayTable = {
  waits_ms: [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
  jitter: [0.95, 1.05],
}
export const ATTEMPTS_MAX = RETRIES.waits_ms.length + 1
/** An endpoint without a success for this time is disabled. */
const FAILING_MAX_MS = 5 * DAY_MS
/** At most one email about failures of an endpoint within this time. */
const NOTIFIED_EVERY_MS = DAY_MS

/** The outcome of a webhook request. */
export interface PostOutcome {
  /** 0: there was no response, and `response` contains the reason. */
  http_status_code: number
  response: string
  /** The endpoint asked for no further attempt (`webhook-delivery: abort-message`). */
  aborted: boolean
  sent_at: Date
  duration_ms: number
  ended_at: Date
}

export function isSuccess({ http_status_code }: Pick<PostOutcome, 'http_status_code'>): boolean {
  return http_status_code >= 200 && http_status_code < 300
}

/** The state of a delivery. */
interface PostProgress {
  status: DeliveryStatus
  attempts: number
  next_attempt_at: string | null
}

/** The state of a delivery after an attempt of the schedule. `chance`: from 0 to 1, for the jitter. */
export function deliveryAfterPost(
  { attempts }: Pick<PostProgress, 'attempts'>,
  posted: PostOutcome,
  chance: number,
): PostProgress {
  const made = attempts + 1
  if (isSuccess(posted)) return { status: 'success', attempts: made, next_attempt_at: null }
  if (posted.aborted || made >= ATTEMPTS_MAX) return { status: 'failed', attempts: made, next_attempt_at: null }
  const next_ms = posted.ended_at.getTime() + backoff(made, RETRIES, chance)
  return { status: 'attempting', attempts: made, next_attempt_at: new Date(next_ms).toISOString() }
}

/** An endpoint's failure record. */
export interface EndpointHealth {
  failing_since: string | null
  failure_told_at: string | null
}

/**
 * The failure record after these requests, which are in the order of their ends. `told`: the failure to send an email
 * about. `disabled`: the endpoint has failed for too long.
 */
export function updatedHealth(
  before: EndpointHealth,
  posted: readonly PostOutcome[],
): EndpointHealth & { told: PostOutcome | undefined; disabled: boolean } {
  let { failing_since, failure_told_at } = before
  let told: PostOutcome | undefined
  for (const each of posted) {
    const at = each.ended_at.toISOString()
    if (isSuccess(each)) failing_since = null
    else if (failing_since === null) {
      failing_since = at
      if (failure_told_at !== null && each.ended_at.getTime() < Date.parse(failure_told_at) + NOTIFIED_EVERY_MS)
        continue
      failure_told_at = at
      told = each
    }
  }
  const last = posted.at(-1)
  const disabled =
    failing_since !== null &&
    last !== undefined &&
    last.ended_at.getTime() >= Date.parse(failing_since) + FAILING_MAX_MS
  return { failing_since, failure_told_at, told, disabled }
}

export const DISABLED_REASON = 'All deliveries failed for five days.'

/** Simultaneous requests to an endpoint. */
export const POSTS_MAX = 100
const POSTS_FIRST = 10
const POSTS_LEAST = 2
const QUICK_MS = 2000

export function firstWindow({ failing_since }: Pick<EndpointHealth, 'failing_since'>): number {
  return failing_since === null ? POSTS_FIRST : POSTS_LEAST
}

/**
 * The number of simultaneous requests after an outcome: one more after a fast success, so twice as many after a whole
 * window of them; half as many after a failure.
 */
export function nextWindow(window: number, posted: PostOutcome): number {
  if (!isSuccess(posted)) return Math.max(POSTS_LEAST, Math.floor(window / 2))
  return posted.duration_ms < QUICK_MS ? Math.min(POSTS_MAX, window + 1) : window
}

/** The body as text that both databases store: invalid UTF-8 and NUL become U+FFFD. Secrets in its URLs are hidden. */
export function responseText(body: Uint8Array): string {
  return maskUrlsIn(new TextDecoder().decode(body).replaceAll('\0', '\uFFFD'))
}

export function isFirstAttempt({ next_attempt_at }: Pick<PostProgress, 'next_attempt_at'>): boolean {
  return next_attempt_at === FIRST_ATTEMPT
}
