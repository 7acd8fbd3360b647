// Statements: Knex generates the SQL once for each, and the driver runs it as a prepared statement.
import knexFactory, { type Knex } from 'knex'
import { type Codec, type Encode, isUuidIn, UNCODED, uuidOrNull } from './column.ts'

/** A parameter of a statement, by the name of its value. */
class Parameter {
  readonly name: string
  /** Computes the parameter from all values, if it is not the value of this name. */
  readonly from: Encode<object> | undefined
  constructor(name: string, from?: Encode<object>) {
    this.name = name
    this.from = from
  }
}

/** The Knex types for functions in other modules that build a part of a statement. */
export type SqlBuilder = Knex
export type SqlRows = Knex.QueryBuilder
export type SqlValue = Knex.Value

export type Param<In> = (name: keyof In & string) => Knex.Value

export type Builder<In> = (knex: Knex, param: Param<In>) => Knex.QueryBuilder | Knex.Raw

/** Runs statements; a unit of work is one. */
export interface QueryRunner {
  /** The first row, if there is one. */
  get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined>
  all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]>
  /** Writes; resolves to the number of rows written. */
  run<In extends object>(statement: Statement<In, never>, values: In): Promise<number>
  /**
   * Writes without a result, so that the caller need not wait. A failure undoes the unit, immediately or at its end,
   * even if the body catches it.
   */
  put<In extends object>(statement: Statement<In, never>, values: In): void
}

/** A statement as a function of a unit of work and its values: the form that a module's store exports. */
export type StatementFunction<In, Result> = (tx: QueryRunner, values: In) => Promise<Result>

/** A statement of the store, with its input values (`In`) and its rows (`Row`). */
export class Statement<In extends object, Row> {
  /** Its index among all statements; `PASSING` for one that is not kept. */
  readonly index: number
  readonly build: Builder<In>
  readonly tail: string
  readonly codec: Codec
  /** The reason why it does not contain the team of its rows. */
  acrossTeams: string | undefined
  /** True if it never runs on SQLite, which lacks a feature that it uses. */
  isForSharedDatabase = false
  /** Only for the compiler: the type of the rows. */
  declare readonly row: Row

  constructor(build: Builder<In>, tail: string, codec: Codec, passes = false) {
    this.index = passes ? PASSING : declared.length
    this.build = build
    this.tail = tail
    this.codec = codec
    if (!passes) declared.push(this)
  }

  /** Returns the statement as a function that returns the first row, if any. */
  get one(): StatementFunction<In, Row | undefined> {
    return (tx, values) => tx.get(this, values)
  }

  /** Returns the statement as a function that returns all rows. */
  get all(): StatementFunction<In, Row[]> {
    return (tx, values) => tx.all(this, values)
  }

  /** Returns the statement as a function that writes and returns the number of rows written. */
  get count(): StatementFunction<In, [Row] extends [never] ? number : never> {
    return ((tx, values) => tx.run(this as never, values)) as StatementFunction<In, never>
  }

  /** Returns the statement as a function that writes and returns whether a row was written. */
  get did(): StatementFunction<In, [Row] extends [never] ? boolean : never> {
    return (async (tx, values) => (await tx.run(this as never, values)) > 0) as StatementFunction<In, never>
  }

  /** Returns the statement as a function that writes and has no result to wait for, like `tx.put`. */
  get put(): (tx: QueryRunner, values: [Row] extends [never] ? In : never) => void {
    return (tx, values) => tx.put(this as never, values)
  }

  /** Whether it is for a single use: no connection keeps it prepared. */
  get passes(): boolean {
    return this.index === PASSING
  }

  get statements(): DeclaredStatement[] {
    return [this]
  }
}

export type DeclaredStatement = Statement<never, unknown>

const PASSING = -1
const declared: DeclaredStatement[] = []

/** All statements of the loaded modules: for tests that read their SQL. */
export function declaredStatements(): readonly DeclaredStatement[] {
  return declared
}

