// Finds the recipients of a broadcast and makes their emails in parts. Each part and the progress are written in one unit of
// work, so that after a crash no recipient is left out and none gets the mail twice.
import { acceptDrafts, type DraftedEmail, senderDomain } from '../../../mail/emails/actions.ts'
import { findContact } from '../../../audience/contacts/actions.ts'
import { countDue, countJobs } from '../../../base/queue/depth.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { QUEUE_SETTINGS } from '../../../base/queue/kinds.ts'
import type { Work } from '../../../base/queue/runner.ts'
import { findQuotaLeft } from '../../../engagement/quotas/actions.ts'
import { findMembers, findNextPart } from '../../../audience/segments/actions.ts'
import { DatabaseUnavailable, type InTime, type TeamUnit, type Tx } from '../../../base/store/database.ts'
import { fillParts, partsOf } from '../../../base/text/placeholders.ts'
import { findTopics } from '../../../audience/topics/actions.ts'
import { bytesOfContent } from '../../../mail/content/actions.ts'
import { isPersonal } from '../../../base/text/mail-template.ts'
import { textFor } from '../../../mail/content/text/actions.ts'
import type { Broadcast, BroadcastContent, BroadcastRecord } from '../rules.ts'
import * as broadcasts from '../store.ts'
import { findReason } from './actions.ts'
import { AHEAD_MAX, allowedNow, MADE_AT_ONCE, nextAllowed, pacedAt } from './rules.ts'
import * as store from './store.ts'
import { partTurns, takeTurn } from './turns/actions.ts'
import { findNextDue } from './turns/store.ts'

/** Members that one unit of work examines; on SQLite all other writes wait meanwhile. */
const FOUND_AT_ONCE = 1000

interface Payload {
  team_id: string
  broadcast_id: string
}

/** Begins a broadcast that is due, and finds all of its recipients. After the last try the broadcast fails. */
export async function fan_out_broadcast(work: Work<'fan_out_broadcast'>): Promise<void> {
  try {
    await fanOut(work)
  } catch (thrown) {
    if (work.attempt < QUEUE_SETTINGS.fan_out_broadcast.attempts_max || thrown instanceof DatabaseUnavailable)
      throw thrown
    const { broadcast_id } = work.payload
    work.log.error({ err: thrown, broadcast_id }, 'the recipients of a broadcast cannot be found, and it has failed')
    await work.finish(tx => giveUp(tx, work.payload))
  }
}

async function giveUp(tx: Tx, { team_id, broadcast_id }: Payload): Promise<void> {
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (broadcast?.status !== 'queued' && broadcast?.status !== 'scheduled') return
  const found = await store.findStage(tx, broadcast, 'fan_out')
  // all recipients were found before the job failed
  if (found?.ended_at) return
  fail(tx, broadcast, 'The server could not find its recipients; see its log')
}

async function fanOut(work: Work<'fan_out_broadcast'>): Promise<void> {
  const { payload } = work
  const found = await work.read(tx => findWhole(tx, payload))
  if (!found) return
  const { status, scheduled_at } = found.broadcast
  // a clock that was set back can make the job run before its time
  if (status === 'scheduled' && new Date(scheduled_at!) > work.now())
    return work.postpone(new Date(scheduled_at!), 'Its time has not come')
  const text = await textFor(found.content, payload.team_id)
  const begun = await work.look(tx => begin({ tx, now: work.now() }, payload, { ...found.content, made_text: text }))
  if (begun === 'changed') return fanOut(work)
  if (begun === 'over') return
  while (await work.look(tx => findMore(tx, payload, work.now())));
}

async function findWhole(tx: Tx, { team_id, broadcast_id }: Payload): Promise<Broadcast | undefined> {
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  return broadcast && { broadcast, content: await broadcasts.findContent(tx, broadcast) }
}

/** A content with the text that was made from it. */
interface MadeOf extends BroadcastContent {
  made_text: string
}

/**
 * Begins sending if it has not begun. `over`: there is nothing to find, as it cannot be sent and failed with the reason, or it is
 * over. `changed`: the content was changed while the text was made.
 */
