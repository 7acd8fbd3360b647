// Received emails: they arrive over SMTP, which is not tested here.
import { NOBODY, type Step } from './step.ts'

const BY_SMTP = 'takes an email that came in by SMTP'
const EMAIL = { email_id: NOBODY }

export const receiving: Step[] = [
  { operation: 'listReceivedEmails', query: { limit: '2' } },
  { operation: 'getReceivedEmail', path: EMAIL, unreachable: BY_SMTP },
  { operation: 'getReceivedEmail', title: 'that is not there', path: EMAIL, status: 404 },
  { operation: 'listReceivedEmailAttachments', path: EMAIL, unreachable: BY_SMTP },
  { operation: 'listReceivedEmailAttachments', title: 'of none', path: EMAIL, status: 404 },
  {
    operation: 'getReceivedEmailAttachment',
    path: { ...EMAIL, attachment_id: NOBODY },
    unreachable: BY_SMTP,
  },
  {
    operation: 'getReceivedEmailAttachment',
    title: 'of none',
    path: { ...EMAIL, attachment_id: NOBODY },
    status: 404,
  },
]
