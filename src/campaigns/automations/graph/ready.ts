// Whether a sound graph can run: what is asked when an automation is enabled, over and above what is asked when it is saved.
import type { Graph } from './graph.ts'
import type { Known, Named } from './names.ts'
import type { Problem } from './problems.ts'
import { stepType } from '../steps/index.ts'
import type { Fault } from '../steps/step-type.ts'

/** Everything that keeps a graph from being enabled. */
export function readyProblems(graph: Graph | null, known: Known): Problem[] {
  if (graph === null) return [{ rule: 'has_graph', message: 'the automation has no steps yet' }]
  return graph.steps.flatMap(({ key, type, config }) => at(key, stepType(type).readiness?.(config, known) ?? []))
}

/** What does not keep a graph from being enabled and is probably not meant so. */
export function doubtsAbout(graph: Pick<Graph, 'steps'> | null): Problem[] {
  return (graph?.steps ?? []).flatMap(({ key, type, config }) => at(key, stepType(type).doubts?.(config) ?? []))
}

/** What `readyProblems` asks about. */
export function namesIn(graph: Pick<Graph, 'steps'> | null): Named {
  const named = (graph?.steps ?? []).map(({ type, config }) => stepType(type).names?.(config) ?? {})
  const all = (kind: keyof Named): string[] => [...new Set(named.flatMap(names => names[kind] ?? []))]
  return {
    templates: all('templates'),
    segments: all('segments'),
    topics: all('topics'),
    properties: all('properties'),
  }
}

function at(step: string, faults: readonly Fault[]): Problem[] {
  return faults.map(({ rule, message }) => ({ step, rule, message }))
}
