// The operations on runs of automations, and their metrics.
import { findContactAddresses, findContactId } from '../../../audience/contacts/actions.ts'
import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { runResponse, runItem } from '../present.ts'
import { findAutomation } from '../store/automations.ts'
import { cancelRun, findRunDetails } from './actions.ts'
import { countRuns, type RunCounts } from '../store/retention.ts'
import * as store from '../store/runs.ts'

async function checkAutomation(tx: Tx, team_id: string, id: string): Promise<string> {
  if (!(await findAutomation(tx, team_id, id))) throw refusal('not_found', 'Automation not found')
  return id
}

const unknownRun = (): Error => refusal('not_found', 'Automation run not found')

export const listAutomationRuns: Handler<'listAutomationRuns'> = async ({ tx, team_id, path, query }) => {
  const { status, contact, ...page } = query
  const id = await checkAutomation(tx, team_id, path.automation_id)
  const contact_id = contact === undefined ? undefined : await findContactId(tx, team_id, contact)
  // no contact has this address, so it has no runs
  if (contact !== undefined && contact_id === undefined) {
    return { status: 200, body: { object: 'list', has_more: false, data: [] } }
  }
  const filter = { statuses: status?.split(',') ?? [], ...(contact_id !== undefined && { contact_id }) }
  const { rows, has_more } = await store.listRuns(tx, { team_id, automation_id: id }, { ...filter, ...page })
  const contacts = rows.map(run => run.contact_id)
  const addresses = await findContactAddresses(tx, team_id, contacts)
  const data = rows.map(run => runItem(run, addresses.get(run.contact_id)))
  return { status: 200, body: { object: 'list', has_more, data } }
}

/** A run and its steps from one snapshot, because the run may be advanced while they are read. */
export const getAutomationRun: Handler<'getAutomationRun'> = async ({ team_id, path }) => {
  const read = async (tx: Tx): Promise<ReturnType<typeof runResponse>> => {
    const shown = await findRunDetails(
      tx,
      { team_id, automation_id: await checkAutomation(tx, team_id, path.automation_id) },
      path.run_id,
    )
    if (!shown) throw unknownRun()
    return runResponse(shown.run, shown.address, shown.steps)
  }
  return { status: 200, afterCommit: ({ readSnapshot }) => readSnapshot(read) }
}

export const cancelAutomationRun: Handler<'cancelAutomationRun'> = async ({ tx, team_id, path, now }) => {
  const automation_id = await checkAutomation(tx, team_id, path.automation_id)
  const run = await store.findRun(tx, { team_id, automation_id }, path.run_id)
  if (!run) throw unknownRun()
  await cancelRun(tx, run, now)
  return { status: 200, body: { object: 'automation_run', id: run.id, status: 'cancelled' } }
}

/** The counts come from one snapshot: runs are deleted meanwhile, and each must be counted once, as existing or as deleted. */
export const getAutomationMetrics: Handler<'getAutomationMetrics'> = async ({ team_id, path }) => {
  const count = async (tx: Tx): Promise<{ object: 'automation_metrics'; id: string; started: number } & RunCounts> => {
    const id = await checkAutomation(tx, team_id, path.automation_id)
    const counts = await countRuns(tx, { team_id, automation_id: id })
    const { running, completed, failed, cancelled, waiting } = counts
    const started = running + completed + failed + cancelled
    return { object: 'automation_metrics', id, started, running, completed, failed, cancelled, waiting }
  }
  return { status: 200, afterCommit: ({ readSnapshot }) => readSnapshot(count) }
}
