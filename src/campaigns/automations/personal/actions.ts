// Export and erasure of the personal data in automations.
import { removeJobs } from '../../../base/queue/change.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { guardStream } from '../store/contact-events.ts'
import * as store from '../store/personal.ts'

/** Maximum runs of one read: each can have a large payload, and each of its steps an output. */
const RUNS_AT_ONCE = 10
const EVENTS_AT_ONCE = 20
const STATES = ['pending', 'kept', 'failed'] as const

/** A run in the form of the export. */
interface RunOfPerson extends store.PersonalRun {
  steps: unknown[]
}

/** Some runs of a contact, oldest first, and the id to continue after, if more may remain. */
export async function listRunsOfPerson(
  tx: Tx,
  { team_id, contact_id }: { team_id: string; contact_id: string },
  after_id: string,
): Promise<{ rows: RunOfPerson[]; behind: string | undefined }> {
  const found = await store.listRunsAfter(tx, { team_id, contact_id, after_id, limit: RUNS_AT_ONCE })
  const ids = found.map(({ id }) => id)
  const steps = Map.groupBy(await store.listStepsOf(tx, { team_id }, ids), ({ run_id }) => run_id)
  const rows = found.map(run => {
    return { ...run, steps: (steps.get(run.id) ?? []).map(({ run_id: _run, ...step }) => step) }
  })
  return { rows, behind: found.length < RUNS_AT_ONCE ? undefined : ids.at(-1) }
}

/** An event in the form of the export. */
interface EventOfPerson {
  name: string
  payload: unknown
  at: string
  state: string
}

/** Some events of an address, and the position to continue after, if more may follow: a state and a number. */
export async function listEventsOfPerson(
  tx: Tx,
  { team_id, address }: { team_id: string; address: string },
  after: string,
): Promise<{ rows: EventOfPerson[]; behind: string | undefined }> {
  const [place, number = 0] = after.split(' ').map(Number) as [number, number?]
  const state = STATES[place]!
  const from = { team_id, about: address, state, after: number, limit: EVENTS_AT_ONCE }
  const found = await store.listContactEventsAfter(tx, from)
  const rows = found.map(({ name, payload, at }) => ({ name, payload: JSON.parse(payload) as unknown, at, state }))
  if (found.length === EVENTS_AT_ONCE) return { rows, behind: `${place} ${found.at(-1)!.number}` }
  return { rows, behind: place + 1 < STATES.length ? String(place + 1) : undefined }
}

/** Ends some runs of a person and erases their data. Returns the id to continue after, if more may remain. */
export async function eraseRunsOfPerson(
  { tx, team_id, now, contact_id }: TeamUnit & { contact_id: string },
  after_id: string,
): Promise<string | undefined> {
  const some = await store.listRunsAfter(tx, { team_id, contact_id, after_id, limit: RUNS_AT_ONCE })
  for (const { id } of some) {
    removeJobs(tx, id)
    await store.eraseRun(tx, { team_id, id }, now)
  }
  return some.length < RUNS_AT_ONCE ? undefined : some.at(-1)!.id
}

/** Removes some events of a person. Returns a non-empty text if more may remain. */
export async function eraseEventsOfPerson({
  tx,
  team_id,
  address,
}: TeamUnit & { address: string }): Promise<string | undefined> {
  const stream = { team_id, about: address }
  guardStream(tx, stream)
  return (await store.removeEventsOf(tx, stream)) ? 'more' : undefined
}
