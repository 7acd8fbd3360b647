// Decides which columns of a file contain which fields of contacts.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import { describeValue } from '../../base/text/describe-value.ts'
import type { CsvDialect, CsvHeader } from './csv.ts'

export type ColumnMap = InSchemas['ImportColumnMap']

const FIELDS = ['first_name', 'last_name', 'unsubscribed'] as const

/** A property with its column, before it is looked up by its key. */
interface PropertyColumn {
  key: string
  type: Schemas['ImportedPropertyType'] | undefined
  column: number
}

/** The indexes of the columns; `null` for a missing column. */
interface FieldColumns {
  email: number
  first_name: number | null
  last_name: number | null
  unsubscribed: number | null
}

export interface FileLayout extends CsvDialect, FieldColumns {
  names: string[]
  properties: { id: string; column: number; holds: Schemas['ImportedPropertyType'] }[]
}

/** The columns of the fields. Refuses (422) a file without addresses, and a map with a missing or duplicate column. */
export function fieldColumns(
  { columns }: Pick<CsvHeader, 'columns'>,
  map: ColumnMap | undefined,
): FieldColumns & { properties: PropertyColumn[] } {
  const email = columns.indexOf(map?.email ?? 'email')
  if (email < 0) {
    const wanted = map?.email === undefined ? '' : ` ${describeValue(map.email)}`
    throw invalid(`CSV missing required email column${wanted}. ${listed(columns)}`)
  }
  const named = (field: string, name: string): number => placeOf(columns, `column_map.${field}`, name)
  named('email', columns[email]!)
  const [first_name, last_name, unsubscribed] = FIELDS.map(field => {
    const name = map?.[field]
    if (name !== undefined) return named(field, name)
    // without a map, columns are found by the names of the fields
    return map || !columns.includes(field) ? null : named(field, field)
  }) as [number | null, number | null, number | null]
  const properties = Object.entries(map?.properties ?? {}).map(([key, { column, type }]) => ({
    key,
    type,
    column: named(`properties.${key}`, column),
  }))
  return { email, first_name, last_name, unsubscribed, properties }
}

function placeOf(columns: readonly string[], field: string, name: string): number {
  const at = columns.indexOf(name)
  if (at < 0)
    throw invalid(`Invalid \`${field}\` field: the CSV has no column ${describeValue(name)}. ${listed(columns)}`)
  if (columns.includes(name, at + 1))
    throw invalid(`Duplicate column ${describeValue(name)} in the CSV. Rename one of them.`)
  return at
}

/** The names of the columns that an import does not read. */
export function ignoredColumns({
  names,
  email,
  first_name,
  last_name,
  unsubscribed,
  properties,
}: FileLayout): string[] {
  const read = new Set([email, first_name, last_name, unsubscribed, ...properties.map(({ column }) => column)])
  return names.filter((_, index) => !read.has(index))
}

const LISTED_MAX = 20

/** The columns of a file for an error message. */
function listed(columns: readonly string[]): string {
  const names = columns.slice(0, LISTED_MAX).map(describeValue)
  const more = columns.length - names.length
  return `Columns of the file: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const invalid = (message: string): Error => refusal('validation_error', message)
