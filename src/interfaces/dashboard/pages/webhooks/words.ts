// The state of a webhook, with a sentence that says what to do.
import type { Webhook } from '../../../../integrations/webhooks/store.ts'
import type { StateWithMeaning } from '../../ui/facts.ts'
import { dateTimeText } from '../../ui/time.ts'

export function endpointState({ status, failing_since, disabled_reason }: Webhook): StateWithMeaning {
  if (status === 'disabled' && disabled_reason !== null) {
    const sentence = `Disabled by the server. ${disabled_reason} Fix the endpoint, then enable the webhook to send pending events.`
    return { words: 'Disabled', mood: 'bad', sentence }
  }
  if (status === 'disabled') {
    const sentence = 'Disabled by your team. No events are sent until you enable it.'
    return { words: 'Disabled', mood: '', sentence }
  }
  if (failing_since === null) return { words: 'Enabled', mood: 'good', sentence: 'Events are sent to this URL.' }
  const sentence = `Every attempt since ${dateTimeText(failing_since)} has failed. The server disables the webhook after five days without success.`
  return { words: 'Failing', mood: 'bad', sentence }
}
