// The form that maps the columns of a file to fields of contacts.
import type { ImportSettings } from '../../../../../audience/imports/actions.ts'
import { FormFault } from '../../../problems.ts'

/** Further columns cannot be imported here, because a form has at most a hundred fields. */
export const COLUMNS_SHOWN_MAX = 60

/** The import targets of a column. */
export const TARGETS = {
  '': 'Do not import',
  email: 'Email address',
  first_name: 'First name',
  last_name: 'Last name',
  unsubscribed: 'Unsubscribed (yes or no)',
  string: 'New property: text',
  number: 'New property: number',
  boolean: 'New property: yes or no',
} as const

/** An existing property: the prefix and its key. */
type ExistingProperty = `property:${string}`
const PROPERTY = 'property:'

export type ColumnTarget = keyof typeof TARGETS | ExistingProperty

export const propertyTarget = (key: string): ExistingProperty => `${PROPERTY}${key}`

const KEY_LENGTH_MAX = 50

export const columnField = (column: number): string => `column_${column}`

/** The key of the property for a column. */
function keyOfColumn(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .slice(0, KEY_LENGTH_MAX)
}

export function targetFromForm(form: URLSearchParams, column: number): ColumnTarget {
  const chosen = form.get(columnField(column)) ?? ''
  return Object.hasOwn(TARGETS, chosen) || chosen.startsWith(PROPERTY) ? (chosen as ColumnTarget) : ''
}

const isExistingProperty = (target: ColumnTarget): target is ExistingProperty => target.startsWith(PROPERTY)

/** The import that the form describes. Throws a `FormFault` for the page to show. */
export function importFromForm(form: URLSearchParams, columns: readonly string[]): ImportSettings {
  const map: NonNullable<ImportSettings['column_map']> = {}
  const properties: NonNullable<typeof map.properties> = {}
  for (const [index, column] of columns.slice(0, COLUMNS_SHOWN_MAX).entries()) {
    const target = targetFromForm(form, index)
    if (target === '') continue
    if (isExistingProperty(target)) {
      const key = target.slice(PROPERTY.length)
      if (Object.hasOwn(properties, key))
        throw new FormFault(`Two columns are mapped to the property “${key}”. Choose one of them.`)
      properties[key] = { column }
      continue
    }
    if (target === 'string' || target === 'number' || target === 'boolean') {
      const key = keyOfColumn(column)
      if (key === '' || Object.hasOwn(properties, key))
        throw new FormFault(`Rename the column “${column}” to import it as a property.`)
      properties[key] = { column, type: target }
      continue
    }
    if (map[target] !== undefined)
      throw new FormFault(`Two columns are mapped to “${TARGETS[target]}”. Choose one of them.`)
    map[target] = column
  }
  if (map.email === undefined) throw new FormFault('Choose the column that contains the email addresses.')
  return {
    column_map: { ...map, properties },
    on_conflict: form.get('on_conflict') === 'skip' ? 'skip' : 'upsert',
    segment_ids: form.getAll('segment_id'),
    topics: new Map(form.getAll('topic_id').map(id => [id, 'opt_in'])),
  }
}
