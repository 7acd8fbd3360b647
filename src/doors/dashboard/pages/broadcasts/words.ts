// How broadcasts stand, in words.
import type { BroadcastStatus } from '../../../../campaigns/broadcasts/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'

interface State {
  words: string
  mood: '' | 'good' | 'bad' | 'wait'
  /** What that means. */
  sentence: string
}

export const BROADCAST_STATES: Record<BroadcastStatus, State> = {
  draft: { words: 'Draft', mood: '', sentence: 'It is not sent yet.' },
  scheduled: { words: 'Scheduled', mood: 'wait', sentence: 'It goes to who is in its segment when its time has come.' },
  queued: { words: 'Being sent', mood: 'wait', sentence: 'Its mails are made and sent, one after the other.' },
  sent: { words: 'Sent', mood: 'good', sentence: 'All its mails are made. What became of them is below.' },
  canceled: { words: 'Canceled', mood: '', sentence: 'No more mails of it are sent. Those that were stay so.' },
  failed: {
    words: 'Failed',
    mood: 'bad',
    sentence: 'Something was missing when its time came. Duplicate it, and see to that.',
  },
}

const PAUSED = { words: 'Paused', mood: 'wait' } as const

/** `paused_at`: since when none of its mails goes out. */
export function broadcastTag(status: BroadcastStatus, paused_at: string | null): Html {
  const { words, mood } = paused_at === null ? BROADCAST_STATES[status] : PAUSED
  return html`<span class="tag ${mood}">${words}</span>`
}
