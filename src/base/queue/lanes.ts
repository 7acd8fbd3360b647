// Lanes: one job for all work for one receiver, performed sequentially. The job exists as long as there is work, and
// each unit that adds work wakes it. A unit that wrote into the job of a busy lane would wait for all other units that
// do, so a lane that is due or busy is not written to: it checks for work once more before it ends.
//
// If several processes work on a database, a unit may find a busy lane and commit after that last check. In that case a
// lane without work first becomes idle for a moment and checks again. An idle lane can be woken even during that check,
// and then loses its job.
import type { Tx } from '../store/database.ts'
import { type Param, type SqlRows, type SqlBuilder, statement } from '../store/statement.ts'
import { bucketOf } from './bucket.ts'
import type { Jobs, JobKind } from './kinds.ts'
import { conflictOfJobs, TEXT_IDS } from './store.ts'

/** The reason with which an idle lane releases its job. */
export const IDLE_REASON = 'nothing is to be done'

/** Placeholder for the id of the lane in a payload. */
export const LANE_PLACEHOLDER = '*'

interface Waking {
  team_id: string
  /** The same id as text, for the rows of `jobs`. */
  of_team_id: string
  bucket: number
  /** As JSON. */
  payload: string
  now: string
}

/** Wakes lanes in the unit `tx`. `payload`: the payload of each job, with `LANE_PLACEHOLDER` in place of its id. */
export type LaneWaker<K extends JobKind, In> = (tx: Tx, values: In, payload: Jobs[K], now: Date) => void

/** Wakes the lanes with the ids that the query `lanes` of `of_team_id` returns, and creates those that do not exist. */
export function laneWaker<In extends { team_id: string }, K extends JobKind>(
  kind: K,
  lanes: (knex: SqlBuilder, param: Param<In & Pick<Waking, 'of_team_id'>>) => SqlRows,
): LaneWaker<K, In> {
  const wake = statement<In & Waking>(
    (knex, param) =>
      knex.raw(
        `insert into jobs (id, kind, payload, created_at, run_at, attempts, token, team_id, bucket)
        select lanes.id, '${kind}', replace(cast(? as text), '${LANE_PLACEHOLDER}', lanes.id), cast(? as text), cast(? as text), 0, 0, cast(? as text), cast(? as integer)
        from (select cast(found.id as text) as id from ? as found) as lanes where not exists (
          select 1 from jobs where jobs.id = lanes.id and jobs.team_id = ?
          and (jobs.run_at <= ? or (jobs.owner is not null and coalesce(jobs.last_error, '') <> '${IDLE_REASON}'))
        )
        on conflict ? do update set run_at = excluded.run_at, set_at = excluded.created_at, owner = null,
        failed_at = null, attempts = 0, token = jobs.token + 1`,
        [
          ...(['payload', 'now', 'now', 'team_id', 'bucket'] as const).map(name => param(name)),
          lanes(knex, param),
          param('team_id'),
          param('now'),
          conflictOfJobs(knex),
        ] as never,
      ),
    '',
    TEXT_IDS,
  )
  return (tx, values, payload, now) => {
    const { team_id } = values
    const job = { of_team_id: team_id, bucket: bucketOf(team_id), payload: JSON.stringify(payload) }
    tx.put(wake, { ...values, ...job, now: now.toISOString() })
    tx.wakeQueue(kind)
  }
}
