import { expect, test } from 'vitest'
import { emailResponse, emailItem } from '../../../src/mail/reading/present.ts'
import { anEmail, EMAIL_ID } from '../../support/emails.ts'

const email = {
  ...anEmail({
    reply_to: 'billing@example.org',
    headers: { 'X-A': 'b' },
    tags: [{ name: 'kind', value: 'invoice' }],
  }),
  recipients: [{ address: 'grace@example.net', status: 'bounced', code: 550, reply: '550 No such user' } as const],
  origin_kind: null,
}
const core = {
  id: EMAIL_ID,
  message_id: `<${EMAIL_ID}@example.org>`,
  to: ['grace@example.net'],
  from: 'Ada <ada@example.org>',
  created_at: '2026-11-20T10:01:02.123Z',
  subject: 'Invoice 7',
  last_event: 'queued',
  scheduled_at: null,
  topic_id: null,
  reply_to: ['billing@example.org'],
}

test('returns a single email with its content, without internal fields', () => {
  expect(emailResponse(email)).toEqual({
    object: 'email',
    ...core,
    cc: [],
    bcc: [],
    html: '<p>Thank you!</p>',
    text: null,
    tags: [{ name: 'kind', value: 'invoice' }],
    recipients: email.recipients,
  })
})

test('returns a list item without content, and null for empty address lists', () => {
  expect(emailItem(email)).toEqual({ ...core, cc: null, bcc: null })
})
