// What other rooms may ask of the personal data in automations: to read it, and to erase it.
import { dropJobs } from '../../../base/queue/change.ts'
import type { Tx } from '../../../base/store/database.ts'
import { guardStream } from '../store/contact-events.ts'
import * as store from '../store/personal.ts'

/** Of one read; a run can have a large payload, and each of its steps an output. */
const RUNS_AT_ONCE = 10
const EVENTS_AT_ONCE = 20
const STATES = ['pending', 'kept', 'failed'] as const

/** A run as it is handed to whom it is about. */
export interface RunOfPerson extends Omit<store.PersonalRun, 'team_id' | 'contact_id' | 'payload'> {
  payload: unknown
  steps: unknown[]
}

/** Some of a contact's runs, the oldest first; behind which one to go on, if more may be left. */
export async function listRunsOfPerson(
  tx: Tx,
  of: { team_id: string; contact_id: string },
  after_id: string,
): Promise<{ rows: RunOfPerson[]; behind: string | undefined }> {
  const found = await store.listRunsBehind(tx, of, { after_id, limit: RUNS_AT_ONCE })
  const ids = found.map(({ id }) => id)
  const steps = Map.groupBy(await store.listStepsOf(tx, of.team_id, ids), ({ run_id }) => run_id)
  const rows = found.map(({ team_id: _team, contact_id: _contact, payload, ...run }) => ({
    ...run,
    payload: JSON.parse(payload) as unknown,
    steps: (steps.get(run.id) ?? []).map(stepOf),
  }))
  return { rows, behind: found.length < RUNS_AT_ONCE ? undefined : ids.at(-1) }
}

function stepOf({ run_id: _run, team_id: _team, output, error, ...step }: store.PersonalStep): object {
  return { ...step, output: output && (JSON.parse(output) as unknown), error: error && (JSON.parse(error) as unknown) }
}

/** An event as it is handed to whom it is about. */
export interface EventOfPerson {
  name: string
  payload: unknown
  at: string
  state: string
}

/** Some of the events of an address; where to go on, if there may be more: a state and a number. */
export async function listEventsOfPerson(
  tx: Tx,
  { team_id, address }: { team_id: string; address: string },
  after: string,
): Promise<{ rows: EventOfPerson[]; behind: string | undefined }> {
  const [place, number] = after.split(' ').map(Number) as [number, number?]
  const state = STATES[place]!
  const stream = { team_id, about: address }
  const found = await store.listEventsBehind(tx, stream, { state, after: number ?? 0, limit: EVENTS_AT_ONCE })
  const rows = found.map(({ name, payload, at }) => ({ name, payload: JSON.parse(payload) as unknown, at, state }))
  if (found.length === EVENTS_AT_ONCE) return { rows, behind: `${place} ${found.at(-1)!.number}` }
  return { rows, behind: place + 1 < STATES.length ? String(place + 1) : undefined }
}

/** Ends some of the runs about a person, with what they hold; behind which one to go on, if more may be left. */
export async function eraseRunsOfPerson(
  tx: Tx,
  { team_id, contact_id }: { team_id: string; contact_id: string },
  after_id: string,
  now: Date,
): Promise<string | undefined> {
  const some = await store.listRunsBehind(tx, { team_id, contact_id }, { after_id, limit: RUNS_AT_ONCE })
  for (const run of some) {
    dropJobs(tx, run.id)
    if (await store.eraseRun(tx, run, now)) tx.counted('automation_runs.cancelled')
  }
  return some.length < RUNS_AT_ONCE ? undefined : some.at(-1)!.id
}

/** Removes some of the events about a person; anything if more may be left. */
export async function eraseEventsOfPerson(
  tx: Tx,
  { team_id, address }: { team_id: string; address: string },
): Promise<string | undefined> {
  const stream = { team_id, about: address }
  guardStream(tx, stream)
  return (await store.removeEventsOf(tx, stream)) ? 'more' : undefined
}
