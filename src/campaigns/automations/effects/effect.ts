// What a step does to the world, as plain data with every reference replaced, and what came of it.
import type { StepError } from '../engine/run.ts'
import type { Errand } from './errand.ts'

export interface SendEmail {
  kind: 'send_email'
  step_key: string
  to: string
  contact_id: string
  /** Id or alias. */
  template_id: string
  /** The step's values as they are written. */
  given: Readonly<Record<string, unknown>>
  /** Resolved values; what led nowhere is left to the template's fallback. */
  variables: Record<string, unknown>
  from: string | undefined
  subject: string | undefined
  reply_to: string | undefined
  topic_id: string | undefined
  /** Of an automation whose mail can be left by a link in its head. */
  marketing: boolean
}

/** Fields that are given, by the names that the contacts room has for them. */
export interface ContactChange {
  first_name?: string | null
  last_name?: string | null
  unsubscribed?: boolean
  properties?: Record<string, unknown>
}

export interface UpdateContact {
  kind: 'update_contact'
  step_key: string
  change: ContactChange
}

interface DeleteContact {
  kind: 'delete_contact'
  step_key: string
}

interface AddToSegment {
  kind: 'add_to_segment'
  step_key: string
  segment_id: string
}

/** What is done outside of any unit of work, by a job that settles the step when it is done. */
export interface RunErrand {
  kind: 'errand'
  step_key: string
  errand: Errand
}

export type Effect = SendEmail | UpdateContact | DeleteContact | AddToSegment | RunErrand
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** What came of an effect. `skipped`: there was a good reason not to do it. */
export type EffectOutcome =
  | { output: Record<string, unknown> | null }
  | { skipped: Record<string, unknown> | null }
  | { error: StepError }

export function missingValue(reference: string): StepError {
  return { name: 'missing_value', message: `"${reference}" has no value` }
}

/** No template takes more, so what is longer filled nothing. */
const LONGEST_SHOWN_CHARACTERS = 2000

/** What a mail's step shows of it. Values that no template takes are left out: payloads can be large. */
export function sentOutput(
  { to, template_id, variables }: SendEmail,
  email_id: string | null,
): Record<string, unknown> {
  const shown = Object.entries(variables).filter(
    ([, value]) =>
      (typeof value === 'string' && value.length <= LONGEST_SHOWN_CHARACTERS) ||
      typeof value === 'number' ||
      typeof value === 'boolean',
  )
  return { to, email_id, template: { id: template_id, variables: shown.length > 0 ? Object.fromEntries(shown) : null } }
}
