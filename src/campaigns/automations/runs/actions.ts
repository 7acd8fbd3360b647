// Finds runs for pages and operations, and cancels a run.
import { findContactAddresses } from '../../../audience/contacts/actions.ts'
import { findEmailOutcomes } from '../../../mail/emails/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { connectionsTaken } from '../engine/path.ts'
import type { Connection, Graph } from '../graph/graph.ts'
import * as store from '../store/runs.ts'
import type { RunRecord } from '../store/runs.ts'
import { emailIdsOf, type RunStepItem, runStepItems } from './step-items.ts'

/** A run with its graph and the connections on its path. */
export interface RunDetails {
  run: RunRecord
  graph: Graph
  taken: ReadonlySet<Connection>
  /** The address of the contact; `undefined` if it was deleted. */
  address: string | undefined
  /** The steps, with the status of their emails and the reasons for skipped steps. */
  steps: RunStepItem[]
}

export async function findRunDetails(
  tx: Tx,
  of: { team_id: string; automation_id: string },
  id: string,
): Promise<RunDetails | undefined> {
  const { team_id } = of
  const found = await store.findRunWithGraph(tx, of, id)
  if (!found) return undefined
  const { run, graph } = found
  return {
    ...found,
    taken: new Set(connectionsTaken(graph, run)),
    address: (await findContactAddresses(tx, team_id, [run.contact_id])).get(run.contact_id),
    steps: runStepItems(graph, run, await findEmailOutcomes(tx, team_id, emailIdsOf(run))),
  }
}

/** Cancels a run. Refuses a run that has ended; a canceled run is unchanged. */
export async function cancelRun(tx: Tx, run: RunRecord, now: Date): Promise<void> {
  const { status } = run
  if (status === 'completed' || status === 'failed') {
    throw refusal('validation_error', `This run has ${status}. Only a running run can be canceled.`)
  }
  await store.saveCanceledRun(tx, run, now)
}
