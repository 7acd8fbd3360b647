// A row as both databases can write it, so that what arrived can be compared with what left: the texts of its values, each
// with its length before it. The digest of a table is the sum of those of its rows, in whatever order they come.
import { hash } from 'node:crypto'
import type { ColumnKind, MovedTable } from './plan.ts'

/** What the driver of SQLite gives; anything else was found before. */
export type Stored = string | number | Buffer | null

/** Of each digest so many hexadecimal digits are summed up: they fit into a `bigint`. */
const DIGITS = 15

/** As PostgreSQL shows it. */
export function shownValue(value: Stored, kind: ColumnKind, without_nul: boolean): string | null {
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

/** The count and the digest of a table, as PostgreSQL makes them out. */
export function digestQuery({ name, columns }: MovedTable): string {
  const row = columns
    .map(column => `coalesce(octet_length(${quoted(column.name)}::text) || ':' || ${quoted(column.name)}::text, '-')`)
    .join(' || ')
  const digits = `substr(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), 1, ${DIGITS})`
  const sum = `coalesce(sum(('x' || ${digits})::bit(${DIGITS * 4})::bigint), 0)`
  return `select count(*)::text as rows, ${sum}::text as digest from ${quoted(name)}`
}

/** A line of PostgreSQL's text format. */
export function copyLine(values: readonly (string | null)[]): string {
  return `${values.map(copyField).join('\t')}\n`
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyField(value: string | null): string {
  if (value === null) return '\\N'
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, found => ESCAPED[found]!) : value
}

/** A name in SQL; both databases quote alike. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
