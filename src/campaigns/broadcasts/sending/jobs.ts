// Finds the recipients of a broadcast and creates their emails in parts. Each part and the progress are written in one
// transaction, so that after a crash no recipient is omitted and none gets the email twice.
import { acceptDrafts, type DraftedEmail } from '../../../mail/emails/actions.ts'
import { senderDomain } from '../../../mail/emails/rules.ts'
import { findContact } from '../../../audience/contacts/actions.ts'
import { countDue, countJobs } from '../../../base/queue/depth.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { QUEUE_SETTINGS } from '../../../base/queue/kinds.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { findQuotaLeft } from '../../../engagement/quotas/actions.ts'
import { findMembers, findNextMembersPart } from '../../../audience/segments/members/store.ts'
import { DatabaseUnavailable, type TimedTx, type TeamUnit, type Tx } from '../../../base/store/database.ts'
import { fillParts, splitPlaceholders } from '../../../base/text/placeholders.ts'
import { findTopics } from '../../../audience/topics/actions.ts'
import { domainOf } from '../../../base/text/addresses.ts'
import { findStoredContentBytes, isVersionB } from '../../../mail/content/store.ts'
import { isPersonal } from '../../../base/text/mail-template.ts'
import { generateText } from '../../../mail/content/text/actions.ts'
import { startCountingDomains } from '../../../engagement/facts/store.ts'
import { decideWinner, findAbTest } from '../ab-test/actions.ts'
import { type AbTest, decisionAfter, isDueNow, versionOfContact } from '../ab-test/rules.ts'
import { saveGeneratedTestText, saveTestProgress } from '../ab-test/store.ts'
import type { Broadcast, BroadcastContent, BroadcastRecord } from '../rules.ts'
import * as broadcasts from '../store.ts'
import { findUnsendableReason } from './actions.ts'
import { EMAILS_AHEAD_MAX, emailsAllowedNow, EMAILS_PER_TRANSACTION, nextAllowedAt, updatedPacedAt } from './rules.ts'
import * as store from './store.ts'
import { splitByGroup, takeDueGroup } from './groups/actions.ts'
import { findNextDue } from './groups/store.ts'

/** Maximum members that one transaction examines; on SQLite all other writes wait meanwhile. */
const RECIPIENTS_PER_PART = 1000

interface Payload {
  team_id: string
  broadcast_id: string
}

/** Starts a broadcast that is due, and finds all of its recipients. After the last attempt the broadcast fails. */
export async function fan_out_broadcast(work: Work<'fan_out_broadcast'>): Promise<void> {
  try {
    await fanOut(work)
  } catch (thrown) {
    if (work.attempt < QUEUE_SETTINGS.fan_out_broadcast.attempts_max || thrown instanceof DatabaseUnavailable)
      throw thrown
    const { broadcast_id } = work.payload
    work.log.error({ err: thrown, broadcast_id }, 'broadcast failed')
    await work.finish(tx => failBroadcast(tx, work.payload))
  }
}

async function failBroadcast(tx: Tx, { team_id, broadcast_id }: Payload): Promise<void> {
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (broadcast?.status !== 'queued' && broadcast?.status !== 'scheduled') return
  const found = await store.findStage(tx, broadcast, 'fan_out')
  // all recipients were found before the job failed
  if (found?.ended_at) return
  fail(tx, broadcast, 'Finding the recipients failed; see the server log')
}

async function fanOut(work: Work<'fan_out_broadcast'>): Promise<void> {
  const { payload } = work
  const found = await work.read(tx => findWhole(tx, payload))
  if (!found) return
  const { status, scheduled_at } = found.broadcast
  // if the clock was set back, the job can run before its time
  if (status === 'scheduled' && new Date(scheduled_at!) > work.now())
    return work.postpone(new Date(scheduled_at!), 'Scheduled for later')
  const { content, test } = found
  const made = { ...content, made_text: await generateText(content, payload.team_id) }
  const made_of_b = test && { ...test, made_text: await generateText(test, payload.team_id) }
  const begun = await work.write(tx => begin({ tx, now: work.now() }, payload, made, made_of_b))
  if (begun === 'changed') return fanOut(work)
  if (begun === 'over') return
  while (await work.write(tx => findMore(tx, payload, work.now())));
}

interface DueBroadcast extends Broadcast {
  test: AbTest | undefined
}

async function findWhole(tx: Tx, { team_id, broadcast_id }: Payload): Promise<DueBroadcast | undefined> {
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (!broadcast) return undefined
  return {
    broadcast,
    content: await broadcasts.findBroadcastContent(tx, broadcast),
    test: await findAbTest(tx, broadcast),
  }
}

