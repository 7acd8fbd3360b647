// What others may ask of contact properties: which there are, and the values that a contact has.
import type { Tx } from '../store/database.ts'
import type { ContactProperty, PropertyValue, PropertyValues } from './rules.ts'
import * as store from './store.ts'
import { type Changes, type ValueChange, valueChanges } from './values.ts'

/** Every property of the team by its key, with its type and its fallback value (`null` when it has none). */
export async function propertiesOf(tx: Tx, team_id: string): Promise<ReadonlyMap<string, ContactProperty>> {
  return new Map((await store.allContactProperties(tx, team_id)).map(property => [property.key, property]))
}

/** What a contact has been given, by key; properties that it has no value for are not in it. */
export function propertyValues(tx: Tx, team_id: string, contact_id: string): Promise<Record<string, PropertyValue>> {
  return store.listValues(tx, team_id, contact_id)
}

/** What a contact has been given, and what counts where it has not. */
export function valuesFor(tx: Tx, team_id: string, contact_id: string): Promise<PropertyValues> {
  return store.listValuesAndFallbacks(tx, team_id, contact_id)
}

/** What counts for whoever has no values, by key. */
export async function fallbacksOf(tx: Tx, team_id: string): Promise<PropertyValues['fallbacks']> {
  return (await valuesFor(tx, team_id, '')).fallbacks
}

/** What becomes of a contact's values; `null` takes one away. */
export type PlannedValues = readonly ValueChange[]

/**
 * Values by key, checked for a contact of the team; `null` takes a value away, keys that are not named stay as they are.
 * Refuses (422 validation_error) a key that is no property of the team, and a value of another type.
 */
export async function plannedValues(tx: Tx, team_id: string, changes: Changes): Promise<PlannedValues> {
  return valueChanges(changes, await store.listByKeys(tx, team_id, Object.keys(changes)))
}

export async function saveValues(tx: Tx, team_id: string, contact_id: string, planned: PlannedValues): Promise<void> {
  for (const { property_id, value } of planned) await store.saveValue(tx, { team_id, contact_id }, property_id, value)
}
