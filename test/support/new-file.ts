// SQLite databases for tests: copies of a file with all tables and no rows, because creating one takes 15 ms.
// test/store/sqlite and test/server/start.test.ts test how a start creates its database.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { migrateSqlite } from '../../src/base/store/migrate.ts'
import { temporaryFolder } from './folder.ts'

let made: Promise<Buffer> | undefined

/** Creates the file unless it exists. */
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
