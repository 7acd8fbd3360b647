// Converts a record of a file to the data of a contact, or to a fault, and merges the records of a run about the same contact.
import { addressFault, emailKey, parseBareAddress } from '../../base/text/addresses.ts'
import { unescapeFormula } from '../../base/text/formula.ts'
import { isLongerThan } from '../../base/text/length.ts'
import { isReadable } from '../../base/text/readable.ts'
import { valueFault } from '../../base/text/typed-values.ts'
import type { FileLayout } from './layout.ts'

const LONGEST_NAME_CHARACTERS = 255
const YES = new Set(['true', 'yes', 'y', '1'])
const NO = new Set(['false', 'no', 'n', '0'])

/** Why a row is not applied. It never contains values of the row. */
export interface ImportRowFault {
  column: string | null
  reason: string
}

/** The data of a row; `null`: the row has no value. */
export interface ImportRow {
  email: string
  email_key: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean | null
  /** By the ids of the properties. */
  properties: Map<string, string | number>
}

class Wrong extends Error {
  readonly column: number
  constructor(column: number, reason: string) {
    super(reason)
    this.column = column
  }
}

export function parseImportRow(fields: readonly string[], layout: FileLayout): ImportRow | ImportRowFault {
  const { names } = layout
  const more = fields.slice(names.length).some(field => field.trim() !== '')
  if (more || fields.length < names.length)
    return { column: null, reason: `The row has ${fields.length} fields, but the first row has ${names.length}.` }
  try {
    return read(fields, layout)
  } catch (thrown) {
    if (thrown instanceof Wrong) return { column: names[thrown.column]!, reason: thrown.message }
    throw thrown
  }
}

function read(fields: readonly string[], layout: FileLayout): ImportRow {
  const cell = (column: number | null): string => (column === null ? '' : unescapeFormula(fields[column]!.trim()))
  const email = addressIn(cell(layout.email), layout.email)
  const properties = new Map<string, string | number>()
  for (const { id, column, holds } of layout.properties) {
    const value = cell(column)
    if (value !== '') properties.set(id, valueIn(value, holds, column))
  }
  return {
    email,
    email_key: emailKey(email),
    first_name: nameIn(cell(layout.first_name), layout.first_name!),
    last_name: nameIn(cell(layout.last_name), layout.last_name!),
    unsubscribed: flagIn(cell(layout.unsubscribed), layout.unsubscribed!),
    properties,
  }
}

function addressIn(text: string, column: number): string {
  if (text === '') throw new Wrong(column, 'It is empty.')
  const address = parseBareAddress(text)
  if (address !== undefined) return address
  const fault = addressFault(text, 'it must be an address like name@example.com')
  throw new Wrong(column, `${fault[0]!.toUpperCase()}${fault.slice(1).replaceAll('`', '')}.`)
}

function nameIn(text: string, column: number): string | null {
  if (text === '') return null
  if (isLongerThan(text, LONGEST_NAME_CHARACTERS))
    throw new Wrong(column, `It must not be longer than ${LONGEST_NAME_CHARACTERS} characters.`)
  return readable(text, column)
}

function flagIn(text: string, column: number): boolean | null {
  if (text === '') return null
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  if (NO.has(word)) return false
  throw new Wrong(column, 'It must be true or false.')
}

function valueIn(text: string, holds: FileLayout['properties'][number]['holds'], column: number): string | number {
  if (holds === 'boolean') return String(flagIn(text, column))
  const value = holds === 'number' ? numberIn(text) : text
  const fault = valueFault(holds, value)
  if (fault !== undefined) throw new Wrong(column, `It ${fault}.`)
  return typeof value === 'string' ? readable(value, column) : value!
}

function numberIn(text: string): number | undefined {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : undefined
}

function readable(text: string, column: number): string {
  if (!isReadable(text)) throw new Wrong(column, 'It contains a NUL character.')
  return text
}

// ---- several rows about one contact -------------------------------------------------------------------------------

/** Rows by contact, and how many further rows each contact has. */
export interface MergedRows {
  rows: ImportRow[]
  /** In the order of `rows`. */
  more: ArrayLike<number>
}

/** Merges a later row about the same contact into an earlier one, as if both were applied in order. */
export function mergedRow(
  before: ImportRow,
  { first_name, last_name, unsubscribed, properties }: ImportRow,
): ImportRow {
  return {
    ...before,
    first_name: first_name ?? before.first_name,
    last_name: last_name ?? before.last_name,
    unsubscribed: unsubscribed ?? before.unsubscribed,
    properties: new Map([...before.properties, ...properties]),
  }
}

export interface ImportCounts {
  total: number
  created: number
  updated: number
  skipped: number
  failed: number
  /** The number of created or updated contacts whose owners have unsubscribed. */
  departed: number
}

/** `put`: the results of the merged rows, in the same order. */
export function importCounts(
  { more }: MergedRows,
  put: readonly { is_new: boolean; had_left: boolean }[],
  failed: number,
  on_conflict: 'upsert' | 'skip',
): ImportCounts {
  const counts: ImportCounts = { total: failed, created: 0, updated: 0, skipped: 0, failed, departed: 0 }
  const again = on_conflict === 'upsert' ? 'updated' : 'skipped'
  for (const [index, { is_new, had_left }] of put.entries()) {
    counts[is_new ? 'created' : again]++
    counts[again] += more[index]!
    counts.total += 1 + more[index]!
    if (had_left) counts.departed += on_conflict === 'upsert' ? 1 + more[index]! : Number(is_new)
  }
  return counts
}
