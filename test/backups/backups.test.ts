// Scheduled backups: created next to the running server, reported, and deleted when they are old. Promise P16 applies
// to them as to those of the command.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Backups } from '../../src/app/backups/actions.ts'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { readExposition, valueOf } from '../support/exposition.ts'
import { command } from '../support/commands.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const TOKEN = 'a-token-for-tests'
const HOUR_MS = 3_600_000

let folder: string
let kept: string
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = temporaryFolder()
  kept = path.join(folder, 'kept')
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function aServer(env: Record<string, string> = {}): Promise<TestServer> {
  const DATA_DIR = path.join(folder, 'data')
  const DATABASE_URL = `sqlite:${path.join(DATA_DIR, 'lettermill.db')}`
  const server = await startServer({ DATA_DIR, DATABASE_URL, BACKUP_DIR: kept, METRICS_TOKEN: TOKEN, ...env })
  closing.push(() => server.stop())
  return server
}

/** The state of `/readyz`, which a backup never changes. */
async function told({ call }: TestServer): Promise<{ state: string; newest_at: string | null }> {
  const { status, body } = await call('GET', '/readyz', { key: null })
  expect(status).toBe(200)
  return body.backups
}

async function measured({ call }: TestServer): Promise<{ ok: number | undefined; newest_s: number | undefined }> {
  const families = readExposition((await call('GET', '/metrics', { key: TOKEN })).body)
  const value = (name: string): number | undefined => (families.has(name) ? valueOf(families, name) : undefined)
  return { ok: value('lettermill_backup_ok'), newest_s: value('lettermill_backup_newest_timestamp_seconds') }
}

describe('a server with scheduled backups', () => {
  it('creates the first backup at startup, logs it, and a restart creates no other until one is due', async () => {
    const server = await aServer({ BACKUP_EVERY_HOURS: '24' })
    await expect.poll(async () => (await told(server)).state).toBe('made')
    const [name, ...others] = readdirSync(kept)
    expect(others).toEqual([])
    expect(name).toMatch(/^lettermill-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/)
    expect(statSync(path.join(kept, name!)).mode & 0o777).toBe(0o600)
    const { newest_at } = await told(server)
    expect(await measured(server)).toEqual({ ok: 1, newest_s: Date.parse(newest_at!) / 1000 })
    expect(server.logged()).toContain('"msg":"backup created"')
    await closing.pop()!()

    const again = await aServer({ BACKUP_EVERY_HOURS: '24' })
    await expect.poll(async () => (await told(again)).newest_at).not.toBeNull()
    expect((await told(again)).state).toBe('none')
    expect(readdirSync(kept)).toEqual([name])
  })

  it('creates no backups by default', async () => {
    const server = await aServer()
    expect(await told(server)).toBeUndefined()
    expect(await measured(server)).toEqual({ ok: undefined, newest_s: undefined })
    expect(() => readdirSync(kept)).toThrow('ENOENT')
  })

  it('keeps running and logs an error if a backup fails', async () => {
    writeFileSync(kept, 'no folder')
    const server = await aServer({ BACKUP_EVERY_HOURS: '1' })
    await expect.poll(async () => (await told(server)).state).toBe('failed')
    expect(await measured(server)).toEqual({ ok: 0, newest_s: undefined })
    expect(server.logged()).toContain('"msg":"backup failed"')
    expect((await server.call('POST', '/emails', { body: anEmailBody() })).status).toBe(200)
  })
})

describe('backups', () => {
  const time = clock('2026-11-22T07:00:00.000Z')
  const backupsOf = (server: TestServer, keep = 3): Backups =>
    new Backups({
      plan: { every_hours: 6, folder: kept, keep },
      database_file: path.join(server.data_dir, 'lettermill.db'),
      now: time.now,
      log: pino({ level: 'silent' }),
    })

  it('contain everything that was accepted before, run on schedule, and replace the oldest ones', async () => {
    const server = await aServer()
    const backups = backupsOf(server)
    const post = async (): Promise<string> => (await server.call('POST', '/emails', { body: anEmailBody() })).body.id
    mkdirSync(kept)
    writeFileSync(path.join(kept, 'dear.txt'), 'dear')
    const accepted: string[] = []
    const load_ends = new AbortController()
    const load = Array.from({ length: 4 }, async () => {
      while (!load_ends.signal.aborted) accepted.push(await post())
    })
    await expect.poll(() => accepted.length).toBeGreaterThan(20)
    const before = [...accepted]
    await backups.makeIfDue()
    // the server was in use in the meantime
    expect(accepted.length).toBeGreaterThan(before.length)
    load_ends.abort()
    await Promise.all(load)
    for (let times = 0; times < 4; times++) {
      time.forward(5 * HOUR_MS)
      await backups.makeIfDue()
      time.forward(HOUR_MS)
      await backups.makeIfDue()
      await backups.makeIfDue()
    }
    const names = readdirSync(kept).toSorted()
    const hours = ['2026-11-22T19', '2026-11-23T01', '2026-11-23T07']
    expect(names).toEqual(['dear.txt', ...hours.map(hour => `lettermill-${hour}-00-00Z.db`)])

    const restored = await command({ DATA_DIR: path.join(folder, 'two') }, 'restore', path.join(kept, names[1]!))
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Start the server now')])
    const two = await startServer({ DATABASE_URL: `sqlite:${path.join(folder, 'two', 'lettermill.db')}` })
    closing.push(() => two.stop())
    for (const id of before) expect((await two.call('GET', `/emails/${id}`, { key: server.key })).status).toBe(200)
  })

  it('fail if the copy is incomplete, keep the older ones, and are retried later', async () => {
    const server = await aServer()
    await closing.pop()!()
    const backups = backupsOf(server, 1)
    await backups.makeIfDue()
    const [first] = readdirSync(kept)
    expect(backups.status).toEqual({ state: 'made', newest_at: time.now().toISOString() })
    const file = path.join(server.data_dir, 'lettermill.db')
    const whole = path.join(folder, 'whole.db')
    expect((await command({ DATA_DIR: server.data_dir }, 'backup', whole)).code).toBe(0)
    writeFileSync(file, 'x'.repeat(100_000))
    time.forward(6 * HOUR_MS)
    await backups.makeIfDue()
    expect(backups.status).toMatchObject({ state: 'failed' })
    expect(readdirSync(kept)).toEqual([first])
    expect((await command({ DATA_DIR: server.data_dir }, 'restore', whole, '--replace')).code).toBe(0)
    time.forward(60_000)
    await backups.makeIfDue()
    expect(backups.status).toMatchObject({ state: 'failed' })
    time.forward(10 * 60_000)
    await backups.makeIfDue()
    expect(backups.status).toEqual({ state: 'made', newest_at: time.now().toISOString() })
    expect(readdirSync(kept)).toHaveLength(1)
    expect(readdirSync(kept)).not.toEqual([first])
  })

  it('leave no unfinished files when the server stops or was killed', async () => {
    const server = await aServer()
    mkdirSync(kept)
    writeFileSync(path.join(kept, 'lettermill-2026-11-20T07-00-00Z.db.unfinished'), 'half of one')
    const stopped = backupsOf(server)
    stopped.start()
    await stopped.stop()
    const backups = backupsOf(server)
    await backups.makeIfDue()
    expect(readdirSync(kept).every(name => name.endsWith('Z.db'))).toBe(true)
    expect(readdirSync(kept)).toHaveLength(1)
  })
})
