// The connection to PostgreSQL: the checks before the first start, the outcome of units when the connection breaks or
// stalls, and notifications from other processes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { text } from '../../../src/base/store/column.ts'
import { type Database, DatabaseUnavailable } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { parsePostgresUrl } from '../../../src/base/store/postgres/address.ts'
import { openPostgres } from '../../../src/base/store/postgres/database.ts'
import { checkPostgres, checkServerSettings } from '../../../src/base/store/postgres/examine.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { table } from '../../../src/base/store/table.ts'
import { type CuttingProxy, cuttingProxy } from '../../support/postgres/cutting-proxy.ts'
import { type Cluster, startCluster } from '../../support/postgres/cluster.ts'
import { type NewDatabase, newDatabase } from '../../support/postgres/new-database.ts'
import { freePort } from '../../support/port.ts'

const items = table('items', { id: text })
const insert = items.insert()
const list = items.query<object>(({ rows }) => rows.orderBy('id'))
const sleep = statement<object, object>(knex => knex.raw('select pg_sleep(1.5)'))

let opened: NewDatabase
let operator: Client

beforeEach(async () => {
  opened = await newDatabase()
  operator = new Client({ connectionString: opened.url })
  await operator.connect()
})
afterEach(async () => {
  // the next test gets the same database
  await operator.query(`alter database ${new URL(opened.url).pathname.slice(1)} reset all`)
  await operator.query('drop table if exists items')
  await operator.end()
  await opened.drop()
})

const add = (database: Database, id: string): Promise<void> => database.unit(async tx => tx.put(insert, { id }))
const stored = async (): Promise<string[]> =>
  (await operator.query('select id from items order by id')).rows.map(({ id }) => id)

