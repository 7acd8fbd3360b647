// Statements that ask for several values of a column at once. A prepared statement has a fixed number of parameters, so
// one is made for each size of list, rounded up to a power of two.
import type { Knex } from 'knex'
import type { Tx } from './database.ts'
import { type Codec, UNCODED } from './column.ts'
import { type Declared, type Param, type Statement, statement } from './statement.ts'

/** Well below what any database takes in one statement. */
const VALUES_MAX = 256

type Build<In> = (knex: Knex, param: Param<In>, values: readonly Knex.Value[]) => Knex.QueryBuilder

export class AnyOf<In extends object, Row> {
  readonly #build: Build<In>
  readonly #codec: Codec
  readonly #bySize = new Map<number, Statement<object, Row>>()

  /** `build` gets the parameters for the values as its third argument. */
  constructor(build: Build<In>, codec: Codec = UNCODED) {
    this.#build = build
    this.#codec = codec
    // so that it is among the declared ones
    this.#sized(1)
  }

  get statements(): Declared[] {
    return [...this.#bySize.values()].flatMap(({ statements }) => statements)
  }

  /** The rows for any of `values`, each once. */
  async all(tx: Tx, given: In, values: readonly string[]): Promise<Row[]> {
    const rows: Row[] = []
    const distinct = [...new Set(values)]
    for (let start = 0; start < distinct.length; start += VALUES_MAX) {
      const some = distinct.slice(start, start + VALUES_MAX)
      const size = 2 ** Math.ceil(Math.log2(some.length))
      // the parameters that are left over ask for nothing: no row has `null`
      const parameters = Array.from({ length: size }, (_, index) => [nameOf(index), some[index] ?? null])
      rows.push(...(await tx.all(this.#sized(size), { ...given, ...Object.fromEntries(parameters) })))
    }
    return rows
  }

  #sized(size: number): Statement<object, Row> {
    const known = this.#bySize.get(size)
    if (known) return known
    const made = statement<object, Row>(
      (knex, param) => {
        const values = Array.from({ length: size }, (_, index) => param(nameOf(index) as never))
        return this.#build(knex, param as Param<In>, values)
      },
      '',
      this.#codec,
    )
    made.acrossTeams = this.#bySize.get(1)?.acrossTeams
    this.#bySize.set(size, made)
    return made
  }
}

/**
 * The values as a table with the column `wanted`, to begin a cross join with, as that is one whose order SQLite keeps: with
 * `in` it would go through all rows of a team.
 */
export function wanted(knex: Knex, values: readonly Knex.Value[]): Knex.Raw {
  const rows = values.map((_each, index) => (index === 0 ? 'select ? as wanted' : 'select ?'))
  return knex.raw(`(${rows.join(' union all ')}) as listed`, [...values])
}

const nameOf = (index: number): string => `value_${index}`
