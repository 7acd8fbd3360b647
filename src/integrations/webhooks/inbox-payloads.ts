// Builds the `data` of webhook events about inboxes. The contract describes it in `spec/inbox-events.tsp`.
import type { Signal } from '../../base/store/signals/signal.ts'

type OfInbox = Signal<'inbox.created' | 'inbox.updated' | 'inbox.deleted'>
type OfThread = Signal<
  | 'inbox.thread.created'
  | 'inbox.thread.folder.updated'
  | 'inbox.thread.labels.updated'
  | 'inbox.email.received'
  | 'inbox.email.sent'
>
type Label = Readonly<{ id: string; name: string; color: string }>

export function inboxPayload({ type, source, inbox }: OfInbox): object {
  if (type === 'inbox.deleted') return { source, inbox_id: inbox.id }
  const { id, name, email_address, domain_id, receiving_address, from_name } = inbox
  const { unread, drafts, last_received, created_at, updated_at } = inbox
  const named = { object: 'inbox', id, name, email_address, domain_id, receiving_address, from_name }
  return { source, inbox_id: id, inbox: { ...named, unread, drafts, last_received, created_at, updated_at } }
}

const labelData = ({ id, name, color }: Label): Label => ({ id, name, color })

/** `labels`: of the thread. */
export function inboxThreadPayload(signal: OfThread, labels: readonly Label[]): object {
  const { source, inbox_id, thread } = signal
  const data = { source, inbox_id, thread_id: thread.id, thread: threadData(thread, labels) }
  if (signal.type === 'inbox.thread.folder.updated') return { ...data, from: signal.from, to: signal.to }
  if (signal.type === 'inbox.thread.labels.updated')
    return { ...data, added: signal.added.map(labelData), removed: signal.removed.map(labelData) }
  return { ...data, email_id: signal.email.id, email: emailData(signal.email) }
}

function threadData({ id, subject, folder, is_read: read }: OfThread['thread'], labels: readonly Label[]): object {
  return { object: 'inbox_thread', id, subject, folder, labels: labels.map(labelData), read }
}

type OfDraft = Signal<'inbox.draft.created' | 'inbox.draft.updated' | 'inbox.draft.deleted' | 'inbox.draft.sent'>

/** `labels`: of the thread, for the draft of a reply. */
export function inboxDraftPayload(signal: OfDraft, labels: readonly Label[]): object {
  const { source, inbox_id, draft, thread } = signal
  const of_thread = thread && { thread_id: thread.id, thread: threadData(thread, labels) }
  const data = { source, inbox_id, ...of_thread, draft_id: draft.id, draft: { object: 'inbox_draft', ...draft } }
  if (signal.type !== 'inbox.draft.sent') return data
  return { ...data, email_id: signal.email.id, email: emailData(signal.email) }
}

function emailData(email: Signal<'inbox.email.received'>['email']): object {
  const { id, direction, from, to, cc, bcc, reply_to, subject, message_id, read, created_at: received_at } = email
  const attachments = email.attachments.map(file => ({ id: file.id, filename: file.filename, size: file.size }))
  return { id, direction, from, to, cc, bcc, reply_to, subject, message_id, attachments, read, received_at }
}
