// What runs and events hold of one person, for whoever asks for all that is kept of them.
import { nullable, number, oneOf, text, uuid } from '../../store/column.ts'
import type { Tx } from '../../store/database.ts'
import { type RecordOf, table } from '../../store/table.ts'
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
