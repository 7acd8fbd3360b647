// Webhooks: an endpoint that accepts no request, and the delivery history of an event.
import { NOBODY, type Step } from './step.ts'

const WEBHOOK = { webhook_id: '((webhook.id))' }
const EVENT = { ...WEBHOOK, webhook_event_id: '((webhook_event.id))' }
const NOWHERE = 'https://verify-((unique)).invalid/webhooks'

export const webhooks: Step[] = [
  { operation: 'createWebhook', body: { endpoint: NOWHERE, events: ['topic.created'] }, leaves: 'webhook' },
  {
    operation: 'createWebhook',
    title: 'for an unknown event',
    body: { endpoint: NOWHERE, events: ['email.read'] },
    status: 422,
  },
  {
    operation: 'createWebhook',
    title: 'with an invalid URL',
    body: { endpoint: 'webhooks', events: ['email.sent'] },
    status: 422,
  },
  { operation: 'testWebhook', path: WEBHOOK, body: { type: 'topic.created' }, leaves: 'webhook_event' },
  {
    operation: 'getWebhookEvent',
    path: EVENT,
    expect: { id: '((webhook_event.id))', type: 'topic.created', 'payload.type': 'topic.created' },
  },
  {
    operation: 'getWebhookEvent',
    title: 'that does not exist',
    path: { ...WEBHOOK, webhook_event_id: NOBODY },
    status: 404,
  },
  {
    operation: 'listWebhookEvents',
    path: WEBHOOK,
    query: { limit: '2' },
    expect: { 'data.0.id': '((webhook_event.id))' },
  },
  { operation: 'replayWebhook', path: WEBHOOK, body: { since: '2026-01-01T00:00:00.000Z' } },
]
