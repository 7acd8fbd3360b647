// The SQL of the queue. Every write of a worker contains its token (fencing), so that a worker whose job was taken over
// can no longer write anything, however late it continues.
import { codecOf, nullable, number, text } from '../store/column.ts'
import { acrossTeams, forSharedDatabase, type SqlValue, type SqlBuilder, statement } from '../store/statement.ts'
import { type RecordOf, table } from '../store/table.ts'
import { JOB_KINDS } from './kinds.ts'

const jobs = table('jobs', {
  id: text,
  kind: text,
  /** As JSON, in the form of payload.ts. */
  payload: text,
  created_at: text,
  /** When the job is due; `null` for a claimed job and a dead letter. */
  run_at: nullable(text),
  /** The machine's time when `run_at` was written; `null`: at `created_at`. */
  set_at: nullable(text),
  attempts: number,
  /** Incremented by each claim. */
  token: number,
  owner: nullable(text),
  last_error: nullable(text),
  failed_at: nullable(text),
  /** `null`: it belongs to no team. */
  team_id: nullable(text),
  /** The group of teams that contains its team (bucket.ts). */
  bucket: number,
})

const due = jobs.only('id', 'kind', 'payload', 'attempts', 'token', 'last_error', 'run_at', 'team_id')
const times = jobs.only('id', 'run_at', 'set_at', 'created_at')
/** Text instead of a UUID: the only job of a kind has the kind as its id, and others have ids with a suffix. */
export const TEXT_IDS = codecOf({ id: text, team_id: text })
const ids = jobs.only('id')
const held = jobs.only('id', 'token')
const fresh = jobs.only('id', 'kind', 'payload', 'created_at', 'run_at', 'attempts', 'token', 'team_id', 'bucket')

/** With the `run_at` at which it was due before it was claimed. */
export type JobRow = RecordOf<typeof due> & { run_at: string }
/** At most `limit` due jobs of a kind. */
interface DueUntil {
  kind: string
  now: string
  limit: number
}
export type NewJob = RecordOf<typeof fresh>
export type DueTime = RecordOf<typeof times>
/** A claimed job: the token shows whether this claim is still valid. */
export type ClaimedJob = RecordOf<typeof held>

export const insertJob = fresh.insert()

/** Inserts nothing if a job with this id exists. */
export const insertJobOnce = fresh.insertIfNew('id')

/** The unique columns of an `on conflict` clause on `jobs`. */
export const conflictOfJobs = (knex: SqlBuilder): SqlValue => jobs.conflict(knex, 'id')

export const findFirstDue = ids.query<{ kind: string; now: string }>(
  ({ rows, param, params }) => rows.where(params('kind')).andWhere('run_at', '<=', param('now')),
  'limit 1',
)

export const findNextRunAt = jobs
  .only('run_at')
  .query<{ kind: string }, { run_at: string }>(
    ({ rows, params }) => rows.where(params('kind')).andWhere('run_at', '>', '').orderBy('run_at'),
    'limit 1',
  )

export const findFirstOfKind = ids.query<{ kind: string }>(({ rows, params }) => rows.where(params('kind')), 'limit 1')

const inOrder: Parameters<typeof due.query<DueUntil, { run_at: string }>>[0] = ({ rows, param, params }) =>
  rows.where(params('kind')).andWhere('run_at', '<=', param('now')).orderBy('run_at')

/** In the order of their due times. The same unit claims them. */
export const listDue = due.query<DueUntil, { run_at: string }>(inOrder, 'limit :limit')

/** The same if several processes claim: skips rows that another process has locked. */
export const lockDue = forSharedDatabase(
  due.query<DueUntil, { run_at: string }>(inOrder, 'limit :limit for update skip locked'),
)

/**
 * Claims the jobs that are due first with one statement, because each statement is a round trip over the network.
 * Returns them as claimed, but with the time at which they were due, unordered. `materialized`: otherwise the planner
 * may run the subquery more than once as part of the condition of the update, and so claim more than `limit`.
 */
export const claimDue = forSharedDatabase(
  statement<DueUntil & { owner: string }, JobRow>((knex, param) =>
    knex.raw(
      `with due as materialized (
        select id, run_at from jobs where kind = ? and run_at <= ? order by run_at limit ? for update skip locked
      )
      update jobs set owner = ?, run_at = null, token = token + 1, attempts = attempts + 1
      from due where jobs.id = due.id
      returning jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.token, jobs.last_error, jobs.team_id, due.run_at`,
      [param('kind'), param('now'), param('limit'), param('owner')],
    ),
  ),
)

