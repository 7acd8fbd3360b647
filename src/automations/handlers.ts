import { randomUUIDv7 } from 'node:crypto'
import type { Handler } from '../operation.ts'
import { enqueue } from '../queue/enqueue.ts'
import { refusal } from '../refusal.ts'
import type { Tx } from '../store/database.ts'
import { templateFacts } from '../templates/actions.ts'
import { automationAnswer, automationItem, runAnswer, runItem } from './present.ts'
import { created, patched, templatesToCheck } from './rules.ts'
import * as runs from './runs/store.ts'
import * as store from './store.ts'

const unknown = (): Error => refusal('not_found', 'Automation not found')
const changedMeanwhile = (): Error =>
  refusal('service_unavailable', 'Another request changed the automation at the same moment; look at it and try again')

async function found(tx: Tx, team_id: string, id: string): Promise<store.StoredAutomation> {
  const automation = await store.findAutomation(tx, team_id, id)
  if (!automation) throw unknown()
  return automation
}

export const listAutomations: Handler<'listAutomations'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listAutomations(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(automationItem) } }
}

export const createAutomation: Handler<'createAutomation'> = async ({ tx, caller, body, now }) => {
  const templates = await templateFacts(tx, caller.team_id, templatesToCheck(undefined, body))
  const automation = created(body, randomUUIDv7(), now, templates)
  await store.insertAutomation(tx, caller.team_id, automation)
  return { status: 201, body: { object: 'automation', id: automation.id } }
}

export const getAutomation: Handler<'getAutomation'> = async ({ tx, caller, path }) => {
  return { status: 200, body: automationAnswer(await found(tx, caller.team_id, path.automation_id)) }
}

export const updateAutomation: Handler<'updateAutomation'> = async ({ tx, caller, path, body, now }) => {
  const automation = await found(tx, caller.team_id, path.automation_id)
  const templates = await templateFacts(tx, caller.team_id, templatesToCheck(automation, body))
  const after = patched(automation, body, now, templates)
  if (!(await store.saveAutomation(tx, automation, after))) throw changedMeanwhile()
  return { status: 200, body: { object: 'automation', id: automation.id } }
}

/** Its graphs go with it, so no run takes another step; that the runs are cancelled is written down by the job. */
export const removeAutomation: Handler<'removeAutomation'> = async ({ tx, caller, path, now }) => {
  const id = path.automation_id
  if (!(await store.removeAutomation(tx, caller.team_id, id))) throw unknown()
  await enqueue(tx, 'cancel_runs', { automation_id: id }, now)
  return { status: 200, body: { object: 'automation', id, deleted: true } }
}

export const listAutomationRuns: Handler<'listAutomationRuns'> = async ({ tx, caller, path, query }) => {
  const { status, ...page } = query
  const { id } = await found(tx, caller.team_id, path.automation_id)
  const { rows, has_more } = await runs.listRuns(tx, id, status?.split(',') ?? [], page)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(runItem) } }
}

export const getAutomationRun: Handler<'getAutomationRun'> = async ({ tx, caller, path }) => {
  const { id } = await found(tx, caller.team_id, path.automation_id)
  const run = await runs.findRun(tx, id, path.run_id)
  if (!run) throw refusal('not_found', 'Automation run not found')
  return { status: 200, body: runAnswer(run) }
}
