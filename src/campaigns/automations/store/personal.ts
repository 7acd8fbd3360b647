// Statements for the personal data in runs and events: reading it for the export, and erasing it.
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf } from '../../../base/store/table.ts'
import { type EventStream, STORED_EVENTS } from './contact-events.ts'
import { type OneRun, saveCanceledRun, STORED_RUNS } from './runs.ts'

const { runs, steps } = STORED_RUNS
// in the order of the export
const handed = runs.only(
  ...(['id', 'automation_id', 'event_name', 'status', 'started_at', 'completed_at', 'created_at', 'payload'] as const),
)

export type PersonalRun = RecordOf<typeof handed>

/** Oldest first. */
export const listRunsAfter = handed.query<{ team_id: string; contact_id: string; after_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'contact_id')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
).all

export const listStepsOf = steps
  .only('run_id', 'key', 'status', 'started_at', 'completed_at', 'output', 'error')
  .findAny('run_id', 'team_id').all

/** Events of one state, in the order of acceptance. */
export const listContactEventsAfter = STORED_EVENTS.only('number', 'name', 'payload', 'at').query<
  EventStream & { state: string; after: number; limit: number }
>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id', 'about', 'state'))
      .andWhere('number', '>', param('after'))
      .orderBy('number'),
  'limit :limit',
).all

const eraseRunRow = runs.update({
  by: ['team_id', 'id'],
  to: { payload: {}, heard: {}, wait_events: {}, error: null },
}).put
const eraseSteps = steps.update({ by: ['team_id', 'run_id'], to: { output: null, error: null } }).put
export const removeEventsOf = STORED_EVENTS.removeSome({ key: ['number'], by: ['team_id', 'about'] }).more

/** Cancels a run, and erases its personal data. */
export async function eraseRun(tx: Tx, { team_id, id }: OneRun, now: Date): Promise<void> {
  await saveCanceledRun(tx, { team_id, id }, now)
  eraseRunRow(tx, { team_id, id })
  eraseSteps(tx, { team_id, run_id: id })
}