/** A claimed job has no due time. */
export const claimJob = jobs.update({
  by: ['id', 'token'],
  set: ['owner'],
  to: { run_at: null },
  increment: ['token', 'attempts'],
})

/** Claims a job that may have been set aside, and restores its kind. */
export const claimWaiting = jobs.update({
  by: ['id', 'token'],
  set: ['kind', 'owner'],
  to: { run_at: null },
  increment: ['token', 'attempts'],
})

/** Changes the job's kind to one that claiming ignores. */
export const setWaiting = jobs.update({ by: ['id'], set: ['kind'] })

/** Sets a claimed job aside as if it had not been claimed. */
export const returnToWaiting = forSharedDatabase(
  jobs.write<{ id: string; token: number; kind: string; run_at: string }>(({ rows, params, knex }) =>
    rows.where(params('id', 'token')).update({
      ...params('kind', 'run_at'),
      owner: null,
      attempts: knex.raw('?? - 1', ['attempts']),
    }),
  ),
)

/**
 * The kinds of jobs that were set aside, after a given kind. It jumps from one kind to the next in the index, so its
 * cost does not grow with the number of jobs of a kind.
 */
export const listWaitingKinds = statement<{ after: string; to: string; limit: number }, { kind: string }>(
  (knex, param) =>
    knex.raw(
      `with recursive aside (kind) as (
      select first.kind from (
        select jobs.kind from jobs where jobs.kind > ? and jobs.kind < ? order by jobs.kind limit 1
      ) as first
      union all
      select (select jobs.kind from jobs where jobs.kind > aside.kind and jobs.kind < ? order by jobs.kind limit 1)
      from aside where aside.kind is not null
    )
    select aside.kind from aside where aside.kind is not null limit ?`,
      [param('after'), param('to'), param('to'), param('limit')],
    ),
)

export const findOldestDue = jobs
  .only('run_at')
  .query<{ kind: string; now: string }, { run_at: string }>(
    ({ rows, param, params }) => rows.where(params('kind')).andWhere('run_at', '<=', param('now')).orderBy('run_at'),
    'limit 1',
  )

/** Jobs after a given one, by due time and id, that are due at `until` or before. */
interface Stretch {
  kind: string
  run_at: string
  id: string
  until: string
}

/** The last job of a part of `before` + 1 jobs; none if there are fewer. */
export const findLastOfPart = statement<Stretch & { before: number }, { run_at: string; id: string }>(
  (knex, param) =>
    knex('jobs')
      .select('run_at', 'id')
      .where('kind', param('kind'))
      .andWhere('run_at', '<=', param('until'))
      .andWhereRaw('(run_at, id) > (?, ?)', [param('run_at'), param('id')])
      .orderBy(['run_at', 'id']),
  'limit 1 offset :before',
  TEXT_IDS,
)

export const countPart = statement<Stretch, { count: number }>(
  (knex, param) =>
    knex('jobs')
      .count({ count: '*' })
      .where('kind', param('kind'))
      .andWhere('run_at', '<=', param('until'))
      .andWhereRaw('(run_at, id) > (?, ?)', [param('run_at'), param('id')]),
  '',
  TEXT_IDS,
)

/** Maximum that is counted: the count also reads the claimed jobs, which have no due time either. */
const DEAD_COUNTED_MAX = 5_000

/** Dead letters. */
export const countDead = statement<{ kind: string }, { count: number }>((knex, param) => {
  const dead = knex('jobs').select('id').where('kind', param('kind')).whereNull('run_at').whereNull('owner')
  return knex.count({ count: '*' }).from(dead.limit(DEAD_COUNTED_MAX).as('dead'))
})

/** Maximum number of jobs counted of those set aside under one name. */
const ASIDE_COUNTED_MAX = 1_000

/** Maximum number of jobs that one statement counts. */
export const COUNT_MAX = 5_000

export const countUpToMax = statement<{ from: string; to: string }, { count: number }>((knex, param) => {
  const few = knex('jobs').select('id').where('kind', '>=', param('from')).andWhere('kind', '<', param('to'))
  return knex.count({ count: '*' }).from(few.limit(COUNT_MAX).as('few'))
})

