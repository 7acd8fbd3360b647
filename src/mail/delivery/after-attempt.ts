// Decides the consequences of an attempt: settled recipients, events to record and the time of the next attempt.
import type { Delivery } from '../emails/actions.ts'
import type { NewEvent, RecipientState, SettledRecipients } from '../emails/events.ts'
import type { DeliveryPolicy } from '../../base/config/config.ts'
import { classifyBounce } from '../../base/text/bounce-class.ts'
import { truncate } from '../../base/text/length.ts'
import { type DeliveryOutcome, lastEventOf, nextAttempt, type RecipientOutcome, DEFAULT_POLICY } from './schedule.ts'

export interface AttemptResult extends Delivery {
  /** `undefined` after the last attempt. */
  next: Date | undefined
}

/**
 * The recorded outcome of an attempt. `unknown`: the message may have been accepted. `interrupted`: it cannot have been,
 * because the process ended or failed before; no server replied.
 */
export type AttemptOutcome = 'taken' | 'not_taken' | 'unknown' | 'interrupted'

interface EmailBeforeAttempt {
  created_at: string
  /** Set if it was scheduled. */
  scheduled_at: string | null
  settled: SettledRecipients
  recipients: readonly RecipientState[]
}

/** One attempt, and the inputs for the time of the next one. */
interface AttemptInput {
  number: number
  /** Number of attempts, including this one, that reached a server. */
  answered: number
  now: Date
  /** From 0 to 1. */
  chance: number
  policy?: DeliveryPolicy
}

/** `outcomes`: of all recipients that were not settled before this attempt. */
export function afterAttempt(
  email: EmailBeforeAttempt,
  outcomes: readonly RecipientOutcome[],
  attempted: AttemptInput,
): AttemptResult {
  const { number, answered, now, chance, policy = DEFAULT_POLICY } = attempted
  const heard = policy.unknown === 'hold' ? outcomes.map(held) : outcomes
  const open = heard.some(({ outcome }) => !isFinal(outcome))
  const next = open
    ? nextAttempt(answered, { now, accepted_at: firstDueAt(email), chance, offered_ms: policy.expiry_ms })
    : undefined
  const again = next !== undefined
  // a withheld recipient was never offered the email, so it does not count toward the outcome of the whole
  const before = Object.values(email.settled).filter(outcome => outcome !== 'withheld')
  const latest: DeliveryOutcome[] = [...before, ...heard.map(({ outcome }) => outcome)]
  return {
    next,
    last_event: lastEventOf(latest, again),
    settled: { ...email.settled, ...newlySettled(heard) },
    recipients: statesOf(email.recipients, heard, again),
    events: eventsOf(heard, number, again),
  }
}

/** When the email was first due. */
export function firstDueAt({
  created_at,
  scheduled_at,
}: Pick<EmailBeforeAttempt, 'created_at' | 'scheduled_at'>): Date {
  return new Date(scheduled_at ?? created_at)
}

/** Turns `unknown` into the final outcome `held`: the email is not offered again to a recipient that may have received it. */
function held(outcome: RecipientOutcome): RecipientOutcome {
  if (outcome.outcome !== 'unknown') return outcome
  return { ...outcome, outcome: 'held', reply_text: `${HELD}: ${outcome.reply_text}` }
}

const HELD = 'The outcome is unknown, so the email is not sent again (UNKNOWN_OUTCOME=hold)'

/** The outcome of an email that cannot be composed: it is not sent, and the reason is recorded. */
export function composeFailure(
  email: EmailBeforeAttempt,
  recipients: readonly string[],
  number: number,
  reply_text: string,
): AttemptResult {
  const outcomes = recipients.map(address => ({ address, outcome: 'permanent' as const, code: null, reply_text }))
  const before = email.recipients.filter(({ address }) => !recipients.includes(address))
  const now = recipients.map(address => ({
    address,
    status: 'failed' as const,
    code: null,
    reply: shortReply(reply_text),
  }))
  return {
    next: undefined,
    last_event: 'failed',
    settled: { ...email.settled, ...newlySettled(outcomes) },
    recipients: [...before, ...now],
    events: [
      { type: 'failed', detail: { recipients: [...recipients], code: null, words: reply_text, attempt: number } },
    ],
  }
}

const REPLY_LIMIT = 300

function shortReply(reply_text: string): string {
  return truncate(reply_text, REPLY_LIMIT)
}

/** The state of each recipient after this attempt. Recipients not in `outcomes` keep theirs. */
function statesOf(
  before: readonly RecipientState[],
  outcomes: readonly RecipientOutcome[],
  again: boolean,
): RecipientState[] {
  const now = new Set(outcomes.map(({ address }) => address))
  const states = outcomes.map(({ address, outcome, code, reply_text }) => {
    const status: RecipientState['status'] = outcome === 'held' ? 'unknown' : eventType(outcome, again)
    return { address, status, code, reply: shortReply(reply_text) }
  })
  return [...before.filter(({ address }) => !now.has(address)), ...states]
}

