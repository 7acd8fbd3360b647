// The SQL of the queue. Every write of a worker asks for its token, so that a worker whose job was taken over can do
// nothing any more, however late it wakes up.
import { codecOf, nullable, number, text } from '../store/column.ts'
import { acrossTeams, statement } from '../store/statement.ts'
import { type RecordOf, table } from '../store/table.ts'
import { KINDS } from './kinds.ts'

const jobs = table('jobs', {
  id: text,
  kind: text,
  /** As JSON. */
  payload: text,
  created_at: text,
  /** When it is due; `null` while somebody has it in hand, and of a dead letter. */
  run_at: nullable(text),
  /** What the clock said when `run_at` was written; `null`: what it said at `created_at`. */
  set_at: nullable(text),
  attempts: number,
  /** Raised by each claim. */
  token: number,
  owner: nullable(text),
  last_error: nullable(text),
  failed_at: nullable(text),
  /** Whose it is, unless it is nobody's. */
  team_id: nullable(text),
  /** The group of teams that its team is in. */
  bucket: number,
})

const due = jobs.only('id', 'kind', 'payload', 'attempts', 'token', 'last_error', 'run_at')
const times = jobs.only('id', 'run_at', 'set_at', 'created_at')
/** A job that is there once has a word for an id. */
const TEXT_IDS = codecOf({ id: text })
const ids = jobs.only('id')
const kinds = jobs.only('kind')
const fresh = jobs.only('id', 'kind', 'payload', 'created_at', 'run_at', 'attempts', 'token', 'team_id', 'bucket')

/** With `run_at`: who is given one is given one that is due. */
export type JobRow = RecordOf<typeof due> & { run_at: string }
export type NewJob = RecordOf<typeof fresh>
export type DueTime = RecordOf<typeof times>

export const insert = fresh.insert()

/** Its id is there once, so of many that leave the same job one does. */
export const insertOnce = fresh.insertIfNew('id')

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

/** Ids in the order they are due; claiming follows in the same unit. */
export const listDue = due.query<{ kind: string; now: string; limit: number }, { run_at: string }>(
  ({ rows, param, params }) => rows.where(params('kind')).andWhere('run_at', '<=', param('now')).orderBy('run_at'),
  'limit :limit',
)

/** A job in hand is due for nobody. */
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

/** A job that is put aside is of a kind that nobody looks at, but for who put it there. */
export const putAside = jobs.update({ by: ['id'], set: ['kind'] })

export const listAside = kinds.query<{ from: string; to: string }>(({ rows, param }) =>
  rows.distinct().where('kind', '>=', param('from')).andWhere('kind', '<', param('to')),
)

/** The next kind behind this one of those that were put aside. */
export const nextAside = kinds.query<{ after: string; to: string }>(
  ({ rows, param }) => rows.where('kind', '>', param('after')).andWhere('kind', '<', param('to')).orderBy('kind'),
  'limit 1',
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

export const countOf = statement<{ from: string; to: string }, { count: number }>((knex, param) =>
  knex('jobs').count({ count: '*' }).where('kind', '>=', param('from')).andWhere('kind', '<', param('to')),
)

/** Locked until the unit ends, where units run side by side: nobody takes the job over while something is noted for it. */
export const lockHeld = ids.query<{ id: string; token: number }>(({ rows, params }) =>
  rows.where(params('id', 'token')).forUpdate(),
)

export const removeHeld = jobs.remove('id', 'token')

/** Gives the job back for another time. */
export const postponeHeld = jobs.update({
  by: ['id', 'token'],
  set: ['run_at', 'set_at', 'last_error'],
  to: { owner: null },
})

export const endHeld = jobs.update({
  by: ['id', 'token'],
  set: ['failed_at', 'last_error'],
  to: { owner: null, run_at: null },
})

/** Those that somebody has in hand, or had. */
export const listHeld = ids.query<object>(({ rows }) =>
  rows.whereIn('kind', KINDS).whereNull('run_at').whereNotNull('owner'),
)

/** What a dead process had in hand, or nobody has any more, is due at once. */
export const takeBack = jobs.write<{ id: string; now: string }>(({ rows, param, params }) =>
  rows.where(params('id')).update({ owner: null, run_at: param('now'), set_at: param('now') }),
)

export const listDueTimes = times.query<{ after: string; limit: number }>(
  ({ rows, param }) => rows.where('id', '>', param('after')).orderBy('id'),
  'limit :limit',
)

export const moveDue = jobs.update({ by: ['id'], set: ['run_at', 'set_at'] })

const OF_ALL_TEAMS = [
  firstDue,
  nextDue,
  firstOf,
  listDue,
  claim,
  claimFor,
  putAside,
  listAside,
  nextAside,
  oldestDue,
  lastOfPart,
  countPart,
  countDead,
  countOf,
  lockHeld,
  removeHeld,
  postponeHeld,
  endHeld,
  listHeld,
  takeBack,
  listDueTimes,
  moveDue,
]
for (const each of OF_ALL_TEAMS) acrossTeams('who works does so for all teams, and knows a job by its id', each)