export const countWaitingOf = statement<{ kind: string }, { count: number }>((knex, param) => {
  const few = knex('jobs').select('id').where('kind', param('kind')).limit(ASIDE_COUNTED_MAX)
  return knex.count({ count: '*' }).from(few.as('few'))
})

export const isClaimed = ids.query<ClaimedJob>(({ rows, params }) => rows.where(params('id', 'token')))

/** Locks the row of a job that is still claimed, and changes nothing: no process can take it over until the unit ends. */
export const lockClaimed = jobs.update({ by: ['id', 'token'], set: ['token'] })

export const removeClaimed = jobs.remove('id', 'token')

/** Sets a claimed job aside, with its due time, as if it had not been claimed. */
export const setClaimedWaiting = jobs.write<{
  id: string
  token: number
  kind: string
  run_at: string
  last_error: string
}>(({ rows, params, knex }) =>
  rows.where(params('id', 'token')).update({
    ...params('kind', 'run_at', 'last_error'),
    owner: null,
    attempts: knex.raw('?? - 1', ['attempts']),
  }),
)

/** Releases the job with another due time. */
export const postponeClaimed = jobs.update({
  by: ['id', 'token'],
  set: ['run_at', 'set_at', 'last_error'],
  to: { owner: null },
})

/** Makes a job due that was released until later. */
export const makeDue = jobs.write<{ id: string; now: string }>(({ rows, param, params }) =>
  rows
    .where(params('id'))
    .andWhere('run_at', '>', param('now'))
    .update({ run_at: param('now') }),
)

export const clearReason = jobs.update({ by: ['id', 'token'], to: { last_error: null } })

export const moveToDeadLetters = jobs.update({
  by: ['id', 'token'],
  set: ['failed_at', 'last_error'],
  to: { owner: null, run_at: null },
})

/** All claimed jobs. */
export const listClaimed = held.query<object>(({ rows }) =>
  rows.whereIn('kind', JOB_KINDS).whereNull('run_at').whereNotNull('owner'),
)

/** The claimed jobs of one worker. */
export const listClaimedBy = held.find('owner')

/** Creates a claimed job due again: its owner is dead or has lost it. */
export const releaseClaimed = jobs.update({ by: ['id', 'token'], set: ['run_at', 'set_at'], to: { owner: null } })

export const listDueTimes = times.query<{ after: string; limit: number }>(
  ({ rows, param }) => rows.where('id', '>', param('after')).orderBy('id'),
  'limit :limit',
)

/** Changes nothing if the job was claimed, or released with another time, since it was listed. */
export const updateDueTime = jobs.write<{ id: string; due: string; run_at: string; set_at: string }>(
  ({ rows, param, params }) =>
    rows.where(params('id')).andWhere('run_at', param('due')).update(params('run_at', 'set_at')),
)

/** Removes the jobs whose ids are in a range; a worker that has claimed one loses it. */
export const removeInRange = jobs.write<{ from: string; until: string }>(({ rows, param }) =>
  rows.where('id', '>=', param('from')).andWhere('id', '<', param('until')).delete(),
)

export const rescheduleInRange = jobs.write<{ from: string; until: string; run_at: string; set_at: string }>(
  ({ rows, param, params, knex }) =>
    rows
      .where('id', '>=', param('from'))
      .andWhere('id', '<', param('until'))
      .update({ ...params('run_at', 'set_at'), owner: null, token: knex.raw('?? + 1', ['token']) }),
)

const OF_ALL_TEAMS = [
  findFirstDue,
  findNextRunAt,
  findFirstOfKind,
  listDue,
  lockDue,
  claimDue,
  claimJob,
  claimWaiting,
  setWaiting,
  returnToWaiting,
  listWaitingKinds,
  findOldestDue,
  findLastOfPart,
  countPart,
  countDead,
  countUpToMax,
  countWaitingOf,
  isClaimed,
  lockClaimed,
  removeClaimed,
  setClaimedWaiting,
  postponeClaimed,
  makeDue,
  clearReason,
  moveToDeadLetters,
  listClaimed,
  listClaimedBy,
  releaseClaimed,
  listDueTimes,
  updateDueTime,
  removeInRange,
  rescheduleInRange,
]
for (const each of OF_ALL_TEAMS) acrossTeams('a worker runs jobs of all teams, by id', each)
