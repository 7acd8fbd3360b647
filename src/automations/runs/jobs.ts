// A run is moved by one job at a time: each job is good for one turn of the run, and its last act is to leave the job of
// the next turn for when the run is due. All of it is one unit of work with the effects of the steps. So whenever the
// process dies, either the turn has happened, with its mails and the next job, or nothing has and the same job comes
// again. A job of another turn, or of a run that has ended, just ends. An event that a run waits for moves it past the
// wait, which is a turn, too.
import { contactFor, findContact } from '../../contacts/actions.ts'
import { enqueue } from '../../queue/enqueue.ts'
import {
  findNext,
  finishEvent,
  forgetEvents,
  giveUpOn,
  goOnLater,
  type ContactEventRecord,
} from '../contact-events/actions.ts'
import { type Jobs, LANES } from '../../queue/kinds.ts'
import type { Work } from '../../queue/runner.ts'
import { DatabaseUnavailable, type Tx } from '../../store/database.ts'
import { type IncomingEvent, received } from '../engine/engine.ts'
import { begun, failed, type StepError } from '../engine/run.ts'
import { performerFor, happeningOf, saveAndEnqueue, StepTrouble, advanceRun } from './actions.ts'
import * as forgotten from '../store/retention.ts'
import * as runs from '../store/runs.ts'
import * as waits from '../store/waits.ts'
import { isLookingBack } from '../steps/index.ts'
import * as store from '../store/automations.ts'
import type { EventPayload } from '../steps/config/variables.ts'

/** For how long the runs of an automation that was removed are kept. */
const KEPT_AFTER_REMOVAL_MS = 30 * 86_400_000

/** Applies the next event of a contact. One that cannot be applied is given up on, for others wait behind it. */
export async function handle_event(work: Work<'handle_event'>): Promise<void> {
  try {
    await work.finish(tx => applyNext(tx, work))
  } catch (thrown) {
    if (work.attempt < LANES.handle_event.attempts_max || thrown instanceof DatabaseUnavailable) throw thrown
    work.log.error({ err: thrown }, 'an event cannot be applied and is given up on')
    await work.finish(tx => giveUpOn(tx, work.payload, String(thrown), work.now()))
  }
}

/** Stands before the automation up to which runs were begun, where else the last run stands that was woken. */
const BEGUN = 'begun '
/** What the runs that begin in one unit of work may keep together, each the whole payload. */
const BEGUN_AT_ONCE_CHARACTERS = 1_000_000

/**
 * Wakes the runs that wait for the event, then begins a run of each enabled automation that listens for it; a part at a
 * time, however many they are.
 */
async function applyNext(tx: Tx, work: Work<'handle_event'>): Promise<void> {
  const now = work.now()
  const event = await findNext(tx, work.payload)
  if (!event) return
  const { team_id, name, run_id, after } = event
  const begins = after.startsWith(BEGUN)
  const contact = await findContact(tx, team_id, event.contact_id ?? event.email ?? event.about)
  if (contact && !begins) {
    const of = { team_id, contact_id: contact.id, waits_for: name, number: event.number }
    const { runs: some, more } =
      run_id === null ? await waits.listWaiting(tx, of, after) : await waits.findWaiting(tx, run_id, of)
    const happening = some.length > 0 && happeningOf(event)
    if (happening) for (const run of some) await wake(tx, run, happening, work)
    // beginning comes last: a run that this event begins must not be woken by it
    if (more) return goOnLater(tx, event, some.at(-1)!.id, now)
  }
  const begun_until =
    run_id === null ? await beginRuns(tx, event, begins ? after.slice(BEGUN.length) : '', now) : undefined
  if (begun_until !== undefined) return goOnLater(tx, event, BEGUN + begun_until, now)
  const looks_back = contact !== undefined && (await waits.hasRunLookingBack(tx, team_id, contact.id))
  await finishEvent(tx, event, looks_back, now)
}

/** Of some automations from the one behind `after`; behind which one to go on, if more may be left. */
async function beginRuns(tx: Tx, event: ContactEventRecord, after: string, now: Date): Promise<string | undefined> {
  const { team_id, name: event_name, number: begun_by } = event
  const most = Math.ceil(BEGUN_AT_ONCE_CHARACTERS / event.payload.length)
  const { automations: listening, more } = await store.listListening(tx, { team_id, event_name }, after, most)
  const contact_id = listening.length > 0 ? await contactOf(tx, event, now) : undefined
  if (contact_id === undefined) return undefined
  const payload = JSON.parse(event.payload) as EventPayload
  for (const { id: automation_id, graph_version, graph, settings } of listening) {
    if (!(await mayEnter(tx, { team_id, automation_id, contact_id }, settings.reentry))) continue
    const run = begun(
      graph,
      { id: tx.newId('automation_runs'), automation_id, graph_version, contact_id, begun_by },
      now,
    )
    const stored = { ...run, team_id, event_name, payload, turn: 0, error: null }
    await runs.insertRun(tx, stored, graph.steps.some(isLookingBack))
    await enqueue(tx, 'advance_run', { run_id: run.id, turn: 0 }, now)
  }
  return more ? listening.at(-1)!.id : undefined
}

/** Whoever may enter once, or while nothing runs, does so once when two events come at the same moment. */
async function mayEnter(tx: Tx, entry: waits.Entry, reentry: string): Promise<boolean> {
  if (reentry === 'always') return true
  tx.guard(entry.team_id, 'entry', entry.automation_id, entry.contact_id)
  if (reentry === 'once') return !(await waits.hasEverHadRun(tx, entry))
  return !(await waits.hasRunUnderWay(tx, entry))
}

