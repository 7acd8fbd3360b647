// Validates the fields of a webhook, and computes their values after a request.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import type { AuditedType, SignalType } from '../../base/store/signals/signal.ts'
import { urlFault } from '../../base/text/destination.ts'
import { refusal } from '../../base/text/refusal.ts'
import { describeValue } from '../../base/text/describe-value.ts'

/** Signals that are webhook events. */
export type WebhookSignalType = Exclude<SignalType, 'event.sent' | 'received.removed' | AuditedType>
/** Types that a webhook can request; some never happen on this server, and are accepted for clients that use them. */
export type WebhookEventType = Schemas['WebhookEventType']
export type WebhookStatus = Schemas['WebhookStatus']
/** The status of an event at an endpoint; `attempting`: an attempt failed and another one is scheduled. */
export type DeliveryStatus = Schemas['WebhookEventStatus']

/** Maximum per team: each event is written once for every webhook and sent to each. */
export const WEBHOOKS_MAX = 50

export function refuseTooManyWebhooks(count: number): void {
  if (count < WEBHOOKS_MAX) return
  throw refusal('validation_error', `A team can have at most ${WEBHOOKS_MAX} webhooks. Delete one first.`)
}

/** The fields that a request can set. */
interface WebhookFields {
  endpoint: string
  events: WebhookEventType[] | null
  status: WebhookStatus
}

/** `all`: all types, including those added later; pages can request that. */
export type RequestedEvents = readonly WebhookEventType[] | 'all'

export function newWebhookFields({ endpoint, events }: { endpoint: string; events: RequestedEvents }): WebhookFields {
  return { endpoint: checkedEndpoint(endpoint), events: keptEvents(events), status: 'enabled' }
}

export interface WebhookChangeRequest extends Omit<InSchemas['UpdateWebhook'], 'events'> {
  events?: RequestedEvents | null | undefined
}

/** `null` counts as absent. */
export function updatedWebhookFields(
  before: WebhookFields,
  { endpoint, events, status }: WebhookChangeRequest,
): WebhookFields {
  return {
    endpoint: typeof endpoint === 'string' ? checkedEndpoint(endpoint) : before.endpoint,
    events: events ? keptEvents(events) : before.events,
    status: status ?? before.status,
  }
}

function keptEvents(events: RequestedEvents): WebhookFields['events'] {
  return events === 'all' ? null : [...new Set(events)]
}

function checkedEndpoint(text: string): string {
  const fault = urlFault(text)
  if (fault === undefined) return text
  throw refusal('validation_error', `Invalid \`endpoint\` field: it ${fault}; received ${describeValue(text)}.`)
}

/** Refuses a test or a replay for a disabled webhook. */
export function refuseDisabled({ status }: { status: WebhookStatus }): void {
  if (status === 'enabled') return
  throw refusal('validation_error', 'This webhook is disabled. Enable it first.')
}

/** Whether events of a type happen on this server. */
export function isWebhookSignalType(
  type: WebhookEventType,
  told: Readonly<Record<string, unknown>>,
): type is WebhookSignalType {
  return Object.hasOwn(told, type)
}
