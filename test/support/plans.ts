// The query plan of a statement, which is more reliable than its duration with few rows.
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { ON_POSTGRES } from './databases.ts'

interface Step {
  detail?: string
  'QUERY PLAN'?: string
}

/** The steps of the plan, one per line, as with many rows. */
export function planOf(database: Database, sql: string): Promise<string> {
  const asked = statement<object, Step>(knex => knex.raw(`${EXPLAIN} ${sql}`))
  return database.unit(async tx => {
    // few rows are read and sorted as a whole; this shows whether the index could be used
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
