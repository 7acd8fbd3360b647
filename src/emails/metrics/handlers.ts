import type { Schemas } from '../../../generated/api.ts'
import { listDomains } from '../../domains/actions.ts'
import type { Handler } from '../../operation.ts'
import type { Tx } from '../../store/database.ts'
import { planned, type MetricsPlan } from './rules.ts'
import { countParts } from './store.ts'
import { Sum, typesFor } from './sums.ts'

const DAY_MS = 86_400_000

/** `emails_days`: for how long emails are kept; 0 for ever. */
export function createMetricsHandlers(emails_days: number): { getEmailMetrics: Handler<'getEmailMetrics'> } {
  return {
    getEmailMetrics: async ({ tx, caller: { team_id }, query, now }) => {
      const keeps_from = emails_days > 0 ? new Date(now.getTime() - emails_days * DAY_MS) : undefined
      const plan = planned(query, now, keeps_from)
      const { range, metrics, dimensions, email_ids } = plan
      const ids = await idsOfDomains(tx, team_id)
      const domains = plan.domain_ids && namesOf(ids, plan.domain_ids)
      const sum = new Sum(plan, domains)
      const read = {
        domains: domains !== undefined || dimensions.includes('domain'),
        emails: dimensions.includes('email'),
      }
      if (!findsNothing(plan, domains))
        await countParts(tx, { team_id, ...range, read, types: typesFor(metrics), email_ids }, sum.add)
      if (dimensions.length === 0) return { status: 200, body: sum.answer() }
      const data: Schemas['EmailMetricsRow'][] = []
      for (const some of sum.rows(ids)) {
        data.push(...some)
        await tx.pause()
      }
      return { status: 200, body: { ...sum.answer(), data } }
    },
  }
}

/** By their names. */
async function idsOfDomains(tx: Tx, team_id: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await listDomains(tx, team_id, {})
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function namesOf(ids: ReadonlyMap<string, string>, wanted: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter(([, id]) => wanted.includes(id)).map(([name]) => name))
}

/** No email is one of a broadcast yet. */
function findsNothing({ broadcast_ids }: MetricsPlan, domains: ReadonlySet<string> | undefined): boolean {
  return broadcast_ids !== undefined || domains?.size === 0
}
