// The settings of an inbox's agent, for the API and for pages.
import type { InSchemas } from '../../../../generated/api.ts'
import type { TeamTx, TeamUnit } from '../../../base/store/database.ts'
import { changesOf } from '../../../base/store/signals/changes.ts'
import { record } from '../../../base/store/signals/record.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import { type AgentRecord, findAgent, saveAgent } from './store.ts'

export type AgentSettings = Pick<AgentRecord, 'instructions' | 'tone' | 'actions'>

/** An agent that was never configured has no allowed actions. */
export async function findAgentSettings({ tx, team_id }: TeamTx, { id }: InboxRecord): Promise<AgentSettings> {
  const { instructions = null, tone = null, actions = [] } = (await findAgent(tx, { team_id, inbox_id: id })) ?? {}
  return { instructions, tone, actions }
}

export async function updateInboxAgent(
  unit: TeamUnit,
  inbox: InboxRecord,
  asked: InSchemas['UpdateInboxAgent'],
): Promise<void> {
  const { tx, team_id, now } = unit
  const before = await findAgentSettings(unit, inbox)
  const { instructions = before.instructions, tone = before.tone, actions = before.actions } = asked
  const settings = { instructions: instructions || null, tone, actions: [...new Set(actions)] }
  saveAgent(tx, { inbox_id: inbox.id, team_id, ...settings, updated_at: now.toISOString() })
  const changes = changesOf(before, settings, 'actions', 'instructions', 'tone')
  if (Object.keys(changes).length === 0) return
  const facts = { object_id: inbox.id, name: inbox.email_address, changes }
  await record(tx, { type: 'inbox_agent.updated', team_id, at: now, ...facts })
}
