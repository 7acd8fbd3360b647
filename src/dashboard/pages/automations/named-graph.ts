// A graph as people know what it names: templates and segments by their names instead of their ids.
import { namedStep, namesIn } from '../../../automations/actions.ts'
import type { Graph } from '../../../automations/graph/graph.ts'
import { findSegmentNames } from '../../../segments/actions.ts'
import type { Tx } from '../../../store/database.ts'
import { templateNames } from '../../../templates/actions.ts'

/** To be shown and nothing else: its connections are the same ones. What is not there any more keeps its id. */
export async function namedGraph(tx: Tx, team_id: string, graph: Graph): Promise<Graph> {
  const { templates, segments } = namesIn(graph)
  const names = {
    templates: templates.length > 0 ? await templateNames(tx, team_id, [...templates]) : new Map<string, string>(),
    segments: segments.length > 0 ? await findSegmentNames(tx, team_id, [...segments]) : new Map<string, string>(),
  }
  return { ...graph, steps: graph.steps.map(step => namedStep(step, names)) }
}
