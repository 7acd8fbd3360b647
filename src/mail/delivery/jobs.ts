// Delivers emails: offers each to the next mail server, or captures it if none is configured.
//
// An attempt is recorded before the first command to the server (`open`), again just before the message is complete there
// (`handing`), and with its outcome (`done`). After a crash, the phase shows which emails cannot have been accepted and which
// may have been. Both are offered again, the latter under the same Message-ID, with the outcome `unknown` on record. With
// `UNKNOWN_OUTCOME=hold` the latter fail instead: the operator prefers lost email to duplicates.
import { findEmailToDeliver, recordDelivery, recordProgress } from '../emails/actions.ts'
import { cancelQueued, findObstacleOf, releaseScheduled } from '../emails/scheduled/actions.ts'
import type { EmailInDelivery } from '../emails/store.ts'
import type { DeliveryPolicy } from '../../base/config/config.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { teamOf } from '../../base/queue/kinds.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import type { TimedTx, Tx } from '../../base/store/database.ts'

import type { MailTracker } from '../tracking/actions.ts'
import { notSentResult } from '../../base/net/smtp-result.ts'
import { Budget } from '../../base/threads/budget.ts'
import { type MailSigner, mailSigner } from '../../identity/domains/keys/actions.ts'
import { type FindReturnPaths, type Handover, handOver, isUnsettled, retryOnConflict } from './handover/actions.ts'
import { recipientsOf } from './message.ts'
import { lastEventOfParts, deliveryName, type DeliveryPlan, planDelivery, recipientsOfPart } from './parts.ts'
import { recipientOutcomes, DEFAULT_POLICY } from './schedule.ts'
import {
  withSimulatedReports,
  attemptOutcome,
  type AttemptOutcome,
  firstDueAt,
  whyNoRetry,
  type AttemptResult,
  afterAttempt,
  worstEvent,
  composeFailure,
} from './after-attempt.ts'
import type { Sender } from './sender.ts'
import type { SendStop, SendStops } from './stops.ts'
import * as store from './store.ts'
import { type CapturedOutcome, capturedOutcomes } from './test-addresses.ts'
import { withhold } from './withholding/actions.ts'
import { composeMessage } from './composing/actions.ts'

type Job = Work<'deliver_email'>

interface StartedAttempt {
  email: EmailInDelivery
  attempt: Pick<store.Attempt, 'team_id' | 'email_id' | 'number' | 'destination'>
  /** Recipients of this job that are not settled yet. */
  recipients: string[]
  /** Number of earlier attempts that reached a server. Interrupted attempts do not count. */
  answered: number
  /** Set: the reason for not retrying. */
  over: string | undefined
  /** The job runs before the email's scheduled time, because the clock was set back. */
  early: boolean
  /** Set: the reason why the email is not sent although it is due. */
  obstacle: string | undefined
  /** Set: the broadcast of this email has paused or stopped sending. */
  stop: SendStop | undefined
  /** The previous attempt, if its outcome was not recorded. */
  unanswered: { number: number; outcome: AttemptOutcome } | undefined
  /** Recipients for which that attempt may have succeeded, so that `UNKNOWN_OUTCOME=hold` forbids another one. */
  held: readonly string[]
  /** Set: this job does not offer the email now. It is split into parts or waits. */
  plan: DeliveryPlan
}

/** Captured email counts as delivered unless it is addressed to a test address. */
const CAPTURED = capturedOutcomes({ code: null, reply_text: 'Captured, because no SMTP server is set' })

/** The default: no broadcast stops an email. */
const NO_STOPS: SendStops = { findStop: async () => undefined, holdMail: async () => undefined }

