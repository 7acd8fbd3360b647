// Automations and their runs in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import { warningOf } from './graph/problems.ts'
import { graphWarnings } from './graph/readiness.ts'
import type { Run, StepError } from './engine/run.ts'
import type { Automation } from './rules.ts'

/** A list item. */
export function automationItem(automation: Omit<Automation, 'graph' | 'settings'>): Schemas['AutomationItem'] {
  const { id, name, status, created_at, updated_at } = automation
  return { id, name, status, created_at, updated_at }
}

export function automationResponse(automation: Automation): Schemas['Automation'] {
  const { steps, connections } = automation.graph ?? { steps: [], connections: [] }
  return { object: 'automation', ...automationItem(automation), steps, connections, settings: automation.settings }
}

/** The response to a save: the id and, if the automation is enabled, its probable mistakes. */
export function savedAutomationResponse({ id, status, graph }: Automation): Schemas['SavedAutomation'] {
  const warnings = status === 'enabled' ? graphWarnings(graph).map(warningOf) : []
  return { object: 'automation', id, ...(warnings.length > 0 && { warnings }) }
}

type ListedRun = Pick<Run, 'id' | 'status' | 'contact_id' | 'started_at' | 'completed_at' | 'created_at'>

/** A list item. `contact_email`: `undefined` if the contact was deleted. */
export function runItem(run: ListedRun, contact_email: string | undefined): Schemas['AutomationRunItem'] {
  const { id, status, contact_id, started_at, completed_at, created_at } = run
  return { id, status, started_at, completed_at, created_at, contact_id, contact_email: contact_email ?? null }
}

export function runResponse(
  run: ListedRun & { error: StepError | null },
  contact_email: string | undefined,
  steps: Schemas['StepRun'][],
): Schemas['AutomationRun'] {
  return { object: 'automation_run', ...runItem(run, contact_email), error: run.error, steps }
}
