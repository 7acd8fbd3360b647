// Decides how a report changes an email: which recipients are updated and which events are recorded.
import type { Delivery } from '../emails/actions.ts'
import type { LastEvent } from '../emails/rules.ts'
import type { EmailEvent, NewEvent, RecipientState, SettledRecipients } from '../emails/events.ts'
import { distinctAddresses, parseAddress } from '../../base/text/addresses.ts'
import { classifyBounce } from '../../base/text/bounce-class.ts'
import { truncate } from '../../base/text/length.ts'
import type { Report, ReportedRecipient } from './reports/report-types.ts'

/** The fields of an email that reports are compared with. */
interface ReportedEmail {
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  last_event: LastEvent
  settled: SettledRecipients
  recipients: readonly RecipientState[]
}

/** The data to store. `over`: the new last event of the whole email, if it changes. */
interface ReportFacts extends Omit<Delivery, 'last_event'> {
  over: 'bounced' | 'complained' | undefined
}

type RecipientNews = 'bounced' | 'complained' | 'delivery_delayed' | 'delivered'

interface RecipientUpdate {
  address: string
  type: RecipientNews
  code: number | null
  words: string
  status?: string | undefined
}

const UNDER_WAY: readonly LastEvent[] = ['queued', 'scheduled', 'delivery_delayed']

/** The attempt number of reported events, which belong to no attempt. */
const REPORTED = 0
const REPLY_LIMIT = 300

/**
 * The new facts in a report; `undefined` if all are known or impossible, or the report names no recipient of this email. A
 * stranger can send a report twice, so each event counts once per recipient. `reaches`: the recipients that the report may be
 * about.
 */
export function newFactsInReport(
  report: Report,
  email: ReportedEmail,
  events: readonly EmailEvent[],
  reaches: (address: string) => boolean,
): ReportFacts | undefined {
  const mailed = recipientsOfEmail(email)
  const those = mailed.filter(reaches)
  const told = report.kind === 'complaint' ? complaintsIn(report, those) : deliveriesIn(report.recipients, those)
  const news = told.filter(each => isNew(each, email, events))
  if (news.length === 0) return undefined
  const settled = { ...email.settled }
  for (const { address, type } of news) if (type === 'bounced') settled[address] = 'permanent'
  const recipients = statesAfter(email.recipients, news)
  const complained = recipients.some(({ status }) => status === 'complained')
  const isUnderWay = UNDER_WAY.includes(email.last_event) && mailed.some(address => !Object.hasOwn(settled, address))
  const bounced = Object.values(settled).includes('permanent')
  // the email is not finished while a recipient is pending; a delay at a later server is not a delay here
  const over = isUnderWay ? undefined : complained ? 'complained' : bounced ? 'bounced' : undefined
  return { over, settled, recipients, events: eventsOf(news) }
}

export function recipientsOfEmail({ to, cc, bcc }: Pick<ReportedEmail, 'to' | 'cc' | 'bcc'>): string[] {
  return distinctAddresses([...to, ...cc, ...bcc].filter(text => parseAddress(text)))
}

/** The recipient with one of these names. A report without a name applies to the only recipient, if there is just one. */
function mailedTo(names: readonly string[], mailed: readonly string[]): string | undefined {
  if (names.length === 0) return mailed.length === 1 ? mailed[0] : undefined
  return mailed.find(address => names.includes(address.toLowerCase()))
}

function complaintsIn(
  { addresses, words }: Extract<Report, { kind: 'complaint' }>,
  mailed: readonly string[],
): RecipientUpdate[] {
  const names = addresses.length === 0 ? [[]] : addresses.map(address => [address])
  return names.flatMap(name => {
    const address = mailedTo(name, mailed)
    return address === undefined ? [] : [{ address, type: 'complained' as const, code: null, words }]
  })
}

function deliveriesIn(reported: readonly ReportedRecipient[], mailed: readonly string[]): RecipientUpdate[] {
  const news = new Map<string, RecipientUpdate>()
  for (const { addresses, outcome, code, words, status } of reported) {
    const address = mailedTo(addresses, mailed)
    if (address !== undefined) news.set(address, { address, type: outcome, code, words, status })
  }
  return [...news.values()]
}

function isNew(
  { address, type }: RecipientUpdate,
  { settled, recipients }: ReportedEmail,
  events: readonly EmailEvent[],
): boolean {
  const status = recipients.find(each => each.address === address)?.status
  if (settled[address] === 'withheld' || status === 'complained' || status === 'bounced') return false
  // a delivery is known already, unless the last report was a delay at a later server
  if (type === 'delivered' && !(status === 'delivery_delayed' && settled[address] === 'delivered')) return false
  // while this server retries, its own attempts are more reliable than a report
  if (type === 'delivery_delayed' && settled[address] !== 'delivered') return false
  const isRecorded = ({ type: known, detail }: EmailEvent): boolean =>
    known === type && detail.attempt === REPORTED && detail.recipients.includes(address)
  return !events.some(isRecorded)
}

function statesAfter(before: readonly RecipientState[], news: readonly RecipientUpdate[]): RecipientState[] {
  const changed = new Set(news.map(({ address }) => address))
  const states = news.map(({ address, type, code, words }) => ({
    address,
    status: type,
    code,
    reply: truncate(words, REPLY_LIMIT),
  }))
  return [...before.filter(({ address }) => !changed.has(address)), ...states]
}

/** One event per recipient, because each has its own text. */
function eventsOf(news: readonly RecipientUpdate[]): NewEvent[] {
  return news.map(({ address, type, code, words, status }) => {
    const bounce = type === 'bounced' && { bounce: classifyBounce({ code, words, status }) }
    return { type, detail: { recipients: [address], code, words, attempt: REPORTED, ...bounce } }
  })
}
