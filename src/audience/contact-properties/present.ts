// Contact properties in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { ContactProperty } from './rules.ts'

/** A list item. */
export function contactPropertyItem(property: ContactProperty): Schemas['ContactPropertyItem'] {
  const { id, key, type, fallback_value, created_at } = property
  return { id, key, type, fallback_value, created_at }
}

export function contactPropertyResponse(property: ContactProperty): Schemas['ContactProperty'] {
  return { object: 'contact_property', ...contactPropertyItem(property) }
}
