// Statements that write or ask for many rows at once: the rows are one parameter, a JSON text, and stand in the statement
// as a table named `given`. Each database reads JSON in words of its own, which are only here.
import type { Knex } from 'knex'
import { derivedParam, isForPostgres } from './statement.ts'

/** What a column of the given rows holds; each may be null. */
type GivenColumns = Readonly<Record<string, 'text' | 'uuid' | 'integer'>>

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
 * For an update of rows that were found in a team: the rows that are given under the name `rows`, each with the id of one as
 * its first value, what tells that a row is meant, and a given value of it. On PostgreSQL they are one object: joined as a
 * table they are gone through for each row of the other, when the plan was made while that had few rows. SQLite is not told
 * the team: it would take the index that begins with it, and go through all its rows for each that is given.
 */
export function givenById(
  knex: Knex,
  { table, columns, team_id }: { table: string; columns: GivenColumns; team_id: Knex.Value },
): GivenById {
  if (!isForPostgres(knex)) {
    const isMeant = knex.raw('?? = given.id', [`${table}.id`])
    return { from: givenRows(knex, columns), isMeant, value: name => knex.raw('??', [`given.${name}`]) }
  }
  const names = Object.keys(columns)
  return {
    from: knex.raw('(select cast(? as jsonb) as rows) as given', [derivedParam('rows', objectOf)]),
    isMeant: knex.raw('?? = ? and ?? = any(?)', [
      `${table}.team_id`,
      team_id,
      `${table}.id`,
      derivedParam('ids', idsOf),
    ]),
    value: name => {
      const place = `given.rows->cast(${table}.id as text)->>${names.indexOf(name)}`
      return knex.raw(columns[name] === 'text' ? place : `cast(${place} as ${columns[name]})`)
    },
  }
}

interface GivenById {
  from: Knex.Raw
  isMeant: Knex.Raw
  value: (name: string) => Knex.Raw
}

const rowsIn = (values: object): GivenRow[] => (values as { rows: GivenRow[] }).rows
const objectOf = (values: object): string =>
  JSON.stringify(Object.fromEntries(rowsIn(values).map(row => [row[0], row])))
const idsOf = (values: object): string =>
  `{${rowsIn(values)
    .map(([id]) => id)
    .join(',')}}`