/** Content with the text that was generated from it. */
interface MadeOf extends BroadcastContent {
  made_text: string
}

/**
 * Starts sending if it has not started. `over`: there is nothing to find, because the broadcast failed with a reason or has
 * finished. `changed`: the content was changed while the text was generated.
 */
async function begin(
  { tx, now }: TimedTx,
  payload: Payload,
  made: MadeOf,
  made_of_b: MadeOf | undefined,
): Promise<'begun' | 'changed' | 'over'> {
  const found = await findWhole(tx, payload)
  if (!found) return 'over'
  const { broadcast, content, test } = found
  const { status } = broadcast
  if (status !== 'scheduled' && status !== 'queued') return 'over'
  if (await store.findStage(tx, broadcast, 'fan_out')) return 'begun'
  if (!isMadeOf(made, content) || !isMadeOf(made_of_b, test)) return 'changed'
  const reason = status === 'scheduled' ? await findUnsendableReason(tx, found) : undefined
  if (reason !== undefined) {
    fail(tx, broadcast, reason)
    return 'over'
  }
  const snapshot_at = broadcast.snapshot_at ?? now.toISOString()
  broadcasts.saveBroadcastStatus(tx, status, { ...broadcast, status: 'queued', snapshot_at })
  broadcasts.saveGeneratedText(tx, { ...payload, made_text: made.made_text })
  if (made_of_b) saveGeneratedTestText(tx, { ...payload, made_text: made_of_b.made_text })
  store.startStages(tx, broadcast)
  await enqueue(tx, 'send_broadcast', payload, now, now, `${broadcast.id}/send`)
  return 'begun'
}

function isMadeOf(made: MadeOf | undefined, content: BroadcastContent | undefined): boolean {
  return made?.html === content?.html && made?.text === content?.text
}

function fail(tx: Tx, broadcast: BroadcastRecord, reason: string): void {
  broadcasts.saveBroadcastStatus(tx, broadcast.status, { ...broadcast, status: 'failed', reason })
}

/** Finds the next part of the recipients. Returns whether more may follow. */
async function findMore(tx: Tx, { team_id, broadcast_id }: Payload, now: Date): Promise<boolean> {
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (broadcast?.status !== 'queued') return false
  const progress = await store.findStage(tx, broadcast, 'fan_out')
  if (!progress || progress.ended_at !== null) return false
  const { segment_id, topic_id, snapshot_at } = broadcast
  const members = await findMembers(tx, team_id, segment_id!)
  const topic = topic_id === null ? undefined : (await findTopics(tx, team_id, [topic_id])).get(topic_id)
  if (!members || (topic_id !== null && !topic)) {
    fail(tx, broadcast, `${members ? 'Its topic' : 'Its segment'} was deleted while recipients were being determined`)
    return false
  }
  const from = { after_id: progress.after_id ?? '', snapshot_at: snapshot_at!, size: RECIPIENTS_PER_PART }
  const part = await findNextMembersPart(tx, members, from)
  if (!part) {
    store.saveStage(tx, { ...progress, ended_at: now.toISOString() })
    return false
  }
  const count = await store.insertRecipients(tx, broadcast, { members, part, topic })
  store.saveStage(tx, { ...progress, after_id: part.until_id, count: progress.count + count })
  return true
}

/** The result of creating some emails: how many, or what the next ones wait for. */
type Step = { made: number } | { wait: Date; reason: string } | 'over'

const LOOK_AGAIN_MS = 250
/** Resuming a broadcast runs the job immediately, so this is only the maximum wait. */
const PAUSED_FOR_MS = 60_000
/** Maximum emails that one run of the job creates, so that jobs of other broadcasts run in between. */
const EMAILS_PER_RUN = 2_000

/**
 * Creates emails for the found recipients, as fast as the queue and the pace allow. `waiting_max`: maximum emails that may wait
 * in the queue, including those for destinations that currently accept none. The rest of the queue is reserved for emails that
 * do not belong to a broadcast.
 */
