// Direct access to the database of a server, without the store.
import SQLite from 'better-sqlite3'
import { Client } from 'pg'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

type At = Pick<TestServer, 'database_url'>

/** Runs a statement and returns its rows, if any. Values are marked by `?`. */
export async function sql<T = Record<string, unknown>>(
  { database_url }: At,
  text: string,
  ...values: unknown[]
): Promise<T[]> {
  if (database_url.startsWith('postgres')) return askPostgres<T>(database_url, text, values)
  const driver = new SQLite(database_url.replace('sqlite:', ''), { timeout: 5000 })
  try {
    const prepared = driver.prepare<unknown[], T>(text)
    return prepared.reader ? prepared.all(...values) : (prepared.run(...values), [])
  } finally {
    driver.close()
  }
}

async function askPostgres<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  // allows writes even while the database is read-only
  const client = new Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  try {
    let place = 0
    const { rows } = await client.query(
      text.replaceAll('?', () => `$${++place}`),
      values,
    )
    // returns counts as numbers, like the store
    return rows.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asNumber(value)])) as T)
  } finally {
    await client.end()
  }
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value

/**
 * Runs `body` while writes fail and reads work: another connection locks SQLite, and PostgreSQL acts as a read-only
 * replica.
 */
export async function whileNothingIsStored<T>(
  server: At & Pick<TestServer, 'call'>,
  body: () => Promise<T>,
): Promise<T> {
  const { database_url } = server
  if (database_url.startsWith('postgres')) return whileReadOnly(server, body)
  const holder = new SQLite(database_url.replace('sqlite:', ''))
  holder.exec('begin immediate')
  try {
    return await body()
  } finally {
    holder.exec('rollback')
    holder.close()
  }
}

async function whileReadOnly<T>(server: At & Pick<TestServer, 'call'>, body: () => Promise<T>): Promise<T> {
  const name = new URL(server.database_url).pathname.slice(1)
  // ends existing connections, so that no request uses one with the old setting
  const be = async (setting: string): Promise<void> => {
    await askPostgres(server.database_url, `alter database ${name} ${setting}`)
    await askPostgres(
      server.database_url,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = '${name}' and pid <> pg_backend_pid() and application_name <> 'tests'`,
    )
  }
  const status = async (): Promise<number> => (await server.call('GET', '/readyz', { key: null })).status
  await be('set default_transaction_read_only = on')
  // waits until the server has reconnected
  await expect.poll(async () => (await server.call('GET', '/emails?limit=1')).status).toBe(200)
  try {
    return await body()
  } finally {
    await be('reset default_transaction_read_only')
    await expect.poll(status).toBe(200)
  }
}
