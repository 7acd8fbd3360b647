// What the driver of SQLite is asked to do, in this process: each statement by its verb and its table, and the rows that it wrote.
import SQLite from 'better-sqlite3'

type Method = (this: SQLite.Statement, ...args: unknown[]) => unknown

export interface Asked {
  /** Such as `select emails` and `insert jobs`, in order; without what begins and ends transactions, which are shared. */
  statements: string[]
  /** Of all tables. */
  rows: number
}

const TABLE = /(?: from| into|^update) `(\w+)`/

/** Writes down what is asked while `act` goes on. */
export async function askedDuring(act: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { statements: [], rows: 0 }
  const memory = new SQLite(':memory:')
  const prototype = Object.getPrototypeOf(memory.prepare('select 1')) as Record<string, Method>
  memory.close()
  const originals = ['get', 'all', 'run'].map(name => [name, prototype[name]!] as const)
  for (const [name, original] of originals) {
    prototype[name] = function (...args) {
      const result = original.apply(this, args)
      const verb = this.source.split(' ', 1)[0]
      const table = TABLE.exec(this.source)?.[1]
      if (verb !== 'begin' && verb !== 'commit')
        asked.statements.push(table === undefined ? this.source : `${verb} ${table}`)
      if (name === 'run') asked.rows += (result as SQLite.RunResult).changes
      return result
    }
  }
  try {
    await act()
  } finally {
    for (const [name, original] of originals) prototype[name] = original
  }
  return asked
}
