// Loads the automation of a URL, and its graph for display.
import { findSegmentNames } from '../../../../audience/segments/store.ts'
import type { Tx } from '../../../../base/store/database.ts'
import type { Graph } from '../../../../campaigns/automations/graph/graph.ts'
import { namedObjects } from '../../../../campaigns/automations/graph/readiness.ts'
import { stepWithNames } from '../../../../campaigns/automations/steps/index.ts'
import { type AutomationRecord, findAutomation } from '../../../../campaigns/automations/store/automations.ts'
import { findTemplateNames } from '../../../../mail/templates/actions.ts'
import { requireFound } from '../../problems.ts'

/** The team's automation with this id. Throws a 404 page for an unknown one. */
export async function requireAutomation(tx: Tx, team_id: string, id: string): Promise<AutomationRecord> {
  return requireFound(await findAutomation(tx, team_id, id))
}

/**
 * A graph with the names of templates and segments instead of their ids. For display only, because its connections are the
 * same objects. A template or segment that no longer exists keeps its id.
 */
export async function namedGraph(tx: Tx, team_id: string, graph: Graph): Promise<Graph> {
  const { templates, segments } = namedObjects(graph)
  const names = {
    templates: templates.length > 0 ? await findTemplateNames(tx, team_id, [...templates]) : new Map<string, string>(),
    segments: segments.length > 0 ? await findSegmentNames(tx, team_id, [...segments]) : new Map<string, string>(),
  }
  return { ...graph, steps: graph.steps.map(step => stepWithNames(step, names)) }
}
