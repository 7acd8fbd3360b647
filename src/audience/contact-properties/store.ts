// Tables of contact properties and of the values of contacts.
import { nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { type InputRow, inputRows } from '../../base/store/input-rows.ts'
import { acrossTeams, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { ContactProperty, PropertyValue, PropertyValues } from './rules.ts'

const properties = table('contact_properties', {
  id: uuid,
  team_id: uuid,
  key: text,
  type: oneOf<ContactProperty['type']>(),
  /** As text, regardless of the type. */
  fallback_value: nullable(text),
  created_at: text,
})

const given = table('contact_property_values', { contact_id: uuid, property_id: uuid, value: text, team_id: uuid })

type Row = RecordOf<typeof properties>

const toRow = (team_id: string, property: ContactProperty): Row => ({
  ...property,
  team_id,
  fallback_value: property.fallback_value === null ? null : String(property.fallback_value),
})

const fromRow = (row: Row): ContactProperty => ({
  ...row,
  fallback_value: row.fallback_value === null ? null : valueOf(row.type, row.fallback_value),
})

/** A stored value, converted to its type. */
const valueOf = (type: ContactProperty['type'], stored: string): PropertyValue =>
  type === 'number' ? Number(stored) : stored

const list = properties.list('team_id')
const byId = properties.find('team_id', 'id')
const byKey = properties.findAny('key', 'team_id')
const insertIfNew = properties.insertIfNew('team_id', 'key')
const save = properties.update({ by: ['team_id', 'id'], set: ['fallback_value'] })
/** Removes the property. Returns whether it existed. Its values remain until `removeValuesOf`. */
export const removeContactProperty = properties.remove('team_id', 'id').did

const all = properties.query<{ team_id: string }>(({ rows, params }) => rows.where(params('team_id')).orderBy('key'))

const count = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(properties.name).where('team_id', param('team_id')).count({ count: '*' }),
)

interface OfContact {
  team_id: string
  contact_id: string
}

// values of a removed property are not found, because the property is joined, so they may be deleted later. A cross join,
// because SQLite preserves its order: a contact has values of few of a team's properties
const valuesOf = statement<OfContact, Pick<Row, 'key' | 'type'> & { value: string }>((knex, param) =>
  knex('contact_property_values as has')
    .crossJoin(knex.ref('contact_properties').as('property'))
    .select('property.key', 'property.type', 'has.value')
    .where({ 'has.contact_id': param('contact_id'), 'has.team_id': param('team_id') })
    .where('property.id', knex.ref('has.property_id'))
    .where('property.team_id', param('team_id'))
    .orderBy('property.key'),
)

const valuesAndFallbacks = statement<
  OfContact,
  Pick<Row, 'key' | 'type' | 'fallback_value'> & { value: string | null }
>((knex, param) =>
  knex('contact_properties as property')
    .leftJoin('contact_property_values as has', join => {
      join.on({ 'has.property_id': 'property.id', 'has.team_id': 'property.team_id' })
      join.andOn('has.contact_id', knex.raw('?', [param('contact_id')]))
    })
    .select('property.key', 'property.type', 'has.value', 'property.fallback_value')
    .where('property.team_id', param('team_id'))
    .where(some => some.whereNotNull('has.value').orWhereNotNull('property.fallback_value'))
    .orderBy('property.key'),
)

const ofMany = given.findAny('contact_id', 'team_id')
const among = given.only('contact_id', 'value').findAny('contact_id', 'team_id', 'property_id')
const saveValueOf = given.upsert(['contact_id', 'property_id'], ['value'])
const removeValue = given.remove('team_id', 'contact_id', 'property_id')
/** Deletes some values of a removed property. */
export const removeValuesOf = given.removeSome({ key: ['contact_id'], by: ['team_id', 'property_id'], limit: 200 }).more

const GIVEN = { contact_id: 'uuid', property_id: 'uuid', value: 'text' } as const

// the condition excludes values of a property that was removed after it was read: they would never be deleted
const saveGiven = statement<{ team_id: string; rows: InputRow[] }>((knex, param) => {
  return knex.raw(
    `insert into contact_property_values (contact_id, property_id, value, team_id)
     select given.contact_id, given.property_id, given.value, ? from ?
     where given.property_id in (select id from contact_properties where team_id = ?)
     on conflict ? do update set value = excluded.value`,
    [param('team_id'), inputRows(knex, GIVEN), param('team_id'), given.conflict(knex, 'contact_id', 'property_id')],
  )
})

const teamOfValues = acrossTeams(
  'for jobs created before jobs stored their team',
  given
    .only('team_id')
    .query<{ property_id: string }>(({ rows, params }) => rows.where(params('property_id')), 'limit 1'),
)

export async function listContactProperties(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ContactProperty>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  return { rows: rows.map(fromRow), has_more }
}

export async function listAllContactProperties(tx: Tx, team_id: string): Promise<ContactProperty[]> {
  return (await tx.all(all, { team_id })).map(fromRow)
}

export async function findContactProperty(tx: Tx, team_id: string, id: string): Promise<ContactProperty | undefined> {
  const row = await tx.get(byId, { team_id, id })
  return row && fromRow(row)
}

export async function listContactPropertiesByKey(tx: Tx, team_id: string, keys: string[]): Promise<ContactProperty[]> {
  return (await byKey.all(tx, { team_id }, keys)).map(fromRow)
}

export async function countContactProperties(tx: Tx, team_id: string): Promise<number> {
  return (await tx.get(count, { team_id }))!.count
}

/** Stores a property. Returns whether its key was free. */
export async function insertContactProperty(tx: Tx, team_id: string, property: ContactProperty): Promise<boolean> {
  return (await tx.run(insertIfNew, toRow(team_id, property))) > 0
}

export async function saveContactProperty(tx: Tx, team_id: string, property: ContactProperty): Promise<void> {
  await tx.run(save, toRow(team_id, property))
}

/** The team whose contacts have values of the property, if there are any. */
export async function findTeamOfValues(tx: Tx, property_id: string): Promise<string | undefined> {
  return (await tx.get(teamOfValues, { property_id }))?.team_id
}

/** The values of a contact, by key; properties without a value are missing. */
export async function listPropertyValues(
  tx: Tx,
  team_id: string,
  contact_id: string,
): Promise<Record<string, PropertyValue>> {
  const rows = await tx.all(valuesOf, { team_id, contact_id })
  return Object.fromEntries(rows.map(({ key, type, value }) => [key, valueOf(type, value)]))
}

/** The stored values of one property for these contacts. */
export async function findPropertyValues(
  tx: Tx,
  of: { team_id: string; property_id: string },
  contact_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await among.all(tx, of, contact_ids)).map(({ contact_id, value }) => [contact_id, value]))
}