/** Runs the job `deliver_email`. Without `sender`, email is captured. `chance` returns numbers from 0 to 1, for jitter. */
export function deliverEmail({
  sender = CAPTURED,
  chance = Math.random,
  policy = DEFAULT_POLICY,
  findReturnPaths,
  track,
  stops = NO_STOPS,
}: GivenParts = {}): (work: Job) => Promise<void> {
  const large = new Budget(LARGE_BYTES_AT_ONCE)
  const parts = { sender, chance, policy, findReturnPaths, track, stops, sign: mailSigner() }
  return async work => {
    const { large_bytes = 0 } = work.payload
    if (large_bytes > 0 && !large.tryAcquire(large_bytes))
      return work.postpone(new Date(work.now().getTime() + NO_ROOM_FOR_MS), 'Waiting for other large emails')
    try {
      await deliver(work, parts)
    } finally {
      if (large_bytes > 0) large.release(large_bytes)
      if (typeof sender !== 'function') sender.release?.(deliveryName(work.payload))
    }
  }
}

/** Maximum content bytes of large emails in delivery at the same time. Memory holds several copies of each. */
const LARGE_BYTES_AT_ONCE = 16_000_000
const NO_ROOM_FOR_MS = 2000

interface Parts {
  sender: Sender | CapturedOutcome
  chance: () => number
  policy: DeliveryPolicy
  findReturnPaths: FindReturnPaths | undefined
  track: MailTracker | undefined
  stops: SendStops
  sign: MailSigner
}

type GivenParts = { [Name in keyof Omit<Parts, 'sign'>]?: Parts[Name] | undefined }

async function deliver(work: Job, parts: Parts): Promise<void> {
  if (work.payload.from !== undefined) return waitForFiles(work, work.payload.from)
  // before the lookups, so that they include everything acknowledged until this time, such as a suppression
  const now = work.now()
  const begun = await retryOnConflict(() => beginAttempt(work, parts, now))
  if (!begun) return
  const { email, obstacle, plan } = begun
  if (begun.early) return work.postpone(new Date(email.scheduled_at!), 'Scheduled for later')
  if (begun.stop === 'canceled') return
  if (begun.stop) {
    const held = { ...email, broadcast_id: email.broadcast_id! }
    return work.postpone(begun.stop.until, begun.stop.reason, tx => parts.stops.holdMail(tx, held, work.now()))
  }
  if (plan && 'hold' in plan) return work.waitForRoom(plan.hold.name, plan.hold.reason)
  if (obstacle !== undefined) return work.log.info({ email_id: email.id, reason: obstacle }, 'email not sent')
  if (begun.unanswered) {
    const { number: attempt, outcome } = begun.unanswered
    work.log.warn({ email_id: begun.email.id, attempt, outcome }, 'delivery outcome unknown')
  }
  if (begun.held.length > 0) return conclude(work, begun, latest => endUnknown(work, latest, parts))
  const { over } = begun
  if (over !== undefined) return conclude(work, begun, latest => end(work, latest, notOffered(begun, over), parts))
  if (plan) return enqueueParts(work, begun, plan.parts)
  const written = await composeMessage(work, begun, { ...parts, leaves: typeof parts.sender !== 'function' })
  if ('fault' in written) return conclude(work, begun, latest => failDelivery(work, latest, written.fault))
  const handed = 'delay' in written ? notOffered(begun, written.delay) : await handOver(work, begun, written, parts)
  return conclude(work, begun, latest => end(work, latest, handed, parts), handed.recorded)
}

/** Reads the email and records the start of an attempt. */
function beginAttempt(work: Job, parts: Parts, now: Date): Promise<StartedAttempt | undefined> {
  const { payload } = work
  const read = (tx: Tx): Promise<StartedAttempt | undefined> => findEmail({ tx, now }, payload, parts)
  if (payload.domains === undefined) return work.record(read, (tx, found) => begin({ tx, now }, found))
  // parts of one email run at the same time and share its attempt numbers: the guard makes one of two such transactions run
  // again
  return work.write(async tx => {
    tx.guard(payload.team_id, 'attempts', payload.email_id)
    return begin({ tx, now }, await read(tx), true)
  })
}

