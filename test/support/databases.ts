// The database of a test run: SQLite, or PostgreSQL in the project of that name.
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../src/base/store/database.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { temporaryFolder } from './folder.ts'
import { newFile } from './new-file.ts'
import { newDatabase, type NewDatabase } from './postgres/new-database.ts'
import { RUNS_TWICE, runTwice } from './twice.ts'

/** Set by the projects: `npx vitest run --project '*postgres'`. */
export const ON_POSTGRES = process.env.DATABASE === 'postgres'

export interface OpenDatabase {
  database: Database
  url: string
  remove: () => Promise<void>
}

/** The URL of a closed database with all tables. */
async function newUrl(): Promise<NewDatabase> {
  if (ON_POSTGRES) return newDatabase()
  const folder = temporaryFolder()
  const filename = path.join(folder, 'test.db')
  await newFile(filename)
  const url = `sqlite:${filename}`
  return { url, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function open(): Promise<OpenDatabase> {
  const { url, drop } = await newUrl()
  const database = await openDatabase(url)
  database.subscribers = subscribers
  if (RUNS_TWICE) runTwice(database)
  return { database, url, remove: drop }
}

/** The databases of the run: `describe.each(databases)` shows the name in its title. */
export const databases: [name: string, open: () => Promise<OpenDatabase>][] = [
  [ON_POSTGRES ? 'PostgreSQL' : 'SQLite', open],
]

const ofFolders = new Map<string, NewDatabase>()

/** The settings of a server for a database of the run. The same folder returns the same database, as with SQLite. */
export async function databaseOf(data_dir: string): Promise<{ DATABASE_URL?: string }> {
  if (!ON_POSTGRES) return {}
  const known = ofFolders.get(data_dir) ?? (await newDatabase())
  ofFolders.set(data_dir, known)
  return { DATABASE_URL: known.url }
}

/** Deletes the folder and its database. */
export async function removeDatabaseOf(data_dir: string): Promise<void> {
  rmSync(data_dir, { recursive: true, force: true })
  await ofFolders.get(data_dir)?.drop()
  ofFolders.delete(data_dir)
}

export interface WithTeams {
  database: Database
  team_id: string
  /** Another team, which must not read or change anything. */
  stranger: string
  end: () => Promise<void>
}

/** Opens a new database with two teams. */
export async function withTeams(opening: () => Promise<OpenDatabase>): Promise<WithTeams> {
  const { database, remove } = await opening()
  const aTeam = async (name: string): Promise<string> => {
    const admin = { email: `${name}@example.com`, password_hash: 'none' }
    return (await database.unit(tx => addTeam(tx, { name, ...admin }, new Date('2026-01-01')))).id
  }
  const [team_id, stranger] = [await aTeam('one'), await aTeam('two')]
  const end = async (): Promise<void> => {
    await database.close()
    await remove()
  }
  return { database, team_id, stranger, end }
}
