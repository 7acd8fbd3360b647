// Removing much, a part at a time: a unit of work blocks all others, so none removes more rows than a few milliseconds
// are enough for, and the caller comes back for the rest.
import type { Knex } from 'knex'
import type { Tx } from './database.ts'
import { type Param, type Statement, statement } from './statement.ts'

const PART = 100

/** A statement that removes some of the rows of a table, which `key` tells apart, for which `which` holds. */
export function partlyRemoved<In extends object>(
  table: string,
  key: string[],
  which: (rows: Knex.QueryBuilder, param: Param<In>) => Knex.QueryBuilder,
): Statement<In, never> {
  return statement<In>((knex, param) =>
    knex(table)
      .whereIn(key, which(knex(table).select(key), param).limit(PART))
      .delete(),
  )
}

/** Whether more may be left. */
export async function removePart<In extends object>(tx: Tx, some: Statement<In, never>, values: In): Promise<boolean> {
  return (await tx.run(some, values)) >= PART
}
