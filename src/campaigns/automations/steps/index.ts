// All types of step in the contract. A new type is added here and in a separate file; a missing one is a compiler error.
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

/** A step in the form in which it is stored. */
export function declaredStep({ key, type, config }: InSchemas['AutomationStep']): Step {
  // the configuration was checked against its type before
  return { key, type, config: stepType(type).config(config) } as Step
}

export function titleOf({ type }: Step): string {
  return stepType(type).title
}

export function summaryOf({ type, config }: Step): string {
  return stepType(type).summary(config)
}

/** The step for display, with names instead of ids. */
export function namedStep(step: Step, names: Names): Step {
  const config = stepType(step.type).named?.(step.config, names)
  return config ? ({ ...step, config } as Step) : step
}

/** The ways out of a step of this type. */
export function waysFrom(type: Step['type']): readonly Way[] {
  return stepType(type).ways ?? ['default']
}

/** Whether a step of this type may have several ways out. */
export function isBranching(type: Step['type']): boolean {
  return waysFrom(type).length > 1
}

/** The event that the step waits for; `undefined` if it waits for none. */
export function awaitedEvent({ type, config }: Step): string | undefined {
  return stepType(type).hears?.event_name(config)
}

/** Whether steps of this type have a response that later steps can refer to. */
export function leavesAnswer(type: Step['type']): boolean {
  return stepType(type).leavesAnswer === true
}

/** Whether the step waits for an event that may have occurred before the wait. */
export function isLookingBack({ type, config }: Step): boolean {
  return stepType(type).hears?.looksBack(config) === true
}

/** Whether the time zone of the contact matters to the step. */
export function readsLocalTime({ type, config }: Step): boolean {
  return stepType(type).readsLocalTime?.(config) === true
}
