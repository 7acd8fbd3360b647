// Received emails: they arrive over SMTP, which is not tested here.
import { NOBODY, type Step } from './step.ts'

const BY_SMTP = 'requires an email received by SMTP'
const EMAIL = { email_id: NOBODY }

export const receiving: Step[] = [
  { operation: 'listReceivedEmails', query: { limit: '2' } },
  { operation: 'getReceivedEmail', path: EMAIL, unreachable: BY_SMTP },
  { operation: 'getReceivedEmail', title: 'that does not exist', path: EMAIL, status: 404 },
  { operation: 'listReceivedEmailAttachments', path: EMAIL, unreachable: BY_SMTP },
  { operation: 'listReceivedEmailAttachments', title: 'of an unknown email', path: EMAIL, status: 404 },
  {
    operation: 'getReceivedEmailAttachment',
    path: { ...EMAIL, attachment_id: NOBODY },
    unreachable: BY_SMTP,
  },
  {
    operation: 'getReceivedEmailAttachment',
    title: 'of an unknown email',
    path: { ...EMAIL, attachment_id: NOBODY },
    status: 404,
  },
]
