// What may still become of an email that was scheduled.
import { refusal } from '../../../base/text/refusal.ts'
import type { LastEvent } from '../rules.ts'

/** The key or the grant of the request that scheduled an email. */
export type ScheduledBy = { api_key_id: string } | { grant_id: string }

export function refuseUnscheduled(last_event: LastEvent, changed: 'rescheduled' | 'canceled'): void {
  if (last_event === 'scheduled') return
  throw refusal(
    'validation_error',
    `Only an email that is \`scheduled\` can be ${changed}; the last event of this one is \`${last_event}\`.`,
  )
}

/** Why it is not sent after all, for those who read what became of it. */
export const KEY_GONE = 'The API key that scheduled this email is not active any more'
export const GRANT_GONE = 'The access of the client that scheduled this email was revoked'
