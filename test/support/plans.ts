// How a database would go about a statement, which tells more than how long it took with few rows.
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { ON_POSTGRES } from './databases.ts'

interface Step {
  detail?: string
  'QUERY PLAN'?: string
}

/** Its steps, a line each, as with many rows. */
export function planOf(database: Database, sql: string): Promise<string> {
  const asked = statement<object, Step>(knex => knex.raw(`${EXPLAIN} ${sql}`))
  return database.unit(async tx => {
    // so few rows are read as a whole and sorted: whether the index can do that, too, is what is asked
    for (const name of ON_POSTGRES ? ['seqscan', 'bitmapscan', 'sort'] : []) {
      tx.put(
        statement<object>(knex => knex.raw(`set local enable_${name} = off`)),
        {},
      )
    }
    const steps = await tx.all(asked, {})
    return steps.map(step => step.detail ?? step['QUERY PLAN']).join('\n')
  })
}

const EXPLAIN = ON_POSTGRES ? 'explain (costs off)' : 'explain query plan'