export const broadcastSender =
  (waiting_max: number) =>
  async (work: Work<'send_broadcast'>): Promise<void> => {
    const later = (): Date => new Date(work.now().getTime() + LOOK_AGAIN_MS)
    // counting many rows takes long, so it runs once for each job
    const unused = waiting_max - (await work.read(tx => countJobs(tx, 'deliver_email', waiting_max)))
    for (let made = 0; made < EMAILS_PER_RUN;) {
      const now = work.now()
      const ahead = await work.read(tx =>
        countDue({ tx, team_id: work.payload.team_id, now }, 'deliver_email', EMAILS_AHEAD_MAX),
      )
      const room = Math.min(EMAILS_AHEAD_MAX - ahead, unused - made)
      if (room <= 0) return work.postpone(later(), 'Waiting for other emails to be delivered')
      const step = await work.write(tx => createMoreEmails({ ...work.payload, tx, now: work.now() }, room))
      if (step === 'over') return
      if ('wait' in step) return work.postpone(step.wait, step.reason)
      made += step.made
    }
    await work.postpone(work.now(), 'Waiting for other broadcasts')
  }

async function createMoreEmails(unit: TeamUnit & Payload, room: number): Promise<Step> {
  const { tx, team_id, broadcast_id, now } = unit
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (broadcast?.status !== 'queued') return 'over'
  if (broadcast.paused_at !== null) return { wait: new Date(now.getTime() + PAUSED_FOR_MS), reason: 'Paused' }
  const [found, sent] = await Promise.all([
    store.findStage(tx, broadcast, 'fan_out'),
    store.findStage(tx, broadcast, 'send'),
  ])
  const { per_minute } = broadcast
  const allowed = emailsAllowedNow(per_minute, sent!.paced_at, now)
  if (allowed === 0)
    return { wait: nextAllowedAt(per_minute!, sent!.paced_at, now), reason: 'Sending limit per minute reached' }
  const left = await findQuotaLeft(unit)
  const limit = Math.min(allowed, room, EMAILS_PER_TRANSACTION, Math.max(1, left.recipients))
  const until_id = found!.after_id
  const after_id = sent!.after_id
  // recipients who have waited come first
  const taken = await takeDueGroup(unit, broadcast, limit)
  const test = await findAbTest(tx, broadcast)
  const fresh = taken || until_id === null ? NONE : await listFresh(tx, broadcast, test, { after_id, until_id, limit })
  const next = taken?.recipients ?? fresh.recipients
  if (!taken && fresh.last_id === undefined) return endOrWait(unit, broadcast, test, { found: found!, sent: sent! })
  const there = next.filter(({ isThere }) => isThere)
  if (there.length > 0 && left.recipients === 0) {
    fail(tx, broadcast, `${left.reason} ${sent!.count} emails have been sent`)
    return 'over'
  }
  const made = await createEmails(unit, broadcast, test, await splitByGroup(unit, broadcast, there))
  const paced_at = updatedPacedAt({ per_minute, paced_at: sent!.paced_at }, made, now)
  store.saveStage(tx, {
    ...sent!,
    after_id: fresh.last_id ?? after_id,
    count: sent!.count + made,
    paced_at,
  })
  return { made: Math.max(1, next.length) }
}

interface NextRecipients {
  recipients: store.NextRecipient[]
  /** The last contact that was examined. */
  last_id?: string | undefined
}

const NONE: NextRecipients = { recipients: [] }
/**
 * Recipients examined for each one selected: in an A/B test with the smallest share, at most this many belong to the other
 * part.
 */
const LOOKED_AT_FOR_ONE = 10

/** The next recipients; with an A/B test, only those of the part that is being sent. */
async function listFresh(
  tx: Tx,
  broadcast: BroadcastRecord,
  test: AbTest | undefined,
  { limit, ...between }: { after_id: string | null; until_id: string; limit: number },
): Promise<NextRecipients> {
  const most = test ? limit * LOOKED_AT_FOR_ONE : limit
  const looked = await store.listNextRecipients(tx, broadcast, { ...between, limit: most })
  const wanted = test ? looked.filter(({ contact_id }) => isDueNow(test, contact_id)) : looked
  const recipients = wanted.slice(0, limit)
  const last = wanted.length > limit ? recipients.at(-1) : looked.at(-1)
  return { recipients, last_id: last?.contact_id }
}

/** Marks the broadcast as sent when all recipients are found, none waits, and each has an email. */
async function endOrWait(
  unit: TeamUnit & Payload,
  broadcast: BroadcastRecord,
  test: AbTest | undefined,
  { found, sent }: Record<'found' | 'sent', store.StageRecord>,
): Promise<Step> {
  const { tx, team_id, broadcast_id, now } = unit
  if (found.ended_at === null) return { wait: new Date(now.getTime() + LOOK_AGAIN_MS), reason: 'Finding recipients' }
  const due = await findNextDue(tx, { team_id, broadcast_id })
  const isTested = test !== undefined && test.rest_at === null && test.share < 100
  if (due && !(isTested && test.winner !== null))
    return { wait: due, reason: 'Waiting for the local time of recipients or the limit of their destinations' }
  if (isTested) return decideOrWait(unit, test, sent)
  const sent_at = now.toISOString()
  store.saveStage(tx, { ...sent, ended_at: sent_at })
  broadcasts.saveBroadcastStatus(tx, 'queued', { ...broadcast, status: 'sent', sent_at })
  return 'over'
}

