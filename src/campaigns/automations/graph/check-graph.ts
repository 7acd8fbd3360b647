// Checks whether a graph is sound: a graph that could never run is refused when it is saved. Every check is linear in its size.
import type { InSchemas } from '../../../../generated/api.ts'
import { type Connection, type Graph, isTrigger, type Step } from './graph.ts'
import { type Problem, problemsRefusal } from './problems.ts'
import { awaitedEvent, storedStep, hasResponse, stepTypeOf, connectionTypesFrom } from '../steps/index.ts'
import type { ReferenceNames } from '../steps/config/variables.ts'

/** A graph as sent in a request. */
interface SentGraph {
  steps: InSchemas['AutomationStep'][]
  connections: InSchemas['AutomationConnectionInput'][]
}

export const STEPS_MAX = 150

/** The graph in the form in which it is stored. Refuses a graph with problems. */
export function checkGraph(sent: SentGraph): Graph {
  const problems = graphProblems(sent)
  if (problems.length > 0) throw problemsRefusal(problems, 'The graph is not valid')
  return {
    steps: sent.steps.map(storedStep),
    connections: sent.connections.map(({ from, to, type }) => ({ from, to, type })),
  }
}

/** All problems of a graph. `unfinished`: steps whose configuration the contract refuses, so that no rule can check it. */
export function graphProblems(graph: SentGraph, unfinished: ReadonlySet<string> = new Set()): Problem[] {
  const { steps, connections } = graph
  if (steps.length === 0 || steps.length > STEPS_MAX) {
    return [{ rule: 'step_count', message: `a graph must have 1 to ${STEPS_MAX} steps; received ${steps.length}` }]
  }
  const byKey = new Map<string, Step>()
  // of several steps with one key, the first counts, so that one mistake is not reported several times
  for (const step of steps) if (!byKey.has(step.key)) byKey.set(step.key, step)
  const known = connections.filter(({ from, to }) => byKey.has(from) && byKey.has(to))
  const finished = steps.filter(({ key }) => !unfinished.has(key))
  const names = {
    wait_events: new Set(finished.flatMap(step => awaitedEvent(step) ?? [])),
    steps: new Set(steps.filter(({ type }) => hasResponse(type)).map(({ key }) => key)),
  }
  return [
    ...keyProblems(steps),
    ...triggerProblems(steps),
    ...connectionProblems(connections, byKey),
    ...reachProblems(byKey, known),
    ...circleProblems(byKey, connections),
    ...finished.flatMap(step => stepProblems(step, names)),
  ]
}

/** The problems within one step. */
function stepProblems({ key, type, config }: Step, names: ReferenceNames): Problem[] {
  const faults = stepTypeOf(type).faults?.(config, names) ?? []
  return faults.map(({ rule, message }) => ({ step: key, rule, message }))
}

function keyProblems(steps: readonly Step[]): Problem[] {
  const seen = new Set<string>()
  return steps.flatMap(({ key }) => {
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ step: key, rule: 'unique_key', message: 'another step has the same key' }]
  })
}

function triggerProblems(steps: readonly Step[]): Problem[] {
  const triggers = steps.filter(isTrigger)
  if (triggers.length === 0) return [{ rule: 'one_trigger', message: 'the graph has no trigger' }]
  return triggers.slice(1).map(({ key }) => ({
    step: key,
    rule: 'one_trigger',
    message: `the graph has another trigger, "${triggers[0]!.key}"`,
  }))
}

function connectionProblems(connections: readonly Connection[], byKey: ReadonlyMap<string, Step>): Problem[] {
  const taken = new Set<string>()
  return connections.flatMap(({ from, to, type }, connection) => {
    const unknown = [from, to].filter(key => !byKey.has(key))
    if (unknown.length > 0) {
      return unknown.map(key => ({ connection, rule: 'known_end', message: `unknown step "${key}"` }))
    }
    const step = byKey.get(from)!
    const ways = connectionTypesFrom(step.type)
    if (!ways.includes(type)) {
      const message = `the ${step.type} step "${from}" has no connection of type ${type}; allowed: ${ways.join(', ')}`
      return [{ connection, rule: 'fitting_type', message }]
    }
    // a type contains no space, so two different pairs never result in the same text
    const pair = `${type} ${from}`
    if (taken.has(pair)) {
      return [{ connection, rule: 'one_way', message: `"${from}" already has a connection of type ${type}` }]
    }
    taken.add(pair)
    return []
  })
}

function reachProblems(byKey: ReadonlyMap<string, Step>, connections: readonly Connection[]): Problem[] {
  const next = Map.groupBy(connections, connection => connection.from)
  // if there are several triggers, start from all of them: that mistake is reported elsewhere
  const reached = new Set([...byKey.values()].filter(isTrigger).map(step => step.key))
  if (reached.size === 0) return []
  // a Set that grows while it is iterated yields each step once
  for (const key of reached) for (const { to } of next.get(key) ?? []) reached.add(to)
  return [...byKey.keys()]
    .filter(key => !reached.has(key))
    .map(step => ({ step, rule: 'reachable', message: 'it cannot be reached from the trigger' }))
}

/** Finds each connection that closes a cycle, with a depth-first search on an explicit stack instead of recursion. */
function circleProblems(byKey: ReadonlyMap<string, Step>, connections: readonly Connection[]): Problem[] {
  const next = Map.groupBy(connections.keys(), index => connections[index]!.from)
  const state = new Map<string, 'on the trail' | 'done'>()
  const problems: Problem[] = []
  for (const start of byKey.keys()) {
    const trail = state.has(start) ? [] : [enter(start)]
    while (trail.length > 0) {
      const { key, ways } = trail.at(-1)!
      const index = ways.pop()
      if (index === undefined) {
        state.set(key, 'done')
        trail.pop()
        continue
      }
      const { to } = connections[index]!
      if (state.get(to) === 'on the trail') {
        problems.push({
          connection: index,
          rule: 'acyclic',
          message: `the connection from "${key}" to "${to}" creates a cycle`,
        })
      } else if (byKey.has(to) && !state.has(to)) trail.push(enter(to))
    }
  }
  return problems

  function enter(key: string): { key: string; ways: number[] } {
    state.set(key, 'on the trail')
    return { key, ways: [...(next.get(key) ?? [])] }
  }
}
