// The public functions of this module: create, change and delete webhooks, and list their delivery history.
import { noCursor } from '../../base/text/cursor.ts'
import type { TeamTx, TeamUnit } from '../../base/store/database.ts'
import { type SearchPage, ROWS_PER_READ, searchInParts } from '../../base/store/scan.ts'
import { changesOf } from '../../base/store/signals/changes.ts'
import { record } from '../../base/store/signals/record.ts'
import {
  removeDeliveries,
  startDeliveries,
  replayEvent,
  replayFailed,
  resumeDeliveries,
  stopDeliveries,
} from './delivery/actions.ts'
import { type PublicKind, publicId, uuidOf } from './public-ids.ts'
import {
  type WebhookChangeRequest,
  type RequestedEvents,
  newWebhookFields,
  type DeliveryStatus,
  refuseDisabled,
  refuseTooManyWebhooks,
  type WebhookSignalType,
  updatedWebhookFields,
} from './rules.ts'
import { newSigningSecret } from './secrets/actions.ts'
import { removeTallies } from './statistics/store.ts'
import * as store from './store.ts'
import type { ListedWebhookEvent, WebhookEventDetails, Webhook, WebhookAttempt } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** Creates a webhook and the secret that signs its requests. */
export async function createWebhook(
  { tx, team_id, now }: TeamUnit,
  asked: { endpoint: string; events: RequestedEvents },
): Promise<{ webhook: Webhook; signing_secret: string }> {
  const fields = newWebhookFields(asked)
  tx.guard(team_id, 'webhooks')
  refuseTooManyWebhooks((await store.countWebhooks(tx, { team_id }))?.count ?? 0)
  const { sealed, signing_secret } = await newSigningSecret(tx, now)
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

/** Changes a webhook. Pending events of a disabled webhook are kept, and are sent when it is enabled again. */
export async function updateWebhook(unit: TeamUnit, before: Webhook, asked: WebhookChangeRequest): Promise<void> {
  const { tx, team_id } = unit
  const { id } = before
  const { endpoint, events, status } = updatedWebhookFields(before, asked)
  store.saveWebhook(tx, { team_id, id, endpoint, events })
  const changes = changesOf(before, { endpoint, events, status }, 'endpoint', 'events', 'status')
  await record(tx, { type: 'webhook.updated', team_id, at: unit.now, object_id: id, name: endpoint, changes })
  if (status === before.status) return
  store.saveStatus(tx, { team_id, id, status })
  if (status === 'enabled') resumeDeliveries(unit, id)
  else stopDeliveries(tx, id)
}

/** Removes a webhook; returns whether there was one. */
export async function removeWebhook(unit: TeamUnit, id: string): Promise<boolean> {
  const { tx, team_id } = unit
  const before = await store.findWebhook(tx, { team_id, id })
  if (!before || !(await store.removeWebhook(tx, { team_id, id }))) return false
  await record(tx, { type: 'webhook.deleted', team_id, at: unit.now, object_id: id, name: before.endpoint })
  removeTallies(tx, { team_id, webhook_id: id })
  await removeDeliveries(unit, id)
  return true
}

/** Replaces the secret. The old one also signs for another day, so that receivers can switch without rejecting requests. */
export async function rotateSigningSecret(
  { tx, team_id, now }: TeamUnit,
  { id, secret, endpoint }: Webhook,
): Promise<string> {
  const { sealed, signing_secret } = await newSigningSecret(tx, now)
  const previous_until = new Date(now.getTime() + DAY_MS).toISOString()
  store.saveSecrets(tx, { team_id, id, secret: sealed, previous_secret: secret, previous_until })
  await record(tx, { type: 'webhook.secret_rotated', team_id, at: now, object_id: id, name: endpoint })
  return signing_secret
}

/** Maximum number of events that one search by status reads, because the status is checked row by row. */
const EVENTS_EXAMINED_MAX = 5_000

/**
 * A page of the events of an endpoint. With a status, a page can be short and still have a next one: a search ends after
 * `EVENTS_EXAMINED_MAX` events. Refuses (422 validation_error) a cursor that is not an event of the endpoint.
 */
export async function listWebhookEvents(
  { tx, team_id }: TeamTx,
  { id: webhook_id }: Webhook,
  { limit: most, after, status }: { limit: number; after?: string | undefined; status?: DeliveryStatus | undefined },
): Promise<SearchPage<ListedWebhookEvent>> {
  const start = behind('msg', after)
  if (after !== undefined && !(await store.findWebhookEvent(tx, { team_id, webhook_id, event_id: start })))
    throw noCursor('after', after)
  const part = status === undefined ? most + 1 : ROWS_PER_READ
  const cursorOf = ({ event_id }: ListedWebhookEvent): string => event_id
  return searchInParts(
    tx,
    { after: start, most, part, looked_max: EVENTS_EXAMINED_MAX, cursorOf },
    async (before = start, limit) => {
      const rows = await store.listHistory(tx, { team_id, webhook_id, before_id: before, limit })
      const meant = rows.filter(each => status === undefined || each.status === status)
      return { rows: meant, behind: rows.length < limit ? undefined : rows.at(-1)!.event_id }
    },
  )
}

/** A page of the attempts to send an event. Refuses (422 validation_error) an unknown cursor. */
export async function listWebhookAttempts(
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

/** Greater than all ids: the cursor of a first page. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function behind(kind: PublicKind, after: string | undefined): string {
  if (after === undefined) return LAST
  const id = uuidOf(kind, after)
  if (id === undefined) throw noCursor('after', after)
  return id
}

/** Finds an event by its public id. */
export async function findWebhookEventByPublicId(
  { tx, team_id }: TeamTx,
  { id: webhook_id }: Webhook,
  public_id: string,
): Promise<WebhookEventDetails | undefined> {
  const event_id = uuidOf('msg', public_id)
  return event_id === undefined ? undefined : store.findWebhookEvent(tx, { team_id, webhook_id, event_id })
}

/** Sends an event once more. Refuses (422 validation_error) while the endpoint is disabled. */
export async function replayWebhookEvent(unit: TeamUnit, webhook: Webhook, event_id: string): Promise<void> {
  refuseDisabled(webhook)
  await replayEvent(unit, { webhook_id: webhook.id, event_id })
}

/** The same for each event that failed since a given time. */
export async function replayWebhook(unit: TeamUnit, webhook: Webhook, since: string): Promise<void> {
  refuseDisabled(webhook)
  await replayFailed(unit, { webhook_id: webhook.id, since: new Date(since) })
}

/** Sends a test event to one endpoint; returns the id of the event. */
export async function testWebhook(
  { tx, team_id, now }: TeamUnit,
  webhook: Webhook,
  { type, data }: { type: WebhookSignalType; data: object },
): Promise<string> {
  refuseDisabled(webhook)
  const [id, created_at] = [tx.newId('webhook_events'), now.toISOString()]
  const payload = JSON.stringify({ type, created_at, data })
  // `about` is its own id: events of one object are sent in order, and none has to wait for a test
  store.insertEventForOne(tx, { id, team_id, type, about: id, payload, created_at })
  store.insertDeliveryToOne(tx, { id, team_id, webhook_id: webhook.id })
  startDeliveries(tx, { team_id, event_id: id }, now)
  return publicId('msg', id)
}
