// What others may ask of webhooks: which endpoints there are, making, changing and ending one, and what was posted to it.
import { noCursor } from '../../base/text/cursor.ts'
import type { InTeam, TeamUnit } from '../../base/store/database.ts'
import { type Found, READ_AT_ONCE, search } from '../../base/store/scan.ts'
import { changesOf } from '../../base/store/signals/changes.ts'
import { record } from '../../base/store/signals/record.ts'
import { forgetPosting, postEvent, replayEvent, replayFailed, resumePosting, stopPosting } from './delivery/actions.ts'
import { type PublicKind, publicId, uuidOf } from './public-ids.ts'
import {
  type AskedChange,
  type AskedEvents,
  createdFields,
  type DeliveryStatus,
  refuseDisabled,
  refuseTooManyWebhooks,
  type ToldEventType,
  updatedFields,
} from './rules.ts'
import { newSecret } from './secrets/actions.ts'
import { removeTallies } from './statistics/actions.ts'
import * as store from './store.ts'
import type { ListedWebhookEvent, ShownWebhookEvent, Webhook, WebhookAttempt } from './store.ts'

export { publicId } from './public-ids.ts'
export type { AskedEvents, DeliveryStatus, ToldEventType, WebhookEventType } from './rules.ts'
export { shownSigningSecret } from './secrets/actions.ts'
export { listDays, webhookStatistics } from './statistics/actions.ts'
export { findWebhook, listTeamsListening, listWebhooks } from './store.ts'
export type { ListedWebhookEvent, ShownWebhookEvent, Webhook, WebhookAttempt } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** An endpoint and the secret that its posts are signed with. */
export async function makeWebhook(
  { tx, team_id, now }: TeamUnit,
  asked: { endpoint: string; events: AskedEvents },
): Promise<{ webhook: Webhook; signing_secret: string }> {
  const fields = createdFields(asked)
  tx.guard(team_id, 'webhooks')
  refuseTooManyWebhooks((await store.countWebhooks(tx, { team_id }))?.count ?? 0)
  const { sealed, signing_secret } = await newSecret(tx, now)
  const webhook: Webhook = {
    id: tx.newId('webhooks'),
    team_id,
    ...fields,
    secret: sealed,
    previous_secret: null,
    previous_until: null,
    failing_since: null,
    failure_told_at: null,
    disabled_reason: null,
    created_at: now.toISOString(),
  }
  store.insertWebhook(tx, webhook)
  tx.settings.listening.add(team_id)
  await record(tx, { type: 'webhook.created', team_id, at: now, object_id: webhook.id, name: webhook.endpoint })
  return { webhook, signing_secret }
}

/** Changes an endpoint. What is left for one that is disabled stays, and is posted when it is enabled again. */
export async function changeWebhook(unit: TeamUnit, before: Webhook, asked: AskedChange): Promise<void> {
  const { tx, team_id } = unit
  const { id } = before
  const { endpoint, events, status } = updatedFields(before, asked)
  store.saveWebhook(tx, { team_id, id, endpoint, events })
  const changes = changesOf(before, { endpoint, events, status }, 'endpoint', 'events', 'status')
  await record(tx, { type: 'webhook.updated', team_id, at: unit.now, object_id: id, name: endpoint, changes })
  if (status === before.status) return
  store.saveStatus(tx, { team_id, id, status })
  if (status === 'enabled') resumePosting(unit, id)
  else stopPosting(tx, id)
}

/** Removes an endpoint. Whether there was one. */
export async function dropWebhook(unit: TeamUnit, id: string): Promise<boolean> {
  const { tx, team_id } = unit
  const before = await store.findWebhook(tx, { team_id, id })
  if (!before || !(await store.removeWebhook(tx, { team_id, id }))) return false
  await record(tx, { type: 'webhook.deleted', team_id, at: unit.now, object_id: id, name: before.endpoint })
  removeTallies(tx, { team_id, webhook_id: id })
  await forgetPosting(unit, id)
  return true
}