/** Waits for the winner of the A/B test, decides it when due, and starts the rest of the audience. */
async function decideOrWait({ tx, now }: TeamUnit, test: AbTest, sent: store.StageRecord): Promise<Step> {
  const decides_at = test.decides_at ?? decisionAfter(test, now)
  if (test.winner === null && new Date(decides_at) > now) {
    saveTestProgress(tx, { ...test, decides_at })
    return { wait: new Date(decides_at), reason: 'Waiting for the winner of the A/B test' }
  }
  if (test.winner === null) await decideWinner(tx, test)
  saveTestProgress(tx, { ...test, decides_at, rest_at: now.toISOString() })
  store.saveStage(tx, { ...sent, after_id: null })
  return { made: 1 }
}

/** Creates the emails with the jobs that deliver them. Returns their number. */
async function createEmails(
  { tx, team_id, now }: TeamUnit,
  broadcast: BroadcastRecord,
  test: AbTest | undefined,
  recipients: readonly store.NextRecipient[],
): Promise<number> {
  if (recipients.length === 0) return 0
  const { id } = broadcast
  const of = { team_id, broadcast_id: id }
  const makerOf = async (version?: 'b') => ({
    subjectFor: subjects(tx, { team_id, subject: (version && test?.subject) ?? broadcast.subject }),
    content_bytes: await findStoredContentBytes(tx, { ...of, version }),
  })
  const [a, b] = [await makerOf(), test ? await makerOf('b') : undefined]
  const drafts = await Promise.all(
    recipients.map(async (recipient): Promise<DraftedEmail> => {
      const version = test && versionOfContact(test, recipient.contact_id)
      const { subjectFor, content_bytes } = (isVersionB(version) && b) || a
      const subject = await subjectFor(recipient)
      const email = emailTo(broadcast, recipient, { id: tx.newId('emails'), subject, now })
      const origin: DraftedEmail['origin'] = { kind: 'broadcast', id, ...(version && { version }) }
      return { email, origin, attachments: [], scheduled_by: undefined, content_bytes }
    }),
  )
  const domains = new Set(recipients.map(({ email }) => domainOf(email).toLowerCase()))
  await startCountingDomains(tx, of, [...domains])
  await acceptDrafts(tx, drafts, now)
  for (const { email } of drafts)
    store.saveRecipientEmail(tx, { team_id, broadcast_id: id, contact_id: email.contact_id!, email_id: email.id })
  return drafts.length
}

/**
 * Lists show subjects, so a subject is filled in when its email is created; the rest of the content is filled in when it is
 * read.
 */
function subjects(
  tx: Tx,
  { team_id, subject }: Pick<BroadcastRecord, 'team_id' | 'subject'>,
): (to: store.NextRecipient) => Promise<string> {
  const parts = splitPlaceholders(subject!)
  if (!isPersonal(parts)) return async () => subject!
  return async ({ contact_id, email }) => {
    const contact = await findContact(tx, team_id, contact_id)
    const no_contact = { email, first_name: null, last_name: null }
    const { properties = {}, fallbacks = {} } = contact ?? {}
    return fillParts(parts, { contact: contact ?? no_contact, properties, fallbacks }, 'subject').slice(0, SUBJECT_MAX)
  }
}

/** A subject that becomes too long with its values is truncated: a long name must not exclude its contact. */
const SUBJECT_MAX = 998

function emailTo(
  { id: broadcast_id, team_id, from, reply_to, topic_id }: BroadcastRecord,
  { contact_id, email }: store.NextRecipient,
  { id, subject, now }: { id: string; subject: string; now: Date },
): DraftedEmail['email'] {
  return {
    id,
    team_id,
    message_id: `<${id}@${senderDomain({ from: from! })}>`,
    from: from!,
    to: [email],
    cc: [],
    bcc: [],
    reply_to: reply_to ?? [],
    subject,
    html: null,
    text: null,
    headers: {},
    tags: [],
    last_event: 'queued',
    scheduled_at: null,
    topic_id,
    broadcast_id,
    contact_id,
    template_id: null,
    created_at: now.toISOString(),
  }
}
