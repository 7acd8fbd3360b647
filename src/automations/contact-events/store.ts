// Events that were accepted, numbered in that order. One that is pending is to be applied; one that is kept was, and stays
// for a while for waits that look back; one that failed could not be.
import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'

/** Whose events they are: a contact's, or an address's without a contact. */
export interface Lane {
  team_id: string
  /** The address, written as contacts are compared by. */
  about: string
}

export interface NewEvent extends Lane {
  name: string
  /** As JSON. */
  payload: string
  /** When it was accepted. */
  at: string
  email: string | null
  contact_id: string | null
  /** Set when it is about a mail of this run. */
  run_id: string | null
}

export interface HappenedEvent extends NewEvent {
  number: number
  /** How far it has been applied, for who goes on with it. */
  after: string
}

type State = 'pending' | 'kept' | 'failed'

/** For waits that look back: so many of a lane, the latest ones. */
const MOST_KEPT = 100

const pending = statement<Lane, HappenedEvent>(
  (knex, place) =>
    knex('contact_events')
      .select('*')
      .where({ team_id: place('team_id'), about: place('about'), state: 'pending' })
      .orderBy('number'),
  'limit 1',
)

// without the payload, which can be large
const anyPending = statement<Lane, { number: number }>(
  (knex, place) =>
    knex('contact_events')
      .select('number')
      .where({ team_id: place('team_id'), about: place('about'), state: 'pending' }),
  'limit 1',
)

const insert = statement<NewEvent>((knex, place) =>
  knex('contact_events').insert({
    team_id: place('team_id'),
    about: place('about'),
    name: place('name'),
    payload: place('payload'),
    at: place('at'),
    email: place('email'),
    contact_id: place('contact_id'),
    run_id: place('run_id'),
    state: 'pending',
    after: '',
  }),
)

const latest = statement<object, { number: number | null }>(knex => knex('contact_events').max({ number: 'number' }))

const saveAfter = statement<{ number: number; after: string }>((knex, place) =>
  knex('contact_events')
    .where('number', place('number'))
    .update({ after: place('after') }),
)

const saveState = statement<{ number: number; state: State; error: string | null }>((knex, place) =>
  knex('contact_events')
    .where('number', place('number'))
    .update({ state: place('state'), error: place('error') }),
)

const remove = statement<{ number: number }>((knex, place) =>
  knex('contact_events').where('number', place('number')).delete(),
)

const keptNumbers = statement<Lane & { limit: number }, { number: number }>(
  (knex, place) =>
    knex('contact_events')
      .select('number')
      .where({ team_id: place('team_id'), about: place('about'), state: 'kept' })
      .orderBy('number', 'desc'),
  'limit :limit',
)

const removeKeptUntil = statement<Lane & { number: number }>((knex, place) =>
  knex('contact_events')
    .where({ team_id: place('team_id'), about: place('about'), state: 'kept' })
    .andWhere('number', '<=', place('number'))
    .delete(),
)

const kept = statement<Lane & { name: string; since: number }, HappenedEvent>((knex, place) =>
  knex('contact_events')
    .select('*')
    .where({ team_id: place('team_id'), about: place('about'), state: 'kept', name: place('name') })
    .andWhere('number', '>', place('since'))
    .orderBy('number'),
)

const removeOld = partlyRemoved<{ state: State; before: string }>('contact_events', ['number'], (rows, place) =>
  rows.where('state', place('state')).andWhere('at', '<', place('before')),
)

export function findPending(tx: Tx, { team_id, about }: Lane): Promise<HappenedEvent | undefined> {
  return tx.get(pending, { team_id, about })
}

export async function hasPending(tx: Tx, { team_id, about }: Lane): Promise<boolean> {
  return (await tx.get(anyPending, { team_id, about })) !== undefined
}

export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  tx.put(insert, event)
}

/** The number of the event that was accepted last of all. */
export async function latestNumber(tx: Tx): Promise<number> {
  return (await tx.get(latest, {}))?.number ?? 0
}

export async function saveProgress(tx: Tx, { number }: HappenedEvent, after: string): Promise<void> {
  tx.put(saveAfter, { number, after })
}

export async function removeEvent(tx: Tx, { number }: HappenedEvent): Promise<void> {
  tx.put(remove, { number })
}

/** Keeps an event that was applied, instead of the oldest that is kept if there are too many. */
export async function keepEvent(tx: Tx, event: HappenedEvent): Promise<void> {
  tx.put(saveState, { number: event.number, state: 'kept', error: null })
  const numbers = await tx.all(keptNumbers, { ...event, limit: MOST_KEPT + 1 })
  if (numbers.length > MOST_KEPT) await tx.run(removeKeptUntil, { ...event, number: numbers.at(-1)!.number })
}

export async function failEvent(tx: Tx, { number }: HappenedEvent, error: string): Promise<void> {
  tx.put(saveState, { number, state: 'failed', error })
}

/** Those with greater numbers than `since`, in their order. */
export function listKept(tx: Tx, lane: Lane, name: string, since: number): Promise<HappenedEvent[]> {
  return tx.all(kept, { ...lane, name, since })
}

/** Removes everything that is kept of a lane. */
export async function removeKept(tx: Tx, { team_id, about }: Lane): Promise<void> {
  const [newest] = await tx.all(keptNumbers, { team_id, about, limit: 1 })
  if (newest) await tx.run(removeKeptUntil, { team_id, about, number: newest.number })
}

/** Removes some of those that were kept, or that failed, before that moment; whether more may be left. */
export async function removeOldEvents(tx: Tx, before: Date): Promise<boolean> {
  const more = await removePart(tx, removeOld, { state: 'kept', before: before.toISOString() })
  return (await removePart(tx, removeOld, { state: 'failed', before: before.toISOString() })) || more
}