/** Why an email was delayed, bounced or failed, without addresses, for the log. */
interface Trouble {
  event: Exclude<NewEvent['type'], 'delivered'>
  /** Number of affected recipients. */
  recipients: number
  code: number | null
  /** The enhanced status code (RFC 3463), if the server gave one. */
  status?: string
}

/** The worst event of an attempt, for the log; `undefined` if there were no problems. */
export function worstEvent(events: readonly NewEvent[]): Trouble | undefined {
  const worst = ['bounced', 'failed', 'delivery_delayed'] as const
  const event = worst.find(type => events.some(({ type: other }) => other === type))
  const about = events.filter(({ type }) => type === event)
  if (event === undefined) return undefined
  const { code, words: reply_text } = about[0]!.detail
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply_text)?.[1]
  const recipients = about.reduce((count, { detail }) => count + detail.recipients.length, 0)
  return { event, recipients, code, ...(status !== undefined && { status }) }
}

export function attemptOutcome(outcomes: readonly RecipientOutcome[]): AttemptOutcome {
  if (outcomes.some(({ outcome }) => outcome === 'unknown')) return 'unknown'
  return outcomes.some(({ outcome }) => outcome === 'delivered') ? 'taken' : 'not_taken'
}

/** Whether the last attempt began after the deadline for attempts. No retry follows it, even if it got no reply. */
function isOver(
  email: EmailBeforeAttempt,
  last: { started_at: string } | undefined,
  { expiry_ms }: DeliveryPolicy = DEFAULT_POLICY,
): boolean {
  return last !== undefined && Date.parse(last.started_at) >= firstDueAt(email).getTime() + expiry_ms
}

interface RetryState {
  last: { started_at: string } | undefined
  /** Set: the reason why the next attempt must wait. */
  waits_for: string | undefined
  now: Date
  policy?: DeliveryPolicy
}

/** The reason for not retrying; `undefined` if the email is retried. */
export function whyNoRetry(
  email: EmailBeforeAttempt,
  { last, waits_for, now, policy = DEFAULT_POLICY }: RetryState,
): string | undefined {
  if (isOver(email, last, policy)) return OVER
  const isLate = now.getTime() >= firstDueAt(email).getTime() + policy.expiry_ms
  return isLate && waits_for !== undefined ? `${OVER}: ${waits_for}` : undefined
}

const OVER = 'Delivery expired'

/** Later reports to simulate for some recipients (test addresses), by address. */
export type SimulatedReports = ReadonlyMap<string, 'bounced' | 'complained' | 'suppressed'>

/** Adds these reports. A complaint follows a delivery; `suppressed` is recorded as if the email had not been offered. */
export function withSimulatedReports(sequel: AttemptResult, told: SimulatedReports, attempt: number): AttemptResult {
  const recipients = sequel.recipients.map(each => ({ ...each, status: told.get(each.address) ?? each.status }))
  const suppressed = (address: string): boolean => told.get(address) === 'suppressed'
  const events = sequel.events.map(event => {
    if (!event.detail.recipients.every(address => told.has(address))) return event
    const { bounce, ...detail } = { ...event.detail, test: true as const }
    if (detail.recipients.every(suppressed)) return { type: 'suppressed' as const, detail }
    return { ...event, detail: bounce ? { ...detail, bounce } : detail }
  })
  const complaints = recipients.filter(({ status }) => status === 'complained').map(({ address }) => address)
  if (complaints.length > 0) {
    const detail = { recipients: complaints, code: null, words: '', attempt, test: true as const }
    events.push({ type: 'complained', detail })
  }
  const kinds = new Set(told.values())
  const last_event = (['complained', 'bounced', 'suppressed'] as const).find(kind => kinds.has(kind))
  return { ...sequel, recipients, events, last_event: last_event ?? sequel.last_event }
}

export function isFinal(outcome: DeliveryOutcome): outcome is Exclude<SettledRecipients[string], 'withheld'> {
  return outcome === 'delivered' || outcome === 'permanent' || outcome === 'held'
}

function newlySettled(outcomes: readonly RecipientOutcome[]): SettledRecipients {
  const settled: Record<string, SettledRecipients[string]> = {}
  for (const { address, outcome } of outcomes) if (isFinal(outcome)) settled[address] = outcome
  return settled
}

/** One event for all recipients with the same outcome and reply. */
function eventsOf(outcomes: readonly RecipientOutcome[], attempt: number, again: boolean): NewEvent[] {
  const events = new Map<string, NewEvent>()
  for (const { address, outcome, code, reply_text } of outcomes) {
    const type = eventType(outcome, again)
    const key = `${type} ${code} ${reply_text}`
    const known = events.get(key)
    if (known) known.detail.recipients.push(address)
    else {
      const bounce = type === 'bounced' && { bounce: classifyBounce({ code, words: reply_text }) }
      events.set(key, { type, detail: { recipients: [address], code, words: reply_text, attempt, ...bounce } })
    }
  }
  return [...events.values()]
}

function eventType(outcome: DeliveryOutcome, again: boolean): NewEvent['type'] {
  if (outcome === 'delivered') return 'delivered'
  if (outcome === 'permanent') return 'bounced'
  if (outcome === 'held') return 'failed'
  return again ? 'delivery_delayed' : 'failed'
}
