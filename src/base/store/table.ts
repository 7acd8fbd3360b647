// A table is described once, with its columns and their types. The usual statements are generated from the description,
// once at the start; they write and read records. Other queries are written with Knex and use the same columns.
import type { Knex } from 'knex'
import { AnyOf } from './any-of.ts'
import { type Codec, type Column, type Columns, codecOf, type Encode } from './column.ts'
import { type ListOrder, PagedList } from './page.ts'
import { PartialRemoval } from './scan.ts'
import { type Builder, derivedParam, type Param, type Statement, statement } from './statement.ts'

type Name<Row> = keyof Row & string

/** Columns that are written and never read, each computed from the record. */
type Derived<Row, Made> = { readonly [Column in keyof Made]: (record: Row) => Made[Column] }

/** The values required to write these columns: the whole record if one of them is derived. */
type RowValues<Row, Names> = [Names] extends [keyof Row] ? Pick<Row, Names> : Row

/** The parts from which a query is built. */
export interface Query<In> {
  rows: Knex.QueryBuilder
  /** The parameter for a value. */
  param: Param<In>
  /** The parameters for several values, by their names: for a `where`, also with joined tables. */
  params: (...names: Name<In>[]) => Record<string, Knex.Value>
  knex: Knex
}

type Join = (rows: Knex.QueryBuilder) => Knex.QueryBuilder

/** Qualifies a column with its table if a joined table has columns, too. */
type PlaceOf = (name: string) => string

/** The join that a table is read with. */
interface JoinedTable {
  join: Join
  placeOf: PlaceOf
}

const ALONE: JoinedTable = { join: rows => rows, placeOf: name => name }

type Build<In> = (query: Query<In>) => Knex.QueryBuilder

interface Update<Row, By, Set> {
  /** Updates the rows with these values, passed at each call, ... */
  by: By[]
  /** ... and these constant values. */
  where?: Partial<Row>
  set?: Set[]
  /** Constant values to set. */
  to?: Partial<Row>
  increment?: Name<Row>[]
}

/** The rows to remove in parts. */
interface RemovalOptions<Row, By, In> {
  key: Name<Row>[]
  by?: By[]
  where?: Build<In>
  /** Maximum number of rows to remove in one unit of work, which blocks all others; 100 take a few milliseconds. */
  limit?: number
}

interface ListedRow {
  id: string
  created_at: string
}

/** Describes a table. `derived` are columns that are computed from the record at a write, and never read. */
export function table<Row extends object, Made extends object = object>(
  name: string,
  columns: Columns<Row>,
  derived?: Derived<Row, Made>,
): Table<Row, Made> {
  return new Table(name, columns, derived)
}

/** The record type of a described table. */
export type RecordOf<Of extends { columns: object }> = {
  [Name in keyof Of['columns']]: Of['columns'][Name] extends Column<infer Value> ? Value : never
}

class Table<Row extends object, Made extends object> {
  readonly name: string
  readonly columns: Columns<Row>
  readonly #derived: Derived<Row, Made> | undefined
  readonly #join: Join
  readonly #placeOf: PlaceOf
  readonly names: readonly Name<Row>[]
  readonly #codec: Codec

  constructor(
    name: string,
    columns: Columns<Row>,
    derived: Derived<Row, Made> | undefined,
    { join, placeOf }: JoinedTable = ALONE,
  ) {
    this.name = name
    this.columns = columns
    this.#derived = derived
    this.#join = join
    this.#placeOf = placeOf
    this.names = Object.keys(columns) as Name<Row>[]
    this.#codec = codecOf(columns)
  }

