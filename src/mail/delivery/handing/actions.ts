// Hands a message over: to all recipients together or, if this server receives the bounces, to each recipient separately with a
// return path that is valid for that recipient only. Each accepted recipient is recorded before the message is offered to the
// next one.
import { emailToDeliver, recordProgress } from '../../emails/actions.ts'
import { DeliveryMoved, type UnderDelivery } from '../../emails/store.ts'
import type { NewEvent } from '../../emails/events.ts'
import { type MailMessage, readMessage } from '../../../base/net/mail-message.ts'
import { notSent, type SmtpAnswer } from '../../../base/net/smtp-answer.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import type { Tx } from '../../../base/store/database.ts'
import { capturedOf } from '../captured/rules.ts'
import { envelopeOf, recipientsOf } from '../message.ts'
import { mailNameOf, wayTo } from '../parts.ts'
import { toldBy } from '../routes/pace.ts'
import { outcomesOf, type RecipientOutcome } from '../schedule.ts'
import type { Sender } from '../sender.ts'
import { type Afterwards, isFinal, sequelOf } from '../sequel.ts'
import * as store from '../store.ts'
import type { Pretence } from '../test-addresses.ts'

type Job = Work<'deliver_email'>

/** Finds the envelope sender for each recipient, if this server receives the bounces; `undefined`: the email's own sender. */
export type FindReturnPaths = (tx: Tx, email: UnderDelivery) => Promise<((recipient: string) => string) | undefined>

/** The inputs of an attempt. */
interface Offer {
  email: UnderDelivery
  attempt: Pick<store.Attempt, 'team_id' | 'email_id' | 'number'>
  recipients: readonly string[]
  answered: number
}

/** The result of handing an email over, and the data to store with it. */
export interface Handed {
  /** The most significant reply of the attempt. */
  answer: SmtpAnswer
  outcomes: readonly RecipientOutcome[]
  /** Events of recipients that were recorded during the attempt. */
  told?: readonly NewEvent[]
  afterwards?: Afterwards
  keep?: (tx: Tx, now: Date) => Promise<void>
}

export async function handOver(
  work: Job,
  offer: Offer,
  { message }: { message: MailMessage },
  { sender, findReturnPaths }: { sender: Sender | Pretence; findReturnPaths: FindReturnPaths | undefined },
): Promise<Handed> {
  if (typeof sender === 'function') return capture(offer, message, sender)
  const pathOf = findReturnPaths && (await work.read(tx => findReturnPaths(tx, offer.email)))
  if (pathOf) return offerToEach(work, offer, { message, pathOf, sender })
  const { email, attempt, recipients } = offer
  const handing = (): Promise<void> => work.look(async tx => store.saveHanding(tx, { ...attempt, recipient: null }))
  const envelope = envelopeOf(email, recipients)
  const way = wayTo(envelope.from, recipients, { team_id: email.team_id, mail: mailNameOf(work.payload) })
  const answer = await sender.send({ envelope, message }, handing, way)
  return { answer, outcomes: outcomesOf(recipients, answer) }
}

/** Offers the email to each recipient in sequence, on one connection if the server keeps it open. */
async function offerToEach(
  work: Job,
  offer: Offer,
  { message, pathOf, sender }: { message: MailMessage; pathOf: (recipient: string) => string; sender: Sender },
): Promise<Handed> {
  const { email, attempt, recipients } = offer
  const [all, own] = [recipientsOf(email), envelopeOf(email, [])]
  const about = { team_id: email.team_id, mail: mailNameOf(work.payload) }
  const answers: SmtpAnswer[] = []
  const outcomes: RecipientOutcome[] = []
  const told: NewEvent[] = []
  for (const address of recipients) {
    const handing = (): Promise<void> =>
      work.look(async tx => store.saveHanding(tx, { ...attempt, recipient: all.indexOf(address) }))
    const envelope = { from: pathOf(address), to: [address] }
    const way = wayTo(own.from, [address], { ...about, isFurther: answers.length > 0 })
    const answer = await sender.send({ envelope, message }, handing, way)
    answers.push(answer)
    outcomes.push(...outcomesOf([address], answer))
    if (answers.length === recipients.length) break
    if (isLast(answer)) {
      const rest = recipients.slice(answers.length)
      outcomes.push(...outcomesOf(rest, { ...notSent(''), reply: answer.reply }))
      break
    }
    if (answer.taken) told.push(...(await recordTaken(work, offer, outcomes)))
  }
  const unknown = answers.find(answer => !answer.taken && answer.handed)
  return { answer: unknown ?? answers.find(({ taken }) => taken) ?? answers.at(-1)!, outcomes, told }
}

/**
 * Whether to stop before the next recipient: the server is unreachable or busy, or the result of this recipient is unknown.
 */
function isLast(answer: SmtpAnswer): boolean {
  if (answer.taken) return false
  const { code, reply_text } = answer.reply
  return (
    answer.handed || answer.about === 'connection' || toldBy(code, reply_text, { ...answer, reached: true }) === 'later'
  )
}

/** Records the settled recipients, so that none receives the email twice if this attempt is interrupted. */
function recordTaken(
  work: Job,
  { attempt: { number }, answered }: Offer,
  outcomes: readonly RecipientOutcome[],
): Promise<readonly NewEvent[]> {
  const write = async (tx: Tx): Promise<readonly NewEvent[]> => {
    const email = await emailToDeliver(tx, work.payload)
    if (!email) return []
    const now = work.now()
    const settled = outcomes.filter(({ address, outcome }) => isFinal(outcome) && isUnsettled(email, address))
    const sequel = sequelOf(email, settled, { number, answered: answered + 1, now, chance: 0 })
    await recordProgress({ tx, now }, email, { ...sequel, last_event: email.last_event })
    return sequel.events
  }
  return whileItMoves(() => work.look(write))
}

/** Maximum bytes of a captured message that is stored whole. Writing a larger row would block other writes for too long. */
const CAPTURED_WHOLE_MAX = 1_000_000

async function capture({ email, recipients }: Offer, message: MailMessage, pretence: Pretence): Promise<Handed> {
  // for a larger message only the header is stored; the rest is composed again when it is read
  const whole = message.bytes <= CAPTURED_WHOLE_MAX || Buffer.isBuffer(message.body)
  const raw = whole ? (await readMessage(message)).toString() : `${message.head.toString()}\r\n`
  const pretended = pretence(recipients)
  return {
    ...pretended,
    outcomes: outcomesOf(recipients, pretended.answer),
    keep: async (tx, now) => {
      const made = { id: tx.newId('captured_mail'), created_at: now.toISOString() }
      store.insertCaptured(tx, { ...made, ...capturedOf(email, raw) })
    },
  }
}

/** Retries `write` while other transactions change the email's recipients in between. */
export async function whileItMoves<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof DeliveryMoved)) throw error
    }
  }
}

export function isUnsettled({ settled }: UnderDelivery, address: string): boolean {
  return !Object.hasOwn(settled, address)
}
