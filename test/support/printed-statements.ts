// Prints the SQL of every statement that the product declares, as PostgreSQL gets it: for tests in a process in which
// others have declared statements, too.
import { everyStatement, onPostgres } from './statements.ts'

const statements = await everyStatement()
const printed = statements.map(each => ({ sql: onPostgres(each).sql, acrossTeams: each.acrossTeams }))
process.stdout.write(JSON.stringify(printed))
