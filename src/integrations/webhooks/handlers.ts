import type { Handlers } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import { findSigningSecret } from './secrets/actions.ts'
import { getWebhookStatistics } from './statistics/actions.ts'
import * as store from './store.ts'
import * as actions from './actions.ts'
import { attemptItem, webhookEventAnswer, webhookEventItem, webhookItem } from './present.ts'
import { publicId } from './public-ids.ts'
import { isWebhookSignalType, type WebhookSignalType } from './rules.ts'
import type { WebhookEventDetails, Webhook } from './store.ts'
import { type EventStreams, findPositionAfter } from './stream/actions.ts'

type EventRequest = TeamUnit & { path: { webhook_id: string } }

async function requireWebhook(
  { tx, team_id, path }: EventRequest,
  words = 'Webhook endpoint not found',
): Promise<Webhook> {
  const webhook = await store.findWebhook(tx, { team_id, id: path.webhook_id })
  if (!webhook) throw refusal('not_found', words)
  return webhook
}

async function findEvent(
  call: EventRequest & { path: { webhook_event_id: string } },
): Promise<{ webhook: Webhook; event: WebhookEventDetails }> {
  const webhook = await requireWebhook(call)
  const event = await actions.findWebhookEventByPublicId(call, webhook, call.path.webhook_event_id)
  if (!event) throw refusal('not_found', 'Webhook event not found')
  return { webhook, event }
}

const endpointHandlers = {
  listWebhooks: async ({ tx, team_id, query }) => {
    const { rows, has_more } = await store.listWebhooks(tx, { team_id }, query)
    return { status: 200, body: { object: 'list', has_more, data: rows.map(webhookItem) } }
  },

  createWebhook: async call => {
    const { webhook, signing_secret } = await actions.createWebhook(call, call.body)
    return { status: 201, body: { object: 'webhook', id: webhook.id, signing_secret } }
  },

  getWebhook: async call => {
    const webhook = await requireWebhook(call)
    const signing_secret = await findSigningSecret(call.tx, webhook, call.now)
    return { status: 200, body: { object: 'webhook', ...webhookItem(webhook), signing_secret } }
  },

  updateWebhook: async call => {
    const webhook = await requireWebhook(call, 'Failed to update webhook endpoint')
    await actions.updateWebhook(call, webhook, call.body)
    return { status: 200, body: { object: 'webhook', id: webhook.id } }
  },

  removeWebhook: async call => {
    const { id } = await requireWebhook(call, 'Webhook not found')
    await actions.removeWebhook(call, id)
    return { status: 200, body: { object: 'webhook', id, deleted: true } }
  },

  rotateSigningSecret: async call => {
    const webhook = await requireWebhook(call)
    const signing_secret = await actions.rotateSigningSecret(call, webhook)
    return { status: 200, body: { object: 'webhook', id: webhook.id, signing_secret } }
  },

  getWebhookStatistics: async call => {
    return { status: 200, body: await getWebhookStatistics(call.tx, await requireWebhook(call)) }
  },
} satisfies Partial<Handlers>

const eventHandlers = {
  listWebhookEvents: async call => {
    const { rows, behind } = await actions.listWebhookEvents(call, await requireWebhook(call), call.query)
    return { status: 200, body: { object: 'list', has_more: behind !== undefined, data: rows.map(webhookEventItem) } }
  },

  getWebhookEvent: async call => ({ status: 200, body: webhookEventAnswer((await findEvent(call)).event) }),

  replayWebhookEvent: async call => {
    const { webhook, event } = await findEvent(call)
    await actions.replayWebhookEvent(call, webhook, event.event_id)
    return { status: 200, body: { object: 'webhook_event', id: publicId('msg', event.event_id) } }
  },

  listWebhookAttempts: async call => {
    const { webhook, event } = await findEvent(call)
    const of = { webhook_id: webhook.id, event_id: event.event_id }
    const { rows, has_more } = await actions.listWebhookAttempts(call, of, call.query)
    return { status: 200, body: { object: 'list', has_more, data: rows.map(attemptItem) } }
  },

  replayWebhook: async call => {
    const webhook = await requireWebhook(call)
    await actions.replayWebhook(call, webhook, call.body.since)
    return { status: 200, body: { object: 'webhook', id: webhook.id } }
  },
} satisfies Partial<Handlers>

const NOT_TOLD = 'Invalid `type` field: this server does not send events of this type.'
/** `X-Accel-Buffering` keeps nginx from buffering the stream. */
const STREAM_HEADERS = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }

/** `examplesOf`: the data of test events, by type; read when the first one is sent. */
export function webhookHandlers(examplesOf: () => Readonly<Record<WebhookSignalType, object>>, streams: EventStreams) {
  return {
    ...endpointHandlers,
    ...eventHandlers,

    testWebhook: async call => {
      const webhook = await requireWebhook(call)
      const { type } = call.body
      const examples = examplesOf()
      if (!isWebhookSignalType(type, examples)) throw refusal('validation_error', NOT_TOLD)
      const id = await actions.testWebhook(call, webhook, { type, data: examples[type] })
      return { status: 200, body: { object: 'webhook_event', id } }
    },

    streamWebhookEvents: async ({ tx, team_id, query, headers, now }) => {
      const after = headers['last-event-id'] || query.after
      const place = after ? await findPositionAfter({ tx, team_id }, after) : undefined
      const types = query.types && query.types.length > 0 ? new Set<string>(query.types) : undefined
      const wanted = { team_id, types, place, now }
      return { status: 200, headers: STREAM_HEADERS, afterCommit: committed => streams.open(committed, wanted) }
    },
  } satisfies Partial<Handlers>
}
