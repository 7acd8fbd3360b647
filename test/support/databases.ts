// Every database that the store runs on; the store's tests run on each.
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open.ts'
import { temporaryFolder } from './server.ts'

export interface OpenDatabase {
  database: Database
  url: string
  remove: () => void
}

async function sqlite(): Promise<OpenDatabase> {
  const folder = temporaryFolder()
  const url = `sqlite:${path.join(folder, 'test.db')}`
  return { database: await openDatabase(url), url, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const databases: [name: string, open: () => Promise<OpenDatabase>][] = [['SQLite', sqlite]]
