// The number of rows that each team has in some tables. Triggers of the database count them (migration 0153).
import { nullable, number, text, uuid } from '../../base/store/column.ts'
import { Counter } from '../../base/store/counter.ts'
import type { Tx } from '../../base/store/database.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import { NO_ROWS, type RowCounts } from './rules.ts'

const KEY = { team_id: uuid, name: text }
const counts = table('team_counts', {
  ...KEY,
  /** On SQLite always 0; on PostgreSQL each backend writes its own row. */
  shard: number,
  /** Negative for a backend that deleted more rows than it inserted. */
  count: number,
  /** The day in UTC on which a backend last wrote the row; `null` for shard 0. */
  day: nullable(text),
})
const counter = new Counter<{ team_id: string; name: string }, { count: number }>('team_counts', KEY, ['count'])

const ofTeam = counts.only('name', 'count').find('team_id').all

/**
 * Counts the rows of a team. The cost does not depend on their number: on SQLite one row is read for each table, on
 * PostgreSQL one more for each backend that has recently created or deleted rows of the team.
 */
export async function countRows(tx: Tx, team_id: string): Promise<RowCounts> {
  const sums = { ...NO_ROWS }
  for (const { name, count } of await ofTeam(tx, { team_id })) sums[name as keyof RowCounts] += count
  return sums
}

const unfolded = acrossTeams(
  'a sweep',
  counts.query<{ before: string }>(
    ({ rows, param }) => rows.where('day', '<', param('before')).orderBy('day'),
    'limit 200',
  ),
).all
const removeShard = counts.remove('team_id', 'name', 'shard').put

/**
 * Adds some of the rows that no backend has written since the day `before` to those with shard 0. Returns whether more
 * may remain. The unit runs again if a backend writes one of the rows meanwhile.
 */
export async function aggregateRows(tx: Tx, before: string): Promise<boolean> {
  const rows = await unfolded(tx, { before })
  for (const { team_id, name, shard, count } of rows) {
    counter.put(tx, { team_id, name, count })
    removeShard(tx, { team_id, name, shard })
  }
  return rows.length > 0
}
