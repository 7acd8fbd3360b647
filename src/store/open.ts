// From a database URL to an open database of the shape this version needs.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Database } from './database.ts'
import { lockFolder } from './lock.ts'
import { migrateSqlite } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

/** Opens `sqlite:<file>`, making folder and file where needed. Throws when another process has it. */
export async function openDatabase(url: string): Promise<Database> {
  const filename = fileOf(url)
  mkdirSync(path.dirname(filename), { recursive: true, mode: 0o700 })
  const unlock = lockFolder(`${filename}.lock`)
  await migrateSqlite(filename)
  const database = openSqlite(filename)
  const close = database.close.bind(database)
  database.close = () => close().finally(unlock)
  return database
}

/**
 * Opens a database for a small unit of work beside the process that owns it, if there is one. SQLite lets both write,
 * one after the other; nothing else of the folder (its queue above all) may be touched.
 */
export async function openBeside(url: string): Promise<Database> {
  const filename = fileOf(url)
  if (!existsSync(filename))
    throw new Error(`There is no database at ${filename}: start the server once, or set DATA_DIR.`)
  return openSqlite(filename)
}

function fileOf(url: string): string {
  return path.resolve(url.replace(/^sqlite:/, ''))
}
