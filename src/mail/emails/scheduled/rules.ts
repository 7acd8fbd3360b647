// When a scheduled email can still be changed, and why it may not be sent.
import { refusal } from '../../../base/text/refusal.ts'
import type { LastEvent } from '../rules.ts'

/** The key or the grant of the request that scheduled an email. */
export type ScheduledBy = { api_key_id: string } | { grant_id: string }

export function refuseUnscheduled(last_event: LastEvent, changed: 'rescheduled' | 'canceled'): void {
  if (last_event === 'scheduled') return
  throw refusal(
    'validation_error',
    `Only a \`scheduled\` email can be ${changed}; the last event of this email is \`${last_event}\`.`,
  )
}

/** Reasons for not sending a scheduled email, as the timeline shows them. */
export const KEY_REVOKED = 'The API key that scheduled this email was deleted or disabled'
export const GRANT_REVOKED = 'The access of the app that scheduled this email was revoked'
