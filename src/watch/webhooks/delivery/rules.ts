// When an event is posted and what comes of it, and how many posts to an endpoint there are at once.
import { backoff, type WaitTable } from '../../../base/limits/backoff.ts'
import type { DeliveryStatus } from '../rules.ts'

/** `next_attempt_at` of what was never tried: it is due at once, and comes in the order of `seq` whatever clocks say. */
export const FIRST = ''

/** Of what is kept of an answer's body. */
export const RESPONSE_BYTES_MAX = 65_536
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Each from the failure before. Jitter and the time until a worker looks stay within 20 % together. */
const RETRIES: WaitTable = {
  waits_ms: [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
  jitter: [0.95, 1.05],
}
export const ATTEMPTS_MAX = RETRIES.waits_ms.length + 1
/** Of nothing but failures: then the endpoint is disabled. */
const FAILING_MAX_MS = 5 * DAY_MS
/** The team's administrators are told of failures of an endpoint once in this time. */
const TOLD_EVERY_MS = DAY_MS

/** What came of a post. */
export interface Posted {
  /** 0: no answer came, and `response` says why. */
  http_status_code: number
  response: string
  /** The endpoint wants this event no more. */
  aborted: boolean
  sent_at: Date
  duration_ms: number
  ended_at: Date
}

export function isSuccess({ http_status_code }: Pick<Posted, 'http_status_code'>): boolean {
  return http_status_code >= 200 && http_status_code < 300
}

/** How it stands with an event at an endpoint. */
export interface PostProgress {
  status: DeliveryStatus
  attempts: number
  next_attempt_at: string | null
}

/** After an attempt of the schedule. `chance`: from 0 to 1. */
export function progressAfter(
  { attempts }: Pick<PostProgress, 'attempts'>,
  posted: Posted,
  chance: number,
): PostProgress {
  const made = attempts + 1
  if (isSuccess(posted)) return { status: 'success', attempts: made, next_attempt_at: null }
  if (posted.aborted || made >= ATTEMPTS_MAX) return { status: 'failed', attempts: made, next_attempt_at: null }
  const next_ms = posted.ended_at.getTime() + backoff(made, RETRIES, chance)
  return { status: 'attempting', attempts: made, next_attempt_at: new Date(next_ms).toISOString() }
}

/** What is known of an endpoint's failures. */
export interface Health {
  failing_since: string | null
  failure_told_at: string | null
}

/** After these posts, in the order in which they ended. `told`: the first failure is one to tell of; `disabled`: it has failed for too long. */
export function healthAfter(
  before: Health,
  posted: readonly Posted[],
): Health & { told: Posted | undefined; disabled: boolean } {
  let { failing_since, failure_told_at } = before
  let told: Posted | undefined
  for (const each of posted) {
    const at = each.ended_at.toISOString()
    if (isSuccess(each)) failing_since = null
    else if (failing_since === null) {
      failing_since = at
      if (failure_told_at !== null && each.ended_at.getTime() < Date.parse(failure_told_at) + TOLD_EVERY_MS) continue
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

export const DISABLED_REASON = 'Every post to it failed for five days.'

/** Posts to an endpoint at once. */
export const POSTS_MAX = 100
const POSTS_FIRST = 10
const POSTS_LEAST = 2
const QUICK_MS = 2000

export function firstWindow({ failing_since }: Pick<Health, 'failing_since'>): number {
  return failing_since === null ? POSTS_FIRST : POSTS_LEAST
}

/** Twice as many when all have been quick; half as many after each failure. */
export function nextWindow(window: number, posted: Posted): number {
  if (!isSuccess(posted)) return Math.max(POSTS_LEAST, Math.floor(window / 2))
  return posted.duration_ms < QUICK_MS ? Math.min(POSTS_MAX, window + 1) : window
}

/** As text that can be stored everywhere: what is no UTF-8, and NUL, is the sign for what cannot be shown. */
export function responseText(body: Uint8Array): string {
  return new TextDecoder().decode(body).replaceAll('\0', '\uFFFD')
}

export function isFirst({ next_attempt_at }: Pick<PostProgress, 'next_attempt_at'>): boolean {
  return next_attempt_at === FIRST
}
