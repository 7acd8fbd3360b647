// What becomes of an automation when it is created or updated. Every rule is judged on the automation as it is stored,
// and a request that breaks one changes nothing.
import { refusal } from '../refusal.ts'
import type { InSchemas, Schemas } from '../../generated/api.ts'
import { type Graph, soundGraph } from './graph.ts'
import { refused } from './problems.ts'
import { readyProblems, type TemplatesByName, templatesOf } from './ready.ts'

export interface AutomationRecord {
  id: string
  name: string
  status: Schemas['AutomationStatus']
  /** Counts the graphs of this automation; runs keep the one that they began with. 0 before the first. */
  graph_version: number
  /** The newest graph. */
  graph: Graph | null
  created_at: string
  updated_at: string
}

type Creation = InSchemas['CreateAutomation']
type Patch = InSchemas['UpdateAutomation']

export function created(body: Creation, id: string, now: Date, templates: TemplatesByName): AutomationRecord {
  const graph = sentGraph(body)
  const moment = now.toISOString()
  const automation: AutomationRecord = {
    id,
    name: named(body.name),
    status: body.status,
    graph_version: graph ? 1 : 0,
    graph,
    created_at: moment,
    updated_at: moment,
  }
  if (automation.status === 'enabled') checkReady(automation, templates)
  return automation
}

/** The automation after an update. A new graph has the next version; whatever the patch does not name stays. */
export function patched(
  automation: AutomationRecord,
  patch: Patch,
  now: Date,
  templates: TemplatesByName,
): AutomationRecord {
  if (
    patch.name === undefined &&
    patch.status === undefined &&
    patch.steps === undefined &&
    patch.connections === undefined
  ) {
    throw refusal('validation_error', 'Give at least one of `name`, `status`, or `steps` together with `connections`')
  }
  const graph = sentGraph(patch, automation.status)
  const after: AutomationRecord = {
    ...automation,
    name: patch.name === undefined ? automation.name : named(patch.name),
    status: patch.status ?? automation.status,
    graph_version: automation.graph_version + (graph ? 1 : 0),
    graph: graph ?? automation.graph,
    updated_at: now.toISOString(),
  }
  // enabling what is enabled changes nothing, so it is not asked again
  if (automation.status === 'disabled' && after.status === 'enabled') checkReady(after, templates)
  return after
}

/** The templates to look up before deciding; none unless the request enables the automation. */
export function templatesToCheck(automation: AutomationRecord | undefined, body: Creation | Patch): string[] {
  if (body.status !== 'enabled' || automation?.status === 'enabled') return []
  return templatesOf(body.steps ? { steps: body.steps } : (automation?.graph ?? null))
}

function sentGraph({ steps, connections }: Patch, stored: AutomationRecord['status'] = 'disabled'): Graph | null {
  if (!steps && !connections) return null
  if (!steps || !connections) {
    throw refusal('validation_error', 'The graph is replaced as a whole: send `steps` and `connections` together')
  }
  if (stored === 'enabled') {
    const message =
      'The graph of an enabled automation cannot be changed; disable it first, or duplicate it and edit the copy'
    throw refusal('validation_error', message)
  }
  return soundGraph({ steps, connections })
}

function checkReady({ graph }: AutomationRecord, templates: TemplatesByName): void {
  const problems = readyProblems(graph, templates)
  if (problems.length > 0) throw refused(problems, 'The automation cannot be enabled')
}

function named(name: string): string {
  if (name.trim() === '') throw refusal('missing_required_field', 'Missing `name` field.')
  return name
}