describe('a database before it is opened', () => {
  const server = (): string => process.env.TEST_POSTGRES!
  const told = (url: string): Promise<string> =>
    openDatabase(url).then(
      () => 'opened',
      (error: Error) => error.message,
    )

  it.each<[string, (url: string) => string | Promise<string>, RegExp]>([
    ['a wrong password', url => url.replace(/:[^:@]+@/, ':secret-word@'), /the password is wrong/],
    ['a missing database', url => `${url}_other`, /the database does not exist; create it with createdb/],
    [
      'a port without a server',
      async url => url.replace(/:\d+\//, `:${await freePort()}/`),
      /the connection was refused/,
    ],
    // a label of 64 bytes is not a host name, which is checked without a name server (RFC 1035 2.3.4)
    ['a host that does not exist', url => url.replace('127.0.0.1', 'x'.repeat(64)), /unknown host/],
    ['a server without TLS, and sslmode=require', url => `${url}?sslmode=require`, /does not support SSL/],
  ])('explains %s in one sentence', async (_, change, words) => {
    const sentence = await told(await change(opened.url))
    expect(sentence).toMatch(words)
    expect(sentence).toMatch(/^DATABASE_URL: cannot connect to PostgreSQL at [\w.:]+\/\w+: /)
    expect(sentence).not.toMatch(/secret-word|\n/)
  })

  it('explains in one sentence that a server does not respond', async () => {
    const proxy = await cuttingProxy(opened.url)
    proxy.stopResponding()
    expect(await told(proxy.through(opened.url))).toMatch(/no response within 5 s; check host, port, firewall/)
    await proxy.close()
  })

  it('rejects a database that cannot store every text', async () => {
    const name = `ascii_${process.pid}`
    await operator.query(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc`,
    )
    try {
      expect(await told(server().replace(/[^/]+$/, name))).toMatch(
        /has the encoding SQL_ASCII; create a database with the encoding/,
      )
    } finally {
      await operator.query(`drop database ${name}`)
    }
  })

  it('rejects a server that answers before it has stored the data', async () => {
    await operator.query(`alter database ${new URL(opened.url).pathname.slice(1)} set synchronous_commit = off`)
    expect(await told(opened.url)).toMatch(/synchronous_commit = off.*accepted email is lost.*set it to on/)
  })

  it('warns about a server whose disk may lose stored data, and uses it', async () => {
    const careless = await startCluster({ fsync: 'off', full_page_writes: 'off' })
    try {
      const { warnings } = await checkPostgres(parsePostgresUrl(careless.url))
      expect(warnings).toEqual([
        expect.stringMatching(/has fsync = off: accepted email is lost if its machine fails/),
        expect.stringMatching(/has full_page_writes = off/),
      ])
    } finally {
      await careless.stop()
    }
    expect((await checkPostgres(parsePostgresUrl(opened.url))).warnings).toEqual([])
  })

  it('uses no prepared statements on a server that spreads tables over machines (Citus)', async () => {
    const prepared = statement<object, { count: number }>(knex =>
      knex.raw('select count(*) as count from pg_prepared_statements'),
    )
    const keptBy = async (): Promise<{ warnings: string[]; count: number }> => {
      const warnings: string[] = []
      const database = await openDatabase(opened.url, { tell: warning => void warnings.push(warning) })
      try {
        for (let times = 0; times < 3; times++) await database.unit(tx => tx.all(prepared, {}))
        return { warnings, ...(await database.unit(tx => tx.get(prepared, {})))! }
      } finally {
        await database.close()
      }
    }
    expect((await keptBy()).count).toBeGreaterThan(0)
    // as `create extension citus` records it
    await operator.query(
      `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
       select 99999, 'citus', oid, 'pg_catalog'::regnamespace, false, '13' from pg_roles where rolname = current_user`,
    )
    try {
      expect(await keptBy()).toEqual({
        warnings: [expect.stringMatching(/has the extension citus: prepared statements are disabled/)],
        count: 0,
      })
    } finally {
      await operator.query(`delete from pg_extension where extname = 'citus'`)
    }
  })

  const well = {
    version: 18,
    encoding: 'UTF8',
    synchronous_commit: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    is_standby: false,
    has_citus: false,
  }

  it.each([
    [{ version: 14 }, /is version 14; version 15 or later is required/],
    [{ is_standby: true }, /is a read-only standby; use the address of the primary/],
  ])('rejects %o', (found, words) => {
    expect(checkServerSettings(well, 'it')).toEqual([])
    expect(() => checkServerSettings({ ...well, ...found }, 'it')).toThrow(words)
  })
})

describe('a connection that fails', () => {
  let proxy: CuttingProxy
  let database: Database

  beforeEach(async () => {
    await (await openDatabase(opened.url)).close()
    await operator.query('create table items (id text primary key)')
    proxy = await cuttingProxy(opened.url)
    const address = parsePostgresUrl(`${proxy.through(opened.url)}?connections=6`)
    database = openPostgres({ ...address, answers_within_ms: 500, wait_ms: 500 })
    await add(database, 'first')
  })
  afterEach(async () => {
    proxy.restore()
    await database.close()
    await proxy.close()
  })

  it.each([
    ['that only writes', false],
    ['that asks', true],
  ])('when a commit arrives and its response does not: rejects a unit %s without running it again', async (_, asks) => {
    let runs = 0
    const unit = database.unit(async tx => {
      runs++
      if (asks) await tx.all(list, {})
      tx.put(insert, { id: 'perhaps' })
      // the commit of the unit is the next message
      proxy.dropResponses()
    })
    await expect(unit).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(runs).toBe(1)
    await expect.poll(stored).toEqual(['first', 'perhaps'])
    proxy.restore()
    await expect
      .poll(() =>
        add(database, 'after').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('when the server stops responding: rejects pending requests and reconnects later', async () => {
    proxy.stopResponding()
    const asked = [add(database, 'a'), database.read(tx => tx.all(list, {})), database.unit(tx => tx.all(list, {}))]
    for (const each of asked) await expect(each).rejects.toBeInstanceOf(DatabaseUnavailable)
    proxy.restore()
    await expect
      .poll(() =>
        add(database, 'after').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  describe.each(['on', 'off'])('through a pooler whose database is down, with prepared=%s', prepared => {
    let pooled: Database
    const isRefused = async (asked: Promise<unknown>): Promise<number> => {
      const begun = performance.now()
      await expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable)
      return performance.now() - begun
    }
    beforeEach(async () => {
      const address = parsePostgresUrl(`${proxy.through(opened.url)}?connections=6&prepared=${prepared}`)
      pooled = openPostgres({ ...address, probed_after_ms: 300, opens_within_ms: 700 })
      await add(pooled, 'second')
      await pooled.read(tx => tx.all(list, {}))
    })
    afterEach(() => pooled.close())

    it('rejects each read and unit soon, and recovers when the database is back', async () => {
      proxy.closeAll()
      const asked = [
        ...[1, 2, 3].map(id => add(pooled, `away ${id}`)),
        ...[1, 2, 3].map(() => pooled.read(tx => tx.all(list, {}))),
        ...[1, 2, 3].map(() => pooled.unit(tx => tx.all(list, {}))),
      ]
      // without the probe: 30 s, and three times as long for a read
      for (const waited_ms of await Promise.all(asked.map(isRefused))) expect(waited_ms).toBeLessThan(8_000)
      expect(await isRefused(pooled.read(tx => tx.all(list, {})))).toBeLessThan(4_000)
      proxy.restore()
      await expect.poll(() => pooled.read(tx => tx.all(list, {})).catch(() => [])).toHaveLength(2)
    })

    it('keeps a connection whose statement takes long while the database responds', async () => {
      expect(await pooled.unit(tx => tx.all(sleep, {}))).toHaveLength(1)
    })
  })

  it('rejects waiting requests when others use all connections for too long', async () => {
    const patient = openPostgres({ ...parsePostgresUrl(`${opened.url}?connections=6`), wait_ms: 200 })
    try {
      const slow = patient.unit(tx => tx.all(sleep, {}))
      await expect(patient.unit(tx => tx.all(list, {}))).rejects.toThrow(
        expect.objectContaining({ cause: new Error('all connections are in use') }),
      )
      await slow
      expect(await patient.unit(tx => tx.all(list, {}))).toEqual([{ id: 'first' }])
    } finally {
      await patient.close()
    }
  })
})

it('keeps using the open connections when the server accepts no more', async () => {
  const small = await startCluster({
    max_connections: '6',
    superuser_reserved_connections: '0',
    reserved_connections: '0',
  })
  // without the limit of the server, it would open one for each
  const database = openPostgres({ ...parsePostgresUrl(`${small.url}?connections=30`), wait_ms: 20_000 })
  try {
    const brief = statement<object, { slept: string }>(knex => knex.raw("select 'x' as slept from pg_sleep(0.02)"))
    const asked = await Promise.allSettled(
      Array.from({ length: 24 }, async () => {
        for (let times = 0; times < 3; times++) await database.unit(tx => tx.all(brief, {}))
      }),
    )
    expect(asked.filter(({ status }) => status === 'rejected')).toEqual([])
  } finally {
    await database.close()
    await small.stop()
  }
})

describe('a database that was closed', () => {
  it('rejects requests instead of leaving them pending', async () => {
    const database = await openDatabase(opened.url)
    await database.close()
    await expect(database.unit(async () => {})).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.read(tx => tx.all(list, {}))).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.readSnapshot(tx => tx.all(list, {}))).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

describe('notifications between processes', () => {
  it('contain the kinds of new jobs, collected; the sender does not receive its own', async () => {
    const [one, other] = [await openDatabase(opened.url), await openDatabase(opened.url)]
    const heard: [string, string[], string][] = []
    one.onWake = (kinds, from) => heard.push(['one', [...kinds], from])
    other.onWake = (kinds, from) => heard.push(['other', [...kinds], from])
    try {
      // waits until it listens
      const isHeard = async (): Promise<boolean> => {
        if (heard.length > 0) return true
        one.wakeOthers(['sweep'])
        return false
      }
      await expect.poll(isHeard).toBe(true)
      one.wakeOthers(['deliver_email'])
      one.wakeOthers(['advance_run', 'deliver_email'])
      await expect.poll(() => heard.at(-1)).toEqual(['other', ['deliver_email', 'advance_run'], 'others'])
      expect(heard.filter(([who]) => who === 'one')).toEqual([])
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })

  it('retry on at most one connection while the server is a standby', async () => {
    const primary = await startCluster()
    const database = openPostgres(parsePostgresUrl(primary.url))
    let client: Client | undefined
    try {
      await database.unit(tx =>
        tx.all(
          statement(knex => knex.raw('select 1')),
          {},
        ),
      )
      await makeStandby(primary)
      client = new Client({ connectionString: primary.url, application_name: 'tests' })
      await client.connect()
      const told = async (sql: string): Promise<number> => (await client!.query(sql)).rows[0].told
      const sessions = (): Promise<number> =>
        told('select sessions::int as told from pg_stat_database where datname = current_database()')
      const before = await sessions()
      // it has retried several times
      await expect.poll(sessions).toBeGreaterThan(before + 2)
      const connected = await told(
        "select count(*)::int as told from pg_stat_activity where application_name = 'lettermill'",
      )
      expect(connected).toBeLessThanOrEqual(1)
    } finally {
      await client?.end()
      await database.close()
      await primary.stop()
    }
  })

  it('are disabled behind a pooler that switches connections, and everything else works', async () => {
    const database = await openDatabase(`${opened.url}?prepared=off`)
    await operator.query('create table items (id text primary key)')
    try {
      await Promise.all([add(database, 'a'), add(database, 'b')])
      await database.unit(async tx => {
        expect(await tx.all(list, {})).toHaveLength(2)
        tx.put(insert, { id: 'c' })
      })
      expect(await database.read(tx => tx.all(list, {}))).toHaveLength(3)
      const { rows } = await operator.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and query ilike 'listen%'`,
      )
      expect(rows).toEqual([{ count: 0 }])
    } finally {
      await database.close()
    }
  })
})

/** As after a failover, when the former primary is back. */
async function makeStandby(cluster: Cluster): Promise<void> {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  const folder: string = (await client.query('show data_directory')).rows[0].data_directory
  await client.end()
  writeFileSync(path.join(folder, 'standby.signal'), '')
  await cluster.restart()
}
