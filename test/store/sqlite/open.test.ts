// The checks of the data folder at startup: its owner, its integrity, and that no other user can read it.
import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openForCommand, openDatabase } from '../../../src/base/store/open.ts'
import { hasNoTeam } from '../../../src/identity/teams/actions.ts'
import { anEmailBody } from '../../support/emails.ts'
import { serverProcess } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'

const START = fileURLToPath(new URL('../../../src/start.js', import.meta.url))

let folder: string
let filename: string

beforeEach(() => {
  folder = temporaryFolder()
  filename = path.join(folder, 'lettermill.db')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const start = () => startServer({ DATA_DIR: folder })

let template: string
/** As after a first start, with some emails in it. */
const used = (): void => fs.copyFileSync(template, filename)

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder() })
  for (let count = 0; count < 5; count++) await server.call('POST', '/emails', { body: anEmailBody() })
  await server.queue.idle()
  await server.stop()
  template = path.join(server.data_dir, 'lettermill.db')
})
afterAll(() => fs.rmSync(path.dirname(template), { recursive: true }))

function spoil(at: number, bytes: Buffer): void {
  const file = fs.openSync(filename, 'r+')
  fs.writeSync(file, bytes, 0, bytes.length, at)
  fs.closeSync(file)
}

function sql(text: string): void {
  const driver = new SQLite(filename)
  driver.exec(text)
  driver.close()
}

describe('startup fails and changes nothing', () => {
  const refused: [what: string, prepare: () => void, words: RegExp][] = [
    ['an empty file', () => fs.truncateSync(filename, 0), /is empty\. Restore a backup .*npm run restore.*delete it/],
    ['a file without a table', () => [fs.rmSync(filename), sql('pragma user_version = 1')], /is empty/],
    [
      'a file that is not a database',
      () => fs.writeFileSync(filename, 'x'.repeat(5000)),
      /is damaged or cannot be read/,
    ],
    ['a file cut short', () => fs.truncateSync(filename, 3 * 4096), /is damaged or cannot be read/],
    ['a damaged head', () => spoil(30, Buffer.alloc(60, 255)), /is damaged or cannot be read/],
    ['a damaged page', () => spoil(20 * 4096, Buffer.alloc(4096, 255)), /is damaged or cannot be read/],
    [
      "another program's database",
      () => [fs.rmSync(filename), sql('create table x (y)')],
      /is the database of another program\. Set DATA_DIR/,
    ],
    [
      'the migrations of another program',
      () => sql("delete from knex_migrations; insert into knex_migrations (name, batch) values ('0001_orders', 1)"),
      /is the database of another program\. Set DATA_DIR/,
    ],
    [
      'what a newer version has made',
      () => sql("insert into knex_migrations (name, batch, migration_time) values ('9999_future', 9, 0)"),
      /created by a newer version of Lettermill \(it has 9999_future\)\. Start that version/,
    ],
    [
      'a database that is too old',
      () =>
        sql("update knex_migrations set name = '0001_teams'; update knex_migrations set name = '0042_x' where id = 2"),
      /is too old .* its last migration is 0042_x\. First start the version whose last migration is 0152_\w+, then start this version\./,
    ],
    [
      'a log without its database',
      () => fs.renameSync(filename, `${filename}-wal`),
      /is missing, but its log .* exists\. Put the database back/,
    ],
  ]

  it.each(refused)('%s', async (_, prepare, words) => {
    used()
    prepare()
    const before = fs.existsSync(filename) ? fs.readFileSync(filename) : undefined
    await expect(start()).rejects.toThrow(words)
    expect(fs.existsSync(filename) ? fs.readFileSync(filename) : undefined).toEqual(before)
    // the folder is free again: an empty one leads to a first start
    for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file))
    const database = await openDatabase(`sqlite:${filename}`)
    expect(await database.read(hasNoTeam)).toBe(true)
    await database.close()
  })

  it('rejects an empty file for a command that runs next to the server, too', async () => {
    fs.writeFileSync(filename, '')
    await expect(openForCommand(`sqlite:${filename}`)).rejects.toThrow('is empty')
  })
})

describe('a large database', () => {
  it('is checked while the server already runs, and damage is found', async () => {
    used()
    sql('create table ballast (x); insert into ballast values (zeroblob(70000000))')
    const told: string[] = []
    const whole = await openDatabase(`sqlite:${filename}`, { tell: outcome => told.push(outcome) })
    await expect.poll(() => told).toEqual(['database check passed'])
    expect(whole.fault()).toBeUndefined()
    await whole.close()

    // a page in the middle that is not read otherwise
    spoil(20 * 4096, Buffer.alloc(4096, 255))
    const damaged = await openDatabase(`sqlite:${filename}`)
    await expect.poll(() => damaged.fault()).toMatch('The database is damaged: ')
    await expect(damaged.unit(async () => {})).rejects.toThrow('not available')
    await damaged.close()
  })
})

describe('a first start that is killed', () => {
  it('leaves a folder in which the next start is the first', async () => {
    const PORT = String(await freePort())
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT, DATA_DIR: folder }
    for (let wait_ms = 60; wait_ms <= 600; wait_ms += 60) {
      const child: ChildProcess = spawn(process.execPath, [START], { env, stdio: 'ignore' })
      await new Promise(resolve => setTimeout(resolve, wait_ms))
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    }
    const server = await serverProcess({ PORT, DATA_DIR: folder })
    expect(await server.stop()).toBe(0)
  })

  it('leaves nothing that looks like a database', async () => {
    fs.writeFileSync(`${filename}.new`, 'half of a page')
    fs.writeFileSync(`${filename}.new-wal`, 'and a log')
    const server = await start()
    expect(server.first_access).toBeDefined()
    expect(fs.readdirSync(folder).filter(name => name.includes('.new'))).toEqual([])
    await server.stop()
  })
})

describe('data files', () => {
  const modes = (): Record<string, number> =>
    Object.fromEntries(fs.readdirSync(folder).map(name => [name, fs.statSync(path.join(folder, name)).mode & 0o777]))
  const umask = process.umask()
  afterEach(() => process.umask(umask))

  it('are private in any folder, and their permissions are corrected if they were not', async () => {
    fs.chmodSync(folder, 0o777)
    process.umask(0)
    const first = await start()
    await first.call('POST', '/emails', { body: anEmailBody() })
    const open = modes()
    expect(Object.keys(open)).toEqual(
      expect.arrayContaining(['lettermill.db', 'lettermill.db-wal', 'lettermill.db.lock']),
    )
    expect(new Set(Object.values(open))).toEqual(new Set([0o600]))
    await first.stop()
    for (const name of fs.readdirSync(folder)) fs.chmodSync(path.join(folder, name), 0o644)
    const second = await start()
    await second.call('POST', '/emails', { body: anEmailBody() })
    expect(new Set(Object.values(modes()))).toEqual(new Set([0o600]))
    await second.stop()
  })
})

describe('a data folder', () => {
  it('belongs to one process, and is free again after that has stopped', async () => {
    const database = await openDatabase(`sqlite:${filename}`)
    await expect(openDatabase(`sqlite:${filename}`)).rejects.toThrow('Another Lettermill server uses')
    await database.close()
    const again = await openDatabase(`sqlite:${filename}`)
    await again.close()
  })
})
