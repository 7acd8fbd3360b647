// The operation that reads email metrics.
import type { Schemas } from '../../../generated/api.ts'
import { listDomains } from '../../identity/domains/store.ts'
import type { Handler } from '../../base/operation/operation.ts'
import type { Tx } from '../../base/store/database.ts'
import { findNamesOfBroadcasts } from '../facts/store.ts'
import { planMetrics } from './rules.ts'
import { countParts } from './store.ts'
import { type MetricsFilter, MetricsSum, typesFor } from './sums.ts'

const DAY_MS = 86_400_000

/** `emails_days`: days for which emails are kept; 0 means forever. */
export function createMetricsHandlers(emails_days: number): { getEmailMetrics: Handler<'getEmailMetrics'> } {
  return {
    getEmailMetrics: async ({ tx, caller: { team_id }, query, now }) => {
      const keeps_from = emails_days > 0 ? new Date(now.getTime() - emails_days * DAY_MS) : undefined
      const plan = planMetrics(query, now, keeps_from)
      const { range, metrics, dimensions, email_ids } = plan
      const ids = await idsOfDomains(tx, team_id)
      const broadcasts = plan.broadcast_ids && (await findNamesOfBroadcasts(tx, team_id, plan.broadcast_ids))
      const only: MetricsFilter = {
        domains: plan.domain_ids && namesOf(ids, plan.domain_ids),
        broadcasts: broadcasts && new Set(broadcasts.map(({ id }) => id)),
      }
      const sum = new MetricsSum(plan, only)
      const read = {
        domains: only.domains !== undefined || dimensions.includes('domain'),
        emails: dimensions.includes('email'),
        broadcasts: broadcasts !== undefined || dimensions.includes('broadcast'),
      }
      // the list is newest first, and an email is never older than its broadcast
      const since = broadcasts?.at(-1) && new Date(broadcasts.at(-1)!.created_at)
      if (!findsNothing(only))
        await countParts(tx, { team_id, ...range, since, read, types: typesFor(metrics), email_ids }, sum.add)
      if (dimensions.length === 0) return { status: 200, body: sum.answer() }
      const data: Schemas['EmailMetricsRow'][] = []
      const known = { domains: ids, broadcasts: await namesOfBroadcasts(tx, team_id, sum.broadcasts()) }
      for (const some of sum.rows(known)) {
        data.push(...some)
        await tx.pause()
      }
      return { status: 200, body: { ...sum.answer(), data } }
    },
  }
}

/** The ids of the domains, by name. */
async function idsOfDomains(tx: Tx, team_id: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await listDomains(tx, { team_id }, {})
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function namesOf(ids: ReadonlyMap<string, string>, wanted: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter(([, id]) => wanted.includes(id)).map(([name]) => name))
}

/** The names of the broadcasts, by id. */
async function namesOfBroadcasts(tx: Tx, team_id: string, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const found = await findNamesOfBroadcasts(tx, team_id, ids)
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Whether no domain or no broadcast of the filter exists. */
function findsNothing({ domains, broadcasts }: MetricsFilter): boolean {
  return domains?.size === 0 || broadcasts?.size === 0
}
