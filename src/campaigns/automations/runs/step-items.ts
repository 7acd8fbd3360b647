// The steps of a run for display, with the status of their emails and the reasons for skipped steps.
import type { Schemas } from '../../../../generated/api.ts'
import type { Graph } from '../graph/graph.ts'
import { stepTypeOf } from '../steps/index.ts'
import { connectionFrom, type Run, type StepRecord } from '../engine/run.ts'
import { pathOf } from '../engine/path.ts'

export type RunStepItem = Schemas['StepRun']
type EmailOutcome = Schemas['StepEmail']

/** The emails that steps of the run have sent. */
export function emailIdsOf({ steps }: Pick<Run, 'steps'>): string[] {
  return steps.flatMap(step => emailIdOf(step) ?? [])
}

/** `fates`: by the ids of the emails that still exist. */
export function runStepItems(graph: Graph, run: Run, fates: ReadonlyMap<string, EmailOutcome>): RunStepItem[] {
  const lost = hasLostContact(graph, run)
  return run.steps.map(step => ({
    ...step,
    reason: step.status === 'skipped' ? reasonOf(step, run, lost) : null,
    email: fates.get(emailIdOf(step) ?? '') ?? null,
  }))
}

function emailIdOf({ output }: StepRecord): string | undefined {
  return typeof output?.email_id === 'string' ? output.email_id : undefined
}

function reasonOf({ started_at, completed_at, output }: StepRecord, run: Run, lost: boolean): RunStepItem['reason'] {
  // the step was reached and skipped
  if (completed_at !== null) return output?.reason === 'unsubscribed_from_topic' ? output.reason : 'unsubscribed'
  if (run.status === 'cancelled') return 'cancelled'
  return lost || started_at !== null ? 'contact_deleted' : 'branch_not_taken'
}

/** Whether the run ended early because its contact was deleted: during a step, or although there was a further connection. */
function hasLostContact(graph: Graph, run: Run): boolean {
  const last = pathOf(graph, run).at(-1)
  if (run.status !== 'completed' || !last) return false
  if (stepTypeOf(last.type).removesContact || last.completed_at === null) return true
  return last.way !== null && connectionFrom(graph, last.key, last.way) !== undefined
}
