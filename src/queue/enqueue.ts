// Writing down what is to be done later, in the same unit of work as the fact that caused it.
import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../store/database.ts'
import { statement } from '../store/statement.ts'
import type { Jobs, Kind } from './kinds.ts'

interface NewJob {
  id: string
  kind: string
  payload: string
  created_at: string
  run_at: string
}

const insert = statement<NewJob>((knex, place) =>
  knex('jobs').insert({
    id: place('id'),
    kind: place('kind'),
    payload: place('payload'),
    created_at: place('created_at'),
    run_at: place('run_at'),
    attempts: 0,
    token: 0,
  }),
)

const find = statement<{ id: string }, { id: string }>((knex, place) =>
  knex('jobs').select('id').where('id', place('id')),
)

/** Leaves a job that runs at `run_at`, or at once when that is `now`. */
export async function enqueue<K extends Kind>(
  tx: Tx,
  kind: K,
  payload: Jobs[K],
  now: Date,
  run_at: Date = now,
): Promise<void> {
  await insertJob(tx, randomUUIDv7(), kind, payload, now, run_at)
}

/** Leaves the only job of its kind, unless it is there. */
export async function enqueueOnce<K extends Kind>(tx: Tx, kind: K, payload: Jobs[K], now: Date): Promise<void> {
  if (!(await tx.get(find, { id: kind }))) await insertJob(tx, kind, kind, payload, now, now)
}

async function insertJob<K extends Kind>(
  tx: Tx,
  id: string,
  kind: K,
  payload: Jobs[K],
  now: Date,
  run_at: Date,
): Promise<void> {
  await tx.run(insert, {
    id,
    kind,
    payload: JSON.stringify(payload),
    created_at: now.toISOString(),
    run_at: run_at.toISOString(),
  })
  if (run_at <= now) tx.wakeQueue(kind)
}
