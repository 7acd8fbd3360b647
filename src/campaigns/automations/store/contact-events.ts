// Accepted events, numbered in order. A pending event is not applied yet, a kept one was applied and is stored for a while for
// waits that look back, and a failed one could not be applied.
import { hashToken } from '../../../base/secrets/tokens.ts'
import { nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

type State = 'pending' | 'kept' | 'failed'

const everything = table('contact_events', {
  /** Ascending in order of acceptance; never reused. */
  number,
  team_id: uuid,
  /** The normalized address of the contact, by which contacts are compared. */
  about: text,
  name: text,
  /** As JSON. */
  payload: text,
  /** When it was accepted. */
  at: text,
  email: nullable(text),
  contact_id: nullable(uuid),
  /** The run that sent the email, if the event is about one. */
  run_id: nullable(uuid),
  /** The progress of applying it, for the next job. */
  after: text,
  state: oneOf<State>(),
  error: nullable(text),
})

export const STORED_EVENTS = everything

const given = everything.only('team_id', 'about', 'name', 'payload', 'at', 'email', 'contact_id', 'run_id')
const happened = everything.only(...given.names, 'number', 'after')
const heard = everything.only('number', 'name', 'at', 'state', 'error')
const numbers = everything.only('number')

/** The events of one contact, or of one address without a contact. */
export type EventStream = Pick<ContactEventRecord, 'team_id' | 'about'>
export type NewContactEvent = RecordOf<typeof given>
export type ContactEventRecord = RecordOf<typeof happened>

/** An event on a page: without its payload, which can be large. */
export type ContactEventSummary = RecordOf<typeof heard>

/** Maximum events of a stream that are kept for waits that look back; older ones are removed. */
const MOST_KEPT = 100

export const findNextPending = happened.query<EventStream>(
  ({ rows, params }) => rows.where({ ...params('team_id', 'about'), state: 'pending' }).orderBy('number'),
  'limit 1',
).one

export const insertContactEvent = everything.only(...given.names, 'after', 'state').insert().put

// without the payload, which can be large
const latestPending = numbers.query<EventStream>(
  ({ rows, params }) => rows.where({ ...params('team_id', 'about'), state: 'pending' }).orderBy('number', 'desc'),
  'limit 1',
)

const ONE = ['team_id', 'number'] as const
export const saveApplied = everything.update({ by: [...ONE], set: ['after'] }).put
export const saveState = everything.update({ by: [...ONE], set: ['state', 'error'] }).put
export const removeContactEvent = everything.remove(...ONE).put

const keptNumbers = numbers.query<EventStream & { limit: number }>(
  ({ rows, params }) => rows.where({ ...params('team_id', 'about'), state: 'kept' }).orderBy('number', 'desc'),
  'limit :limit',
)

const removeKeptUntil = everything.write<EventStream & { number: number }>(({ rows, param, params }) =>
  rows
    .where({ ...params('team_id', 'about'), state: 'kept' })
    .andWhere('number', '<=', param('number'))
    .delete(),
)

const kept = happened.query<EventStream & { name: string; since: number }>(({ rows, param, params }) =>
  rows
    .where({ ...params('team_id', 'about', 'name'), state: 'kept' })
    .andWhere('number', '>', param('since'))
    .orderBy('number'),
)

// for each state, the index returns the events in this order
const latest = heard.query<EventStream & { state: State; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'about', 'state')).orderBy('number', 'desc'),
  'limit :limit',
)

const removeOld = acrossTeams(
  'a sweep',
  everything.removeSome<never, { state: State; before: string }>({
    key: ['number'],
    where: ({ rows, param, params }) => rows.where(params('state')).andWhere('at', '<', param('before')),
  }),
).more

/**
 * Serializes transactions that change the events of one address. An event accepted while the last one is being finished then
 * either finds the job or enqueues one: never none, never two. A wait that starts while an event is accepted or applied, or
 * while the contact is removed, is entirely before or after that, so it misses no event.
 */
export function guardStream(tx: Tx, { team_id, about }: EventStream): void {
  // hashed: the row of a guard is kept for a while, and must not contain the address
  tx.guard(team_id, 'contact_events', hashToken(about))
}

export async function hasPendingEvents(tx: Tx, { team_id, about }: EventStream): Promise<boolean> {
  return (await tx.get(latestPending, { team_id, about })) !== undefined
}

/** The number of the last event that is accepted and not yet applied; 0 if there is none. */
export async function findLatestNumber(tx: Tx, { team_id, about }: EventStream): Promise<number> {
  return (await tx.get(latestPending, { team_id, about }))?.number ?? 0
}

/** Keeps an event that was applied, and removes the oldest kept one if there are too many. */
export async function retainEvent(tx: Tx, event: ContactEventRecord): Promise<void> {
  saveState(tx, { ...event, state: 'kept', error: null })
  const numbers = await tx.all(keptNumbers, { ...event, limit: MOST_KEPT + 1 })
  if (numbers.length > MOST_KEPT) await tx.run(removeKeptUntil, { ...event, number: numbers.at(-1)!.number })
}

/**
 * Applied events of a name with numbers greater than `since`, in order: the kept ones, and the one that is being applied, if it
 * was already applied to this run.
 */
export async function listEarlierEvents(
  tx: Tx,
  stream: EventStream,
  { name, since, run_id }: { name: string; since: number; run_id: string },
): Promise<ContactEventRecord[]> {
  const earlier = await tx.all(kept, { ...stream, name, since })
  const next = await findNextPending(tx, stream)
  const isPast = next?.name === name && next.number > since && next.after >= run_id
  return isPast ? [...earlier, next] : earlier
}

/** Events in all states, newest first. */
export async function listContactEvents(tx: Tx, stream: EventStream, limit: number): Promise<ContactEventSummary[]> {
  const rows: ContactEventSummary[] = []
  for (const state of ['pending', 'kept', 'failed'] as const) {
    rows.push(...(await tx.all(latest, { ...stream, state, limit })))
  }
  return rows.toSorted((one, other) => other.number - one.number).slice(0, limit)
}

/** Removes all kept events of a stream. */
export async function removeRetainedEvents(tx: Tx, { team_id, about }: EventStream): Promise<void> {
  const [newest] = await tx.all(keptNumbers, { team_id, about, limit: 1 })
  if (newest) await tx.run(removeKeptUntil, { team_id, about, number: newest.number })
}

/** Removes some events that were kept or failed before a time. Returns whether more may remain. */
export async function removeEventsBefore(tx: Tx, before: Date): Promise<boolean> {
  const more = await removeOld(tx, { state: 'kept', before: before.toISOString() })
  return (await removeOld(tx, { state: 'failed', before: before.toISOString() })) || more
}
