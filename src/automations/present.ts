// Automations and their runs as they are answered.
import type { Schemas } from '../../generated/api.ts'
import { warningOf } from './problems.ts'
import { doubtsAbout } from './ready.ts'
import type { Run, StepError } from './run.ts'
import type { AutomationRecord } from './rules.ts'

/** As a list shows it. */
export function automationItem(automation: Omit<AutomationRecord, 'graph' | 'settings'>): Schemas['AutomationItem'] {
  const { id, name, status, created_at, updated_at } = automation
  return { id, name, status, created_at, updated_at }
}

export function automationAnswer(automation: AutomationRecord): Schemas['Automation'] {
  const { steps, connections } = automation.graph ?? { steps: [], connections: [] }
  return { object: 'automation', ...automationItem(automation), steps, connections, settings: automation.settings }
}

/** Which automation was saved; while it is enabled, with what is doubtful about it. */
export function savedAnswer({ id, status, graph }: AutomationRecord): Schemas['SavedAutomation'] {
  const warnings = status === 'enabled' ? doubtsAbout(graph).map(warningOf) : []
  return { object: 'automation', id, ...(warnings.length > 0 && { warnings }) }
}

/** As a list shows it. */
export function runItem(run: Schemas['AutomationRunItem']): Schemas['AutomationRunItem'] {
  const { id, status, started_at, completed_at, created_at } = run
  return { id, status, started_at, completed_at, created_at }
}

export function runAnswer(run: Run & { error: StepError | null }): Schemas['AutomationRun'] {
  return { object: 'automation_run', ...runItem(run), error: run.error, steps: run.steps }
}
