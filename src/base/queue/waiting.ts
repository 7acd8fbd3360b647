// Lists pending jobs by the id of their subject: the job's id is that id, or starts with it and a slash.
import type { Knex } from 'knex'
import type { Tx, TeamUnit } from '../store/database.ts'
import { type Param, statement } from '../store/statement.ts'
import type { JobKind } from './kinds.ts'
import { TEXT_IDS } from './store.ts'

/** The character after the slash, for the end of a range of ids. */
const AFTER_SLASH = '0'
/** The character after the `@` in the kinds of jobs set aside, for the end of a range of kinds. */
const AFTER_SEPARATOR = 'A'

interface About {
  team_id: string
  from: string
  until: string
}

interface WaitingJob {
  kind: string
  /** `null`: the job is claimed or a dead letter. */
  run_at: string | null
  last_error: string | null
  failed_at: string | null
}

/** An email has a job for each of its destinations. */
const SHOWN_MAX = 50

const inRange = (knex: Knex, param: Param<About>): Knex.QueryBuilder =>
  knex('jobs')
    .where('team_id', param('team_id'))
    .andWhere('id', '>=', param('from'))
    .andWhere('id', '<', param('until'))

const list = statement<About & { limit: number }, WaitingJob>(
  (knex, param) => inRange(knex, param).select('kind', 'run_at', 'last_error', 'failed_at').orderBy('id'),
  'limit :limit',
  TEXT_IDS,
)

/** A range of kinds: one kind and, with it, those of its jobs set aside. */
interface OfKind {
  kind: string
  next_kind: string
}

const listOfKind = (knex: Knex, param: Param<About & OfKind>): Knex.QueryBuilder =>
  inRange(knex, param).andWhere('kind', '>=', param('kind')).andWhere('kind', '<', param('next_kind'))

const makeDue = statement<About & OfKind & { now: string }>(
  (knex, param) =>
    listOfKind(knex, param)
      .andWhere('run_at', '>', '')
      .update({ kind: param('kind'), run_at: param('now'), set_at: param('now') }),
  '',
  TEXT_IDS,
)

const revive = statement<About & OfKind & { now: string }>(
  (knex, param) =>
    listOfKind(knex, param)
      .whereNull('run_at')
      .whereNull('owner')
      .update({ run_at: param('now'), set_at: param('now'), attempts: 0, failed_at: null }),
  '',
  TEXT_IDS,
)

const about = (team_id: string, id: string): About => ({ team_id, from: id, until: id + AFTER_SLASH })

export function listJobsAbout(tx: Tx, team_id: string, id: string): Promise<WaitingJob[]> {
  return tx.all(list, { ...about(team_id, id), limit: SHOWN_MAX })
}

/** Creates the jobs due now, including dead letters. Returns how many; claimed jobs are unchanged and do not count. */
export async function hastenJobs({ tx, team_id, now }: TeamUnit, kind: JobKind, id: string): Promise<number> {
  const values = { ...about(team_id, id), kind, next_kind: kind + AFTER_SEPARATOR, now: now.toISOString() }
  const count = (await tx.run(makeDue, values)) + (await tx.run(revive, values))
  if (count > 0) tx.wakeQueue(kind)
  return count
}
