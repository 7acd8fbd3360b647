// A disk that fails on demand: driver calls throw the errors of SQLite. Affects only connections of this thread.
import SQLite from 'better-sqlite3'

type Method = (this: unknown, ...args: unknown[]) => unknown

export interface FaultyDisk {
  /** The number of driver calls since the last plan. */
  calls: () => number
  /** Fails `times` calls with this code, starting with the `at`th; limited to matching SQL if `sql` is given. */
  fail: (at: number, times: number, code: string, sql?: RegExp) => void
  /** Ends the failures. */
  repair: () => void
  /** Restores the driver. */
  end: () => void
}

/** Wraps every driver call that touches the file. */
export function faultyDisk(): FaultyDisk {
  let calls = 0
  const none = { at: Infinity, times: 0, code: '', sql: /^/ }
  let plan = none
  const memory = new SQLite(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as Record<string, Method>
  const database = SQLite.prototype as unknown as Record<string, Method>
  memory.close()

  const restore: (() => void)[] = []
  const wrap = (prototype: Record<string, Method>, name: string): void => {
    const original = prototype[name]!
    prototype[name] = function (...args) {
      const sql = typeof args[0] === 'string' && this instanceof SQLite ? args[0] : (this as SQLite.Statement).source
      if (!plan.sql.test(sql)) return original.apply(this, args)
      calls++
      if (calls >= plan.at && calls < plan.at + plan.times) throw new SQLite.SqliteError('made to fail', plan.code)
      return original.apply(this, args)
    }
    restore.push(() => (prototype[name] = original))
  }
  for (const name of ['get', 'all', 'run']) wrap(statement, name)
  for (const name of ['prepare', 'exec', 'pragma']) wrap(database, name)

  return {
    calls: () => calls,
    fail: (at, times, code, sql = /^/) => {
      calls = 0
      plan = { at, times, code, sql }
    },
    repair: () => {
      calls = 0
      plan = none
    },
    end: () => {
      for (const each of restore) each()
    },
  }
}
