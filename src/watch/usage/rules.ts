// How usage is shown.
import type { Schemas } from '../../../generated/api.ts'
import { resetsOf, type UsedSoFar, usedOf } from '../../engagement/quotas/actions.ts'

/** What is said where a limit has to be a number and there is none; no quota is as large. */
export const NO_LIMIT = 1_000_000_000
/** What is said of requests where they have no limit; none is higher. */
const NO_RATE_LIMIT = 100_000

/** What the operator has set. */
export interface Limits {
  quotas: { daily: number; monthly: number }
  rate_limit: number
}

export interface Counts {
  contacts: number
  segments: number
  broadcasts: number
  domains: number
}

export function shownUsage(
  { daily, monthly }: UsedSoFar,
  counts: Counts,
  { quotas, rate_limit }: Limits,
  now: Date,
): Schemas['Usage'] {
  const resets = resetsOf(now)
  const emails = (used: typeof daily, resets_at: Date) => ({
    used: usedOf(used),
    sent: used.recipients,
    received: used.received,
    resets_at: resets_at.toISOString(),
  })
  return {
    object: 'usage',
    emails: {
      daily: { ...emails(daily, resets.daily), limit: quotas.daily || null },
      monthly: { ...emails(monthly, resets.monthly), limit: quotas.monthly || NO_LIMIT },
    },
    contacts: { used: counts.contacts, limit: NO_LIMIT },
    segments: { used: counts.segments, limit: null },
    broadcasts: { used: counts.broadcasts, limit: null },
    ai_credits: { used: 0, limit: null, next_increase_at: null },
    automation_runs: { used: monthly.runs, limit: NO_LIMIT, resets_at: resets.monthly.toISOString() },
    domains: { used: counts.domains, limit: null },
    rate_limit: { limit: rate_limit || NO_RATE_LIMIT, duration: '1s' },
  }
}
