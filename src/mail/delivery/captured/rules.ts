// What is kept of a mail that was captured instead of being sent.
import type { UnderDelivery } from '../../emails/actions.ts'
import type { CapturedMail } from '../store.ts'

export function capturedOf(email: UnderDelivery, id: string, raw: string, now: Date): CapturedMail {
  const { id: email_id, team_id, message_id, from, subject } = email
  const to = [...email.to, ...email.cc, ...email.bcc]
  return { id, team_id, email_id, message_id, from, to, subject, created_at: now.toISOString(), raw }
}
