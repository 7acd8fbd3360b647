// How an email offers to unsubscribe: two headers that mail programs read (RFC 2369, RFC 8058), and the link that replaces the
// placeholders in its texts.
import { distinctAddresses } from '../../../base/text/addresses.ts'
import { fillUnsubscribe } from '../../../base/text/placeholders.ts'
import type { Unsubscriber } from './token.ts'

/** The fields of an email that unsubscribing depends on. */
export interface UnsubscribableEmail {
  id: string
  team_id: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string
  html: string | null
  text: string | null
  headers: Readonly<Record<string, string>>
  topic_id: string | null
  /** The contact, for marketing email. */
  contact_id: string | null
  broadcast_id: string | null
}

/**
 * The recipient who unsubscribes with a link in this email. `undefined` if the email has neither topic nor contact, and
 * therefore is personal, or if it has several recipients, who would see each other's link.
 */
export function unsubscriberOf(mail: UnsubscribableEmail): Unsubscriber | undefined {
  const { team_id, topic_id, contact_id, broadcast_id, id: email_id } = mail
  if (topic_id === null && contact_id === null) return undefined
  const [address, ...others] = distinctAddresses([...mail.to, ...mail.cc, ...mail.bcc])
  if (address === undefined || others.length > 0) return undefined
  return { team_id, address, contact_id, topic_id, email_id, broadcast_id }
}

/** The email with the link. A `List-Unsubscribe` header of the sender is kept instead of ours. */
export function withUnsubscribeLink<Mail extends UnsubscribableEmail>(mail: Mail, url: string): Mail {
  const { html, text, subject, headers, broadcast_id } = mail
  const fill = (source: string | null): string | null => source && fillUnsubscribe(source, url)
  const isOwn = Object.keys(headers).some(name => name.toLowerCase() === LIST_UNSUBSCRIBE)
  const added = {
    ...(!isOwn && { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    ...(broadcast_id !== null && { Precedence: 'bulk', 'X-Entity-Ref-ID': broadcast_id }),
  }
  return { ...mail, html: fill(html), text: fill(text), subject: fill(subject)!, headers: replaced(headers, added) }
}

const LIST_UNSUBSCRIBE = 'list-unsubscribe'

/** Adds headers and removes the same ones in another case. `List-Unsubscribe-Post` has no effect alone. */
function replaced(
  headers: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(added).map(name => name.toLowerCase()))
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...added }
}
