// The record of a run and how it moves: from step to step, into a wait, to its end. A step that has ended is never begun
// or ended again.
import type { Schemas } from '../../../../generated/api.ts'
import { type Connection, type Graph, type Step, triggerOf } from '../graph/graph.ts'
import type { EventPayload } from '../steps/config/variables.ts'

/** What is known of a step from the run alone. */
export type StepRecord = Omit<Schemas['StepRun'], 'reason' | 'email' | 'type'> & Pick<Step, 'type'>
export type StepError = Schemas['StepError']

export interface Run {
  id: string
  automation_id: string
  graph_version: number
  contact_id: string
  status: Schemas['RunStatus']
  /** Key of the step that the run is at; `null` when it has ended. */
  cursor: string | null
  /** When a waiting run goes on by itself. */
  due_at: string | null
  /** The event that wakes it; `null` when it waits for none. */
  waits_for: string | null
  /** A wait receives events with greater numbers only. */
  waits_since: number
  /** Which step received the latest event of each name. */
  wait_events: Readonly<Record<string, string>>
  /** Which step received which event, by its number: no other step of the run receives it. */
  received: Readonly<Record<number, string>>
  /** The number of the latest event that was received, by its name: what a version without `received` goes by. */
  heard: Readonly<Record<string, number>>
  /** The number of the event that began the run. */
  begun_by: number
  started_at: string | null
  completed_at: string | null
  created_at: string
  /** One record per step, in the order of the graph. */
  steps: StepRecord[]
}

type Origin = Pick<Run, 'id' | 'automation_id' | 'graph_version' | 'contact_id' | 'begun_by'>

/** A run that has not taken its first step yet. */
export function begun(graph: Graph, origin: Origin, now: Date): Run {
  const created_at = now.toISOString()
  return {
    ...origin,
    status: 'running',
    cursor: triggerOf(graph).key,
    due_at: null,
    waits_for: null,
    waits_since: 0,
    wait_events: {},
    received: {},
    heard: {},
    started_at: null,
    completed_at: null,
    created_at,
    steps: stepsOf(graph, { status: 'running', created_at }, []),
  }
}

/**
 * The event behind which a wait looks for earlier ones of a name; those that a step has received are left out one by one.
 * A version before kept only the number of the latest: which of those before it were received, nothing tells.
 */
export function lookedBackTo(run: Run, event_name: string): number {
  const latest = Object.hasOwn(run.heard, event_name) ? run.heard[event_name]! : 0
  return Object.hasOwn(run.received, latest) ? run.begun_by : Math.max(run.begun_by, latest)
}

/** The run after a step of it has received an event. */
export function withReceived(run: Run, key: string, { name, number }: { name: string; number: number }): Run {
  const latest = Object.hasOwn(run.heard, name) ? run.heard[name]! : 0
  const isKnown = latest === 0 || Object.hasOwn(run.received, latest)
  return {
    ...run,
    wait_events: { ...run.wait_events, [name]: key },
    // not of a name that a version before has received: else it would seem that these are all
    received: isKnown ? { ...run.received, [number]: key } : run.received,
    heard: { ...run.heard, [name]: Math.max(latest, number) },
  }
}

/** What is kept of a step that a run has come to. */
export type Reached = Omit<StepRecord, 'type' | 'created_at'>

/** All records of a run in the order of its graph, from those of the steps that it has come to. */
export function stepsOf(
  graph: Graph,
  { status, created_at }: Pick<Run, 'status' | 'created_at'>,
  reached: readonly Reached[],
): StepRecord[] {
  const byKey = new Map(reached.map(record => [record.key, record]))
  const open = status === 'completed' || status === 'cancelled' ? ('skipped' as const) : ('pending' as const)
  const blank = { status: open, started_at: null, completed_at: null, output: null, error: null }
  return graph.steps.map(({ key, type }) => {
    const record = byKey.get(key) ?? blank
    // a canceled run never comes back to the step at which it was
    const cut = status === 'cancelled' && record.completed_at === null
    return { key, type, ...record, ...(cut && { status: 'skipped' as const }), created_at }
  })
}

