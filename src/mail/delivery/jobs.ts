// Delivers emails: offers them to the next mail server, or captures them when there is none.
//
// An attempt is written down before anything is said to the server (`open`), again just before the message is complete
// there (`handing`), and with its outcome (`done`). So after a crash it is known which emails cannot have been taken and
// which may have been; both are offered again, the latter under the same Message-ID and on record as unknown. Who would
// rather have mail lost than twice has the latter ended (`UNKNOWN_OUTCOME=hold`).
import {
  cancelQueued,
  emailToDeliver,
  findObstacleOf,
  recordDelivery,
  recordProgress,
  releaseScheduled,
  type UnderDelivery,
} from '../emails/actions.ts'
import type { DeliveryPolicy } from '../../base/config/config.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { teamOf } from '../../base/queue/kinds.ts'
import type { Work } from '../../base/queue/runner.ts'
import type { InTime, Tx } from '../../base/store/database.ts'

import type { MailTracker } from '../tracking/actions.ts'
import { notSent } from '../../base/net/smtp-answer.ts'
import { Budget } from '../../base/threads/budget.ts'
import { type MailSigner, mailSigner } from '../../identity/domains/keys/actions.ts'
import { type FindReturnPaths, type Handed, handOver, isUnsettled, whileItMoves } from './handing/actions.ts'
import { recipientsOf } from './message.ts'
import { lastEventOfParts, mailNameOf, type MailPlan, mailPlanOf, recipientsIn } from './parts.ts'
import { outcomesOf, USUAL_POLICY } from './schedule.ts'
import {
  afterwards,
  attemptOutcome,
  type AttemptOutcome,
  beginOf,
  overBecause,
  type Sequel,
  sequelOf,
  troubleOf,
  unwritten,
} from './sequel.ts'
import type { Sender } from './sender.ts'
import type { Stop, Stops } from './stops.ts'
import * as store from './store.ts'
import { type Pretence, pretenceOf } from './test-addresses.ts'
import { withhold } from './withholding/actions.ts'
import { writeMessage } from './writing/actions.ts'

type Job = Work<'deliver_email'>

interface Begun {
  email: UnderDelivery
  attempt: Pick<store.Attempt, 'team_id' | 'email_id' | 'number' | 'destination'>
  /** Who has neither got the email nor refused it for good. */
  recipients: string[]
  /** How many attempts before this one were not just interrupted. */
  answered: number
  /** Why there is no attempt any more. */
  over: string | undefined
  /** A clock that was set back let the job come before the time that it was left for. */
  early: boolean
  /** Why it is not sent although its time has come. */
  obstacle: string | undefined
  /** Its broadcast goes no further, for now or for good. */
  stop: Stop | undefined
  /** The attempt before this one, if its end was not recorded. */
  unanswered: { number: number; outcome: AttemptOutcome } | undefined
  /** Recipients for whom it may have been taken in that attempt, and so there is no other one. */
  held: readonly string[]
  /** It is not offered now: it goes in parts, or it waits. */
  plan: MailPlan
}

/** Captured mail counts as delivered, unless it went to a test address. */
const CAPTURED = pretenceOf({ code: null, reply_text: 'Captured, as there is no SMTP server to send to' })

/** Where there are no broadcasts. */
const NO_STOPS: Stops = { findStop: async () => undefined, holdMail: async () => undefined }

/** Does the job `deliver_email`. Without a sender mail is captured. `chance` gives numbers from 0 to 1. */
export function deliverEmail({
  sender = CAPTURED,
  chance = Math.random,
  policy = USUAL_POLICY,
  findReturnPaths,
  track,
  stops = NO_STOPS,
}: GivenParts = {}): (work: Job) => Promise<void> {
  const large = new Budget(LARGE_BYTES_AT_ONCE)
  const parts = { sender, chance, policy, findReturnPaths, track, stops, sign: mailSigner() }
  return async work => {
    const { large_bytes = 0 } = work.payload
    if (large_bytes > 0 && !large.tryTake(large_bytes))
      return work.postpone(new Date(work.now().getTime() + NO_ROOM_FOR_MS), 'Other large emails are in hand')
    try {
      await deliver(work, parts)
    } finally {
      if (large_bytes > 0) large.give(large_bytes)
      if (typeof sender !== 'function') sender.release?.(mailNameOf(work.payload))
    }
  }
}

