// Statements that find runs by their awaited event, and whether a contact has had runs.
import { uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { STORED_RUNS } from './runs.ts'

/** A run and its revision. */
export interface WaitingRun {
  id: string
  revision: number
}

/** Maximum runs that one transaction resumes; on SQLite it blocks other writes. */
const AT_ONCE = 100

interface AwaitedEvent {
  team_id: string
  contact_id: string
  waits_for: string
  /** The number of the event. */
  number: number
}

/** The id and the revision of a run. */
const runs = STORED_RUNS.runs.only('id', 'turn')
type WaitingRow = RecordOf<typeof runs>
/** Contacts whose runs of an automation were deleted, which determines whether they may enter again. */
export const STORED_ENTRIES = table('automation_entries', { automation_id: uuid, contact_id: uuid, team_id: uuid })

interface OfContact {
  team_id: string
  contact_id: string
}

const forEvent = runs.query<AwaitedEvent & { after_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id', 'contact_id', 'waits_for'))
      .andWhere('waits_since', '<', param('number'))
      .andWhere('id', '>', param('after_id'))
      .orderBy('id'),
  'limit :limit',
)

const ofContact = runs.query<OfContact & { after_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id', 'contact_id'))
      .whereNotNull('waits_for')
      .andWhere('id', '>', param('after_id'))
      .orderBy('id'),
  'limit :limit',
)

const byId = runs.query<{ team_id: string; id: string; waits_for: string; number: number }>(({ rows, param, params }) =>
  rows.where(params('team_id', 'id', 'waits_for')).andWhere('waits_since', '<', param('number')),
)

const lookingBack = runs.query<OfContact>(
  ({ rows, params }) =>
    rows
      .where(params('team_id', 'contact_id'))
      // a literal: with a parameter, the partial index, which contains only such rows, would not be used
      .whereRaw('looks_back = 1'),
  'limit 1',
)

/** A contact and an automation that it may enter or has entered. */
export interface AutomationEntry extends OfContact {
  automation_id: string
}

const any = runs.query<AutomationEntry>(
  ({ rows, params }) => rows.where(params('team_id', 'automation_id', 'contact_id')),
  'limit 1',
)

const running = runs.query<AutomationEntry>(
  ({ rows, params }) => rows.where({ ...params('team_id', 'automation_id', 'contact_id'), status: 'running' }),
  'limit 1',
)

const entry = STORED_ENTRIES.find('team_id', 'automation_id', 'contact_id')

/** Some runs with ids greater than `after`, in order, and whether more may follow. */
interface WaitingRunsPage {
  runs: WaitingRun[]
  more: boolean
}

/** Runs of the contact that wait for an event of this name, and did so when it was accepted. */
export async function listRunsWaitingFor(tx: Tx, of: AwaitedEvent, after: string): Promise<WaitingRunsPage> {
  return part(await tx.all(forEvent, { ...of, after_id: after, limit: AT_ONCE }))
}

/** Runs of the contact that wait for any event. */
export async function listWaitingRuns(tx: Tx, of: OfContact, after: string): Promise<WaitingRunsPage> {
  return part(await tx.all(ofContact, { ...of, after_id: after, limit: AT_ONCE }))
}

/** The run, if it waits for an event of this name, and did so when it was accepted. */
export async function findWaitingRun(
  tx: Tx,
  id: string,
  { team_id, waits_for, number }: AwaitedEvent,
): Promise<WaitingRunsPage> {
  const run = await tx.get(byId, { team_id, id, waits_for, number })
  return { runs: run ? [waitingRun(run)] : [], more: false }
}

/** Whether the contact has a running run with a wait that looks back. */
export async function hasRunLookingBack(tx: Tx, of: OfContact): Promise<boolean> {
  return (await tx.get(lookingBack, of)) !== undefined
}

export async function hasOpenRun(tx: Tx, of: AutomationEntry): Promise<boolean> {
  return (await tx.get(running, of)) !== undefined
}

/** Whether the contact has ever had a run: running, ended or deleted. */
export async function hasEverHadRun(tx: Tx, of: AutomationEntry): Promise<boolean> {
  return (await tx.get(any, of)) !== undefined || (await tx.get(entry, of)) !== undefined
}

const part = (rows: WaitingRow[]): WaitingRunsPage => ({ runs: rows.map(waitingRun), more: rows.length === AT_ONCE })

const waitingRun = ({ id, turn: revision }: WaitingRow): WaitingRun => ({ id, revision })
