// Converts usage to the form of the API.
import type { Schemas } from '../../../generated/api.ts'
import type { UsageSoFar } from '../../engagement/quotas/rules.ts'

/** Shown if clients expect a number and there is no limit; no quota can be as large. */
const NO_LIMIT = 1_000_000_000
/** Shown as the rate limit if there is none; a set limit cannot be higher. */
const NO_RATE_LIMIT = 100_000

/** The limits that the operator has set. */
export interface UsageLimits {
  quotas: { daily: number; monthly: number }
  rate_limit: number
}

/** The number of rows of a team, by table. */
export interface RowCounts {
  contacts: number
  segments: number
  broadcasts: number
  domains: number
}

export const NO_ROWS: Readonly<RowCounts> = { contacts: 0, segments: 0, broadcasts: 0, domains: 0 }

export function usageResponse(
  { daily, monthly }: UsageSoFar,
  counts: RowCounts,
  { quotas, rate_limit }: UsageLimits,
  resets: Record<'daily' | 'monthly', Date>,
): Schemas['Usage'] {
  const emails = (used: typeof daily, resets_at: Date) => ({
    used: used.recipients + used.received,
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
