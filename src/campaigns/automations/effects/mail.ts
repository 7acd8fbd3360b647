// The email of a step in the form that the emails module accepts.
import type { InSchemas } from '../../../../generated/api.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import type { ReservedValues } from '../../../mail/templates/render.ts'
import type { SendEmail } from './effect.ts'
import type { StepError } from '../engine/run.ts'
import type { RunContact } from '../steps/config/variables.ts'

/** The fields that the step provides; the template provides the others. */
export function stepEmailBody({
  to,
  template_id,
  from,
  subject,
  reply_to,
  topic_id,
}: SendEmail): InSchemas['SendEmail'] {
  return {
    to,
    template: { id: template_id },
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
    ...(reply_to !== undefined && { reply_to }),
    ...(topic_id !== undefined && { topic_id }),
  }
}

/** The reserved placeholders with data of the contact. */
export function reservedValuesOf({ email, first_name, last_name, properties, fallbacks }: RunContact): ReservedValues {
  const known = { email, first_name: first_name ?? '', last_name: last_name ?? '' }
  const named = Object.entries({ ...fallbacks, ...properties, ...known }).map(([key, value]) => [
    `contact.${key}`,
    value,
  ])
  return {
    ...Object.fromEntries(named),
    EMAIL: known.email,
    FIRST_NAME: known.first_name,
    LAST_NAME: known.last_name,
  }
}

/**
 * The error of the step, if the effect was refused. Any other error is thrown again, because it is not a fault of the step.
 */
export function stepError(thrown: unknown): StepError {
  if (!(thrown instanceof Refusal) || thrown.status >= 500) throw thrown
  return { name: (thrown.body as { name: string }).name, message: thrown.message }
}
