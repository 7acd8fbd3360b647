// Knex writes the SQL, once per statement; the driver runs it as a prepared statement.
import knexFactory, { type Knex } from 'knex'
import { type Codec, type Encode, isUuidIn, UNCODED, uuidOrNull } from './column.ts'

/** A parameter of a statement, by the name of its value. */
class Parameter {
  readonly name: string
  /** Takes what is written from all values, when it is not the one of this name. */
  readonly from: Encode<object> | undefined
  constructor(name: string, from?: Encode<object>) {
    this.name = name
    this.from = from
  }
}

/** What a room writes SQL with, and what comes of it, for functions that put together a part of a statement. */
export type SqlWriter = Knex
export type SqlRows = Knex.QueryBuilder
export type SqlValue = Knex.Value

export type Param<In> = (name: keyof In & string) => Knex.Value

export type Builder<In> = (knex: Knex, param: Param<In>) => Knex.QueryBuilder | Knex.Raw

/** What statements are sent with: a unit of work is one. */
export interface Querying {
  /** The first row, if there is one. */
  get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined>
  all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]>
  /** How many rows were written. */
  run<In extends object>(statement: Statement<In, never>, values: In): Promise<number>
  /**
   * Writes without asking how many rows: there is nothing to wait for. What fails undoes the unit, at once or when it
   * ends, whatever the body makes of it.
   */
  put<In extends object>(statement: Statement<In, never>, values: In): void
}

/** A statement as a function of a unit of work and its values: what a room's store exports. */
export type Callable<In, Result> = (tx: Querying, values: In) => Promise<Result>

/** A statement of the store: which values it takes (`In`) and which rows it gives (`Row`). */
export class Statement<In extends object, Row> {
  /** Its place among all; of one that passes, there is none. */
  readonly index: number
  readonly build: Builder<In>
  readonly tail: string
  readonly codec: Codec
  /** Why it does not name the team whose rows it is about. */
  acrossTeams: string | undefined
  /** It is never asked of SQLite, which lacks something of it. */
  isForSeveral = false
  /** Only for the compiler: a statement's rows have a type. */
  declare readonly row: Row

  constructor(build: Builder<In>, tail: string, codec: Codec, passes = false) {
    this.index = passes ? PASSING : declared.length
    this.build = build
    this.tail = tail
    this.codec = codec
    if (!passes) declared.push(this)
  }

  /** As a function that gives the first row, if there is one. */
  get one(): Callable<In, Row | undefined> {
    return (tx, values) => tx.get(this, values)
  }

  /** As a function that gives all rows. */
  get all(): Callable<In, Row[]> {
    return (tx, values) => tx.all(this, values)
  }

  /** As a function that writes and gives the number of rows it wrote. */
  get count(): Callable<In, [Row] extends [never] ? number : never> {
    return ((tx, values) => tx.run(this as never, values)) as Callable<In, never>
  }

  /** As a function that writes and says whether there was a row to write. */
  get did(): Callable<In, [Row] extends [never] ? boolean : never> {
    return (async (tx, values) => (await tx.run(this as never, values)) > 0) as Callable<In, never>
  }

  /** As a function that writes without an answer: there is nothing to wait for, as with `tx.put`. */
  get put(): (tx: Querying, values: [Row] extends [never] ? In : never) => void {
    return (tx, values) => tx.put(this as never, values)
  }

  /** It is made for one time: no connection keeps it. */
  get passes(): boolean {
    return this.index === PASSING
  }

  get statements(): Declared[] {
    return [this]
  }
}

export type Declared = Statement<never, unknown>

const PASSING = -1
const declared: Declared[] = []

/** Every statement of the modules that were loaded: for tests that read their SQL. */
export function declaredStatements(): readonly Declared[] {
  return declared
}

/**
 * Declares a statement. `build` gets Knex and a function that makes a parameter for a value, by its name. `tail` is
 * appended with its `:name` parameters as they are, for what Knex does not let through (`limit :limit`). `codec` says how
 * the values are stored; most statements get theirs from a table.
 */
