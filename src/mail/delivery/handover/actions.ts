// Hands a message over: to all recipients together or, if this server receives the bounces, to each recipient separately with a
// return path that is valid for that recipient only. Each accepted recipient is recorded before the message is offered to the
// next one.
import { findEmailToDeliver, recordProgress } from '../../emails/actions.ts'
import { DeliveryConflict, type EmailInDelivery } from '../../emails/store.ts'
import type { NewEvent } from '../../emails/events.ts'
import { type MailMessage, readMessage } from '../../../base/net/mail-message.ts'
import { notSentResult, type SmtpResult } from '../../../base/net/smtp-result.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import type { Tx } from '../../../base/store/database.ts'
import { capturedEmail } from '../captured/rules.ts'
import { envelopeOf, recipientsOf } from '../message.ts'
import { deliveryName, routeTo } from '../parts.ts'
import { smtpOutcomeOf } from '../routes/pace.ts'
import { recipientOutcomes, type RecipientOutcome } from '../schedule.ts'
import type { Sender } from '../sender.ts'
import { type SimulatedReports, isFinal, afterAttempt } from '../after-attempt.ts'
import * as store from '../store.ts'
import type { CapturedOutcome } from '../test-addresses.ts'

type Job = Work<'deliver_email'>

/** Finds the envelope sender for each recipient, if this server receives the bounces; `undefined`: the email's own sender. */
export type FindReturnPaths = (tx: Tx, email: EmailInDelivery) => Promise<((recipient: string) => string) | undefined>

/** The inputs of an attempt. */
interface Offer {
  email: EmailInDelivery
  attempt: Pick<store.Attempt, 'team_id' | 'email_id' | 'number'>
  recipients: readonly string[]
  answered: number
}

/** The result of handing an email over, and the data to store with it. */
export interface Handover {
  /** The most significant reply of the attempt. */
  answer: SmtpResult
  outcomes: readonly RecipientOutcome[]
  /** Events of recipients that were recorded during the attempt. */
  recorded?: readonly NewEvent[]
  afterwards?: SimulatedReports
  store?: (tx: Tx, now: Date) => Promise<void>
}

export async function handOver(
  work: Job,
  offer: Offer,
  { message }: { message: MailMessage },
  { sender, findReturnPaths }: { sender: Sender | CapturedOutcome; findReturnPaths: FindReturnPaths | undefined },
): Promise<Handover> {
  if (typeof sender === 'function') return captureMessage(offer, message, sender)
  const pathOf = findReturnPaths && (await work.read(tx => findReturnPaths(tx, offer.email)))
  if (pathOf) return offerToEach(work, offer, { message, pathOf, sender })
  const { email, attempt, recipients } = offer
  const handing = (): Promise<void> => work.write(async tx => store.markHandover(tx, { ...attempt, recipient: null }))
  const envelope = envelopeOf(email, recipients)
  const way = routeTo(envelope.from, recipients, { team_id: email.team_id, mail: deliveryName(work.payload) })
  const answer = await sender.send({ envelope, message }, handing, way)
  return { answer, outcomes: recipientOutcomes(recipients, answer) }
}

/** Offers the email to each recipient in sequence, on one connection if the server keeps it open. */
async function offerToEach(
  work: Job,
  offer: Offer,
  { message, pathOf, sender }: { message: MailMessage; pathOf: (recipient: string) => string; sender: Sender },
): Promise<Handover> {
  const { email, attempt, recipients } = offer
  const [all, own] = [recipientsOf(email), envelopeOf(email, [])]
  const about = { team_id: email.team_id, mail: deliveryName(work.payload) }
  const answers: SmtpResult[] = []
  const outcomes: RecipientOutcome[] = []
  const told: NewEvent[] = []
  for (const address of recipients) {
    const handing = (): Promise<void> =>
      work.write(async tx => store.markHandover(tx, { ...attempt, recipient: all.indexOf(address) }))
    const envelope = { from: pathOf(address), to: [address] }
    const way = routeTo(own.from, [address], { ...about, isFurther: answers.length > 0 })
    const answer = await sender.send({ envelope, message }, handing, way)
    answers.push(answer)
    outcomes.push(...recipientOutcomes([address], answer))
    if (answers.length === recipients.length) break
    if (isLast(answer)) {
      const rest = recipients.slice(answers.length)
      outcomes.push(...recipientOutcomes(rest, { ...notSentResult(''), reply: answer.reply }))
      break
    }
    if (answer.accepted) told.push(...(await recordAccepted(work, offer, outcomes)))
  }
  const unknown = answers.find(answer => !answer.accepted && answer.wasHandedOver)
  return { answer: unknown ?? answers.find(({ accepted }) => accepted) ?? answers.at(-1)!, outcomes, recorded: told }
}

/**
 * Whether to stop before the next recipient: the server is unreachable or busy, or the result of this recipient is unknown.
 */
function isLast(answer: SmtpResult): boolean {
  if (answer.accepted) return false
  const { code, reply_text } = answer.reply
  return (
    answer.wasHandedOver ||
    answer.scope === 'connection' ||
    smtpOutcomeOf(code, reply_text, { ...answer, reached: true }) === 'later'
  )
}

/** Records the settled recipients, so that none receives the email twice if this attempt is interrupted. */
function recordAccepted(
  work: Job,
  { attempt: { number }, answered }: Offer,
  outcomes: readonly RecipientOutcome[],
): Promise<readonly NewEvent[]> {
  const write = async (tx: Tx): Promise<readonly NewEvent[]> => {
    const email = await findEmailToDeliver(tx, work.payload)
    if (!email) return []
    const now = work.now()
    const settled = outcomes.filter(({ address, outcome }) => isFinal(outcome) && isUnsettled(email, address))
    const sequel = afterAttempt(email, settled, { number, answered: answered + 1, now, chance: 0 })
    await recordProgress({ tx, now }, email, { ...sequel, last_event: email.last_event })
    return sequel.events
  }
  return retryOnConflict(() => work.write(write))
}

/** Maximum bytes of a captured message that is stored whole. Writing a larger row would block other writes for too long. */
const CAPTURED_WHOLE_MAX = 1_000_000

async function captureMessage(
  { email, recipients }: Offer,
  message: MailMessage,
  pretence: CapturedOutcome,
): Promise<Handover> {
  // for a larger message only the header is stored; the rest is composed again when it is read
  const whole = message.bytes <= CAPTURED_WHOLE_MAX || Buffer.isBuffer(message.body)
  const raw = whole ? (await readMessage(message)).toString() : `${message.head.toString()}\r\n`
  const pretended = pretence(recipients)
  return {
    ...pretended,
    outcomes: recipientOutcomes(recipients, pretended.answer),
    store: async (tx, now) => {
      const made = { id: tx.newId('captured_mail'), created_at: now.toISOString() }
      store.insertCaptured(tx, { ...made, ...capturedEmail(email, raw) })
    },
  }
}

/** Retries `write` while other transactions change the email's recipients in between. */
export async function retryOnConflict<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof DeliveryConflict)) throw error
    }
  }
}

export function isUnsettled({ settled }: EmailInDelivery, address: string): boolean {
  return !Object.hasOwn(settled, address)
}
