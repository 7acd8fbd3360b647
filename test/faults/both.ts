// A database of each kind with all tables, for experiments that take minutes and so are not part of a test project.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../src/base/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'
import { hasPostgres } from '../support/postgres/binaries.ts'
import { startCluster } from '../support/postgres/cluster.ts'

interface Prepared {
  url: string
  remove: () => Promise<unknown>
}

async function onSqlite(): Promise<Prepared> {
  const folder = temporaryFolder()
  const url = `sqlite:${path.join(folder, 'test.db')}`
  await (await openDatabase(url)).close()
  return { url, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function onPostgres(): Promise<Prepared> {
  const cluster = await startCluster({ autovacuum: 'on' })
  await (await openDatabase(cluster.url)).close()
  return { url: cluster.url, remove: () => cluster.stop() }
}

export const BOTH: [name: string, prepare: () => Promise<Prepared>][] = [
  ['SQLite', onSqlite],
  ...(hasPostgres() ? [['PostgreSQL', onPostgres] as [string, () => Promise<Prepared>]] : []),
]

/** Runs with a database that is removed afterwards. */
export async function withDatabaseAt<T>(
  prepare: () => Promise<Prepared>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const { url, remove } = await prepare()
  try {
    return await use(url)
  } finally {
    await remove()
  }
}