  /** The same table, reading only these columns. */
  only<Some extends Name<Row>>(...names: Some[]): Table<Pick<Row, Some>, Omit<Row, Some> & Made> {
    const some: object = Object.fromEntries(names.map(name => [name, this.columns[name]]))
    const joined = { join: this.#join, placeOf: this.#placeOf }
    return new Table(this.name, some as Columns<Pick<Row, Some>>, undefined, joined)
  }

  /**
   * The table, left-joined for reading with columns of another one, where its columns (the keys of `on`) equal ours
   * (the values). If both have a column of the same name, ours is selected and compared.
   */
  leftJoin<More extends object>(
    other: { name: string },
    on: Readonly<Record<string, Name<Row>>>,
    more: Columns<More>,
  ): Table<Row & More, Made> {
    const columns: object = { ...this.columns, ...more }
    const pairs = Object.entries(on).map(([theirs, ours]) => [`${other.name}.${theirs}`, `${this.name}.${ours}`])
    const join: Join = rows => this.#join(rows).leftJoin(other.name, Object.fromEntries(pairs))
    const placeOf: PlaceOf = name => `${name in more ? other.name : this.name}.${name}`
    return new Table(this.name, columns as Columns<Row & More>, undefined, { join, placeOf })
  }

  // ---- reading

  /** Selects the rows with these values. */
  find<By extends Name<Row & Made> = never>(...by: By[]): Statement<Pick<Row & Made, By>, Row> {
    return this.query<Pick<Row & Made, By>>(({ rows, params }) => rows.where(params(...by)))
  }

  /** Selects the rows with one of several values in the column `any`, and with these values. */
  findAny<By extends Name<Row & Made> = never>(any: Name<Row & Made>, ...by: By[]): AnyOf<Pick<Row & Made, By>, Row> {
    return new AnyOf((knex, param, values) => {
      const rows = values.rows(this.name, this.#placeOf(any))
      const { params } = queryOf<Pick<Row & Made, By>>(rows, knex, param, this.#placeOf)
      return this.#join(rows)
        .select(this.names.map(this.#placeOf))
        .where(params(...by))
    }, this.#codec)
  }

  /** A paged list of the rows with these values. */
  list<By extends Name<Row & Made> = never>(...by: By[]): PagedList<Pick<Row & Made, By>, Row & ListedRow> {
    return this.listWhere<Pick<Row & Made, By>>(({ rows, params }) => rows.where(params(...by)))
  }

  /** The same list, ordered by `created_at`. */
  listByTime<By extends Name<Row & Made> = never>(...by: By[]): PagedList<Pick<Row & Made, By>, Row & ListedRow> {
    return this.listWhere<Pick<Row & Made, By>>(({ rows, params }) => rows.where(params(...by)), 'created_at')
  }

  /** Selects by any query, which can add columns (`More`). `tail`: see `statement`. */
  query<In extends object, More = unknown>(build: Build<In>, tail = ''): Statement<In, Row & More> {
    return statement((knex, param) => build(this.#reading(knex, param)), tail, this.#codec)
  }

  /** A paged list of the rows of any query. */
  listWhere<In extends object, More = unknown>(
    build: Build<In>,
    order: ListOrder = 'id',
  ): PagedList<In, Row & ListedRow & More> {
    return new PagedList((knex, param) => build(this.#reading(knex, param)), { codec: this.#codec, order })
  }

  // ---- writing

  insert(): Statement<Row, never> {
    return this.#inserting(insertion => insertion)
  }

  /** Inserts a row unless a row with these values exists. */
  insertIfNew(...key: Name<Row & Made>[]): Statement<Row, never> {
    return this.#inserting((insertion, knex) => insertion.onConflict(this.conflict(knex, ...key)).ignore())
  }

  /** Inserts a row, or updates these columns of the row with the values of `key`. */
  upsert(key: Name<Row & Made>[], set: Name<Row & Made>[]): Statement<Row, never> {
    return this.#inserting((insertion, knex) => insertion.onConflict(this.conflict(knex, ...key)).merge(set))
  }

  update<By extends Name<Row & Made>, Set extends Name<Row & Made> = never>({
    by,
    where = {},
    set = [],
    to = {},
    increment = [],
  }: Update<Row, By, Set>): Statement<Pick<Row & Made, By> & RowValues<Row, Set>, never> {
    return this.write(({ rows, param, params, knex }) => {
      const raised = increment.map(name => [name, knex.raw('?? + 1', [name])])
      return rows
        .where({ ...params(...by), ...this.#stored(where) })
        .update({ ...this.#written(set, param), ...this.#stored(to), ...Object.fromEntries(raised) })
    })
  }

  /** Removes the rows with these values. */
  remove<By extends Name<Row & Made>>(...by: By[]): Statement<Pick<Row & Made, By>, never> {
    return this.write(({ rows, params }) => rows.where(params(...by)).delete())
  }

  /** Removes at most `limit` of the rows with the values `by` that match `where`; `key` identifies a row. */
  removeSome<By extends Name<Row & Made> = never, In extends object = object>({
    key,
    by = [],
    where,
    limit = 100,
  }: RemovalOptions<Row, By, In>): PartialRemoval<Pick<Row & Made, By> & In> {
    type Both = Pick<Row & Made, By> & In
    const build: Builder<Both> = (knex, param) => {
      const { rows, params } = queryOf<Both>(knex(this.name), knex, param)
      const some = queryOf<In>(knex(this.name).select(key), knex, param)
      some.rows.where(params(...by)).limit(limit)
      return rows
        .where(params(...by))
        .whereIn(key, where ? where(some) : some.rows)
        .delete()
    }
    return new PartialRemoval(build, this.#codec, limit)
  }

  /**
   * The conflict target of an insertion: these columns. Without `team_id` they are the primary key. If PostgreSQL
   * stores teams separately, the key may also contain the team, so there the constraint's name is used.
   */
  conflict(knex: Knex, ...key: Name<Row & Made>[]): Knex.Raw {
    const byName = knex.client.config.client === 'pg' && 'team_id' in this.columns && !key.some(isTeam)
    if (byName) return knex.raw('on constraint ??', [`${this.name}_pkey`])
    return knex.raw(`(${key.map(() => '??').join(', ')})`, key)
  }

  /** Any other write to the table. */
  write<In extends object>(build: Build<In>, tail = ''): Statement<In, never> {
    return statement((knex, param) => build(queryOf(knex(this.name), knex, param)), tail, this.#codec)
  }

  #reading<In>(knex: Knex, param: Param<In>): Query<In> {
    return queryOf(this.#join(knex(this.name)).select(this.names.map(this.#placeOf)), knex, param, this.#placeOf)
  }

  #inserting(finished: (insertion: Knex.QueryBuilder, knex: Knex) => Knex.QueryBuilder): Statement<Row, never> {
    const all = [...this.names, ...(Object.keys(this.#derived ?? {}) as Name<Made>[])]
    return this.write(({ rows, param, knex }) => finished(rows.insert(this.#written(all, param)), knex))
  }

  /** The parameters for writing these columns. */
  #written(names: readonly string[], param: (name: never) => Knex.Value): Record<string, Knex.Value> {
    const derived = this.#derived as Record<string, Encode<object>> | undefined
    const parameterOf = (name: string): Knex.Value => {
      const from = derived?.[name]
      return from ? derivedParam(name, from) : param(name as never)
    }
    return Object.fromEntries(names.map(name => [name, parameterOf(name)]))
  }

  /** The values as encoded for storage. */
  #stored(values: Partial<Row>): Record<string, Knex.Value> {
    const { encoders } = this.#codec
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, (encoders[name]?.(value as never) ?? value) as Knex.Value]),
    )
  }
}

const isTeam = (name: string): boolean => name === 'team_id'

function queryOf<In>(
  rows: Knex.QueryBuilder,
  knex: Knex,
  param: Param<In>,
  placeOf: PlaceOf = ALONE.placeOf,
): Query<In> {
  const params: Query<In>['params'] = (...names) => Object.fromEntries(names.map(name => [placeOf(name), param(name)]))
  return { rows, knex, param, params }
}
