// Events of contacts before they reach automations. Events of one contact, or of one address without a contact, are applied in
// order of acceptance: one job handles all pending events, applies the first and enqueues the job of the next. An event that
// fails therefore blocks no other contact.
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import * as store from '../store/contact-events.ts'
import * as waits from '../store/waits.ts'
import type { ContactEventRecord, EventStream, NewContactEvent } from '../store/contact-events.ts'

/** How long applied events are kept for waits that look back. */
const RETENTION_MS = 30 * 86_400_000
/** An event with a larger payload is not kept, because a wait that looks back reads many of them. */
const LONGEST_KEPT_CHARACTERS = 100_000

/** Stores an event and the job that applies it. */
export async function acceptEvent(tx: Tx, event: NewContactEvent, now: Date): Promise<void> {
  const { team_id, about } = event
  store.guardStream(tx, event)
  const under_way = await store.hasPendingEvents(tx, event)
  store.insertContactEvent(tx, { ...event, after: '', state: 'pending' })
  if (!under_way) await enqueue(tx, 'handle_event', { team_id, about }, now)
}

/** Accepts an event that occurs for every email of a contact, only if a run waits for it or may look back at it. */
export async function acceptAwaitedEvent(
  tx: Tx,
  { contact_id, ...event }: NewContactEvent & { contact_id: string },
  now: Date,
): Promise<void> {
  const { team_id } = event
  store.guardStream(tx, event)
  const isAwaited =
    // a pending event may start a run that looks back
    (await store.hasPendingEvents(tx, event)) ||
    (await waits.listWaitingRuns(tx, { team_id, contact_id }, '')).runs.length > 0 ||
    (await waits.hasRunLookingBack(tx, { team_id, contact_id }))
  if (isAwaited) await acceptEvent(tx, { ...event, contact_id: null }, now)
}

/** The next event to apply. */
export function findNextEvent(tx: Tx, stream: EventStream): Promise<ContactEventRecord | undefined> {
  store.guardStream(tx, stream)
  return store.findNextPending(tx, stream)
}

/** Stores the progress of applying an event. The next job continues there. */
export async function continueLater(unit: TeamUnit, event: ContactEventRecord, after: string): Promise<void> {
  store.saveApplied(unit.tx, { ...event, after })
  await enqueueNext(unit, event)
}

/** Ends applying an event. It is kept if a run may still look back; otherwise all kept events of the contact are removed. */
export async function finishEvent(unit: TeamUnit, event: ContactEventRecord, looks_back: boolean): Promise<void> {
  const { tx } = unit
  if (looks_back && event.payload.length <= LONGEST_KEPT_CHARACTERS) await store.retainEvent(tx, event)
  else store.removeContactEvent(tx, event)
  if (!looks_back) await store.removeRetainedEvents(tx, event)
  await enqueueNext(unit, event)
}

/** Removes all kept events of a contact. */
export async function removeEvents(tx: Tx, stream: EventStream): Promise<void> {
  store.guardStream(tx, stream)
  await store.removeRetainedEvents(tx, stream)
}

/** Ends an event that could not be applied: it is kept for a while with its error, and the next one follows. */
export async function failEvent(unit: TeamUnit & EventStream, error: string): Promise<void> {
  const { tx, team_id, about } = unit
  const event = await findNextEvent(tx, { team_id, about })
  if (!event) return
  store.saveState(tx, { ...event, state: 'failed', error })
  await enqueueNext(unit, event)
}

async function enqueueNext({ tx, team_id, now }: TeamUnit, { about }: EventStream): Promise<void> {
  if (await store.hasPendingEvents(tx, { team_id, about })) await enqueue(tx, 'handle_event', { team_id, about }, now)
}

/** Removes some old events. Returns whether more may remain. */
export function removeOldEvents(tx: Tx, now: Date): Promise<boolean> {
  return store.removeEventsBefore(tx, new Date(now.getTime() - RETENTION_MS))
}
