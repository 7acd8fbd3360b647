// Turns signals of other rooms into events, on their way to the runs that they begin and wake.
import { keyOf } from '../../base/text/addresses.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { MailFate, Signal } from '../../base/store/signals/signal.ts'
import type { Tx } from '../../base/store/database.ts'
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
export const acceptMailEvent: Subscriber<MailFate> = (tx, signal) => acceptOfMail(tx, signal, signal.detail)

/** The same of who read it. */
export const acceptVisit: Subscriber<Visited> = async (tx, signal) => {
  const { is_listed, ...told } = signal.visit
  if (is_listed) await acceptOfMail(tx, signal, told)
}

type Visited = 'email.opened' | 'email.clicked'

async function acceptOfMail(
  tx: Tx,
  { type, team_id, at, email, origin }: Signal<MailFate | Visited>,
  told: object,
): Promise<void> {
  if (origin?.kind !== 'automation_run') return
  const { id: email_id, from, to, subject, created_at } = email
  const payload = JSON.stringify({ ...told, email_id, from, to, subject, created_at })
  // the mail of a run goes to its contact
  const event = { team_id, about: keyOf(to[0]!), name: OWN_PREFIX + type, payload, at: at.toISOString() }
  await acceptEvent(tx, { ...event, email: null, contact_id: null, run_id: origin.id }, at)
}

/** Runs about a contact that is gone wait for what it will never do. */
export const endRunsOfContact: Subscriber<'contact.deleted'> = async (tx, { team_id, at, contact }) => {
  const payload = { team_id, contact_id: contact.id, about: keyOf(contact.email) }
  await enqueue(tx, 'handle_contact_removed', payload, at)
}
