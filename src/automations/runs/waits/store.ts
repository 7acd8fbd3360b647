// Which runs wait for what, and whether a contact has runs already.
import type { Tx } from '../../../store/database.ts'
import { statement } from '../../../store/statement.ts'

/** A run and the turn that it is at. */
export interface WaitingRun {
  id: string
  turn: number
}

/** Woken in one unit of work, which holds up all others. */
const AT_ONCE = 100

interface Awaited {
  team_id: string
  contact_id: string
  waits_for: string
  /** Of the event. */
  number: number
}

const forEvent = statement<Awaited & { after: string; limit: number }, WaitingRun>(
  (knex, place) =>
    knex('automation_runs')
      .select('id', 'turn')
      .where({ team_id: place('team_id'), contact_id: place('contact_id'), waits_for: place('waits_for') })
      .andWhere('waits_since', '<', place('number'))
      .andWhere('id', '>', place('after'))
      .orderBy('id'),
  'limit :limit',
)

const ofContact = statement<{ team_id: string; contact_id: string; after: string; limit: number }, WaitingRun>(
  (knex, place) =>
    knex('automation_runs')
      .select('id', 'turn')
      .where({ team_id: place('team_id'), contact_id: place('contact_id') })
      .whereNotNull('waits_for')
      .andWhere('id', '>', place('after'))
      .orderBy('id'),
  'limit :limit',
)

const byId = statement<{ id: string; waits_for: string; number: number }, WaitingRun>((knex, place) =>
  knex('automation_runs')
    .select('id', 'turn')
    .where({ id: place('id'), waits_for: place('waits_for') })
    .andWhere('waits_since', '<', place('number')),
)

const lookingBack = statement<{ team_id: string; contact_id: string }, { id: string }>(
  (knex, place) =>
    knex('automation_runs')
      .select('id')
      .where({ team_id: place('team_id'), contact_id: place('contact_id') })
      // as it stands: with a place for the value the index, which has only such rows, would not be used
      .whereRaw('looks_back = 1'),
  'limit 1',
)

const running = statement<{ automation_id: string; contact_id: string }, { id: string }>(
  (knex, place) =>
    knex('automation_runs')
      .select('id')
      .where({ automation_id: place('automation_id'), contact_id: place('contact_id'), status: 'running' }),
  'limit 1',
)

const any = statement<{ automation_id: string; contact_id: string }, { id: string }>(
  (knex, place) =>
    knex('automation_runs')
      .select('id')
      .where({ automation_id: place('automation_id'), contact_id: place('contact_id') }),
  'limit 1',
)

const entry = statement<{ automation_id: string; contact_id: string }, { contact_id: string }>((knex, place) =>
  knex('automation_entries')
    .select('contact_id')
    .where({ automation_id: place('automation_id'), contact_id: place('contact_id') }),
)

/** Some runs with greater ids than `after`, in their order; and whether there may be more. */
export interface Part {
  runs: WaitingRun[]
  more: boolean
}

/** Runs about the contact that wait for an event of this name, and did so when it was accepted. */
export async function listWaiting(tx: Tx, of: Awaited, after: string): Promise<Part> {
  return part(await tx.all(forEvent, { ...of, after, limit: AT_ONCE }))
}

/** Runs about the contact that wait for an event of whatever name. */
export async function listWaitsOf(tx: Tx, of: { team_id: string; contact_id: string }, after: string): Promise<Part> {
  return part(await tx.all(ofContact, { ...of, after, limit: AT_ONCE }))
}

/** The one run, if it waits for an event of this name and did so when it was accepted. */
export async function findWaiting(tx: Tx, id: string, { waits_for, number }: Awaited): Promise<Part> {
  const run = await tx.get(byId, { id, waits_for, number })
  return { runs: run ? [run] : [], more: false }
}

/** Whether a run about the contact is under way that has a wait which looks back. */
export async function hasRunLookingBack(tx: Tx, team_id: string, contact_id: string): Promise<boolean> {
  return (await tx.get(lookingBack, { team_id, contact_id })) !== undefined
}

export async function hasRunUnderWay(tx: Tx, automation_id: string, contact_id: string): Promise<boolean> {
  return (await tx.get(running, { automation_id, contact_id })) !== undefined
}

/** Be it under way, ended, or forgotten. */
export async function hasEverHadRun(tx: Tx, automation_id: string, contact_id: string): Promise<boolean> {
  const of = { automation_id, contact_id }
  return (await tx.get(any, of)) !== undefined || (await tx.get(entry, of)) !== undefined
}

const part = (runs: WaitingRun[]): Part => ({ runs, more: runs.length === AT_ONCE })
