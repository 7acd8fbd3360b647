// How PostgreSQL counts the rows of teams: concurrent transactions do not block each other, an upgrade counts existing
// rows, and counts of closed connections are summed up.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/base/store/open.ts'
import { migratePostgres } from '../../../src/base/store/postgres/migrate.ts'
import { countRows, aggregateRows } from '../../../src/watch/usage/store.ts'
import { type NewDatabase, newDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'

const TEAM = '01935f3e-7c00-7000-8000-000000000001'
const NOT_WAITED = "set lock_timeout = '200ms'"
const SHARED = `insert into team_counts (team_id, name, shard, count) values ('${TEAM}', 'contacts', 0, 1)
  on conflict (team_id, name, shard) do update set count = team_counts.count + 1`

let opened: NewDatabase
let clients: Client[]

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: opened.url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

const insert = (client: Client, count = 1): Promise<unknown> =>
  client.query(
    `insert into contacts (id, team_id, email, email_key, unsubscribed, created_at, updated_at)
     select gen_random_uuid(), $1, 'x', gen_random_uuid()::text, 0, '2026', '2026' from generate_series(1, $2)`,
    [TEAM, count],
  )

async function counts(client: Client): Promise<{ kept: number; recounted: number }> {
  const { rows } = await client.query(
    `select (select sum(count) from team_counts where name = 'contacts')::int as kept,
     (select count(*) from contacts)::int as recounted`,
  )
  return rows[0]
}

beforeEach(() => (clients = []))
afterEach(async () => {
  await Promise.all(clients.map(client => client.end()))
  await opened.drop()
})

describe('concurrent transactions of one team', () => {
  let clients: [Client, Client]
  beforeEach(async () => {
    opened = await newDatabase()
    clients = [await connect(), await connect()]
    for (const client of clients) {
      await client.query(NOT_WAITED)
      await client.query('begin isolation level repeatable read')
      await client.query('select count(*) from contacts')
    }
  })

  it('insert contacts without waiting for each other or conflicting', async () => {
    const [one, other] = clients
    for (let round = 1; round <= 3; round++) {
      await insert(one, 2)
      await insert(other, 3)
    }
    await one.query('delete from contacts where id in (select id from contacts limit 1)')
    for (const client of clients) await client.query('commit')
    expect(await counts(one)).toEqual({ kept: 14, recounted: 14 })
  })

  it('would wait if they wrote one row', async () => {
    const [one, other] = clients
    await one.query(SHARED)
    await expect(other.query(SHARED)).rejects.toThrow('lock timeout')
  })
})

describe('counts of closed connections', () => {
  it('are summed up while a connection continues to write its own', async () => {
    opened = await newDatabase()
    const [one, other, third] = [await connect(), await connect(), await connect()]
    for (const client of [one, other, third]) await insert(client, 4)
    await other.query('delete from contacts where id in (select id from contacts limit 7)')
    await other.end()
    await one.query('begin')
    await insert(one)
    const database = await openDatabase(opened.url)
    const folding = database.unit(tx => aggregateRows(tx, '9999-12-31'))
    // the row of this connection is locked until it commits, and then has another value
    await one.query('commit')
    expect(await folding).toBe(true)
    expect(await database.unit(tx => aggregateRows(tx, '9999-12-31'))).toBe(false)
    expect(await database.read(tx => countRows(tx, TEAM))).toMatchObject({ contacts: 6 })
    await database.close()
    expect(await counts(one)).toEqual({ kept: 6, recounted: 6 })
    const { rows } = await one.query('select shard, count::int from team_counts')
    expect(rows).toEqual([{ shard: 0, count: 6 }])
  })

  it('remain unchanged until two days have passed', async () => {
    opened = await newDatabase()
    const client = await connect()
    await insert(client)
    const database = await openDatabase(opened.url)
    const { rows } = await client.query<{ day: string }>('select day from team_counts')
    expect(await database.unit(tx => aggregateRows(tx, rows[0]!.day))).toBe(false)
    await database.close()
  })
})

describe('an upgrade', () => {
  it('counts existing rows, and those that connections of the previous version insert meanwhile', async () => {
    opened = await newDatabaseAlone()
    const [before, writer, late] = [await connect(), await connect(), await connect()]
    await before.query('drop function count_rows_of_teams cascade; drop table team_counts')
    await before.query("delete from knex_migrations where name = '0153_team_counts'")
    await insert(before, 50)
    // its snapshot is older than the counters, its first contact newer
    await late.query('begin isolation level repeatable read')
    await late.query('select count(*) from teams')
    const migrated = new AbortController()
    const writing = (async () => {
      while (!migrated.signal.aborted) await insert(writer)
    })()
    await migratePostgres(opened.url)
    migrated.abort()
    await writing
    await insert(late, 3)
    await late.query('commit')
    const { kept, recounted } = await counts(before)
    expect(kept).toBe(recounted)
    expect(recounted).toBeGreaterThan(53)
  })
})
