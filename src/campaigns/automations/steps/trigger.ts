// Starts a run for each event of its name.
import { isOwnEvent } from '../../../base/text/event-names.ts'
import { stepFault, eventNameProblem } from './parts.ts'
import { STEP_COMPLETED, type StepType } from './step-type.ts'

export const triggerStep: StepType<'trigger'> = {
  title: 'Trigger',
  summary: ({ event_name }) => event_name,
  config: ({ event_name }) => ({ event_name }),
  faults: ({ event_name }) => stepFault('event_name', triggerFault(event_name)),
  advance: () => STEP_COMPLETED,
}

function triggerFault(name: string): string | undefined {
  return isOwnEvent(name) ? `"${name}" is a system event and cannot be a trigger` : eventNameProblem(name)
}