/** Replaces this job by one for each part. `run_at` is the email's own start, so that a part expires with the email. */
function enqueueParts(work: Job, { email }: StartedAttempt, parts: readonly string[][]): Promise<void> {
  const { payload } = work
  return work.finish(async tx => {
    const now = work.now()
    for (const domains of parts) {
      const destination = domains[0]!
      const id = `${payload.email_id}/${destination}`
      await enqueue(tx, 'deliver_email', { ...payload, destination, domains }, now, firstDueAt(email), id)
    }
  })
}

/** Records the outcome on the email as it was read, or reads it again if its recipients have changed since. */
async function conclude(
  work: Job,
  begun: StartedAttempt,
  write: (begun: StartedAttempt) => Promise<void>,
  told: readonly unknown[] = [],
): Promise<void> {
  let email = told.length > 0 ? undefined : begun.email
  await retryOnConflict(async () => {
    email ??= await work.read(tx => findEmailToDeliver(tx, work.payload))
    const latest = email
    email = undefined
    if (latest) await write({ ...begun, email: latest })
  })
}

/** Replaces this job by one that fetches the email's remote files and then creates a delivery job with the same id. */
async function waitForFiles(work: Job, destination: string): Promise<void> {
  const { from: _, ...deliver } = work.payload
  const { team_id, email_id } = deliver
  const now = work.now()
  const fetching = { team_id, email_id, destination, deliver }
  await work.finish(tx => enqueue(tx, 'fetch_attachments', fetching, now, now, `${email_id}/fetch`))
}

/**
 * Reads the email, its state and its attempts, and derives the plan for this job. `undefined`: there is nothing to deliver.
 */
