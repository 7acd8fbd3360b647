// Each unit of work runs twice, as one does that met another: the first time it is undone. So what a body changes besides
// the database is there twice, or is what the first run made of it, and a test sees that.
import type { Database, From, Tx } from '../../src/base/store/database.ts'

/** Set for tests that are to run so: `UNITS=twice npx vitest run --project '!twice' /contract`. */
export const RUNS_TWICE = process.env.UNITS === 'twice'

class Undone extends Error {}

const undoing = new WeakSet<Tx>()

/** Whether what is done in this unit now will be undone: for tests that count what happens in units. */
export function isRehearsal(tx: Tx): boolean {
  return undoing.has(tx)
}

export function runTwice(database: Database): void {
  const unit = database.unit.bind(database)
  database.unit = async <T>(body: (tx: Tx) => Promise<T>, from?: From): Promise<T> => {
    const undone = async (tx: Tx): Promise<never> => {
      undoing.add(tx)
      await body(tx)
      throw new Undone()
    }
    // what it refuses it refuses again, and trouble comes again or is over
    await unit(undone, from).catch(() => {})
    return unit(body, from)
  }
}
