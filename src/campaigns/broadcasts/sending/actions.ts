// Sends, schedules, cancels and pauses a broadcast.
import { findForeignSenders } from '../../../identity/domains/actions.ts'
import { findSendingDomains } from '../../../identity/domains/store.ts'
import { senderFault } from '../../../identity/domains/rules.ts'
import { refuseOtherSender, type SendingLimits } from '../../../mail/emails/actions.ts'
import { findObstacle } from '../../../mail/emails/scheduled/actions.ts'
import { parseScheduledTime } from '../../../mail/emails/scheduled/time.ts'
import { senderDomain } from '../../../mail/emails/rules.ts'
import { removeJobs, rescheduleJobs } from '../../../base/queue/change.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { type Refusal, refusal } from '../../../base/text/refusal.ts'
import { findMembers, findNextMembersPart } from '../../../audience/segments/members/store.ts'
import { findExistingSegments } from '../../../audience/segments/store.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { ROWS_PER_READ } from '../../../base/store/scan.ts'
import { findTopics } from '../../../audience/topics/actions.ts'
import { findTrackingFault } from '../ab-test/actions.ts'
import type { BroadcastRequester, Broadcast, BroadcastRecord } from '../rules.ts'
import * as store from '../store.ts'
import {
  canceledBroadcast,
  describeObstacles,
  missingFieldsOf,
  type Obstacle,
  pausedBroadcast,
  refuseObstacles,
  resumedBroadcast,
  stageObstacles,
} from './rules.ts'
import * as sending from './store.ts'

interface SendingRequest {
  /** The time as in the request; `null` or missing: immediately. */
  scheduled_at?: string | null | undefined
  /** Missing for a person on the dashboard, who requires no key. */
  by?: BroadcastRequester
}

/**
 * Sends a broadcast immediately or schedules it. Refuses a broadcast that is not ready, and names everything that is missing.
 */
export async function sendBroadcast(
  { tx, team_id, now }: TeamUnit,
  whole: Broadcast,
  { scheduled_at, by, only_from }: SendingRequest & SendingLimits,
): Promise<void> {
  const { broadcast } = whole
  const { id, status } = broadcast
  const obstacles = await findSendingObstacles(tx, whole)
  // the domain of the key is checked before the state of that domain
  if (describeObstacles(obstacles) === '' && broadcast.from !== null)
    refuseOtherSender(senderDomain({ from: broadcast.from }), only_from)
  refuseObstacles(obstacles)
  const later = scheduled_at ? parseScheduledTime(scheduled_at, now) : undefined
  const after: BroadcastRecord = later
    ? { ...broadcast, status: 'scheduled', scheduled_at: later.toISOString(), scheduled_by: by ?? null }
    : { ...broadcast, status: 'queued', snapshot_at: now.toISOString(), scheduled_at: null, scheduled_by: null }
  removeJobs(tx, id)
  store.saveBroadcastStatus(tx, status, after)
  await enqueue(tx, 'fan_out_broadcast', { team_id, broadcast_id: id }, now, later ?? now, id)
}

/**
 * Cancels a broadcast: a scheduled one becomes a draft again; of one that is being sent, emails that were not started are not
 * sent.
 */
export async function cancelBroadcast(unit: TeamUnit, broadcast: BroadcastRecord): Promise<void> {
  const { tx } = unit
  const after = canceledBroadcast(broadcast)
  removeJobs(tx, broadcast.id)
  store.saveBroadcastStatus(tx, broadcast.status, after)
  if (after.status === 'canceled') await release(unit, broadcast)
}

/** Releases the held emails, because they no longer have a reason to wait. */
async function release({ tx, team_id, now }: TeamUnit, { id: broadcast_id }: BroadcastRecord): Promise<void> {
  await enqueue(tx, 'release_broadcast', { team_id, broadcast_id }, now)
}

/**
 * All reasons why the broadcast cannot be sent, in the order in which they are refused. The caller's permissions are checked
 * elsewhere.
 */
export async function findSendingObstacles(tx: Tx, whole: Broadcast): Promise<Obstacle[]> {
  const { broadcast } = whole
  const fault = broadcast.from === null ? undefined : await findSenderFault(tx, broadcast)
  return [
    ...stageObstacles(broadcast.status),
    ...(await findMissingFields(tx, whole)),
    ...(fault ? [{ code: 'domain_not_verified' as const, message: fault.message, refusal: fault }] : []),
    ...(await findTestObstacles(tx, broadcast)),
  ]
}

async function findTestObstacles(tx: Tx, broadcast: BroadcastRecord): Promise<Obstacle[]> {
  const message = await findTrackingFault(tx, broadcast)
  if (message === undefined) return []
  return [{ code: 'not_sendable', message, refusal: refusal('validation_error', message, 403) }]
}