export function statement<In extends object, Row = never>(
  build: Builder<In>,
  tail = '',
  codec: Codec = UNCODED,
): Statement<In, Row> {
  return new Statement(build, tail, codec)
}

/**
 * A statement whose text depends on what a caller asked for, such as the rule of a segment. There are as many as there are
 * such texts, so each is prepared when it is asked and then forgotten: that takes 0.1 ms, and is for what reads or writes
 * many rows at once.
 */
export function passingStatement<In extends object, Row = never>(
  build: Builder<In>,
  tail = '',
  codec: Codec = UNCODED,
): Statement<In, Row> {
  return new Statement(build, tail, codec, true)
}

/** Says why a statement, or a list of them, is about rows of whatever team. Without that word it has to name the team. */
export function acrossTeams<T extends { readonly statements: Declared[] }>(reason: string, of: T): T {
  for (const each of of.statements) each.acrossTeams = reason
  return of
}

/**
 * The team of rows that are known to be a team's by what asks for them, such as the runs of an automation that was found in
 * the team. PostgreSQL is told, for the rows of teams can lie apart there. SQLite has them together and finds them along an
 * index without the team: to ask for it, too, would be to look at each row.
 */
export function knownTeam(knex: Knex, team: Record<string, Knex.Value>): Record<string, Knex.Value> {
  return isForPostgres(knex) ? team : {}
}

/** The function of SQL that says where a text begins in another one: 0 is nowhere. */
export function positionFunction(knex: Knex): 'strpos' | 'instr' {
  return isForPostgres(knex) ? 'strpos' : 'instr'
}

/** Says that it is only asked where several processes work on a database, in the words of that database. */
export function forSeveral<T extends { readonly statements: Declared[] }>(of: T): T {
  for (const each of of.statements) each.isForSeveral = true
  return of
}

const param = (name: string): Knex.Value => new Parameter(name) as unknown as Knex.Value

/** The parameter for a value that is made of the others. */
export function derivedParam(name: string, from: Encode<object>): Knex.Value {
  return new Parameter(name, from) as unknown as Knex.Value
}

/**
 * What a parameter stands for: the named value, as it is or as `encode` makes it, what `from` makes of all, or a constant.
 */
export type Binding = { name: string; encode: Encode | undefined } | { from: Encode<object> } | { value: unknown }

/** What a driver is given for it. */
export function boundBy(binding: Binding): Encode<object> {
  if ('value' in binding) return () => binding.value
  if ('from' in binding) return binding.from
  const { name, encode } = binding
  const valueOf = (values: object): never => (values as Record<string, never>)[name]!
  return encode ? values => encode(valueOf(values)) : valueOf
}

export interface Compiled {
  sql: string
  bindings: Binding[]
  /** What makes a record of a row, in place. */
  decode: Codec['decode']
}

/** The statement's SQL in the dialect of `knex`. */
export function compiled<In extends object>({ build, tail, codec }: Statement<In, unknown>, knex: Knex): Compiled {
  const isUuid = (name: string): boolean => isForPostgres(knex) && isUuidIn(codec, name)
  const named = (name: string): Binding => ({ name, encode: isUuid(name) ? uuidOrNull : codec.encoders[name] })
  const query = build(knex, param).toSQL()
  const bindings = query.bindings.map((value): Binding => {
    if (!(value instanceof Parameter)) return { value }
    return value.from ? { from: value.from } : named(value.name)
  })
  const rest = tail.replaceAll(/:(\w+)/g, (_, name: string) => {
    bindings.push(named(name))
    return '?'
  })
  // the dialect counts the parameters of the whole text, if it counts them
  const sql = knex.client.positionBindings(rest ? `${query.sql} ${rest}` : query.sql)
  return { sql, bindings, decode: codec.decode }
}

/** Where a statement cannot be the same on both. */
export function isForPostgres(knex: Knex): boolean {
  return knex.client.config.client === 'pg'
}

/** A Knex that only writes SQL and never connects. */
export function sqlWriter(client: 'better-sqlite3' | 'pg'): Knex {
  return knexFactory({ client, useNullAsDefault: client === 'better-sqlite3' })
}
