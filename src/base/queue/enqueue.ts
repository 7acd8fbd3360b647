// Enqueues a job, in the same unit of work as the fact that caused it.
import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../store/database.ts'
import type { Statement } from '../store/statement.ts'
import { waitingKind } from './waiting-names.ts'
import { bucketOf } from './bucket.ts'
import type { Jobs, JobKind } from './kinds.ts'
import { storedPayload } from './payload.ts'
import { insertJob, insertJobOnce, type NewJob } from './store.ts'

/**
 * Adds a job that runs at `run_at`, or immediately if that is `now`. `id`: the id of its subject, by which the job is
 * found; must be unique among jobs.
 */
export async function enqueue<K extends JobKind>(
  tx: Tx,
  kind: K,
  payload: Jobs[K],
  now: Date,
  run_at: Date = now,
  id: string = randomUUIDv7(),
): Promise<void> {
  leave(tx, insertJob, id, kind, payload, now, run_at)
}

/** Adds the only job of its kind, unless it exists. */
export async function enqueueOnce<K extends JobKind>(tx: Tx, kind: K, payload: Jobs[K], now: Date): Promise<void> {
  leave(tx, insertJobOnce, kind, kind, payload, now, now)
}

function leave<K extends JobKind>(
  tx: Tx,
  how: Statement<NewJob, never>,
  id: string,
  kind: K,
  payload: Jobs[K],
  now: Date,
  run_at: Date,
): void {
  const at = now.toISOString()
  const traceparent = tx.settings.traceparent?.()
  const team_id = 'team_id' in payload ? payload.team_id : null
  // a job without room is set aside now, because claiming would do the same later with a second write
  const name = run_at <= now ? tx.waitsUnder(kind, payload) : undefined
  // a process of the previous version, which may run at the same time, only accepts whole payloads
  const stored = tx.several ? payload : storedPayload(kind, id, payload)
  tx.put(how, {
    id,
    kind: name === undefined ? kind : waitingKind(kind, name),
    payload: JSON.stringify(traceparent === undefined ? stored : { ...stored, traceparent }),
    created_at: at,
    run_at: run_at === now ? at : run_at.toISOString(),
    attempts: 0,
    token: 0,
    team_id,
    bucket: team_id === null ? 0 : bucketOf(team_id),
  })
  if (run_at <= now && name === undefined) tx.wakeQueue(kind)
}
