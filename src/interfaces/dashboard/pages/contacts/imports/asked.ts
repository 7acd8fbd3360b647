// Reads the form about a file of contacts: the import target of each column.
import type { WantedImport } from '../../../../../audience/imports/actions.ts'
import { FormFault } from '../../../problems.ts'

/** Further columns cannot be imported here, because a form has at most a hundred fields. */
export const COLUMNS_SHOWN_MAX = 60

/** The import targets of a column. */
export const GOALS = {
  '': 'Not imported',
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

export type Goal = keyof typeof GOALS | ExistingProperty

export const propertyGoal = (key: string): ExistingProperty => `${PROPERTY}${key}`

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

export function goalOf(form: URLSearchParams, column: number): Goal {
  const given = form.get(columnField(column)) ?? ''
  return Object.hasOwn(GOALS, given) || given.startsWith(PROPERTY) ? (given as Goal) : ''
}

const isExistingProperty = (goal: Goal): goal is ExistingProperty => goal.startsWith(PROPERTY)

/** The import that the form describes. Throws a `FormFault` for the page to show. */
export function askedImport(form: URLSearchParams, columns: readonly string[]): WantedImport {
  const map: NonNullable<WantedImport['column_map']> = {}
  const properties: NonNullable<typeof map.properties> = {}
  for (const [index, column] of columns.slice(0, COLUMNS_SHOWN_MAX).entries()) {
    const goal = goalOf(form, index)
    if (goal === '') continue
    if (isExistingProperty(goal)) {
      const key = goal.slice(PROPERTY.length)
      if (Object.hasOwn(properties, key))
        throw new FormFault(`Two columns go to the property “${key}”. Choose one of them.`)
      properties[key] = { column }
      continue
    }
    if (goal === 'string' || goal === 'number' || goal === 'boolean') {
      const key = keyOfColumn(column)
      if (key === '' || Object.hasOwn(properties, key))
        throw new FormFault(`Rename the column “${column}” to import it as a property.`)
      properties[key] = { column, type: goal }
      continue
    }
    if (map[goal] !== undefined) throw new FormFault(`Two columns go to “${GOALS[goal]}”. Choose one of them.`)
    map[goal] = column
  }
  if (map.email === undefined) throw new FormFault('Choose the column that has the email addresses.')
  return {
    column_map: { ...map, properties },
    on_conflict: form.get('on_conflict') === 'skip' ? 'skip' : 'upsert',
    segment_ids: form.getAll('segment_id'),
    topics: new Map(form.getAll('topic_id').map(id => [id, 'opt_in'])),
  }
}
