// Converts signals of other modules to events, which start and resume runs.
import { findContactRecord } from '../../audience/contacts/store.ts'
import { emailKey } from '../../base/text/addresses.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { DeliverySignalType, Signal } from '../../base/store/signals/signal.ts'
import type { Tx } from '../../base/store/database.ts'
import { OWN_PREFIX } from '../../base/text/event-names.ts'
import { acceptAwaitedEvent, acceptEvent } from './contact-events/actions.ts'

/** Only stores the event; a job starts the runs. */
export const acceptSentEvent: Subscriber<'event.sent'> = async (
  tx,
  { team_id, at, name, payload, contact_id, email },
) => {
  const event = { team_id, about: emailKey(email), name, payload: JSON.stringify(payload), at: at.toISOString() }
  await acceptEvent(tx, { ...event, email: contact_id === null ? email : null, contact_id, run_id: null }, at)
}

/** Events about an email reach only the run that sent it. */
export const acceptMailEvent: Subscriber<DeliverySignalType> = (tx, signal) => acceptOfMail(tx, signal, signal.detail)

/** The same for opens and clicks. */
export const acceptVisit: Subscriber<Visited> = async (tx, signal) => {
  const { is_listed, ...told } = signal.visit
  if (is_listed) await acceptOfMail(tx, signal, told)
}

type Visited = 'email.opened' | 'email.clicked'

async function acceptOfMail(
  tx: Tx,
  { type, team_id, at, email, origin }: Signal<DeliverySignalType | Visited>,
  told: object,
): Promise<void> {
  if (origin?.kind !== 'automation_run') return
  const { id: email_id, from, to, subject, created_at } = email
  const payload = JSON.stringify({ ...told, email_id, from, to, subject, created_at })
  // the email of a run is addressed to its contact
  const event = { team_id, about: emailKey(to[0]!), name: OWN_PREFIX + type, payload, at: at.toISOString() }
  await acceptEvent(tx, { ...event, email: null, contact_id: null, run_id: origin.id }, at)
}

/**
 * Email from a contact. Automatic email is excluded because it is not a reply, and spam because it may use the forged address
 * of a contact.
 */
export const acceptReceived: Subscriber<'email.received'> = async (tx, { type, team_id, at, received }) => {
  const { from_address, is_automatic, verdict } = received
  if (from_address === null || is_automatic || verdict === 'spam') return
  const contact = await findContactRecord(tx, team_id, from_address)
  if (!contact) return
  const { id: email_id, to, cc, subject, message_id, in_reply_to, snippet, created_at } = received
  const told = { email_id, from: from_address, to, cc, subject, message_id, in_reply_to, snippet, created_at }
  const event = { team_id, about: emailKey(contact.email), name: OWN_PREFIX + type, payload: JSON.stringify(told) }
  await acceptAwaitedEvent(
    tx,
    { ...event, at: at.toISOString(), email: null, contact_id: contact.id, run_id: null },
    at,
  )
}

/** Ends the runs of a deleted contact: the events that they wait for can no longer occur. */
export const endRunsOfContact: Subscriber<'contact.deleted'> = async (tx, { team_id, at, contact }) => {
  const payload = { team_id, contact_id: contact.id, about: emailKey(contact.email) }
  await enqueue(tx, 'handle_contact_removed', payload, at)
}
