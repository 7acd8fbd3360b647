// The operations on inboxes.
import type { Handler } from '../../base/operation/operation.ts'
import * as actions from './actions.ts'
import { inboxResponse, inboxItem } from './present.ts'
import { listInboxRecords } from './store/inboxes.ts'

export const listInboxes: Handler<'listInboxes'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await listInboxRecords(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(inboxItem) } }
}

export const createInbox: Handler<'createInbox'> = async call => {
  const { id } = await actions.createInbox(call, call.body)
  return { status: 201, body: { object: 'inbox', id } }
}

export const getInbox: Handler<'getInbox'> = async call => {
  return { status: 200, body: inboxResponse(await actions.requireInbox(call, call.path.inbox)) }
}

export const updateInbox: Handler<'updateInbox'> = async call => {
  const inbox = await actions.requireInbox(call, call.path.inbox)
  await actions.updateInbox(call, inbox, call.body)
  return { status: 200, body: { object: 'inbox', id: inbox.id } }
}

export const removeInbox: Handler<'removeInbox'> = async call => {
  const inbox = await actions.requireInbox(call, call.path.inbox)
  await actions.removeInbox(call, inbox)
  return { status: 200, body: { object: 'inbox', id: inbox.id, deleted: true } }
}
