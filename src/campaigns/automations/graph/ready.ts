// Checks whether a sound graph can run. These checks run when an automation is enabled, in addition to those when it is saved.
import type { Graph } from './graph.ts'
import type { Known, Named } from './names.ts'
import type { Problem } from './problems.ts'
import { stepType } from '../steps/index.ts'
import type { Fault } from '../steps/step-type.ts'

/** All problems that prevent enabling the graph. */
export function readyProblems(graph: Graph | null, known: Known): Problem[] {
  if (graph === null) return [{ rule: 'has_graph', message: 'the automation has no steps yet' }]
  return graph.steps.flatMap(({ key, type, config }) => at(key, stepType(type).readiness?.(config, known) ?? []))
}

/** Problems that do not prevent enabling, but are probably mistakes. */
export function doubtsAbout(graph: Pick<Graph, 'steps'> | null): Problem[] {
  return (graph?.steps ?? []).flatMap(({ key, type, config }) => at(key, stepType(type).doubts?.(config) ?? []))
}

/** The names that `readyProblems` requires. */
export function namesIn(graph: Pick<Graph, 'steps'> | null): Named {
  const named = (graph?.steps ?? []).map(({ type, config }) => stepType(type).names?.(config) ?? {})
  const all = (kind: keyof Named): string[] => [...new Set(named.flatMap(names => names[kind] ?? []))]
  return {
    templates: all('templates'),
    segments: all('segments'),
    topics: all('topics'),
    properties: all('properties'),
    senders: all('senders'),
  }
}

function at(step: string, faults: readonly Fault[]): Problem[] {
  return faults.map(({ rule, message }) => ({ step, rule, message }))
}