export function recordOf(run: Run, key: string): StepRecord {
  return run.steps.find(record => record.key === key)!
}

/** Whether a run that is kept like this is at a step that a job is going to settle. */
export function isOnErrand(run: Run): boolean {
  return run.status === 'running' && run.cursor !== null && recordOf(run, run.cursor).status === 'running'
}

/** A run at one of its steps. */
export interface AtStep {
  run: Run
  key: string
  now: Date
}

/** The run with one record changed. A step that has ended is never begun or ended again. */
export function marked({ run, key, now }: AtStep, change: Partial<StepRecord>): Run {
  const before = recordOf(run, key)
  if (before.completed_at !== null) throw new Error(`Run ${run.id} reached step ${key} a second time`)
  const after = { ...before, started_at: before.started_at ?? now.toISOString(), ...change }
  return { ...run, steps: run.steps.map(record => (record.key === key ? after : record)) }
}

/** What a run waits for: a moment, an event, or whichever comes first. */
export interface Wait {
  until: Date | null
  waits_for: string | null
  /** Only events with greater numbers end it. */
  waits_since?: number
}

export function waiting(at: AtStep, { until, waits_for, waits_since = 0 }: Wait): Run {
  const { run, key } = at
  const due_at = until && until.toISOString()
  // looked at again in mid-wait: nothing about the step is new
  if (recordOf(run, key).status === 'waiting') return { ...run, due_at, waits_for }
  return { ...marked(at, { status: 'waiting' }), due_at, waits_for, waits_since }
}

/** How a step was passed, and which way leads on. */
export type Passage = { status: 'completed' | 'skipped'; way: Connection['type']; output: StepRecord['output'] }

/** Which connection is taken when a step is left by a way; `default` serves every way that has none of its own. */
export function connectionFrom(graph: Graph, key: string, way: Connection['type']): Connection | undefined {
  const ways = graph.connections.filter(connection => connection.from === key)
  return ways.find(({ type }) => type === way) ?? ways.find(({ type }) => type === 'default')
}

/** On to the next step, or to the end where no way leads on. */
export function passed(graph: Graph, at: AtStep, { status, way, output }: Passage): Run {
  const { key, now } = at
  const after = marked(at, { status, output, completed_at: now.toISOString() })
  const next = connectionFrom(graph, key, way)
  return next ? { ...after, cursor: next.to, due_at: null, waits_for: null } : ended(after, 'completed', now)
}

export function failed(at: AtStep, error: StepError): Run {
  const { now } = at
  return ended(marked(at, { status: 'failed', error, completed_at: now.toISOString() }), 'failed', now)
}

/** A completed run has skipped whatever it did not take; a failed one leaves it pending. */
export function ended(run: Run, status: 'completed' | 'failed', now: Date): Run {
  const open = (record: StepRecord): boolean => status === 'completed' && record.completed_at === null
  const steps = run.steps.map(record => (open(record) ? { ...record, status: 'skipped' as const } : record))
  return { ...run, status, cursor: null, due_at: null, waits_for: null, completed_at: now.toISOString(), steps }
}

const NONE: ReadonlyMap<string, EventPayload> = new Map()

/** The payload of the latest event of each name that a step of the run has waited for. */
export function awaitedBy({
  wait_events,
  steps,
}: Pick<Run, 'wait_events' | 'steps'>): ReadonlyMap<string, EventPayload> {
  if (Object.keys(wait_events).length === 0) return NONE
  const outputs = new Map(steps.map(({ key, output }) => [key, output]))
  return new Map(
    Object.entries(wait_events).map(([name, key]) => [name, (outputs.get(key)?.payload ?? {}) as EventPayload]),
  )
}