/** A contact that is only an address yet is made now; one that was deleted meanwhile begins nothing. */
async function contactOf(
  tx: Tx,
  { team_id, contact_id, email }: ContactEventRecord,
  now: Date,
): Promise<string | undefined> {
  if (contact_id !== null) return (await findContact(tx, team_id, contact_id))?.id
  return (await contactFor(tx, team_id, email!, now)).id
}

/** Moves a run past its wait, unless its filter lets the event go by. A run that cannot be moved is ended. */
async function wake(tx: Tx, { id, turn }: waits.WaitingRun, happening: IncomingEvent, work: Work<'handle_event'>) {
  const now = work.now()
  try {
    const held = await runs.findRunAt(tx, id, turn)
    const after = held && received(held.graph, held.run, happening, now)
    if (after) await saveAndEnqueue(tx, held.run, after, now)
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) throw thrown
    work.log.error({ err: thrown, run_id: id }, 'a run cannot be woken and is ended')
    await runs.breakOff(tx, id, { name: 'application_error', message: `The run could not go on: ${thrown}` }, now)
  }
}

/** Runs that wait for something a deleted contact will never do are ended. Those that wait for a moment end at it. */
export async function handle_contact_removed(work: Work<'handle_contact_removed'>): Promise<void> {
  const { team_id, contact_id, about, after = '' } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    if (about !== undefined) await forgetEvents(tx, { team_id, about })
    const { runs: some, more } = await waits.listWaitsOf(tx, { team_id, contact_id }, after)
    for (const { id, turn } of some) await enqueue(tx, 'advance_run', { run_id: id, turn }, now)
    if (more) await enqueue(tx, 'handle_contact_removed', { ...work.payload, after: some.at(-1)!.id }, now)
  })
}

/** Takes a run as far as it can go now. What cannot be done at the last try either ends the run. */
export async function advance_run(work: Work<'advance_run'>): Promise<void> {
  const { run_id, turn } = work.payload
  try {
    await work.finish(async tx => {
      // within the unit: whatever is accepted after a wait began is accepted later than its `started_at` says, too
      const now = work.now()
      const held = await runs.findRunAt(tx, run_id, turn)
      if (held)
        await saveAndEnqueue(tx, held.run, await advanceRun(tx, held, now, performerFor(tx, held.run, now)), now)
    })
  } catch (thrown) {
    if (work.attempt < LANES.advance_run.attempts_max || thrown instanceof DatabaseUnavailable) throw thrown
    work.log.error({ err: thrown, run_id }, 'a run cannot go on and is ended')
    await giveUp(work, thrown, work.now())
  }
}

/** Ends the run at the step that threw, or where it stands, or at least ends it; what was done before stays done. */
async function giveUp(work: Work<'advance_run'>, thrown: unknown, now: Date): Promise<void> {
  const cause = thrown instanceof StepTrouble ? thrown.cause : thrown
  const error: StepError = { name: 'application_error', message: `The step failed ${work.attempt} times: ${cause}` }
  const ways: ((tx: Tx) => Promise<void>)[] = [
    tx => endWhereItIs(tx, work.payload, error, now),
    tx => runs.breakOff(tx, work.payload.run_id, error, now),
  ]
  if (thrown instanceof StepTrouble) ways.unshift(tx => endAtStep(tx, work.payload, thrown.step_key, error, now))
  for (const [index, end] of ways.entries()) {
    try {
      return await work.finish(end)
    } catch (again) {
      if (again instanceof DatabaseUnavailable || index === ways.length - 1) throw again
    }
  }
}

type AdvanceJob = Jobs['advance_run']

async function endAtStep(
  tx: Tx,
  { run_id, turn }: AdvanceJob,
  step_key: string,
  error: StepError,
  now: Date,
): Promise<void> {
  const held = await runs.findRunAt(tx, run_id, turn)
  if (!held) return
  const carry = performerFor(tx, held.run, now)
  const after = await advanceRun(tx, held, now, async (effect, contact) =>
    effect.step_key === step_key ? { outcome: { error }, contact } : carry(effect, contact),
  )
  await saveAndEnqueue(tx, held.run, after, now)
}

async function endWhereItIs(tx: Tx, { run_id, turn }: AdvanceJob, error: StepError, now: Date): Promise<void> {
  const held = await runs.findRunAt(tx, run_id, turn)
  if (!held) return
  const { run } = held
  const isKnown = run.steps.some(({ key }) => key === run.cursor)
  if (isKnown) await saveAndEnqueue(tx, run, failed(run, run.cursor!, error, now), now)
  else await runs.breakOff(tx, run_id, error, now)
}

/** Cancels what is left running of an automation that was stopped or removed, a part at a time. */
export async function cancel_runs(work: Work<'cancel_runs'>): Promise<void> {
  const now = work.now()
  const { automation_id, begun_until = now.toISOString() } = work.payload
  await work.finish(async tx => {
    const more = await runs.cancelRuns(tx, automation_id, begun_until, now)
    if (more) return enqueue(tx, 'cancel_runs', { automation_id, begun_until }, now)
    if ((await store.findNewestVersion(tx, automation_id)) !== undefined) return
    const forget_at = new Date(now.getTime() + KEPT_AFTER_REMOVAL_MS)
    await enqueue(tx, 'forget_runs', { automation_id, before: forget_at.toISOString() }, now, forget_at)
  })
}

/** Forgets runs that ended before a moment, and graphs that no run needs, a part at a time. */
export async function forget_runs(work: Work<'forget_runs'>): Promise<void> {
  const { automation_id, before } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    const newest = await store.findNewestVersion(tx, automation_id)
    const more = await forgotten.forgetRuns(tx, automation_id, new Date(before), newest !== undefined)
    if (more) await enqueue(tx, 'forget_runs', work.payload, now)
    else if (newest !== undefined) await forgotten.forgetGraphs(tx, automation_id, newest)
  })
}
