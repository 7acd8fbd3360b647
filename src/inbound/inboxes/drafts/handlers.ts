// The operations on drafts.
import type { Call, Handler } from '../../../base/operation/operation.ts'
import { listAttachments, listAttachmentsOfSome } from '../../../mail/attachments/store/attachments.ts'
import { findOnlySender } from '../../../mail/emails/actions.ts'
import { findInbox } from '../actions.ts'
import { sent } from '../answers/handlers.ts'
import { changeDraft, dropDraft, findDraftOf, makeDraft, sendDraft } from './actions.ts'
import { draftAnswer, draftItem } from './rules.ts'
import { listUnsent } from './store.ts'

export const listInboxDrafts: Handler<'listInboxDrafts'> = async call => {
  const { tx, team_id, path, query } = call
  const inbox = await findInbox(call, path.inbox)
  const { rows, has_more } = await listUnsent(tx, { team_id, inbox_id: inbox.id }, query)
  const ids = rows.map(({ id }) => id)
  const all = ids.length === 0 ? [] : await listAttachmentsOfSome(tx, { team_id }, ids)
  const inOrder = all.toSorted((one, other) => one.number - other.number)
  const filesOf = (id: string) => inOrder.filter(({ email_id }) => email_id === id)
  const data = rows.map(draft => draftItem(draft, filesOf(draft.id)))
  return { status: 200, body: { object: 'list', has_more, data } }
}

export const createInboxDraft: Handler<'createInboxDraft'> = async call => {
  refuseUnfetched(call)
  const { id } = await makeDraft(call, await findInbox(call, call.path.inbox), call.body)
  return { status: 201, body: { object: 'inbox_draft', id } }
}

export const getInboxDraft: Handler<'getInboxDraft'> = async call => {
  const { tx, team_id, path } = call
  const draft = await findDraftOf(call, await findInbox(call, path.inbox), path.draft_id)
  const files = await listAttachments(tx, { team_id, email_id: draft.id })
  return { status: 200, body: draftAnswer(draft, files) }
}

export const updateInboxDraft: Handler<'updateInboxDraft'> = async call => {
  refuseUnfetched(call)
  const id = call.path.draft_id
  await changeDraft(call, await findInbox(call, call.path.inbox), { id, asked: call.body })
  return { status: 200, body: { object: 'inbox_draft', id } }
}

export const removeInboxDraft: Handler<'removeInboxDraft'> = async call => {
  const id = call.path.draft_id
  await dropDraft(call, await findInbox(call, call.path.inbox), id)
  return { status: 200, body: { object: 'inbox_draft', id, deleted: true } }
}

export const sendInboxDraft: Handler<'sendInboxDraft'> = async call => {
  const inbox = await findInbox(call, call.path.inbox)
  const only_from = await findOnlySender(call.tx, call.caller)
  const asked = { id: call.path.draft_id, headers: call.body?.headers, only_from }
  return sent(await sendDraft(call, inbox, asked))
}

/** Throws the fault of a file that could not be fetched: files with a `path` are fetched before the transaction. */
function refuseUnfetched({ faults }: Pick<Call<'createInboxDraft'>, 'faults'>): void {
  for (const fault of faults?.values() ?? []) throw fault
}
