// A graph as people know what it names: templates and segments by their names instead of their ids.
import type { Graph } from '../automations/graph.ts'
import { segmentNames } from '../segments/actions.ts'
import type { Tx } from '../store/database.ts'
import { templateNames } from '../templates/actions.ts'

type Step = Graph['steps'][number]
type Names = ReadonlyMap<string, string>

/** To be shown and nothing else: its connections are the same ones. What is not there any more keeps its id. */
export async function namedGraph(tx: Tx, team_id: string, graph: Graph): Promise<Graph> {
  const templates = graph.steps.flatMap(step => (step.type === 'send_email' ? [step.config.template.id] : []))
  const segments = graph.steps.flatMap(step => (step.type === 'add_to_segment' ? [step.config.segment_id] : []))
  const template_names: Names = templates.length > 0 ? await templateNames(tx, team_id, templates) : new Map()
  const segment_names: Names = segments.length > 0 ? await segmentNames(tx, team_id, segments) : new Map()
  return { ...graph, steps: graph.steps.map(step => named(step, template_names, segment_names)) }
}

function named(step: Step, templates: Names, segments: Names): Step {
  if (step.type === 'send_email') {
    const { template } = step.config
    const id = templates.get(template.id) ?? template.id
    return { ...step, config: { ...step.config, template: { ...template, id } } }
  }
  if (step.type !== 'add_to_segment') return step
  const { segment_id } = step.config
  return { ...step, config: { ...step.config, segment_id: segments.get(segment_id) ?? segment_id } }
}
