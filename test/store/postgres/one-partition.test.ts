// A statement that names its team visits one partition if rows are partitioned by team. The test partitions each table
// with a team and reads the plan of PostgreSQL for each statement. The result also applies to partitions on separate
// machines.
import { execFileSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePropertyValue } from '../../../src/audience/contact-properties/store.ts'
import { findOrCreateContactRecord } from '../../../src/audience/contacts/actions.ts'
import { removeContact } from '../../../src/audience/contacts/store.ts'
import { acceptEmail, findEmailToDeliver, findEmail, recordDelivery } from '../../../src/mail/emails/actions.ts'
import { addMember, insertSegment } from '../../../src/audience/segments/store.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { subscribers } from '../../../src/app/subscribers.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { findTopicChoice, saveTopicChoice } from '../../../src/audience/topics/store.ts'
import { anEmailBody } from '../../support/emails.ts'
import type { DeclaredStatement } from '../../support/declared.ts'
import { layOutByTeam, type Place } from '../../support/postgres/by-team.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'

interface Plan {
  'Relation Name'?: string
  Plans?: Plan[]
}

const NOW = new Date('2026-11-22T08:00:00.000Z')

let opened: NewDatabase
let client: Client
let statements: DeclaredStatement[]
/** The place of each partition. */
let partitions: Map<string, Place>

beforeAll(async () => {
  opened = await newDatabaseAlone()
  client = new Client({ connectionString: opened.url })
  await client.connect()
  partitions = await layOutByTeam(client)
  // plans for the given values, as for the first five executions of a statement
  await client.query('set plan_cache_mode = force_custom_plan')
  const printed = execFileSync(process.execPath, ['test/support/declared.ts'], { maxBuffer: 2 ** 26 })
  statements = JSON.parse(printed.toString())
})
afterAll(async () => {
  await client.end()
  await opened.drop()
})

/** A value of each type that statements bind. */
const VALUES: Record<string, string> = {
  uuid: `'01935f3e-7c00-7000-8000-000000000000'`,
  text: `'x'`,
  json: `'[]'`,
  jsonb: `'{}'`,
  'character varying': `'x'`,
  bigint: '1',
  xid8: `'1'`,
  integer: '1',
  smallint: '1',
  date: `'2026-11-22'`,
  tsquery: `'x'`,
  pg_snapshot: `'1:1:'`,
  bytea: String.raw`'\x00'`,
}

function valueOf(type: string): string {
  const [, of] = /^(.*)\[\]$/.exec(type) ?? []
  const value = VALUES[of ?? type]
  if (value === undefined) throw new Error(`There is no value here of the type ${type}`)
  return of === undefined ? value : `array[${value}]::${type}`
}

/** For each table, the groups of teams that are visited. */
type Visited = Map<string, Set<number>>

