// Lanes: a job for all that is to be done for one receiver, one after the other. It is there as long as something is to be
// done, and woken by each unit that leaves something. A unit that writes into the job of a busy lane would wait for all
// others that do, so a lane that is due or busy is left alone: it looks once more before it ends.
//
// Where several processes work on a database, a unit may have seen a busy lane and be committed after that look. So there a
// lane that has nothing to do first becomes idle for a moment and looks again. An idle lane is woken even while it looks,
// and loses its job then.
import type { Tx } from '../store/database.ts'
import { type Param, type SqlRows, type SqlWriter, statement } from '../store/statement.ts'
import { bucketOf } from './bucket.ts'
import type { Jobs, Kind } from './kinds.ts'
import { conflictOfJobs, TEXT_IDS } from './store.ts'

/** The reason with which the job of an idle lane is given back. */
export const IDLE = 'nothing is to be done'

/** In the payload of a lane: its id, as a text of the payload. */
export const THE_LANE = '*'

interface Waking {
  team_id: string
  /** The same where it is looked for: in the rows of jobs it is a text. */
  of_team_id: string
  bucket: number
  /** As JSON, with `THE_LANE` for the id of the job. */
  payload: string
  now: string
}

/** Wakes lanes in the unit `tx`. `payload`: of the job of each, with `THE_LANE` for its id. */
export type LaneWaker<K extends Kind, In> = (tx: Tx, values: In, payload: Jobs[K], now: Date) => void

/** Wakes the lanes whose ids the query `lanes` of `of_team_id` gives. One that is not there is made. */
export function laneWaker<In extends { team_id: string }, K extends Kind>(
  kind: K,
  lanes: (knex: SqlWriter, param: Param<In & Pick<Waking, 'of_team_id'>>) => SqlRows,
): LaneWaker<K, In> {
  const wake = statement<In & Waking>(
    (knex, param) =>
      knex.raw(
        `insert into jobs (id, kind, payload, created_at, run_at, attempts, token, team_id, bucket)
        select lanes.id, '${kind}', replace(cast(? as text), '${THE_LANE}', lanes.id), cast(? as text), cast(? as text), 0, 0, cast(? as text), cast(? as integer)
        from (select cast(found.id as text) as id from ? as found) as lanes where not exists (
          select 1 from jobs where jobs.id = lanes.id and jobs.team_id = ?
          and (jobs.run_at <= ? or (jobs.owner is not null and coalesce(jobs.last_error, '') <> '${IDLE}'))
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
