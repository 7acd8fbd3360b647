import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import type { ContactProperty, PropertyValue, Values } from './rules.ts'

interface Row extends Omit<ContactProperty, 'fallback_value'> {
  team_id: string
  fallback_value: string | null
}

const toRow = (team_id: string, property: ContactProperty): Row => ({
  ...property,
  team_id,
  fallback_value: property.fallback_value === null ? null : String(property.fallback_value),
})

const fromRow = (row: Row): ContactProperty => ({
  ...row,
  fallback_value: row.fallback_value === null ? null : valueOf(row.type, row.fallback_value),
})

/** A value as it was before it became text. */
const valueOf = (type: ContactProperty['type'], text: string): PropertyValue =>
  type === 'number' ? Number(text) : text

const LEFT_BEHIND = 200

const list = new PagedList<{ team_id: string }, Row>((knex, place) =>
  knex('contact_properties').select('*').where('team_id', place('team_id')),
)

const all = statement<{ team_id: string }, Row>((knex, place) =>
  knex('contact_properties').select('*').where('team_id', place('team_id')).orderBy('key'),
)

const count = statement<{ team_id: string }, { count: number }>((knex, place) =>
  knex('contact_properties').where('team_id', place('team_id')).count({ count: '*' }),
)

const byId = statement<{ team_id: string; id: string }, Row>((knex, place) =>
  knex('contact_properties')
    .select('*')
    .where({ id: place('id'), team_id: place('team_id') }),
)

const byKey = new AnyOf<{ team_id: string }, Row>((knex, place, keys) =>
  knex('contact_properties').select('*').where('team_id', place('team_id')).whereIn('key', keys),
)

const insertIfNew = statement<Row>((knex, place) =>
  knex('contact_properties')
    .insert({
      id: place('id'),
      team_id: place('team_id'),
      key: place('key'),
      type: place('type'),
      fallback_value: place('fallback_value'),
      created_at: place('created_at'),
    })
    .onConflict(['team_id', 'key'])
    .ignore(),
)

const save = statement<Row>((knex, place) =>
  knex('contact_properties')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({ fallback_value: place('fallback_value') }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('contact_properties')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

// without a property its values are nowhere to be seen, so it does not matter when they go
const valuesOf = statement<{ contact_id: string }, { key: string; type: ContactProperty['type']; value: string }>(
  (knex, place) =>
    knex('contact_property_values as has')
      .join('contact_properties as property', 'property.id', 'has.property_id')
      .select('property.key', 'property.type', 'has.value')
      .where('has.contact_id', place('contact_id'))
      .orderBy('property.key'),
)

interface ValueRow {
  key: string
  type: ContactProperty['type']
  value: string | null
  fallback_value: string | null
}

const valuesAndFallbacks = statement<{ team_id: string; contact_id: string }, ValueRow>((knex, place) =>
  knex('contact_properties as property')
    .leftJoin('contact_property_values as has', join => {
      join.on('has.property_id', 'property.id').andOn('has.contact_id', knex.raw('?', [place('contact_id')]))
    })
    .select('property.key', 'property.type', 'has.value', 'property.fallback_value')
    .where('property.team_id', place('team_id'))
    .where(some => some.whereNotNull('has.value').orWhereNotNull('property.fallback_value'))
    .orderBy('property.key'),
)

const insertValue = statement<{ contact_id: string; property_id: string; value: string }>((knex, place) =>
  knex('contact_property_values')
    .insert({ contact_id: place('contact_id'), property_id: place('property_id'), value: place('value') })
    .onConflict(['contact_id', 'property_id'])
    .merge(['value']),
)

const removeValue = statement<{ contact_id: string; property_id: string }>((knex, place) =>
  knex('contact_property_values')
    .where({ contact_id: place('contact_id'), property_id: place('property_id') })
    .delete(),
)

const removeSomeValues = statement<{ property_id: string }>((knex, place) =>
  knex('contact_property_values')
    .where('property_id', place('property_id'))
    .whereIn(
      'contact_id',
      knex('contact_property_values')
        .select('contact_id')
        .where('property_id', place('property_id'))
        .limit(LEFT_BEHIND),
    )
    .delete(),
)

export async function listContactProperties(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ContactProperty>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  return { rows: rows.map(fromRow), has_more }
}

export async function allContactProperties(tx: Tx, team_id: string): Promise<ContactProperty[]> {
  return (await tx.all(all, { team_id })).map(fromRow)
}

export async function findContactProperty(tx: Tx, team_id: string, id: string): Promise<ContactProperty | undefined> {
  const row = await tx.get(byId, { team_id, id })
  return row && fromRow(row)
}

export async function listByKeys(tx: Tx, team_id: string, keys: string[]): Promise<ContactProperty[]> {
  return (await byKey.all(tx, { team_id }, keys)).map(fromRow)
}

export async function countContactProperties(tx: Tx, team_id: string): Promise<number> {
  return (await tx.get(count, { team_id }))!.count
}

/** Whether its key was free. */
export async function insertContactProperty(tx: Tx, team_id: string, property: ContactProperty): Promise<boolean> {
  return (await tx.run(insertIfNew, toRow(team_id, property))) > 0
}

export async function saveContactProperty(tx: Tx, team_id: string, property: ContactProperty): Promise<void> {
  await tx.run(save, toRow(team_id, property))
}

/** Whether there was such a property. Its values stay until `removeValuesOf`. */
export async function removeContactProperty(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}

/** Removes some of the values of a property that is gone; whether more may be left. */
export async function removeValuesOf(tx: Tx, property_id: string): Promise<boolean> {
  return (await tx.run(removeSomeValues, { property_id })) === LEFT_BEHIND
}

/** What a contact has been given, by key. */
export async function listValues(tx: Tx, contact_id: string): Promise<Record<string, PropertyValue>> {
  const rows = await tx.all(valuesOf, { contact_id })
  return Object.fromEntries(rows.map(({ key, type, value }) => [key, valueOf(type, value)]))
}

/** What a contact has been given, and what counts where it was given nothing, by key. */
export async function listValuesAndFallbacks(tx: Tx, team_id: string, contact_id: string): Promise<Values> {
  const rows = await tx.all(valuesAndFallbacks, { team_id, contact_id })
  const some = (column: 'value' | 'fallback_value'): Record<string, PropertyValue> =>
    Object.fromEntries(
      rows.flatMap(row => {
        const text = row[column]
        return text === null ? [] : [[row.key, valueOf(row.type, text)]]
      }),
    )
  return { properties: some('value'), fallbacks: some('fallback_value') }
}

/** Gives a contact a value, or takes it away with `null`. */
export async function saveValue(
  tx: Tx,
  contact_id: string,
  property_id: string,
  value: PropertyValue | null,
): Promise<void> {
  if (value === null) await tx.run(removeValue, { contact_id, property_id })
  else await tx.run(insertValue, { contact_id, property_id, value: String(value) })
}
