import { addressesOf, contactIdOf } from '../../contacts/actions.ts'
import type { Handler } from '../../operation.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import { runAnswer, runItem } from '../present.ts'
import { findAutomation } from '../store/automations.ts'
import { cancelRun, findShownRun } from './actions.ts'
import { countRuns } from '../store/retention.ts'
import * as store from '../store/runs.ts'

async function checkAutomation(tx: Tx, team_id: string, id: string): Promise<string> {
  if (!(await findAutomation(tx, team_id, id))) throw refusal('not_found', 'Automation not found')
  return id
}

const unknownRun = (): Error => refusal('not_found', 'Automation run not found')

async function findOrRefuse(
  tx: Tx,
  team_id: string,
  { automation_id, run_id }: { automation_id: string; run_id: string },
): Promise<store.RunRecord> {
  await checkAutomation(tx, team_id, automation_id)
  const run = await store.findRun(tx, { team_id, automation_id }, run_id)
  if (!run) throw unknownRun()
  return run
}

export const listAutomationRuns: Handler<'listAutomationRuns'> = async ({ tx, caller, path, query }) => {
  const { status, contact, ...page } = query
  const { team_id } = caller
  const id = await checkAutomation(tx, team_id, path.automation_id)
  const contact_id = contact === undefined ? undefined : await contactIdOf(tx, team_id, contact)
  // nobody has this address, so nobody has a run
  if (contact !== undefined && contact_id === undefined) {
    return { status: 200, body: { object: 'list', has_more: false, data: [] } }
  }
  const filter = { statuses: status?.split(',') ?? [], ...(contact_id !== undefined && { contact_id }) }
  const { rows, has_more } = await store.listRuns(tx, { team_id, automation_id: id }, filter, page)
  const contacts = rows.map(run => run.contact_id)
  const addresses = await addressesOf(tx, team_id, contacts)
  const data = rows.map(run => runItem(run, addresses.get(run.contact_id)))
  return { status: 200, body: { object: 'list', has_more, data } }
}

export const getAutomationRun: Handler<'getAutomationRun'> = async ({ tx, caller, path }) => {
  const { automation_id, run_id } = path
  const shown = await findShownRun(tx, caller.team_id, await checkAutomation(tx, caller.team_id, automation_id), run_id)
  if (!shown) throw unknownRun()
  return { status: 200, body: runAnswer(shown.run, shown.address, shown.steps) }
}

export const cancelAutomationRun: Handler<'cancelAutomationRun'> = async ({ tx, caller, path, now }) => {
  const run = await findOrRefuse(tx, caller.team_id, path)
  await cancelRun(tx, run, now)
  return { status: 200, body: { object: 'automation_run', id: run.id, status: 'cancelled' } }
}

export const getAutomationMetrics: Handler<'getAutomationMetrics'> = async ({ tx, caller, path }) => {
  const id = await checkAutomation(tx, caller.team_id, path.automation_id)
  const { running, completed, failed, cancelled, waiting } = await countRuns(tx, caller.team_id, id)
  const started = running + completed + failed + cancelled
  const body = { object: 'automation_metrics', id, started, running, completed, failed, cancelled, waiting } as const
  return { status: 200, body }
}
