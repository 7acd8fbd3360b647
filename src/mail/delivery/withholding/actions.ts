// Decides which recipients an email is withheld from. The lookup runs when an attempt begins, in the transaction that records
// the attempt. All email passes this point, whatever its origin and number of attempts.
import { keyOf } from '../../../base/text/addresses.ts'
import { findByEmails } from '../../../audience/contacts/actions.ts'
import { listDeparted as findDeparted } from '../../../audience/contacts/departed/store.ts'
import { recordDelivery, recordProgress } from '../../emails/actions.ts'
import type { UnderDelivery } from '../../emails/store.ts'
import type { InTime, Tx } from '../../../base/store/database.ts'
import { findSuppressed } from '../../../audience/suppressions/actions.ts'
import { findSubscriptions } from '../../../audience/topics/actions.ts'
import { recipientsOf } from '../message.ts'
import { lastEventOfParts } from '../parts.ts'
import { topicWords, unwillingWords, type Withheld, withholdingOf } from './rules.ts'

/** An email, and the recipients to offer it to now. */
interface LeftToOffer {
  email: UnderDelivery
  recipients: string[]
}

/**
 * Settles the recipients that the email is withheld from and returns the others; `undefined` if none remain. `attempt`: the
 * number of the attempt that begins. `isPart`: other jobs may offer the email to other recipients.
 */
export async function withhold(
  { tx, now }: InTime,
  { email, recipients }: LeftToOffer,
  { attempt, isPart = false }: { attempt: number; isPart?: boolean },
): Promise<LeftToOffer | undefined> {
  const withheld = await findWithheld(tx, email, recipients)
  if (withheld.size === 0) return { email, recipients }
  const { over, ...progress } = withholdingOf(email, recipients, withheld, attempt)
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
  email: UnderDelivery,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, Withheld>> {
  const { team_id, topic_id, contact_id } = email
  const withheld = new Map<string, Withheld>()
  for (const [address, words] of await findSuppressed(tx, team_id, recipients))
    withheld.set(address, { status: 'suppressed', words })
  // an email without topic and contact is personal and cannot be unsubscribed from
  if (topic_id === null && contact_id === null) return withheld
  const others = recipients.filter(address => !withheld.has(address))
  for (const [address, words] of await findUnwilling(tx, email, others))
    withheld.set(address, { status: 'failed', words })
  return withheld
}

/** Recipients that do not want marketing email, by their contact, topic and departure now, with the reasons. */
async function findUnwilling(
  tx: Tx,
  { team_id, topic_id, contact_id }: UnderDelivery,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [contacts, departed] = await Promise.all([
    findByEmails(tx, team_id, recipients),
    findDeparted(tx, team_id, recipients),
  ])
  const ids = [...contacts.values()].map(({ id }) => id)
  const subscriptions = topic_id === null ? undefined : await findSubscriptions(tx, { team_id, topic_id }, ids)
  return new Map(
    recipients.flatMap(address => {
      const known = { contact: contacts.get(keyOf(address)), left: departed.get(keyOf(address)) }
      const words =
        unwillingWords(known, contact_id) ?? (topic_id !== null && topicWords(subscriptions, known, topic_id))
      return words ? [[address, words]] : []
    }),
  )
}
