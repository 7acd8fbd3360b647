// Contact properties for other modules: finds, creates, changes and removes properties, and reads and writes the values of
// contacts.
import type { InSchemas } from '../../../generated/api.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import {
  type ContactProperty,
  newContactProperty,
  PROPERTIES_MAX,
  type PropertyValue,
  type PropertyValues,
  updatedContactProperty,
} from './rules.ts'
import * as store from './store.ts'
import { type PropertyChanges, type ValueChange, valueChanges } from './values.ts'

/**
 * Creates a property. Refuses (422 validation_error) a reserved or taken key, a fallback of another type, and a property beyond
 * the maximum.
 */
export async function createContactProperty(
  { tx, team_id, now }: TeamUnit,
  body: InSchemas['CreateContactProperty'],
): Promise<ContactProperty> {
  const property = newContactProperty(body, tx.newId('contact_properties'), now)
  tx.guard(team_id, 'contact_properties')
  if ((await store.countContactProperties(tx, team_id)) >= PROPERTIES_MAX) {
    throw refusal('validation_error', `A team can have at most ${PROPERTIES_MAX} contact properties. Delete one first.`)
  }
  if (!(await store.insertContactProperty(tx, team_id, property))) {
    throw refusal('validation_error', `A contact property with the key \`${property.key}\` already exists`)
  }
  return property
}

/** Changes a property. Refuses (422 validation_error) a different key or type, and a fallback of another type. */
export async function updateContactProperty(
  { tx, team_id }: TeamTx,
  property: ContactProperty,
  body: InSchemas['UpdateContactProperty'],
): Promise<void> {
  await store.saveContactProperty(tx, team_id, updatedContactProperty(property, body))
}

/** Removes the property, so that its values are never shown again; a job deletes them. Returns whether it existed. */
export async function removeContactProperty({ tx, team_id, now }: TeamUnit, id: string): Promise<boolean> {
  const was_there = await store.removeContactProperty(tx, { team_id, id })
  if (was_there) await enqueue(tx, 'drop_property_values', { team_id, contact_property_id: id }, now)
  return was_there
}

/** All properties of the team by key, with type and fallback value (`null`: none). */
export async function findPropertiesByKey(tx: Tx, team_id: string): Promise<ReadonlyMap<string, ContactProperty>> {
  return new Map((await store.listAllContactProperties(tx, team_id)).map(property => [property.key, property]))
}

/** The values of one property for these contacts, as text, by contact id. Empty if there is no such property. */
export async function findPropertyTexts(
  tx: Tx,
  { team_id, key }: { team_id: string; key: string },
  contact_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [property] = await store.listContactPropertiesByKey(tx, team_id, [key])
  return property ? store.findPropertyValues(tx, { team_id, property_id: property.id }, contact_ids) : new Map()
}

/** Like `findPropertyTexts`, with the fallback value for contacts without a value. */
export async function findValuesWithFallback(
  tx: Tx,
  { team_id, key }: { team_id: string; key: string },
  contact_ids: readonly string[],
): Promise<(contact_id: string) => PropertyValue | undefined> {
  const [property] = await store.listContactPropertiesByKey(tx, team_id, [key])
  if (!property) return () => undefined
  const values = await store.findPropertyValues(tx, { team_id, property_id: property.id }, contact_ids)
  return contact_id => values.get(contact_id) ?? property.fallback_value ?? undefined
}

/** The fallback values of properties, by key. */
export async function findFallbacks(tx: Tx, team_id: string): Promise<PropertyValues['fallbacks']> {
  return (await store.listValuesAndFallbacks(tx, team_id, '')).fallbacks
}

/** The checked changes of a contact's values; `null` removes one. */
export type PlannedValues = readonly ValueChange[]

/**
 * Checks values by key for a contact of the team; `null` removes a value, and keys that are not named stay unchanged. Refuses
 * (422 validation_error) a key that is not a property of the team, and a value of another type.
 */
export async function planValues(tx: Tx, team_id: string, changes: PropertyChanges): Promise<PlannedValues> {
  return valueChanges(changes, await store.listContactPropertiesByKey(tx, team_id, Object.keys(changes)))
}

export async function savePlannedValues(
  tx: Tx,
  of: { team_id: string; contact_id: string },
  planned: PlannedValues,
): Promise<void> {
  for (const { property_id, value } of planned) await store.savePropertyValue(tx, { ...of, property_id }, value)
}

/** Stores values of many contacts, without a check. */

/** A property that must exist, and its type if it is restricted. */
interface WantedProperty {
  key: string
  type?: 'string' | 'number' | undefined
}

/**
 * The properties of the team with these keys. Missing ones are created, as text unless a type is given. Refuses (422) a
 * property that exists with another type, and one that cannot be created.
 */
export async function findOrCreateProperties(
  { tx, team_id, now }: TeamUnit,
  wanted: readonly WantedProperty[],
): Promise<Map<string, ContactProperty>> {
  tx.guard(team_id, 'contact_properties')
  const known = new Map(
    (
      await store.listContactPropertiesByKey(
        tx,
        team_id,
        wanted.map(({ key }) => key),
      )
    ).map(property => [property.key, property]),
  )
  for (const { key, type } of wanted) {
    const property = known.get(key)
    if (property === undefined || type === undefined || property.type === type) continue
    const message = `The contact property \`${key}\` has the type \`${property.type}\`, not \`${type}\``
    throw refusal('validation_error', message)
  }
  const lacking = wanted.filter(({ key }) => !known.has(key))
  if (lacking.length === 0) return known
  if ((await store.countContactProperties(tx, team_id)) + lacking.length > PROPERTIES_MAX) {
    throw refusal('validation_error', `A team can have at most ${PROPERTIES_MAX} contact properties`)
  }
  for (const { key, type = 'string' } of lacking) {
    const property = newContactProperty({ key, type }, tx.newId('contact_properties'), now)
    await store.insertContactProperty(tx, team_id, property)
    known.set(key, property)
  }
  return known
}
