// Statements that write or ask for many rows at once: the rows are one parameter, a JSON text, and stand in the statement
// as a table named `given`. Each database reads JSON in words of its own, which are only here.
import type { Knex } from 'knex'
import { derivedParam, isForPostgres } from './statement.ts'

/** What a column of the given rows holds; each may be null. */
export type GivenColumns = Readonly<Record<string, 'text' | 'uuid' | 'integer'>>

export type GivenRow = readonly (string | number | null)[]

const POSTGRES_TYPES = { text: 'text', uuid: 'uuid', integer: 'integer' } as const

/**
 * The rows that a statement is given under the name `from`, each a list of values in the order of the columns, as a table
 * named `as`.
 */
export function givenRows(knex: Knex, columns: GivenColumns, from = 'rows', as = 'given'): Knex.Raw {
  const rows = derivedParam(from, values => JSON.stringify((values as Record<string, GivenRow[]>)[from]))
  const isPostgres = isForPostgres(knex)
  const read = Object.entries(columns).map(([name, type], index) =>
    isPostgres ? `cast(value->>${index} as ${POSTGRES_TYPES[type]}) as "${name}"` : `value->>${index} as "${name}"`,
  )
  const each = isPostgres ? 'json_array_elements(cast(? as json)) as rows(value)' : 'json_each(?)'
  return knex.raw(`(select ${read.join(', ')} from ${each}) as "${as}"`, [rows])
}

/**
 * For PostgreSQL: the rows that are given under the name `rows` as one object, by their first value, which is an id. Joined as
 * a table they are gone through for each row of the other, when the plan was made while that had few rows.
 */
export function givenById(knex: Knex): {
  object: Knex.Raw
  ids: Knex.Value
  value: (column: string, at: number) => string
} {
  return {
    object: knex.raw('(select cast(? as jsonb) as rows) as given', [derivedParam('rows', objectOf)]),
    ids: derivedParam('ids', idsOf),
    value: (column, at) => `given.rows->cast(${column} as text)->>${at}`,
  }
}

const rowsIn = (values: object): GivenRow[] => (values as { rows: GivenRow[] }).rows
const objectOf = (values: object): string =>
  JSON.stringify(Object.fromEntries(rowsIn(values).map(row => [row[0], row])))
const idsOf = (values: object): string =>
  `{${rowsIn(values)
    .map(([id]) => id)
    .join(',')}}`
