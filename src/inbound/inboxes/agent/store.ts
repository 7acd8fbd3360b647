// The settings of the agents of inboxes.
import type { Schemas } from '../../../../generated/api.ts'
import { json, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

export type AgentAction = Schemas['InboxAgentAction']
export type AgentTone = NonNullable<Schemas['InboxAgent']['tone']>

const agents = table('inbox_agents', {
  inbox_id: uuid,
  team_id: uuid,
  instructions: nullable(text),
  tone: nullable(oneOf<AgentTone>()),
  actions: json<AgentAction[]>(),
  updated_at: text,
})

export type AgentRecord = RecordOf<typeof agents>

/** `undefined`: its settings were never changed. */
export const findAgent = agents.find('team_id', 'inbox_id').one
export const saveAgent = agents.upsert(['inbox_id'], ['instructions', 'tone', 'actions', 'updated_at']).put
export const removeAgent = agents.remove('team_id', 'inbox_id').put
