// Converts webhooks, their events and attempts to the form of the API.
import type { Schemas } from '../../../generated/api.ts'
import { publicId } from './public-ids.ts'
import type { ListedWebhookEvent, WebhookEventDetails, Webhook, WebhookAttempt } from './store.ts'

/** A webhook as an item of a list. */
export function webhookItem({ id, created_at, status, endpoint, events }: Webhook): Schemas['WebhookItem'] {
  return { id, created_at, status, endpoint, events }
}

export function webhookEventItem({
  event_id,
  type,
  created_at,
  status,
}: ListedWebhookEvent): Schemas['WebhookEventItem'] {
  return { id: publicId('msg', event_id), type, created_at, status }
}

/** An event without attempts has been due since it happened. */
export function webhookEventAnswer(event: WebhookEventDetails): Schemas['WebhookEventDetail'] {
  const { next_attempt_at, created_at, payload } = event
  return {
    object: 'webhook_event',
    ...webhookEventItem(event),
    next_attempt_at: next_attempt_at === '' ? created_at : next_attempt_at,
    payload: JSON.parse(payload),
  }
}

export function attemptItem(attempt: WebhookAttempt): Schemas['WebhookAttemptItem'] {
  const { id, http_status_code, response, sent_at } = attempt
  return { id: publicId('atmpt', id), http_status_code, response, sent_at }
}
