// Writes a webhook event for each signal, in the unit of work of the change: each sent event has happened, and each
// change has its event. For a team without webhooks and streams nothing is read or written.
import { listContactSegments } from '../../audience/segments/actions.ts'
import { listLabelsOf } from '../../inbound/inboxes/labels/actions.ts'
import { findDomainView } from '../../identity/domains/actions.ts'
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { DeliverySignalType, Signal } from '../../base/store/signals/signal.ts'
import type { Tx } from '../../base/store/database.ts'
import { startDeliveries } from './delivery/actions.ts'
import { isNotice } from './delivery/notices/rules.ts'
import { inboxDraftPayload, inboxPayload, inboxThreadPayload } from './inbox-payloads.ts'
import * as payloads from './payloads.ts'
import type { WebhookSignalType } from './rules.ts'
import { insertDeliveries, insertEventIfWanted } from './store.ts'

/** The object of an event, and the `data` of its payload. */
interface EventContent {
  about: string
  data: object
}

/**
 * Whether a signal is about an email that reports a failing endpoint: events about it would cause more requests to that
 * endpoint.
 */
function isOfNotice(signal: object): boolean {
  const { email } = signal as Partial<Signal<'email.sent'>>
  return email?.tags !== undefined && isNotice(email.tags)
}

type Describe<Type extends WebhookSignalType> = (signal: Signal<Type>, tx: Tx) => EventContent | Promise<EventContent>

function noting<Type extends WebhookSignalType>(describe: Describe<Type>): Subscriber<Type> {
  return async (tx, signal) => {
    const { team_id, type, at } = signal
    if (!tx.settings.listening.has(team_id)) return
    if (isOfNotice(signal)) return
    const { about, data } = await describe(signal, tx)
    const [id, created_at] = [tx.newId('webhook_events'), at.toISOString()]
    const quoted = JSON.stringify(type)
    const payload = JSON.stringify({ type, created_at, data })
    insertEventIfWanted(tx, { id, team_id, type, about, payload, created_at, quoted })
    insertDeliveries(tx, { id, team_id, quoted })
    startDeliveries(tx, { team_id, event_id: id }, at)
  }
}

export const recordEmailEvent = noting<'email.sent' | 'email.scheduled'>(signal => ({
  about: signal.email.id,
  data: payloads.emailPayload(signal),
}))

export const recordOutcomeEvent = noting<DeliverySignalType>(signal => ({
  about: signal.email.id,
  data: payloads.outcomePayload(signal),
}))

export const recordVisitEvent = noting<'email.opened' | 'email.clicked'>(signal => ({
  about: signal.email.id,
  data: payloads.visitPayload(signal),
}))

export const recordReceivedEvent = noting<'email.received'>(signal => ({
  about: signal.received.id,
  data: payloads.receivedPayload(signal),
}))

/** Segments that an event of a contact contains. */
const SEGMENTS_MAX = 100

export const recordContactEvent = noting<'contact.created' | 'contact.updated' | 'contact.deleted'>(
  async (signal, tx) => {
    const { team_id, contact, at } = signal
    const { rows } = await listContactSegments({ tx, team_id, now: at }, contact.id, { limit: SEGMENTS_MAX })
    const ids = rows.map(({ id }) => id)
    return { about: contact.id, data: payloads.contactPayload(signal, ids) }
  },
)

export const recordContactTopicsEvent = noting<'contact.topics.updated'>(signal => ({
  about: signal.contact.id,
  data: payloads.contactTopicsPayload(signal),
}))

export const recordTopicEvent = noting<'topic.created' | 'topic.updated' | 'topic.deleted'>(signal => ({
  about: signal.topic.id,
  data: payloads.topicPayload(signal),
}))

export const recordSuppressionEvent = noting<'suppression.added' | 'suppression.removed'>(signal => ({
  about: signal.suppression.id,
  data: payloads.suppressionPayload(signal),
}))

export const recordDomainEvent = noting<'domain.created' | 'domain.updated' | 'domain.deleted'>(async (signal, tx) => {
  const { team_id, domain } = signal
  const view = await findDomainView({ tx, team_id }, domain.id, tx.settings.domains)
  return { about: domain.id, data: payloads.domainPayload(signal, view?.records ?? []) }
})

export const recordInboxEvent = noting<'inbox.created' | 'inbox.updated' | 'inbox.deleted'>(signal => ({
  about: signal.inbox.id,
  data: inboxPayload(signal),
}))

export const recordInboxThreadEvent = noting<
  | 'inbox.thread.created'
  | 'inbox.thread.folder.updated'
  | 'inbox.thread.labels.updated'
  | 'inbox.email.received'
  | 'inbox.email.sent'
>(async (signal, tx) => {
  const { team_id, inbox_id, thread } = signal
  // a new thread has no labels when its first email arrives
  const isNew = 'email' in signal && thread.email_count === 1
  const labels = isNew ? [] : (await listLabelsOf({ tx, team_id }, inbox_id, [thread.id]))(thread.id)
  return { about: thread.id, data: inboxThreadPayload(signal, labels) }
})

export const recordInboxDraftEvent = noting<
  'inbox.draft.created' | 'inbox.draft.updated' | 'inbox.draft.deleted' | 'inbox.draft.sent'
>(async (signal, tx) => {
  const { team_id, inbox_id, draft, thread } = signal
  const labels = thread ? (await listLabelsOf({ tx, team_id }, inbox_id, [thread.id]))(thread.id) : []
  return { about: draft.id, data: inboxDraftPayload(signal, labels) }
})
