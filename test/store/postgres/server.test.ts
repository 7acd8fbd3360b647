// The PostgreSQL server that the tests bring: a real one, on any machine that its packages support.
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasPostgres, postgresFor, startable } from '../../support/postgres/binaries.ts'
import { type NewDatabase, newDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'

describe('the PostgreSQL server of the tests', () => {
  let opened: NewDatabase
  let client: Client

  beforeEach(async () => {
    opened = await newDatabase()
    client = new Client({ connectionString: opened.url })
    await client.connect()
  })
  afterEach(async () => {
    await client.end()
    await opened.drop()
  })

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('keeps committed data: %s is on', async setting => {
    expect((await client.query(`show ${setting}`)).rows).toEqual([{ [setting]: 'on' }])
  })

  it('sorts text by locale, not by bytes, unless a column specifies otherwise', async () => {
    const { rows } = await client.query(`select w from (values ('b'), ('B'), ('a'), ('A')) v(w) order by w`)
    expect(rows.map(({ w }) => w)).toEqual(['a', 'A', 'b', 'B'])
  })

  it('creates a database for each test', async () => {
    const other = await newDatabase()
    expect(other.url).not.toBe(opened.url)
    await client.query('create table only_here (id text)')
    expect(await ask(other.url, `select to_regclass('only_here') as it`)).toEqual([{ it: null }])
    await other.drop()
  })

  it('reuses a database for the next test in its initial state', async () => {
    const first = await newDatabase()
    const tables = ['teams', 'guards', 'email_states', 'steady_clock', 'knex_migrations']
    const counts = async ({ url }: NewDatabase): Promise<unknown[]> =>
      Promise.all(tables.map(table => ask(url, `select count(*)::int as count from ${table}`)))
    const before = await counts(first)
    await ask(first.url, `insert into guards (name, count) values ('a', 1)`)
    await ask(first.url, `delete from steady_clock`)
    await ask(first.url, `insert into teams (id, name, created_at) values (gen_random_uuid(), 'T', '')`)
    const columns = '(email_id, last_event, team_id, settled)'
    await ask(first.url, `insert into email_states ${columns} select uuidv7(), 'sent', id, 0 from teams`)
    expect(await counts(first)).not.toEqual(before)
    await first.drop()
    const second = await newDatabase()
    expect(second.url).toBe(first.url)
    expect(await counts(second)).toEqual(before)
    await second.drop()
  })

  it.each([
    ['tables', 'create table another (id text)'],
    ['settings', 'alter database current set default_transaction_read_only = on'],
  ])('does not reuse a database whose %s were changed', async (_, change) => {
    const first = await newDatabase()
    await ask(first.url, change.replace('current', path.basename(first.url)))
    await first.drop()
    const second = await newDatabase()
    expect(second.url).not.toBe(first.url)
    await second.drop()
  })

  it('does not reuse a database that is still in use', async () => {
    const first = await newDatabase()
    const lingering = new Client({ connectionString: first.url })
    const thrownOut = new Promise(resolve => lingering.on('error', resolve))
    await lingering.connect()
    await first.drop()
    const second = await newDatabase()
    expect(second.url).not.toBe(first.url)
    await thrownOut
    await second.drop()
  })

  it('drops a database that belongs to one test', async () => {
    const alone = await newDatabaseAlone('template0')
    const lingering = new Client({ connectionString: alone.url })
    const thrownOut = new Promise(resolve => lingering.on('error', resolve))
    await lingering.connect()
    await alone.drop()
    await thrownOut
    const names = await client.query('select datname from pg_database')
    expect(names.rows.map(({ datname }) => datname)).not.toContain(path.basename(alone.url))
  })
})

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

describe('a machine without PostgreSQL packages', () => {
  const elsewhere = { platform: 'plan9', arch: 'mips' }

  it('prints that tests are skipped', () => {
    const said: string[] = []
    expect(hasPostgres({ ...elsewhere, ci: false }, line => void said.push(line))).toBe(false)
    expect(said).toEqual([expect.stringContaining('plan9 mips here')])
    expect(said[0]).toContain('NO TEST RUNS ON POSTGRESQL')
  })

  it('fails if CI is set', () => {
    expect(() => hasPostgres({ ...elsewhere, ci: true })).toThrow('with CI set no test is left out')
  })

  it('is not reported if the packages exist', () => {
    const said: string[] = []
    expect(hasPostgres(undefined, line => void said.push(line))).toBe(true)
    expect(said).toEqual([])
  })
})

describe('packages in an unreadable folder', () => {
  const closed = (): string => path.join(tmpdir(), 'closed-packages')

  afterEach(() => rmSync(closed(), { recursive: true, force: true }))

  it('are copied to a folder they can start from, with the links between libraries', () => {
    const own = postgresFor()!
    const [folder, spare] = [path.join(closed(), 'packages/native'), path.join(closed(), 'spare')]
    for (const part of ['lib', 'pg-symlinks.json']) {
      cpSync(path.join(own, part), path.join(folder, part), {
        recursive: true,
        filter: file => !lstatSync(file).isSymbolicLink(),
      })
    }
    mkdirSync(spare)
    chmodSync(closed(), 0o700)
    const links = (where: string): number =>
      readdirSync(path.join(where, 'lib'), { withFileTypes: true }).filter(file => file.isSymbolicLink()).length
    expect(links(folder)).toBe(0)
    expect(startable(folder, spare, true)).toBe(path.join(spare, 'postgres'))
    expect([links(folder), links(path.join(spare, 'postgres'))]).toEqual([0, links(own)])
    expect(startable(folder, spare, false)).toBe(folder)
    expect(links(folder)).toBe(links(own))
  })
})
