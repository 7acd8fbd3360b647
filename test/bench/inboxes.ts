// Measures pages of threads and searches in an inbox with few threads and in one with many, in this process with the
// store of the server. Each thread has one email of forty words.
import { randomUUIDv7 } from 'node:crypto'
import SQLite from 'better-sqlite3'
import path from 'node:path'
import { Client } from 'pg'
import { findThreads, pageOfThreads } from '../../src/inbound/inboxes/search/actions.ts'
import { wordQuery, indexedWords } from '../../src/inbound/inboxes/threads/words.ts'
import { distinctWords } from '../../src/base/text/search-words.ts'
import type { Database } from '../../src/base/store/database.ts'
import { openDatabase } from '../../src/base/store/open.ts'

const FEW = 1_000
const MANY = 1_000_000
const VOCABULARY = 20_000
const WORDS = 40
const SAMPLES = 30
const AT_ONCE = 1_000
const TEAM = randomUUIDv7()

export interface InboxCost {
  name: string
  few_ms: number
  many_ms: number
}

/** In a separate SQLite database in this folder, or at this URL on PostgreSQL. */
export async function measuredInboxes(folder: string, url = '', many = MANY): Promise<InboxCost[]> {
  const file = path.join(folder, 'lettermill.db')
  const database = await openDatabase(url === '' ? `sqlite:${file}` : url)
  const small = randomUUIDv7()
  const large = randomUUIDv7()
  try {
    for (const [inbox_id, count] of [
      [small, Math.min(FEW, many)],
      [large, many],
    ] as const) {
      if (url === '') seedFile(file, inbox_id, count)
      else await seedServer(url, inbox_id, count)
    }
    const costs: InboxCost[] = []
    for (const [name, ask] of Object.entries(ASKED)) {
      const [few_ms, many_ms] = [await millisecondsOf(database, ask, small), await millisecondsOf(database, ask, large)]
      costs.push({ name, few_ms, many_ms })
    }
    return costs
  } finally {
    await database.close()
  }
}

type Ask = (database: Database, inbox_id: string) => Promise<unknown>

const search =
  (query: string, from?: string): Ask =>
  (database, inbox_id) => {
    const words = wordQuery(inbox_id, { query, people: { from: from === undefined ? undefined : [from] } })!
    return database.read(tx => findThreads(tx, { team_id: TEAM, inbox_id }, { words }, { limit: 20 }))
  }
const list =
  (filter: Parameters<typeof pageOfThreads>[2]): Ask =>
  (database, inbox_id) =>
    database.read(tx => pageOfThreads(tx, { team_id: TEAM, inbox_id }, filter, { limit: 20 }))

const ASKED: Readonly<Record<string, Ask>> = {
  'a page of threads': list({}),
  'a page of unread ones in two folders': list({ folders: ['inbox', 'archive'], read: false }),
  'a page of a folder with none': list({ folders: ['trash'] }),
  'a search for a word that each has': search('w0'),
  'for a word of one in ten thousand': search('rare7'),
  'for two words that few have together': search('w1 rare7'),
  'for a word of a sender': search('w0', 'person77@example.net'),
  'for what none has': search('w0 nothing'),
}

async function millisecondsOf(database: Database, ask: Ask, inbox_id: string): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const from = performance.now()
    await ask(database, inbox_id)
    if (sample > 0) times.push(performance.now() - from)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
}

interface Seeded {
  thread: (string | number | null)[]
  message: (string | number | null)[]
  text: (string | number | null)[]
}

/** Words of a vocabulary whose first ones are frequent. */
function seedOf(inbox_id: string, number: number): Seeded {
  const [id, thread_id] = [randomUUIDv7(), randomUUIDv7()]
  const at = new Date(1_763_600_000_000 + number * 1000).toISOString()
  const said = Array.from({ length: WORDS }, (_, index) =>
    index < 2
      ? `w${index * (number % 2)}`
      : `w${Math.floor(VOCABULARY * ((number * (index + 7) * 0.618_034) % 1) ** 3)}`,
  )
  const from = `person${number % 1000}@example.net`
  const text = [...said, `rare${number % 10_000}`].join(' ')
  const email = {
    inbox_id,
    subject: 'Invoice',
    from,
    to: ['help@example.com'],
    cc: [],
    bcc: [],
    words: distinctWords(text),
  }
  const words = indexedWords({ ...email, has_attachment: false })
  const isRead = number % 3 === 0 ? 1 : 0
  const shown = [from, '["help@example.com"]', '[]', '[]']
  return {
    thread: [thread_id, TEAM, inbox_id, 'Invoice', 'inbox', isRead, null, id, ...shown, at, 1, 0, 0, null, at],
    message: [inbox_id, id, TEAM, thread_id, 'inbound', id, null, null, 0, at],
    text: [TEAM, inbox_id, id, words, at],
  }
}

const TABLES = {
  thread:
    'inbox_threads (id, team_id, inbox_id, subject, folder, is_read, read_id, newest_id, "from", "to", cc, bcc, received_at, email_count, has_attachment, drafts, trashed_at, created_at)',
  message:
    'inbox_messages (inbox_id, id, team_id, thread_id, direction, received_id, email_id, message_id, has_attachment, created_at)',
  text: 'inbox_texts (team_id, inbox_id, id, words, received_at)',
} as const

function seedFile(file: string, inbox_id: string, count: number): void {
  const driver = new SQLite(file)
  driver.pragma('synchronous = off')
  const inserts = Object.entries(TABLES).map(([name, table]) => {
    const values = Array.from({ length: table.split(',').length }, () => '?').join(', ')
    return [name as keyof Seeded, driver.prepare(`insert into ${table} values (${values})`)] as const
  })
  for (let start = 0; start < count; start += AT_ONCE) {
    driver.transaction(() => {
      for (let number = start; number < Math.min(start + AT_ONCE, count); number++) {
        const seed = seedOf(inbox_id, number)
        for (const [name, insert] of inserts) insert.run(...seed[name])
      }
    })()
  }
  driver.close()
}

async function seedServer(url: string, inbox_id: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = off')
  for (let start = 0; start < count; start += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) =>
      seedOf(inbox_id, start + index),
    )
    for (const [name, table] of Object.entries(TABLES)) {
      const rows = JSON.stringify(
        seeds.map(seed =>
          Object.fromEntries(seed[name as keyof Seeded].map((value, at) => [columnsOf(table)[at], value])),
        ),
      )
      const [into] = table.split(' ')
      const columns = columnsOf(table)
        .map(column => `"${column}"`)
        .join(', ')
      await client.query(
        `insert into ${into} (${columns}) select ${columns} from json_populate_recordset(null::${into}, $1)`,
        [rows],
      )
    }
  }
  await client.query('analyze')
  await client.end()
}

const columnsOf = (table: string): string[] => [...table.matchAll(/[(,]\s*"?(\w+)"?/g)].map(([, name]) => name!)
