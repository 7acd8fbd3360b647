// One run of an automation as plain data. `advance` walks from step to step until the run ends, must wait, or needs
// something done outside: then it gives one effect, and the run goes on with `settled` once its outcome is known. Whoever
// carries an effect out does so in the unit of work that stores the run, so a step has its effect once or not at all.
// `received` moves a run on that waits for an event.
import { durationMs, isWithinCalendar } from './duration.ts'
import { awaitedBy, changeOf, type Effect, mailOf, missingValue, type Outcome } from './effects.ts'
import type { Graph } from './graph.ts'
import { nextLocal, quietUntil } from './local-time.ts'
import { verdict } from './rule-tree.ts'
import {
  ended,
  failed,
  marked,
  type Passage,
  passed,
  recordOf,
  type Run,
  type StepError,
  type StepRecord,
  type Wait,
  waiting,
} from './run.ts'
import { type Settings, timeZoneOf } from './settings.ts'
import type { Step } from './steps.ts'
import type { Contact, Payload, Sources } from './variables.ts'

/** What was looked up for this run. */
export interface Facts {
  event: Payload
  /** `undefined` once the contact is deleted. */
  contact: Contact | undefined
  settings: Settings
  /** The number of the event that was accepted last of all, at this moment. */
  latest_event: number
}

export interface Turn {
  run: Run
  /** To be carried out now; its outcome goes to `settled`. */
  effect: Effect | null
}

/** An event that came in. */
export interface Happening {
  name: string
  payload: Payload
  /** When it happened, which may be some time ago. */
  at: Date
  /** Counts events in the order in which they were accepted. */
  number: number
}

/** What a step came to: it is over, it waits, it needs an effect, or it failed. */
type Result =
  | ({ is: 'over' } & Passage)
  | ({ is: 'waiting' } & Wait)
  | { is: 'acting'; effect: Effect }
  | { is: 'failed'; error: StepError }

interface Look {
  run: Run
  record: StepRecord
  now: Date
  latest_event: number
  sources: Sources
  settings: Settings
}

/** Takes the run as far as it can go at this moment. */
export function advance(graph: Graph, run: Run, now: Date, facts: Facts): Turn {
  const { contact, event, settings, latest_event } = facts
  let at: Run = { ...run, started_at: run.started_at ?? now.toISOString() }
  while (at.status === 'running') {
    // nobody is left whom the steps could be about
    if (!contact) return { run: ended(at, 'completed', now), effect: null }
    const step = stepAt(graph, at)
    const sources = { event, contact, wait_events: awaitedBy(at) }
    const look = { run: at, record: recordOf(at, step.key), now, sources, settings, latest_event }
    const result = withinCalendar(taken(step, look))
    if (result.is === 'waiting') return { run: waiting(at, step.key, result, now), effect: null }
    if (result.is === 'acting') return { run: acting(at, step.key, now), effect: result.effect }
    at = result.is === 'failed' ? failed(at, step.key, result.error, now) : passed(graph, at, step.key, result, now)
  }
  return { run: at, effect: null }
}

/** The run after the effect that it stood at was carried out, or could not be. */
export function settled(graph: Graph, run: Run, { step_key }: Effect, outcome: Outcome, now: Date): Run {
  if ('error' in outcome) return failed(run, step_key, outcome.error, now)
  const result =
    'skipped' in outcome
      ? ({ status: 'skipped', way: 'default', output: outcome.skipped } as const)
      : ({ status: 'completed', way: 'default', output: outcome.output } as const)
  return passed(graph, run, step_key, result, now)
}

/**
 * The run past its wait, if it waits for this; `undefined` otherwise. What was accepted before the wait began does not
 * count: the order of acceptance decides, not the clock. An event that came too late is the timeout's.
 */
export function received(graph: Graph, run: Run, happening: Happening, now: Date): Run | undefined {
  const { name, payload, at, number } = happening
  const step = run.status === 'running' && run.waits_for === name ? stepAt(graph, run) : undefined
  if (step?.type !== 'wait_for_event' || number <= run.waits_since) return undefined
  if (run.due_at !== null && at.toISOString() >= run.due_at) return undefined
  const { filter_rule } = step.config
  // an event without the field that is asked about is not the one that is waited for
  if (filter_rule && !isMet(verdict(filter_rule, { event: payload } as Sources))) return undefined
  const output = { outcome: 'event_received', payload }
  const after = passed(graph, run, step.key, { status: 'completed', way: 'event_received', output }, now)
  return {
    ...after,
    wait_events: { ...run.wait_events, [name]: step.key },
    heard: { ...run.heard, [name]: number },
  }
}

/** The run past its wait by the first of these that it waits for; `undefined` when that is none. */
export function firstReceived(graph: Graph, run: Run, list: readonly Happening[], now: Date): Run | undefined {
  for (const happening of list) {
    const after = received(graph, run, happening, now)
    if (after) return after
  }
  return undefined
}

