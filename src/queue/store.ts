// The SQL of the queue. Every write of a worker asks for its token, so that a worker whose job was taken over can do
// nothing any more, however late it wakes up.
import { statement } from '../store/statement.ts'

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

export const claim = statement<Held & { owner: string; lease: string }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({
      owner: place('owner'),
      run_at: place('lease'),
      token: knex.raw('token + 1'),
      attempts: knex.raw('attempts + 1'),
    }),
)

export const extendLease = statement<Held & { lease: string }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({ run_at: place('lease') }),
)

export const removeHeld = statement<Held>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .delete(),
)

/** Gives the job back for another time. */
export const postponeHeld = statement<Held & { run_at: string; last_error: string | null }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({ owner: null, run_at: place('run_at'), last_error: place('last_error') }),
)

export const endHeld = statement<Held & { failed_at: string; last_error: string }>((knex, place) =>
  knex('jobs')
    .where({ id: place('id'), token: place('token') })
    .update({ owner: null, run_at: null, failed_at: place('failed_at'), last_error: place('last_error') }),
)

/** What a dead process had in hand is due at once. */
export const takeBack = statement<{ now: string }>((knex, place) =>
  knex('jobs')
    .whereNotNull('owner')
    .update({ owner: null, run_at: place('now') }),
)
