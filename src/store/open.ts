// From a database URL to an open database of the shape this version needs.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Database } from './database.ts'
import { lockFolder } from './lock.ts'
import { migrateSqlite } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

/** Opens `sqlite:<file>`, making folder and file where needed. Throws when another process has it. */
export async function openDatabase(url: string): Promise<Database> {
  const filename = path.resolve(url.replace(/^sqlite:/, ''))
  mkdirSync(path.dirname(filename), { recursive: true, mode: 0o700 })
  const unlock = lockFolder(`${filename}.lock`)
  await migrateSqlite(filename)
  const database = openSqlite(filename)
  const close = database.close.bind(database)
  database.close = () => close().finally(unlock)
  return database
}
