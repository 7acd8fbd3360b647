// The sending limits of a team per day and per month, both in UTC, and the counts of a day.
import type { Quotas } from '../../base/config/config.ts'
import { type Refusal, refusal } from '../../base/text/refusal.ts'

/** What a team has used in a day or a month. */
export interface UsageCounts {
  emails: number
  /** Each recipient of an email counts. */
  recipients: number
  received: number
  runs: number
}

/** The outcomes of emails on a day, whenever they were accepted: counts of recipients, and for `opened` of emails. */
interface OutcomeCounts {
  delivered: number
  bounced: number
  failed: number
  suppressed: number
  complained: number
  opened: number
}

export type CountedDay = UsageCounts & OutcomeCounts

export interface UsageSoFar {
  daily: UsageCounts
  monthly: UsageCounts
}

export const NO_USAGE: Readonly<CountedDay> = {
  emails: 0,
  recipients: 0,
  received: 0,
  runs: 0,
  delivered: 0,
  bounced: 0,
  failed: 0,
  suppressed: 0,
  complained: 0,
  opened: 0,
}

/** A day has the form `2026-11-20`. */
export const dayName = (at: string): string => at.slice(0, 10)
export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The end of the current day and month. */
export function quotaResets(now: Date): { daily: Date; monthly: Date } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return { daily: new Date(Date.UTC(year, month, day + 1)), monthly: new Date(Date.UTC(year, month + 1, 1)) }
}

export const USAGE_COUNTERS = Object.keys(NO_USAGE) as (keyof CountedDay)[]

export function sumUsage(rows: readonly CountedDay[]): CountedDay {
  const sum = { ...NO_USAGE }
  for (const row of rows) for (const name of USAGE_COUNTERS) sum[name] += row[name]
  return sum
}

/** The recipients and received emails that count against a quota. */
export const countedUse = ({ recipients, received }: UsageCounts): number => recipients + received

export interface QuotaUse {
  /** `undefined`: there is no such quota. */
  daily: number | undefined
  monthly: number | undefined
}

const SPANS = ['daily', 'monthly'] as const
const SPAN = {
  daily: { name: 'daily_quota_exceeded', when: 'today' },
  monthly: { name: 'monthly_quota_exceeded', when: 'this month' },
} as const

/** The refusal of more recipients, or the use after them. */
export function checkSpending(
  quotas: Quotas,
  used: Record<keyof Quotas, number>,
  more: number,
  now: Date,
): Refusal | QuotaUse {
  for (const span of SPANS) {
    const quota = quotas[span]
    if (quota === 0 || used[span] + more <= quota) continue
    const resets_at = quotaResets(now)[span]
    const { name, when } = SPAN[span]
    const why = `${usedUp(span, quota)} ${used[span]} were sent ${when} (UTC) and this request has ${more}.`
    const refused = refusal(name, `${why} It begins anew at ${resets_at.toISOString()}.`)
    refused.headers['Retry-After'] = String(Math.ceil((resets_at.getTime() - now.getTime()) / 1000))
    return refused
  }
  const { daily, monthly } = quotas
  return {
    daily: daily === 0 ? undefined : used.daily + more,
    monthly: monthly === 0 ? undefined : used.monthly + more,
  }
}

function usedUp(span: keyof Quotas, quota: number): string {
  return `The ${span} quota of ${quota} emails is used up:`
}

export interface QuotaLeft {
  /** Infinity if there is no quota. */
  recipients: number
  /** Why there are none left. */
  reason: string
}

export const UNLIMITED: QuotaLeft = { recipients: Infinity, reason: '' }

export function quotaLeft(quotas: Quotas, used: Record<keyof Quotas, number>): QuotaLeft {
  const lefts = SPANS.filter(span => quotas[span] > 0).map(span => ({
    recipients: Math.max(0, quotas[span] - used[span]),
    reason: usedUp(span, quotas[span]),
  }))
  return lefts.reduce((one, other) => (other.recipients < one.recipients ? other : one), UNLIMITED)
}

/** The response headers with the use of quotas, if there are any. */
export function quotaHeaders({ daily, monthly }: QuotaUse): Record<string, string> {
  return {
    ...(daily !== undefined && { 'x-resend-daily-quota': String(daily) }),
    ...(monthly !== undefined && { 'x-resend-monthly-quota': String(monthly) }),
  }
}
