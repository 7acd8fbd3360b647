// The operations on automations.
import type { Handler } from '../../base/operation/operation.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import * as actions from './actions.ts'
import { automationResponse, automationItem, savedAutomationResponse } from './present.ts'
import { stoppedAutomation } from './rules.ts'
import { cancelRuns } from './store/runs.ts'
import * as store from './store/automations.ts'

const unknown = (): Error => refusal('not_found', 'Automation not found')

async function requireAutomation({
  tx,
  team_id,
  path,
}: TeamUnit & { path: { automation_id: string } }): Promise<store.AutomationRecord> {
  const automation = await store.findAutomation(tx, team_id, path.automation_id)
  if (!automation) throw unknown()
  return automation
}

export const listAutomations: Handler<'listAutomations'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listAutomations(tx, team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(automationItem) } }
}

export const createAutomation: Handler<'createAutomation'> = async ({ tx, team_id, body, now }) => {
  return { status: 201, body: savedAutomationResponse(await actions.createAutomation({ tx, team_id, now }, body)) }
}

export const getAutomation: Handler<'getAutomation'> = async call => {
  return { status: 200, body: automationResponse(await requireAutomation(call)) }
}

export const updateAutomation: Handler<'updateAutomation'> = async call => {
  return {
    status: 200,
    body: savedAutomationResponse(await actions.updateAutomation(call, await requireAutomation(call), call.body)),
  }
}

export const removeAutomation: Handler<'removeAutomation'> = async call => {
  const id = call.path.automation_id
  if (!(await actions.removeAutomation(call, id))) throw unknown()
  return { status: 200, body: { object: 'automation', id, deleted: true } }
}

export const duplicateAutomation: Handler<'duplicateAutomation'> = async call => {
  const { id } = await actions.duplicateAutomation(call, await requireAutomation(call))
  return { status: 201, body: { object: 'automation', id } }
}

/**
 * Cancels some of the runs before it responds. A job cancels the rest, including runs that an event starts at the same moment:
 * on PostgreSQL, where transactions are concurrent, this transaction does not see them.
 */
export const stopAutomation: Handler<'stopAutomation'> = async call => {
  const { tx, team_id, body, now } = call
  const automation = await requireAutomation(call)
  const { id } = automation
  await actions.saveAutomationChange(tx, automation, stoppedAutomation(automation, now))
  if (body?.runs === 'cancel') {
    const of = { team_id, automation_id: id, begun_until: now.toISOString() }
    await cancelRuns(tx, of, now)
    await enqueue(tx, 'cancel_runs', { ...of, revision: automation.revision + 1 }, now)
  }
  return { status: 200, body: { object: 'automation', id, status: 'disabled' } }
}
