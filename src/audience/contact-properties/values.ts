// Decides the changes of a contact's values.
import { refusal } from '../../base/text/refusal.ts'
import { valueFault } from '../../base/text/typed-values.ts'
import { type ContactProperty, type PropertyValue } from './rules.ts'

/** Values by the key of their property; `null` removes one. */
export type PropertyChanges = Readonly<Record<string, unknown>>

export interface ValueChange {
  property_id: string
  key: string
  value: PropertyValue | null
}

/** The changes. `known`: the properties with these keys. Refuses the first fault. */
export function valueChanges(changes: PropertyChanges, known: readonly ContactProperty[]): ValueChange[] {
  const byKey = new Map(known.map(property => [property.key, property]))
  return Object.entries(changes).map(([key, value]) => {
    const property = byKey.get(key)
    if (!property) throw invalid(`Unknown contact property \`${key}\`. Create it first.`)
    return { property_id: property.id, key, value: kept(property, value) }
  })
}

function kept({ key, type }: ContactProperty, value: unknown): PropertyValue | null {
  if (value === null) return null
  // clients may send booleans, which have no property type
  const given = type === 'string' && typeof value === 'boolean' ? String(value) : value
  const fault = valueFault(type, given)
  if (fault) throw invalid(`Invalid \`properties.${key}\` field: it ${fault}`)
  return given as PropertyValue
}

const invalid = (message: string): Error => refusal('validation_error', message)
