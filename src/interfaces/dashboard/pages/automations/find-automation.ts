// Finds the automation in a URL.
import { type AutomationRecord, findAutomation } from '../../../../campaigns/automations/store/automations.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { found } from '../../problems.ts'

/** The team's automation with this id. Throws a 404 page if there is none. */
export async function findAutomationOrNone(tx: Tx, team_id: string, id: string): Promise<AutomationRecord> {
  return found(await findAutomation(tx, team_id, id))
}
