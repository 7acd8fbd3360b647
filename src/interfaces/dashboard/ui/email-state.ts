// The state of an email, or of one of its recipients, as a tag.
import type { LastEvent } from '../../../mail/emails/rules.ts'
import type { Html } from '../../../base/html/html.ts'
import { moodTag, type State } from './facts.ts'

const STATES: Record<LastEvent | 'unknown', State> = {
  queued: { words: 'Queued', mood: '' },
  scheduled: { words: 'Scheduled', mood: '' },
  canceled: { words: 'Canceled', mood: '' },
  sent: { words: 'Sent', mood: '' },
  delivered: { words: 'Delivered', mood: 'good' },
  delivery_delayed: { words: 'Delayed', mood: 'wait' },
  bounced: { words: 'Bounced', mood: 'bad' },
  complained: { words: 'Complained', mood: 'bad' },
  opened: { words: 'Opened', mood: 'good' },
  clicked: { words: 'Clicked', mood: 'good' },
  failed: { words: 'Failed', mood: 'bad' },
  suppressed: { words: 'Suppressed', mood: 'bad' },
  unknown: { words: 'Unknown', mood: 'bad' },
}

export function stateTag(state: keyof typeof STATES): Html {
  return moodTag(STATES[state])
}
