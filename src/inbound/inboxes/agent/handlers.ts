// The operations on the settings of an inbox's agent.
import type { Handler } from '../../../base/operation/operation.ts'
import { findInbox } from '../actions.ts'
import { changeAgent, findAgentSettings } from './actions.ts'

export const getInboxAgent: Handler<'getInboxAgent'> = async call => {
  const settings = await findAgentSettings(call, await findInbox(call, call.path.inbox))
  return { status: 200, body: { object: 'inbox_agent', ...settings } }
}

export const updateInboxAgent: Handler<'updateInboxAgent'> = async call => {
  const inbox = await findInbox(call, call.path.inbox)
  await changeAgent(call, inbox, call.body)
  return { status: 200, body: { object: 'inbox_agent', id: inbox.id } }
}
