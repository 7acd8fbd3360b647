// Statements over many given rows: the rows are one parameter, a JSON text, and appear in the statement as a table named
// `given`. The functions with which each database reads JSON are used only here.
import type { Knex } from 'knex'
import { derivedParam, isForPostgres } from './statement.ts'

/** The types of the columns of the given rows; each value may be null. */
type GivenColumns = Readonly<Record<string, 'text' | 'uuid' | 'integer'>>

export type InputRow = readonly (string | number | null)[]

const POSTGRES_TYPES = { text: 'text', uuid: 'uuid', integer: 'integer' } as const

/** The rows given as the value `from`, each a list in the order of the columns, as a table named `as`. */
export function inputRows(knex: Knex, columns: GivenColumns, from = 'rows', as = 'given'): Knex.Raw {
  const rows = derivedParam(from, values => JSON.stringify((values as Record<string, InputRow[]>)[from]))
  const isPostgres = isForPostgres(knex)
  const read = Object.entries(columns).map(([name, type], index) =>
    isPostgres ? `cast(value->>${index} as ${POSTGRES_TYPES[type]}) as "${name}"` : `value->>${index} as "${name}"`,
  )
  const each = isPostgres ? 'json_array_elements(cast(? as json)) as rows(value)' : 'json_each(?)'
  return knex.raw(`(select ${read.join(', ')} from ${each}) as "${as}"`, [rows])
}

/**
 * The parts of an update of a team's rows by the rows given as the value `rows`: each starts with the id of a row to update.
 * `isMeant` is the condition for these rows, `value` a given value of the row. On PostgreSQL the given rows are one object:
 * as a joined table they would be scanned for each row, if the plan was created while the table was small. On SQLite the
 * condition omits the team: with it, SQLite would choose the index on the team and read all its rows for each given one.
 */
export function inputById(
  knex: Knex,
  { table, columns, team_id }: { table: string; columns: GivenColumns; team_id: Knex.Value },
): GivenById {
  if (!isForPostgres(knex)) {
    const isMeant = knex.raw('?? = given.id', [`${table}.id`])
    return { from: inputRows(knex, columns), isMeant, value: name => knex.raw('??', [`given.${name}`]) }
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

const rowsIn = (values: object): InputRow[] => (values as { rows: InputRow[] }).rows
const objectOf = (values: object): string =>
  JSON.stringify(Object.fromEntries(rowsIn(values).map(row => [row[0], row])))
const idsOf = (values: object): string =>
  `{${rowsIn(values)
    .map(([id]) => id)
    .join(',')}}`
