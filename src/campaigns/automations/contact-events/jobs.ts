// Jobs that apply events of contacts in order, to runs that wait for them and to automations that they trigger, and jobs that
// end the waits of runs whose contact was deleted.
import { findContact } from '../../../audience/contacts/actions.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { QUEUE_SETTINGS } from '../../../base/queue/kinds.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { DatabaseUnavailable, type TeamUnit, type Tx } from '../../../base/store/database.ts'
import { type IncomingEvent, afterEvent } from '../engine/engine.ts'
import { enqueueAdvance, incomingEvent, saveAndEnqueue } from '../runs/advance/actions.ts'
import { startRuns } from '../runs/start/actions.ts'
import { failRun, findRunAt } from '../store/runs.ts'
import * as waits from '../store/waits.ts'
import { findNextEvent, finishEvent, removeEvents, failEvent, continueLater } from './actions.ts'

/**
 * Applies the next event of a contact. An event that fails at the last attempt is marked as failed, because later events wait
 * for it.
 */
export async function handle_event(work: Work<'handle_event'>): Promise<void> {
  let broken: BrokenRun[] = []
  let unheard: string | undefined
  try {
    await work.finish(async tx => {
      // a transaction may run twice: discard the result of its first run
      broken = []
      unheard = await applyNext(tx, work, broken)
    })
    if (unheard !== undefined) {
      const { team_id } = work.payload
      work.log.info({ team_id, event: unheard }, 'event matched no automation')
    }
    for (const { run_id, err } of broken) work.log.error({ err, run_id }, 'automation run failed')
  } catch (thrown) {
    if (work.attempt < QUEUE_SETTINGS.handle_event.attempts_max || thrown instanceof DatabaseUnavailable) throw thrown
    work.log.error({ err: thrown }, 'event processing failed')
    await work.finish(tx => failEvent({ ...work.payload, tx, now: work.now() }, String(thrown)))
  }
}

/** A run that was ended because it could not be resumed. */
interface BrokenRun {
  run_id: string
  err: unknown
}

/**
 * A progress with this prefix contains the last automation whose run was started; without it, the last run that was resumed.
 */
const BEGUN = 'begun '

/**
 * Resumes the runs that wait for the event, then starts a run of each enabled automation that its name triggers, some in each
 * transaction. Returns the name of a sent event that no run waited for and that triggers no automation.
 */
async function applyNext(tx: Tx, work: Work<'handle_event'>, broken: BrokenRun[]): Promise<string | undefined> {
  const now = work.now()
  const event = await findNextEvent(tx, work.payload)
  if (!event) return undefined
  const { team_id, name, run_id, after } = event
  const unit = { tx, team_id, now }
  // earlier parts exist only if a run was waiting or an automation was triggered
  let isHeard = run_id !== null || after !== ''
  const begins = after.startsWith(BEGUN)
  const contact = await findContact(tx, team_id, event.contact_id ?? event.email ?? event.about)
  if (contact && !begins) {
    const of = { team_id, contact_id: contact.id, waits_for: name, number: event.number }
    const { runs: some, more } =
      run_id === null ? await waits.listRunsWaitingFor(tx, of, after) : await waits.findWaitingRun(tx, run_id, of)
    isHeard ||= some.length > 0
    const incoming = some.length > 0 && incomingEvent(event)
    if (incoming) for (const run of some) broken.push(...(await wakeRun(unit, run, incoming)))
    // automations start last: a run that this event starts must not be resumed by it
    if (more) {
      await continueLater(unit, event, some.at(-1)!.id)
      return undefined
    }
  }
  if (run_id === null) {
    const { listening, more_after } = await startRuns(unit, event, begins ? after.slice(BEGUN.length) : '')
    if (more_after !== undefined) {
      await continueLater(unit, event, BEGUN + more_after)
      return undefined
    }
    isHeard ||= listening > 0
  }
  const looks_back = contact !== undefined && (await waits.hasRunLookingBack(tx, { team_id, contact_id: contact.id }))
  await finishEvent(unit, event, looks_back)
  return isHeard || looks_back ? undefined : name
}

/** Continues a run after its wait, unless its filter rejects the event. A run that cannot continue is ended. */
async function wakeRun(unit: TeamUnit, run: waits.WaitingRun, event: IncomingEvent): Promise<BrokenRun[]> {
  const { tx, team_id, now } = unit
  try {
    const held = await findRunAt(tx, { ...run, team_id })
    const after = held && afterEvent(held, event, now)
    if (after) await saveAndEnqueue({ tx, now }, held.run, after)
    return []
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) throw thrown
    await failRun(unit, run.id, { name: 'application_error', message: `The run failed: ${thrown}` })
    return [{ run_id: run.id, err: thrown }]
  }
}

/** Ends the waits for events of a deleted contact, which can no longer occur. Runs that wait for a time end at that time. */
export async function handle_contact_removed(work: Work<'handle_contact_removed'>): Promise<void> {
  const { team_id, contact_id, about, after = '' } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    if (about !== undefined) await removeEvents(tx, { team_id, about })
    const { runs: some, more } = await waits.listWaitingRuns(tx, { team_id, contact_id }, after)
    for (const run of some) await enqueueAdvance({ tx, now }, { team_id, ...run })
    if (more) await enqueue(tx, 'handle_contact_removed', { ...work.payload, after: some.at(-1)!.id }, now)
  })
}