async function findEmail(
  { tx, now }: TimedTx,
  payload: Job['payload'],
  { sender, policy, stops }: Parts,
): Promise<StartedAttempt | undefined> {
  const team_id = teamOf(payload)
  const [email, latest] = await Promise.all([
    findEmailToDeliver(tx, payload),
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
  const { last, answered } = await store.findAttemptHistory(tx, { ...payload, ...of }, newest)
  const attempt = { ...of, number: (newest?.number ?? 0) + 1, destination: payload.destination ?? null }
  const open = recipientsOf(email).filter(address => isUnsettled(email, address))
  const recipients = recipientsOfPart(open, payload.domains)
  // all recipients are settled, but the job has not ended
  if (recipients.length === 0) return undefined
  const to = last?.recipient === null || !last ? undefined : recipientsOf(email)[last.recipient]
  const unanswered = last && unansweredOf(last, to === undefined || isUnsettled(email, to))
  const isHeld = unanswered?.outcome === 'unknown' && policy.unknown === 'hold'
  const held = recipients.filter(address => isHeld && (to === undefined || address === to))
  const way = isHeld ? undefined : planDelivery(sender, email.from, recipients, deliveryName(payload))
  const waits_for = way && 'hold' in way ? way.hold.reason : undefined
  const over = whyNoRetry(email, { last, waits_for, now, policy })
  const plan = over === undefined ? way : undefined
  return { email, attempt, recipients, answered, over, unanswered, held, early, obstacle, stop, plan }
}

/**
 * An attempt that a crashed or failed worker left without an outcome. `isUnsettled`: whether the recipient that it was handed
 * to is unsettled.
 */
function unansweredOf({ phase, number }: store.Attempt, isUnsettled: boolean): StartedAttempt['unanswered'] {
  if (phase === 'done') return undefined
  return { number, outcome: phase === 'open' ? 'interrupted' : isUnsettled ? 'unknown' : 'taken' }
}

/** Records the start of an attempt, unless all recipients are withheld. */
async function begin(
  { tx, now }: TimedTx,
  found: StartedAttempt | undefined,
  isPart = false,
): Promise<StartedAttempt | undefined> {
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
  // a waiting email stays `scheduled`, so that it can still be canceled
  if (found.plan && 'hold' in found.plan) return found
  const isScheduled = found.email.last_event === 'scheduled'
  const isSent = obstacle === undefined
  const email = isScheduled ? await releaseScheduled({ tx, now }, found.email, isSent) : found.email
  if (!isSent) {
    await recordDelivery({ tx, now }, email, composeFailure(email, recipients, 0, obstacle))
    return found
  }
  if (found.plan) return { ...found, email }
  const offered = await withhold({ tx, now }, { email, recipients }, { attempt: attempt.number, isPart })
  if (!offered) return undefined
  await store.insertAttempt(tx, attempt, now)
  return { ...found, ...offered }
}

async function failDelivery(
  work: Job,
  { email, attempt, recipients }: StartedAttempt,
  reply_text: string,
): Promise<void> {
  const now = work.now()
  const open = recipients.filter(address => isUnsettled(email, address))
  const sequel = composeFailure(email, open, attempt.number, reply_text)
  const ended = { outcome: 'not_taken' as const, detail: reply_text }
  await endAttempt(work, { email, attempt }, { sequel, ended, now })
  work.log.error({ email_id: email.id, attempt: attempt.number, reason: reply_text }, 'message composition failed')
}

/** Fails the email for recipients that may have received it in an unanswered attempt. The other recipients follow later. */
async function endUnknown(work: Job, begun: StartedAttempt, { chance, policy }: Parts): Promise<void> {
  const { email, recipients, unanswered, held, answered } = begun
  const { number } = unanswered!
  const now = work.now()
  const outcomes = recipients
    .filter(address => isUnsettled(email, address))
    .flatMap(address =>
      recipientOutcomes([address], { ...notSentResult(NO_ANSWER), wasHandedOver: held.includes(address) }),
    )
  const sequel = afterAttempt(email, outcomes, { number, answered: answered + 1, now, chance: chance(), policy })
  const ended = { outcome: 'unknown' as const, detail: NO_ANSWER }
  await endAttempt(work, { email, attempt: { ...begun.attempt, number } }, { sequel, ended, now })
}

interface AttemptConclusion {
  sequel: AttemptResult
  ended: Omit<store.AttemptEnd, 'next'>
  now: Date
  keep?: Handover['store']
}

/** Records the end of an attempt; ends the job, or postpones it to the next attempt. */
function endAttempt(
  work: Job,
  { email, attempt }: Pick<StartedAttempt, 'email' | 'attempt'>,
  { sequel, ended, now, keep }: AttemptConclusion,
): Promise<void> {
  const { next } = sequel
  const record = async (tx: Tx): Promise<void> => {
    await store.endAttempt({ tx, now }, attempt, { ...ended, next })
    // the last event of an email in parts depends on all its parts
    const isPart = work.payload.domains !== undefined
    const last_event = isPart ? lastEventOfParts(recipientsOf(email), sequel.recipients) : sequel.last_event
    if (last_event === 'queued') await recordProgress({ tx, now }, email, { ...sequel, last_event })
    else await recordDelivery({ tx, now }, email, { ...sequel, last_event })
    await keep?.(tx, now)
  }
  return next ? work.postpone(next, ended.detail, record) : work.finish(record)
}

const NO_ANSWER = 'The attempt ended without a reply'

async function end(
  work: Job,
  begun: StartedAttempt,
  { answer, outcomes, recorded = [], afterwards: then, store: keep }: Handover,
  { chance, policy }: Parts,
): Promise<void> {
  const { email, attempt, answered } = begun
  const { number } = attempt
  const now = work.now()
  const { host, tls } = answer
  const { code, reply_text } = answer.reply
  const open = outcomes.filter(({ address }) => isUnsettled(email, address))
  const first = afterAttempt(email, open, { number, answered: answered + 1, now, chance: chance(), policy })
  const sequel = then ? withSimulatedReports(first, then, number) : first
  const ended = { outcome: attemptOutcome(outcomes), detail: reply_text, host, tls, code }
  await endAttempt(work, begun, { sequel, ended, now, keep })
  const trouble = worstEvent([...recorded, ...sequel.events])
  if (trouble) work.log.info({ email_id: email.id, attempt: number, ...trouble }, 'delivery incomplete')
}

function notOffered({ recipients }: StartedAttempt, reply_text: string): Handover {
  const answer = notSentResult(reply_text)
  return { answer, outcomes: recipientOutcomes(recipients, answer) }
}
