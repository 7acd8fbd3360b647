// Decides which recipients an email is withheld from. The lookup runs when an attempt begins, in the transaction that records
// the attempt. All email passes this point, whatever its origin and number of attempts.
import { emailKey } from '../../../base/text/addresses.ts'
import { findContactsByEmail } from '../../../audience/contacts/actions.ts'
import { findDeparted } from '../../../audience/contacts/departed/store.ts'
import { recordDelivery, recordProgress } from '../../emails/actions.ts'
import type { EmailInDelivery } from '../../emails/store.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import { findSuppressed } from '../../../audience/suppressions/actions.ts'
import { findSubscriptions } from '../../../audience/topics/actions.ts'
import { recipientsOf } from '../message.ts'
import { lastEventOfParts } from '../parts.ts'
import { topicReason, unsubscribedReason, type WithholdReason, settleWithheld } from './rules.ts'

/** An email, and the recipients to offer it to now. */
interface RemainingRecipients {
  email: EmailInDelivery
  recipients: string[]
}

/**
 * Settles the recipients that the email is withheld from and returns the others; `undefined` if none remain. `attempt`: the
 * number of the attempt that begins. `isPart`: other jobs may offer the email to other recipients.
 */
export async function withhold(
  { tx, now }: TimedTx,
  { email, recipients }: RemainingRecipients,
  { attempt, isPart = false }: { attempt: number; isPart?: boolean },
): Promise<RemainingRecipients | undefined> {
  const withheld = await findWithheld(tx, email, recipients)
  if (withheld.size === 0) return { email, recipients }
  const { over, ...progress } = settleWithheld(email, recipients, withheld, attempt)
  const whole = over && isPart ? lastEventOfParts(recipientsOf(email), progress.recipients) : over
  if (whole === 'queued') {
    await recordProgress({ tx, now }, email, { ...progress, last_event: whole })
    return undefined
  }
  if (whole) {
    await recordDelivery({ tx, now }, email, { ...progress, last_event: whole })
    return undefined
  }
  await recordProgress({ tx, now }, email, { ...progress, last_event: email.last_event })
  const { settled, recipients: states } = progress
  return {
    email: { ...email, settled, recipients: states },
    recipients: recipients.filter(each => !withheld.has(each)),
  }
}

async function findWithheld(
  tx: Tx,
  email: EmailInDelivery,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, WithholdReason>> {
  const { team_id, topic_id, contact_id } = email
  const withheld = new Map<string, WithholdReason>()
  for (const [address, words] of await findSuppressed(tx, team_id, recipients))
    withheld.set(address, { status: 'suppressed', words })
  // an email without topic and contact is personal and cannot be unsubscribed from
  if (topic_id === null && contact_id === null) return withheld
  const others = recipients.filter(address => !withheld.has(address))
  for (const [address, words] of await findUnsubscribed(tx, email, others))
    withheld.set(address, { status: 'failed', words })
  return withheld
}

/** Recipients that do not want marketing email, by their contact, topic and departure now, with the reasons. */
async function findUnsubscribed(
  tx: Tx,
  { team_id, topic_id, contact_id }: EmailInDelivery,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [contacts, departed] = await Promise.all([
    findContactsByEmail(tx, team_id, recipients),
    findDeparted(tx, team_id, recipients),
  ])
  const ids = [...contacts.values()].map(({ id }) => id)
  const subscriptions = topic_id === null ? undefined : await findSubscriptions(tx, { team_id, topic_id }, ids)
  return new Map(
    recipients.flatMap(address => {
      const known = { contact: contacts.get(emailKey(address)), left: departed.get(emailKey(address)) }
      const words =
        unsubscribedReason(known, contact_id) ?? (topic_id !== null && topicReason(subscriptions, known, topic_id))
      return words ? [[address, words]] : []
    }),
  )
}
