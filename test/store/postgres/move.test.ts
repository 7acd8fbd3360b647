// `npm run move`: copies a whole SQLite database into an empty PostgreSQL database, however often the move is
// interrupted. No other target is accepted, and no server starts on an unfinished copy.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migratePostgres } from '../../../src/base/store/postgres/migrate.ts'
import { contactsOf } from '../../support/contacts.ts'
import { command } from '../../support/commands.ts'
import { runCommand } from '../../support/process.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { anEmailBody } from '../../support/emails.ts'

/** Each test starts several processes of its own in sequence. */
const SLOW = { timeout: 120_000 }

let DATA_DIR: string
let server: TestServer
let target: NewDatabase

beforeEach(async () => {
  DATA_DIR = temporaryFolder()
  server = await startServer({ DATA_DIR, DATABASE_URL: `sqlite:${file()}` })
  // the first thing that a move creates exists already
  target = await newDatabaseAlone()
})
afterEach(async () => {
  await server.stop()
  await target.drop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** For tests of an empty database. */
async function takeEmptyTarget(): Promise<void> {
  await target.drop()
  target = await newDatabaseAlone('template0')
}

const file = (): string => path.join(DATA_DIR, 'lettermill.db')
/** Runs in this process; its output goes to the console. */
const moved = (...more: string[]): ReturnType<typeof command> =>
  command({ DATA_DIR }, 'move', '--to', target.url, ...more)
const movedInProcess = (): ReturnType<typeof runCommand> => runCommand({ DATA_DIR }, 'move', '--to', target.url)

/** Changes the file of the stopped server. */
function change(...statements: string[]): void {
  const driver = new SQLite(file())
  for (const each of statements) driver.exec(each)
  driver.close()
}

async function asked<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: target.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function post(fields: object = {}): Promise<string> {
  const { status, body } = await server.call('POST', '/emails', { body: anEmailBody(fields) })
  expect(status).toBe(200)
  return body.id
}

/** Sends an email with this file, from a server that is stopped afterwards. */
async function attach(content: Buffer, key: string): Promise<void> {
  server = await startServer({ DATA_DIR, DATABASE_URL: `sqlite:${file()}` })
  const attachments = [{ filename: 'a.bin', content: content.toString('base64') }]
  const { status } = await server.call('POST', '/emails', { key, body: anEmailBody({ attachments }) })
  expect(status).toBe(200)
  await server.queue.idle()
  await server.stop()
}

/** Rows of emails of different months, copied from one that was sent. */
async function manyEmails(count: number, html: string): Promise<void> {
  const id = await post({ html: 'HTML' })
  await server.queue.idle()
  await server.stop()
  const driver = new SQLite(file())
  const columns = (driver.pragma('table_info(emails)') as { name: string }[]).map(({ name }) => `"${name}"`)
  const values = columns.map(name => (name === '"id"' ? '?' : name === '"html"' ? '?' : name))
  const insert = driver.prepare(`insert into emails (${columns}) select ${values} from emails where id = ?`)
  const from = Date.parse('2026-01-01')
  driver.transaction(() => {
    for (let number = 0; number < count; number++) {
      const at = from + number * Math.floor((270 * 86_400_000) / count)
      const given = values.flatMap((value, index) =>
        value === '?' ? [columns[index] === '"id"' ? idAt(at) : html] : [],
      )
      insert.run(...given, id)
    }
  })()
  driver.close()
}

function idAt(at_ms: number): string {
  const time = at_ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

describe('a move', SLOW, () => {
  it('copies every row, of every month and with any content, and reports it', async () => {
    await takeEmptyTarget()
    const { key } = server
    const strange = 'Zeile 1\nZeile 2\r\t\\N \\. "äöü" 🦊 {"a":"\\u0000"}'
    await post({ subject: 'x', text: strange })
    const { aContact } = contactsOf(server)
    for (const name of ['a', 'b', 'c']) await aContact(`${name}@example.com`)
    await manyEmails(12_000, strange)
    const bytes = randomBytes(600_000)
    await attach(bytes, key)
    const { code, output } = await moved()
    expect([code, output]).toEqual([0, expect.stringMatching(/^emails +12003 +[\da-f]+$/m)])
    expect(output).toContain('Do not start a server on')
    expect(await asked('select count(*)::int as n, count(distinct html)::int as html from emails')).toEqual([
      { n: 12_003, html: 3 },
    ])
    const chunks = await asked<{ data: Buffer }>('select data from blob_chunks order by number')
    expect(Buffer.concat(chunks.map(({ data }) => data)).equals(bytes)).toBe(true)
    expect(await asked('select filename from email_attachments')).toEqual([{ filename: 'a.bin' }])
    expect(await asked(`select count(*)::int as n from emails where html = $$${strange}$$`)).toEqual([{ n: 12_000 }])
    expect(await asked("select to_regclass('unfinished_move') as it")).toEqual([{ it: null }])
    expect(await asked("select sum(count)::int as n from team_counts where name = 'contacts'")).toEqual([{ n: 3 }])
  })

  it('keeps only a small part in memory', async () => {
    // 80 MB, more than fits in a process with so little memory
    await manyEmails(2000, 'x'.repeat(40_000))
    const little = { DATA_DIR, NODE_OPTIONS: '--max-old-space-size=64' }
    const { code, output } = await runCommand(little, 'move', '--to', target.url)
    expect([code, output]).toEqual([0, expect.stringMatching(/^emails +2001 /m)])
  })

  it('waits until the server is stopped', async () => {
    await takeEmptyTarget()
    const { code, output } = await movedInProcess()
    expect([code, output]).toEqual([1, expect.stringContaining('Another Lettermill server uses')])
    expect(await asked('select relname from pg_class where relnamespace = current_schema()::regnamespace')).toEqual([])
  })

  it('creates a backup while the server runs', async () => {
    const id = await post()
    const backup = path.join(DATA_DIR, 'backup.db')
    expect((await command({ DATA_DIR }, 'backup', backup)).code).toBe(0)
    await post()
    expect((await moved('--from', backup)).code).toBe(0)
    expect(await asked('select id from emails')).toEqual([{ id }])
  })

  it('releases jobs that were running, and continues the number sequences', async () => {
    await server.stop()
    change(
      `update jobs set owner = 'somebody', run_at = null, token = 7`,
      `insert into contact_events (number, team_id, about, name, payload, at, state, after)
       select 41, id, 'a@example.com', 'x', '{}', '2026-01-01', 'kept', '' from teams`,
      `insert into contact_events (number, team_id, about, name, payload, at, state, after)
       select 77, id, 'a@example.com', 'x', '{}', '2026-01-01', 'kept', '' from teams`,
      'delete from contact_events where number = 77',
      // left by a program that copied the log
      'create table _litestream_seq (id integer primary key, seq integer)',
    )
    const { code, output } = await moved()
    expect([code, output]).toEqual([0, expect.stringContaining('1 interrupted jobs were requeued')])
    expect(await asked('select owner, token, run_at is not null as is_due from jobs')).toEqual([
      { owner: null, token: 7, is_due: true },
    ])
    const next = `insert into contact_events (team_id, about, name, payload, at, state, after)
       select id, 'b@example.com', 'x', '{}', '2026-01-01', 'kept', '' from teams returning number`
    expect(await asked(next)).toEqual([{ number: '78' }])
  })
})

describe('a target database', SLOW, () => {
  it.each<[string, string, string]>([
    ['holds something else', 'create table things (id int)', 'The target contains other data (table things)'],
    ['has been moved into', '', 'The target was already used by a server'],
  ])('is rejected if it %s', async (_, sql, words) => {
    await server.stop()
    await takeEmptyTarget()
    if (sql) await asked(sql)
    else expect((await moved()).code).toBe(0)
    const { code, output } = await moved()
    expect([code, output]).toEqual([1, expect.stringContaining(words)])
  })

  it('is migrated to this version first, unless a move into it was started', async () => {
    await takeEmptyTarget()
    await server.stop()
    await migratePostgres(target.url, '0154_guard_locks')
    // the environment names the target, so that no password appears in the process list
    expect((await command({ DATA_DIR, DATABASE_URL: target.url }, 'move')).code).toBe(0)
    await asked('create table unfinished_move (name text primary key)')
    await asked(`insert into knex_migrations (name) values ('9999_of_another_version')`)
    const { code, output } = await moved()
    expect([code, output]).toEqual([1, expect.stringContaining('created by another version of Lettermill')])
  })

  it('must be a PostgreSQL URL, and its password is never printed', async () => {
    await server.stop()
    for (const words of [[], ['--to', 'sqlite:x'], ['--to', 'postgres://a:hunter2@b/c', '--fast'], ['hunter2']]) {
      const { code, output } = await command({ DATA_DIR }, 'move', ...words)
      expect([code, output]).toEqual([1, expect.stringContaining('npm run move -- --to postgres://')])
      expect(output).not.toContain('hunter2')
    }
  })
})

describe('a value that PostgreSQL rejects', SLOW, () => {
  it('is reported before anything is moved, with its location and a fix', async () => {
    const id = await post()
    await server.queue.idle()
    await server.stop()
    change(
      `update emails set subject = 'a' || char(0) || 'b', "from" = char(0)`,
      `update api_keys set domain_id = 'mine'`,
    )
    const { code, output } = await moved()
    expect(code).toBe(1)
    expect(output).toContain(`emails ${id}: subject has a NUL character`)
    expect(output).toContain(`emails ${id}: from has a NUL character`)
    expect(await asked("select to_regclass('unfinished_move') as it")).toEqual([{ it: null }])
    change('update api_keys set domain_id = null')
    expect((await moved('--without-nul')).code).toBe(0)
    expect(await asked('select id, subject, "from" from emails')).toEqual([{ id, subject: 'ab', from: '' }])
  })

  it('can be a malformed id', async () => {
    await server.stop()
    change(`insert into segments (id, team_id, name, created_at) select 'no-uuid', id, 'S', '2026-01-01' from teams`)
    const { code, output } = await moved()
    expect([code, output]).toEqual([1, expect.stringContaining('segments no-uuid: id is not a UUID')])
  })
})

describe('a move that is interrupted', SLOW, () => {
  /** A move that is killed once it has printed these words. A lock keeps it from getting far from there. */
  async function killedAt(words: RegExp): Promise<void> {
    const child = spawn(process.execPath, ['src/start.js', 'move', '--to', target.url], {
      env: { PATH: process.env.PATH, DATA_DIR },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString()
      if (words.test(said)) child.kill('SIGKILL')
    })
    const code = await new Promise(resolve => child.once('close', resolve))
    expect([code, said]).toEqual([null, expect.stringMatching(words)])
    // its statements may still be running on the server
    const others = `from pg_stat_activity where datname = current_database() and application_name = 'lettermill move'`
    await asked(`select pg_terminate_backend(pid) ${others}`)
    await expect.poll(() => asked(`select pid ${others}`)).toEqual([])
  }

  /** Blocks the next insert into a table with this many rows. The tables exist before a move starts. */
  async function standStill(table: string, count: number): Promise<void> {
    await asked(`create function stand_still() returns trigger language plpgsql as $$
      begin if (select count(*) from ${table}) = ${count} then perform pg_sleep(600); end if; return null; end $$`)
    await asked(`create trigger stands before insert on ${table} for each statement execute function stand_still()`)
  }
  const goOn = (): Promise<unknown> => asked('drop function stand_still cascade')

  it('resumes between two tables, within one and during the comparison', async () => {
    await manyEmails(20_000, 'x'.repeat(100))
    const copied = async (): Promise<unknown> => (await asked('select count(*)::int as n from emails'))[0]
    await standStill('emails', 0)
    await killedAt(/: \d+ copied/)
    expect(await copied()).toEqual({ n: 0 })
    await goOn()
    await standStill('emails', 10_000)
    await killedAt(/^emails: 10000 copied/m)
    expect(await copied()).toEqual({ n: 10_000 })
    await goOn()
    const client = new Client({ connectionString: target.url })
    await client.connect()
    await client.query('begin; lock table topics in access exclusive mode')
    await killedAt(/^emails: verified/m)
    await client.end()
    expect(await copied()).toEqual({ n: 20_001 })
    const { code, output } = await movedInProcess()
    expect([code, output]).toEqual([0, expect.stringMatching(/^emails +20001 /m)])
    expect(output).not.toContain('copied')
    expect(await copied()).toEqual({ n: 20_001 })
  })

  it('resumes only if the source is unchanged since it started', async () => {
    await server.stop()
    await standStill('users', 0)
    await killedAt(/: \d+ copied/)
    change(`update steady_clock set highest_at = '2030-01-01T00:00:00.000Z'`)
    const { code, output } = await moved()
    expect([code, output]).toEqual([1, expect.stringContaining('changed after this move started')])
  })

  it('reports where the two databases differ, and no server starts on the target', async () => {
    await server.stop()
    await standStill('users', 0)
    await killedAt(/^teams: 1 copied/m)
    await goOn()
    await asked(`update teams set name = 'another'`)
    const { code, output } = await moved()
    expect([code, output]).toEqual([1, expect.stringContaining('teams differs: 1 rows')])
    const started = await runCommand({ DATA_DIR, DATABASE_URL: target.url, PORT: '0' })
    expect([started.code, started.output]).toEqual([
      1,
      expect.stringContaining('The move into the database of DATABASE_URL is not complete'),
    ])
    expect(await asked('select name from teams')).toEqual([{ name: 'another' }])
  })

  it('rejects another move into the same target', async () => {
    await server.stop()
    const client = new Client({ connectionString: target.url })
    await client.connect()
    await client.query('select pg_advisory_lock(4705112027)')
    const { code, output } = await moved()
    expect([code, output]).toEqual([1, expect.stringContaining('Another move into this database is in progress')])
    await client.end()
  })
})
