// The states of endpoints and events, as text that says what to do.
import type { Schemas } from '../../../../../generated/api.ts'
import type { DeliveryStatus } from '../../../../watch/webhooks/rules.ts'
import type { Webhook } from '../../../../watch/webhooks/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { StateWithMeaning } from '../../ui/facts.ts'
import { shortly } from '../../ui/time.ts'
import { numeral } from '../../ui/reader.ts'

export function endpointState({ status, failing_since, disabled_reason }: Webhook): StateWithMeaning {
  if (status === 'disabled' && disabled_reason !== null) {
    const sentence = `The server disabled it. ${disabled_reason} Repair what answers at the URL, then enable it: events that wait are posted then, and those that failed can be replayed.`
    return { words: 'Disabled', mood: 'bad', sentence }
  }
  if (status === 'disabled') {
    const sentence =
      'Your team disabled it, so nothing is posted. Enable it to go on: events that wait are posted then.'
    return { words: 'Disabled', mood: '', sentence }
  }
  if (failing_since === null) return { words: 'Enabled', mood: 'good', sentence: 'Events are posted to it.' }
  const sentence = `Every attempt since ${shortly(failing_since)} has failed. Its events show what was answered. Repair it: after five days without a success the server disables it.`
  return { words: 'Failing', mood: 'bad', sentence }
}

export const EVENT_STATES: Record<DeliveryStatus, StateWithMeaning> = {
  pending: { words: 'Pending', mood: '', sentence: 'It waits for its first attempt.' },
  attempting: { words: 'Attempting', mood: 'wait', sentence: 'An attempt failed. It is tried again by itself.' },
  success: { words: 'Success', mood: 'good', sentence: 'The endpoint took it.' },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'It is not tried again by itself. See what was answered, repair the endpoint, then replay the event.',
  },
}

export const DELIVERY_STATUSES = Object.keys(EVENT_STATES) as DeliveryStatus[]

/** Titles of groups, by the first part of their event types. */
export const GROUPS: Record<string, string> = {
  email: 'Emails',
  contact: 'Contacts',
  topic: 'Topics',
  suppression: 'Suppressions',
  domain: 'Domains',
  inbox: 'Inboxes',
}

export function eventWords({ events }: Webhook): Html {
  if (events === null) return html`All events, also types that are added later`
  return html`${events.map((type, at) => html`${at > 0 && ', '}<code>${type}</code>`)}`
}

/** The outcome of the attempts of one day or several, as text. */
export function triedWords(days: readonly Schemas['WebhookDay'][]): string {
  const sum = (name: 'attempts' | 'succeeded'): number => days.reduce((total, each) => total + each[name], 0)
  const [attempts, succeeded] = [sum('attempts'), sum('succeeded')]
  return `${numeral(succeeded)} succeeded, ${numeral(attempts - succeeded)} failed`
}
