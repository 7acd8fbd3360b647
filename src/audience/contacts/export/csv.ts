// Contacts as CSV (RFC 4180): the column names and the cells.
import type * as CsvStringify from 'csv-stringify/sync'
import { lazy } from '../../../base/runtime/lazy.ts'
import { escapeFormula } from '../../../base/text/formula.ts'
import type { ContactRecord } from '../rules.ts'

const csvStringify = lazy<typeof CsvStringify>('csv-stringify/sync')

const FIELDS = ['email', 'first_name', 'last_name', 'unsubscribed', 'created_at'] as const

export interface ExportedProperty {
  id: string
  key: string
  type: 'string' | 'number'
}

/** Values by property id, then by contact id. */
type ExportedValues = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Maximum cells of a page: reading and writing it takes some milliseconds, regardless of the number of columns. */
const CELLS_MAX = 5000
const ROWS_MAX = 500

/** The number of contacts in a page. */
export function exportPageLength(properties: readonly ExportedProperty[]): number {
  return Math.min(ROWS_MAX, Math.max(1, Math.floor(CELLS_MAX / (FIELDS.length + properties.length))))
}

/** The header line. A property with the key of a field gets a prefix with a dot, which no key contains. */
export function exportHeaderLine(properties: readonly ExportedProperty[]): string {
  const taken = new Set<string>(FIELDS)
  return written([[...FIELDS, ...properties.map(({ key }) => (taken.has(key) ? `properties.${key}` : key))]])
}

export function contactLines(
  contacts: readonly ContactRecord[],
  properties: readonly ExportedProperty[],
  values: ExportedValues,
): string {
  const rows = contacts.map(({ id, email, first_name, last_name, unsubscribed, created_at }) => [
    escapeFormula(email),
    escapeFormula(first_name ?? ''),
    escapeFormula(last_name ?? ''),
    String(unsubscribed),
    created_at,
    ...properties.map(property => {
      const value = values.get(property.id)?.get(id) ?? ''
      // a number is harmless for spreadsheets, even a negative one
      return property.type === 'number' ? value : escapeFormula(value)
    }),
  ])
  return written(rows)
}

/** Cells that contain a line break other than the delimiter are quoted, too. */
function written(rows: readonly (readonly string[])[]): string {
  return csvStringify().stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}
