// The operations on drafts.
import type { HandlerInput, Handler } from '../../../base/operation/operation.ts'
import { listAttachments, listAttachmentsOfSome } from '../../../mail/attachments/store/attachments.ts'
import { findOnlySender } from '../../../mail/emails/actions.ts'
import { requireInbox } from '../actions.ts'
import { sentResponse } from '../replies/handlers.ts'
import * as actions from './actions.ts'
import { draftResponse, draftItem } from './rules.ts'
import { listUnsentDrafts } from './store.ts'

export const listInboxDrafts: Handler<'listInboxDrafts'> = async call => {
  const { tx, team_id, path, query } = call
  const inbox = await requireInbox(call, path.inbox)
  const { rows, has_more } = await listUnsentDrafts(tx, { team_id, inbox_id: inbox.id }, query)
  const ids = rows.map(({ id }) => id)
  const all = ids.length === 0 ? [] : await listAttachmentsOfSome(tx, { team_id }, ids)
  const inOrder = all.toSorted((one, other) => one.number - other.number)
  const filesOf = (id: string) => inOrder.filter(({ email_id }) => email_id === id)
  const data = rows.map(draft => draftItem(draft, filesOf(draft.id)))
  return { status: 200, body: { object: 'list', has_more, data } }
}

export const createInboxDraft: Handler<'createInboxDraft'> = async call => {
  refuseUnfetched(call)
  const { id } = await actions.createInboxDraft(call, await requireInbox(call, call.path.inbox), call.body)
  return { status: 201, body: { object: 'inbox_draft', id } }
}

export const getInboxDraft: Handler<'getInboxDraft'> = async call => {
  const { tx, team_id, path } = call
  const draft = await actions.requireDraft(call, await requireInbox(call, path.inbox), path.draft_id)
  const files = await listAttachments(tx, { team_id, email_id: draft.id })
  return { status: 200, body: draftResponse(draft, files) }
}

export const updateInboxDraft: Handler<'updateInboxDraft'> = async call => {
  refuseUnfetched(call)
  const id = call.path.draft_id
  await actions.updateInboxDraft(call, await requireInbox(call, call.path.inbox), { id, asked: call.body })
  return { status: 200, body: { object: 'inbox_draft', id } }
}

export const removeInboxDraft: Handler<'removeInboxDraft'> = async call => {
  const id = call.path.draft_id
  await actions.removeInboxDraft(call, await requireInbox(call, call.path.inbox), id)
  return { status: 200, body: { object: 'inbox_draft', id, deleted: true } }
}

export const sendInboxDraft: Handler<'sendInboxDraft'> = async call => {
  const inbox = await requireInbox(call, call.path.inbox)
  const only_from = await findOnlySender(call.tx, call.caller)
  const asked = { id: call.path.draft_id, headers: call.body?.headers, only_from }
  return sentResponse(await actions.sendInboxDraft(call, inbox, asked))
}

/** Throws the fault of a file that could not be fetched: files with a `path` are fetched before the transaction. */
function refuseUnfetched({ faults }: Pick<HandlerInput<'createInboxDraft'>, 'faults'>): void {
  for (const fault of faults?.values() ?? []) throw fault
}