async function begin({ tx, now }: InTime, payload: Payload, made: MadeOf): Promise<'begun' | 'changed' | 'over'> {
  const found = await findWhole(tx, payload)
  if (!found) return 'over'
  const { broadcast, content } = found
  const { status } = broadcast
  if (status !== 'scheduled' && status !== 'queued') return 'over'
  if (await store.findStage(tx, broadcast, 'fan_out')) return 'begun'
  if (content.html !== made.html || content.text !== made.text) return 'changed'
  const reason = status === 'scheduled' ? await findReason(tx, found) : undefined
  if (reason !== undefined) {
    fail(tx, broadcast, reason)
    return 'over'
  }
  const snapshot_at = broadcast.snapshot_at ?? now.toISOString()
  broadcasts.moveBroadcast(tx, status, { ...broadcast, status: 'queued', snapshot_at })
  broadcasts.saveTextMade(tx, { ...payload, made_text: made.made_text })
  store.beginStages(tx, broadcast)
  await enqueue(tx, 'send_broadcast', payload, now, now, `${broadcast.id}/send`)
  return 'begun'
}

function fail(tx: Tx, broadcast: BroadcastRecord, reason: string): void {
  broadcasts.moveBroadcast(tx, broadcast.status, { ...broadcast, status: 'failed', reason })
}

/** Finds the next part of the recipients. Returns whether there may be more. */
async function findMore(tx: Tx, { team_id, broadcast_id }: Payload, now: Date): Promise<boolean> {
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (broadcast?.status !== 'queued') return false
  const progress = await store.findStage(tx, broadcast, 'fan_out')
  if (!progress || progress.ended_at !== null) return false
  const { segment_id, topic_id, snapshot_at } = broadcast
  const members = await findMembers(tx, team_id, segment_id!)
  const topic = topic_id === null ? undefined : (await findTopics(tx, team_id, [topic_id])).get(topic_id)
  if (!members || (topic_id !== null && !topic)) {
    fail(tx, broadcast, `${members ? 'Its topic' : 'Its segment'} was deleted while its recipients were being found`)
    return false
  }
  const from = { after_id: progress.after_id ?? '', snapshot_at: snapshot_at!, size: FOUND_AT_ONCE }
  const part = await findNextPart(tx, members, from)
  if (!part) {
    store.saveStage(tx, { ...progress, ended_at: now.toISOString() })
    return false
  }
  const count = await store.insertRecipients(tx, broadcast, { members, part, topic })
  store.saveStage(tx, { ...progress, after_id: part.until_id, count: progress.count + count })
  return true
}

/** The result of making some emails: how many, or what the next ones wait for. */
type Step = { made: number } | { wait: Date; reason: string } | 'over'

const LOOK_AGAIN_MS = 250
/** Resuming a broadcast runs the job at once, so this is only the longest wait. */
const PAUSED_FOR_MS = 60_000
/** Emails that one run of the job makes at most, so that jobs of other broadcasts run in between. */
const MADE_IN_TURN = 2_000

/**
 * Makes emails for the found recipients, as fast as the queue and the pace allow. `waiting_max`: emails that may wait in the
 * queue, including those for destinations that accept none now; what is above that is left to emails that are no broadcast.
 */
export const broadcastSender =
  (waiting_max: number) =>
  async (work: Work<'send_broadcast'>): Promise<void> => {
    const later = (): Date => new Date(work.now().getTime() + LOOK_AGAIN_MS)
    // counting many rows takes long, so it is done once for each run
    const unused = waiting_max - (await work.read(tx => countJobs(tx, 'deliver_email', waiting_max)))
    for (let made = 0; made < MADE_IN_TURN;) {
      const now = work.now()
      const ahead = await work.read(tx =>
        countDue({ tx, team_id: work.payload.team_id, now }, 'deliver_email', AHEAD_MAX),
      )
      const room = Math.min(AHEAD_MAX - ahead, unused - made)
      if (room <= 0) return work.postpone(later(), 'Other emails wait to be delivered')
      const step = await work.look(tx => makeMore({ ...work.payload, tx, now: work.now() }, room))
      if (step === 'over') return
      if ('wait' in step) return work.postpone(step.wait, step.reason)
      made += step.made
    }
    await work.postpone(work.now(), 'Others have their turn')
  }

