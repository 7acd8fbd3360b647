// What others may ask of contact properties: which there are, and the values that a contact has.
import type { Tx } from '../store/database.ts'
import type { ContactProperty, PropertyValue } from './rules.ts'
import * as store from './store.ts'
import { type Changes, valueChanges } from './values.ts'

/** Every property of the team by its key, with its type and its fallback value (`null` when it has none). */
export async function propertiesOf(tx: Tx, team_id: string): Promise<ReadonlyMap<string, ContactProperty>> {
  return new Map((await store.allContactProperties(tx, team_id)).map(property => [property.key, property]))
}

/** What a contact has been given, by key; properties that it has no value for are not in it. */
export function propertyValues(tx: Tx, contact_id: string): Promise<Record<string, PropertyValue>> {
  return store.listValues(tx, contact_id)
}

/** Refuses what `changePropertyValues` would refuse; for who wants to know without changing anything. */
export async function checkPropertyValues(tx: Tx, team_id: string, changes: Changes): Promise<void> {
  valueChanges(changes, await store.listByKeys(tx, team_id, Object.keys(changes)))
}

/**
 * Gives a contact of the team values by key; `null` takes a value away, keys that are not named stay as they are.
 * Refuses (422 validation_error) a key that is no property of the team, and a value of another type, before anything is
 * written.
 */
export async function changePropertyValues(
  tx: Tx,
  team_id: string,
  contact_id: string,
  changes: Changes,
): Promise<void> {
  const known = await store.listByKeys(tx, team_id, Object.keys(changes))
  for (const { property_id, value } of valueChanges(changes, known)) {
    await store.saveValue(tx, contact_id, property_id, value)
  }
}
