// Scheduled emails: rescheduling, canceling, and the checks when they are due.
import { findApiKey } from '../../../identity/api-keys/store.ts'
import { findForeignSenders, recordDomainUse } from '../../../identity/domains/actions.ts'
import { findSendingDomains } from '../../../identity/domains/store.ts'
import { findLiveGrant, isClientOfGrantEnabled } from '../../../identity/oauth/store/grants.ts'
import { removeJobs, rescheduleJobs } from '../../../base/queue/change.ts'
import { type Refusal, refusal } from '../../../base/text/refusal.ts'
import { record } from '../../../base/store/signals/record.ts'
import type { TimedTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import type { EmailEvent } from '../events.ts'
import { senderDomain } from '../rules.ts'
import * as store from '../store.ts'
import { GRANT_REVOKED, KEY_REVOKED, refuseUnscheduled, type ScheduledBy } from './rules.ts'
import { parseScheduledTime } from './time.ts'

/** Reschedules an email to a time in ISO 8601 or English. Refuses an email that does not exist or is no longer scheduled. */
export async function rescheduleScheduled(unit: TeamUnit, id: string, words: string): Promise<void> {
  const { tx, team_id, now } = unit
  const found = await stateOf(unit, id)
  refuseUnscheduled(found.last_event, 'rescheduled')
  const moment = parseScheduledTime(words, now)
  const scheduled_at = moment.toISOString()
  // the job is written before the state, in the same order as in a delivery: otherwise the two transactions could deadlock
  rescheduleJobs(tx, id, moment, now)
  store.saveRescheduled(tx, { team_id, id, scheduled_at }, meanwhile)
  await note(unit, id, { type: 'scheduled', words: scheduled_at })
  await noteSending(unit, found.from, scheduled_at)
  const { origin, ...signalled } = found
  await record(tx, { type: 'email.scheduled', team_id, at: now, email: signalled, origin, scheduled_at })
}

/** Records the time for the sending domain, so that its owner does not change before the email is sent. */
async function noteSending({ tx, team_id, now }: TeamUnit, from: string, scheduled_at: string): Promise<void> {
  const [sender] = (await findSendingDomains(tx, team_id, [senderDomain({ from })])).values()
  if (sender) recordDomainUse(tx, [{ sender, scheduled_at }], now)
}

/**
 * Cancels an email. Refuses an email that does not exist or is no longer scheduled, including one that is already canceled.
 */
export async function cancelScheduled(unit: TeamUnit, id: string): Promise<void> {
  const { tx, team_id } = unit
  const { last_event } = await stateOf(unit, id)
  refuseUnscheduled(last_event, 'canceled')
  removeJobs(tx, id)
  store.saveCanceled(tx, { team_id, id }, meanwhile)
  await note(unit, id, { type: 'canceled', words: '' })
}

/** Cancels an email whose broadcast was canceled before the email was offered or accepted. */
export async function cancelQueued(tx: Tx, email: store.EmailInDelivery, now: Date): Promise<void> {
  const { id, team_id, settled, recipients } = email
  await store.saveDelivery(tx, email, { last_event: 'canceled', settled, recipients })
  await note({ tx, team_id, now }, id, { type: 'canceled', words: 'The broadcast was canceled' })
}

async function stateOf({ tx, team_id }: TeamUnit, id: string): Promise<store.ScheduledEmail> {
  const found = await store.findScheduled(tx, team_id, id)
  if (!found) throw refusal('not_found', 'Email not found')
  return found
}

/** The refusal if another transaction changed the email after it was read as scheduled. */
function meanwhile(): Refusal {
  return refusal('validation_error', 'This email is no longer `scheduled`. It is being sent or was canceled.')
}

async function note(
  { tx, team_id, now }: TeamUnit,
  id: string,
  { type, words }: Pick<EmailEvent, 'type'> & { words: string },
): Promise<void> {
  const detail = { recipients: [], code: null, words, attempt: 0 }
  await store.insertEmailEvent({ tx, now }, { team_id, id }, { type, detail })
}

/** Why an email is not sent although it is due: the key or grant that scheduled it is no longer valid. */
export async function findObstacle(
  tx: Tx,
  team_id: string,
  scheduled_by: ScheduledBy | undefined,
): Promise<string | undefined> {
  if (scheduled_by === undefined) return undefined
  if ('grant_id' in scheduled_by) {
    const grant = await findLiveGrant(tx, { id: scheduled_by.grant_id })
    return grant?.team_id === team_id ? undefined : GRANT_REVOKED
  }
  const key = await findApiKey(tx, { team_id, id: scheduled_by.api_key_id })
  if (!key) return KEY_REVOKED
  const isUsable = key.grant_id === null || (await isClientOfGrantEnabled(tx, { team_id, id: key.grant_id }))
  return isUsable ? undefined : KEY_REVOKED
}

/**
 * Like `findObstacle`, and also checks an email from an unverified domain: another team may have verified the domain since.
 */
export async function findObstacleOf(
  tx: Tx,
  { team_id, from }: { team_id: string; from: string },
  scheduled_by: ScheduledBy | undefined,
): Promise<string | undefined> {
  const obstacle = await findObstacle(tx, team_id, scheduled_by)
  if (obstacle !== undefined || tx.settings.unverified_domains !== 'allow') return obstacle
  const name = senderDomain({ from })
  return (await findForeignSenders(tx, team_id, [name])).get(name)?.message
}

/**
 * Queues an email when it is due. Of releasing, canceling and rescheduling, only one succeeds. `isSent`: whether it is sent
 * now, which is recorded; otherwise it fails.
 */
export async function releaseScheduled(
  { tx, now }: TimedTx,
  email: store.EmailInDelivery,
  isSent: boolean,
): Promise<store.EmailInDelivery> {
  store.saveReleased(tx, email, () => new store.DeliveryConflict())
  if (isSent) await record(tx, { type: 'email.sent', team_id: email.team_id, at: now, email, origin: email.origin })
  return { ...email, last_event: 'queued' }
}