/** The event that a run waits for, if it may have come before the wait began. */
export function looksBackFor(graph: Graph, run: Run): string | undefined {
  if (run.status !== 'running' || run.waits_for === null) return undefined
  const step = stepAt(graph, run)
  return isLookingBack(step) ? run.waits_for : undefined
}

export function isLookingBack(step: Step): boolean {
  return step.type === 'wait_for_event' && step.config.since === 'run_started'
}

/** A wait beyond the last moment that can be written down would never end. */
function withinCalendar(result: Result): Result {
  if (result.is !== 'waiting' || result.until === null || isWithinCalendar(result.until)) return result
  return { is: 'failed', error: { name: 'validation_error', message: 'the wait would end after the year 9999' } }
}

// ---- what each type of step does ----------------------------------------------------------------------------------

const OVER = { is: 'over', status: 'completed', way: 'default', output: null } as const
const isMet = (answer: ReturnType<typeof verdict>): boolean => 'met' in answer && answer.met

function taken(step: Step, look: Look): Result {
  switch (step.type) {
    case 'trigger':
      return OVER
    case 'delay':
      return delayed(step.config, look)
    case 'send_email':
      return mailed(step, look)
    case 'wait_for_event':
      return awaited(step.config, look)
    case 'condition':
      return decided(step.config, look)
    case 'contact_update': {
      const effect = changeOf(step, look.sources)
      return 'kind' in effect ? { is: 'acting', effect } : { is: 'failed', error: effect }
    }
    case 'contact_delete':
      return { is: 'acting', effect: { kind: 'delete_contact', step_key: step.key } }
    case 'add_to_segment': {
      const { segment_id } = step.config
      return { is: 'acting', effect: { kind: 'add_to_segment', step_key: step.key, segment_id } }
    }
  }
}

type ConfigOf<Type extends Step['type']> = Extract<Step, { type: Type }>['config']

/** The wait counts from when the step was reached, however late the run is looked at again. */
function since({ record, now }: Look): number {
  return record.started_at === null ? now.getTime() : Date.parse(record.started_at)
}

/**
 * The step was reached by a clock that was set back since. How long it has waited cannot be told from its time then; the
 * queue has kept the wait's length, so it is over when the job of the run comes.
 */
function isAhead(look: Look): boolean {
  return since(look) > look.now.getTime()
}

function delayed({ duration, until }: ConfigOf<'delay'>, look: Look): Result {
  if (until === undefined && isAhead(look)) return OVER
  const after = new Date(since(look) + (duration === undefined ? 0 : durationMs(duration)!))
  const zone = timeZoneOf(look.sources.contact, look.settings)
  const moment = until ? nextLocal(after, zone, until) : after
  return moment <= look.now ? OVER : { is: 'waiting', until: moment, waits_for: null }
}

function mailed(step: Extract<Step, { type: 'send_email' }>, { now, sources, settings }: Look): Result {
  const { contact } = sources
  if (contact.unsubscribed) return { ...OVER, status: 'skipped', output: { reason: 'unsubscribed' } }
  const quiet = settings.quiet_hours && quietUntil(now, timeZoneOf(contact, settings), settings.quiet_hours)
  if (quiet) return { is: 'waiting', until: quiet, waits_for: null }
  return { is: 'acting', effect: mailOf(step, sources) }
}

function awaited({ event_name, timeout, since: from }: ConfigOf<'wait_for_event'>, look: Look): Result {
  const { run, latest_event } = look
  // an event is received once by a run, however far its next wait looks back
  const earliest = Math.max(run.begun_by, Object.hasOwn(run.heard, event_name) ? run.heard[event_name]! : 0)
  const wait = { waits_for: event_name, waits_since: from === 'run_started' ? earliest : latest_event }
  if (timeout === undefined) return { is: 'waiting', until: null, ...wait }
  const until = new Date(since(look) + durationMs(timeout)!)
  if (until > look.now && !isAhead(look)) return { is: 'waiting', until, ...wait }
  return { ...OVER, way: 'timeout', output: { outcome: 'timeout' } }
}

function decided(rule: ConfigOf<'condition'>, { sources }: Look): Result {
  const answer = verdict(rule, sources)
  if ('missing' in answer) return { is: 'failed', error: missingValue(answer.missing) }
  const way = answer.met ? 'condition_met' : 'condition_not_met'
  return { ...OVER, way, output: { outcome: way } }
}

/** The step may have waited for the end of quiet hours. */
function acting(run: Run, key: string, now: Date): Run {
  return { ...marked(run, key, { status: 'running' }, now), due_at: null, waits_for: null }
}

function stepAt(graph: Graph, run: Run): Step {
  const step = graph.steps.find(step => step.key === run.cursor)
  if (!step) throw new Error(`Run ${run.id} is at a step that its graph does not have`)
  return step
}
