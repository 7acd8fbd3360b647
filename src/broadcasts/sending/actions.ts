// Sending a broadcast: at once, later, not at all, and not for now.
import { findSendingDomains, senderFault } from '../../domains/actions.ts'
import {
  findObstacle,
  refuseOtherSender,
  scheduledTime,
  senderDomain,
  type SendingLimits,
} from '../../emails/actions.ts'
import { dropJobs, rescheduleJobs } from '../../queue/change.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { Refusal } from '../../refusal.ts'
import { segmentsExist } from '../../segments/actions.ts'
import type { Tx } from '../../store/database.ts'
import { findTopics } from '../../topics/actions.ts'
import { type Broadcast, type BroadcastRecord, movedOn, type Asker } from '../rules.ts'
import * as store from '../store.ts'
import { canceled, lacks, paused, refuseLacking, refuseSending, resumed } from './rules.ts'
import * as sending from './store.ts'

export interface AskedSending {
  /** When, in words; at once without. */
  scheduled_at?: string | null | undefined
  /** Without: somebody at the pages, who needs no key. */
  by?: Asker
}

/** Sends a broadcast at once, or leaves it to be sent at its time. Refuses one that is not ready, with all that it lacks. */
export async function sendBroadcast(
  tx: Tx,
  whole: Broadcast,
  { scheduled_at, by, only_from }: AskedSending & SendingLimits,
  now: Date,
): Promise<void> {
  const { broadcast } = whole
  const { id, team_id, status } = broadcast
  refuseSending(status)
  refuseLacking(await findLacks(tx, whole))
  refuseOtherSender(senderDomain({ from: broadcast.from! }), only_from)
  const fault = await findSenderFault(tx, broadcast)
  if (fault) throw fault
  const later = scheduled_at ? scheduledTime(scheduled_at, now) : undefined
  const after: BroadcastRecord = later
    ? { ...broadcast, status: 'scheduled', scheduled_at: later.toISOString(), scheduled_by: by ?? null }
    : { ...broadcast, status: 'queued', snapshot_at: now.toISOString(), scheduled_at: null, scheduled_by: null }
  dropJobs(tx, id)
  store.moveBroadcast(tx, status, after, movedOn)
  await enqueue(tx, 'fan_out_broadcast', { team_id, broadcast_id: id }, now, later ?? now, id)
}

/** A scheduled one is a draft again; of one that is being sent, mails that have not begun are not sent any more. */
export async function cancelBroadcast(tx: Tx, broadcast: BroadcastRecord): Promise<void> {
  const after = canceled(broadcast)
  dropJobs(tx, broadcast.id)
  store.moveBroadcast(tx, broadcast.status, after, movedOn)
}

/** What it lacks before it can be sent, each in words. */
export async function findLacks(tx: Tx, whole: Broadcast): Promise<string[]> {
  const { team_id, segment_id, topic_id } = whole.broadcast
  const segment = segment_id !== null && (await segmentsExist(tx, team_id, [segment_id])).has(segment_id)
  const topic = topic_id === null || (await findTopics(tx, team_id, [topic_id])).has(topic_id)
  return lacks(whole, { segment, topic })
}

/** Why mail may not be sent from its domain, if that is asked for. */
export async function findSenderFault(tx: Tx, { team_id, from }: BroadcastRecord): Promise<Refusal | undefined> {
  if (tx.settings.unverified_domains !== 'refuse') return undefined
  const name = senderDomain({ from: from! })
  return senderFault(name, (await findSendingDomains(tx, team_id, [name])).get(name))
}

/** Why a broadcast is not sent although its time has come; nothing when it may be. */
export async function findReason(tx: Tx, whole: Broadcast): Promise<string | undefined> {
  const { broadcast } = whole
  const missing = await findLacks(tx, whole)
  if (missing.length > 0) return missing.join(' ')
  const obstacle = await findObstacle(tx, broadcast.team_id, broadcast.scheduled_by ?? undefined)
  return obstacle ?? (await findSenderFault(tx, broadcast))?.message
}

/** None of its mails begins until it is resumed. */
export async function pauseBroadcast(tx: Tx, broadcast: BroadcastRecord, now: Date): Promise<void> {
  store.savePaused(tx, paused(broadcast, now), movedOn)
}

export async function resumeBroadcast(tx: Tx, broadcast: BroadcastRecord, now: Date): Promise<void> {
  store.savePaused(tx, resumed(broadcast), movedOn)
  hasten(tx, broadcast, now)
}

/** Has what makes its emails look at once whether it may go on. */
export function hasten(tx: Tx, { id }: BroadcastRecord, now: Date): void {
  rescheduleJobs(tx, `${id}/send`, now, now)
}

/** How far it has come: to how many it goes, and for how many of them there is an email. */
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
