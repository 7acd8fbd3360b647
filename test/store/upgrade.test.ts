// A database of an earlier version (test/store/old, written by running that version): this version upgrades it at
// startup, reads all of it and continues the running work.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import SQLite from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateSqlite } from '../../src/base/store/migrate.ts'
import { migratePostgres } from '../../src/base/store/postgres/migrate.ts'
import { sql } from '../support/beside.ts'
import { clock } from '../support/clock.ts'
import { ON_POSTGRES } from '../support/databases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { newDatabaseAlone } from '../support/postgres/new-database.ts'
import { type TestServer, startServer } from '../support/server.ts'

const STEP = '0152_inbox_texts_walk'
const KEY = 're_old_database_key_0123456789'
const DAYS_MS = 86_400_000

type Rows = Record<string, Record<string, unknown>[]>

const rows: Rows = JSON.parse(gunzipSync(readFileSync('test/store/old/0152.json.gz')).toString())
const folder = temporaryFolder()
const time = clock('2026-11-21T23:00:00.000Z')
let server: TestServer
let drop = async (): Promise<void> => {}

async function oldSqlite(filename: string): Promise<void> {
  await migrateSqlite(filename, STEP)
  const driver = new SQLite(filename)
  driver.pragma('foreign_keys = off')
  driver.exec('delete from steady_clock')
  // an earlier version has steps that this one does not have
  driver.exec(`insert into knex_migrations (name, batch) values ('0001_teams', 1)`)
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const names = Object.keys(row).map(name => `"${name}"`)
      const values = names.map(() => '?')
      driver.prepare(`insert into "${table}" (${names}) values (${values})`).run(Object.values(row))
    }
  }
  driver.close()
}

async function oldPostgres(): Promise<string> {
  const database = await newDatabaseAlone('template1')
  drop = database.drop
  await migratePostgres(database.url, STEP)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(`set session_replication_role = replica; delete from steady_clock`)
  await client.query(`insert into knex_migrations (name, batch) values ('0001_teams', 1)`)
  for (const [table, all] of Object.entries(rows)) {
    const insert = `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`
    await client.query(insert, [JSON.stringify(all)])
  }
  await client.end()
  return database.url
}

beforeAll(async () => {
  if (!ON_POSTGRES) await oldSqlite(path.join(folder, 'lettermill.db'))
  const env = ON_POSTGRES ? { DATABASE_URL: await oldPostgres() } : {}
  server = await startServer({ DATA_DIR: folder, ...env }, { now: time.now })
})
afterAll(async () => {
  await server.stop()
  await drop()
  rmSync(folder, { recursive: true })
})

interface Item {
  id: string
}
const get = async (at: string) => (await server.call('GET', at, { key: KEY })).body
const all = async (at: string): Promise<Item[]> => (await get(at)).data

it('keeps all data of the earlier version', async () => {
  expect(server.first_access).toBeUndefined()
  for (const table of [
    'teams',
    'users',
    'memberships',
    'contacts',
    'oauth_clients',
    'template_versions',
    'captured_mail',
  ]) {
    const [counted] = await sql<{ n: number }>(server, `select count(*) as n from ${table}`)
    expect(counted!.n, table).toBe(rows[table]!.length)
  }
  const emails = await all('/emails')
  expect(emails).toHaveLength(3)
  for (const [index, { id }] of emails.entries()) {
    expect(await get(`/emails/${id}`)).toMatchObject({
      subject: `Invoice ${3 - index}`,
      html: `<p>Thank you ${3 - index}!</p>`,
      to: ['grace@example.net'],
      cc: ['alan@example.net'],
      tags: [{ name: 'kind', value: 'invoice' }],
      last_event: 'delivered',
    })
  }
  const [eve] = await all('/contacts')
  expect(await get(`/contacts/${eve!.id}`)).toMatchObject({
    email: 'eve@example.com',
    properties: { plan: { value: 'pro' } },
  })
  expect((await get(`/contacts/${eve!.id}/segments`)).data).toMatchObject([{ name: 'Friends' }])
  expect((await get(`/contacts/${eve!.id}/topics`)).data).toMatchObject([{ name: 'News', subscription: 'opt_out' }])
  expect(await get('/templates/nudge')).toMatchObject({ status: 'published', html: '<p>Hi {{{NAME}}}</p>' })
  expect(await all('/events')).toMatchObject([{ name: 'trial.started' }])
  expect(await all('/api-keys')).toHaveLength(2)
  expect(await all('/domains')).toMatchObject([{ name: 'example.org' }])
  expect(await all('/broadcasts')).toMatchObject([{ name: 'November', status: 'draft' }])
})

it('counts the existing rows of each team', async () => {
  expect(await get('/usage')).toMatchObject({
    contacts: { used: 2 },
    segments: { used: 1 },
    broadcasts: { used: 1 },
    domains: { used: 1 },
  })
})

it('treats the address of the first account as verified', async () => {
  const [user] = rows.users!
  expect(await sql(server, 'select email, email_verified_at from users')).toEqual([
    { email: user!.email, email_verified_at: user!.created_at },
  ])
})

it('seals the stored steps of automations that call other servers', async () => {
  const report = (await all('/automations')).find(each => (each as { name?: string }).name === 'Report')!
  const { steps } = await get(`/automations/${report.id}`)
  expect(steps[1]).toMatchObject({ type: 'http_request', config: { url: 'https://example.net/hook' } })
  const sealed = await sql<{ automation_id: string; steps: string }>(
    server,
    'select automation_id, steps from automation_graphs',
  )
  for (const { automation_id, steps } of sealed) {
    expect(steps).toMatch(automation_id === report.id ? /^"[\w-]+"$/ : /^\[\{/)
  }
})

it('does not repeat a request that was answered before the upgrade', async () => {
  const body = { from: 'Ada <ada@example.org>', to: 'x@example.net', subject: 'Another', text: 'x' }
  const headers = { 'idempotency-key': 'key-1' }
  expect((await server.call('POST', '/emails', { key: KEY, headers, body })).status).toBe(409)
})

it('continues an automation run that was waiting', async () => {
  const nudge = (await all('/automations')).find(each => (each as { name?: string }).name === 'Nudge')!
  const [run] = await all(`/automations/${nudge.id}/runs`)
  const status = async (): Promise<string> => {
    await server.queue.idle()
    return (await get(`/automations/${nudge.id}/runs/${run!.id}`)).status
  }
  expect(await status()).toBe('running')
  time.forward(4 * DAYS_MS)
  await expect.poll(status).toBe('completed')
  expect((await all('/emails'))[0]).toMatchObject({ to: ['ana@example.com'], subject: 'Hello Ana' })
})
