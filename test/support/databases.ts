// The database of a run: SQLite, or PostgreSQL in the project of that name. Whoever needs one gets it here.
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

/** With all tables, closed. */
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

/** Those of the run: `describe.each(databases)` says in its title which one it was. */
export const databases: [name: string, open: () => Promise<OpenDatabase>][] = [
  [ON_POSTGRES ? 'PostgreSQL' : 'SQLite', open],
]

const ofFolders = new Map<string, NewDatabase>()

/** What a server has to be told so that it works on a database of the run. The same folder has the same one, as on SQLite. */
export async function databaseOf(data_dir: string): Promise<{ DATABASE_URL?: string }> {
  if (!ON_POSTGRES) return {}
  const known = ofFolders.get(data_dir) ?? (await newDatabase())
  ofFolders.set(data_dir, known)
  return { DATABASE_URL: known.url }
}

/** The folder goes, and the database that was its. */
export async function forgetDatabaseOf(data_dir: string): Promise<void> {
  rmSync(data_dir, { recursive: true, force: true })
  await ofFolders.get(data_dir)?.drop()
  ofFolders.delete(data_dir)
}

export interface WithTeams {
  database: Database
  team_id: string
  /** Another team, which must see and change nothing. */
  stranger: string
  end: () => Promise<void>
}

/** A database of its own, with two teams in it. */
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
