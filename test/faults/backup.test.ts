// Promise P16: a backup that is created while the server runs opens without errors and contains everything that was
// accepted before it started. A server serves the restored data. Runs the commands as an operator does, once each.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/commands.ts'
import { anEmailBody } from '../support/emails.ts'
import { runCommand } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

let folder: string
let file: string
let server: TestServer

beforeEach(async () => {
  folder = temporaryFolder()
  file = path.join(folder, 'backup.db')
  server = await startServer({ DATA_DIR: path.join(folder, 'one') })
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const env = (): Record<string, string> => ({ DATA_DIR: server.data_dir })
const post = async (): Promise<string> => {
  const { status, body } = await server.call('POST', '/emails', { body: anEmailBody() })
  expect(status).toBe(200)
  return body.id
}

describe('a backup under load', () => {
  it('contains everything that was accepted before it started, and a server serves it', async () => {
    const accepted: string[] = []
    const load_ends = new AbortController()
    const load = Array.from({ length: 8 }, async () => {
      while (!load_ends.signal.aborted) accepted.push(await post())
    })
    await expect.poll(() => accepted.length).toBeGreaterThan(100)
    const before = [...accepted]
    const made = await runCommand(env(), 'backup', file)
    const during = accepted.length
    load_ends.abort()
    await Promise.all(load)
    expect([made.code, made.output]).toEqual([0, expect.stringContaining('Backup created and checked')])
    expect(during).toBeGreaterThan(before.length)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['backup.db', 'one'])

    const two = path.join(folder, 'two')
    const restored = await runCommand({ DATA_DIR: two }, 'restore', file)
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Start the server now')])
    expect(statSync(path.join(two, 'lettermill.db')).mode & 0o777).toBe(0o600)
    const other = await startServer({ DATA_DIR: two })
    try {
      expect(other.first_access).toBeUndefined()
      for (const id of before) {
        expect((await other.call('GET', `/emails/${id}`, { key: server.key })).body).toMatchObject({ id })
      }
      // pending emails are delivered from the restored database
      await other.queue.idle()
      const last = await other.call('GET', `/emails/${before.at(-1)}`, { key: server.key })
      expect(last.body.last_event).toBe('delivered')
      expect((await other.call('POST', '/emails', { key: server.key, body: anEmailBody() })).status).toBe(200)
    } finally {
      await other.stop()
    }
  })

  it('overwrites nothing, and leaves no file when it fails', async () => {
    writeFileSync(file, 'something dear')
    const refused = await command(env(), 'backup', file)
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('already exists')])
    const nowhere = await command({ DATA_DIR: path.join(folder, 'none') }, 'backup', path.join(folder, 'b.db'))
    expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringContaining('No database at')])
    expect((await command(env(), 'backup')).output).toContain('npm run backup -- <file>')
    expect((await command(env(), 'backup', '--fast', file)).output).toContain('Unknown option: --fast')
    expect(readdirSync(folder).toSorted()).toEqual(['backup.db', 'one'])
  })
})

describe('a restore', () => {
  it('waits until the server is stopped, replaces data only with the option, and keeps the previous files', async () => {
    const saved = await post()
    expect((await command(env(), 'backup', file)).code).toBe(0)
    const lost = await post()
    const running = await runCommand(env(), 'restore', file, '--replace')
    expect([running.code, running.output]).toEqual([1, expect.stringContaining('Another Lettermill server uses')])
    await server.stop()
    const there = await command(env(), 'restore', file)
    expect([there.code, there.output]).toEqual([1, expect.stringContaining('Use --replace')])
    const replaced = await command(env(), 'restore', file, '--replace')
    expect([replaced.code, replaced.output]).toEqual([0, expect.stringContaining('was moved to')])

    const key = server.key
    const aside = readdirSync(server.data_dir).find(name => name.includes('.replaced-') && !name.endsWith('-wal'))
    const driver = new SQLite(path.join(server.data_dir, aside!), { readonly: true })
    expect(driver.prepare('select count(*) from emails').pluck().get()).toBe(2)
    driver.close()
    server = await startServer(env())
    expect((await server.call('GET', `/emails/${saved}`, { key })).status).toBe(200)
    expect((await server.call('GET', `/emails/${lost}`, { key })).status).toBe(404)
  })

  it.each([
    ['is missing', () => rmSync(file), 'No backup at'],
    ['is cut short', () => truncateSync(file, 50_000), 'is damaged'],
    ['is something else', () => writeFileSync(file, 'x'.repeat(5000)), 'is damaged'],
  ])('refuses a backup that %s', async (_, spoil, words) => {
    expect((await command(env(), 'backup', file)).code).toBe(0)
    spoil()
    const two = path.join(folder, 'two')
    const refused = await command({ DATA_DIR: two }, 'restore', file)
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(words)])
    expect(existsSync(path.join(two, 'lettermill.db'))).toBe(false)
  })

  it('replaces a damaged or empty database', async () => {
    const saved = await post()
    await server.stop()
    // a backup needs no running server
    expect((await command(env(), 'backup', file)).code).toBe(0)
    truncateSync(path.join(server.data_dir, 'lettermill.db'), 0)
    expect((await command(env(), 'restore', file, '--replace')).code).toBe(0)
    const key = server.key
    server = await startServer(env())
    expect((await server.call('GET', `/emails/${saved}`, { key })).status).toBe(200)
  })
})

describe('compact', () => {
  it('releases the unused space of a database of an earlier version', async () => {
    await server.stop()
    const old = path.join(folder, 'old')
    mkdirSync(old)
    const filename = path.join(old, 'lettermill.db')
    // as earlier versions created it
    const driver = new SQLite(path.join(server.data_dir, 'lettermill.db'))
    driver.pragma('journal_mode = delete')
    driver.pragma('auto_vacuum = none')
    driver.exec('create table ballast (x); insert into ballast values (zeroblob(5000000)); vacuum; drop table ballast')
    driver.exec(`vacuum into '${filename}'`)
    driver.close()
    const again = new SQLite(filename)
    again.exec('create table ballast (x); insert into ballast values (zeroblob(5000000)); drop table ballast')
    expect(again.pragma('auto_vacuum', { simple: true })).toBe(0)
    again.close()
    expect(statSync(filename).size).toBeGreaterThan(5_000_000)
    const done = await runCommand({ DATA_DIR: old }, 'compact')
    expect([done.code, done.output]).toEqual([0, expect.stringContaining(' MB to ')])
    expect(statSync(filename).size).toBeLessThan(2_000_000)
    const after = new SQLite(filename)
    expect(after.pragma('auto_vacuum', { simple: true })).toBe(2)
    after.close()
    server = await startServer({ DATA_DIR: old })
    expect(server.first_access).toBeUndefined()
  })
})
