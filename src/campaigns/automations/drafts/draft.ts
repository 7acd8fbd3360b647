// A graph while people edit it. Its steps may be unfinished or unreachable, but it can always be drawn: keys are unique,
// connections lead from step to step, and there are no cycles.
import { refusal } from '../../../base/text/refusal.ts'
import type { Connection, Graph, Step, ConnectionType } from '../graph/graph.ts'
import type { Problem } from '../graph/problems.ts'
import { graphProblems, STEPS_MAX } from '../graph/check-graph.ts'
import { connectionTypesFrom } from '../steps/index.ts'

export interface DraftStep {
  key: string
  type: Step['type']
  /** As typed; the contract may not allow it. */
  config: unknown
}

export interface DraftGraph {
  steps: DraftStep[]
  connections: Connection[]
}

/** The start of a connection. */
export interface Exit {
  from: string
  type: ConnectionType
}

const KEY_MAX = 255

/** All problems that prevent publishing a draft. `unfinished`: keys of the steps whose configuration the contract refuses. */
export function draftProblems({ steps, connections }: DraftGraph, unfinished: ReadonlySet<string>): Problem[] {
  if (steps.length === 0) return [{ rule: 'step_count', message: 'it has no steps yet; start with a trigger' }]
  return graphProblems({ steps: steps as Step[], connections }, unfinished)
}

/** Adds a step at an exit. If the exit already has a connection, the step is inserted into it. */
export function withStep(graph: DraftGraph, step: DraftStep, exit: Exit | undefined): DraftGraph {
  if (graph.steps.length >= STEPS_MAX) throw refused(`An automation has at most ${STEPS_MAX} steps.`)
  refuseKey(graph, step.key)
  const steps = [...graph.steps, step]
  if (!exit) return { ...graph, steps }
  refuseUnknown(graph, [exit.from])
  const before = graph.connections.find(each => isAt(each, exit))
  const others = graph.connections.filter(each => each !== before)
  const onward = before ? [{ from: step.key, to: before.to, type: connectionTypesFrom(step.type)[0]! }] : []
  return sound({ steps, connections: [...others, { ...exit, to: step.key }, ...onward] })
}

/** The step with another key, configuration and connections. `ways`: the target of each of its ways, if it has one. */
export function withChangedStep(
  graph: DraftGraph,
  key: string,
  { step, ways }: { step: DraftStep; ways: ReadonlyMap<ConnectionType, string> },
): DraftGraph {
  refuseUnknown(graph, [key, ...ways.values()])
  if (step.key !== key) refuseKey(graph, step.key)
  const renamed = (name: string): string => (name === key ? step.key : name)
  const kept = graph.connections.filter(({ from }) => from !== key)
  const own = [...ways].map(([type, to]) => ({ from: key, to, type }))
  return sound({
    steps: graph.steps.map(each => (each.key === key ? step : each)),
    connections: [...kept, ...own].map(({ from, to, type }) => ({ from: renamed(from), to: renamed(to), type })),
  })
}

/** The graph without a step. Connections to it lead to its successor, if it has exactly one. */
export function withoutStep({ steps, connections }: DraftGraph, key: string): DraftGraph {
  const behind = [...new Set(connections.filter(({ from }) => from === key).map(({ to }) => to))]
  const next = behind.length === 1 ? behind[0] : undefined
  return {
    steps: steps.filter(each => each.key !== key),
    connections: connections
      .filter(({ from, to }) => from !== key && (to !== key || next !== undefined))
      .map(({ from, to, type }) => ({ from, to: to === key ? next! : to, type })),
  }
}

/** An unused key for a new step. */
export function freeKey({ steps }: DraftGraph, type: Step['type']): string {
  const taken = new Set(steps.map(({ key }) => key))
  const name = type.replaceAll('_', ' ')
  let key = name
  for (let number = 2; taken.has(key); number++) key = `${name} ${number}`
  return key
}

/** The exits at which a step can be added, in the order of the steps. */
export function exitsOf({ steps }: DraftGraph): Exit[] {
  return steps.flatMap(({ key, type }) => connectionTypesFrom(type).map(way => ({ from: key, type: way })))
}

export const isAt = (connection: Connection, { from, type }: Exit): boolean =>
  connection.from === from && connection.type === type

/** The graph that a draft starts with. */
export function draftOf(graph: Graph | null): DraftGraph {
  return { steps: graph?.steps ?? [], connections: graph?.connections ?? [] }
}

function sound(graph: DraftGraph): DraftGraph {
  const every = new Set(graph.steps.map(({ key }) => key))
  const bad = draftProblems(graph, every).find(({ connection }) => connection !== undefined)
  if (bad) throw refused(`This change is not possible: ${bad.message}.`)
  return graph
}

function refuseKey({ steps }: DraftGraph, key: string): void {
  if (key.trim() === '' || key.length > KEY_MAX) throw refused(`Enter a step name of up to ${KEY_MAX} characters.`)
  if (steps.some(each => each.key === key)) throw refused('Another step has this name. Choose another name.')
}

function refuseUnknown({ steps }: DraftGraph, keys: readonly string[]): void {
  const known = new Set(steps.map(({ key }) => key))
  const missing = keys.find(key => !known.has(key))
  if (missing !== undefined) throw refused(`The step "${missing}" no longer exists.`)
}

const refused = (message: string): Error => refusal('validation_error', message)