/** All stored values of these contacts, by property id, then by contact id. */
export async function findValuesOfContacts(
  tx: Tx,
  team_id: string,
  contact_ids: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>()
  for (const { contact_id, property_id, value } of await ofMany.all(tx, { team_id }, contact_ids)) {
    const of = found.get(property_id) ?? new Map<string, string>()
    found.set(property_id, of.set(contact_id, value))
  }
  return found
}

/** The values of a contact and the fallback values, by key. */
export async function listValuesAndFallbacks(tx: Tx, team_id: string, contact_id: string): Promise<PropertyValues> {
  const rows = await tx.all(valuesAndFallbacks, { team_id, contact_id })
  const some = (column: 'value' | 'fallback_value'): Record<string, PropertyValue> =>
    Object.fromEntries(
      rows.flatMap(row => {
        const stored = row[column]
        return stored === null ? [] : [[row.key, valueOf(row.type, stored)]]
      }),
    )
  return { properties: some('value'), fallbacks: some('fallback_value') }
}

/** Stores a value of a contact, or removes it with `null`. */
export async function savePropertyValue(
  tx: Tx,
  of: OfContact & { property_id: string },
  value: PropertyValue | null,
): Promise<void> {
  if (value === null) await tx.run(removeValue, of)
  else await tx.run(saveValueOf, { ...of, value: String(value) })
}

/** Stores values of many contacts, each with the ids of the contact and of the property. */
export async function savePropertyValues(
  tx: Tx,
  team_id: string,
  values: readonly { contact_id: string; property_id: string; value: PropertyValue }[],
): Promise<void> {
  const rows = values.map(({ contact_id, property_id, value }) => [contact_id, property_id, String(value)])
  tx.put(saveGiven, { team_id, rows })
}
