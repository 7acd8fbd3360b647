// Inboxes: they are at a domain that takes mail, and that its records are found takes a DNS of its owner's.
import type { OperationId } from '../../../generated/api.ts'
import { NOBODY, type Step } from './step.ts'

const INBOX = { inbox: 'verify@((unique)).example.com' }
const RECEIVING = 'takes a domain that receives mail'

const OF_INBOXES: readonly OperationId[] = [
  ...(['createInbox', 'getInbox', 'updateInbox', 'removeInbox', 'listInboxThreads', 'searchInboxThreads'] as const),
  ...(['getInboxThread', 'updateInboxThread', 'removeInboxThread', 'listInboxThreadEmails'] as const),
  ...(['getInboxThreadEmail', 'addInboxThreadLabels', 'setInboxThreadLabels', 'removeInboxThreadLabel'] as const),
  ...(['listInboxDrafts', 'createInboxDraft', 'getInboxDraft', 'updateInboxDraft', 'removeInboxDraft'] as const),
  ...(['sendInboxDraft', 'replyToInboxEmail', 'forwardInboxEmail', 'getInboxAgent', 'updateInboxAgent'] as const),
  ...(['listInboxLabels', 'createInboxLabel', 'updateInboxLabel', 'removeInboxLabel'] as const),
]

export const inboxes: Step[] = [
  {
    operation: 'createInbox',
    title: 'at a domain that nobody has',
    body: { email_address: 'verify@((unique)).example.com' },
    status: 422,
  },
  { operation: 'getInbox', title: 'that is not there', path: { inbox: NOBODY }, status: 404 },
  { operation: 'listInboxThreads', title: 'of no inbox', path: INBOX, status: 404 },
  ...OF_INBOXES.map(operation => ({ operation, unreachable: RECEIVING })),
]
