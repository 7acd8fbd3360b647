// The operations with which programs edit content.
import type { Schemas } from '../../../generated/api.ts'
import type { Caller, Handler } from '../../base/operation/operation.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import {
  replaceContent,
  startConnection,
  endConnection,
  contentToDocument,
  findDocumentOf,
  findResource,
} from './actions.ts'

interface AboutConnection extends TeamUnit {
  caller: Caller
  body: Schemas['EditorConnectionInput']
}

async function connectionOf({ caller, body, ...asking }: AboutConnection) {
  const { type, id: resource_id } = await findResource(asking, body.resource_type, body.resource_id)
  const connection = { resource_id, caller_id: caller.id, agent_name: (body.agent_name ?? '').trim() }
  return { connection, room_id: `${type}-${resource_id}` }
}

export const connectEditor: Handler<'connectEditor'> = async call => {
  const { connection, room_id } = await connectionOf(call)
  await startConnection(call, connection)
  return { status: 200, body: { room_id, apiKeyId: connection.caller_id } }
}

export const disconnectEditor: Handler<'disconnectEditor'> = async call => {
  const { connection } = await connectionOf(call)
  endConnection(call, connection)
  return { status: 200, body: { ok: true } }
}

export const getEditorContent: Handler<'getEditorContent'> = async call => {
  const resource = await findResource(call, call.query.resource_type, call.query.resource_id)
  const composed = await findDocumentOf(call, resource)
  // after the transaction, so that parsing large HTML does not block others
  const afterCommit = async () => ({ content: { ...(composed ?? (await contentToDocument(resource, call.team_id))) } })
  return { status: 200, afterCommit }
}

export const composeEditorContent: Handler<'composeEditorContent'> = async call => {
  const { resource_type, resource_id, content } = call.body
  const resource = await findResource(call, resource_type, resource_id)
  await replaceContent(call, resource, content)
  return { status: 200, body: { object: resource_type, id: resource.id } }
}
