// A table is described once: which columns it has and what they hold. The usual statements are made from that, each once
// at the start, and write and read records; what is a real query is written with Knex and shares the columns.
import type { Knex } from 'knex'
import { AnyOf } from './any-of.ts'
import { type Codec, type Column, type Columns, codecOf, type Encode } from './column.ts'
import { type ListOrder, PagedList } from './page.ts'
import { PartialRemoval } from './scan.ts'
import { type Builder, derivedParam, type Param, type Statement, statement } from './statement.ts'

type Name<Row> = keyof Row & string

/** Columns that are only written: what each is made of is the record. */
type Derived<Row, Made> = { readonly [Column in keyof Made]: (record: Row) => Made[Column] }

/** What has to be given to write these columns: all of a record as soon as one of them is derived. */
type Given<Row, Names> = [Names] extends [keyof Row] ? Pick<Row, Names> : Row

/** What a query is put together from. */
export interface Query<In> {
  rows: Knex.QueryBuilder
  /** The parameter for a value. */
  param: Param<In>
  /** The parameters for several values, by their names; for a `where`, whatever is joined. */
  params: (...names: Name<In>[]) => Record<string, Knex.Value>
  knex: Knex
}

type Join = (rows: Knex.QueryBuilder) => Knex.QueryBuilder

/** A column with its table, where another one has columns, too. */
type PlaceOf = (name: string) => string

/** What a table is read with. */
interface Joined {
  join: Join
  placeOf: PlaceOf
}

const ALONE: Joined = { join: rows => rows, placeOf: name => name }

type Build<In> = (query: Query<In>) => Knex.QueryBuilder

interface Update<Row, By, Set> {
  /** Which rows: those that have these values, ... */
  by: By[]
  /** ... and these, which are always the same. */
  where?: Partial<Row>
  set?: Set[]
  /** Values that are always the same. */
  to?: Partial<Row>
  increment?: Name<Row>[]
}

/** Which rows are removed a part at a time. */
interface Some<Row, By, In> {
  key: Name<Row>[]
  by?: By[]
  where?: Build<In>
  /** How many in one unit of work, which blocks all others; 100 are a few milliseconds. */
  limit?: number
}

interface Listed {
  id: string
  created_at: string
}

/** Describes a table. `derived` are columns that are made of the record when it is written, and never read. */
export function table<Row extends object, Made extends object = object>(
  name: string,
  columns: Columns<Row>,
  derived?: Derived<Row, Made>,
): Table<Row, Made> {
  return new Table(name, columns, derived)
}

