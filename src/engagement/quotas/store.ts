// The table of what teams have used on each day in UTC and the outcomes of their emails, counted in the transaction in which
// they occur.
import { number, text, uuid } from '../../base/store/column.ts'
import { Counter } from '../../base/store/counter.ts'
import type { Tx } from '../../base/store/database.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import { type CountedDay, USAGE_COUNTERS, firstOfMonth, sumUsage, type UsageSoFar } from './rules.ts'

const KEY = { team_id: uuid, day: text }
const days = table('usage_days', {
  ...KEY,
  shard: number,
  emails: number,
  recipients: number,
  received: number,
  runs: number,
  delivered: number,
  bounced: number,
  failed: number,
  suppressed: number,
  complained: number,
  opened: number,
})
type UsageRow = RecordOf<typeof days>

export const usage = new Counter<{ team_id: string; day: string }, CountedDay>('usage_days', KEY, USAGE_COUNTERS)

/** A past day has one row after aggregation; before, it has one for each connection. */
export const listUsedDays = days.query<{ team_id: string; from: string; to: string }>(({ rows, params, param }) =>
  rows.where(params('team_id')).where('day', '>=', param('from')).where('day', '<=', param('to')).orderBy('day'),
).all

export async function findUsageSoFar(tx: Tx, team_id: string, day: string): Promise<UsageSoFar> {
  const rows = await listUsedDays(tx, { team_id, from: firstOfMonth(day), to: day })
  return { daily: sumUsage(rows.filter(row => row.day === day)), monthly: sumUsage(rows) }
}

const unfolded = acrossTeams(
  'a sweep',
  days.query<{ before: string }>(
    ({ rows, param }) => rows.where('shard', '>', 0).where('day', '<', param('before')).orderBy('day'),
    'limit 200',
  ),
)
const removeShard = days.remove('team_id', 'day', 'shard')
const removeBefore = acrossTeams(
  'a sweep',
  days.removeSome<never, { before: string }>({
    key: ['team_id', 'day', 'shard'],
    where: ({ rows, param }) => rows.where('day', '<', param('before')),
  }),
).more

/** Aggregates some rows of past days. Returns whether more may remain. */
export async function aggregateDays(tx: Tx, before: string): Promise<boolean> {
  const rows: UsageRow[] = await tx.all(unfolded, { before })
  for (const { shard, ...row } of rows) {
    usage.put(tx, row)
    tx.put(removeShard, { team_id: row.team_id, day: row.day, shard })
  }
  return rows.length > 0
}

export function removeOldDays(tx: Tx, before: string): Promise<boolean> {
  return removeBefore(tx, { before })
}
