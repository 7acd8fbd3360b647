// The automation after it is created or updated. Each rule checks the automation as it would be stored, and a request that
// violates one changes nothing.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { truncate } from '../../base/text/length.ts'
import { checkGraph } from './graph/check-graph.ts'
import type { Graph } from './graph/graph.ts'
import { problemsRefusal } from './graph/problems.ts'
import type { ExistingObjects, NamedObjects } from './graph/names.ts'
import { namedObjects, readinessProblems } from './graph/readiness.ts'
import { changedSettings, DEFAULT_SETTINGS, type AutomationSettings } from './settings.ts'

export interface Automation {
  id: string
  name: string
  status: Schemas['AutomationStatus']
  /** The number of graphs that this automation has had; a run keeps the one that it started with. 0: there is none. */
  graph_version: number
  /** The newest graph. */
  graph: Graph | null
  settings: AutomationSettings
  created_at: string
  updated_at: string
}

const LONGEST_NAME_CHARACTERS = 255
/** Maximum faults of a graph that are reported together, so that the author can fix all of them at once. */
const MOST_NAMED = 500

type Creation = InSchemas['CreateAutomation']
type Patch = InSchemas['UpdateAutomation']

/** The time of the change, and those of the named objects that exist. */
interface ChangeContext {
  now: Date
  known: ExistingObjects
}

export function newAutomation(body: Creation, { id, now, known }: ChangeContext & { id: string }): Automation {
  const graph = sentGraph(body)
  const moment = now.toISOString()
  const automation: Automation = {
    id,
    name: named(body.name),
    status: body.status,
    graph_version: graph ? 1 : 0,
    graph,
    settings: changedSettings(DEFAULT_SETTINGS, body.settings),
    created_at: moment,
    updated_at: moment,
  }
  if (automation.status === 'enabled') checkReady(automation, known)
  return automation
}

/** The automation after an update. A new graph gets the next version; fields that the patch does not name are unchanged. */
export function updatedAutomation(automation: Automation, patch: Patch, { now, known }: ChangeContext): Automation {
  if (
    patch.name === undefined &&
    patch.status === undefined &&
    patch.steps === undefined &&
    patch.connections === undefined &&
    patch.settings === undefined
  ) {
    const message = 'Send at least one of `name`, `status`, `settings`, or `steps` together with `connections`'
    throw refusal('validation_error', message)
  }
  const graph = sentGraph(patch, automation.status)
  const after: Automation = {
    ...automation,
    name: patch.name === undefined ? automation.name : named(patch.name),
    status: patch.status ?? automation.status,
    graph_version: automation.graph_version + (graph ? 1 : 0),
    graph: graph ?? automation.graph,
    settings: changedSettings(automation.settings, patch.settings),
    updated_at: now.toISOString(),
  }
  // an enabled automation is not checked again, because enabling it changes nothing
  if (automation.status === 'disabled' && after.status === 'enabled') checkReady(after, known)
  return after
}

/** A disabled copy with a new id. */
export function duplicatedAutomation(automation: Automation, id: string, now: Date): Automation {
  const moment = now.toISOString()
  const ending = ' (copy)'
  return {
    ...automation,
    id,
    name: truncate(automation.name, LONGEST_NAME_CHARACTERS - ending.length) + ending,
    status: 'disabled',
    graph_version: automation.graph ? 1 : 0,
    created_at: moment,
    updated_at: moment,
  }
}

export function stoppedAutomation(automation: Automation, now: Date): Automation {
  if (automation.status === 'disabled') return automation
  return { ...automation, status: 'disabled', updated_at: now.toISOString() }
}

/** The names to look up for the checks; none unless the request enables the automation. */
export function namesToCheck(automation: Automation | undefined, body: Creation | Patch): NamedObjects {
  if (body.status !== 'enabled' || automation?.status === 'enabled') return namedObjects(null)
  return namedObjects(body.steps ? { steps: body.steps } : (automation?.graph ?? null))
}

function sentGraph({ steps, connections }: Patch, stored: Automation['status'] = 'disabled'): Graph | null {
  if (!steps && !connections) return null
  if (!steps || !connections) {
    throw refusal(
      'validation_error',
      'Send `steps` and `connections` together, because the graph is replaced as a whole',
    )
  }
  if (stored === 'enabled') {
    const message =
      'The graph of an enabled automation cannot be changed. Disable the automation first, or edit a duplicate.'
    throw refusal('validation_error', message)
  }
  return checkGraph({ steps, connections })
}

function checkReady({ graph }: Automation, known: ExistingObjects): void {
  const problems = readinessProblems(graph, known)
  if (problems.length > 0) throw problemsRefusal(problems, 'The automation cannot be enabled', MOST_NAMED)
}

function named(name: string): string {
  if (name.trim() === '') throw refusal('missing_required_field', 'Missing `name` field.')
  return name
}