/** Of the content of large emails. While one is in hand it is there a few times over. */
const LARGE_BYTES_AT_ONCE = 16_000_000
const NO_ROOM_FOR_MS = 2000

interface Parts {
  sender: Sender | Pretence
  chance: () => number
  policy: DeliveryPolicy
  findReturnPaths: FindReturnPaths | undefined
  track: MailTracker | undefined
  stops: Stops
  sign: MailSigner
}

type GivenParts = { [Name in keyof Omit<Parts, 'sign'>]?: Parts[Name] | undefined }

async function deliver(work: Job, parts: Parts): Promise<void> {
  if (work.payload.from !== undefined) return leaveToFetch(work, work.payload.from)
  // taken first: what was acknowledged before the attempt began, such as a suppression, is there to be read
  const now = work.now()
  const begun = await whileItMoves(() => beginAttempt(work, parts, now))
  if (!begun) return
  const { email, obstacle, plan } = begun
  if (begun.early) return work.postpone(new Date(email.scheduled_at!), 'Its time has not come')
  if (begun.stop === 'canceled') return
  if (begun.stop) {
    const held = { ...email, broadcast_id: email.broadcast_id! }
    return work.postpone(begun.stop.until, begun.stop.reason, tx => parts.stops.holdMail(tx, held, work.now()))
  }
  if (plan && 'hold' in plan) return work.putAside(plan.hold.name, plan.hold.reason)
  if (obstacle !== undefined) return work.log.info({ email_id: email.id, reason: obstacle }, 'an email was not sent')
  if (begun.unanswered) {
    const { number: attempt, outcome } = begun.unanswered
    work.log.warn({ email_id: begun.email.id, attempt, outcome }, 'an attempt ended without an answer')
  }
  if (begun.held.length > 0) return conclude(work, begun, latest => endHeld(work, latest, parts))
  const { over } = begun
  if (over !== undefined) return conclude(work, begun, latest => end(work, latest, notOffered(begun, over), parts))
  if (plan) return leaveParts(work, begun, plan.parts)
  const written = await writeMessage(work, begun, parts)
  if ('fault' in written) return conclude(work, begun, latest => giveUp(work, latest, written.fault))
  const handed = 'delay' in written ? notOffered(begun, written.delay) : await handOver(work, begun, written, parts)
  return conclude(work, begun, latest => end(work, latest, handed, parts), handed.told)
}

/** Looks the email up and writes down that there is an attempt. */
function beginAttempt(work: Job, parts: Parts, now: Date): Promise<Begun | undefined> {
  const { payload } = work
  const read = (tx: Tx): Promise<Begun | undefined> => lookUp({ tx, now }, payload, parts)
  if (payload.domains === undefined) return work.note(read, (tx, found) => begin({ tx, now }, found))
  // other parts of the email are under way at the same time, and attempts are counted by emails
  return work.look(async tx => {
    tx.guard(payload.team_id, 'attempts', payload.email_id)
    return begin({ tx, now }, await read(tx), true)
  })
}

/** Each part is a job of its own from here on, that waits for as long as the email does. */
function leaveParts(work: Job, { email }: Begun, parts: readonly string[][]): Promise<void> {
  const { payload } = work
  return work.finish(async tx => {
    const now = work.now()
    for (const domains of parts) {
      const destination = domains[0]!
      const id = `${payload.email_id}/${destination}`
      await enqueue(tx, 'deliver_email', { ...payload, destination, domains }, now, beginOf(email), id)
    }
  })
}

/** Writes down what came of it, of the email as it was read or, if a report has told of it since, as it is now. */
async function conclude(
  work: Job,
  begun: Begun,
  write: (begun: Begun) => Promise<void>,
  told: readonly unknown[] = [],
): Promise<void> {
  let email = told.length > 0 ? undefined : begun.email
  await whileItMoves(async () => {
    email ??= await work.read(tx => emailToDeliver(tx, work.payload))
    const latest = email
    email = undefined
    if (latest) await write({ ...begun, email: latest })
  })
}

