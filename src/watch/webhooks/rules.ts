// What an endpoint for webhooks must be, and what becomes of it when it is changed.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import type { AuditedType, SignalType } from '../../base/store/signals/signal.ts'
import { urlFault } from '../../base/text/destination.ts'
import { refusal } from '../../base/text/refusal.ts'
import { shown } from '../../base/text/shown.ts'

/** Signals that have a name on the wire. */
export type ToldEventType = Exclude<SignalType, 'event.sent' | 'received.removed' | AuditedType>
/** What an endpoint can ask for; some of it does not happen on this server. */
export type WebhookEventType = Schemas['WebhookEventType']
export type WebhookStatus = Schemas['WebhookStatus']
/** Of an event at an endpoint; `attempting`: a retry is to come. */
export type DeliveryStatus = Schemas['WebhookEventStatus']

/** Of a team. What happens is written down for each, and posted to each. */
export const WEBHOOKS_MAX = 50

export function refuseTooManyWebhooks(count: number): void {
  if (count < WEBHOOKS_MAX) return
  throw refusal('validation_error', `A team has ${WEBHOOKS_MAX} webhooks at the most: delete one first.`)
}

/** What can be asked for of an endpoint. */
export interface WebhookFields {
  endpoint: string
  events: WebhookEventType[] | null
  status: WebhookStatus
}

/** `all`: whatever happens, also types that are added later. Pages can ask for that. */
export type AskedEvents = readonly WebhookEventType[] | 'all'

export function createdFields({ endpoint, events }: { endpoint: string; events: AskedEvents }): WebhookFields {
  return { endpoint: checkedEndpoint(endpoint), events: keptEvents(events), status: 'enabled' }
}

export interface AskedChange extends Omit<InSchemas['UpdateWebhook'], 'events'> {
  events?: AskedEvents | null | undefined
}

/** `null` counts as absent. */
export function updatedFields(before: WebhookFields, { endpoint, events, status }: AskedChange): WebhookFields {
  return {
    endpoint: typeof endpoint === 'string' ? checkedEndpoint(endpoint) : before.endpoint,
    events: events ? keptEvents(events) : before.events,
    status: status ?? before.status,
  }
}

function keptEvents(events: AskedEvents): WebhookFields['events'] {
  return events === 'all' ? null : [...new Set(events)]
}

function checkedEndpoint(text: string): string {
  const fault = urlFault(text)
  if (fault === undefined) return text
  throw refusal('validation_error', `Invalid \`endpoint\` field: it ${fault}; received ${shown(text)}.`)
}

/** For what posts at once. */
export function refuseDisabled({ status }: { status: WebhookStatus }): void {
  if (status === 'enabled') return
  throw refusal('validation_error', 'This webhook is disabled: enable it before events are posted to it again.')
}

/** Whether events of a type happen on this server. */
export function isTold(type: WebhookEventType, told: Readonly<Record<string, unknown>>): type is ToldEventType {
  return Object.hasOwn(told, type)
}
