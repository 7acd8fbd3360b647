// What a report says of an email, made of what is known of it: for whom it changes something, and what is told of it.
import type { Delivery, LastEvent } from '../emails/actions.ts'
import type { EmailEvent, NewEvent, RecipientState, Settled } from '../emails/events.ts'
import { parsedAddress } from '../../base/text/addresses.ts'
import { bounceClassOf } from '../../base/text/bounce-class.ts'
import { shortened } from '../../base/text/length.ts'
import type { Report, ReportedRecipient } from './reports/reported.ts'

/** An email, as far as reports of it are judged by it. */
interface ReportedEmail {
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  last_event: LastEvent
  settled: Settled
  recipients: readonly RecipientState[]
}

/** What is to be written down; `over`: the email as a whole has come to something. */
interface HeardOf extends Omit<Delivery, 'last_event'> {
  over: 'bounced' | 'complained' | undefined
}

type Told = 'bounced' | 'complained' | 'delivery_delayed' | 'delivered'

interface News {
  address: string
  type: Told
  code: number | null
  words: string
  status?: string | undefined
}

const UNDER_WAY: readonly LastEvent[] = ['queued', 'scheduled', 'delivery_delayed']

/** 0: it was reported, and so belongs to no attempt. */
const REPORTED = 0
const SAID_LIMIT = 300

/**
 * What is new in a report; nothing when all of it is known, names no recipient of this email, or says what cannot be. A
 * stranger can report twice, so each thing counts once for each recipient. `reaches`: of whom the report may speak.
 */
export function heardIn(
  report: Report,
  email: ReportedEmail,
  events: readonly EmailEvent[],
  reaches: (address: string) => boolean,
): HeardOf | undefined {
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
  // a recipient who is still to be offered the mail keeps it from being over; a delay at another server is not one of ours
  const over = isUnderWay ? undefined : complained ? 'complained' : bounced ? 'bounced' : undefined
  return { over, settled, recipients, events: eventsOf(news) }
}

export function recipientsOfEmail({ to, cc, bcc }: Pick<ReportedEmail, 'to' | 'cc' | 'bcc'>): string[] {
  return [...new Set([...to, ...cc, ...bcc].flatMap(text => parsedAddress(text)?.address ?? []))]
}

/** The recipient that goes by one of these names; who is named by none of them is the only one that there is. */
function mailedTo(names: readonly string[], mailed: readonly string[]): string | undefined {
  if (names.length === 0) return mailed.length === 1 ? mailed[0] : undefined
  return mailed.find(address => names.includes(address.toLowerCase()))
}

function complaintsIn({ addresses, words }: Extract<Report, { kind: 'complaint' }>, mailed: readonly string[]): News[] {
  const names = addresses.length === 0 ? [[]] : addresses.map(address => [address])
  return names.flatMap(name => {
    const address = mailedTo(name, mailed)
    return address === undefined ? [] : [{ address, type: 'complained' as const, code: null, words }]
  })
}

function deliveriesIn(reported: readonly ReportedRecipient[], mailed: readonly string[]): News[] {
  const news = new Map<string, News>()
  for (const { addresses, outcome, code, words, status } of reported) {
    const address = mailedTo(addresses, mailed)
    if (address !== undefined) news.set(address, { address, type: outcome, code, words, status })
  }
  return [...news.values()]
}

function isNew(
  { address, type }: News,
  { settled, recipients }: ReportedEmail,
  events: readonly EmailEvent[],
): boolean {
  const status = recipients.find(each => each.address === address)?.status
  if (settled[address] === 'withheld' || status === 'complained' || status === 'bounced') return false
  // that it was taken we know, unless the last we heard was that it waits somewhere
  if (type === 'delivered' && !(status === 'delivery_delayed' && settled[address] === 'delivered')) return false
  // of our own tries we know better
  if (type === 'delivery_delayed' && settled[address] !== 'delivered') return false
  const isSaid = ({ type: said, detail }: EmailEvent): boolean =>
    said === type && detail.attempt === REPORTED && detail.recipients.includes(address)
  return !events.some(isSaid)
}

function statesAfter(before: readonly RecipientState[], news: readonly News[]): RecipientState[] {
  const changed = new Set(news.map(({ address }) => address))
  const states = news.map(({ address, type, code, words }) => ({
    address,
    status: type,
    code,
    reply: shortened(words, SAID_LIMIT),
  }))
  return [...before.filter(({ address }) => !changed.has(address)), ...states]
}

/** One for each recipient, as each is told of in other words. */
function eventsOf(news: readonly News[]): NewEvent[] {
  return news.map(({ address, type, code, words, status }) => {
    const bounce = type === 'bounced' && { bounce: bounceClassOf({ code, words, status }) }
    return { type, detail: { recipients: [address], code, words, attempt: REPORTED, ...bounce } }
  })
}
