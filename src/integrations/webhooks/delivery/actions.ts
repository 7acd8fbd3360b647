// Starts, stops and repeats webhook deliveries for the other parts of this module, and removes old events.
import { enqueue } from '../../../base/queue/enqueue.ts'
import { removeJobs } from '../../../base/queue/change.ts'
import type { Jobs } from '../../../base/queue/kinds.ts'
import { LANE_PLACEHOLDER } from '../../../base/queue/lanes.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import * as store from './store.ts'

/** Removes some events from before that time with their deliveries and attempts; returns whether more may remain. */
export async function removeOldWebhookEvents(tx: Tx, before: Date): Promise<boolean> {
  const oldest = await store.listOldestEvents(tx, {})
  const old = oldest.filter(({ created_at }) => created_at < before.toISOString())
  for (const { seq, id, team_id } of old) {
    store.removeDeliveriesOf(tx, { team_id, id })
    store.removeAttemptsOf(tx, { team_id, id })
    store.removeWebhookEvent(tx, { team_id, seq })
  }
  return old.length > 0 && old.length === oldest.length
}

const laneOf = (team_id: string): Jobs['post_webhooks'] => ({
  team_id,
  webhook_id: LANE_PLACEHOLDER,
  destination: LANE_PLACEHOLDER,
})

/** Wakes the lanes of an event whose deliveries this unit has written, with `FIRST` as the time of the next attempt. */
export function startDeliveries(tx: Tx, event: { team_id: string; event_id: string }, now: Date): void {
  store.wakeForEvent(tx, event, laneOf(event.team_id), now)
}

/** Wakes the lane of an endpoint that was enabled again. Deliveries that became due meanwhile are due now. */
export function resumeDeliveries({ tx, team_id, now }: TeamUnit, webhook_id: string): void {
  store.wakeForWebhook(tx, { team_id, webhook_id }, laneOf(team_id), now)
}

/** Stops sending to a disabled endpoint. Its deliveries are kept until it is enabled again. */
export function stopDeliveries(tx: Tx, webhook_id: string): void {
  removeJobs(tx, webhook_id)
}

/** Stops sending to a deleted endpoint, and enqueues the removal of its deliveries and attempts. */
export async function removeDeliveries({ tx, team_id, now }: TeamUnit, webhook_id: string): Promise<void> {
  stopDeliveries(tx, webhook_id)
  await enqueue(tx, 'drop_webhook', { team_id, webhook_id }, now)
}

/** Enqueues a replay of an event. The caller has checked that the endpoint is enabled. */
export async function replayEvent(
  { tx, team_id, now }: TeamUnit,
  { webhook_id, event_id }: { webhook_id: string; event_id: string },
): Promise<void> {
  await enqueue(tx, 'replay_webhook', { team_id, webhook_id, event_id, destination: webhook_id }, now)
}

/** The same for each event that failed since a given time. */
export async function replayFailed(
  { tx, team_id, now }: TeamUnit,
  { webhook_id, since }: { webhook_id: string; since: Date },
): Promise<void> {
  await enqueue(tx, 'replay_failed', { team_id, webhook_id, since: since.toISOString(), after: 0 }, now)
}
