// Decides what a mail server's reply means for each recipient, and when to retry.
import type { Schemas } from '../../../generated/api.ts'
import type { DeliveryPolicy } from '../../base/config/config.ts'
import { backoff, type DelayTable } from '../../base/limits/backoff.ts'
import type { SmtpResult, SmtpReply } from '../../base/net/smtp-result.ts'

/**
 * `transient`: not accepted, worth a retry. `permanent`: refused permanently. `unknown`: the message may have been accepted,
 * but no reply arrived. `held`: like `unknown`, but not retried (`UNKNOWN_OUTCOME=hold`).
 */
export type DeliveryOutcome = 'delivered' | 'transient' | 'permanent' | 'unknown' | 'held'

export interface RecipientOutcome {
  address: string
  outcome: DeliveryOutcome
  /** The SMTP reply code; `null` without a reply. */
  code: number | null
  /** The server's reply, or the connection error. */
  reply_text: string
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ATTEMPTS: DelayTable = {
  waits_ms: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  jitter: [0.8, 1.2],
}
/** How long delivery is attempted by default; RFC 5321 4.5.4.1 requires at least 4 to 5 days. */
export const EXPIRY_MS = 5 * 24 * HOUR

export const DEFAULT_POLICY: DeliveryPolicy = { unknown: 'resend', expiry_ms: EXPIRY_MS }

/** The outcome of one attempt for each recipient. */
export function recipientOutcomes(recipients: readonly string[], answer: SmtpResult): RecipientOutcome[] {
  const refused = new Map(answer.refused.map(({ address, reply }) => [address, reply]))
  const rest = restOf(answer)
  return recipients.map(address => {
    const reply = refused.get(address)
    return reply
      ? { address, outcome: judgedBeside(reply, answer), ...reply }
      : { address, outcome: rest, ...answer.reply }
  })
}

/** The outcome for recipients without a refusal of their own. */
function restOf(answer: SmtpResult): DeliveryOutcome {
  if (answer.accepted) return 'delivered'
  if (answer.wasHandedOver) return 'unknown'
  // refused by this server before sending, because of its size or form: a retry would be refused, too
  if (answer.scope === 'ours') return 'permanent'
  // a refused login or failed encryption concerns the connection, not this email
  return answer.scope === 'connection' ? 'transient' : judged(answer.reply)
}

/** RFC 5321 4.5.3.1.10: if other recipients were accepted, 552 means too many recipients, unless its enhanced code differs. */
function judgedBeside(reply: SmtpReply, { accepted }: SmtpResult): DeliveryOutcome {
  const isTooMany = accepted && reply.code === 552 && !/^552[ -]5\.(?!5\.3)/.test(reply.reply_text)
  return isTooMany ? 'transient' : judged(reply)
}

// replies of a relay that requires another login (RFC 4954 6)
const ABOUT_LOGIN = new Set([530, 534, 535, 538])

function judged({ code }: SmtpReply): DeliveryOutcome {
  // a reply without a code violates the protocol and does not describe this email
  if (code === null) return 'transient'
  // 5yz is final (RFC 5321 4.2.1); 503 concerns the order of commands, not this email
  return code >= 500 && code !== 503 && !ABOUT_LOGIN.has(code) ? 'permanent' : 'transient'
}

interface NextOffer {
  now: Date
  accepted_at: Date
  /** From 0 to 1; 0.5 results in the plain delay. */
  chance: number
  /** The total time in which delivery is attempted. */
  offered_ms?: number
}

/** When to retry after this many attempts (at least one); `undefined` if the email has expired. */
export function nextAttempt(
  attempts: number,
  { now, accepted_at, chance, offered_ms = EXPIRY_MS }: NextOffer,
): Date | undefined {
  const expiry_ms = accepted_at.getTime() + offered_ms
  if (now.getTime() >= expiry_ms) return undefined
  return new Date(Math.min(now.getTime() + backoff(attempts, ATTEMPTS, chance), expiry_ms))
}

/** The last event of the whole email, from the latest outcome of each recipient. `again`: a retry follows. */
export function lastEventOf(
  outcomes: readonly DeliveryOutcome[],
  again: boolean,
): Extract<Schemas['EmailLastEvent'], 'delivered' | 'delivery_delayed' | 'bounced' | 'failed'> {
  if (again) return 'delivery_delayed'
  if (outcomes.includes('permanent')) return 'bounced'
  return outcomes.every(outcome => outcome === 'delivered') ? 'delivered' : 'failed'
}
