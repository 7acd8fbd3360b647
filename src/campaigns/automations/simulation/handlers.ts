// The operations that simulate automations and graphs.
import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { checkGraph } from '../graph/check-graph.ts'
import { changedSettings, DEFAULT_SETTINGS } from '../settings.ts'
import { findAutomation } from '../store/automations.ts'
import { simulateRun } from './actions.ts'

// a simulation can read for a long time, so it runs after the transaction of the request

export const simulateAutomation: Handler<'simulateAutomation'> = async ({ tx, team_id, path, body = {}, now }) => {
  const automation = await findAutomation(tx, team_id, path.automation_id)
  if (!automation) throw refusal('not_found', 'Automation not found')
  const { graph, settings } = automation
  if (!graph) throw refusal('validation_error', 'The automation has no steps yet')
  return {
    status: 200,
    afterCommit: ({ read }) => read(tx => simulateRun({ tx, team_id, now }, { graph, settings }, body)),
  }
}

export const simulateGraph: Handler<'simulateGraph'> = async ({ team_id, body, now }) => {
  const graph = checkGraph(body)
  const settings = changedSettings(DEFAULT_SETTINGS, body.settings)
  return {
    status: 200,
    afterCommit: ({ read }) => read(tx => simulateRun({ tx, team_id, now }, { graph, settings }, body)),
  }
}
