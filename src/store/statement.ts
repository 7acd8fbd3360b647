// Knex writes the SQL, once per statement; the driver runs it as a prepared statement.
import knexFactory, { type Knex } from 'knex'

/** The place of a named value in a statement. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Place<In> = (name: keyof In & string) => Knex.Value

export type Builder<In> = (knex: Knex, place: Place<In>) => Knex.QueryBuilder | Knex.Raw

/** A statement of the store: which values it takes (`In`) and which rows it gives (`Row`). */
export class Statement<In extends object, Row> {
  readonly index: number
  readonly build: Builder<In>
  readonly tail: string
  /** Only for the compiler: a statement's rows have a type. */
  declare readonly row: Row

  constructor(build: Builder<In>, tail: string) {
    this.index = count++
    this.build = build
    this.tail = tail
  }
}

let count = 0

/**
 * Declares a statement. `build` gets Knex and a function that marks the place of a named value. `tail` is appended with
 * its `:name` places as they are, for what Knex does not let through (`limit :limit`).
 */
export function statement<In extends object, Row = never>(build: Builder<In>, tail = ''): Statement<In, Row> {
  return new Statement(build, tail)
}

const place = (name: string): Knex.Value => new Parameter(name) as unknown as Knex.Value

export interface Compiled {
  sql: string
  /** What each `?` stands for: the name of an argument, or a value of the statement itself. */
  bindings: ({ name: string } | { value: unknown })[]
}

/** The statement's SQL in the dialect of `knex`. */
export function compiled<In extends object>({ build, tail }: Statement<In, unknown>, knex: Knex): Compiled {
  const native = build(knex, place).toSQL().toNative()
  const bindings: Compiled['bindings'] = native.bindings.map(value =>
    value instanceof Parameter ? { name: value.name } : { value },
  )
  const rest = tail.replaceAll(/:(\w+)/g, (_, name: string) => {
    bindings.push({ name })
    return '?'
  })
  return { sql: rest ? `${native.sql} ${rest}` : native.sql, bindings }
}

/** A Knex that only writes SQL and never connects. */
export function sqlWriter(client: 'better-sqlite3'): Knex {
  return knexFactory({ client, useNullAsDefault: true })
}
