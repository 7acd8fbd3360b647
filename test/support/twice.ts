// Runs each transaction twice, as after a conflict: the first run is rolled back. Side effects of a body outside the
// database then happen twice or depend on the first run, which makes a test fail.
import type { Database, UnitOrigin, Tx } from '../../src/base/store/database.ts'

/** Enables this for a test run: `UNITS=twice npx vitest run --project '!twice' /contract`. */
export const RUNS_TWICE = process.env.UNITS === 'twice'

class RolledBack extends Error {}

const rollBackAfter = new WeakSet<Tx>()

/** Whether the current transaction will be rolled back, for tests that count what happens in transactions. */
export function isRehearsal(tx: Tx): boolean {
  return rollBackAfter.has(tx)
}

export function runTwice(database: Database): void {
  const unit = database.unit.bind(database)
  database.unit = async <T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> => {
    const undone = async (tx: Tx): Promise<never> => {
      rollBackAfter.add(tx)
      await body(tx)
      throw new RolledBack()
    }
    // a refusal is repeated by the second run, and a temporary error is either repeated or over
    await unit(undone, from).catch(() => {})
    return unit(body, from)
  }
}