/** Another secret; for a day the one before signs, too. */
export async function rotateSecret({ tx, team_id, now }: TeamUnit, { id, secret, endpoint }: Webhook): Promise<string> {
  const { sealed, signing_secret } = await newSecret(tx, now)
  const previous_until = new Date(now.getTime() + DAY_MS).toISOString()
  store.saveSecrets(tx, { team_id, id, secret: sealed, previous_secret: secret, previous_until })
  await record(tx, { type: 'webhook.secret_rotated', team_id, at: now, object_id: id, name: endpoint })
  return signing_secret
}

/** Events that one search by status looks at: all of them are read. */
const LOOKED_AT = 5_000

/**
 * A page of what was posted to an endpoint; by status, of those among the next events that one search looks at. Refuses
 * (422 validation_error) a cursor that is no event there.
 */
export async function listEventsAt(
  { tx, team_id }: InTeam,
  { id: webhook_id }: Webhook,
  { limit: most, after, status }: { limit: number; after?: string | undefined; status?: DeliveryStatus | undefined },
): Promise<Found<ListedWebhookEvent>> {
  const start = behind('msg', after)
  if (after !== undefined && !(await store.findWebhookEvent(tx, { team_id, webhook_id, event_id: start })))
    throw noCursor('after', after)
  const part = status === undefined ? most + 1 : READ_AT_ONCE
  const cursorOf = ({ event_id }: ListedWebhookEvent): string => event_id
  return search(tx, { after: start, most, part, looked_max: LOOKED_AT, cursorOf }, async (before = start, limit) => {
    const rows = await store.listHistory(tx, { team_id, webhook_id, before_id: before, limit })
    const meant = rows.filter(each => status === undefined || each.status === status)
    return { rows: meant, behind: rows.length < limit ? undefined : rows.at(-1)!.event_id }
  })
}

/** A page of the tries to post an event, like that of events. */
export async function listTries(
  { tx, team_id }: TeamUnit,
  { webhook_id, event_id }: { webhook_id: string; event_id: string },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<{ rows: WebhookAttempt[]; has_more: boolean }> {
  const of = { team_id, webhook_id, event_id }
  const before = behind('atmpt', after)
  if (after !== undefined && !(await store.findAttemptAt(tx, { ...of, id: before }))) throw noCursor('after', after)
  const rows = await store.listAttemptsAt(tx, { ...of, before_id: before, limit: limit + 1 })
  return { rows: rows.slice(0, limit), has_more: rows.length > limit }
}

/** Before it come all, when nothing is said. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function behind(kind: PublicKind, after: string | undefined): string {
  if (after === undefined) return LAST
  const id = uuidOf(kind, after)
  if (id === undefined) throw noCursor('after', after)
  return id
}

/** An event by the id that it is known by. */
export async function findEventAt(
  { tx, team_id }: InTeam,
  { id: webhook_id }: Webhook,
  public_id: string,
): Promise<ShownWebhookEvent | undefined> {
  const event_id = uuidOf('msg', public_id)
  return event_id === undefined ? undefined : store.findWebhookEvent(tx, { team_id, webhook_id, event_id })
}

/** Posts an event once more. Refuses (422 validation_error) while the endpoint is disabled. */
export async function replay(unit: TeamUnit, webhook: Webhook, event_id: string): Promise<void> {
  refuseDisabled(webhook)
  await replayEvent(unit, { webhook_id: webhook.id, event_id })
}

/** The same with each event since then that has failed. */
export async function replaySince(unit: TeamUnit, webhook: Webhook, since: string): Promise<void> {
  refuseDisabled(webhook)
  await replayFailed(unit, { webhook_id: webhook.id, since: new Date(since) })
}

/** Posts an event to one endpoint that did not happen. Its id. */
export async function postTest(
  { tx, team_id, now }: TeamUnit,
  webhook: Webhook,
  { type, data }: { type: ToldEventType; data: object },
): Promise<string> {
  refuseDisabled(webhook)
  const [id, created_at] = [tx.newId('webhook_events'), now.toISOString()]
  const payload = JSON.stringify({ type, created_at, data })
  // of nothing that happens, so that nothing waits for it
  store.insertEventForOne(tx, { id, team_id, type, about: id, payload, created_at })
  store.insertDeliveryToOne(tx, { id, team_id, webhook_id: webhook.id })
  postEvent(tx, { team_id, event_id: id }, now)
  return publicId('msg', id)
}
