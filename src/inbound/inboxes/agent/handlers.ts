// The operations on the settings of an inbox's agent.
import type { Handler } from '../../../base/operation/operation.ts'
import { requireInbox } from '../actions.ts'
import * as actions from './actions.ts'

export const getInboxAgent: Handler<'getInboxAgent'> = async call => {
  const settings = await actions.findAgentSettings(call, await requireInbox(call, call.path.inbox))
  return { status: 200, body: { object: 'inbox_agent', ...settings } }
}

export const updateInboxAgent: Handler<'updateInboxAgent'> = async call => {
  const inbox = await requireInbox(call, call.path.inbox)
  await actions.updateInboxAgent(call, inbox, call.body)
  return { status: 200, body: { object: 'inbox_agent', id: inbox.id } }
}
