// Prints every statement that the product declares, as PostgreSQL gets it: in a process of its own, where no test has
// declared any.
import { uuidOrNull } from '../../src/store/column.ts'
import { everyStatement, onPostgres } from './statements.ts'

export interface DeclaredStatement {
  sql: string
  /** Of its parameters in their order; `undefined` where it is made of several values. */
  values: ({ name: string; isUuid: boolean } | null)[]
}

const declared = (await everyStatement()).map(onPostgres).map(({ sql, bindings }): DeclaredStatement => ({
  sql,
  values: bindings.map(each => ('name' in each ? { name: each.name, isUuid: each.encode === uuidOrNull } : null)),
}))
process.stdout.write(JSON.stringify(declared))
