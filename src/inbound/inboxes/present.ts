// Inboxes, threads and labels in the form of the API.
import type { Schemas } from '../../../generated/api.ts'
import type { InboxRecord } from './store/inboxes.ts'
import type { LabelRecord, LabelSummary } from './store/labels.ts'
import type { MessageRecord } from './store/messages.ts'
import type { ThreadRecord } from './store/threads.ts'

export function inboxItem(inbox: InboxRecord): Schemas['InboxItem'] {
  const { id, name, email_address, from_name, unread, last_received, created_at, updated_at } = inbox
  return { id, name, email_address, from_name, unread, last_received, created_at, updated_at }
}

export function inboxResponse(inbox: InboxRecord): Schemas['Inbox'] {
  const { id, name, email_address, domain_id, receiving_address, from_name } = inbox
  const { unread, drafts, last_received, created_at, updated_at } = inbox
  const counts = { unread, drafts, last_received, created_at, updated_at }
  return { object: 'inbox', id, name, email_address, domain_id, receiving_address, from_name, ...counts }
}

export function threadLabelItem({ id, name, color }: LabelSummary): Schemas['InboxThreadLabel'] {
  return { id, name, color }
}

export function labelItem({ created_at, ...label }: LabelRecord): Schemas['InboxLabel'] {
  return { ...threadLabelItem(label), created_at }
}

export function threadResponse(thread: ThreadRecord, labels: readonly LabelSummary[]): Schemas['InboxThread'] {
  const { id, subject, folder, is_read: read } = thread
  return { object: 'inbox_thread', id, subject, folder, labels: labels.map(threadLabelItem), read }
}

export function threadItem(thread: ThreadRecord, labels: readonly LabelSummary[]): Schemas['InboxThreadItem'] {
  const { id, subject, from, to, cc, bcc, email_count, has_attachment, drafts, is_read, received_at, folder } = thread
  return {
    id,
    subject,
    from,
    to,
    cc,
    bcc,
    labels: labels.map(threadLabelItem),
    email_count,
    has_attachment,
    has_draft: drafts > 0,
    read: is_read,
    received_at,
    folder,
  }
}

/** Whether an email is read; an email that the team sent always is. */
export function isRead(
  { is_read, read_id }: ThreadRecord,
  { direction, id }: Pick<MessageRecord, 'direction' | 'id'>,
): boolean {
  return is_read || direction === 'outbound' || (read_id !== null && id <= read_id)
}

/** The mailbox in the form of a header field (RFC 5322 3.4). */
export function formatSender(name: string | null, address: string | null): string {
  if (address === null) return name ?? ''
  if (name === null || name === '') return address
  const isPlain = /^[^()<>[\]:;@\\,."]*$/.test(name)
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`} <${address}>`
}
