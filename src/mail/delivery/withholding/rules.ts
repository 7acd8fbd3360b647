// Recipients that an email is withheld from when an attempt begins: suppressed by now, or not wanting mail of this kind.
import type { Delivery } from '../../emails/actions.ts'
import type { NewEvent, RecipientState, Settled } from '../../emails/events.ts'
import { shortened } from '../../../base/text/length.ts'

/** Why a recipient is not offered the mail, and what becomes of them. */
export interface Withheld {
  status: 'suppressed' | 'failed'
  words: string
}

interface Beginning {
  settled: Settled
  recipients: readonly RecipientState[]
}

/** What is to be written down of those that are withheld from. */
interface Withholding extends Omit<Delivery, 'last_event'> {
  /** The last event of the email, when no recipient is left to be offered it. */
  over: Delivery['last_event'] | undefined
}

interface KnownRecipient {
  id: string
  unsubscribed: boolean
}

/** What a person has left by themselves: it counts whatever was made of the contact since. */
interface Departure {
  everything: boolean
  topics: readonly string[]
}

/** What is known of the owner of an address. */
interface Known {
  contact: KnownRecipient | undefined
  left: Departure | undefined
}

/** Why a person gets no mail that goes to many. `contact_id`: whom it was made for, when it was for a contact. */
export function unwillingWords({ contact, left }: Known, contact_id: string | null): string | undefined {
  if (contact?.unsubscribed) return 'The contact is unsubscribed'
  if (left?.everything) return 'The recipient has unsubscribed'
  return contact_id === null || contact?.id === contact_id ? undefined : 'The contact is not there any more'
}

/** Why a person gets no mail about a topic; for an address without a contact the topic's default counts. */
export function topicWords(
  subscriptions: { of: (contact_id: string | undefined) => 'opt_in' | 'opt_out' } | undefined,
  { contact, left }: Known,
  topic_id: string,
): string | undefined {
  if (!subscriptions) return 'The topic of this email is not there any more'
  if (subscriptions.of(contact?.id) !== 'opt_in') {
    const who = contact ? 'The contact is not subscribed' : 'Who is no contact is not subscribed'
    return `${who} to the topic of this email`
  }
  return left?.topics.includes(topic_id) ? 'The recipient has unsubscribed from the topic of this email' : undefined
}

const SAID_LIMIT = 300

/** What becomes of those of the open recipients that are withheld from: they are settled, and told of. */
export function withholdingOf(
  email: Beginning,
  open: readonly string[],
  withheld: ReadonlyMap<string, Withheld>,
  attempt: number,
): Withholding {
  const those = open.filter(address => withheld.has(address))
  const settled = Object.fromEntries(those.map(address => [address, 'withheld' as const]))
  const states = those.map(address => {
    const { status, words } = withheld.get(address)!
    return { address, status, code: null, reply: shortened(words, SAID_LIMIT) }
  })
  const all = { ...email.settled, ...settled }
  const recipients = [...email.recipients.filter(({ address }) => !those.includes(address)), ...states]
  const over = those.length === open.length ? lastEventWithout(all, recipients) : undefined
  return { over, settled: all, recipients, events: toldOf(those, withheld, attempt) }
}

/** Of an email without a recipient left to be offered it. */
function lastEventWithout(settled: Settled, recipients: readonly RecipientState[]): Delivery['last_event'] {
  const outcomes = Object.values(settled)
  if (outcomes.includes('permanent')) return 'bounced'
  if (outcomes.includes('delivered')) return 'delivered'
  return recipients.some(({ status }) => status === 'suppressed') ? 'suppressed' : 'failed'
}

/** One event for all that have the same reason. */
function toldOf(addresses: readonly string[], withheld: ReadonlyMap<string, Withheld>, attempt: number): NewEvent[] {
  const events = new Map<string, NewEvent>()
  for (const address of addresses) {
    const { status: type, words } = withheld.get(address)!
    const known = events.get(`${type} ${words}`)
    if (known) known.detail.recipients.push(address)
    else events.set(`${type} ${words}`, { type, detail: { recipients: [address], code: null, words, attempt } })
  }
  return [...events.values()]
}
