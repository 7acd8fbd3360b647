// Every type of step that the contract has. A type is added here and in its own file, and nowhere else; one that is missing
// is an error of the compiler.
import type { InSchemas } from '../../../../generated/api.ts'
import type { Step, Way } from '../graph/graph.ts'
import type { Names } from '../graph/names.ts'
import { addToSegmentStep } from './add-to-segment.ts'
import { conditionStep } from './condition.ts'
import { contactDeleteStep } from './contact-delete.ts'
import { contactUpdateStep } from './contact-update.ts'
import { delayStep } from './delay.ts'
import { httpRequestStep } from './http-request.ts'
import { sendEmailStep } from './send-email.ts'
import type { StepType } from './step-type.ts'
import { triggerStep } from './trigger.ts'
import { waitForEventStep } from './wait-for-event.ts'

const STEP_TYPES: { readonly [Type in Step['type']]: StepType<Type> } = {
  trigger: triggerStep,
  delay: delayStep,
  send_email: sendEmailStep,
  wait_for_event: waitForEventStep,
  condition: conditionStep,
  contact_update: contactUpdateStep,
  contact_delete: contactDeleteStep,
  add_to_segment: addToSegmentStep,
  http_request: httpRequestStep,
}

export function stepType<Type extends Step['type']>(type: Type): StepType<Type> {
  return STEP_TYPES[type]
}

/** A step as it is kept. */
export function declaredStep({ key, type, config }: InSchemas['AutomationStep']): Step {
  // that the configuration is of its type was so before
  return { key, type, config: stepType(type).config(config) } as Step
}

export function titleOf({ type }: Step): string {
  return stepType(type).title
}

export function summaryOf({ type, config }: Step): string {
  return stepType(type).summary(config)
}

/** The step for people to read: what it names has the name that they know. */
export function namedStep(step: Step, names: Names): Step {
  const config = stepType(step.type).named?.(step.config, names)
  return config ? ({ ...step, config } as Step) : step
}

/** Which ways may lead away from such a step. */
export function waysFrom(type: Step['type']): readonly Way[] {
  return stepType(type).ways ?? ['default']
}

/** Whether more than one way may lead away from such a step. */
export function isBranching(type: Step['type']): boolean {
  return waysFrom(type).length > 1
}

/** The event that the step waits for, if it does. */
export function awaitedEvent({ type, config }: Step): string | undefined {
  return stepType(type).hears?.event_name(config)
}

/** Whether steps of this type leave an answer that later steps can refer to. */
export function leavesAnswer(type: Step['type']): boolean {
  return stepType(type).leavesAnswer === true
}

/** Whether the step waits for an event that may have come before. */
export function isLookingBack({ type, config }: Step): boolean {
  return stepType(type).hears?.looksBack(config) === true
}

/** Whether it matters where the contact is. */
export function readsLocalTime({ type, config }: Step): boolean {
  return stepType(type).readsLocalTime?.(config) === true
}