async function findMissingFields(tx: Tx, whole: Broadcast): Promise<Obstacle[]> {
  const { team_id, segment_id, topic_id } = whole.broadcast
  const segment = segment_id !== null && (await findExistingSegments(tx, team_id, [segment_id])).has(segment_id)
  const topic = topic_id === null || (await findTopics(tx, team_id, [topic_id])).has(topic_id)
  return missingFieldsOf(whole, { segment, topic })
}

/** Why email may not be sent from its domain, if the settings require a verified domain. */
async function findSenderFault(tx: Tx, broadcast: BroadcastRecord): Promise<Refusal | undefined> {
  const { unverified_domains } = tx.settings
  if (unverified_domains === 'refuse') return findDomainFault(tx, broadcast)
  if (unverified_domains === 'captured') return undefined
  const name = senderDomain({ from: broadcast.from! })
  return (await findForeignSenders(tx, broadcast.team_id, [name])).get(name)
}

/** The fault of its domain, regardless of the settings. */
export async function findDomainFault(tx: Tx, { team_id, from }: BroadcastRecord): Promise<Refusal | undefined> {
  const name = senderDomain({ from: from! })
  return senderFault(name, (await findSendingDomains(tx, team_id, [name])).get(name))
}

/** Why a scheduled broadcast cannot be sent when it is due; `undefined` if it can. */
export async function findUnsendableReason(tx: Tx, whole: Broadcast): Promise<string | undefined> {
  const { broadcast } = whole
  const missing = describeObstacles(await findMissingFields(tx, whole))
  if (missing !== '') return missing
  const obstacle = await findObstacle(tx, broadcast.team_id, broadcast.scheduled_by ?? undefined)
  const fault = obstacle ?? (await findSenderFault(tx, broadcast))?.message
  return fault ?? findTrackingFault(tx, broadcast)
}

/** The current number of recipients of a broadcast. */
export interface Audience {
  count: number
  /** Recipients who have unsubscribed from at least one topic. */
  left_a_topic: number
  /** Whether all members were counted: in a very large segment only the first ones are. */
  isWhole: boolean
}

/** Maximum parts of the segment that are counted. */
const PARTS_MAX = 100

/** Counts in parts, so that other work runs between them. `undefined` if the segment or the topic does not exist. */
export async function countAudience(tx: Tx, broadcast: BroadcastRecord, now: Date): Promise<Audience | undefined> {
  const { team_id, segment_id, topic_id } = broadcast
  const members = segment_id === null ? undefined : await findMembers(tx, team_id, segment_id)
  const topic = topic_id === null ? undefined : (await findTopics(tx, team_id, [topic_id])).get(topic_id)
  // a missing segment or topic is a separate problem, reported elsewhere
  if (!members || (topic_id !== null && !topic)) return undefined
  const snapshot_at = now.toISOString()
  const found = { count: 0, left_a_topic: 0 }
  for (let after_id = '', parts = 0; ; parts++) {
    const part = await findNextMembersPart(tx, members, { after_id, snapshot_at, size: ROWS_PER_READ })
    if (!part || parts === PARTS_MAX) return { ...found, isWhole: !part }
    const { count, left_a_topic } = await sending.countReached(tx, team_id, { members, part, topic })
    found.count += count
    found.left_a_topic += left_a_topic
    after_id = part.until_id
    await tx.pause()
  }
}

/** Pauses a broadcast: none of its emails is started until it is resumed. */
export async function pauseBroadcast({ tx, now }: TeamUnit, broadcast: BroadcastRecord): Promise<void> {
  store.savePaused(tx, pausedBroadcast(broadcast, now))
}

export async function resumeBroadcast(unit: TeamUnit, broadcast: BroadcastRecord): Promise<void> {
  store.savePaused(unit.tx, resumedBroadcast(broadcast))
  runSendJobNow(unit.tx, broadcast, unit.now)
  await release(unit, broadcast)
}

/** Makes the job `send_broadcast` run immediately instead of at its scheduled time. */
export function runSendJobNow(tx: Tx, { id }: BroadcastRecord, now: Date): void {
  rescheduleJobs(tx, `${id}/send`, now, now)
}

/** The progress: how many recipients were found, and how many of them have an email. */
export async function findSendingCounts(
  tx: Tx,
  broadcast: BroadcastRecord,
): Promise<{ recipients: number; emails: number }> {
  const [found, sent] = await Promise.all([
    sending.findStage(tx, broadcast, 'fan_out'),
    sending.findStage(tx, broadcast, 'send'),
  ])
  return { recipients: found?.count ?? 0, emails: sent?.count ?? 0 }
}
