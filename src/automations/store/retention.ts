// Runs that have outlived their use, what is remembered of them, and how many runs there were in all.
import type { Schemas } from '../../../generated/api.ts'
import type { Tx } from '../../store/database.ts'
import { acrossTeams, statement } from '../../store/statement.ts'
import { type RecordOf, table } from '../../store/table.ts'
import { number, oneOf, text } from '../../store/column.ts'
import { AnyOf } from '../../store/any-of.ts'

type RunStatus = Schemas['RunStatus']
export type RunCounts = Record<RunStatus | 'waiting', number>

const ENDED: RunStatus[] = ['completed', 'failed', 'cancelled']
/** In one unit of work, which holds up all others; each with its steps. */
const FORGOTTEN_AT_ONCE = 50

const KNOWN_BY_JOB = 'the job that forgets the runs of an automation knows that alone'
const COUNTED_IN_INDEX = 'counted along an index that has no team; who asks has found the automation in the team'

const entries = table('automation_entries', { automation_id: text, contact_id: text })
const sums = table('automation_forgotten_runs', { automation_id: text, status: oneOf<RunStatus>(), count: number })

interface KeepingForSomeTime {
  id: string
  retention_days: number
}

interface OldRun {
  id: string
  team_id: string
  contact_id: string
}

const runs = table<OldRun>('automation_runs', { id: text, team_id: text, contact_id: text })

const oldOnes = acrossTeams(
  KNOWN_BY_JOB,
  runs.query<{ automation_id: string; status: string; before: string; limit: number }>(
    ({ rows, param, params }) =>
      rows
        .where(params('automation_id', 'status'))
        // begun before: what the index finds; ended before: what counts
        .andWhere('created_at', '<', param('before'))
        .andWhere('completed_at', '<', param('before'))
        .orderBy(['created_at', 'id']),
    'limit :limit',
  ),
)

const remove = runs.remove('team_id', 'id')
const enter = entries.insertIfNew('automation_id', 'contact_id')
const leave = entries.removeSome(FORGOTTEN_AT_ONCE, ['contact_id'], 'automation_id')

const addCount = sums.write<RecordOf<typeof sums>>(({ rows, params, knex }) =>
  rows
    .insert(params('automation_id', 'status', 'count'))
    .onConflict(['automation_id', 'status'])
    .merge({ count: knex.raw('automation_forgotten_runs.count + excluded.count') }),
)

const forgottenCounts = sums.find('automation_id')

const counts = acrossTeams(
  COUNTED_IN_INDEX,
  statement<{ automation_id: string }, { status: RunStatus; waiting: number; count: number }>((knex, param) =>
    knex(runs.name)
      .select('status', 'waiting')
      .count({ count: '*' })
      .where('automation_id', param('automation_id'))
      .groupBy('status', 'waiting'),
  ),
)

/** Of one status; how many more there are is not counted where many automations are looked at. */
export const RUNS_COUNTED_MAX = 1000
export type BoundedCounts = Record<RunStatus, number>

const STATUSES: RunStatus[] = ['running', 'completed', 'failed', 'cancelled']

const boundedCounts = acrossTeams(
  COUNTED_IN_INDEX,
  new AnyOf<object, { id: string } & BoundedCounts>((knex, _param, ids) =>
    knex('automations')
      .select('id')
      .select(
        STATUSES.map(status =>
          knex.raw(
            `(select count(*) from (select 1 from automation_runs where automation_id = automations.id and status = '${status}' limit ${RUNS_COUNTED_MAX + 1}) as counted) as ${status}`,
          ),
        ),
      )
      .whereIn('id', ids),
  ),
)

const forgottenOfEach = sums.findAny('automation_id')

const keeping = acrossTeams(
  'a sweep',
  statement<{ after: string; limit: number }, KeepingForSomeTime>(
    (knex, param) =>
      knex('automations')
        .select('id', 'retention_days')
        .whereNotNull('retention_days')
        .andWhere('id', '>', param('after'))
        .orderBy('id'),
    'limit :limit',
  ),
)

const removeUnusedGraphs = acrossTeams(
  KNOWN_BY_JOB,
  statement<{ automation_id: string; version: number }>((knex, param) =>
    knex('automation_graphs')
      .where('automation_id', param('automation_id'))
      .andWhere('version', '<', param('version'))
      .whereNotExists(
        knex(runs.name)
          .select('id')
          .where('automation_runs.automation_id', param('automation_id'))
          .andWhere('graph_version', knex.ref('automation_graphs.version')),
      )
      .delete(),
  ),
)

/** Some of the automations whose runs are not kept for ever, from the one behind `after`. */
export function listKeepingForSomeTime(tx: Tx, after: string, limit: number): Promise<KeepingForSomeTime[]> {
  return tx.all(keeping, { after, limit })
}

/** Forgets some runs that ended before that moment, but for their number and whose they were; whether more may be left. */
export async function forgetRuns(tx: Tx, automation_id: string, before: Date, isThere: boolean): Promise<boolean> {
  let left = FORGOTTEN_AT_ONCE
  for (const status of ENDED) {
    const some = await tx.all(oldOnes, { automation_id, status, before: before.toISOString(), limit: left })
    for (const { id, team_id, contact_id } of some) {
      tx.put(remove, { team_id, id })
      if (isThere) await tx.run(enter, { automation_id, contact_id })
    }
    if (isThere && some.length > 0) await tx.run(addCount, { automation_id, status, count: some.length })
    left -= some.length
    if (left === 0) return true
  }
  return isThere ? false : (await tx.run(leave, { automation_id })) === FORGOTTEN_AT_ONCE
}

/** Forgets the graphs before this version that no run needs any more. */
export async function forgetGraphs(tx: Tx, automation_id: string, version: number): Promise<void> {
  tx.put(removeUnusedGraphs, { automation_id, version })
}

/** Of all runs that the automation ever had; those that wait are running ones, too. */
export async function countRuns(tx: Tx, automation_id: string): Promise<RunCounts> {
  const sum: RunCounts = { running: 0, completed: 0, failed: 0, cancelled: 0, waiting: 0 }
  for (const { status, waiting, count } of await tx.all(counts, { automation_id })) {
    sum[status] += count
    if (waiting === 1) sum.waiting += count
  }
  for (const { status, count } of await tx.all(forgottenCounts, { automation_id })) sum[status] += count
  return sum
}

/** The same for many automations in one look; what is more than `RUNS_COUNTED_MAX` is only told to be more. */
export async function countRunsOfEach(tx: Tx, ids: readonly string[]): Promise<Map<string, BoundedCounts>> {
  const rows = ids.length > 0 ? await boundedCounts.all(tx, {}, ids) : []
  const counts = new Map(rows.map(({ id, ...each }) => [id, each]))
  const forgotten = ids.length > 0 ? await forgottenOfEach.all(tx, {}, ids) : []
  for (const { automation_id, status, count } of forgotten) counts.get(automation_id)![status] += count
  return counts
}
