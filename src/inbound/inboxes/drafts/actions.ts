// Creates, changes, deletes and sends drafts. A transaction that changes the number of drafts acquires the guard of the inbox,
// so that the count is exact.
import type { InSchemas } from '../../../../generated/api.ts'
import { userIdOfActor } from '../../../base/store/actor.ts'
import type { TeamTx, TeamUnit, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { addAttachments, eraseAttachments, copyAttachments } from '../../../mail/attachments/actions.ts'
import { newAttachments, type NewAttachment } from '../../../mail/attachments/rules.ts'
import {
  type AttachmentRecord,
  listAttachments,
  removeAttachments,
} from '../../../mail/attachments/store/attachments.ts'
import {
  type MessageToReplyTo,
  findEmailToReplyTo,
  requireMessage,
  ownAddresses,
  sendFromInbox,
  type SentEmail,
} from '../replies/actions.ts'
import { fileAsRequest } from '../replies/files.ts'
import type { ForwardedOriginal } from '../replies/forwarded.ts'
import { replySubject } from '../replies/headers.ts'
import { quoteText } from '../replies/quoted.ts'
import { replyRecipients } from '../replies/recipients.ts'
import { addToInbox, type InboxRecord } from '../store/inboxes.ts'
import { findThread, saveThread, type ThreadRecord } from '../store/threads.ts'
import { guardInbox, inboxSourceOf } from '../threads/actions.ts'
import {
  updatedDraftContent,
  type DraftContent,
  draftCore,
  DRAFTS_MAX,
  NO_CONTENT,
  refuseDraftFiles,
  refuseSent,
  snippetOf,
  replyExistsRefusal,
  tooManyDraftsRefusal,
} from './rules.ts'
import * as store from './store.ts'
import type { DraftRecord } from './store.ts'

type DraftRequest = Partial<InSchemas['CreateInboxDraft']>

/** Finds a draft; refuses (404) an unknown one, and one of a deleted thread, which a job is about to remove. */
export async function requireDraft(
  unit: Pick<TeamUnit, 'tx' | 'team_id'>,
  inbox: Pick<InboxRecord, 'id'>,
  id: string,
): Promise<DraftRecord> {
  const draft = await store.findInboxDraft(unit.tx, { team_id: unit.team_id, inbox_id: inbox.id, id })
  if (!draft || (draft.thread_id !== null && !(await threadOf(unit, draft))))
    throw refusal('not_found', 'Draft not found')
  return draft
}

/** Creates a draft and records `inbox.draft.created`. Without `to`, a draft of a reply gets the recipients of the reply. */
export async function createInboxDraft(unit: TeamUnit, inbox: InboxRecord, asked: DraftRequest): Promise<DraftRecord> {
  const { tx, team_id, now } = unit
  guardInbox(tx, inbox)
  const answered = await findReplyToDraft(unit, inbox, asked)
  if (inbox.drafts >= DRAFTS_MAX) throw tooManyDraftsRefusal()
  const content = updatedDraftContent(answered ? answerContent(answered, inbox, asked.to) : NO_CONTENT, asked)
  const files = draftFiles(asked)
  const at = now.toISOString()
  const of = { thread_id: answered?.thread.id ?? null, reply_to_email_id: answered ? asked.reply_to_email_id! : null }
  const id = tx.newId('inbox_drafts')
  const fields = { ...content, snippet: snippetOf(content), email_id: null, created_at: at, ...written(unit) }
  const draft: DraftRecord = { id, team_id, inbox_id: inbox.id, ...of, ...fields }
  store.insertDraft(tx, draft)
  if (files.length > 0) await addAttachments(unit, id, files)
  const thread = answered?.thread
  countDraft(tx, inbox, thread, 1)
  await recordDraft(unit, 'inbox.draft.created', { draft, thread })
  return draft
}

async function findReplyToDraft(
  unit: TeamUnit,
  inbox: InboxRecord,
  { thread_id, reply_to_email_id: email_id }: DraftRequest,
): Promise<MessageToReplyTo | undefined> {
  if (!thread_id && !email_id) return undefined
  if (!thread_id || !email_id)
    throw refusal('validation_error', 'Send both `thread_id` and `reply_to_email_id`, or neither.')
  const { thread, message } = await requireMessage(unit, inbox, { thread_id, email_id })
  const of = { team_id: unit.team_id, inbox_id: inbox.id, reply_to_email_id: message.id }
  if (await store.findUnsentReply(unit.tx, of)) throw replyExistsRefusal()
  return { thread, mail: await findEmailToReplyTo(unit, message) }
}

function answerContent({ mail }: MessageToReplyTo, inbox: InboxRecord, to: DraftRequest['to']): DraftContent {
  const author = to === undefined || to === null ? replyRecipients(mail, ownAddresses(inbox), false).to : null
  return { ...NO_CONTENT, to: author, subject: replySubject(mail.subject) }
}

/** The files of a request. Their contents were stored before the transaction started. */
function draftFiles({ attachments }: DraftRequest): NewAttachment[] {
  const files = attachments ? newAttachments(attachments, 0) : []
  refuseDraftFiles(files)
  return files
}

/** The columns that record who changed a draft and when. */
function written({ tx, now }: TeamUnit): Pick<DraftRecord, 'writer_id' | 'updated_at'> {
  return { writer_id: userIdOfActor(tx.actor), updated_at: now.toISOString() }
}

/**
 * Returns the id of the draft of a reply to an email: the unsent one if there is one, or a new one. `all`: the other
 * participants of the conversation get a copy. `quoted`: the original that a new draft quotes.
 */
export async function startReply(
  unit: TeamUnit,
  inbox: InboxRecord,
  asked: { thread_id: string; email_id: string; all: boolean; quoted: ForwardedOriginal | undefined },
): Promise<string> {
  const { thread_id, email_id, all, quoted } = asked
  guardInbox(unit.tx, inbox)
  const { message } = await requireMessage(unit, inbox, { thread_id, email_id })
  const of = { team_id: unit.team_id, inbox_id: inbox.id, reply_to_email_id: email_id }
  const known = await store.findUnsentReply(unit.tx, of)
  if (known) return known.id
  const { to, cc } = replyRecipients(await findEmailToReplyTo(unit, message), ownAddresses(inbox), all)
  const text = quoted ? quoteText(quoted) : null
  return (await createInboxDraft(unit, inbox, { thread_id, reply_to_email_id: email_id, to, cc, text })).id
}

/** The files of a draft in the form of a request, without those with the ids in `taken_out`. */
export async function remainingFiles(
  { tx, team_id }: TeamTx,
  id: string,
  taken_out: readonly string[],
): Promise<NonNullable<DraftRequest['attachments']>> {
  const of = { team_id, email_id: id }
  const [records, again] = [await listAttachments(tx, of), await copyAttachments(tx, of)]
  return again.flatMap(({ content, ...file }, index) =>
    content && !taken_out.includes(records[index]!.id)
      ? fileAsRequest({ ...file, size: content.bytes }, content.hash)
      : [],
  )
}

/** Changes the given fields of an unsent draft and records `inbox.draft.updated`. */
export async function updateInboxDraft(
  unit: TeamUnit,
  inbox: InboxRecord,
  { id, asked }: { id: string; asked: InSchemas['UpdateInboxDraft'] },
): Promise<void> {
  const { tx, team_id } = unit
  guardInbox(tx, inbox)
  const before = await requireDraft(unit, inbox, id)
  refuseSent(before)
  const content = updatedDraftContent(before, asked)
  const draft = { ...before, ...content, snippet: snippetOf(content), ...written(unit) }
  store.saveDraft(tx, draft)
  if (asked.attachments !== undefined) {
    const files = draftFiles(asked)
    removeAttachments(tx, { team_id, email_id: id })
    if (files.length > 0) await addAttachments(unit, id, files)
  }
  await recordDraft(unit, 'inbox.draft.updated', { draft, thread: await threadOf(unit, draft) })
}

/** Removes an unsent draft and records `inbox.draft.deleted`. */
export async function removeInboxDraft(unit: TeamUnit, inbox: InboxRecord, id: string): Promise<void> {
  const { tx, team_id } = unit
  guardInbox(tx, inbox)
  const draft = await requireDraft(unit, inbox, id)
  refuseSent(draft)
  const thread = await threadOf(unit, draft)
  const files = await listAttachments(tx, { team_id, email_id: id })
  if (files.length > 0) await eraseAttachments(unit, id)
  store.removeWithFiles(tx, draft)
  countDraft(tx, inbox, thread, -1)
  await recordDraft(unit, 'inbox.draft.deleted', { draft, thread, files })
}

/** Sends a draft and records `inbox.draft.sent`. A second request for the same draft is refused (409). */
export async function sendInboxDraft(
  unit: TeamUnit,
  inbox: InboxRecord,
  asked: { id: string; headers: Readonly<Record<string, string>> | null | undefined; only_from: string | undefined },
): Promise<SentEmail> {
  const { tx, team_id } = unit
  const { id, headers, only_from } = asked
  guardInbox(tx, inbox)
  const draft = await requireDraft(unit, inbox, id)
  refuseSent(draft)
  const answered = await findAnsweredBy(unit, inbox, draft)
  const { html, text, cc, bcc } = draft
  const to = draft.to ?? (answered ? replyRecipients(answered.mail, ownAddresses(inbox), false).to : [])
  const subject = draft.subject ?? (answered ? replySubject(answered.mail.subject) : null)
  const attachments = await copyAttachments(tx, { team_id, email_id: id })
  const outgoing = { to, cc, bcc, subject, html, text, headers, attachments }
  const sent = await sendFromInbox(unit, inbox, outgoing, { answered, only_from })
  const ended = { thread_id: sent.thread.id, email_id: sent.id }
  tx.must(store.markDraftSent, { team_id, id, ...ended }, sentMeanwhile)
  countDraft(tx, inbox, answered && sent.thread, -1)
  await recordDraft(unit, 'inbox.draft.sent', { draft: { ...draft, ...ended }, thread: sent.thread, email: sent.email })
  return sent
}

const sentMeanwhile = (): Error => refusal('validation_error', 'This draft was already sent.', 409)

async function findAnsweredBy(
  unit: TeamUnit,
  inbox: InboxRecord,
  { thread_id, reply_to_email_id }: DraftRecord,
): Promise<MessageToReplyTo | undefined> {
  if (thread_id === null || reply_to_email_id === null) return undefined
  const { thread, message } = await requireMessage(unit, inbox, { thread_id, email_id: reply_to_email_id })
  return { thread, mail: await findEmailToReplyTo(unit, message) }
}

async function threadOf(
  { tx, team_id }: Pick<TeamUnit, 'tx' | 'team_id'>,
  { inbox_id, thread_id }: DraftRecord,
): Promise<ThreadRecord | undefined> {
  return thread_id === null ? undefined : findThread(tx, { team_id, inbox_id, id: thread_id })
}

/** Counts a draft in its inbox and, for a draft of a reply, in its thread. */
function countDraft(
  tx: Tx,
  { team_id, id }: Pick<InboxRecord, 'team_id' | 'id'>,
  thread: ThreadRecord | undefined,
  drafts: 1 | -1,
): void {
  addToInbox(tx, { team_id, id, unread: 0, drafts })
  if (thread) saveThread(tx, { ...thread, drafts: thread.drafts + drafts })
}

interface RecordedDraft {
  draft: DraftRecord
  thread: ThreadRecord | undefined
  /** The files, if they were already removed. */
  files?: readonly AttachmentRecord[]
}

async function recordDraft(
  { tx, team_id, now: at }: TeamUnit,
  ...[type, recorded]:
    | ['inbox.draft.created' | 'inbox.draft.updated' | 'inbox.draft.deleted', RecordedDraft]
    | ['inbox.draft.sent', RecordedDraft & { thread: ThreadRecord; email: SentEmail['email'] }]
): Promise<void> {
  const { draft } = recorded
  const { inbox_id, email_id, created_at } = draft
  const files = recorded.files ?? (await listAttachments(tx, { team_id, email_id: draft.id }))
  const shown = { ...draftCore(draft, files), email_id, created_at }
  const facts = { team_id, at, source: inboxSourceOf(tx.actor), inbox_id, draft: shown }
  if (type === 'inbox.draft.sent') {
    const { thread, email } = recorded
    await record(tx, { type, ...facts, thread, email: { ...email, read: true } })
  } else await record(tx, { type, ...facts, thread: recorded.thread })
}

/** Removes some drafts that were created before that time. Returns whether more may remain. */
export async function removeOldDrafts(tx: Tx, before: Date): Promise<boolean> {
  const some = await store.listOldDrafts(tx, before)
  for (const draft of some) {
    const { team_id, inbox_id, thread_id, email_id } = draft
    if (email_id === null) {
      guardInbox(tx, { team_id, id: inbox_id })
      const thread = thread_id === null ? undefined : await findThread(tx, { team_id, inbox_id, id: thread_id })
      // the deletion of its thread has already subtracted it
      if (thread_id === null || thread) countDraft(tx, { team_id, id: inbox_id }, thread, -1)
    }
    store.removeWithFiles(tx, draft)
  }
  return some.length === store.DRAFTS_AT_ONCE
}
