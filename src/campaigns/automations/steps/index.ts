// All types of step in the contract. A new type is added here and in a separate file; a missing one is a compiler error.
import type { InSchemas } from '../../../../generated/api.ts'
import type { Step, ConnectionType } from '../graph/graph.ts'
import type { DisplayNames } from '../graph/names.ts'
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

export function stepTypeOf<Type extends Step['type']>(type: Type): StepType<Type> {
  return STEP_TYPES[type]
}

/** A step in the form in which it is stored. */
export function storedStep({ key, type, config }: InSchemas['AutomationStep']): Step {
  // the configuration was checked against its type before
  return { key, type, config: stepTypeOf(type).config(config) } as Step
}

export function titleOf({ type }: Step): string {
  return stepTypeOf(type).title
}

export function summaryOf({ type, config }: Step): string {
  return stepTypeOf(type).summary(config)
}

/** The step for display, with names instead of ids. */
export function stepWithNames(step: Step, names: DisplayNames): Step {
  const config = stepTypeOf(step.type).named?.(step.config, names)
  return config ? ({ ...step, config } as Step) : step
}

/** The ways out of a step of this type. */
export function connectionTypesFrom(type: Step['type']): readonly ConnectionType[] {
  return stepTypeOf(type).connectionTypes ?? ['default']
}

/** Whether a step of this type may have several ways out. */
export function isBranching(type: Step['type']): boolean {
  return connectionTypesFrom(type).length > 1
}

/** The event that the step waits for; `undefined` if it waits for none. */
export function awaitedEvent({ type, config }: Step): string | undefined {
  return stepTypeOf(type).subscription?.event_name(config)
}

/** Whether steps of this type have a response that later steps can refer to. */
export function hasResponse(type: Step['type']): boolean {
  return stepTypeOf(type).hasResponse === true
}

/** Whether the step waits for an event that may have occurred before the wait. */
export function isLookingBack({ type, config }: Step): boolean {
  return stepTypeOf(type).subscription?.looksBack(config) === true
}

/** Whether the time zone of the contact matters to the step. */
export function readsLocalTime({ type, config }: Step): boolean {
  return stepTypeOf(type).readsLocalTime?.(config) === true
}
