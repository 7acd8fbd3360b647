// Starts runs: decides which automations an event triggers, and which contacts may enter them.
import { findOrCreateContact, findContact } from '../../../../audience/contacts/actions.ts'
import type { TeamUnit, Tx } from '../../../../base/store/database.ts'
import { newRun } from '../../engine/run.ts'
import { isLookingBack } from '../../steps/index.ts'
import type { EventPayload } from '../../steps/config/variables.ts'
import { listTriggeredBy } from '../../store/automations.ts'
import type { ContactEventRecord } from '../../store/contact-events.ts'
import { insertRun } from '../../store/runs.ts'
import { type AutomationEntry, hasEverHadRun, hasOpenRun } from '../../store/waits.ts'
import { enqueueAdvance } from '../advance/actions.ts'

/** Maximum characters of payloads stored for the runs that one transaction starts; each run stores the whole payload. */
const BEGUN_AT_ONCE_CHARACTERS = 1_000_000

/** How many automations the event triggers, and the id to continue after, if more may remain. */
interface StartedRuns {
  listening: number
  more_after: string | undefined
}

/** Starts a run of some automations that the event triggers, after the given id. */
export async function startRuns(unit: TeamUnit, event: ContactEventRecord, after: string): Promise<StartedRuns> {
  const { tx, team_id, now } = unit
  const { name: event_name, number: begun_by } = event
  const most = Math.ceil(BEGUN_AT_ONCE_CHARACTERS / event.payload.length)
  const { automations: listening, more } = await listTriggeredBy(tx, { team_id, event_name, after_id: after }, most)
  const contact_id = listening.length > 0 ? await findOrCreateContactOfEvent(unit, event) : undefined
  if (contact_id === undefined) return { listening: listening.length, more_after: undefined }
  const payload = JSON.parse(event.payload) as EventPayload
  for (const { id: automation_id, graph_version, graph, settings } of listening) {
    if (!(await mayEnter(tx, { team_id, automation_id, contact_id }, settings.reentry))) continue
    const origin = { id: tx.newId('automation_runs'), automation_id, graph_version, contact_id, begun_by }
    const run = { ...newRun(graph, origin, now), team_id, event_name, payload, revision: 0, error: null }
    await insertRun(tx, run, graph.steps.some(isLookingBack))
    await enqueueAdvance({ tx, now }, run)
  }
  return { listening: listening.length, more_after: more ? listening.at(-1)!.id : undefined }
}

/** Whether a contact may enter. The guard ensures that it enters once if two events arrive at the same moment. */
async function mayEnter(tx: Tx, entry: AutomationEntry, reentry: string): Promise<boolean> {
  if (reentry === 'always') return true
  tx.guard(entry.team_id, 'entry', entry.automation_id, entry.contact_id)
  if (reentry === 'once') return !(await hasEverHadRun(tx, entry))
  return !(await hasOpenRun(tx, entry))
}

/**
 * The contact of the event. A contact is created for an unknown address; a contact that was deleted meanwhile starts no run.
 */
async function findOrCreateContactOfEvent(
  { tx, team_id, now }: TeamUnit,
  { contact_id, email }: ContactEventRecord,
): Promise<string | undefined> {
  if (contact_id !== null) return (await findContact(tx, team_id, contact_id))?.id
  return (await findOrCreateContact({ tx, team_id, now }, email!)).id
}
