// The number of rows of a team: equal to a recount after any inserts and deletes, and read without a scan.
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findOrCreateContact } from '../../src/audience/contacts/actions.ts'
import { insertNewContacts } from '../../src/audience/contacts/store.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { compileStatement, sqlBuilder, type Statement } from '../../src/base/store/statement.ts'
import { findUsage } from '../../src/watch/usage/actions.ts'
import { aggregateRows } from '../../src/watch/usage/store.ts'
import { sql } from '../support/beside.ts'
import { contactsOf } from '../support/contacts.ts'
import { ON_POSTGRES } from '../support/databases.ts'
import { endOf, sendFile } from '../support/imports.ts'
import { planOf } from '../support/plans.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'
import { OuterTx } from '../support/tx.ts'

const TABLES = ['broadcasts', 'contacts', 'domains', 'segments'] as const
const NOW = new Date('2026-11-28T10:00:00.000Z')

interface Team {
  team_id: string
  key: string
}

let server: TestServer
/** The server's own team and another one. */
let teams: [Team, Team]

beforeEach(async () => {
  server = await startServer()
  const [own] = await sql<{ id: string }>(server, 'select id from teams')
  teams = [{ team_id: own!.id, key: server.key }, await aTeam(server)]
})
afterEach(() => server.stop())

interface Counted {
  team_id: string
  name: string
  count: number
}

const byName = (rows: Counted[]): Counted[] =>
  rows.toSorted((one, other) => `${one.team_id} ${one.name}`.localeCompare(`${other.team_id} ${other.name}`))

/** The result of counting the rows again. */
async function recounted(): Promise<Counted[]> {
  const each = TABLES.map(name => `select team_id, '${name}' as name, count(*) as count from ${name} group by team_id`)
  return byName(await sql<Counted>(server, each.join(' union all ')))
}

async function kept(): Promise<Counted[]> {
  const sums = 'select team_id, name, sum(count) as count from team_counts group by team_id, name'
  return byName(await sql<Counted>(server, `${sums} having sum(count) <> 0`))
}

/** Also checks that the API shows these numbers. */
async function expectRecount(): Promise<Counted[]> {
  const rows = await recounted()
  expect(await kept()).toEqual(rows)
  for (const { team_id, key } of teams) {
    const { body } = await server.call('GET', '/usage', { key })
    for (const name of TABLES) {
      const row = rows.find(each => each.team_id === team_id && each.name === name)
      expect([name, body[name].used]).toEqual([name, row?.count ?? 0])
    }
  }
  return rows
}

const many = (tx: Tx, team_id: string, names: readonly string[]) =>
  insertNewContacts(
    { tx, team_id, now: NOW },
    names.map(name => ({
      id: tx.newId('contacts'),
      email: `${name}@example.com`,
      email_key: `${name}@example.com`,
      first_name: null,
      last_name: null,
      unsubscribed: null,
    })),
  )

const numbered = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `n${from + index}`)

/** Kinds of operations; `which` selects a name or a row, so that some operations use what others have created. */
const KINDS = ['contact', 'parallel', 'rows', 'fails', 'segment', 'broadcast', 'domain', 'erase', 'delete'] as const
type Operation = { kind: (typeof KINDS)[number]; team: 0 | 1; which: number }

async function perform({ kind, team, which }: Operation): Promise<void> {
  const { team_id, key } = teams[team]
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { key, ...(body && { body }) })
  const email = `n${which}@example.com`
  if (kind === 'contact') await call('POST', '/contacts', { email })
  else if (kind === 'parallel')
    await Promise.all([call('POST', '/contacts', { email }), call('POST', '/contacts', { email })])
  else if (kind === 'rows') await server.database.unit(tx => many(tx, team_id, numbered(which, 5)))
  else if (kind === 'fails') {
    const failing = server.database.unit(async tx => {
      await many(tx, team_id, numbered(30))
      await findOrCreateContact({ tx, team_id, now: NOW }, 'failed@example.com')
      throw new Error('undo this')
    })
    await expect(failing).rejects.toThrow('undo this')
  } else if (kind === 'segment') await call('POST', '/segments', { name: `S${which}` })
  else if (kind === 'broadcast') {
    const { id } = (await call('POST', '/segments', { name: 'For a broadcast' })).body
    const content = { segment_id: id, from: 'me@example.com', subject: 'Hi', html: '<p>Hi</p>' }
    await call('POST', '/broadcasts', content)
  } else if (kind === 'domain') await call('POST', '/domains', { name: `d${which}.example.org` })
  else if (kind === 'erase') await call('POST', `/contacts/${email}/erase`)
  else {
    const table = TABLES[which % TABLES.length]!
    const { data } = (await call('GET', `/${table}`)).body
    // concurrent deletes: one of them finds nothing
    const id = data[which % data.length]?.id
    if (id) await Promise.all([call('DELETE', `/${table}/${id}`), call('DELETE', `/${table}/${id}`)])
  }
}

