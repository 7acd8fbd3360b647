// A canonical form of rows, to compare source and target: the texts of the values, each preceded by its length. The digest of a
// table is the sum of its rows' digests, so that their order does not matter.
import { hash } from 'node:crypto'
import type { ColumnKind, MovedTable } from './plan.ts'

/** The value types of SQLite's driver; others were refused before. */
export type SqliteValue = string | number | Buffer | null

/** Hexadecimal digits of each hash that are summed: they fit into a `bigint`. */
const DIGITS = 15

/** The value in PostgreSQL's text form. */
export function canonicalValue(value: SqliteValue, kind: ColumnKind, without_nul: boolean): string | null {
  if (value === null) return null
  if (kind === 'number') return String(value)
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  const text = String(value)
  if (kind === 'uuid') return text.toLowerCase()
  return without_nul && text.includes('\0') ? text.replaceAll('\0', '') : text
}

export function digestOf(values: readonly (string | null)[]): bigint {
  const text = values.map(value => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`)).join('')
  return BigInt(`0x${hash('sha256', text, 'hex').slice(0, DIGITS)}`)
}

/** A query for the row count and the digest of a table, computed by PostgreSQL. */
export function digestQuery({ name, columns }: MovedTable): string {
  const row = columns
    .map(column => `coalesce(octet_length(${quoted(column.name)}::text) || ':' || ${quoted(column.name)}::text, '-')`)
    .join(' || ')
  const digits = `substr(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 1, ${DIGITS})`
  const sum = `coalesce(sum(('x' || ${digits})::bit(${DIGITS * 4})::bigint), 0)`
  return `select count(*)::text as rows, ${sum}::text as digest from ${quoted(name)}`
}

/** A line in the text format of COPY. */
export function copyLine(values: readonly (string | null)[]): string {
  return `${values.map(copyField).join('\t')}\n`
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyField(value: string | null): string {
  if (value === null) return '\\N'
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, found => ESCAPED[found]!) : value
}

/** Quotes a name for SQL in the way both databases do. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
