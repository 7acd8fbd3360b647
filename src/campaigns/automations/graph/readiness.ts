// Checks whether a sound graph can run. These checks run when an automation is enabled, in addition to those when it is saved.
import type { Graph } from './graph.ts'
import type { ExistingObjects, NamedObjects } from './names.ts'
import type { Problem } from './problems.ts'
import { stepTypeOf } from '../steps/index.ts'
import type { StepFault } from '../steps/step-type.ts'

/** All problems that prevent enabling the graph. */
export function readinessProblems(graph: Graph | null, known: ExistingObjects): Problem[] {
  if (graph === null) return [{ rule: 'has_graph', message: 'the automation has no steps yet' }]
  return graph.steps.flatMap(({ key, type, config }) => at(key, stepTypeOf(type).readiness?.(config, known) ?? []))
}

/** Problems that do not prevent enabling, but are probably mistakes. */
export function graphWarnings(graph: Pick<Graph, 'steps'> | null): Problem[] {
  return (graph?.steps ?? []).flatMap(({ key, type, config }) => at(key, stepTypeOf(type).warnings?.(config) ?? []))
}

/** The names that `readinessProblems` requires. */
export function namedObjects(graph: Pick<Graph, 'steps'> | null): NamedObjects {
  const named = (graph?.steps ?? []).map(({ type, config }) => stepTypeOf(type).names?.(config) ?? {})
  const all = (kind: keyof NamedObjects): string[] => [...new Set(named.flatMap(names => names[kind] ?? []))]
  return {
    templates: all('templates'),
    segments: all('segments'),
    topics: all('topics'),
    properties: all('properties'),
    senders: all('senders'),
  }
}

function at(step: string, faults: readonly StepFault[]): Problem[] {
  return faults.map(({ rule, message }) => ({ step, rule, message }))
}
