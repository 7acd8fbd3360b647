// A statement as PostgreSQL is sent it: its text with `$1`, the name under which a connection keeps it, and how its values
// go there and its rows come back. Everything travels as text, but bytes go there as they are; whole numbers and truth
// values become numbers here, as they are on SQLite.
import { hash } from 'node:crypto'
import type { Encode } from '../column.ts'
import { type Binding, boundBy, compiled, type Declared, sqlWriter } from '../statement.ts'

const knex = sqlWriter('pg')

/** Object ids of the types that are read as numbers: int2, int4, int8 and numeric. */
const NUMBERS = new Set([20, 21, 23, 1700])
const BOOLEAN = 16
const BYTEA = 17

/** A value as it travels. */
export type Carried = string | Buffer | null

/** How a column of the answer is read. */
interface Field {
  name: string
  read: ((stored: string) => unknown) | undefined
}

export class Sent {
  readonly text: string
  /** The same on each connection; empty when none keeps it. */
  readonly name: string
  readonly #bindings: Encode<object>[]
  readonly #decode: ((row: object) => void) | undefined
  /** What its rows have; known from its first answer on. */
  #fields: Field[] | undefined

  constructor(text: string, bindings: readonly Binding[] = [], decode?: (row: object) => void, passes = false) {
    this.text = text
    this.name = passes ? '' : hash('sha256', text, 'base64url').slice(0, 22)
    this.#bindings = bindings.map(boundBy)
    this.#decode = decode
  }

  get isDescribed(): boolean {
    return this.#fields !== undefined
  }

  describe(fields: readonly { name: string; dataTypeID: number }[]): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  }

  /** One without rows is described, too, once it was done. */
  describeIfNot(): void {
    this.#fields ??= []
  }

  /** Its columns may have become others. */
  forget(): void {
    this.#fields = undefined
  }

  valuesOf(given: object): Carried[] {
    return this.#bindings.map(of => sentAs(of(given) as Storable))
  }

  rowOf(values: readonly (string | null)[]): object {
    const row: Record<string, unknown> = {}
    const fields = this.#fields!
    for (let index = 0; index < fields.length; index++) {
      const { name, read } = fields[index]!
      const value = values[index]!
      row[name] = read && value !== null ? read(value) : value
    }
    this.#decode?.(row)
    return row
  }
}

function readerOf(type: number): Field['read'] {
  if (NUMBERS.has(type)) return Number
  if (type === BYTEA) return bytesIn
  return type === BOOLEAN ? stored => (stored === 't' ? 1 : 0) : undefined
}

/** As it is shown in text: `\\x` and two digits for each. */
function bytesIn(stored: string): Buffer {
  return Buffer.from(stored.slice(2), 'hex')
}

type Storable = string | number | Buffer | null | undefined

function sentAs(value: Storable): Carried {
  if (typeof value === 'string' || value === null || Buffer.isBuffer(value)) return value
  return value === undefined ? null : String(value)
}

const sents: (Sent | undefined)[] = []
const musts: (Sent | undefined)[] = []

/** Made once for each statement, when it is first sent. */
export function sentOf(statement: Declared): Sent {
  return statement.passes ? made(statement) : (sents[statement.index] ??= made(statement))
}

function made(statement: Declared): Sent {
  const { sql, bindings, decode } = compiled(statement, knex)
  return new Sent(sql, bindings, decode, statement.passes)
}

/** The same statement, for which the server itself stops when it finds no row: then what comes behind it is not done. */
export function mustOf(statement: Declared): Sent {
  const found = musts[statement.index]
  if (found) return found
  if (statement.passes) throw new Error('A statement that passes is no `must`')
  const { sql, bindings } = compiled(statement, knex)
  const text = `with written as (${sql} returning 1) select 1 / (select count(*) from written)`
  return (musts[statement.index] = new Sent(text, bindings))
}

/** What a `must` that found no row fails with: a division by zero. */
export const FOUND_NONE = '22012'
