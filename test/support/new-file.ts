// SQLite databases for tests: a file with all tables and no rows, copied instead of made, which takes 15 ms. How a start
// makes its own is for test/store/sqlite and test/server/start.test.ts to say.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrateSqlite } from '../../src/base/store/migrate.ts'
import { temporaryFolder } from './folder.ts'

let made: Promise<Buffer> | undefined

/** Puts one there, unless something is there already. */
export async function newFile(filename: string): Promise<void> {
  if (existsSync(filename)) return
  const bytes = await (made ??= make())
  writeFileSync(filename, bytes, { mode: 0o600, flag: 'wx' })
}

async function make(): Promise<Buffer> {
  const folder = temporaryFolder()
  const filename = path.join(folder, 'new.db')
  await migrateSqlite(filename)
  const bytes = readFileSync(filename)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}
