// Tests with a write whether the database is writable.
import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** The minimum time between two test writes, regardless of how often the probe is called. */
const GOOD_FOR_MS = 1000
const NOT_WRITTEN = 'The database is not writable'

const write = statement<{ written_at: string }>((knex, param) =>
  knex('probes')
    .insert({ id: 'readyz', written_at: param('written_at') })
    .onConflict('id')
    .merge(['written_at']),
)

/** Creates a check that resolves to true, or to the problem. */
export function writeProbe(database: Database): () => Promise<true | string> {
  let last: { at: number; answer: Promise<true | string> } | undefined
  return () => {
    const fault = database.fault()
    if (fault !== undefined) return Promise.resolve(fault)
    const at = performance.now()
    if (!last || at - last.at > GOOD_FOR_MS) last = { at, answer: probe(database) }
    return last.answer
  }
}

async function probe(database: Database): Promise<true | string> {
  try {
    await database.unit(async tx => tx.put(write, { written_at: new Date().toISOString() }))
    return true
  } catch {
    return NOT_WRITTEN
  }
}
