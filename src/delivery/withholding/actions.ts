// Whom an email is not offered to: asked when an attempt begins, in the unit that writes the attempt down. That is the one
// point that all mail passes, whatever it came from and however often it was tried.
import { findByEmails, findDeparted, keyOf } from '../../contacts/actions.ts'
import { recordDelivery, recordProgress, type UnderDelivery } from '../../emails/actions.ts'
import type { Tx } from '../../store/database.ts'
import { findSuppressed } from '../../suppressions/actions.ts'
import { findSubscriptions } from '../../topics/actions.ts'
import { recipientsOf } from '../message.ts'
import { lastEventOfParts } from '../parts.ts'
import { type Withheld, withholdingOf } from './rules.ts'

/** An email, and who it is to be offered to now. */
export interface LeftToOffer {
  email: UnderDelivery
  recipients: string[]
}

/**
 * Settles whoever it is withheld from, and leaves the others; nothing when nobody is left, and the email is over with that.
 * `attempt`: the number of the one that begins. `isPart`: others may be offered the email by jobs of their own.
 */
export async function withhold(
  tx: Tx,
  { email, recipients }: LeftToOffer,
  attempt: number,
  now: Date,
  isPart = false,
): Promise<LeftToOffer | undefined> {
  const withheld = await findWithheld(tx, email, recipients)
  if (withheld.size === 0) return { email, recipients }
  const { over, ...progress } = withholdingOf(email, recipients, withheld, attempt)
  const whole = over && isPart ? lastEventOfParts(recipientsOf(email), progress.recipients) : over
  if (whole === 'queued') {
    await recordProgress(tx, email, { ...progress, last_event: whole }, now)
    return undefined
  }
  if (whole) {
    await recordDelivery(tx, email, { ...progress, last_event: whole }, now)
    return undefined
  }
  await recordProgress(tx, email, { ...progress, last_event: email.last_event }, now)
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
  const { team_id, topic_id } = email
  const withheld = new Map<string, Withheld>()
  for (const [address, words] of await findSuppressed(tx, team_id, recipients))
    withheld.set(address, { status: 'suppressed', words })
  if (topic_id === null) return withheld
  const others = recipients.filter(address => !withheld.has(address))
  for (const [address, words] of await findUnwilling(tx, { team_id, topic_id }, others))
    withheld.set(address, { status: 'failed', words })
  return withheld
}

/**
 * Who does not want mail about a topic, by what counts now; whoever is no contact wants what the topic has by default. Who
 * has left by a link in a mail has left, whatever was made of the contact since.
 */
async function findUnwilling(
  tx: Tx,
  about: { team_id: string; topic_id: string },
  recipients: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { team_id, topic_id } = about
  const [contacts, departed] = await Promise.all([
    findByEmails(tx, team_id, recipients),
    findDeparted(tx, team_id, recipients),
  ])
  const subscriptions = await findSubscriptions(
    tx,
    about,
    [...contacts.values()].map(({ id }) => id),
  )
  return new Map(
    recipients.flatMap(address => {
      const contact = contacts.get(keyOf(address))
      const left = departed.get(keyOf(address))
      if (!subscriptions) return [[address, 'The topic of this email is not there any more']]
      if (contact?.unsubscribed) return [[address, 'The contact is unsubscribed']]
      if (left?.everything) return [[address, 'The recipient has unsubscribed']]
      if (subscriptions.of(contact?.id) !== 'opt_in') {
        const who = contact ? 'The contact is not subscribed' : 'Who is no contact is not subscribed'
        return [[address, `${who} to the topic of this email`]]
      }
      const leftIt = left?.topics.includes(topic_id) === true
      return leftIt ? [[address, 'The recipient has unsubscribed from the topic of this email']] : []
    }),
  )
}
