// Which runs wait for what, and whether a contact has runs already.
import { uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { STORED_RUNS } from './runs.ts'

/** A run and the revision that it is at. */
export interface WaitingRun {
  id: string
  revision: number
}

/** Woken in one unit of work, which blocks all others. */
const AT_ONCE = 100

interface Awaited {
  team_id: string
  contact_id: string
  waits_for: string
  /** Of the event. */
  number: number
}

/** Of a run, what tells it and its revision. */
const runs = STORED_RUNS.runs.only('id', 'turn')
type WaitingRow = RecordOf<typeof runs>
/** Whose runs of an automation were forgotten. */
export const STORED_ENTRIES = table('automation_entries', { automation_id: uuid, contact_id: uuid, team_id: uuid })

interface OfContact {
  team_id: string
  contact_id: string
}

const forEvent = runs.query<Awaited & { after_id: string; limit: number }>(
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
      // as it stands: with a place for the value the index, which has only such rows, would not be used
      .whereRaw('looks_back = 1'),
  'limit 1',
)

/** Who can enter an automation, or has entered it. */
export interface Entry extends OfContact {
  automation_id: string
}

const any = runs.query<Entry>(
  ({ rows, params }) => rows.where(params('team_id', 'automation_id', 'contact_id')),
  'limit 1',
)

const running = runs.query<Entry>(
  ({ rows, params }) => rows.where({ ...params('team_id', 'automation_id', 'contact_id'), status: 'running' }),
  'limit 1',
)

const entry = STORED_ENTRIES.find('team_id', 'automation_id', 'contact_id')

/** Some runs with greater ids than `after`, in their order; and whether there may be more. */
interface Part {
  runs: WaitingRun[]
  more: boolean
}

/** Runs about the contact that wait for an event of this name, and did so when it was accepted. */
export async function listWaiting(tx: Tx, of: Awaited, after: string): Promise<Part> {
  return part(await tx.all(forEvent, { ...of, after_id: after, limit: AT_ONCE }))
}

/** Runs about the contact that wait for an event of whatever name. */
export async function listWaitsOf(tx: Tx, of: OfContact, after: string): Promise<Part> {
  return part(await tx.all(ofContact, { ...of, after_id: after, limit: AT_ONCE }))
}

/** The one run, if it waits for an event of this name and did so when it was accepted. */
export async function findWaiting(tx: Tx, id: string, { team_id, waits_for, number }: Awaited): Promise<Part> {
  const run = await tx.get(byId, { team_id, id, waits_for, number })
  return { runs: run ? [waitingRun(run)] : [], more: false }
}

/** Whether a run about the contact is under way that has a wait which looks back. */
export async function hasRunLookingBack(tx: Tx, of: OfContact): Promise<boolean> {
  return (await tx.get(lookingBack, of)) !== undefined
}

export async function hasRunUnderWay(tx: Tx, of: Entry): Promise<boolean> {
  return (await tx.get(running, of)) !== undefined
}

/** Be it under way, ended, or forgotten. */
export async function hasEverHadRun(tx: Tx, of: Entry): Promise<boolean> {
  return (await tx.get(any, of)) !== undefined || (await tx.get(entry, of)) !== undefined
}

const part = (rows: WaitingRow[]): Part => ({ runs: rows.map(waitingRun), more: rows.length === AT_ONCE })

const waitingRun = ({ id, turn: revision }: WaitingRow): WaitingRun => ({ id, revision })
