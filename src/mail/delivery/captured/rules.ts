// The stored form of an email that was captured instead of sent.
import type { EmailInDelivery } from '../../emails/store.ts'
import type { CapturedMail } from '../store.ts'

export function capturedEmail(email: EmailInDelivery, raw: string): Omit<CapturedMail, 'id' | 'created_at'> {
  const { id: email_id, team_id, message_id, from, subject } = email
  const to = [...email.to, ...email.cc, ...email.bcc]
  return { team_id, email_id, message_id, from, to, subject, raw }
}
