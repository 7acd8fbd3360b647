// Reads and checks the forms about webhooks.
import type { AskedEvents, ToldEventType, WebhookEventType } from '../../../../watch/webhooks/rules.ts'
import type { Webhook } from '../../../../watch/webhooks/store.ts'
import { localMoment } from '../../../../base/rules/local-time.ts'
import { urlFault } from '../../../../base/text/destination.ts'
import { readWebhookExamples } from '../../../contract/document.ts'
import { FormFault } from '../../problems.ts'

/** Example data for each type of event that this server sends. */
export const EXAMPLES = readWebhookExamples()
export const EVENT_TYPES = Object.keys(EXAMPLES) as ToldEventType[]

/** The types to choose from: those that this server sends, and others that were selected for the endpoint with the API. */
export function offeredTypes(webhook?: Webhook): WebhookEventType[] {
  return [...new Set([...EVENT_TYPES, ...(webhook?.events ?? [])])]
}

export function askedWebhook(form: URLSearchParams, before?: Webhook): { endpoint: string; events: AskedEvents } {
  const endpoint = (form.get('endpoint') ?? '').trim()
  const fault = urlFault(endpoint)
  if (fault !== undefined) throw new FormFault(`The URL ${fault}.`)
  if (form.get('which') !== 'chosen') return { endpoint, events: 'all' }
  const events = offeredTypes(before).filter(type => form.has(type))
  if (events.length === 0) throw new FormFault('Check at least one type of event, or choose all events.')
  return { endpoint, events }
}

export function askedType(form: URLSearchParams): ToldEventType {
  const type = EVENT_TYPES.find(each => each === form.get('type'))
  if (type === undefined) throw new FormFault('Choose one of the types of events in the list.')
  return type
}

export function askedSince(form: URLSearchParams, time_zone: string): string {
  const since = localMoment(form.get('since') ?? '', time_zone)
  if (!since) throw new FormFault('Say since when, with a date and a time such as 2026-12-01T09:00.')
  return since.toISOString()
}
