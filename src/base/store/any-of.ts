// Statements that look up several values of a column. A prepared statement has a fixed number of parameters, so one is
// created for each list size, rounded up to a power of two. On PostgreSQL all values are one parameter.
import type { Knex } from 'knex'
import type { Tx } from './database.ts'
import { type Codec, isUuid, isUuidIn, UNCODED } from './column.ts'
import {
  type DeclaredStatement,
  derivedParam,
  isForPostgres,
  type Param,
  type Statement,
  statement,
} from './statement.ts'

/** Well below the parameter limit of both databases. */
const VALUES_MAX = 256

type Build<In> = (knex: Knex, param: Param<In>, any: Any) => Knex.QueryBuilder

export class AnyOf<In extends object, Row> {
  readonly #build: Build<In>
  readonly #codec: Codec
  readonly #one: Statement<object, Row>
  readonly #bySize = new Map<number, Statement<object, Row>>()

  /** `build` gets the values as its third argument. */
  constructor(build: Build<In>, codec: Codec = UNCODED) {
    this.#build = build
    this.#codec = codec
    // created now, so that `declaredStatements` includes it
    this.#one = this.#sized(1)
  }

  get statements(): DeclaredStatement[] {
    return [...this.#bySize.values()].flatMap(({ statements }) => statements)
  }

  /** The rows with any of `values`, each once. */
  readonly all = async (tx: Tx, given: In, values: readonly string[]): Promise<Row[]> => {
    if (values.length === 1) return tx.all(this.#one, { ...given, values })
    const rows: Row[] = []
    const distinct = [...new Set(values)]
    for (let start = 0; start < distinct.length; start += VALUES_MAX) {
      const some = distinct.slice(start, start + VALUES_MAX)
      const size = 2 ** Math.ceil(Math.log2(some.length))
      rows.push(...(await tx.all(this.#sized(size), { ...given, values: some })))
    }
    return rows
  }

  /** The statement for a size of list; on PostgreSQL the text is the same for each. */
  #sized(size: number): Statement<object, Row> {
    const known = this.#bySize.get(size)
    if (known) return known
    const made = statement<object, Row>(
      (knex, param) => this.#build(knex, param as Param<In>, new Any(knex, size, this.#codec)),
      '',
      this.#codec,
    )
    made.acrossTeams = this.#bySize.get(1)?.acrossTeams
    this.#bySize.set(size, made)
    return made
  }
}

interface InputValues {
  values: string[]
}

/** The values, as conditions for a query. */
class Any {
  readonly #knex: Knex
  readonly #size: number
  readonly #codec: Codec

  constructor(knex: Knex, size: number, codec: Codec) {
    this.#knex = knex
    this.#size = size
    this.#codec = codec
  }

  /**
   * The rows of a table with one of the values in this column. On SQLite the values are a table with the column
   * `wanted`, first in a cross join, whose order SQLite keeps: with `in` it would scan all rows of a team.
   */
  rows(table: string, column: string): Knex.QueryBuilder {
    const knex = this.#knex
    if (isForPostgres(knex)) return knex.from(table).whereRaw(this.#isAny(column))
    const [first, ...more] = this.#each
    if (more.length === 0) return knex.from(table).where({ [column]: first })
    const wanted = this.#each.map((_each, index) => (index === 0 ? 'select ? as wanted' : 'select ?'))
    return knex
      .from(knex.raw(`(${wanted.join(' union all ')}) as listed`, this.#each))
      .crossJoin(knex.ref(table))
      .where({ [column]: knex.ref('wanted') })
  }

  /** Limits `rows` to those with one of the values in this column. */
  among(rows: Knex.QueryBuilder, column: string): Knex.QueryBuilder {
    return isForPostgres(this.#knex) ? rows.whereRaw(this.#isAny(column)) : rows.whereIn(column, this.#each)
  }

  #isAny(column: string): Knex.Raw {
    const name = column.slice(column.lastIndexOf('.') + 1)
    const toSet = isUuidIn(this.#codec, name) ? setOfUuids : setOfTexts
    return this.#knex.raw('?? = any(?)', [
      column,
      derivedParam('values', given => toSet((given as InputValues).values)),
    ])
  }

  /** Unused parameters are `null`, which equals no value. */
  get #each(): Knex.Value[] {
    return Array.from({ length: this.#size }, (_, index) =>
      derivedParam(`value_${index}`, given => (given as InputValues).values[index] ?? null),
    )
  }
}

/** Formats an array in PostgreSQL's text form. */
const setOfUuids = (values: string[]): string => `{${values.filter(isUuid).join(',')}}`

const setOfTexts = (values: string[]): string =>
  `{${values.map(value => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