async function visited(sql: string): Promise<Visited> {
  await client.query(`prepare asked as ${sql}`)
  try {
    const { rows: types } = await client.query<{ type: string }>(
      `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'asked'`,
    )
    const values = types.map(({ type }) => valueOf(type))
    const given = values.length > 0 ? `(${values.join(', ')})` : ''
    const { rows } = await client.query(`explain (format json) execute asked${given}`)
    return visitedBy(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('deallocate asked')
  }
}

function visitedBy(plan: Plan, all: Visited = new Map()): Visited {
  const place = partitions.get(plan['Relation Name'] ?? '')
  if (place) all.set(place.table, (all.get(place.table) ?? new Set()).add(place.group))
  for (const each of plan.Plans ?? []) visitedBy(each, all)
  return all
}

const several = (all: Visited): string[] =>
  [...all].flatMap(([table, some]) => (some.size > 1 ? [`${table} in ${some.size}`] : []))

const EMAIL_AND_STATE = 'select 1 from emails e join email_states s on s.email_id = e.id where e.team_id = $1'

describe('the table in docs/scaling.md', () => {
  /** The place of each table, by its name. */
  const described = (): [table: string, place: string][] => {
    const [, section] = readFileSync('docs/scaling.md', 'utf8').split('### Distribution of the tables')
    const rows = section!
      .split('###')[0]!
      .split('\n')
      .filter(line => line.startsWith('| `'))
    return rows.flatMap(row => {
      const [names, place] = row.split(' | ')
      return [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, place!] as [string, string])
    })
  }

  it('lists each table once, and distributes only tables with a team', async () => {
    const { rows } = await client.query<{ name: string; has_team: boolean }>(
      `select relname as name, exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'team_id') as has_team
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const names = new Set(rows.map(({ name }) => name.replace(/^(guard_lock_)\d+$/, '$1…')))
    expect(
      described()
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([...names].toSorted())
    const spread = described().flatMap(([name, place]) => (place.startsWith('by `team_id`') ? [name] : []))
    const without = rows.filter(({ has_team }) => !has_team).map(({ name }) => name)
    expect(spread.filter(name => without.includes(name))).toEqual([])
  })
})

describe('a statement of a test', () => {
  it.each([
    ['names its team', 'select id from emails where team_id = $1 and id = $2', []],
    ['does not', 'select id from emails where id = $1', ['emails in 8']],
    ['names it for one table', EMAIL_AND_STATE, ['email_states in 8']],
    ['names it for the other one, too', `${EMAIL_AND_STATE} and s.team_id = e.team_id`, []],
    ['changes a row without', 'update emails set subject = $1 where id = $2', ['emails in 8']],
  ])('that %s gets the expected partitions', async (_, sql, found) => {
    expect(several(await visited(sql))).toEqual(found)
  })
})

describe('a statement', () => {
  it('that names its team visits one partition of each table', async () => {
    const found: string[] = []
    let visits = 0
    for (const { sql } of statements.filter(({ acrossTeams }) => acrossTeams === undefined)) {
      const all = await visited(sql)
      visits += all.size
      found.push(...several(all).map(where => `${where}: ${sql}`))
    }
    expect(found).toEqual([])
    expect(visits).toBeGreaterThan(150)
  })

  it('that covers all teams belongs to the queue or has one of these reasons', async () => {
    const reasons = new Set<string>()
    for (const { sql, acrossTeams } of statements) {
      if (acrossTeams === undefined) continue
      const tables = [...(await visited(sql)).keys()]
      if (tables.some(table => table !== 'jobs')) reasons.add(acrossTeams)
    }
    expect([...reasons].toSorted()).toEqual([
      'a name can change hands once',
      'a person approves in each of their teams',
      'a sweep',
      'a token names its grant, and the grant its team',
      'an operator counts the runs of all teams',
      'at the start, for all teams',
      'finds the keys of a person in all teams',
      'finds the team of a name',
      'finds the team of a secret',
      'finds the team of an address of this server',
      'finds the team of an invitation',
      'finds the teams of a person',
      'finds the teams that invited an address',
      'for jobs created before jobs stored their team',
    ])
  })
})

/** A key that includes the team is larger, and an upsert still has to find the existing row. */
describe('an existing row', () => {
  let database: Database
  let team_id: string
  let contact: { id: string }

  beforeAll(async () => {
    database = await openDatabase(opened.url)
    database.subscribers = subscribers
    const admin = { email: 'a@example.com', password_hash: '' }
    team_id = (await database.unit(tx => addTeam(tx, { name: 'A team', ...admin }, NOW))).id
    contact = await database.unit(tx => findOrCreateContactRecord({ tx, team_id, now: NOW }, 'ana@example.com'))
  })
  afterAll(() => database.close())

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)
  const countOf = async (table: string): Promise<unknown> =>
    (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count

  it('is overwritten: the state of an email', async () => {
    const { id } = await unit(tx => acceptEmail(tx, { team_id, body: anEmailBody() }, NOW))
    for (const last_event of ['delivery_delayed', 'delivered'] as const) {
      const email = (await unit(tx => findEmailToDeliver(tx, { team_id, email_id: id })))!
      const delivery = { last_event, settled: {}, recipients: [], events: [] }
      await unit(tx => recordDelivery({ tx, now: NOW }, email, delivery))
    }
    expect((await unit(tx => findEmail(tx, team_id, id)))?.last_event).toBe('delivered')
    expect(await countOf('email_states')).toBe(1)
  })

  it('is overwritten: a value, a subscription and a membership of a contact', async () => {
    const [property_id, topic_id, segment_id] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    const of = { team_id, contact_id: contact.id }
    await unit(tx => insertSegment(tx, { id: segment_id, team_id, name: 'A segment', created_at: NOW.toISOString() }))
    for (const [value, choice] of [
      ['one', 'opt_in'],
      ['two', 'opt_out'],
    ] as const) {
      await unit(async tx => {
        await savePropertyValue(tx, { ...of, property_id }, value)
        await saveTopicChoice({ tx, now: NOW }, { ...of, topic_id }, choice)
        expect(await addMember(tx, { ...of, segment_id }, NOW)).toBe(true)
      })
    }
    expect(await unit(tx => findTopicChoice(tx, { ...of, topic_id }))).toBe('opt_out')
    for (const table of ['contact_property_values', 'topic_choices', 'segment_members']) {
      expect(await countOf(table), table).toBe(1)
    }
  })

  it('is deleted with its contact', async () => {
    const [gone, kept] = await unit(async tx => [
      await findOrCreateContactRecord({ tx, team_id, now: NOW }, 'bo@example.com'),
      await findOrCreateContactRecord({ tx, team_id, now: NOW }, 'cy@example.com'),
    ])
    const topic_id = randomUUIDv7()
    for (const { id: contact_id } of [gone, kept]) {
      await unit(tx => saveTopicChoice({ tx, now: NOW }, { team_id, contact_id, topic_id }, 'opt_in'))
    }
    await unit(tx => removeContact(tx, { team_id, id: gone.id }))
    expect(await unit(tx => findTopicChoice(tx, { team_id, contact_id: gone.id, topic_id }))).toBeNull()
    expect(await unit(tx => findTopicChoice(tx, { team_id, contact_id: kept.id, topic_id }))).toBe('opt_in')
  })

  it('remains: a contact with the same address', async () => {
    const again = await unit(tx => findOrCreateContactRecord({ tx, team_id, now: NOW }, 'ANA@example.com'))
    expect(again.id).toBe(contact.id)
  })
})
