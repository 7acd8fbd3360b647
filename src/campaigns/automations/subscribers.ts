// Turns signals of other rooms into events, on their way to the runs that they begin and wake.
import { keyOf } from '../../base/text/addresses.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { MailFate } from '../../base/store/signals/signal.ts'
import { OWN_PREFIX } from '../../base/text/event-names.ts'
import { acceptEvent } from './contact-events/actions.ts'

/** Only writes down that it happened; the automations that listen are started by the job. */
export const acceptSentEvent: Subscriber<'event.sent'> = async (
  tx,
  { team_id, at, name, payload, contact_id, email },
) => {
  const event = { team_id, about: keyOf(email), name, payload: JSON.stringify(payload), at: at.toISOString() }
  await acceptEvent(tx, { ...event, email: contact_id === null ? email : null, contact_id, run_id: null }, at)
}

/** Only the run that sent a mail hears what became of it. */
export const acceptMailEvent: Subscriber<MailFate> = async (tx, { type, team_id, at, email, origin, detail }) => {
  if (origin?.kind !== 'automation_run') return
  const { id: email_id, from, to, subject, created_at } = email
  const payload = JSON.stringify({ ...detail, email_id, from, to, subject, created_at })
  // the mail of a run goes to its contact
  const about = keyOf(to[0]!)
  const event = { team_id, about, name: OWN_PREFIX + type, payload, at: at.toISOString() }
  await acceptEvent(tx, { ...event, email: null, contact_id: null, run_id: origin.id }, at)
}

/** The same of who read it. */
export const acceptVisit: Subscriber<'email.opened' | 'email.clicked'> = async (
  tx,
  { type, team_id, at, email, origin, visit },
) => {
  if (origin?.kind !== 'automation_run' || !visit.is_listed) return
  const { id: email_id, from, to, subject, created_at } = email
  const { is_listed: _, ...told } = visit
  const payload = JSON.stringify({ ...told, email_id, from, to, subject, created_at })
  const event = { team_id, about: keyOf(to[0]!), name: OWN_PREFIX + type, payload, at: at.toISOString() }
  await acceptEvent(tx, { ...event, email: null, contact_id: null, run_id: origin.id }, at)
}

/** Runs about a contact that is gone wait for what it will never do. */
export const endRunsOfContact: Subscriber<'contact.deleted'> = async (tx, { team_id, at, contact }) => {
  const payload = { team_id, contact_id: contact.id, about: keyOf(contact.email) }
  await enqueue(tx, 'handle_contact_removed', payload, at)
}