describe('the counts of a team', () => {
  it('equal a recount after random operations', async () => {
    const operation = fc.record({
      kind: fc.constantFrom(...KINDS),
      team: fc.constantFrom(0, 1),
      which: fc.nat({ max: 15 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 12 }), async operations => {
        await Promise.all(operations.map(perform))
        await expectRecount()
      }),
      { numRuns: 15 },
    )
    await server.queue.idle()
    const rows = await expectRecount()
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(TABLES))
  })

  it('equal a recount after imports with duplicates, for two teams concurrently', async () => {
    const file = `email\n${numbered(700).concat(numbered(50), 'not an address').join('@example.com\n')}`
    await contactsOf(server).aContact('n3@example.com')
    await Promise.all(
      teams.map(async ({ key }) => {
        const at = { url: server.url, key }
        const { body } = await sendFile(at, { file, on_conflict: 'upsert' })
        expect((await endOf(at, body.id)).status).toBe('completed')
      }),
    )
    const contacts = (await expectRecount()).filter(({ name }) => name === 'contacts')
    expect(contacts.map(({ count }) => count)).toEqual([700, 700])
  })

  it('equal a recount after rows were deleted with their team', async () => {
    const [, { team_id, key }] = teams
    await server.database.unit(tx => many(tx, team_id, numbered(5)))
    await server.call('POST', '/segments', { key, body: { name: 'S' } })
    // a server never deletes a team
    await sql(server, 'delete from teams where id = ?', team_id)
    expect(await kept()).toEqual(await recounted())
    const segments = await sql(server, 'select count(*) as n from segments where team_id = ?', team_id)
    expect(segments).toEqual([{ n: 0 }])
  })
})

/** Records the SQL of reads, and the number of rows that they return. */
class CountingTx extends OuterTx {
  readonly sql: string[] = []
  rows = 0

  override async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }
  override async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    this.sql.push(compileStatement(statement, sqlBuilder(ON_POSTGRES ? 'pg' : 'better-sqlite3')).sql)
    const rows = await super.all(statement, values)
    this.rows += rows.length
    return rows
  }
}

const LIMITS = { quotas: { daily: 0, monthly: 0 }, rate_limit: 0 }

async function readsOf(team_id: string): Promise<{ sql: string[]; rows: number; contacts: number }> {
  return server.database.read(async inner => {
    const tx = new CountingTx(inner)
    const { contacts } = await findUsage({ tx, team_id, now: NOW }, LIMITS)
    return { sql: tx.sql, rows: tx.rows, contacts: contacts.used }
  })
}

describe('reading the usage of a team', () => {
  it('reads as many rows for 6,000 contacts as for 10', async () => {
    const [few, lots] = teams
    await server.database.unit(tx => many(tx, few.team_id, numbered(10)))
    for (let from = 0; from < 6000; from += 500)
      await server.database.unit(tx => many(tx, lots.team_id, numbered(500, from)))
    // at most one row for each connection of the server to PostgreSQL
    expect((await readsOf(lots.team_id)).rows).toBeLessThanOrEqual(ON_POSTGRES ? 20 : 1)
    await server.database.unit(tx => aggregateRows(tx, '9999-12-31'))
    const ofFew = await readsOf(few.team_id)
    const ofLots = await readsOf(lots.team_id)
    expect([ofFew.contacts, ofLots.contacts]).toEqual([10, 6000])
    expect({ ...ofLots, contacts: 0 }).toEqual({ ...ofFew, contacts: 0 })
    expect(ofLots.rows).toBe(1)
  })

  it('reads no table except the counters, by their indexes', async () => {
    const { sql: statements } = await readsOf(teams[0].team_id)
    expect(statements).toHaveLength(2)
    for (const statement of statements) expect(statement).toMatch(/from [`"](usage_days|team_counts)[`"] where/)
    const read = statements.find(statement => statement.includes('team_counts'))!
    const plan = await planOf(server.database, read.replaceAll(/\?|\$1/g, `'${teams[0].team_id}'`))
    const index = ON_POSTGRES ? 'team_counts_pkey' : 'sqlite_autoindex_team_counts_1'
    expect(plan).toContain(` ${index} `)
  })
})
