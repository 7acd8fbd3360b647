// Events that were accepted, numbered in that order. One that is pending is to be applied; one that is kept was, and stays
// for a while for waits that look back; one that failed could not be.
import { hashOfToken } from '../../../base/secrets/tokens.ts'
import { nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

type State = 'pending' | 'kept' | 'failed'

const everything = table('contact_events', {
  /** In the order in which they were accepted; never given twice. */
  number,
  team_id: uuid,
  /** Whose it is: the address, written as contacts are compared by. */
  about: text,
  name: text,
  /** As JSON. */
  payload: text,
  /** When it was accepted. */
  at: text,
  email: nullable(text),
  contact_id: nullable(uuid),
  /** Set when it is about a mail of this run. */
  run_id: nullable(uuid),
  /** How far it has been applied, for who goes on with it. */
  after: text,
  state: oneOf<State>(),
  error: nullable(text),
})

export const STORED_EVENTS = everything

const given = everything.only('team_id', 'about', 'name', 'payload', 'at', 'email', 'contact_id', 'run_id')
const happened = everything.only(...given.names, 'number', 'after')
const heard = everything.only('number', 'name', 'at', 'state', 'error')
const numbers = everything.only('number')

/** Whose events they are: a contact's, or an address's without a contact. */
export type EventStream = Pick<ContactEventRecord, 'team_id' | 'about'>
export type NewContactEvent = RecordOf<typeof given>
export type ContactEventRecord = RecordOf<typeof happened>

/** An event as a page shows it: without its payload, which can be large. */
export type HeardEvent = RecordOf<typeof heard>

/** For waits that look back: so many of a stream, the latest ones. */
const MOST_KEPT = 100

export const findPending = happened.query<EventStream>(
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

// each part of it comes from the index in its order
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
 * One that is accepted while the last one is finished finds its job, or leaves one: never none, never two. A wait that
 * begins while one is accepted or applied, or while its contact is removed, comes before that or after it: it misses none.
 */
export function guardStream(tx: Tx, { team_id, about }: EventStream): void {
  // a guard is kept for a while, and is not to tell whose events they are
  tx.guard(team_id, 'contact_events', hashOfToken(about))
}

export async function hasPending(tx: Tx, { team_id, about }: EventStream): Promise<boolean> {
  return (await tx.get(latestPending, { team_id, about })) !== undefined
}

/** Of the events that were accepted until now and are still to come, the number of the last one; 0 when there is none. */
export async function findLatestNumber(tx: Tx, { team_id, about }: EventStream): Promise<number> {
  return (await tx.get(latestPending, { team_id, about }))?.number ?? 0
}

/** Keeps an event that was applied, instead of the oldest that is kept if there are too many. */
export async function keepEvent(tx: Tx, event: ContactEventRecord): Promise<void> {
  saveState(tx, { ...event, state: 'kept', error: null })
  const numbers = await tx.all(keptNumbers, { ...event, limit: MOST_KEPT + 1 })
  if (numbers.length > MOST_KEPT) await tx.run(removeKeptUntil, { ...event, number: numbers.at(-1)!.number })
}

/**
 * Those of a name with greater numbers than `since`, in their order, that were applied: as far as they are kept, and the
 * one that is being applied to many runs when it has gone past this one.
 */
export async function listEarlier(
  tx: Tx,
  stream: EventStream,
  { name, since, run_id }: { name: string; since: number; run_id: string },
): Promise<ContactEventRecord[]> {
  const earlier = await tx.all(kept, { ...stream, name, since })
  const next = await findPending(tx, stream)
  const isPast = next?.name === name && next.number > since && next.after >= run_id
  return isPast ? [...earlier, next] : earlier
}

/** Whatever their state, the newest first. */
export async function listEventsAbout(tx: Tx, stream: EventStream, limit: number): Promise<HeardEvent[]> {
  const rows: HeardEvent[] = []
  for (const state of ['pending', 'kept', 'failed'] as const) {
    rows.push(...(await tx.all(latest, { ...stream, state, limit })))
  }
  return rows.toSorted((one, other) => other.number - one.number).slice(0, limit)
}

/** Removes everything that is kept of a stream. */
export async function removeKept(tx: Tx, { team_id, about }: EventStream): Promise<void> {
  const [newest] = await tx.all(keptNumbers, { team_id, about, limit: 1 })
  if (newest) await tx.run(removeKeptUntil, { team_id, about, number: newest.number })
}

/** Removes some of those that were kept, or that failed, before that moment; whether more may be left. */
export async function removeEventsBefore(tx: Tx, before: Date): Promise<boolean> {
  const more = await removeOld(tx, { state: 'kept', before: before.toISOString() })
  return (await removeOld(tx, { state: 'failed', before: before.toISOString() })) || more
}
