// Deletes runs after their retention, preserves their counts and contacts, and counts all runs.
import type { Schemas } from '../../../../generated/api.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams, knownTeam, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { number, oneOf, uuid } from '../../../base/store/column.ts'
import { AnyOf } from '../../../base/store/any-of.ts'
import { STORED_RUNS } from './runs.ts'
import { STORED_ENTRIES } from './waits.ts'

type RunStatus = Schemas['RunStatus']
export type RunCounts = Record<RunStatus | 'waiting', number>

const ENDED: RunStatus[] = ['completed', 'failed', 'cancelled']
/** Maximum runs that one transaction deletes with their steps; on SQLite it blocks other writes. */
const REMOVED_AT_ONCE = 50

const sums = table('automation_forgotten_runs', {
  automation_id: uuid,
  status: oneOf<RunStatus>(),
  count: number,
  team_id: uuid,
})

interface OfAutomation {
  team_id: string
  automation_id: string
}

interface WithRetention {
  id: string
  team_id: string
  retention_days: number
}

const runs = STORED_RUNS.runs.only('id', 'team_id', 'contact_id')

const oldOnes = runs.query<OfAutomation & { status: string; before: string; limit: number }>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id', 'automation_id', 'status'))
      // the index is on `created_at`; `completed_at` decides
      .andWhere('created_at', '<', param('before'))
      .andWhere('completed_at', '<', param('before'))
      .orderBy(['created_at', 'id']),
  'limit :limit',
)

const remove = runs.remove('team_id', 'id')
const removeSteps = STORED_RUNS.steps.remove('team_id', 'run_id')
const enter = STORED_ENTRIES.insertIfNew('automation_id', 'contact_id')
const leave = STORED_ENTRIES.removeSome({
  key: ['contact_id'],
  by: ['team_id', 'automation_id'],
  limit: REMOVED_AT_ONCE,
}).more

const addCount = sums.write<RecordOf<typeof sums>>(({ rows, params, knex }) =>
  rows
    .insert(params('automation_id', 'status', 'count', 'team_id'))
    .onConflict(sums.conflict(knex, 'automation_id', 'status'))
    .merge({ count: knex.raw('automation_forgotten_runs.count + excluded.count') }),
)

const forgottenCounts = sums.find('team_id', 'automation_id')

const counts = statement<OfAutomation, { status: RunStatus; waiting: number; count: number }>((knex, param) =>
  knex(runs.name)
    .select('status', 'waiting')
    .count({ count: '*' })
    .where({ automation_id: param('automation_id'), ...knownTeam(knex, { team_id: param('team_id') }) })
    .groupBy('status', 'waiting'),
)

/** Maximum runs of one status that are counted in lists of automations. */
export const RUNS_COUNTED_MAX = 1000
export type BoundedCounts = Record<RunStatus, number>

const STATUSES: RunStatus[] = ['running', 'completed', 'failed', 'cancelled']

const boundedCounts = new AnyOf<{ team_id: string }, { id: string } & BoundedCounts>((knex, param, ids) => {
  const counted = (status: RunStatus) => {
    const some = knex(runs.name)
      .select('id')
      .where({ automation_id: knex.ref('automations.id'), status })
      .where(knownTeam(knex, { team_id: param('team_id') }))
      .limit(RUNS_COUNTED_MAX + 1)
    return knex.count('*').from(some.as('counted')).as(status)
  }
  const some = knex('automations')
    .select('id', ...STATUSES.map(counted))
    .where('team_id', param('team_id'))
  return ids.among(some, 'id')
})

const forgottenOfEach = sums.findAny('automation_id', 'team_id')

/** Some of the automations that have a retention. */
export const listWithRetention = acrossTeams(
  'a sweep',
  statement<{ after_id: string; limit: number }, WithRetention>(
    (knex, param) =>
      knex('automations')
        .select('id', 'team_id', 'retention_days')
        .whereNotNull('retention_days')
        .andWhere('id', '>', param('after_id'))
        .orderBy('id'),
    'limit :limit',
  ),
).all

/** Deletes the graphs before this version that no run uses. */
export const removeUnusedGraphs = statement<OfAutomation & { version: number }>((knex, param) => {
  const inUse = knex(runs.name)
    .select('id')
    .where('automation_runs.automation_id', param('automation_id'))
    .where(knownTeam(knex, { 'automation_runs.team_id': param('team_id') }))
    .andWhere('graph_version', knex.ref('automation_graphs.version'))
  return knex('automation_graphs')
    .where({ team_id: param('team_id'), automation_id: param('automation_id') })
    .andWhere('version', '<', param('version'))
    .whereNotExists(inUse)
    .delete()
}).put

/** Deletes some runs that ended before a time, and preserves their number and contacts. Returns whether more may remain. */
export async function removeEndedRuns(
  tx: Tx,
  { team_id, automation_id, before, isThere }: OfAutomation & { before: Date; isThere: boolean },
): Promise<boolean> {
  const of = { team_id, automation_id }
  let left = REMOVED_AT_ONCE
  for (const status of ENDED) {
    const some = await tx.all(oldOnes, { ...of, status, before: before.toISOString(), limit: left })
    for (const { id, contact_id } of some) {
      // the steps are deleted here because this table has no cascading foreign key on PostgreSQL (0152_postgres.sql)
      tx.put(removeSteps, { team_id, run_id: id })
      tx.put(remove, { team_id, id })
      if (isThere) await tx.run(enter, { ...of, contact_id })
    }
    if (isThere && some.length > 0) await tx.run(addCount, { ...of, status, count: some.length })
    left -= some.length
    if (left === 0) return true
  }
  return !isThere && leave(tx, of)
}

/** Counts all runs that the automation ever had. Waiting runs also count as running. */
export async function countRuns(tx: Tx, of: OfAutomation): Promise<RunCounts> {
  const sum: RunCounts = { running: 0, completed: 0, failed: 0, cancelled: 0, waiting: 0 }
  for (const { status, waiting, count } of await tx.all(counts, of)) {
    sum[status] += count
    if (waiting === 1) sum.waiting += count
  }
  for (const { status, count } of await tx.all(forgottenCounts, of)) sum[status] += count
  return sum
}

/** Like `countRuns`, for many automations, up to `RUNS_COUNTED_MAX` of each status. */
export async function countRunsOfEach(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<Map<string, BoundedCounts>> {
  const rows = ids.length > 0 ? await boundedCounts.all(tx, { team_id }, ids) : []
  const counts = new Map(rows.map(({ id, ...each }) => [id, each]))
  const forgotten = ids.length > 0 ? await forgottenOfEach.all(tx, { team_id }, ids) : []
  for (const { automation_id, status, count } of forgotten) counts.get(automation_id)![status] += count
  return counts
}
