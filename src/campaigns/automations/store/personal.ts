// What runs and events hold of one person, for the export of personal data.
import { flag, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { Reached, Run } from '../engine/run.ts'
import type { EventStream } from './contact-events.ts'

// what is written as JSON stays the text that it is: it is only handed on
const runs = table('automation_runs', {
  id: uuid,
  team_id: uuid,
  automation_id: uuid,
  contact_id: uuid,
  event_name: text,
  payload: text,
  status: oneOf<Run['status']>(),
  started_at: nullable(text),
  completed_at: nullable(text),
  created_at: text,
})

const steps = table('automation_run_steps', {
  run_id: uuid,
  team_id: uuid,
  key: text,
  status: oneOf<Reached['status']>(),
  started_at: nullable(text),
  completed_at: nullable(text),
  output: nullable(text),
  error: nullable(text),
})

const events = table('contact_events', {
  number,
  team_id: uuid,
  about: text,
  name: text,
  payload: text,
  at: text,
  state: text,
})

export type PersonalRun = RecordOf<typeof runs>
export type PersonalStep = RecordOf<typeof steps>
export type PersonalEvent = RecordOf<typeof events>

/** In one unit of work, which blocks all others. */
const REMOVED_AT_ONCE = 100

interface OfContact {
  team_id: string
  contact_id: string
}

const runsBehind = runs.query<OfContact & { after_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'contact_id')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
)
const stepsOf = steps.findAny('run_id', 'team_id')
const eventsBehind = events.query<EventStream & { state: string; after: number; limit: number }>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id', 'about', 'state'))
      .andWhere('number', '>', param('after'))
      .orderBy('number'),
  'limit :limit',
)

const cancel = table('automation_runs', {
  id: uuid,
  team_id: uuid,
  status: oneOf<Run['status']>(),
  cursor: nullable(text),
  due_at: nullable(text),
  waits_for: nullable(text),
  waiting: flag,
  looks_back: flag,
  completed_at: nullable(text),
}).update({
  by: ['team_id', 'id'],
  where: { status: 'running' },
  to: { status: 'cancelled', cursor: null, due_at: null, waits_for: null, waiting: false, looks_back: false },
  set: ['completed_at'],
})
const eraseRunRow = table('automation_runs', {
  id: uuid,
  team_id: uuid,
  payload: text,
  heard: text,
  wait_events: text,
  error: nullable(text),
}).update({ by: ['team_id', 'id'], to: { payload: '{}', heard: '{}', wait_events: '{}', error: null } })
const eraseSteps = steps.update({ by: ['team_id', 'run_id'], to: { output: null, error: null } })
const removeSomeEvents = events.removeSome(REMOVED_AT_ONCE, ['number'], 'team_id', 'about')

/** Ends a run, and takes away what it holds of whom it is about; whether it was running. */
export async function eraseRun(tx: Tx, { team_id, id }: PersonalRun, now: Date): Promise<boolean> {
  const cancelled = await tx.run(cancel, { team_id, id, completed_at: now.toISOString() })
  tx.put(eraseRunRow, { team_id, id })
  tx.put(eraseSteps, { team_id, run_id: id })
  return cancelled > 0
}

/** Removes some; whether more may be left. */
export async function removeEventsOf(tx: Tx, { team_id, about }: EventStream): Promise<boolean> {
  return (await tx.run(removeSomeEvents, { team_id, about })) === REMOVED_AT_ONCE
}

/** The oldest first. */
export function listRunsBehind(
  tx: Tx,
  { team_id, contact_id }: OfContact,
  place: { after_id: string; limit: number },
): Promise<PersonalRun[]> {
  return tx.all(runsBehind, { team_id, contact_id, ...place })
}

export function listStepsOf(tx: Tx, team_id: string, run_ids: readonly string[]): Promise<PersonalStep[]> {
  return stepsOf.all(tx, { team_id }, run_ids)
}

/** Of one state, in the order in which they were accepted. */
export function listEventsBehind(
  tx: Tx,
  { team_id, about }: EventStream,
  place: { state: string; after: number; limit: number },
): Promise<PersonalEvent[]> {
  return tx.all(eventsBehind, { team_id, about, ...place })
}
