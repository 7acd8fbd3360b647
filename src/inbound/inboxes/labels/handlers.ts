// The operations on labels of inboxes and threads.
import type { Handler } from '../../../base/operation/operation.ts'
import type { TeamUnit } from '../../../base/store/database.ts'
import type { Schemas } from '../../../../generated/api.ts'
import { requireInbox, requireThread } from '../actions.ts'
import { guardInbox } from '../threads/actions.ts'
import { labelItem, threadLabelItem } from '../present.ts'
import { listLabels, type LabelSummary } from '../store/labels.ts'
import * as actions from './actions.ts'

export const listInboxLabels: Handler<'listInboxLabels'> = async call => {
  const { tx, team_id, path } = call
  const { id: inbox_id } = await requireInbox(call, path.inbox)
  return { status: 200, body: { object: 'list', data: (await listLabels(tx, { team_id, inbox_id })).map(labelItem) } }
}

export const createInboxLabel: Handler<'createInboxLabel'> = async call => {
  const { id } = await actions.createInboxLabel(call, await requireInbox(call, call.path.inbox), call.body)
  return { status: 201, body: { object: 'inbox_label', id } }
}

export const updateInboxLabel: Handler<'updateInboxLabel'> = async call => {
  const { inbox, label_id: id } = call.path
  await actions.updateInboxLabel(call, await requireInbox(call, inbox), id, call.body)
  return { status: 200, body: { object: 'inbox_label', id } }
}

export const removeInboxLabel: Handler<'removeInboxLabel'> = async call => {
  const { inbox, label_id: id } = call.path
  await actions.removeInboxLabel(call, await requireInbox(call, inbox), id)
  return { status: 200, body: { object: 'inbox_label', id, deleted: true } }
}

type OfThread = TeamUnit & { path: { inbox: string; thread_id: string } }

/** Changes the labels of a thread. Returns all of its labels. */
async function label(
  call: OfThread,
  asked: readonly string[],
  wanted: (has: ReadonlySet<string>) => ReadonlySet<string>,
): Promise<{ status: 200; body: Schemas['InboxThreadLabels'] }> {
  const inbox = await requireInbox(call, call.path.inbox)
  guardInbox(call.tx, inbox)
  const thread = await requireThread(call, inbox, call.path.thread_id)
  const labels: LabelSummary[] = await actions.labelThread(call, thread, asked, wanted)
  return { status: 200, body: { object: 'list', data: labels.map(threadLabelItem) } }
}

export const addInboxThreadLabels: Handler<'addInboxThreadLabels'> = async call => {
  const { labels } = call.body
  return label(call, labels, has => new Set([...has, ...labels]))
}

export const setInboxThreadLabels: Handler<'setInboxThreadLabels'> = async call => {
  const { labels } = call.body
  return label(call, labels, () => new Set(labels))
}

export const removeInboxThreadLabel: Handler<'removeInboxThreadLabel'> = async call => {
  const { label_id } = call.path
  return label(call, [label_id], has => new Set([...has].filter(id => id !== label_id)))
}