/** Its files come first; then it is delivered by another job of the same id. */
async function leaveToFetch(work: Job, destination: string): Promise<void> {
  const { from: _, ...deliver } = work.payload
  const { team_id, email_id } = deliver
  const now = work.now()
  const fetching = { team_id, email_id, destination, deliver }
  await work.finish(tx => enqueue(tx, 'fetch_attachments', fetching, now, now, `${email_id}/fetch`))
}

/** The email and its state, which only the holder of its job, or of a job of one of its parts, may change. */
async function lookUp(
  { tx, now }: InTime,
  payload: Job['payload'],
  { sender, policy, stops }: Parts,
): Promise<Begun | undefined> {
  const team_id = teamOf(payload)
  const [email, latest] = await Promise.all([
    emailToDeliver(tx, payload),
    team_id === undefined ? undefined : store.findLastAttempt(tx, { team_id, email_id: payload.email_id }),
  ])
  if (!email || email.last_event === 'canceled') return undefined
  const isScheduled = email.last_event === 'scheduled'
  const early = isScheduled && new Date(email.scheduled_at!) > now
  const obstacle = isScheduled && !early ? await findObstacleOf(tx, email, payload.scheduled_by) : undefined
  const { broadcast_id } = email
  const stop = broadcast_id === null ? undefined : await stops.findStop(tx, { ...email, broadcast_id }, now)
  const of = { team_id: email.team_id, email_id: email.id }
  const newest = team_id === undefined ? await store.findLastAttempt(tx, of) : latest
  const { last, answered } = await store.lookBack(tx, { ...payload, ...of }, newest)
  const attempt = { ...of, number: (newest?.number ?? 0) + 1, destination: payload.destination ?? null }
  const open = recipientsOf(email).filter(address => isUnsettled(email, address))
  const recipients = recipientsIn(open, payload.domains)
  // the email was over already, but its job was not ended
  if (recipients.length === 0) return undefined
  const to = last?.recipient === null || !last ? undefined : recipientsOf(email)[last.recipient]
  const unanswered = last && unansweredOf(last, to === undefined || isUnsettled(email, to))
  const isHeld = unanswered?.outcome === 'unknown' && policy.unknown === 'hold'
  const held = recipients.filter(address => isHeld && (to === undefined || address === to))
  const way = isHeld ? undefined : mailPlanOf(sender, email.from, recipients, mailNameOf(payload))
  const waits_for = way && 'hold' in way ? way.hold.reason : undefined
  const over = overBecause(email, { last, waits_for, now, policy })
  const plan = over === undefined ? way : undefined
  return { email, attempt, recipients, answered, over, unanswered, held, early, obstacle, stop, plan }
}

/** What a worker that died, or threw, has left without an outcome. `isUnsettled`: whom it was handed over for is not settled. */
function unansweredOf({ phase, number }: store.Attempt, isUnsettled: boolean): Begun['unanswered'] {
  if (phase === 'done') return undefined
  return { number, outcome: phase === 'open' ? 'interrupted' : isUnsettled ? 'unknown' : 'taken' }
}

/** Records that an attempt begins, unless no recipient is left to be offered the email. */
async function begin({ tx, now }: InTime, found: Begun | undefined, isPart = false): Promise<Begun | undefined> {
  if (!found || found.held.length > 0 || found.early || typeof found.stop === 'object') return found
  const { attempt, unanswered, recipients, obstacle } = found
  if (unanswered) {
    const last = { ...attempt, number: unanswered.number }
    await store.endAttempt({ tx, now }, last, { outcome: unanswered.outcome, detail: NO_ANSWER })
  }
  if (found.stop === 'canceled') {
    await cancelQueued(tx, found.email, now)
    return found
  }
  // what waits can be canceled as long as it was not begun
  if (found.plan && 'hold' in found.plan) return found
  const email = found.email.last_event === 'scheduled' ? await releaseScheduled(tx, found.email, now) : found.email
  if (obstacle !== undefined) {
    await recordDelivery({ tx, now }, email, unwritten(email, recipients, 0, obstacle))
    return found
  }
  if (found.plan) return { ...found, email }
  const offered = await withhold({ tx, now }, { email, recipients }, { attempt: attempt.number, isPart })
  if (!offered) return undefined
  await store.insertAttempt(tx, attempt, now)
  return { ...found, ...offered }
}

