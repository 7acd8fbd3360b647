// What others may ask of emails: to accept one for sending, and what delivering it must read and write.
import { randomUUIDv7 } from 'node:crypto'
import type { InSchemas } from '../../generated/api.ts'
import { enqueue } from '../queue/enqueue.ts'
import { record } from '../signals/record.ts'
import type { Tx } from '../store/database.ts'
import type { NewEvent, RecipientState, Settled } from './events.ts'
import {
  accepted,
  contentBytes,
  destinationOf,
  type Email,
  LARGE_CONTENT_BYTES,
  type LastEvent,
  type RenderedTemplate,
} from './rules.ts'
import * as store from './store.ts'
import type { Origin, UnderDelivery } from './store.ts'

export type { ListedEmail, ShownEmail } from './present.ts'
export type { LastEvent } from './rules.ts'
export type { Origin, UnderDelivery } from './store.ts'
export { findContentBytes, findEmail, listEmails, lookForUnended, removeOldEmails } from './store.ts'

export interface NewEmail {
  team_id: string
  body: InSchemas['SendEmail']
  /** Given exactly when the body names a template. */
  rendered?: RenderedTemplate
  origin?: Origin
}

/** What became of an email in one attempt to deliver it. */
export interface Delivery {
  last_event: NewEvent['type']
  settled: Settled
  recipients: RecipientState[]
  events: NewEvent[]
}

/** Stores an email and the job that delivers it, or throws the refusal that says what is wrong with it. */
export async function acceptEmail(
  tx: Tx,
  { team_id, body, rendered, origin }: NewEmail,
  now: Date,
): Promise<{ id: string }> {
  const id = tx.newId('emails')
  const email = accepted(body, { id, team_id, now, ...(rendered && { rendered }) })
  await store.insertEmail(tx, email, origin)
  const large_bytes = contentBytes(email)
  const payload = { team_id, email_id: id, destination: destinationOf(email) }
  await enqueue(tx, 'deliver_email', large_bytes > LARGE_CONTENT_BYTES ? { ...payload, large_bytes } : payload, now)
  tx.counted('emails.accepted')
  await record(tx, { type: 'email.sent', team_id, at: now, email, origin })
  return { id }
}

/** The email as it would be accepted, or the refusal; nothing is kept and nothing is sent. */
export function draftedEmail({ team_id, body, rendered }: NewEmail, now: Date): Email {
  return accepted(body, { id: randomUUIDv7(), team_id, now, ...(rendered && { rendered }) })
}

/** The email of a job that delivers it; one that was left by an earlier version does not name the team. */
export async function emailToDeliver(
  tx: Tx,
  job: { team_id?: string; email_id: string },
): Promise<UnderDelivery | undefined> {
  const team_id = job.team_id ?? (await store.findTeamOfEmail(tx, job.email_id))
  return team_id === undefined ? undefined : store.findUnderDelivery(tx, team_id, job.email_id)
}

/** How it stands with each of these emails of the team that is still there, by id. */
export async function fatesOf(
  tx: Tx,
  team_id: string,
  ids: string[],
): Promise<ReadonlyMap<string, { id: string; last_event: LastEvent; recipients: RecipientState[] }>> {
  return new Map((await store.listStates(tx, team_id, ids)).map(fate => [fate.id, fate]))
}

/** An email, and what made the server send it. */
type Delivered = Email & Pick<UnderDelivery, 'origin'>

/** The state and the events that brought it about are written together. */
export async function recordDelivery(tx: Tx, email: Delivered, delivery: Delivery, now: Date): Promise<void> {
  await store.saveDelivery(tx, email, delivery)
  await recordEvents(tx, email, delivery.events, now)
  tx.counted(`emails.${delivery.last_event}`)
}

/** Writes down what happened to an email, and says so. */
export async function recordEvents(tx: Tx, email: Delivered, events: readonly NewEvent[], now: Date): Promise<void> {
  const { team_id, origin } = email
  for (const event of events) {
    await store.insertEmailEvent(tx, email, event, now)
    const { type, detail } = event
    await record(tx, { type: `email.${type}`, team_id, at: now, email, origin, detail })
  }
}