/** A row of a described table, as a record. */
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
    { join, placeOf }: Joined = ALONE,
  ) {
    this.name = name
    this.columns = columns
    this.#derived = derived
    this.#join = join
    this.#placeOf = placeOf
    this.names = Object.keys(columns) as Name<Row>[]
    this.#codec = codecOf(columns)
  }

  /** The same table, of which only these columns are read. */
  only<Some extends Name<Row>>(...names: Some[]): Table<Pick<Row, Some>, Omit<Row, Some> & Made> {
    const some: object = Object.fromEntries(names.map(name => [name, this.columns[name]]))
    const joined = { join: this.#join, placeOf: this.#placeOf }
    return new Table(this.name, some as Columns<Pick<Row, Some>>, undefined, joined)
  }

  /**
   * The table with columns of another one beside its own, for reading: where its columns, `on`, are like ours, if any. Both
   * can have a column of one name: what is selected and asked for is ours.
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

  /** The row, or rows, that have these values. */
  find<By extends Name<Row & Made> = never>(...by: By[]): Statement<Pick<Row & Made, By>, Row> {
    return this.query<Pick<Row & Made, By>>(({ rows, params }) => rows.where(params(...by)))
  }

  /** Those that have one of several values in the column `any`, and these. */
  findAny<By extends Name<Row & Made> = never>(any: Name<Row & Made>, ...by: By[]): AnyOf<Pick<Row & Made, By>, Row> {
    return new AnyOf((knex, param, values) => {
      const rows = values.rows(this.name, this.#placeOf(any))
      const { params } = queryOf<Pick<Row & Made, By>>(rows, knex, param, this.#placeOf)
      return this.#join(rows)
        .select(this.names.map(this.#placeOf))
        .where(params(...by))
    }, this.#codec)
  }

  /** The list of those that have these values. */
  list<By extends Name<Row & Made> = never>(...by: By[]): PagedList<Pick<Row & Made, By>, Row & Listed> {
    return this.listWhere<Pick<Row & Made, By>>(({ rows, params }) => rows.where(params(...by)))
  }

  /** The same by the time that they were made at. */
  listByTime<By extends Name<Row & Made> = never>(...by: By[]): PagedList<Pick<Row & Made, By>, Row & Listed> {
    return this.listWhere<Pick<Row & Made, By>>(({ rows, params }) => rows.where(params(...by)), 'created_at')
  }

  /** Rows of a query, which can select `More` beside the columns. `tail` as in `statement`. */
  query<In extends object, More = unknown>(build: Build<In>, tail = ''): Statement<In, Row & More> {
    return statement((knex, param) => build(this.#reading(knex, param)), tail, this.#codec)
  }

  /** The list of such rows. */
  listWhere<In extends object, More = unknown>(
    build: Build<In>,
    order: ListOrder = 'id',
  ): PagedList<In, Row & Listed & More> {
    return new PagedList((knex, param) => build(this.#reading(knex, param)), { codec: this.#codec, order })
  }

  // ---- writing

  insert(): Statement<Row, never> {
    return this.#inserting(insertion => insertion)
  }

  /** Does nothing when there is a row with these values. */
  insertIfNew(...key: Name<Row & Made>[]): Statement<Row, never> {
    return this.#inserting((insertion, knex) => insertion.onConflict(this.conflict(knex, ...key)).ignore())
  }

  /** Inserts a row, or writes these columns of the one that has the values of `key`. */
  upsert(key: Name<Row & Made>[], set: Name<Row & Made>[]): Statement<Row, never> {
    return this.#inserting((insertion, knex) => insertion.onConflict(this.conflict(knex, ...key)).merge(set))
  }

  update<By extends Name<Row & Made>, Set extends Name<Row & Made> = never>({
    by,
    where = {},
    set = [],
    to = {},
    increment = [],
  }: Update<Row, By, Set>): Statement<Pick<Row & Made, By> & Given<Row, Set>, never> {
    return this.write(({ rows, param, params, knex }) => {
      const raised = increment.map(name => [name, knex.raw('?? + 1', [name])])
      return rows
        .where({ ...params(...by), ...this.#stored(where) })
        .update({ ...this.#written(set, param), ...this.#stored(to), ...Object.fromEntries(raised) })
    })
  }

  /** Removes the rows that have these values. */
  remove<By extends Name<Row & Made>>(...by: By[]): Statement<Pick<Row & Made, By>, never> {
    return this.write(({ rows, params }) => rows.where(params(...by)).delete())
  }

  /** Removes `limit` at the most of those that have the values `by` and for which `where` holds; `key` tells rows apart. */
  removeSome<By extends Name<Row & Made> = never, In extends object = object>({
    key,
    by = [],
    where,
    limit = 100,
  }: Some<Row, By, In>): PartialRemoval<Pick<Row & Made, By> & In> {
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
   * What an insertion can be in conflict with: these columns. Without the team they are a primary key, and that has the
   * team in it, too, where PostgreSQL keeps the rows of teams apart; so it is asked for by its name there.
   */
  conflict(knex: Knex, ...key: Name<Row & Made>[]): Knex.Raw {
    const byName = knex.client.config.client === 'pg' && 'team_id' in this.columns && !key.some(isTeam)
    if (byName) return knex.raw('on constraint ??', [`${this.name}_pkey`])
    return knex.raw(`(${key.map(() => '??').join(', ')})`, key)
  }

  /** Any other change of the table's rows. */
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

  /** The parameters for what is written into these columns. */
  #written(names: readonly string[], param: (name: never) => Knex.Value): Record<string, Knex.Value> {
    const derived = this.#derived as Record<string, Encode<object>> | undefined
    const parameterOf = (name: string): Knex.Value => {
      const from = derived?.[name]
      return from ? derivedParam(name, from) : param(name as never)
    }
    return Object.fromEntries(names.map(name => [name, parameterOf(name)]))
  }

  /** Values as they are stored. */
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