async function giveUp(work: Job, { email, attempt, recipients }: Begun, reply_text: string): Promise<void> {
  const now = work.now()
  const open = recipients.filter(address => isUnsettled(email, address))
  const sequel = unwritten(email, open, attempt.number, reply_text)
  const ended = { outcome: 'not_taken' as const, detail: reply_text }
  await endAttempt(work, { email, attempt }, { sequel, ended, now })
  work.log.error(
    { email_id: email.id, attempt: attempt.number, reason: reply_text },
    'no message can be made of an email',
  )
}

/** Ends an email for whom it may have been taken in an attempt without an answer; others, who were not asked, come later. */
async function endHeld(work: Job, begun: Begun, { chance, policy }: Parts): Promise<void> {
  const { email, recipients, unanswered, held, answered } = begun
  const { number } = unanswered!
  const now = work.now()
  const outcomes = recipients
    .filter(address => isUnsettled(email, address))
    .flatMap(address => outcomesOf([address], { ...notSent(NO_ANSWER), handed: held.includes(address) }))
  const sequel = sequelOf(email, outcomes, { number, answered: answered + 1, now, chance: chance(), policy })
  const ended = { outcome: 'unknown' as const, detail: NO_ANSWER }
  await endAttempt(work, { email, attempt: { ...begun.attempt, number } }, { sequel, ended, now })
}

interface Outcome {
  sequel: Sequel
  ended: Omit<store.EndedAttempt, 'next'>
  now: Date
  keep?: Handed['keep']
}

/** Ends an attempt, and leaves the job for the next one if there is one. */
function endAttempt(
  work: Job,
  { email, attempt }: Pick<Begun, 'email' | 'attempt'>,
  { sequel, ended, now, keep }: Outcome,
): Promise<void> {
  const { next } = sequel
  const record = async (tx: Tx): Promise<void> => {
    await store.endAttempt({ tx, now }, attempt, { ...ended, next })
    // of an email in parts it is not this one alone that says what has become of it
    const isPart = work.payload.domains !== undefined
    const last_event = isPart ? lastEventOfParts(recipientsOf(email), sequel.recipients) : sequel.last_event
    if (last_event === 'queued') await recordProgress({ tx, now }, email, { ...sequel, last_event })
    else await recordDelivery({ tx, now }, email, { ...sequel, last_event })
    await keep?.(tx, now)
  }
  return next ? work.postpone(next, ended.detail, record) : work.finish(record)
}

const NO_ANSWER = 'The attempt ended without an answer'

async function end(
  work: Job,
  begun: Begun,
  { answer, outcomes, told = [], afterwards: then, keep }: Handed,
  { chance, policy }: Parts,
): Promise<void> {
  const { email, attempt, answered } = begun
  const { number } = attempt
  const now = work.now()
  const { host, tls } = answer
  const { code, reply_text } = answer.reply
  const open = outcomes.filter(({ address }) => isUnsettled(email, address))
  const first = sequelOf(email, open, { number, answered: answered + 1, now, chance: chance(), policy })
  const sequel = then ? afterwards(first, then, number) : first
  const ended = { outcome: attemptOutcome(outcomes), detail: reply_text, host, tls, code }
  await endAttempt(work, begun, { sequel, ended, now, keep })
  const trouble = troubleOf([...told, ...sequel.events])
  if (trouble)
    work.log.info({ email_id: email.id, attempt: number, ...trouble }, 'an email did not reach all of its recipients')
}

function notOffered({ recipients }: Begun, reply_text: string): Handed {
  const answer = notSent(reply_text)
  return { answer, outcomes: outcomesOf(recipients, answer) }
}
