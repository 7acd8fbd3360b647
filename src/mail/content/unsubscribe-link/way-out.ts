// What a mail says of how to leave: the two headers with which mail programs offer it (RFC 2369, RFC 8058), and the link in
// the places that its texts have for one.
import { parsedAddress } from '../../../base/text/addresses.ts'
import { fillUnsubscribe } from '../../../base/text/placeholders.ts'
import type { Leaver } from './token.ts'

/** As far as it is asked for here. */
export interface LeavableMail {
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
  /** Of mail that goes to many. */
  contact_id: string | null
  broadcast_id: string | null
}

/**
 * Who unsubscribes by a link in this mail. `undefined` where there is nothing to leave: it is about no topic and goes to one
 * person alone because of what they did. And where it has several recipients: each would have the link of the others.
 */
export function leaverOf(mail: LeavableMail): Leaver | undefined {
  const { team_id, topic_id, contact_id, broadcast_id, id: email_id } = mail
  if (topic_id === null && contact_id === null) return undefined
  const [address, ...others] = new Set(addressesOf(mail))
  if (address === undefined || others.length > 0) return undefined
  return { team_id, address, contact_id, topic_id, email_id, broadcast_id }
}

function addressesOf({ to, cc, bcc }: Pick<LeavableMail, 'to' | 'cc' | 'bcc'>): string[] {
  return [...to, ...cc, ...bcc].map(text => parsedAddress(text)?.address ?? text)
}

/** The mail with the link; `List-Unsubscribe` of who sends it goes before ours, as they have a page of their own then. */
export function withWayOut<Mail extends LeavableMail>(mail: Mail, url: string): Mail {
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

/** A header has one name however it is written; `List-Unsubscribe-Post` says nothing without the other one. */
function replaced(
  headers: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(added).map(name => name.toLowerCase()))
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...added }
}
