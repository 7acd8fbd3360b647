// Prints every statement that the product declares, as PostgreSQL receives it. Runs in a separate process, because
// tests also declare statements.
import { uuidOrNull } from '../../src/base/store/column.ts'
import { everyStatement, onPostgres } from './statements.ts'

export interface DeclaredStatement {
  sql: string
  /** The parameters in order; `null` if a parameter consists of several values. */
  values: ({ name: string; isUuid: boolean } | null)[]
  /** The reason why the statement has no team, if it has none. */
  acrossTeams: string | undefined
}

const declared = (await everyStatement()).map((statement): DeclaredStatement => {
  const { acrossTeams } = statement
  const { sql, bindings } = onPostgres(statement)
  return {
    sql,
    values: bindings.map(each => ('name' in each ? { name: each.name, isUuid: each.encode === uuidOrNull } : null)),
    acrossTeams,
  }
})
process.stdout.write(JSON.stringify(declared))
