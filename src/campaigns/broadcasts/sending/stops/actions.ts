// Decides whether an email of a broadcast may be offered to a relay now, for the job that delivers it.
import { enqueue } from '../../../../base/queue/enqueue.ts'
import type { Tx } from '../../../../base/store/database.ts'
import type { BroadcastEmailKey, SendStop } from '../../../../mail/delivery/stops.ts'
import { findBroadcast } from '../../store.ts'
import { findWaits } from '../groups/actions.ts'
import { HELD_GROUP } from '../groups/rules.ts'
import { insertWaiting } from '../groups/store.ts'

/** The job of a held email runs again after this time, unless `release_broadcast` runs it earlier. */
const PAUSED_FOR_MS = 60_000

/** What stops the email to this contact; `undefined` if it may be sent. */
export async function findStop(
  tx: Tx,
  { team_id, broadcast_id, contact_id }: BroadcastEmailKey,
  now: Date,
): Promise<SendStop | undefined> {
  const broadcast = await findBroadcast(tx, team_id, broadcast_id)
  if (!broadcast || broadcast.status === 'canceled') return 'canceled'
  if (broadcast.paused_at !== null)
    return { until: new Date(now.getTime() + PAUSED_FOR_MS), reason: 'The broadcast is paused' }
  const wait =
    contact_id === null ? undefined : (await findWaits({ tx, team_id, now }, broadcast, [contact_id]))(contact_id)
  return wait && { until: wait.until, reason: `Quiet hours or waiting for the local time in ${wait.zone}` }
}

/** Records that a stopped email waits, so that `release_broadcast` can run its job. */
export async function recordHeldEmail(tx: Tx, mail: BroadcastEmailKey, now: Date): Promise<void> {
  const { team_id, broadcast_id, contact_id } = mail
  if (contact_id === null) return
  insertWaiting(tx, { team_id, broadcast_id, name: HELD_GROUP, contact_id })
  const stop = await findStop(tx, mail, now)
  // the reason may have ended between the check and this transaction; without this, no other release would follow
  if (!stop || stop === 'canceled') await enqueue(tx, 'release_broadcast', { team_id, broadcast_id }, now)
}