async function makeMore(unit: TeamUnit & Payload, room: number): Promise<Step> {
  const { tx, team_id, broadcast_id, now } = unit
  const broadcast = await broadcasts.findBroadcast(tx, team_id, broadcast_id)
  if (broadcast?.status !== 'queued') return 'over'
  if (broadcast.paused_at !== null) return { wait: new Date(now.getTime() + PAUSED_FOR_MS), reason: 'It is paused' }
  const [found, sent] = await Promise.all([
    store.findStage(tx, broadcast, 'fan_out'),
    store.findStage(tx, broadcast, 'send'),
  ])
  const { per_minute } = broadcast
  const allowed = allowedNow(per_minute, sent!.paced_at, now)
  if (allowed === 0)
    return { wait: nextAllowed(per_minute!, sent!.paced_at, now), reason: 'As many as may go in a minute' }
  const left = await findQuotaLeft(unit)
  const limit = Math.min(allowed, room, MADE_AT_ONCE, Math.max(1, left.recipients))
  const until_id = found!.after_id
  const after_id = sent!.after_id
  // recipients who have waited come first
  const taken = await takeTurn(unit, broadcast, limit)
  const fresh = taken || until_id === null ? [] : await store.listNext(tx, broadcast, { after_id, until_id, limit })
  const next = taken?.recipients ?? fresh
  if (!taken && next.length === 0) return endOrWait(unit, broadcast, { found: found!, sent: sent! })
  const there = next.filter(({ isThere }) => isThere)
  if (there.length > 0 && left.recipients === 0) {
    fail(tx, broadcast, `${left.reason} ${sent!.count} of its recipients have their email`)
    return 'over'
  }
  const made = await makeEmails(unit, broadcast, await partTurns(unit, broadcast, there))
  const paced_at = pacedAt({ per_minute, paced_at: sent!.paced_at }, made, now)
  store.saveStage(tx, {
    ...sent!,
    after_id: fresh.at(-1)?.contact_id ?? after_id,
    count: sent!.count + made,
    paced_at,
  })
  return { made: Math.max(1, next.length) }
}

/** Marks the broadcast as sent when all recipients are found, none waits, and each has an email. */
async function endOrWait(
  { tx, team_id, broadcast_id, now }: TeamUnit & Payload,
  broadcast: BroadcastRecord,
  { found, sent }: Record<'found' | 'sent', store.StageRecord>,
): Promise<Step> {
  if (found.ended_at === null)
    return { wait: new Date(now.getTime() + LOOK_AGAIN_MS), reason: 'Its recipients are being found' }
  const due = await findNextDue(tx, { team_id, broadcast_id })
  if (due)
    return { wait: due, reason: 'Its recipients wait for their time of the day, or their turn at their destination' }
  const sent_at = now.toISOString()
  store.saveStage(tx, { ...sent, ended_at: sent_at })
  broadcasts.moveBroadcast(tx, 'queued', { ...broadcast, status: 'sent', sent_at })
  return 'over'
}

/** Makes the emails with the jobs that deliver them. Returns how many. */
async function makeEmails(
  { tx, team_id, now }: TeamUnit,
  broadcast: BroadcastRecord,
  recipients: readonly store.NextRecipient[],
): Promise<number> {
  const { id } = broadcast
  const subjectFor = subjects(tx, broadcast)
  const content_bytes = await bytesOfContent(tx, team_id, id)
  const drafts = await Promise.all(
    recipients.map(async (recipient): Promise<DraftedEmail> => {
      const subject = await subjectFor(recipient)
      const email = emailTo(broadcast, recipient, { id: tx.newId('emails'), subject, now })
      return { email, origin: { kind: 'broadcast', id }, attachments: [], scheduled_by: undefined, content_bytes }
    }),
  )
  await acceptDrafts(tx, drafts, now)
  for (const { email } of drafts)
    store.saveMade(tx, { team_id, broadcast_id: id, contact_id: email.contact_id!, email_id: email.id })
  return drafts.length
}

/**
 * Lists show subjects, so a subject is filled in when its email is made; the rest of the content is filled in when it is read.
 */
function subjects(tx: Tx, { team_id, subject }: BroadcastRecord): (to: store.NextRecipient) => Promise<string> {
  const parts = partsOf(subject!)
  if (!isPersonal(parts)) return async () => subject!
  return async ({ contact_id, email }) => {
    const contact = await findContact(tx, team_id, contact_id)
    const no_contact = { email, first_name: null, last_name: null }
    const { properties = {}, fallbacks = {} } = contact ?? {}
    return fillParts(parts, { contact: contact ?? no_contact, properties, fallbacks }, 'subject').slice(0, SUBJECT_MAX)
  }
}

/** A subject that values make too long is cut: a long name must not exclude its contact. */
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
