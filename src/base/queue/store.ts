// The SQL of the queue. Every write of a worker names its token (fencing), so that a worker whose job was taken over can
// write nothing any more, however late it wakes up.
import { codecOf, nullable, number, text } from '../store/column.ts'
import { acrossTeams, forSeveral, type SqlValue, type SqlWriter, statement } from '../store/statement.ts'
import { type RecordOf, table } from '../store/table.ts'
import { KINDS } from './kinds.ts'

const jobs = table('jobs', {
  id: text,
  kind: text,
  /** As JSON. */
  payload: text,
  created_at: text,
  /** When it is due; `null` while it is claimed, and of a dead letter. */
  run_at: nullable(text),
  /** What the clock said when `run_at` was written; `null`: what it said at `created_at`. */
  set_at: nullable(text),
  attempts: number,
  /** Raised by each claim. */
  token: number,
  owner: nullable(text),
  last_error: nullable(text),
  failed_at: nullable(text),
  /** The team that it belongs to, if it belongs to one. */
  team_id: nullable(text),
  /** The group of teams that its team is in. */
  bucket: number,
})

const due = jobs.only('id', 'kind', 'payload', 'attempts', 'token', 'last_error', 'run_at')
const times = jobs.only('id', 'run_at', 'set_at', 'created_at')
/** A job that is there once has a word for an id. */
export const TEXT_IDS = codecOf({ id: text, team_id: text })
const ids = jobs.only('id')
const held = jobs.only('id', 'token')
const fresh = jobs.only('id', 'kind', 'payload', 'created_at', 'run_at', 'attempts', 'token', 'team_id', 'bucket')

/** With `run_at`: who is given one is given one that is due. */
export type JobRow = RecordOf<typeof due> & { run_at: string }
/** So many jobs of a kind that are due. */
interface DueUntil {
  kind: string
  now: string
  limit: number
}
export type NewJob = RecordOf<typeof fresh>
export type DueTime = RecordOf<typeof times>
/** A job, as who has it in hand knows it. */
export type Held = RecordOf<typeof held>

export const insert = fresh.insert()

/** Its id is there once, so of many that leave the same job one does. */
export const insertOnce = fresh.insertIfNew('id')

/** What the insertion of a job that is there is in conflict with. */
export const conflictOfJobs = (knex: SqlWriter): SqlValue => jobs.conflict(knex, 'id')

export const firstDue = ids.query<{ kind: string; now: string }>(
  ({ rows, param, params }) => rows.where(params('kind')).andWhere('run_at', '<=', param('now')),
  'limit 1',
)

export const nextDue = jobs
  .only('run_at')
  .query<{ kind: string }, { run_at: string }>(
    ({ rows, params }) => rows.where(params('kind')).andWhere('run_at', '>', '').orderBy('run_at'),
    'limit 1',
  )

export const firstOf = ids.query<{ kind: string }>(({ rows, params }) => rows.where(params('kind')), 'limit 1')

const inOrder: Parameters<typeof due.query<DueUntil, { run_at: string }>>[0] = ({ rows, param, params }) =>
  rows.where(params('kind')).andWhere('run_at', '<=', param('now')).orderBy('run_at')

/** In the order they are due; claiming follows in the same unit. */
export const listDue = due.query<DueUntil, { run_at: string }>(inOrder, 'limit :limit')

/** The same where several processes claim: skips rows that another process has locked. */
export const lockDue = forSeveral(
  due.query<DueUntil, { run_at: string }>(inOrder, 'limit :limit for update skip locked'),
)

/**
 * Takes in hand what is due first, with one question: there each takes as long as a way over the network and back. Gives
 * them as they are then, but with the time at which they were due, in no order. What is to be taken is found once: within
 * the condition of the update the planner may look for it again, and so take more.
 */
export const claimDue = forSeveral(
  statement<DueUntil & { owner: string }, JobRow>((knex, param) =>
    knex.raw(
      `with due as materialized (
        select id, run_at from jobs where kind = ? and run_at <= ? order by run_at limit ? for update skip locked
      )
      update jobs set owner = ?, run_at = null, token = token + 1, attempts = attempts + 1
      from due where jobs.id = due.id
      returning jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.token, jobs.last_error, due.run_at`,
      [param('kind'), param('now'), param('limit'), param('owner')],
    ),
  ),
)

/** A claimed job is not due. */
export const claim = jobs.update({
  by: ['id', 'token'],
  set: ['owner'],
  to: { run_at: null },
  increment: ['token', 'attempts'],
})

/** The same, for one that may have been put aside. */
export const claimFor = jobs.update({
  by: ['id', 'token'],
  set: ['kind', 'owner'],
  to: { run_at: null },
  increment: ['token', 'attempts'],
})

/** A job that is put aside has a kind that claiming does not look for. */
export const putAside = jobs.update({ by: ['id'], set: ['kind'] })

/** The same with one that was claimed, which is then as if it had not been. */
export const putBackAside = forSeveral(
  jobs.write<{ id: string; token: number; kind: string; run_at: string }>(({ rows, params, knex }) =>
    rows.where(params('id', 'token')).update({
      ...params('kind', 'run_at'),
      owner: null,
      attempts: knex.raw('?? - 1', ['attempts']),
    }),
  ),
)

/**
 * The kinds behind this one of jobs that were put aside, so many at the most. It goes from each to the next, however many
 * jobs there are of one.
 */
