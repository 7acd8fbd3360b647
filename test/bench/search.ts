// Measures the start page and searches of the dashboard for a team with few emails and for one with many, in this
// process with the store of the server. One email in a hundred has bounced.
import SQLite from 'better-sqlite3'
import path from 'node:path'
import { Client } from 'pg'
import { findAll, findPathOfId } from '../../src/interfaces/dashboard/pages/search/find.ts'
import { findStart } from '../../src/interfaces/dashboard/pages/start/find.ts'
import type { Database, TeamUnit } from '../../src/base/store/database.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { smallestIdAt } from '../../src/base/text/uuids.ts'
import { listGrants } from '../../src/identity/oauth/store/grants.ts'

const FEW = 1_000
const MANY = 1_000_000
/** Contacts per email. */
const CONTACTS_PART = 0.1
const SAMPLES = 20
const AT_ONCE = 1_000
const SPAN_MS = 20 * 86_400_000
const HTML = `<p>${'Thank you for your order. '.repeat(20)}</p>`

export interface SearchCost {
  name: string
  few_ms: number
  many_ms: number
}

/** In a separate SQLite database in this folder, or at this URL on PostgreSQL. */
export async function measuredSearch(folder: string, url = '', many = MANY): Promise<SearchCost[]> {
  const file = path.join(folder, 'lettermill.db')
  const database = await openDatabase(url === '' ? `sqlite:${file}` : url)
  const now = new Date()
  try {
    const teams = [1, 2].map(number => `0000000${number}-0000-7000-8000-000000000000`) as [string, string]
    const rows = [...seeds(teams[0], Math.min(FEW, many), now), ...seeds(teams[1], many, now)]
    if (url === '') fillFile(file, rows)
    else await fillServer(url, rows)
    const costs: SearchCost[] = []
    for (const [name, ask] of Object.entries(ASKED)) {
      const of = (team_id: string): Promise<number> => millisecondsOf(database, tx => ask({ tx, team_id, now }))
      costs.push({ name, few_ms: await of(teams[0]), many_ms: await of(teams[1]) })
    }
    return costs
  } finally {
    await database.close()
  }
}

type Ask = (unit: TeamUnit) => Promise<unknown>

const search =
  (words: string): Ask =>
  unit =>
    findAll(unit, words)

const ASKED: Readonly<Record<string, Ask>> = {
  'the start page': unit =>
    findStart({ ...unit, is_operator: false, sees_webhooks: true, oauth: { listGrants } as never }),
  'the start page of an operator': unit =>
    findStart({ ...unit, is_operator: true, sees_webhooks: true, oauth: { listGrants } as never }),
  'a search for a word of each subject': search('order'),
  'for a word of one subject': search('order 17 '),
  'for the beginning of an address': search('reader77'),
  'for a whole address': search('reader77@example.net'),
  'for what none has': search('no such words'),
  'for an ID that none has': unit => findPathOfId(unit, '01900000-0000-7000-8000-000000000000'),
}

/** The minimum of several times, which reduces the effect of other load on the machine. */
async function millisecondsOf(database: Database, ask: (tx: TeamUnit['tx']) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const from = performance.now()
    await database.read(ask)
    if (sample > 0) times.push(performance.now() - from)
  }
  return Math.min(...times)
}

type Value = string | number | null
interface Seeds {
  /** The table with the given columns. */
  table: string
  count: number
  row: (number: number) => Value[]
}

/** The rows of a team, table by table. */
function seeds(team_id: string, count: number, now: Date): Seeds[] {
  const begin_ms = now.getTime() - SPAN_MS
  const at = (number: number): string => new Date(begin_ms + (number * SPAN_MS) / count).toISOString()
  // the last digits distinguish the teams
  const idAt = (number: number): string =>
    smallestIdAt(begin_ms + (number * SPAN_MS) / count).slice(0, 24) +
    team_id.slice(7, 8) +
    number.toString(16).padStart(11, '0')
  const reader = (number: number): string => `reader${number}@example.net`
  const to = (number: number): string => JSON.stringify([reader(number)])
  const isBounced = (number: number): boolean => number % 100 === 0
  const bounced = (number: number): string =>
    JSON.stringify({ recipients: [reader(number)], code: 550, words: '550 5.1.1 No such user', attempt: 1 })
  const eventOf = (number: number): Value[] => {
    const id = idAt(number)
    return [id, id, team_id, 'bounced', bounced(number), at(number)]
  }
  const emailOf = (number: number): Value[] => {
    const [id, lists] = [idAt(number), ['[]', '[]', '[]']]
    const head = [id, team_id, `<${id}@example.org>`, 'shop@example.org', to(number)]
    return [...head, ...lists, `Your order ${number} is on its way`, '[]', at(number), HTML]
  }
  return [
    { table: 'teams (id, name, created_at)', count: 1, row: () => [team_id, 'Team', at(0)] },
    {
      table: 'emails (id, team_id, message_id, "from", "to", cc, bcc, reply_to, subject, tags, created_at, html)',
      count,
      row: emailOf,
    },
    {
      table: 'email_states (email_id, team_id, last_event, settled, recipients)',
      count,
      row: number => [idAt(number), team_id, isBounced(number) ? 'bounced' : 'delivered', '{}', '[]'],
    },
    {
      table: 'email_events (id, email_id, team_id, type, detail, created_at)',
      count: Math.ceil(count / 100),
      row: number => eventOf(number * 100),
    },
    {
      table: 'contacts (id, team_id, email, email_key, unsubscribed, created_at, updated_at)',
      count: Math.ceil(count * CONTACTS_PART),
      row: number => [idAt(number), team_id, reader(number), reader(number), 0, at(number), at(number)],
    },
    {
      table: 'usage_days (team_id, day, shard, emails, recipients, received, runs, delivered)',
      count: 20,
      row: number => [
        team_id,
        at((number * count) / 20).slice(0, 10),
        number,
        count / 20,
        count / 20,
        0,
        0,
        count / 20,
      ],
    },
  ]
}

function fillFile(file: string, rows: readonly Seeds[]): void {
  const driver = new SQLite(file)
  driver.pragma('synchronous = off')
  driver.pragma('foreign_keys = off')
  for (const { table, count, row } of rows) {
    const insert = driver.prepare(
      `insert into ${table} values (${Array.from({ length: row(0).length }, () => '?').join(', ')})`,
    )
    for (let start = 0; start < count; start += AT_ONCE) {
      driver.transaction(() => {
        for (let number = start; number < Math.min(start + AT_ONCE, count); number++) insert.run(...row(number))
      })()
    }
  }
  driver.close()
}

async function fillServer(url: string, rows: readonly Seeds[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = off')
  for (const { table, count, row } of rows) {
    const [into] = table.split(' ')
    const columns = [...table.matchAll(/[(,]\s*("?\w+"?)/g)].map(([, name]) => name!)
    for (let start = 0; start < count; start += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) =>
        Object.fromEntries(row(start + index).map((value, at) => [columns[at]!.replaceAll('"', ''), value])),
      )
      // only the given columns, so that the others get their defaults
      await client.query(
        `insert into ${table} select ${columns.join(', ')} from json_populate_recordset(null::${into}, $1)`,
        [JSON.stringify(some)],
      )
    }
  }
  await client.query('analyze')
  await client.end()
}
