// The disk fails to read the database for a while: each `pread` of its files gets EIO from the kernel. SQLite reports
// that as damage. The server answers 503 in the meantime and recovers without a restart. Only real damage stops it
// permanently.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { callAt, type Reply } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { waitUntil } from '../support/wait-until.ts'

const KEY = 're_faults00_aaaaaaaaaaaaaaaaaaaaaaaa'
/** Fills several pages. */
const CONTACTS = 90

const SUSPECTED = /^SQLite reports that the database is damaged/
const WHOLE = /^database check passed/
const UNREADABLE = /^database check failed/
const FOR_GOOD = /^database writes stopped/

const canTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0
if (!canTrace) console.warn('SKIPPED: reads of the database that fail, as there is no strace that works here')

let folder: string
let filename: string
let server: ServerProcess
let kept: string
let env: Parameters<typeof serverProcess>[0]
let tracer: ChildProcess | undefined

const call = (method: string, path: string, body?: object): Promise<Reply> =>
  callAt(server.url, KEY, method, path, body ? { body } : {})

beforeEach(async () => {
  folder = temporaryFolder()
  filename = path.join(fs.realpathSync(folder), 'lettermill.db')
  env = { PORT: String(await freePort()), DATA_DIR: folder, BOOTSTRAP_API_KEY: KEY }
  server = await serverProcess(env)
  const made = Array.from({ length: CONTACTS }, (_, index) =>
    call('POST', '/contacts', { email: `c${index}@example.com` }),
  )
  expect((await Promise.all(made)).every(({ status }) => status === 201)).toBe(true)
  kept = (await call('POST', '/emails', anEmailBody())).body.id
  expect(await server.stop()).toBe(0)
  // another process has no cached pages
  server = await serverProcess(env)
})
afterEach(async () => {
  tracer?.kill('SIGINT')
  await server.kill()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** `when`: the number of the thread's read from which on reads fail, until the returned function is called. */
async function failReads(threads: 'main' | 'all', when: string): Promise<() => Promise<void>> {
  const files = [filename, `${filename}-wal`].flatMap(file => ['-P', file])
  const inject = ['-e', 'trace=pread64', '-e', `inject=pread64:error=EIO:when=${when}`]
  const which = threads === 'all' ? ['-f'] : []
  const log = ['-o', path.join(folder, 'trace')]
  const tracing = spawn('strace', [...which, ...log, ...files, ...inject, '-p', `${server.child.pid}`])
  tracer = tracing
  let text = ''
  tracing.stderr.on('data', (part: Buffer) => (text += part.toString()))
  await waitUntil(() => text.includes('attached'))
  const ended = once(tracing, 'close')
  return async () => {
    tracing.kill('SIGINT')
    await ended
    tracer = undefined
    expect(fs.readFileSync(path.join(folder, 'trace'), 'utf8')).toContain('EIO')
  }
}

/** The log lines of these kinds, in order. */
function said(...kinds: RegExp[]): string[] {
  const lines = server.output().split('\n').slice(0, -1)
  const texts = lines.filter(line => line.startsWith('{')).map(line => String(JSON.parse(line).msg))
  return texts.filter(text => kinds.some(kind => kind.test(text)))
}

const ready = (): Promise<Reply> => call('GET', '/readyz')

function expectAnswer({ status, headers, body }: Reply, good: number): boolean {
  if (status === good) return true
  expect([status, body.name], JSON.stringify(body)).toEqual([503, 'service_unavailable'])
  expect(headers.get('retry-after')).toMatch(/^[1-9]/)
  return false
}

const emailsOfContacts = async (): Promise<Reply & { emails: string[] }> => {
  const reply = await call('GET', '/contacts?limit=100')
  return { ...reply, emails: (reply.body.data ?? []).map(({ email }: { email: string }) => email).toSorted() }
}

/** Sends some requests of each kind, whose responses are correct or 503; returns the contact, if it was accepted. */
async function used(email: string): Promise<string[]> {
  const [contact, mail, list, read] = await Promise.all([
    call('POST', '/contacts', { email }),
    call('POST', '/emails', anEmailBody()),
    emailsOfContacts(),
    call('GET', `/emails/${kept}`),
  ])
  expectAnswer(mail, 200)
  if (expectAnswer(list, 200)) expect(list.emails.length).toBeGreaterThanOrEqual(CONTACTS)
  if (expectAnswer(read, 200)) expect(read.body.id).toBe(kept)
  return expectAnswer(contact, 201) ? [email] : []
}

async function expectWellAgain(accepted: string[]): Promise<void> {
  await expect.poll(async () => (await ready()).status).toBe(200)
  // each check for damage has ended
  await expect
    .poll(() =>
      said(SUSPECTED, WHOLE)
        .map(text => (SUSPECTED.test(text) ? 'suspected' : 'whole'))
        .join(' '),
    )
    .toMatch(/^suspected whole(?: suspected whole)*$/)
  expect(said(FOR_GOOD)).toEqual([])
  expect(await used('last@example.com')).toEqual(['last@example.com'])
  const before = Array.from({ length: CONTACTS }, (_, index) => `c${index}@example.com`)
  expect((await emailsOfContacts()).emails).toEqual([...before, ...accepted, 'last@example.com'].toSorted())
}

describe.skipIf(!canTrace)('a disk that fails to read', () => {
  const first: [what: string, ask: () => Promise<Reply>, good: number][] = [
    ['a request that reads', () => call('GET', '/contacts'), 200],
    ['a request that writes', () => call('POST', '/contacts', { email: 'first@example.com' }), 201],
  ]

  it.each(first)('temporarily fails %s, and the server recovers without a restart', async (_, ask, good) => {
    const end = await failReads('main', '1+')
    expect(expectAnswer(await ask(), good)).toBe(false)
    await waitUntil(() => said(SUSPECTED).length > 0)
    const accepted = [...(await used('a@example.com')), ...(await used('b@example.com'))]
    await end()
    await expectWellAgain(accepted)
  })

  it('for longer than the database check takes is not damage, either', async () => {
    const end = await failReads('all', '30+')
    const accepted: string[] = []
    for (let round = 0; said(UNREADABLE).length < 2; round++) accepted.push(...(await used(`d${round}@example.com`)))
    const { status, body } = await ready()
    expect([status, body.reasons.storage]).toEqual([503, expect.stringMatching(SUSPECTED)])
    await end()
    await expectWellAgain(accepted)
  })
})

describe('a damaged database', () => {
  const damages: [what: string, spoil: () => Promise<void> | void, asked: string][] = [
    ['pages of the wrong content', spoilPages, '/contacts'],
    ['an index that refers to a missing row', spoilIndex, '/contacts/c7@example.com'],
  ]

  it.each(damages)('with %s is read-only, readable where possible, and reported', async (_, spoil, asked) => {
    await spoil()
    expect(expectAnswer(await call('GET', asked), 200)).toBe(false)
    await expect.poll(async () => (await ready()).body.reasons?.storage).toMatch(/^The database is damaged: /)
    await expect.poll(() => said(FOR_GOOD)).toHaveLength(1)
    for (let tries = 0; tries < 3; tries++) {
      expect(expectAnswer(await call('POST', '/emails', anEmailBody()), 200)).toBe(false)
      expect(expectAnswer(await call('GET', asked), 200)).toBe(false)
      expect((await call('GET', `/emails/${kept}`)).body.id).toBe(kept)
    }
    expect(said(SUSPECTED, WHOLE, FOR_GOOD)).toHaveLength(2)
    expect(await server.stop()).toBe(0)
  })
})

/** Overwrites the first pages of contacts and of their indexes. */
function spoilPages(): void {
  const driver = new SQLite(filename, { readonly: true })
  const size = driver.pragma('page_size', { simple: true }) as number
  const roots = driver.prepare("select rootpage from sqlite_master where tbl_name = 'contacts' and rootpage > 0")
  const pages = roots.pluck().all() as number[]
  driver.close()
  const file = fs.openSync(filename, 'r+')
  for (const page of pages) fs.writeSync(file, Buffer.alloc(size, 255), 0, size, (page - 1) * size)
  fs.closeSync(file)
}

/** Moves a contact while an index is hidden: `quick_check`, which counts its entries, finds nothing wrong with that. */
async function spoilIndex(): Promise<void> {
  expect(await server.stop()).toBe(0)
  const index = 'contacts_team_id_email_key_unique'
  const change = (change: (driver: SQLite.Database) => void): void => {
    const driver = new SQLite(filename)
    // allows writes to the schema table
    driver.unsafeMode(true)
    driver.pragma('writable_schema = on')
    change(driver)
    driver.close()
  }
  let hidden: unknown[] = []
  change(driver => {
    hidden = driver.prepare('select * from sqlite_master where name = ?').raw().get(index) as unknown[]
    driver.prepare('delete from sqlite_master where name = ?').run(index)
  })
  change(driver => driver.exec("update contacts set rowid = 1000000 where email = 'c7@example.com'"))
  change(driver => driver.prepare('insert into sqlite_master values (?, ?, ?, ?, ?)').run(...hidden))
  server = await serverProcess(env)
}
