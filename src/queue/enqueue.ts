// Writing down what is to be done later, in the same unit of work as the fact that caused it.
import { randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { Tx } from '../store/database.ts'
import { type Builder, type Statement, statement } from '../store/statement.ts'
import type { Jobs, Kind } from './kinds.ts'

interface NewJob {
  id: string
  kind: string
  payload: string
  created_at: string
  run_at: string
}

const inserted = (...[knex, place]: Parameters<Builder<NewJob>>): Knex.QueryBuilder =>
  knex('jobs').insert({
    id: place('id'),
    kind: place('kind'),
    payload: place('payload'),
    created_at: place('created_at'),
    run_at: place('run_at'),
    attempts: 0,
    token: 0,
  })

const insert = statement(inserted)

/** Its id is there once, so of many that leave the same job one does. */
const insertOnce = statement<NewJob>((...given) =>
  inserted(...given)
    .onConflict('id')
    .ignore(),
)

/** Leaves a job that runs at `run_at`, or at once when that is `now`. */
export async function enqueue<K extends Kind>(
  tx: Tx,
  kind: K,
  payload: Jobs[K],
  now: Date,
  run_at: Date = now,
): Promise<void> {
  leave(tx, insert, randomUUIDv7(), kind, payload, now, run_at)
}

/** Leaves the only job of its kind, unless it is there. */
export async function enqueueOnce<K extends Kind>(tx: Tx, kind: K, payload: Jobs[K], now: Date): Promise<void> {
  leave(tx, insertOnce, kind, kind, payload, now, now)
}

function leave<K extends Kind>(
  tx: Tx,
  how: Statement<NewJob, never>,
  id: string,
  kind: K,
  payload: Jobs[K],
  now: Date,
  run_at: Date,
): void {
  tx.put(how, {
    id,
    kind,
    payload: JSON.stringify(payload),
    created_at: now.toISOString(),
    run_at: run_at.toISOString(),
  })
  if (run_at <= now) tx.wakeQueue(kind)
}
