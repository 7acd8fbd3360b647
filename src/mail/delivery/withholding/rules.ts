// The reasons for withholding an email from recipients when an attempt begins: they are suppressed or have unsubscribed.
import type { Delivery } from '../../emails/actions.ts'
import type { NewEvent, RecipientState, SettledRecipients } from '../../emails/events.ts'
import { truncate } from '../../../base/text/length.ts'

/** Why a recipient is not offered the email, and the resulting status. */
export interface WithholdReason {
  status: 'suppressed' | 'failed'
  words: string
}

interface EmailRecipients {
  settled: SettledRecipients
  recipients: readonly RecipientState[]
}

/** The data to store about withheld recipients. */
interface WithholdingResult extends Omit<Delivery, 'last_event'> {
  /** The last event of the email if no recipient remains; `undefined` if some do. */
  over: Delivery['last_event'] | undefined
}

interface KnownRecipient {
  id: string
  unsubscribed: boolean
}

/** What a person unsubscribed from without logging in. It applies regardless of later changes to the contact. */
interface Departure {
  everything: boolean
  topics: readonly string[]
}

/** The contact and the departure of an address. */
interface RecipientConsent {
  contact: KnownRecipient | undefined
  left: Departure | undefined
}

/** Why a person gets no marketing email. `contact_id`: the contact that the email was created for, if any. */
export function unsubscribedReason({ contact, left }: RecipientConsent, contact_id: string | null): string | undefined {
  if (contact?.unsubscribed) return 'The contact is unsubscribed'
  if (left?.everything) return 'The recipient has unsubscribed'
  return contact_id === null || contact?.id === contact_id ? undefined : 'The contact was deleted'
}

/** Why a person gets no email about a topic. For an address without a contact, the topic's default applies. */
export function topicReason(
  subscriptions: { of: (contact_id: string | undefined) => 'opt_in' | 'opt_out' } | undefined,
  { contact, left }: RecipientConsent,
  topic_id: string,
): string | undefined {
  if (!subscriptions) return 'The topic of this email was deleted'
  if (subscriptions.of(contact?.id) !== 'opt_in') {
    const who = contact ? 'The contact is not subscribed' : 'The recipient is not subscribed'
    return `${who} to the topic of this email`
  }
  return left?.topics.includes(topic_id) ? 'The recipient has unsubscribed from the topic of this email' : undefined
}

const REPLY_LIMIT = 300

/** Settles the withheld recipients among the open ones, with their events. */
export function settleWithheld(
  email: EmailRecipients,
  open: readonly string[],
  withheld: ReadonlyMap<string, WithholdReason>,
  attempt: number,
): WithholdingResult {
  const those = open.filter(address => withheld.has(address))
  const settled = Object.fromEntries(those.map(address => [address, 'withheld' as const]))
  const states = those.map(address => {
    const { status, words } = withheld.get(address)!
    return { address, status, code: null, reply: truncate(words, REPLY_LIMIT) }
  })
  const all = { ...email.settled, ...settled }
  const recipients = [...email.recipients.filter(({ address }) => !those.includes(address)), ...states]
  const over = those.length === open.length ? lastEventWithout(all, recipients) : undefined
  return { over, settled: all, recipients, events: toldOf(those, withheld, attempt) }
}

/** The last event of an email that has no recipient left. */
function lastEventWithout(settled: SettledRecipients, recipients: readonly RecipientState[]): Delivery['last_event'] {
  const outcomes = Object.values(settled)
  if (outcomes.includes('permanent')) return 'bounced'
  if (outcomes.includes('delivered')) return 'delivered'
  return recipients.some(({ status }) => status === 'suppressed') ? 'suppressed' : 'failed'
}

/** One event for all recipients with the same reason. */
function toldOf(
  addresses: readonly string[],
  withheld: ReadonlyMap<string, WithholdReason>,
  attempt: number,
): NewEvent[] {
  const events = new Map<string, NewEvent>()
  for (const address of addresses) {
    const { status: type, words } = withheld.get(address)!
    const known = events.get(`${type} ${words}`)
    if (known) known.detail.recipients.push(address)
    else events.set(`${type} ${words}`, { type, detail: { recipients: [address], code: null, words, attempt } })
  }
  return [...events.values()]
}
