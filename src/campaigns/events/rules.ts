// The allowed names of events, and changes of their definitions.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas } from '../../../generated/api.ts'
import { addressFault, parseBareAddress } from '../../base/text/addresses.ts'
import { eventNameFault, isOwnEvent, OWN_PREFIX } from '../../base/text/event-names.ts'
import { describeValue } from '../../base/text/describe-value.ts'
import type { EventSchema } from './payload.ts'

export interface EventRecord {
  id: string
  name: string
  schema: EventSchema | null
  created_at: string
  updated_at: string
}

/** The contact of an event: by id, or by an address that may not belong to a contact yet. */
export type EventSubject = { contact_id: string } | { email: string }

/** The name, if it is allowed for a definition or a sent event. `field`: the field that contained it. */
export function checkEventName(name: string, field: 'name' | 'event'): string {
  if (name.trim() === '') throw refusal('missing_required_field', `Missing \`${field}\` field.`)
  if (isOwnEvent(name)) {
    throw refusal(
      'validation_error',
      `Names that start with \`${OWN_PREFIX}\` are reserved for system events; received ${describeValue(name)}`,
    )
  }
  const fault = eventNameFault(name)
  if (fault) throw refusal('validation_error', `The \`${field}\` of an event ${fault}; received ${describeValue(name)}`)
  return name
}

export function newEvent(body: InSchemas['CreateEvent'], id: string, now: Date): EventRecord {
  const moment = now.toISOString()
  const name = checkEventName(body.name, 'name')
  return { id, name, schema: body.schema ?? null, created_at: moment, updated_at: moment }
}

/** The definition after a change. The schema is replaced as a whole; `null` removes it. The name never changes. */
export function updatedEvent(event: EventRecord, body: InSchemas['UpdateEvent'], now: Date): EventRecord {
  return { ...event, schema: body.schema, updated_at: now.toISOString() }
}

/** The contact of a sent event. Exactly one of the two fields must be given. */
export function eventSubject({ contact_id, email }: InSchemas['SendEvent']): EventSubject {
  if (contact_id !== undefined && email === undefined) return { contact_id }
  if (email !== undefined && contact_id === undefined) return { email: bareAddress(email) }
  throw refusal('validation_error', 'Send exactly one of `contact_id` and `email`')
}

function bareAddress(email: string): string {
  const address = parseBareAddress(email)
  if (address !== undefined) return address
  const fault = addressFault(email, 'it must be an address like `name@example.com`')
  throw refusal('validation_error', `Invalid \`email\` field: ${fault}; received ${describeValue(email)}`)
}
