// Advances a run within one transaction: applies the decisions of the engine, and the effects of its steps on emails, contacts
// and segments.
import { emailKey } from '../../../../base/text/addresses.ts'
import { findContact } from '../../../../audience/contacts/actions.ts'
import { enqueue } from '../../../../base/queue/enqueue.ts'
import { type Jobs, teamOf } from '../../../../base/queue/kinds.ts'
import { DatabaseUnavailable, type TimedTx, type Tx } from '../../../../base/store/database.ts'
import { effectPerformer, type PerformEffect } from '../../effects/actions.ts'
import type { Effect } from '../../effects/effect.ts'
import { PERFORM } from '../../effects/perform.ts'
import {
  advance,
  type RunFacts,
  afterFirstEvent,
  type IncomingEvent,
  lookBackEvent,
  type RunOnGraph,
  afterEffect,
} from '../../engine/engine.ts'
import { isRunningErrand, type Run, type StepError } from '../../engine/run.ts'
import type { EventPayload, RunContact } from '../../steps/config/variables.ts'
import {
  type ContactEventRecord,
  findLatestNumber,
  guardStream,
  listEarlierEvents,
} from '../../store/contact-events.ts'
import { failRun, findRunAt, findTeamOfRun, type RunRecord, type RunWithGraph, saveRun } from '../../store/runs.ts'

/** An error while performing the effect of a step, with the key of the step. */
export class EffectError extends Error {
  readonly step_key: string
  constructor(step_key: string, cause: unknown) {
    super(`Step ${step_key} could not be performed`, { cause })
    this.step_key = step_key
  }
}

/** The environment of a run: how effects are performed, and the earlier events. */
export interface RunEnvironment {
  performEffect: PerformEffect
  /** Events of this name about the contact with numbers greater than `since`, in order. */
  listEarlier: (contact: RunContact, name: string, since: number) => Promise<IncomingEvent[]>
  now: Date
}

/** Advances the run as far as possible now. Returns it with the resulting contact. */
export async function advanceWithEffects(
  { graph, run }: RunOnGraph,
  given: RunFacts,
  { performEffect, listEarlier, now }: RunEnvironment,
): Promise<{ run: Run; facts: RunFacts }> {
  let contact = given.contact
  let advanced = advance(graph, run, now, given)
  for (;;) {
    let next: Run | undefined
    if (advanced.effect) {
      const performed = await performEffect(advanced.effect, contact!).catch(inStep(advanced.effect))
      contact = performed.contact
      if (!('under_way' in performed.outcome)) {
        next = afterEffect(graph, { run: advanced.run, key: advanced.effect.step_key, now }, performed.outcome)
      }
    } else if (contact) {
      const name = lookBackEvent(graph, advanced.run)
      const events = name === undefined ? [] : await listEarlier(contact, name, advanced.run.waits_since)
      next = afterFirstEvent({ graph, run: advanced.run }, events, now)
    }
    if (!next) return { run: advanced.run, facts: { ...given, contact } }
    advanced = advance(graph, next, now, { ...given, contact })
  }
}

function inStep({ step_key }: Effect): (thrown: unknown) => never {
  return thrown => {
    throw thrown instanceof DatabaseUnavailable ? thrown : new EffectError(step_key, thrown)
  }
}

/** Advances a stored run as far as possible now. */
export async function advanceRun(
  { tx, now }: TimedTx,
  { run, graph, settings }: RunWithGraph,
  performEffect: PerformEffect,
): Promise<Run> {
  const { id, team_id, contact_id, payload } = run
  const contact = await findContact(tx, team_id, contact_id)
  // a run without a contact ends without waiting
  const latest_event = contact ? await findLatestNumber(tx, { team_id, about: emailKey(contact.email) }) : 0
  const facts = { event: payload, contact, settings, latest_event }
  const earlier: RunEnvironment['listEarlier'] = async ({ email }, name, since) => {
    const events = await listEarlierEvents(tx, { team_id, about: emailKey(email) }, { name, since, run_id: id })
    // an event of the service itself about an email is only for the run that sent the email
    return events.filter(({ run_id }) => run_id === null || run_id === id).map(incomingEvent)
  }
  const after = await advanceWithEffects({ graph, run }, facts, { performEffect, listEarlier: earlier, now })
  const { email } = after.facts.contact ?? {}
  if (after.run.waits_for !== null && email !== undefined) guardStream(tx, { team_id, about: emailKey(email) })
  return after.run
}

/** An event in the form that the engine accepts. */
export function incomingEvent({ name, payload, at, number }: ContactEventRecord): IncomingEvent {
  return { name, payload: JSON.parse(payload) as EventPayload, at: new Date(at), number }
}

/** Performs effects in the transaction that stores the run. */
export function performerFor(tx: Tx, { id, team_id, revision }: RunRecord, now: Date): PerformEffect {
  return effectPerformer(PERFORM, { tx, team_id, run_id: id, revision, now })
}

/** The payload of a run's jobs: the run, and the revision for which the job is valid. */
type RunJob = Pick<Jobs['advance_run'], 'run_id' | 'turn'> & { team_id?: string }

/** The run of a job, if it is running and has the revision of the job. */
export async function findRunOfJob(tx: Tx, job: RunJob): Promise<RunWithGraph | undefined> {
  const team_id = await teamOfRun(tx, job)
  return team_id === undefined ? undefined : findRunAt(tx, { team_id, id: job.run_id, revision: job.turn })
}

/** Fails the run of a job without reading its state, which may be the cause of the error. */
export async function failRunOfJob({ tx, now }: TimedTx, job: RunJob, error: StepError): Promise<void> {
  const team_id = await teamOfRun(tx, job)
  if (team_id !== undefined) await failRun({ tx, team_id, now }, job.run_id, error)
}

async function teamOfRun(tx: Tx, job: RunJob): Promise<string | undefined> {
  return teamOf(job) ?? (await findTeamOfRun(tx, { id: job.run_id }))?.team_id
}

/** Saves the progress of a run, and enqueues the job of its next revision for the time when it is due. */
export async function saveAndEnqueue({ tx, now }: TimedTx, before: RunRecord, after: Run): Promise<void> {
  await saveRun(tx, before, after)
  if (after.status !== 'running') return
  const next = { id: before.id, team_id: before.team_id, revision: before.revision + 1 }
  if (after.due_at !== null) await enqueueAdvance({ tx, now }, next, new Date(after.due_at))
  // a wait without a timeout is ended by its event, and an errand's job continues its run: neither requires another job
  else if (after.waits_for === null && !isRunningErrand(after)) await enqueueAdvance({ tx, now }, next)
}

/** Enqueues the job that advances a run from this revision. */
export function enqueueAdvance(
  { tx, now }: TimedTx,
  { team_id, id, revision }: Pick<RunRecord, 'team_id' | 'id' | 'revision'>,
  run_at = now,
): Promise<void> {
  return enqueue(tx, 'advance_run', { team_id, run_id: id, turn: revision }, now, run_at)
}
