// Test emails of a broadcast: its content as one email to each of a few addresses. The broadcast itself does not change.
import { findFallbacks } from '../../../audience/contact-properties/actions.ts'
import { findContact } from '../../../audience/contacts/actions.ts'
import { findContactByEmail } from '../../../audience/contacts/store.ts'
import { acceptEmail } from '../../../mail/emails/actions.ts'
import type { TeamUnit } from '../../../base/store/database.ts'
import type { ContactValues } from '../../../base/text/placeholders.ts'
import { inertUnsubscribeUrl, unsubscribeUrl } from '../../../mail/content/unsubscribe-link/actions.ts'
import { testMail, type TestSource, testTemplate } from './rules.ts'

/**
 * Sends the test emails. Each is filled in for the contact with its address, or for a contact without data if there is none.
 * They do not count in the results of the broadcast. Refuses like `POST /emails`.
 */
export async function sendTestEmails(
  unit: TeamUnit,
  whole: TestSource,
  addresses: readonly string[],
): Promise<{ id: string; to: string }[]> {
  const { tx, team_id, now } = unit
  const template = testTemplate(whole)
  const sent: { id: string; to: string }[] = []
  for (const to of addresses) {
    const body = testMail(whole, template, await findValues(unit, whole.broadcast, to), to)
    const { id } = await acceptEmail(tx, { team_id, body }, now)
    sent.push({ id, to })
  }
  return sent
}

async function findValues(
  { tx, team_id, now }: TeamUnit,
  { topic_id }: TestSource['broadcast'],
  address: string,
): Promise<ContactValues> {
  const known = await findContactByEmail(tx, team_id, address)
  const contact = known && (await findContact(tx, team_id, known.id))
  if (!contact) {
    const no_contact = { email: address, first_name: null, last_name: null }
    const fallbacks = await findFallbacks(tx, team_id)
    return { contact: no_contact, properties: {}, fallbacks, unsubscribeUrl: inertUnsubscribeUrl(tx) }
  }
  const { id: contact_id, email, properties, fallbacks } = contact
  const leaver = { team_id, address: email, contact_id, topic_id }
  return { contact, properties, fallbacks, unsubscribeUrl: unsubscribeUrl(tx, leaver, now) }
}
