// Prints every statement that the product declares, as PostgreSQL gets it: in a process of its own, where no test has
// declared any.
import { uuidOrNull } from '../../src/base/store/column.ts'
import { everyStatement, onPostgres } from './statements.ts'

export interface DeclaredStatement {
  sql: string
  /** Of its parameters in their order; `undefined` where it is made of several values. */
  values: ({ name: string; isUuid: boolean } | null)[]
  /** Why it does not name its team, if it does not. */
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
