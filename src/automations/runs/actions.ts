// Moving a run on within one unit of work: what the engine decides, with what its steps do to mails, contacts and segments.
// And what pages ask about runs.
import { addressesOf, findContact, keyOf } from '../../contacts/actions.ts'
import { fatesOf } from '../../emails/actions.ts'
import { type ContactEventRecord, findLatestNumber, listEarlier } from '../contact-events/actions.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { refusal } from '../../refusal.ts'
import { DatabaseUnavailable, type Tx } from '../../store/database.ts'
import type { Page, PageQuery } from '../../store/page.ts'
import { type PerformEffect, effectPerformer } from '../effects/actions.ts'
import type { Effect } from '../effects/effect.ts'
import { PERFORM } from '../effects/perform.ts'
import { advance, type Facts, firstReceived, type IncomingEvent, looksBackFor, settled } from '../engine/engine.ts'
import type { Connection, Graph } from '../graph/graph.ts'
import { isOnErrand, type Run } from '../engine/run.ts'
import type { RunContact, EventPayload } from '../steps/config/variables.ts'
import { type RunCounts, countRuns as counted } from '../store/retention.ts'
import { connectionsTaken } from '../engine/path.ts'
import { emailIdsOf, type ShownStep, shownSteps } from './shown.ts'
import * as store from '../store/runs.ts'
import type { ListedRun, RunWithGraph, RunRecord } from '../store/runs.ts'

export type { PerformEffect } from '../effects/actions.ts'
export { type BoundedCounts, COUNTED_MAX, type RunCounts, countRunsOfEach } from '../store/retention.ts'
export type { ListedRun, RunRecord } from '../store/runs.ts'

/** What was thrown while a step was carried out, and which step that was. */
export class StepTrouble extends Error {
  readonly step_key: string
  constructor(step_key: string, cause: unknown) {
    super(`Step ${step_key} could not be carried out`, { cause })
    this.step_key = step_key
  }
}

/** What surrounds a walk: how steps are carried out, and what happened earlier. */
export interface World {
  carry: PerformEffect
  /** Events of this name that happened to the contact and have greater numbers than `since`, in their order. */
  earlier: (contact: RunContact, name: string, since: number) => Promise<IncomingEvent[]>
}

/** The run as far as it can go now, and what is known of its contact then. */
export async function advanceWithEffects(
  graph: Graph,
  run: Run,
  given: Facts,
  now: Date,
  { carry, earlier }: World,
): Promise<{ run: Run; facts: Facts }> {
  let contact = given.contact
  let turn = advance(graph, run, now, given)
  for (;;) {
    let next: Run | undefined
    if (turn.effect) {
      const carried = await carry(turn.effect, contact!).catch(inStep(turn.effect))
      contact = carried.contact
      if (!('under_way' in carried.outcome)) next = settled(graph, turn.run, turn.effect, carried.outcome, now)
    } else if (contact) {
      const name = looksBackFor(graph, turn.run)
      const happenings = name === undefined ? [] : await earlier(contact, name, turn.run.waits_since)
      next = firstReceived(graph, turn.run, happenings, now)
    }
    if (!next) return { run: turn.run, facts: { ...given, contact } }
    turn = advance(graph, next, now, { ...given, contact })
  }
}

/** A stored run as far as it can go now. */
export async function advanceRun(
  tx: Tx,
  { run, graph, settings }: RunWithGraph,
  now: Date,
  carry: PerformEffect,
): Promise<Run> {
  const contact = await contactOf(tx, run)
  const facts = { event: run.payload, contact, settings, latest_event: await findLatestNumber(tx) }
  const earlier: World['earlier'] = async ({ email }, name, since) => {
    const events = await listEarlier(tx, { team_id: run.team_id, about: keyOf(email) }, name, since)
    // what the service says is about the mails of one run
    return events.filter(({ run_id }) => run_id === null || run_id === run.id).map(happeningOf)
  }
  return (await advanceWithEffects(graph, run, facts, now, { carry, earlier })).run
}

/** An event as the engine takes it. */
export function happeningOf({ name, payload, at, number }: ContactEventRecord): IncomingEvent {
  return { name, payload: JSON.parse(payload) as EventPayload, at: new Date(at), number }
}

/** Saves how far a run has come, and leaves the job of its next turn for when it is due. */
export async function saveAndEnqueue(tx: Tx, before: RunRecord, after: Run, now: Date): Promise<void> {
  await store.saveRun(tx, before, after)
  if (after.status !== 'running') return
  const job = { run_id: before.id, turn: before.turn + 1 }
  if (after.due_at !== null) await enqueue(tx, 'advance_run', job, now, new Date(after.due_at))
  // what waits for an event alone is woken by the event, and what is on an errand by its job
  else if (after.waits_for === null && !isOnErrand(after)) await enqueue(tx, 'advance_run', job, now)
}

function contactOf(tx: Tx, { team_id, contact_id }: RunRecord): Promise<RunContact | undefined> {
  return findContact(tx, team_id, contact_id)
}

function inStep({ step_key }: Effect): (thrown: unknown) => never {
  return thrown => {
    throw thrown instanceof DatabaseUnavailable ? thrown : new StepTrouble(step_key, thrown)
  }
}

/** Does what steps do, in the unit of work that stores the run. */
export function performerFor(tx: Tx, { id, team_id, turn }: RunRecord, now: Date): PerformEffect {
  return effectPerformer(PERFORM, { tx, team_id, run_id: id, turn, now })
}

// ---- looking at runs, and ending one ------------------------------------------------------------------------------

/** Newest first. */
export function listRuns(
  tx: Tx,
  of: { team_id: string; automation_id: string },
  filter: store.RunFilter,
  query: PageQuery,
): Promise<Page<ListedRun>> {
  return store.listRuns(tx, of, filter, query)
}

/** Of all runs that the automation ever had. */
export function countRuns(tx: Tx, automation_id: string): Promise<RunCounts> {
  return counted(tx, automation_id)
}

/** A run with the graph that it began with, and the connections of it that it went along. */
export interface ShownRun {
  run: RunRecord
  graph: Graph
  taken: ReadonlySet<Connection>
  /** The address of its contact, if that is still there. */
  address: string | undefined
  /** Its steps with what became of their mails, and why those that were skipped were. */
  steps: ShownStep[]
}

export async function findShownRun(
  tx: Tx,
  team_id: string,
  automation_id: string,
  id: string,
): Promise<ShownRun | undefined> {
  const found = await store.findRunWithGraph(tx, { team_id, automation_id }, id)
  if (!found) return undefined
  const { run, graph } = found
  return {
    ...found,
    taken: new Set(connectionsTaken(graph, run)),
    address: (await addressesOf(tx, team_id, [run.contact_id])).get(run.contact_id),
    steps: shownSteps(graph, run, await fatesOf(tx, team_id, emailIdsOf(run))),
  }
}

/** Ends a run where it is. Refuses one that has come to its end; one that is cancelled already stays so. */
export async function cancelRun(tx: Tx, run: RunRecord, now: Date): Promise<void> {
  const { status } = run
  if (status === 'completed' || status === 'failed') {
    throw refusal('validation_error', `This run has ${status}; only one that is running can be cancelled`)
  }
  await store.cancelRun(tx, run, now)
}
