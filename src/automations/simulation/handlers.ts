import type { Handlers } from '../../operation.ts'
import { refusal } from '../../refusal.ts'
import type { Database } from '../../store/database.ts'
import { soundGraph } from '../graph.ts'
import { changedSettings, DEFAULT_SETTINGS } from '../settings.ts'
import { findAutomation } from '../store.ts'
import { simulated } from './actions.ts'

/** A simulation reads for as long as it takes, after the unit of work that a request has. */
export function simulationHandlers(
  database: Pick<Database, 'read'>,
): Pick<Handlers, 'simulateAutomation' | 'simulateGraph'> {
  return {
    simulateAutomation: async ({ tx, caller, path, body = {}, now }) => {
      const automation = await findAutomation(tx, caller.team_id, path.automation_id)
      if (!automation) throw refusal('not_found', 'Automation not found')
      const { graph, settings } = automation
      if (!graph) throw refusal('validation_error', 'The automation has no steps yet')
      const finish = () => database.read(tx => simulated(tx, caller.team_id, { graph, settings }, body, now))
      return { status: 200, finish }
    },
    simulateGraph: async ({ caller, body, now }) => {
      const graph = soundGraph(body)
      const settings = changedSettings(DEFAULT_SETTINGS, body.settings)
      const finish = () => database.read(tx => simulated(tx, caller.team_id, { graph, settings }, body, now))
      return { status: 200, finish }
    },
  }
}
