// An A/B test of a broadcast: which of its two versions a contact receives, and which of them wins.
import { createHash } from 'node:crypto'
import type { MailVersion } from '../../../base/store/signals/signal.ts'
import { refusal } from '../../../base/text/refusal.ts'

export type TestVersion = 'a' | 'b'
/** `few`: too few events for a decision. `hand`: a person chose it. */
type Reason = 'more' | 'tie' | 'few' | 'hand'

/** The settings of a test. Version A is the broadcast itself; fields that are `null` here are the same in both. */
export interface AbTestRequest {
  subject: string | null
  html: string | null
  text: string | null
  /** Percent of the audience that receives A or B, half each; the rest receives the winner. */
  share: number
  /** Hours between the last email of the test and the decision. */
  wait_hours: number
  winner_by: 'opened' | 'clicked'
}

export interface AbTest extends AbTestRequest {
  broadcast_id: string
  team_id: string
  /** When the winner is decided; `null`: emails of the test are still being created. */
  decides_at: string | null
  /** When sending the winner to the rest started. */
  rest_at: string | null
  winner: TestVersion | null
  reason: Reason | null
}

export const NOT_STARTED = { decides_at: null, rest_at: null, winner: null, reason: null }

export const SHARE_BOUNDS = { min: 10, max: 100 }
export const WAIT_HOURS_BOUNDS = { min: 1, max: 72 }
const HOUR_MS = 3_600_000

/** Refuses a test whose versions do not differ, or with invalid settings. */
export function checkedAbTest(asked: AbTestRequest): AbTestRequest {
  const { subject, html, text, share, wait_hours } = asked
  if (subject === null && html === null && text === null)
    throw refusal('validation_error', 'Version B is identical to version A. Change its subject or content.')
  refuseOutside('The test size', share, { ...SHARE_BOUNDS, unit: 'percent' })
  refuseOutside('The waiting time', wait_hours, { ...WAIT_HOURS_BOUNDS, unit: 'hours' })
  return asked
}

function refuseOutside(what: string, value: number, { min, max, unit }: typeof SHARE_BOUNDS & { unit: string }): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw refusal('validation_error', `${what} must be a whole number from ${min} to ${max} ${unit}.`)
}

/**
 * The group of a contact. It depends only on the ids, so that each process assigns the contact to the same one at any time.
 */
export function testGroupOf(
  { broadcast_id, share }: Pick<AbTest, 'broadcast_id' | 'share'>,
  contact_id: string,
): TestGroup {
  const drawn = createHash('sha256').update(`${broadcast_id} ${contact_id}`).digest().readUInt32BE()
  const percent = (drawn / 0x1_0000_0000) * 100
  if (percent >= share) return 'rest'
  return percent < share / 2 ? 'a' : 'b'
}

export type TestGroup = TestVersion | 'rest'

/** Whether the contact gets its email now: first the test is sent, then the rest. */
export function isDueNow(test: AbTest, contact_id: string): boolean {
  return (testGroupOf(test, contact_id) === 'rest') === (test.rest_at !== null)
}

/** The version of the contact's email, as recorded with the email. */
export function versionOfContact(test: AbTest, contact_id: string): MailVersion | undefined {
  const group = testGroupOf(test, contact_id)
  if (group !== 'rest') return group
  return test.winner === 'b' ? 'rest_b' : undefined
}

export function decisionAfter({ wait_hours }: AbTest, now: Date): string {
  return new Date(now.getTime() + wait_hours * HOUR_MS).toISOString()
}

// ---- results ------------------------------------------------------------------------------------------------------

/** How many recipients a version was delivered to, and how many of them performed the deciding action. */
export interface VersionOutcome {
  delivered: number
  count: number
}

/** Minimum deciding events, in both versions together, unless the difference is statistically significant. */
const COUNT_MIN = 10

/** The winning version. A wins unless B did better. */
export function decideTest(a: VersionOutcome, b: VersionOutcome): { winner: TestVersion; reason: Reason } {
  const isMuch = a.count + b.count >= COUNT_MIN || isMoreThanChance(a, b)
  if (a.delivered === 0 || b.delivered === 0 || !isMuch) return { winner: 'a', reason: 'few' }
  const difference = a.count * b.delivered - b.count * a.delivered
  if (difference === 0) return { winner: 'a', reason: 'tie' }
  return { winner: difference > 0 ? 'a' : 'b', reason: 'more' }
}

interface Interval {
  rate: number
  low: number
  high: number
}

/** 97.5 % of a normal distribution lies below this. */
const Z = 1.959_963_985

/** The share with its 95 % interval (Wilson 1927), which also holds for few recipients and for shares near 0 and 1. */
export function rateInterval({ delivered, count }: VersionOutcome): Interval | undefined {
  if (delivered === 0) return undefined
  const rate = Math.min(count / delivered, 1)
  const scale = 1 + Z ** 2 / delivered
  const middle = (rate + Z ** 2 / (2 * delivered)) / scale
  const reach = (Z / scale) * Math.sqrt((rate * (1 - rate)) / delivered + Z ** 2 / (4 * delivered ** 2))
  return { rate, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/** Whether the 95 % interval of the difference excludes 0 (Newcombe 1998, method 10). */
export function isMoreThanChance(a: VersionOutcome, b: VersionOutcome): boolean {
  const [one, other] = [rateInterval(a), rateInterval(b)]
  if (!one || !other) return false
  const [more, less] = one.rate > other.rate ? [one, other] : [other, one]
  return more.rate - less.rate > Math.hypot(more.rate - more.low, less.high - less.rate)
}
