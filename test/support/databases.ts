// Every database that the store runs on; the store's tests run on each.
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open.ts'
import { subscribers } from '../../src/subscribers.ts'
import { addTeam } from '../../src/teams/actions.ts'
import { temporaryFolder } from './server.ts'
import { RUNS_TWICE, runTwice } from './twice.ts'

export interface OpenDatabase {
  database: Database
  url: string
  remove: () => void
}

async function sqlite(): Promise<OpenDatabase> {
  const folder = temporaryFolder()
  const url = `sqlite:${path.join(folder, 'test.db')}`
  const database = await openDatabase(url)
  database.subscribers = subscribers
  if (RUNS_TWICE) runTwice(database)
  return { database, url, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const databases: [name: string, open: () => Promise<OpenDatabase>][] = [['SQLite', sqlite]]

export interface WithTeams {
  database: Database
  team_id: string
  /** Another team, which must see and change nothing. */
  stranger: string
  end: () => Promise<void>
}

/** A database of its own, with two teams in it. */
export async function withTeams(open: () => Promise<OpenDatabase>): Promise<WithTeams> {
  const { database, remove } = await open()
  const aTeam = async (name: string): Promise<string> => {
    const admin = { email: `${name}@example.com`, password_hash: 'none' }
    return (await database.unit(tx => addTeam(tx, name, admin, new Date('2026-01-01')))).id
  }
  const [team_id, stranger] = [await aTeam('one'), await aTeam('two')]
  const end = async (): Promise<void> => {
    await database.close()
    remove()
  }
  return { database, team_id, stranger, end }
}
