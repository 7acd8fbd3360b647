// Contacts with their topics, in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { PropertyValue } from '../contact-properties/rules.ts'
import type { ContactRecord } from './rules.ts'

/** A list item. */
export function contactItem(contact: ContactRecord): Schemas['ContactItem'] {
  const { id, email, first_name, last_name, created_at, unsubscribed } = contact
  return { id, email, first_name, last_name, created_at, unsubscribed }
}

export function contactResponse(
  contact: ContactRecord,
  values: Readonly<Record<string, PropertyValue>>,
): Schemas['Contact'] {
  const properties = Object.entries(values).map(([key, value]) => [key, typedValue(value)] as const)
  const { tracking_allowed } = contact
  return { object: 'contact', ...contactItem(contact), properties: Object.fromEntries(properties), tracking_allowed }
}

const typedValue = (value: PropertyValue): Schemas['ContactPropertyValue'] =>
  typeof value === 'string' ? { type: 'string', value } : { type: 'number', value }
