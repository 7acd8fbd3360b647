// A rolling upgrade: this version and a newer one use one PostgreSQL database at the same time. The newer one is a copy
// of the current code with an additive migration, and writes to the added column.
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folder.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'
import { runCommand, type ServerProcess, serverProcess } from '../../support/process.ts'
import { callAt, type Reply } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'

const KEY = 're_test_00000000000000000000000000'
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse battery', BOOTSTRAP_API_KEY: KEY }
const ADDED = '9998_colours'
const COPIED = ['src', 'generated']

let folder: string
let alone: NewDatabase
let client: Client
const running: ServerProcess[] = []

beforeAll(async () => {
  folder = temporaryFolder()
  makeNewer(folder)
  alone = await newDatabaseAlone()
  client = new Client({ connectionString: alone.url })
  await client.connect()
})
afterAll(async () => {
  for (const each of running) if (each.child.exitCode === null) await each.kill()
  await client.end()
  await alone.drop()
  rmSync(folder, { recursive: true, force: true })
})

function makeNewer(to: string): void {
  for (const name of readdirSync('.')) {
    if (COPIED.includes(name)) cpSync(name, path.join(to, name), { recursive: true })
    else symlinkSync(path.resolve(name), path.join(to, name))
  }
  const step = `export async function up(knex) {
    await knex.schema.alterTable('topics', table => void table.text('colour').notNullable().defaultTo('none'))
  }`
  writeFileSync(path.join(to, `src/base/store/migrations/${ADDED}.ts`), step)
  edit(
    path.join(to, 'src/audience/topics/store.ts'),
    /(table<Topic[^>]*>\('topics', \{[^}]*\})\)/,
    "$1, { colour: () => 'blue' })",
  )
}

function edit(file: string, what: string | RegExp, to: string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(what, to)
  if (after === before) throw new Error(`${file} is not as this test expects it`)
  writeFileSync(file, after)
}

async function settings(): Promise<Record<string, string> & { PORT: string }> {
  return { ...ADMIN, DATABASE_URL: alone.url, DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
}

async function started(root?: string): Promise<ServerProcess> {
  const made = await serverProcess(await settings(), root)
  running.push(made)
  return made
}

const call = ({ url }: ServerProcess, method: string, at: string, body?: unknown): Promise<Reply> =>
  callAt(url, KEY, method, at, body === undefined ? {} : { body })

async function addTopic(by: ServerProcess, name: string): Promise<string> {
  const { status, body } = await call(by, 'POST', '/topics', { name, default_subscription: 'opt_in' })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const names = async (by: ServerProcess): Promise<string[]> =>
  (await call(by, 'GET', '/topics')).body.data.map(({ name }: { name: string }) => name)

const stored = async (): Promise<unknown[]> =>
  (await client.query('select name, colour from topics order by name')).rows

describe('two versions on one database', () => {
  it('both read and write while the newer one starts, and afterwards', async () => {
    const old = await started()
    await addTopic(old, 'before')
    expect(await names(old)).toEqual(['before'])
    // requests are sent all the time while the tables change
    const statuses: number[] = []
    const over = new AbortController()
    const asking = (async () => {
      for (let each = 0; !over.signal.aborted; each++) {
        const { status } =
          each % 2 ? await call(old, 'GET', '/topics') : await call(old, 'PATCH', '/contacts/a@b.example', {})
        statuses.push(status)
      }
    })()
    const newer = await started(folder)
    await addTopic(old, 'old')
    await addTopic(newer, 'new')
    over.abort()
    await asking
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    // ids of two processes are ordered only to some milliseconds: either of the two may come first
    expect((await names(old)).toSorted()).toEqual(['before', 'new', 'old'])
    expect((await names(newer)).toSorted()).toEqual(['before', 'new', 'old'])
    expect(await stored()).toEqual([
      { name: 'before', colour: 'none' },
      { name: 'new', colour: 'blue' },
      { name: 'old', colour: 'none' },
    ])
    const order = "select collation_name from information_schema.columns where column_name = 'colour'"
    expect((await client.query(order)).rows).toEqual([{ collation_name: 'C' }])
    // either of them may deliver what the other accepts
    for (const by of [old, newer]) {
      const mail = { from: 'a@example.com', to: 'b@example.net', subject: 'Hello', html: '<p>Hello</p>' }
      const { body } = await call(by, 'POST', '/emails', mail)
      const state = async (): Promise<string> => (await call(by, 'GET', `/emails/${body.id}`)).body.last_event
      await expect.poll(state).toBe('delivered')
    }
  })

  it('an old one can restart next to the newer one', async () => {
    expect(await running[0]!.stop()).toBe(0)
    const again = await started()
    await addTopic(again, 'again')
    expect(await names(running[1]!)).toContain('again')
    expect(await again.stop()).toBe(0)
  })

  it('an old one logs it and exits with 1 when the newer one has removed something', async () => {
    await client.query("insert into knex_migrations (name, batch) values ('9999_contract_names', 1)")
    const { code, output } = await runCommand(await settings())
    expect(code).toBe(1)
    expect(output).toContain(
      'created by a newer version of Lettermill (it has 9999_contract_names). Start that version',
    )
    expect(output).not.toContain('    at ')
  })
})
