// The SQL of the queue. Every write of a worker asks for its token, so that a worker whose job was taken over can do
// nothing any more, however late it wakes up.
import { statement } from '../store/statement.ts'
import { KINDS } from './kinds.ts'

export interface JobRow {
  id: string
  kind: string
  payload: string
  attempts: number
  token: number
  last_error: string | null
  run_at: string
}

interface Held {
  id: string
  token: number
}

export const firstDue = statement<{ kind: string; now: string }, { id: string }>(
  (knex, place) => knex('jobs').select('id').where('kind', place('kind')).andWhere('run_at', '<=', place('now')),
  'limit 1',
)

export const nextDue = statement<{ kind: string }, { run_at: string }>(
  (knex, place) =>
    knex('jobs').select('run_at').where('kind', place('kind')).andWhere('run_at', '>', '').orderBy('run_at'),
  'limit 1',
)

export const firstOf = statement<{ kind: string }, { id: string }>(
  (knex, place) => knex('jobs').select('id').where('kind', place('kind')),
  'limit 1',
)

/** Ids in the order they are due; claiming follows in the same unit. */
export const listDue = statement<{ kind: string; now: string; limit: number }, JobRow>(
  (knex, place) =>
    knex('jobs')
      .select('id', 'kind', 'payload', 'attempts', 'token', 'last_error', 'run_at')
      .where('kind', place('kind'))
      .andWhere('run_at', '<=', place('now'))
      .orderBy('run_at'),
  'limit :limit',
)

/** A job in hand is due for nobody. */
export const claim = statement<Held & { owner: string }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({
      owner: place('owner'),
      run_at: null,
      token: knex.raw('token + 1'),
      attempts: knex.raw('attempts + 1'),
    }),
)

/** The same, for one that may have been put aside. */
export const claimFor = statement<Held & { owner: string; kind: string }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({
      kind: place('kind'),
      owner: place('owner'),
      run_at: null,
      token: knex.raw('token + 1'),
      attempts: knex.raw('attempts + 1'),
    }),
)

/** A job that is put aside is of a kind that nobody looks at, but for who put it there. */
export const putAside = statement<{ id: string; kind: string }>((knex, place) =>
  knex('jobs')
    .where('id', place('id'))
    .update({ kind: place('kind') }),
)

export const listAside = statement<{ from: string; to: string }, { kind: string }>((knex, place) =>
  knex('jobs').distinct('kind').where('kind', '>=', place('from')).andWhere('kind', '<', place('to')),
)

/** The next kind behind this one of those that were put aside. */
export const nextAside = statement<{ after: string; to: string }, { kind: string }>(
  (knex, place) =>
    knex('jobs').select('kind').where('kind', '>', place('after')).andWhere('kind', '<', place('to')).orderBy('kind'),
  'limit 1',
)

export const oldestDue = statement<{ kind: string; now: string }, { run_at: string }>(
  (knex, place) =>
    knex('jobs').select('run_at').where('kind', place('kind')).andWhere('run_at', '<=', place('now')).orderBy('run_at'),
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
  (knex, place) =>
    knex('jobs')
      .select('run_at', 'id')
      .where('kind', place('kind'))
      .andWhere('run_at', '<=', place('until'))
      .andWhereRaw('(run_at, id) > (?, ?)', [place('run_at'), place('id')])
      .orderBy(['run_at', 'id']),
  'limit 1 offset :before',
)

export const countPart = statement<Stretch, { count: number }>((knex, place) =>
  knex('jobs')
    .count({ count: '*' })
    .where('kind', place('kind'))
    .andWhere('run_at', '<=', place('until'))
    .andWhereRaw('(run_at, id) > (?, ?)', [place('run_at'), place('id')]),
)

/** More are not counted: each is looked at, as those in hand have no time either. */
const DEAD_COUNTED_MAX = 5_000

/** Those at a dead end. */
export const countDead = statement<{ kind: string }, { count: number }>((knex, place) => {
  const dead = knex('jobs').select('id').where('kind', place('kind')).whereNull('run_at').whereNull('owner')
  return knex.count({ count: '*' }).from(dead.limit(DEAD_COUNTED_MAX).as('dead'))
})

export const countOf = statement<{ from: string; to: string }, { count: number }>((knex, place) =>
  knex('jobs').count({ count: '*' }).where('kind', '>=', place('from')).andWhere('kind', '<', place('to')),
)

/** Locked until the unit ends, where units run side by side: nobody takes the job over while something is noted for it. */
export const lockHeld = statement<Held, { id: string }>((knex, place) =>
  knex('jobs')
    .select('id')
    .where({ id: place('id'), token: place('token') })
    .forUpdate(),
)

export const removeHeld = statement<Held>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .delete(),
)

/** Gives the job back for another time. */
export const postponeHeld = statement<Held & { run_at: string; set_at: string; last_error: string | null }>(
  (knex, place) =>
    knex('jobs')
      .where({ id: place('id'), token: place('token') })
      .update({ owner: null, run_at: place('run_at'), set_at: place('set_at'), last_error: place('last_error') }),
)

export const endHeld = statement<Held & { failed_at: string; last_error: string }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({ owner: null, run_at: null, failed_at: place('failed_at'), last_error: place('last_error') }),
)

/** Those that somebody has in hand, or had. */
export const listHeld = statement<object, { id: string }>(knex =>
  knex('jobs').select('id').whereIn('kind', KINDS).whereNull('run_at').whereNotNull('owner'),
)

/** What a dead process had in hand, or nobody has any more, is due at once. */
export const takeBack = statement<{ id: string; now: string }>((knex, place) =>
  knex('jobs')
    .where('id', place('id'))
    .update({ owner: null, run_at: place('now'), set_at: place('now') }),
)

export interface DueTime {
  id: string
  run_at: string | null
  set_at: string | null
  created_at: string
}

export const listDueTimes = statement<{ after: string; limit: number }, DueTime>(
  (knex, place) =>
    knex('jobs').select('id', 'run_at', 'set_at', 'created_at').where('id', '>', place('after')).orderBy('id'),
  'limit :limit',
)

export const moveDue = statement<{ id: string; run_at: string; set_at: string }>((knex, place) =>
  knex('jobs')
    .where('id', place('id'))
    .update({ run_at: place('run_at'), set_at: place('set_at') }),
)