export const listAside = statement<{ after: string; to: string; limit: number }, { kind: string }>((knex, param) =>
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

export const oldestDue = jobs
  .only('run_at')
  .query<{ kind: string; now: string }, { run_at: string }>(
    ({ rows, param, params }) => rows.where(params('kind')).andWhere('run_at', '<=', param('now')).orderBy('run_at'),
    'limit 1',
  )

/** Jobs behind this one, in the order of their time, that are due until then. */
interface Stretch {
  kind: string
  run_at: string
  id: string
  until: string
}

/** The last of so many, if there are as many. */
export const lastOfPart = statement<Stretch & { before: number }, { run_at: string; id: string }>(
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

/** More are not counted: each is looked at, as those in hand have no time either. */
const DEAD_COUNTED_MAX = 5_000

/** Dead letters. */
export const countDead = statement<{ kind: string }, { count: number }>((knex, param) => {
  const dead = knex('jobs').select('id').where('kind', param('kind')).whereNull('run_at').whereNull('owner')
  return knex.count({ count: '*' }).from(dead.limit(DEAD_COUNTED_MAX).as('dead'))
})

/** So many are counted of those that were put aside under one name. */
const ASIDE_COUNTED_MAX = 1_000

/** More are not counted at once. */
export const FEW = 5_000

export const countFew = statement<{ from: string; to: string }, { count: number }>((knex, param) => {
  const few = knex('jobs').select('id').where('kind', '>=', param('from')).andWhere('kind', '<', param('to'))
  return knex.count({ count: '*' }).from(few.limit(FEW).as('few'))
})

export const countAsideOf = statement<{ kind: string }, { count: number }>((knex, param) => {
  const few = knex('jobs').select('id').where('kind', param('kind')).limit(ASIDE_COUNTED_MAX)
  return knex.count({ count: '*' }).from(few.as('few'))
})

export const isHeld = ids.query<Held>(({ rows, params }) => rows.where(params('id', 'token')))

/** Locks the job if it is still held, and changes nothing: it cannot be taken over until the unit ends. */
export const holdOn = jobs.update({ by: ['id', 'token'], set: ['token'] })

export const removeHeld = jobs.remove('id', 'token')

/** Puts a job in hand aside, as due as it was, as if it had not been claimed. */
export const putHeldAside = jobs.write<{ id: string; token: number; kind: string; run_at: string; last_error: string }>(
  ({ rows, params, knex }) =>
    rows.where(params('id', 'token')).update({
      ...params('kind', 'run_at', 'last_error'),
      owner: null,
      attempts: knex.raw('?? - 1', ['attempts']),
    }),
)

/** Gives the job back for another time. */
export const postponeHeld = jobs.update({
  by: ['id', 'token'],
  set: ['run_at', 'set_at', 'last_error'],
  to: { owner: null },
})

export const forgetReason = jobs.update({ by: ['id', 'token'], to: { last_error: null } })

export const endHeld = jobs.update({
  by: ['id', 'token'],
  set: ['failed_at', 'last_error'],
  to: { owner: null, run_at: null },
})

/** Jobs that are claimed, or were. */
export const listHeld = held.query<object>(({ rows }) =>
  rows.whereIn('kind', KINDS).whereNull('run_at').whereNotNull('owner'),
)

/** Those of one of several workers. */
export const listHeldBy = held.find('owner')

/** Makes due again what a dead process had claimed, or a claim that was lost. */
export const takeBack = jobs.update({ by: ['id', 'token'], set: ['run_at', 'set_at'], to: { owner: null } })

export const listDueTimes = times.query<{ after: string; limit: number }>(
  ({ rows, param }) => rows.where('id', '>', param('after')).orderBy('id'),
  'limit :limit',
)

/** Unless it was taken in hand, or given back for another time, since it was listed. */
export const moveDue = jobs.write<{ id: string; due: string; run_at: string; set_at: string }>(
  ({ rows, param, params }) =>
    rows.where(params('id')).andWhere('run_at', param('due')).update(params('run_at', 'set_at')),
)

/** Removes the jobs with ids between these; a worker that has claimed one loses it. */
export const removeAbout = jobs.write<{ from: string; until: string }>(({ rows, param }) =>
  rows.where('id', '>=', param('from')).andWhere('id', '<', param('until')).delete(),
)

export const rescheduleAbout = jobs.write<{ from: string; until: string; run_at: string; set_at: string }>(
  ({ rows, param, params, knex }) =>
    rows
      .where('id', '>=', param('from'))
      .andWhere('id', '<', param('until'))
      .update({ ...params('run_at', 'set_at'), owner: null, token: knex.raw('?? + 1', ['token']) }),
)

const OF_ALL_TEAMS = [
  firstDue,
  nextDue,
  firstOf,
  listDue,
  lockDue,
  claimDue,
  claim,
  claimFor,
  putAside,
  putBackAside,
  listAside,
  oldestDue,
  lastOfPart,
  countPart,
  countDead,
  countFew,
  countAsideOf,
  isHeld,
  holdOn,
  removeHeld,
  putHeldAside,
  postponeHeld,
  forgetReason,
  endHeld,
  listHeld,
  listHeldBy,
  takeBack,
  listDueTimes,
  moveDue,
  removeAbout,
  rescheduleAbout,
]
for (const each of OF_ALL_TEAMS) acrossTeams('who works does so for all teams, and knows a job by its id', each)
