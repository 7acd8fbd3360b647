// Inboxes: they require a receiving domain, whose verification requires the DNS of a domain owner.
import type { OperationId } from '../../../generated/api.ts'
import { NOBODY, type Step } from './step.ts'

const RECEIVING = 'requires a domain that receives email'

const INBOX = { inbox: NOBODY }
const THREAD = { ...INBOX, thread_id: NOBODY }
const EMAIL = { ...THREAD, email_id: NOBODY }
const LABEL = { ...INBOX, label_id: NOBODY }
const DRAFT = { ...INBOX, draft_id: NOBODY }
const LABELS = { labels: [NOBODY] }
const TEXT = { text: 'Verify' }

/** Requests for unknown inboxes. */
const OF_INBOXES: readonly [OperationId, Step['path']?, Step['body']?][] = [
  ['createInbox', undefined, { email_address: 'verify@((unique)).example.com' }],
  ['getInbox', INBOX],
  ['updateInbox', INBOX, { name: 'Verify' }],
  ['listInboxThreads', INBOX],
  ['searchInboxThreads', INBOX],
  ['getInboxThread', THREAD],
  ['updateInboxThread', THREAD, { read: true }],
  ['listInboxThreadEmails', THREAD],
  ['getInboxThreadEmail', EMAIL],
  ['replyToInboxEmail', EMAIL, TEXT],
  ['forwardInboxEmail', EMAIL, { to: 'verify@example.com' }],
  ['addInboxThreadLabels', THREAD, LABELS],
  ['setInboxThreadLabels', THREAD, LABELS],
  ['removeInboxThreadLabel', { ...THREAD, label_id: NOBODY }],
  ['removeInboxThread', THREAD],
  ['listInboxLabels', INBOX],
  ['createInboxLabel', INBOX, { name: 'Verify' }],
  ['updateInboxLabel', LABEL, { name: 'Verify' }],
  ['removeInboxLabel', LABEL],
  ['listInboxDrafts', INBOX],
  ['createInboxDraft', INBOX, TEXT],
  ['getInboxDraft', DRAFT],
  ['updateInboxDraft', DRAFT, TEXT],
  ['sendInboxDraft', DRAFT, {}],
  ['removeInboxDraft', DRAFT],
  ['getInboxAgent', INBOX],
  ['updateInboxAgent', INBOX, { tone: 'concise_casual' }],
  ['removeInbox', INBOX],
]

/** Conflicts with a sent draft, or with a request that used the same key. */
const CONFLICTING = /^(?:create|update|remove|send)InboxDraft$|^(?:replyTo|forward)InboxEmail$/

function stepsOf([operation, path, body]: (typeof OF_INBOXES)[number]): Step[] {
  const asked = { operation, ...(path && { path }), ...(body !== undefined && { body }) }
  const good = { ...asked, unreachable: RECEIVING }
  const refused = path ? { title: 'that does not exist', status: 404 } : { title: 'at a foreign domain', status: 422 }
  const steps = [good, { ...asked, ...refused }]
  return CONFLICTING.test(operation) ? [...steps, { ...good, title: 'again', status: 409 }] : steps
}

export const inboxes: Step[] = OF_INBOXES.flatMap(stepsOf)
