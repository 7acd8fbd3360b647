// What an email says: its own content, or that of its broadcast with the values of the contact whom it goes to.
import { findMailContent } from '../../../campaigns/broadcasts/content/actions.ts'
import { fallbacksOf } from '../../../audience/contact-properties/actions.ts'
import { findContact } from '../../../audience/contacts/actions.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { parsedAddress } from '../../../base/text/addresses.ts'
import type { ContactValues } from '../../../base/text/placeholders.ts'
import { unsubscribeUrl } from '../../unsubscribe/actions.ts'
import type { Email } from '../rules.ts'

type Contentless = Pick<
  Email,
  'id' | 'team_id' | 'to' | 'html' | 'text' | 'topic_id' | 'broadcast_id' | 'contact_id' | 'created_at'
>

/** The email with what it says. Of one of a broadcast that is filled in here, wherever it is shown or sent. */
export async function contentOf<Of extends Contentless>(tx: Tx, email: Of): Promise<Of> {
  const { team_id, broadcast_id } = email
  if (broadcast_id === null) return email
  const content = await findMailContent(tx, { team_id, broadcast_id }, () => valuesOf(tx, email))
  return content ? { ...email, ...content } : email
}

/** The same for who only looks: what cannot be filled in, as it would be too large, is not shown. */
export async function shownContentOf<Of extends Contentless>(tx: Tx, email: Of): Promise<Of> {
  try {
    return await contentOf(tx, email)
  } catch (thrown) {
    if (thrown instanceof Refusal) return email
    throw thrown
  }
}

/** Who gets it; where the contact is gone, what is known of the address. */
async function valuesOf(tx: Tx, email: Contentless): Promise<ContactValues> {
  const { id: email_id, team_id, contact_id, topic_id, broadcast_id, to, created_at } = email
  const contact = contact_id === null ? undefined : await findContact(tx, team_id, contact_id)
  const address = parsedAddress(to[0]!)?.address ?? to[0]!
  const leaver = { team_id, address, contact_id, topic_id, email_id, broadcast_id }
  return {
    contact: contact ?? { email: address, first_name: null, last_name: null },
    properties: contact?.properties ?? {},
    fallbacks: contact?.fallbacks ?? (await fallbacksOf(tx, team_id)),
    // good for ever, so the time of the email will do
    unsubscribeUrl: unsubscribeUrl(tx, leaver, new Date(created_at)),
  }
}
