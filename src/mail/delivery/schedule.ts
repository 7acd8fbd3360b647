// What a mail server's answer means for each recipient, and when to try again.
import type { Schemas } from '../../../generated/api.ts'
import type { DeliveryPolicy } from '../../base/config/config.ts'
import { backoff, type WaitTable } from '../../base/limits/backoff.ts'
import type { SmtpAnswer, SmtpReply } from '../../base/net/smtp-answer.ts'

/**
 * `transient`: not taken, worth another attempt. `permanent`: refused for good. `unknown`: the message may have been taken,
 * but the server's answer never came. `held`: as `unknown`, but not offered again (`UNKNOWN_OUTCOME=hold`).
 */
export type DeliveryOutcome = 'delivered' | 'transient' | 'permanent' | 'unknown' | 'held'

export interface RecipientOutcome {
  address: string
  outcome: DeliveryOutcome
  /** The SMTP reply code; `null` without a reply. */
  code: number | null
  /** The server's reply, or what broke. */
  reply_text: string
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ATTEMPTS: WaitTable = {
  waits_ms: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  jitter: [0.8, 1.2],
}
/** How long an email is offered unless a setting changes it; RFC 5321 4.5.4.1 asks for at least 4 to 5 days. */
export const EXPIRY_MS = 5 * 24 * HOUR

export const USUAL_POLICY: DeliveryPolicy = { unknown: 'resend', expiry_ms: EXPIRY_MS }

/** The outcome of one attempt for each recipient. */
export function outcomesOf(recipients: readonly string[], answer: SmtpAnswer): RecipientOutcome[] {
  const refused = new Map(answer.refused.map(({ address, reply }) => [address, reply]))
  const rest = restOf(answer)
  return recipients.map(address => {
    const reply = refused.get(address)
    return reply
      ? { address, outcome: judgedBeside(reply, answer), ...reply }
      : { address, outcome: rest, ...answer.reply }
  })
}

/** The outcome for recipients that have no refusal of their own. */
function restOf(answer: SmtpAnswer): DeliveryOutcome {
  if (answer.taken) return 'delivered'
  if (answer.handed) return 'unknown'
  // refused by us before sending, for its size or form: another attempt would be refused, too
  if (answer.about === 'ours') return 'permanent'
  // a refused login or failed encryption is about the connection, not about this email
  return answer.about === 'connection' ? 'transient' : judged(answer.reply)
}

/** RFC 5321 4.5.3.1.10: if other recipients were taken, 552 means too many recipients, unless its enhanced code differs. */
function judgedBeside(reply: SmtpReply, { taken }: SmtpAnswer): DeliveryOutcome {
  const isTooMany = taken && reply.code === 552 && !/^552[ -]5\.(?!5\.3)/.test(reply.reply_text)
  return isTooMany ? 'transient' : judged(reply)
}

// replies of a relay that requires another login (RFC 4954 6)
const ABOUT_LOGIN = new Set([530, 534, 535, 538])

function judged({ code }: SmtpReply): DeliveryOutcome {
  // a reply without a code is a broken protocol, not a judgment of this email
  if (code === null) return 'transient'
  // 5yz is final (RFC 5321 4.2.1); 503 is about the order of commands, not about this email
  return code >= 500 && code !== 503 && !ABOUT_LOGIN.has(code) ? 'permanent' : 'transient'
}

interface NextOffer {
  now: Date
  accepted_at: Date
  /** From 0 to 1; 0.5 gives the plain delay. */
  chance: number
  /** How long the email is offered in all. */
  offered_ms?: number
}

/** When to try again after this many attempts (at least one); `undefined`: the email has expired. */
export function nextAttempt(
  attempts: number,
  { now, accepted_at, chance, offered_ms = EXPIRY_MS }: NextOffer,
): Date | undefined {
  const expiry_ms = accepted_at.getTime() + offered_ms
  if (now.getTime() >= expiry_ms) return undefined
  return new Date(Math.min(now.getTime() + backoff(attempts, ATTEMPTS, chance), expiry_ms))
}

/** The last event of the whole email, from the latest outcome of each recipient. `again`: another attempt follows. */
export function lastEventOf(
  outcomes: readonly DeliveryOutcome[],
  again: boolean,
): Extract<Schemas['EmailLastEvent'], 'delivered' | 'delivery_delayed' | 'bounced' | 'failed'> {
  if (again) return 'delivery_delayed'
  if (outcomes.includes('permanent')) return 'bounced'
  return outcomes.every(outcome => outcome === 'delivered') ? 'delivered' : 'failed'
}
