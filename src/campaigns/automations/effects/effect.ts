// The effect of a step as plain data, with every reference replaced, and its outcome.
import type { StepError } from '../engine/run.ts'
import type { Errand } from './errand.ts'

export interface SendEmail {
  kind: 'send_email'
  step_key: string
  to: string
  contact_id: string
  /** An id or an alias. */
  template_id: string
  /** The values of the step, with references not replaced. */
  given: Readonly<Record<string, unknown>>
  /** The replaced values. A reference without a value is omitted, so that the template's fallback applies. */
  variables: Record<string, unknown>
  from: string | undefined
  subject: string | undefined
  reply_to: string | undefined
  topic_id: string | undefined
  /** The automation is marked as marketing: its emails get the unsubscribe header. */
  marketing: boolean
}

/** The given fields, with the names that the contacts module uses. */
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

/** An errand, which a job performs outside of any transaction. The job settles the step. */
export interface RunErrand {
  kind: 'errand'
  step_key: string
  errand: Errand
}

export type Effect = SendEmail | UpdateContact | DeleteContact | AddToSegment | RunErrand
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** The outcome of an effect. `skipped`: the step was skipped for a reason that is not an error. */
export type EffectOutcome =
  | { output: Record<string, unknown> | null }
  | { skipped: Record<string, unknown> | null }
  | { error: StepError }

export function missingValue(reference: string): StepError {
  return { name: 'missing_value', message: `"${reference}" has no value` }
}

/** Templates reject longer values, so a longer one was not filled in. */
const LONGEST_SHOWN_CHARACTERS = 2000

/**
 * The output of a step that sends an email. Values that templates do not accept are omitted, because payloads can be large.
 */
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
