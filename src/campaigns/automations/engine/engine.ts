// One run of an automation as plain data. `advance` proceeds from step to step until the run ends, has to wait, or requires an
// effect: it returns one effect, and `afterEffect` continues the run with its outcome. An effect is performed in the transaction
// that stores the run, so it happens once or not at all. `afterEvent` continues a run that waits for an event.
import { isWithinCalendar } from '../steps/config/duration.ts'
import type { Effect, EffectOutcome } from '../effects/effect.ts'
import type { Graph, Step } from '../graph/graph.ts'
import {
  type RunPosition,
  receivedPayloads,
  endedRun,
  failedRun,
  withRecordChange,
  runAtNextStep,
  stepRecordOf,
  type Run,
  waitingRun,
  withReceived,
} from './run.ts'
import type { AutomationSettings } from '../settings.ts'
import { isLookingBack, hasResponse, stepTypeOf } from '../steps/index.ts'
import type { StepContext, StepResult } from '../steps/step-type.ts'
import type { RunContact, EventPayload, ValueSources } from '../steps/config/variables.ts'

/** The data that was read for this run. */
export interface RunFacts {
  event: EventPayload
  /** `undefined` if the contact was deleted. */
  contact: RunContact | undefined
  settings: AutomationSettings
  /** The number of the contact's last event that is accepted and not yet applied; 0 if there is none. */
  latest_event: number
}

interface AdvanceResult {
  run: Run
  /** The effect to perform now; its outcome is passed to `afterEffect`. */
  effect: Effect | null
}

/** A run and its graph. */
export interface RunOnGraph {
  graph: Graph
  run: Run
}

/** An event that was accepted. */
export interface IncomingEvent {
  name: string
  payload: EventPayload
  /** When it happened, possibly earlier. */
  at: Date
  /** Events are numbered in order of acceptance. */
  number: number
}

/** Advances the run as far as possible at this moment. */
export function advance(graph: Graph, run: Run, now: Date, facts: RunFacts): AdvanceResult {
  const { contact, event, settings, latest_event } = facts
  let at: Run = { ...run, started_at: run.started_at ?? now.toISOString() }
  while (at.status === 'running') {
    // the contact was deleted, so no step can run
    if (!contact) return { run: endedRun(at, 'completed', now), effect: null }
    const step = stepAt(graph, at)
    const sources = { event, contact, wait_events: receivedPayloads(at), steps: answersIn(at) }
    const context: StepContext = { run: at, record: stepRecordOf(at, step.key), now, sources, settings, latest_event }
    const result = withinCalendar(stepTypeOf(step.type).advance(step, context))
    const place = { run: at, key: step.key, now }
    if (result.is === 'waiting') return { run: waitingRun(place, result), effect: null }
    if (result.is === 'acting') return { run: acting(place), effect: result.effect }
    at = result.is === 'failed' ? failedRun(place, result.error) : runAtNextStep(graph, place, result)
  }
  return { run: at, effect: null }
}

/** The run after the effect of its step was performed or refused. */
export function afterEffect(graph: Graph, at: RunPosition, outcome: EffectOutcome): Run {
  if ('error' in outcome) return failedRun(at, outcome.error)
  const result =
    'skipped' in outcome
      ? ({ status: 'skipped', way: 'default', output: outcome.skipped } as const)
      : ({ status: 'completed', way: 'default', output: outcome.output } as const)
  return runAtNextStep(graph, at, result)
}

/**
 * The run after its wait, if it waits for this event; otherwise `undefined`. An event that was accepted before the wait began
 * does not count. The order of acceptance decides, because clocks can be set back. After the timeout, an event has no effect
 * and the timeout decides.
 */
export function afterEvent({ graph, run }: RunOnGraph, event: IncomingEvent, now: Date): Run | undefined {
  const { name, payload, at, number } = event
  const step = run.status === 'running' && run.waits_for === name ? stepAt(graph, run) : undefined
  const hears = step && stepTypeOf(step.type).subscription
  if (!hears || number <= run.waits_since || Object.hasOwn(run.received, number)) return undefined
  if (run.due_at !== null && at.toISOString() >= run.due_at) return undefined
  if (!hears.accepts(step.config, payload)) return undefined
  const output = { outcome: 'event_received', payload }
  const after = runAtNextStep(
    graph,
    { run, key: step.key, now },
    { status: 'completed', way: 'event_received', output },
  )
  return withReceived(after, step.key, event)
}

/** The run after its wait, with the first of these events that it waits for; `undefined` if it waits for none of them. */
export function afterFirstEvent(held: RunOnGraph, list: readonly IncomingEvent[], now: Date): Run | undefined {
  for (const event of list) {
    const after = afterEvent(held, event, now)
    if (after) return after
  }
  return undefined
}

/** The event that a run waits for, if events before the wait also count. */
export function lookBackEvent(graph: Graph, run: Run): string | undefined {
  if (run.status !== 'running' || run.waits_for === null) return undefined
  const step = stepAt(graph, run)
  return isLookingBack(step) ? run.waits_for : undefined
}

/** The responses of steps, looked up only when a reference requires one, because most graphs have none. */
function answersIn({ steps }: Run): ValueSources['steps'] {
  const get = (key: string): EventPayload | undefined =>
    steps.find(record => record.key === key && hasResponse(record.type))?.output ?? undefined
  return { get, has: key => get(key) !== undefined }
}

/** Refuses a wait beyond the last time that can be stored, because it would never end. */
function withinCalendar(result: StepResult): StepResult {
  if (result.is !== 'waiting' || result.until === null || isWithinCalendar(result.until)) return result
  return { is: 'failed', error: { name: 'validation_error', message: 'the wait ends after the year 9999' } }
}

/** The run at a step whose effect starts. The step may have waited for the end of quiet hours. */
function acting(at: RunPosition): Run {
  return { ...withRecordChange(at, { status: 'running' }), due_at: null, waits_for: null }
}

function stepAt(graph: Graph, run: Run): Step {
  const step = graph.steps.find(step => step.key === run.cursor)
  if (!step) throw new Error(`Run ${run.id} is at a step that does not exist in its graph`)
  return step
}
