// The usage of a team, for the API and for the page.
import type { Schemas } from '../../../generated/api.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import { findUsed, resetsOf } from '../../engagement/quotas/actions.ts'
import { type UsageLimits, shownUsage } from './rules.ts'
import { countOf } from './store.ts'

export type { UsageLimits } from './rules.ts'

export async function findUsage({ tx, team_id, now }: TeamUnit, limits: UsageLimits): Promise<Schemas['Usage']> {
  const used = await findUsed(tx, team_id, now.toISOString().slice(0, 10))
  const [contacts, segments, broadcasts, domains] = await Promise.all([
    countOf(tx, 'contacts', team_id),
    countOf(tx, 'segments', team_id),
    countOf(tx, 'broadcasts', team_id),
    countOf(tx, 'domains', team_id),
  ])
  return shownUsage(used, { contacts, segments, broadcasts, domains }, limits, resetsOf(now))
}
