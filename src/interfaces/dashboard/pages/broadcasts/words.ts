// The status of a broadcast, as text.
import type { BroadcastStatus } from '../../../../campaigns/broadcasts/rules.ts'
import type { Html } from '../../../../base/html/html.ts'
import { moodTag, type State, type StateWithMeaning } from '../../ui/facts.ts'

export const BROADCAST_STATES: Record<BroadcastStatus, StateWithMeaning> = {
  draft: { words: 'Draft', mood: '', sentence: 'The broadcast has not been sent.' },
  scheduled: {
    words: 'Scheduled',
    mood: 'wait',
    sentence: 'Contacts who are in the segment at the scheduled time receive the broadcast.',
  },
  queued: { words: 'Sending', mood: 'wait', sentence: 'The emails are being queued and sent.' },
  sent: { words: 'Sent', mood: 'good', sentence: 'All emails are queued. See their results below.' },
  canceled: { words: 'Canceled', mood: '', sentence: 'No more emails are sent. Emails already sent are not recalled.' },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'The broadcast was incomplete at the scheduled time. Duplicate it, fix the problem and send the copy.',
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
