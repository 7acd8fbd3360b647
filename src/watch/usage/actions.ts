// The usage of a team, for the API and for the page, and the maintenance of its counts.
import type { Schemas } from '../../../generated/api.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { findUsageSoFar } from '../../engagement/quotas/store.ts'
import { quotaResets } from '../../engagement/quotas/rules.ts'
import { type UsageLimits, usageResponse } from './rules.ts'
import { countRows, aggregateRows } from './store.ts'

export async function findUsage({ tx, team_id, now }: TeamUnit, limits: UsageLimits): Promise<Schemas['Usage']> {
  const used = await findUsageSoFar(tx, team_id, now.toISOString().slice(0, 10))
  return usageResponse(used, await countRows(tx, team_id), limits, quotaResets(now))
}

const DAY_MS = 86_400_000
/** The clocks of servers and database differ, and a transaction can start on the previous day. */
const AGGREGATED_AFTER_DAYS = 2

/** Sums up some counts of database connections that are no longer used. Returns whether more may remain. */
export function aggregateCounts(tx: Tx, now: Date): Promise<boolean> {
  return aggregateRows(tx, new Date(now.getTime() - AGGREGATED_AFTER_DAYS * DAY_MS).toISOString().slice(0, 10))
}
