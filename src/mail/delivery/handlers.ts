// Operations for routes and pauses of delivery. All teams share the routes, so each operation requires an operator.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { requireOperator } from '../../identity/callers/actions.ts'
import { listDestinations, listTlsDay, pauseDelivery, resumeDelivery } from './routes/overview/actions.ts'
import { parsePause } from './routes/pauses.ts'
import { listPauses } from './routes/store.ts'

export const listDeliveryDestinations: Handler<'listDeliveryDestinations'> = async ({ tx, caller, query, now }) => {
  await requireOperator(tx, caller)
  const { rows, has_more } = await listDestinations(
    tx,
    { after: query.after_name ?? '', limit: query.limit ?? 20 },
    now,
  )
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const listDeliveryPauses: Handler<'listDeliveryPauses'> = async ({ tx, caller }) => {
  await requireOperator(tx, caller)
  const pauses = await listPauses(tx)
  const data = pauses.map(({ id, scope, name, reason, created_at }) => {
    return { id, scope, name: name === '' ? null : name, reason, created_at }
  })
  return { status: 200, body: { object: 'list', has_more: false, data } }
}

export const createDeliveryPause: Handler<'createDeliveryPause'> = async ({ tx, caller, body, now }) => {
  await requireOperator(tx, caller)
  const id = await pauseDelivery(tx, parsePause(body), now)
  return { status: 201, body: { object: 'delivery_pause', id } }
}

export const removeDeliveryPause: Handler<'removeDeliveryPause'> = async ({ tx, caller, path, now }) => {
  await requireOperator(tx, caller)
  const id = path.delivery_pause_id
  if (!(await resumeDelivery(tx, id, now))) throw refusal('not_found', 'Pause not found')
  return { status: 200, body: { object: 'delivery_pause', id, deleted: true } }
}

export const listTlsReports: Handler<'listTlsReports'> = async ({ tx, caller, query, now }) => {
  await requireOperator(tx, caller)
  const { rows, has_more } = await listTlsDay(tx, query.day ?? now.toISOString().slice(0, 10), query.after_name ?? '')
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}
