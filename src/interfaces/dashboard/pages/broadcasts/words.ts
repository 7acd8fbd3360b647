// The states of broadcasts, as text.
import type { BroadcastStatus } from '../../../../campaigns/broadcasts/rules.ts'
import type { Html } from '../../../../base/html/html.ts'
import { moodTag, type State, type StateWithMeaning } from '../../ui/facts.ts'

export const BROADCAST_STATES: Record<BroadcastStatus, StateWithMeaning> = {
  draft: { words: 'Draft', mood: '', sentence: 'It is not sent yet.' },
  scheduled: {
    words: 'Scheduled',
    mood: 'wait',
    sentence: 'At its time it goes to the contacts who are in its segment then.',
  },
  queued: { words: 'Being sent', mood: 'wait', sentence: 'Its mails are made and sent, one after the other.' },
  sent: { words: 'Sent', mood: 'good', sentence: 'All its mails are made. What became of them is below.' },
  canceled: { words: 'Canceled', mood: '', sentence: 'No more mails of it are sent. Those that were stay so.' },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'Something was missing when its time came. Duplicate it, and see to that.',
  },
}

/** While all emails of an A/B test are sent and its winner is not decided yet. */
export const AWAITING_WINNER: StateWithMeaning = {
  words: 'Waiting for the winner',
  mood: 'wait',
  sentence: 'The emails of the A/B test are sent. The other contacts receive the winning version.',
}

const PAUSED: State = { words: 'Paused', mood: 'wait' }

/** `paused_at`: the time since which none of its emails is sent. */
export function broadcastTag(status: BroadcastStatus, paused_at: string | null): Html {
  return moodTag(paused_at === null ? BROADCAST_STATES[status] : PAUSED)
}
