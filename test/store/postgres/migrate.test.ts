// Migration of a PostgreSQL database to the schema of this version, by any number of processes and from any earlier
// state.
import { randomUUIDv7 } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findGraph } from '../../../src/campaigns/automations/store/automations.ts'
import { MIGRATION_NAMES } from '../../../src/base/store/migrations.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { MIGRATION_LOCK, migratePostgres } from '../../../src/base/store/postgres/migrate.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'

let empty: NewDatabase
let client: Client

beforeEach(async () => {
  empty = await newDatabaseAlone('template1')
  client = await connected()
})
afterEach(async () => {
  await client.end()
  await empty.drop()
})

async function connected(): Promise<Client> {
  const made = new Client({ connectionString: empty.url })
  made.on('error', () => {})
  await made.connect()
  return made
}

async function column(sql: string): Promise<unknown[]> {
  return (await client.query({ text: sql, rowMode: 'array' })).rows.map(row => (row as unknown[])[0])
}

const steps = (): Promise<unknown[]> => column('select name from knex_migrations order by name')

describe('a database', () => {
  it('is migrated once by several servers that start at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migratePostgres(empty.url)))
    expect(await steps()).toEqual(MIGRATION_NAMES.toSorted())
  })

  it('is unchanged when it is up to date', async () => {
    await migratePostgres(empty.url)
    const before = await column("select xmin::text from pg_class where relname = 'emails'")
    await migratePostgres(empty.url)
    expect(await column("select xmin::text from pg_class where relname = 'emails'")).toEqual(before)
  })

  it('gets the missing steps when some were applied before', async () => {
    await migratePostgres(empty.url, '0152_inbox_texts_walk')
    expect(await steps()).toContain('0152_inbox_texts_walk')
    expect(await steps()).not.toContain('0153_team_counts')
    await migratePostgres(empty.url)
    expect(await steps()).toEqual(MIGRATION_NAMES.toSorted())
  })
})

it('seals the steps of automations that call other servers', async () => {
  await migratePostgres(empty.url, '0154_guard_locks')
  const [team_id, automation_id] = [randomUUIDv7(), randomUUIDv7()]
  const steps = [{ key: 'ask', type: 'http_request', config: { headers: { Authorization: 'very-secret' } } }]
  const at = new Date().toISOString()
  await client.query(`insert into teams (id, name, created_at) values ($1, 'A team', $2)`, [team_id, at])
  await client.query(
    `insert into automations (id, team_id, name, status, graph_version, settings, revision, created_at, updated_at)
     values ($1, $2, 'A', 'disabled', 1, '{}', 0, $3, $3)`,
    [automation_id, team_id, at],
  )
  await client.query(
    `insert into automation_graphs (automation_id, team_id, version, steps, connections) values ($1, $2, 1, $3, '[]')`,
    [automation_id, team_id, JSON.stringify(steps)],
  )
  await migratePostgres(empty.url)
  expect(await column('select steps from automation_graphs')).toEqual([expect.stringMatching(/^"[\w-]+"$/)])
  const database = await openDatabase(empty.url)
  expect((await database.read(tx => findGraph(tx, { team_id, automation_id }, 1)))!.steps).toEqual(steps)
  await database.close()
})

describe('while another process migrates', () => {
  /** Takes the lock, as in the middle of a step. */
  const take = async (): Promise<Client> => {
    const other = await connected()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    return other
  }

  it('a server gives up after a while with a message', async () => {
    const other = await take()
    await expect(migratePostgres(empty.url, undefined, 50)).rejects.toThrow(
      'Another server has been migrating the database for 1 min',
    )
    expect(await column("select relname from pg_class where relname = 'teams'")).toEqual([])
    await other.end()
  })

  it('a server waits, and continues as soon as the other process dies', async () => {
    const other = await take()
    const migrated = migratePostgres(empty.url)
    const waiting = "select pid from pg_locks where locktype = 'advisory' and not granted"
    await expect.poll(() => column(waiting)).toHaveLength(1)
    await client.query('select pg_terminate_backend($1)', [(other as unknown as { processID: number }).processID])
    await migrated
    expect(await steps()).toEqual(MIGRATION_NAMES.toSorted())
  })
})

describe('a migration step', () => {
  it('that needs a table in use lets other queries run, and retries', async () => {
    await migratePostgres(empty.url, '0154_guard_locks')
    const other = await connected()
    await other.query('begin')
    await other.query('select id from api_keys')
    const migrated = migratePostgres(empty.url)
    const waiting = "select pid from pg_locks where relation = 'api_keys'::regclass and not granted"
    await expect.poll(() => column(waiting)).toHaveLength(1)
    // queries behind the step reach the table before the one in front of it ends
    expect(await column('select id from api_keys')).toEqual([])
    await other.query('commit')
    await other.end()
    await migrated
    expect(await steps()).toEqual(MIGRATION_NAMES.toSorted())
  })
})

describe('a database of another application', () => {
  it('is rejected when it has tables', async () => {
    await client.query('create table orders (id text)')
    await expect(migratePostgres(empty.url)).rejects.toThrow('contains other data (table orders)')
    expect(await column("select relname from pg_class where relname = 'knex_migrations'")).toEqual([])
  })

  it('is rejected when it contains the migrations of another program', async () => {
    await client.query('create table knex_migrations (id serial, name text)')
    await client.query("insert into knex_migrations (name) values ('20200101_orders.js')")
    await expect(migratePostgres(empty.url)).rejects.toThrow('belongs to another program')
  })

  it('is accepted when it only has an extension', async () => {
    await client.query('create extension pg_trgm')
    await migratePostgres(empty.url)
    expect(await steps()).toEqual(MIGRATION_NAMES.toSorted())
  })
})

it('refuses a database that is too old, and says which version upgrades it', async () => {
  await client.query('create table knex_migrations (id serial, name text)')
  await client.query(`insert into knex_migrations (name) values ('0001_teams'), ('0042_one_active_key')`)
  await expect(migratePostgres(empty.url)).rejects.toThrow(
    'The database of DATABASE_URL is too old for this version of Lettermill: its last migration is 0042_one_active_key. ' +
      'First start the version whose last migration is 0152_inbox_texts_walk, then start this version.',
  )
  expect(await column("select relname from pg_class where relname = 'teams'")).toEqual([])
})

describe('a database of a newer version', () => {
  beforeEach(() => migratePostgres(empty.url))
  const taken = (name: string) => client.query('insert into knex_migrations (name, batch) values ($1, 2)', [name])

  it('is accepted when the newer version only added something', async () => {
    await taken('9998_colours')
    await migratePostgres(empty.url)
    expect(await steps()).toContain('9998_colours')
  })

  it('is rejected when the newer version removed something', async () => {
    await taken('9998_colours')
    await taken('9999_contract_names')
    await expect(migratePostgres(empty.url)).rejects.toThrow(
      'created by a newer version of Lettermill (it has 9999_contract_names). Start that version',
    )
  })
})