/**
 * Declares a statement. `build` receives Knex and a function that creates the parameter for a named value. `tail` is
 * SQL with `:name` parameters that is appended unchanged, for clauses that Knex does not accept (`limit :limit`).
 * `codec` defines how the values are stored; most statements get theirs from a table.
 */
export function statement<In extends object, Row = never>(
  build: Builder<In>,
  tail = '',
  codec: Codec = UNCODED,
): Statement<In, Row> {
  return new Statement(build, tail, codec)
}

/**
 * A statement whose text depends on a caller's input, such as the rule of a segment. Their number is unbounded, so each is
 * prepared for one use and not kept. That takes 0.1 ms, so use it for statements over many rows.
 */
export function dynamicStatement<In extends object, Row = never>(
  build: Builder<In>,
  tail = '',
  codec: Codec = UNCODED,
): Statement<In, Row> {
  return new Statement(build, tail, codec, true)
}

/**
 * Sets the reason why a statement, or a list of them, covers rows of all teams. Without a reason, a statement must
 * contain the team.
 */
export function acrossTeams<T extends { readonly statements: DeclaredStatement[] }>(reason: string, of: T): T {
  for (const each of of.statements) each.acrossTeams = reason
  return of
}

/**
 * The team, because a condition on rows that belong to it by another condition of the query, such as the runs of an
 * automation found in the team. PostgreSQL uses it, because it can store the rows of teams separately. SQLite does not:
 * it finds the rows by an index without the team, and would have to read each row to check it.
 */
export function knownTeam(knex: Knex, team: Record<string, Knex.Value>): Record<string, Knex.Value> {
  return isForPostgres(knex) ? team : {}
}

/** The SQL function that returns the position of a text in another one; 0: not found. */
export function positionFunction(knex: Knex): 'strpos' | 'instr' {
  return isForPostgres(knex) ? 'strpos' : 'instr'
}

/** Marks statements that run only on a database that several processes share, and use its dialect. */
export function forSharedDatabase<T extends { readonly statements: DeclaredStatement[] }>(of: T): T {
  for (const each of of.statements) each.isForSharedDatabase = true
  return of
}

const param = (name: string): Knex.Value => new Parameter(name) as unknown as Knex.Value

/** A parameter whose value is computed from the other values. */
export function derivedParam(name: string, from: Encode<object>): Knex.Value {
  return new Parameter(name, from) as unknown as Knex.Value
}

/** The source of a parameter's value: a named value, unchanged or encoded; a function of all values; or a constant. */
export type Binding = { name: string; encode: Encode | undefined } | { from: Encode<object> } | { value: unknown }

/** The function that computes a parameter for the driver. */
export function encoderOf(binding: Binding): Encode<object> {
  if ('value' in binding) return () => binding.value
  if ('from' in binding) return binding.from
  const { name, encode } = binding
  const valueOf = (values: object): never => (values as Record<string, never>)[name]!
  return encode ? values => encode(valueOf(values)) : valueOf
}

export interface CompiledStatement {
  sql: string
  bindings: Binding[]
  /** Converts a row into a record, in place. */
  decode: Codec['decode']
}

/** Compiles the statement to SQL in the dialect of `knex`. */
export function compileStatement<In extends object>(
  { build, tail, codec }: Statement<In, unknown>,
  knex: Knex,
): CompiledStatement {
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
  // numbers the parameters over the whole text, if the dialect numbers them
  const sql = knex.client.positionBindings(rest ? `${query.sql} ${rest}` : query.sql)
  return { sql, bindings, decode: codec.decode }
}

/** Whether the dialect is PostgreSQL's: for statements that cannot be the same on both databases. */
export function isForPostgres(knex: Knex): boolean {
  return knex.client.config.client === 'pg'
}

/** A Knex that only generates SQL and never connects. */
export function sqlBuilder(client: 'better-sqlite3' | 'pg'): Knex {
  return knexFactory({ client, useNullAsDefault: client === 'better-sqlite3' })
}
