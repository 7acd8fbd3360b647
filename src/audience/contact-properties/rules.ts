// The properties of contacts, and their allowed values.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas } from '../../../generated/api.ts'
import { valueFault } from '../../base/text/typed-values.ts'
import { describeValue } from '../../base/text/describe-value.ts'

export type PropertyValue = string | number

export interface ContactProperty {
  id: string
  key: string
  type: 'string' | 'number'
  /** The default value for contacts without one; `null`: none. */
  fallback_value: PropertyValue | null
  created_at: string
}

/** Values by the key of their property. */
export interface PropertyValues {
  /** The values of the contact. */
  properties: Record<string, PropertyValue>
  /** The default values for contacts without a value. */
  fallbacks: Record<string, PropertyValue>
}

const KEY = /^\w{1,50}$/

/** Whether the contract allows the text as a key; it may still be reserved. */
export const isPropertyKey = (text: string): boolean => KEY.test(text)

/** Maximum properties of a team: all of them are read for each contact of an automation. */
export const PROPERTIES_MAX = 1000

/** Placeholders and fields that every contact has. They are reserved in any case, because `contact.email` is one, too. */
const RESERVED = new Set(['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL'])

const invalid = (message: string): Error => refusal('validation_error', message)

export function newContactProperty(body: InSchemas['CreateContactProperty'], id: string, now: Date): ContactProperty {
  const { key, type } = body
  if (!isPropertyKey(key)) {
    throw invalid(
      `Invalid \`key\` field: it must have 1 to 50 letters, digits and underscores; received ${describeValue(key)}`,
    )
  }
  if (RESERVED.has(key.toUpperCase())) throw invalid(`The key \`${key}\` is reserved; choose another one`)
  const fallback_value = fallback(type, body.fallback_value ?? null)
  return { id, key, type, fallback_value, created_at: now.toISOString() }
}

/**
 * The changed property. Only the fallback can change: another key or type would change the meaning of stored values.
 */
export function updatedContactProperty(
  property: ContactProperty,
  body: InSchemas['UpdateContactProperty'],
): ContactProperty {
  for (const field of ['key', 'type'] as const) {
    if (body[field] !== undefined && body[field] !== property[field]) {
      throw invalid(`The \`${field}\` of a contact property cannot change; create another property`)
    }
  }
  if (body.fallback_value === undefined) return property
  return { ...property, fallback_value: fallback(property.type, body.fallback_value) }
}

function fallback(type: ContactProperty['type'], value: PropertyValue | null): PropertyValue | null {
  const fault = value === null ? undefined : valueFault(type, value)
  if (fault) throw invalid(`Invalid \`fallback_value\` field: it ${fault}`)
  return value
}
