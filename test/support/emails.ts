// Accepted emails for tests.
import { newEmail, type Email } from '../../src/mail/emails/rules.ts'
import type { InSchemas } from '../../generated/api.ts'

export const EMAIL_ID = '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'
const TEAM_ID = '6f1c7f0e-8f53-4a4e-9b4f-0c1de5a0f7c2'

/** A valid body. */
export function anEmailBody(fields: Partial<InSchemas['SendEmail']> = {}): InSchemas['SendEmail'] {
  return {
    from: 'Ada <ada@example.org>',
    to: 'grace@example.net',
    subject: 'Invoice 7',
    html: '<p>Thank you!</p>',
    ...fields,
  }
}

/** The stored form of such a body. */
export function anEmail(
  fields: Partial<InSchemas['SendEmail']> = {},
  now = new Date('2026-11-20T10:01:02.123Z'),
): Email {
  return newEmail(anEmailBody(fields), { id: EMAIL_ID, team_id: TEAM_ID, now })
}
