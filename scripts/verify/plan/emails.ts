// Emails: sent by all four operations, read and listed. A sent email cannot be deleted.
import type { Step } from './step.ts'

const EMAIL = {
  from: '((from))',
  to: ['((to))'],
  subject: 'Verify ((run))',
  html: '<p>This email verifies the API contract.</p>',
  reply_to: '((from))',
  tags: [{ name: 'run', value: '((run))' }],
}

const SENDING = ['sendEmail', 'sendEmailByEmail', 'sendEmailBySending', 'sendEmailByEmailSending'] as const

const steps = (operation: (typeof SENDING)[number]): Step[] => {
  const headers = { 'Idempotency-Key': `((run))-${operation}` }
  return [
    { operation, headers, body: EMAIL, leaves: operation === 'sendEmail' ? 'email' : `email by ${operation}` },
    {
      operation,
      title: 'the same Idempotency-Key and body again',
      headers,
      body: EMAIL,
      needs: [operation === 'sendEmail' ? 'email' : `email by ${operation}`],
      ...(operation === 'sendEmail' && { expect: { id: '((email.id))' } }),
    },
    {
      operation,
      title: 'the same Idempotency-Key with another body',
      headers,
      body: { ...EMAIL, subject: 'Another subject' },
      needs: [operation === 'sendEmail' ? 'email' : `email by ${operation}`],
      status: 409,
      expect: { name: 'invalid_idempotent_request' },
    },
    {
      operation,
      title: 'an Idempotency-Key of 257 characters',
      headers: { 'Idempotency-Key': 'k'.repeat(257) },
      body: EMAIL,
      status: 400,
      expect: { name: 'invalid_idempotency_key' },
    },
    { operation, title: 'without recipients', body: { ...EMAIL, to: [] }, status: 422 },
    { operation, title: 'without to', body: { ...EMAIL, to: undefined }, status: 422 },
    { operation, title: 'to an invalid address', body: { ...EMAIL, to: ['nobody'] }, status: 422 },
    {
      operation,
      title: 'with an unknown template',
      body: { from: '((from))', to: ['((to))'], template: { id: '((nobody))' } },
      status: 404,
    },
  ]
}

export const emails: Step[] = [
  ...SENDING.flatMap(steps),
  {
    operation: 'sendEmail',
    title: 'with a template',
    body: { to: ['((to))'], template: { id: '((published.id))', variables: { ORDER: '7', TOTAL: 12 } } },
  },
  {
    operation: 'sendEmail',
    title: 'with a file',
    body: { ...EMAIL, attachments: [{ filename: 'a.txt', content: 'YQ==' }] },
    leaves: 'email with a file',
  },
  {
    operation: 'sendEmail',
    title: 'with an empty attachment object',
    body: { ...EMAIL, attachments: [{ filename: 'a.txt' }] },
    status: 422,
    expect: { name: 'invalid_attachment' },
  },
  {
    operation: 'listEmailAttachments',
    path: { email_id: '((email with a file.id))' },
    expect: { object: 'list' },
    leaves: 'files',
  },
  {
    operation: 'getEmailAttachment',
    path: { email_id: '((email with a file.id))', attachment_id: '((files.data.0.id))' },
    expect: { object: 'attachment', size: 1 },
  },
  {
    operation: 'sendBatch',
    headers: { 'Idempotency-Key': '((run))-batch', 'x-batch-validation': 'strict' },
    body: [EMAIL, EMAIL],
    leaves: 'batch',
  },
  {
    operation: 'sendBatch',
    title: 'the same Idempotency-Key with another body',
    headers: { 'Idempotency-Key': '((run))-batch' },
    body: [EMAIL],
    needs: ['batch'],
    status: 409,
    expect: { name: 'invalid_idempotent_request' },
  },
  {
    operation: 'sendBatch',
    title: 'an Idempotency-Key of 257 characters',
    headers: { 'Idempotency-Key': 'k'.repeat(257) },
    body: [EMAIL],
    status: 400,
    expect: { name: 'invalid_idempotency_key' },
  },
  {
    operation: 'sendBatch',
    title: 'one without recipients, strict',
    headers: { 'x-batch-validation': 'permissive' },
    body: [EMAIL, { ...EMAIL, to: ['nobody'] }],
    expect: { 'errors.0.index': 1 },
  },
  { operation: 'sendBatch', title: 'one without recipients', body: [EMAIL, { ...EMAIL, to: ['nobody'] }], status: 422 },
  {
    operation: 'sendBatch',
    title: 'with an unknown template',
    body: [{ from: '((from))', to: ['((to))'], template: { id: '((nobody))' } }],
    status: 404,
  },
  { operation: 'sendEmail', title: 'later', body: { ...EMAIL, scheduled_at: 'in 2 hours' }, leaves: 'scheduled' },
  { operation: 'sendEmail', title: 'in the past', body: { ...EMAIL, scheduled_at: 'yesterday' }, status: 422 },
  {
    operation: 'rescheduleEmail',
    path: { email_id: '((scheduled.id))' },
    body: { scheduled_at: 'tomorrow at 9am ET' },
    expect: { object: 'email', id: '((scheduled.id))' },
  },
  {
    operation: 'rescheduleEmail',
    title: 'to the past',
    path: { email_id: '((scheduled.id))' },
    body: { scheduled_at: '2020-01-01T00:00:00Z' },
    status: 422,
  },
  {
    operation: 'cancelEmail',
    path: { email_id: '((scheduled.id))' },
    expect: { object: 'email', id: '((scheduled.id))' },
  },
  {
    operation: 'rescheduleEmail',
    title: 'that was canceled',
    path: { email_id: '((scheduled.id))' },
    body: { scheduled_at: 'in 1 hour' },
    needs: ['scheduled'],
    status: 422,
  },
  {
    operation: 'shareEmail',
    path: { email_id: '((email.id))' },
    body: { expires_in: '1m' },
    expect: { object: 'email', id: '((email.id))' },
  },
  {
    operation: 'shareEmail',
    title: 'for too long',
    path: { email_id: '((email.id))' },
    body: { expires_in: '49h' },
    status: 422,
    expect: { name: 'validation_error' },
  },
  { operation: 'getEmail', path: { email_id: '((email.id))' }, expect: { id: '((email.id))', object: 'email' } },
  { operation: 'listEmails', query: { limit: '2' }, needs: ['email'], expect: { object: 'list' } },
  { operation: 'getEmailMetrics', query: { dimensions: 'period' }, needs: ['email'], expect: { object: 'metrics' } },
]
