// Tables of documents, of Markdown, and of connected programs.
import { json, nullable, text, uuid } from '../../base/store/column.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import type { EditorNode } from './document/document.ts'

const documents = table('editor_documents', {
  id: uuid,
  team_id: uuid,
  broadcast_id: nullable(uuid),
  template_id: nullable(uuid),
  document: json<EditorNode>(),
  html_hash: text,
})

const markdowns = table('editor_markdown', {
  id: uuid,
  team_id: uuid,
  broadcast_id: nullable(uuid),
  template_id: nullable(uuid),
  markdown: text,
  html_hash: text,
})

const connections = table('editor_connections', {
  team_id: uuid,
  resource_id: uuid,
  caller_id: uuid,
  agent_name: text,
  expires_at: text,
})

export const findDocument = documents.find('team_id', 'id').one
export const saveDocument = documents.upsert(['id'], ['document', 'html_hash']).put

export const findMarkdown = markdowns.find('team_id', 'id').one
export const saveMarkdown = markdowns.upsert(['id'], ['markdown', 'html_hash']).put

/** Connections in the order in which they end. */
export const listConnections = connections.query<{ team_id: string; resource_id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'resource_id')).orderBy(['expires_at', 'caller_id', 'agent_name']),
).all
export const saveConnection = connections.upsert(['resource_id', 'caller_id', 'agent_name'], ['expires_at']).put
export const removeConnection = connections.remove('team_id', 'resource_id', 'caller_id', 'agent_name').put

export const removeConnectionsEnded = acrossTeams(
  'a sweep',
  connections.removeSome<never, { now: string }>({
    key: ['resource_id', 'caller_id', 'agent_name'],
    where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
  }),
).more
