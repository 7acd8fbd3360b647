// A statement in the form sent to PostgreSQL: its text with `$1`, its name as a prepared statement, and the conversion
// of values and rows. All values are sent as text, except bytes, which are sent unchanged. Numbers and booleans become
// numbers here, as on SQLite.
import { hash } from 'node:crypto'
import type { Encode } from '../column.ts'
import { type Binding, encoderOf, compileStatement, type DeclaredStatement, sqlBuilder } from '../statement.ts'

const knex = sqlBuilder('pg')

/** Object ids of the types that are read as numbers: int2, int4, int8 and numeric. */
const NUMBERS = new Set([20, 21, 23, 1700])
const BOOLEAN = 16
const BYTEA = 17

/** A value in the form in which it is sent. */
export type SentValue = string | Buffer | null

/** A column of the result, and its conversion. */
interface Field {
  name: string
  read: ((stored: string) => unknown) | undefined
}

export class PreparedQuery {
  readonly text: string
  /** The same on all connections; empty if the statement is not kept. */
  readonly name: string
  readonly #bindings: Encode<object>[]
  readonly #decode: ((row: object) => void) | undefined
  /** The columns of its rows; known after its first result. */
  #fields: Field[] | undefined

  constructor(text: string, bindings: readonly Binding[] = [], decode?: (row: object) => void, passes = false) {
    this.text = text
    this.name = passes ? '' : hash('sha256', text, 'base64url').slice(0, 22)
    this.#bindings = bindings.map(encoderOf)
    this.#decode = decode
  }

  get isDescribed(): boolean {
    return this.#fields !== undefined
  }

  describe(fields: readonly { name: string; dataTypeID: number }[]): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  }

  /** A statement without rows counts as described after its first run. */
  describeIfNot(): void {
    this.#fields ??= []
  }

  /** Drops the description, because the columns may have changed. */
  forget(): void {
    this.#fields = undefined
  }

  valuesOf(given: object): SentValue[] {
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

/** Parses PostgreSQL's text form of bytes: `\\x` and two digits for each. */
function bytesIn(stored: string): Buffer {
  return Buffer.from(stored.slice(2), 'hex')
}

type Storable = string | number | Buffer | null | undefined

function sentAs(value: Storable): SentValue {
  if (typeof value === 'string' || value === null || Buffer.isBuffer(value)) return value
  return value === undefined ? null : String(value)
}

const sents: (PreparedQuery | undefined)[] = []
const musts: (PreparedQuery | undefined)[] = []

/** The prepared form of a statement, created when it is first sent. */
export function preparedFormOf(statement: DeclaredStatement): PreparedQuery {
  return statement.passes ? made(statement) : (sents[statement.index] ??= made(statement))
}

function made(statement: DeclaredStatement): PreparedQuery {
  const { sql, bindings, decode } = compileStatement(statement, knex)
  return new PreparedQuery(sql, bindings, decode, statement.passes)
}

/**
 * The statement in a form that fails on the server if it affects no row, so that the later statements of the flight are
 * skipped.
 */
export function mustForm(statement: DeclaredStatement): PreparedQuery {
  const found = musts[statement.index]
  if (found) return found
  if (statement.passes) throw new Error('A statement with `passes` cannot be `must`')
  const { sql, bindings } = compileStatement(statement, knex)
  const text = `with written as (${sql} returning 1) select 1 / (select count(*) from written)`
  return (musts[statement.index] = new PreparedQuery(text, bindings))
}

/** The SQLSTATE with which a `must` without a row fails: division by zero. */
export const NO_ROW_STATE = '22012'
