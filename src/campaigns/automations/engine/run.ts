// The record of a run, and its changes: from step to step, into a wait, to its end. A step that has ended never starts or ends
// again.
import type { Schemas } from '../../../../generated/api.ts'
import { type Connection, type Graph, type Step, triggerOf } from '../graph/graph.ts'
import type { EventPayload } from '../steps/config/variables.ts'

/** The record of a step, without the fields that are looked up elsewhere for display. */
export type StepRecord = Omit<Schemas['StepRun'], 'reason' | 'email' | 'type'> & Pick<Step, 'type'>
export type StepError = Schemas['StepError']

export interface Run {
  id: string
  automation_id: string
  graph_version: number
  contact_id: string
  status: Schemas['RunStatus']
  /** The key of the current step; `null` after the end. */
  cursor: string | null
  /** When a waiting run continues without an event. */
  due_at: string | null
  /** The name of the event that ends the wait; `null` if none does. */
  waits_for: string | null
  /** A wait receives only events with greater numbers. */
  waits_since: number
  /** The step that received the latest event of each name. */
  wait_events: Readonly<Record<string, string>>
  /** The step that received an event, by the event's number: no other step of the run can receive it. */
  received: Readonly<Record<number, string>>
  /** The number of the latest received event of each name. Runs of an older version have this and no `received`. */
  heard: Readonly<Record<string, number>>
  /** The number of the event that started the run. */
  begun_by: number
  started_at: string | null
  completed_at: string | null
  created_at: string
  /** One record for each step, in the order of the graph. */
  steps: StepRecord[]
}

type Origin = Pick<Run, 'id' | 'automation_id' | 'graph_version' | 'contact_id' | 'begun_by'>

/** A run before its first step. */
export function newRun(graph: Graph, origin: Origin, now: Date): Run {
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
    steps: stepRecords(graph, { status: 'running', created_at }, []),
  }
}

/**
 * The event number after which a wait looks for earlier events of a name. Events that a step has received are excluded
 * individually. An older version stored only the number of the latest received event, so all events of that name up to it count
 * as received.
 */
export function lookBackStart(run: Run, event_name: string): number {
  const latest = Object.hasOwn(run.heard, event_name) ? run.heard[event_name]! : 0
  return Object.hasOwn(run.received, latest) ? run.begun_by : Math.max(run.begun_by, latest)
}

/** The run after one of its steps has received an event. */
export function withReceived(run: Run, key: string, { name, number }: { name: string; number: number }): Run {
  const latest = Object.hasOwn(run.heard, name) ? run.heard[name]! : 0
  const isKnown = latest === 0 || Object.hasOwn(run.received, latest)
  return {
    ...run,
    wait_events: { ...run.wait_events, [name]: key },
    // if an older version received events of this name, `received` is not extended: otherwise it would look complete
    received: isKnown ? { ...run.received, [number]: key } : run.received,
    heard: { ...run.heard, [name]: Math.max(latest, number) },
  }
}

/** The stored data of a step that a run has reached. */
export type ReachedStep = Omit<StepRecord, 'type' | 'created_at'>

/** The records of all steps in the order of the graph, from the stored records of reached steps. */
export function stepRecords(
  graph: Graph,
  { status, created_at }: Pick<Run, 'status' | 'created_at'>,
  reached: readonly ReachedStep[],
): StepRecord[] {
  const byKey = new Map(reached.map(record => [record.key, record]))
  const open = status === 'completed' || status === 'cancelled' ? ('skipped' as const) : ('pending' as const)
  const blank = { status: open, started_at: null, completed_at: null, output: null, error: null }
  return graph.steps.map(({ key, type }) => {
    const record = byKey.get(key) ?? blank
    // a canceled run never returns to its current step
    const cut = status === 'cancelled' && record.completed_at === null
    return { key, type, ...record, ...(cut && { status: 'skipped' as const }), created_at }
  })
}

export function stepRecordOf(run: Run, key: string): StepRecord {
  return run.steps.find(record => record.key === key)!
}

/** Whether the run is at a step that a job will settle. */
export function isRunningErrand(run: Run): boolean {
  return run.status === 'running' && run.cursor !== null && stepRecordOf(run, run.cursor).status === 'running'
}

/** A run at one of its steps. */
export interface RunPosition {
  run: Run
  key: string
  now: Date
}

/** The run with one record changed. A step that has ended never starts or ends again. */
export function withRecordChange({ run, key, now }: RunPosition, change: Partial<StepRecord>): Run {
  const before = stepRecordOf(run, key)
  if (before.completed_at !== null) throw new Error(`Run ${run.id} reached step ${key} a second time`)
  const after = { ...before, started_at: before.started_at ?? now.toISOString(), ...change }
  return { ...run, steps: run.steps.map(record => (record.key === key ? after : record)) }
}

/** The end of a wait: a time, an event, or the first of both. */
export interface Wait {
  until: Date | null
  waits_for: string | null
  /** Only events with greater numbers end the wait. */
  waits_since?: number
}

export function waitingRun(at: RunPosition, { until, waits_for, waits_since = 0 }: Wait): Run {
  const { run, key } = at
  const due_at = until && until.toISOString()
  // the run was advanced during the wait: the step is unchanged
  if (stepRecordOf(run, key).status === 'waiting') return { ...run, due_at, waits_for }
  return { ...withRecordChange(at, { status: 'waiting' }), due_at, waits_for, waits_since }
}

/** How a step ended, and the way that the run continues on. */
export type StepCompletion = { status: 'completed' | 'skipped'; way: Connection['type']; output: StepRecord['output'] }

/** The connection for a way out of a step; `default` is used for every way without its own connection. */
export function connectionFrom(graph: Graph, key: string, way: Connection['type']): Connection | undefined {
  const ways = graph.connections.filter(connection => connection.from === key)
  return ways.find(({ type }) => type === way) ?? ways.find(({ type }) => type === 'default')
}

/** The run at the next step, or at its end if there is no further connection. */
export function runAtNextStep(graph: Graph, at: RunPosition, { status, way, output }: StepCompletion): Run {
  const { key, now } = at
  const after = withRecordChange(at, { status, output, completed_at: now.toISOString() })
  const next = connectionFrom(graph, key, way)
  return next ? { ...after, cursor: next.to, due_at: null, waits_for: null } : endedRun(after, 'completed', now)
}

export function failedRun(at: RunPosition, error: StepError): Run {
  const { now } = at
  return endedRun(withRecordChange(at, { status: 'failed', error, completed_at: now.toISOString() }), 'failed', now)
}

/** The run at its end. A completed run has skipped the steps on other paths; a failed one leaves them pending. */
export function endedRun(run: Run, status: 'completed' | 'failed', now: Date): Run {
  const open = (record: StepRecord): boolean => status === 'completed' && record.completed_at === null
  const steps = run.steps.map(record => (open(record) ? { ...record, status: 'skipped' as const } : record))
  return { ...run, status, cursor: null, due_at: null, waits_for: null, completed_at: now.toISOString(), steps }
}

const NONE: ReadonlyMap<string, EventPayload> = new Map()

/** The payload of the latest event of each name that a step of the run has received. */
export function receivedPayloads({
  wait_events,
  steps,
}: Pick<Run, 'wait_events' | 'steps'>): ReadonlyMap<string, EventPayload> {
  if (Object.keys(wait_events).length === 0) return NONE
  const outputs = new Map(steps.map(({ key, output }) => [key, output]))
  return new Map(
    Object.entries(wait_events).map(([name, key]) => [name, (outputs.get(key)?.payload ?? {}) as EventPayload]),
  )
}
