import type { Handler } from '../../../base/operation/operation.ts'
import { findInbox } from '../actions.ts'
import { findAgent, saveAgent } from './store.ts'

const NO_SETTINGS = { instructions: null, tone: null, actions: [] }

export const getInboxAgent: Handler<'getInboxAgent'> = async call => {
  const { tx, team_id, path } = call
  const inbox = await findInbox(call, path.inbox)
  const { instructions, tone, actions } = (await findAgent(tx, { team_id, inbox_id: inbox.id })) ?? NO_SETTINGS
  return { status: 200, body: { object: 'inbox_agent', instructions, tone, actions } }
}

export const updateInboxAgent: Handler<'updateInboxAgent'> = async call => {
  const { tx, team_id, path, body, now } = call
  const { id } = await findInbox(call, path.inbox)
  const before = (await findAgent(tx, { team_id, inbox_id: id })) ?? NO_SETTINGS
  const { instructions = before.instructions, tone = before.tone, actions = before.actions } = body
  saveAgent(tx, {
    inbox_id: id,
    team_id,
    instructions: instructions || null,
    tone,
    actions: [...new Set(actions)],
    updated_at: now.toISOString(),
  })
  return { status: 200, body: { object: 'inbox_agent', id } }
}
