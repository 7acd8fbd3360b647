import type { Handler } from '../../base/operation/operation.ts'
import { auditEventItem } from './rules.ts'
import { listAuditEventRows } from './store.ts'

export const listAuditEvents: Handler<'listAuditEvents'> = async ({ tx, team_id, query }) => {
  const { action, actor_id, object_id, ...page } = query
  const { rows, has_more } = await listAuditEventRows(tx, team_id, { action, actor_id, object_id }, page)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(auditEventItem) } }
}
