import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { isFirstTeam } from '../../identity/teams/actions.ts'
import { listDestinations, listTlsDay, pauseDelivery, resumeDelivery } from './routes/overview/actions.ts'
import { pauseOf } from './routes/pauses.ts'
import { listPauses } from './routes/store.ts'

/** All teams share the routes, so only the operator's team, the first one, may change them. */
async function checkOperatorsTeam(tx: Tx, team_id: string): Promise<void> {
  if (await isFirstTeam(tx, team_id)) return
  throw refusal(
    'invalid_permission',
    'Delivery is for the operators of this server: use a key of the team that it was set up with.',
  )
}

export const listDeliveryDestinations: Handler<'listDeliveryDestinations'> = async ({ tx, caller, query, now }) => {
  await checkOperatorsTeam(tx, caller.team_id)
  const { rows, has_more } = await listDestinations(
    tx,
    { after: query.after_name ?? '', limit: query.limit ?? 20 },
    now,
  )
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}

export const listDeliveryPauses: Handler<'listDeliveryPauses'> = async ({ tx, caller }) => {
  await checkOperatorsTeam(tx, caller.team_id)
  const pauses = await listPauses(tx)
  const data = pauses.map(({ id, scope, name, reason, created_at }) => {
    return { id, scope, name: name === '' ? null : name, reason, created_at }
  })
  return { status: 200, body: { object: 'list', has_more: false, data } }
}

export const createDeliveryPause: Handler<'createDeliveryPause'> = async ({ tx, caller, body, now }) => {
  await checkOperatorsTeam(tx, caller.team_id)
  const id = await pauseDelivery(tx, pauseOf(body), now)
  return { status: 201, body: { object: 'delivery_pause', id } }
}

export const removeDeliveryPause: Handler<'removeDeliveryPause'> = async ({ tx, caller, path, now }) => {
  await checkOperatorsTeam(tx, caller.team_id)
  const id = path.delivery_pause_id
  if (!(await resumeDelivery(tx, id, now))) throw refusal('not_found', 'Pause not found')
  return { status: 200, body: { object: 'delivery_pause', id, deleted: true } }
}

export const listTlsReports: Handler<'listTlsReports'> = async ({ tx, caller, query, now }) => {
  await checkOperatorsTeam(tx, caller.team_id)
  const { rows, has_more } = await listTlsDay(tx, query.day ?? now.toISOString().slice(0, 10), query.after_name ?? '')
  return { status: 200, body: { object: 'list', has_more, data: rows } }
}
