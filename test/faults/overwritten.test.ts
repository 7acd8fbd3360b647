// Another program overwrites, replaces or deletes the files of a running server: nothing is accepted into a file that
// the next start will not find, and nothing is written into a foreign file. Uses a server process only if the next
// start matters, because a process takes seconds to start.
import * as fs from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command } from '../support/commands.ts'
import { anEmailBody } from '../support/emails.ts'
import { newFile } from '../support/new-file.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_watched0_aaaaaaaaaaaaaaaaaaaaaaaa'

let folder: string
let filename: string
let port: number
let server: Running

/** A server in a separate process, or in that of the test. */
type Running = Pick<ServerProcess, 'url' | 'output' | 'kill'> & { stop: () => Promise<unknown> }

const env = (): Record<string, string> & { PORT: string } => ({
  PORT: String(port),
  DATA_DIR: path.join(folder, 'data'),
  BOOTSTRAP_API_KEY: KEY,
})

beforeEach(async () => {
  folder = temporaryFolder()
  filename = path.join(folder, 'data', 'lettermill.db')
  fs.mkdirSync(path.dirname(filename), { mode: 0o700 })
  port = await freePort()
})
afterEach(async () => {
  await server.kill()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function inProcess(): Promise<void> {
  server = await serverProcess(env())
}

async function here(): Promise<void> {
  await newFile(filename)
  const { url, logged, stop } = await startServer(env())
  let ended: Promise<void> | undefined
  const end = (): Promise<void> => (ended ??= stop())
  server = { url, output: logged, stop: end, kill: end }
}

const authorization = `Bearer ${KEY}`
const post = (): Promise<Response> =>
  fetch(`${server.url}/emails`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(anEmailBody()),
  })
const posted = async (): Promise<string> => {
  const answer = await post()
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}
const read = (id: string): Promise<Response> => fetch(`${server.url}/emails/${id}`, { headers: { authorization } })
const expectRefused = async (): Promise<void> => {
  const { status, headers } = await post()
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]/)])
}
const readiness = async (): Promise<{ status: number; reasons: Record<string, string> }> => {
  const answer = await fetch(`${server.url}/readyz`)
  const { reasons = {} } = (await answer.json()) as { reasons?: Record<string, string> }
  return { status: answer.status, reasons }
}
const said = (words: RegExp): number =>
  server
    .output()
    .split('\n')
    .filter(line => line.includes('database writes stopped') && words.test(line)).length

const pages = (): number => fs.statSync(filename).size / 4096
/** The number that the server writes into the header of the file and changes from time to time. */
const mark = (): number => fs.readFileSync(filename).readUInt32BE(60)
/**
 * Waits until the server has moved committed data there. Only another mark distinguishes the file from an earlier copy.
 */
async function untilMoved(): Promise<void> {
  const before = mark()
  const isMoved = async (): Promise<boolean> => (await posted()) !== '' && mark() !== before
  await expect.poll(isMoved).toBe(true)
  // the mark is written before the pages that are moved with it
  await expect.poll(leftToMove).toBe(0)
}

/** How many pages of the log are not in the file yet, according to the log's index. The first move is one megabyte. */
function leftToMove(): number {
  const index = fs.readFileSync(`${filename}-shm`)
  return index.readUInt32LE(16) - index.readUInt32LE(96)
}

async function anotherDatabase(): Promise<string> {
  const other = await startServer({ ...env(), PORT: String(await freePort()), DATA_DIR: path.join(folder, 'other') })
  await other.stop()
  return path.join(folder, 'other', 'lettermill.db')
}

describe('a database file that is overwritten in place', () => {
  const words = /overwritten or truncated/
  const strange: [what: string, write: () => Promise<void> | void][] = [
    ['another database of ours', async () => fs.copyFileSync(await anotherDatabase(), filename)],
    [
      'a backup of itself',
      async () => {
        const backup = path.join(folder, 'backup.db')
        expect((await command(env(), 'backup', backup)).code).toBe(0)
        fs.copyFileSync(backup, filename)
      },
    ],
    [
      'an earlier copy of itself',
      async () => {
        await untilMoved()
        fs.copyFileSync(filename, path.join(folder, 'copy.db'))
        await untilMoved()
        // and the server has read it
        expect((await readiness()).status).toBe(200)
        fs.copyFileSync(path.join(folder, 'copy.db'), filename)
      },
    ],
    [
      "another program's database",
      () => {
        const other = new SQLite(path.join(folder, 'other.db'))
        other.exec('create table x (y)')
        other.close()
        fs.writeFileSync(filename, fs.readFileSync(path.join(folder, 'other.db')))
      },
    ],
    ['zeros', () => writtenAt(0, Buffer.alloc(4096))],
    ['fewer pages', () => fs.truncateSync(filename, Math.floor(pages() / 2) * 4096)],
    ['nothing', () => fs.truncateSync(filename, 0)],
  ]

  it('ends cleanly', async () => {
    await inProcess()
    await posted()
    await untilMoved()
    writtenAt(0, Buffer.alloc(4096))
    await expect.poll(() => said(words)).toBe(1)
    await expectRefused()
    expect(await server.stop()).toBe(0)
  })

  it.each(strange)('with %s is detected, reported once, and left unchanged', async (_, write) => {
    await here()
    const kept = await posted()
    await untilMoved()
    await write()
    const left = fs.readFileSync(filename)
    // without any request
    await expect.poll(() => said(words)).toBe(1)
    expect(server.output()).toMatch(/restore a backup and start the server/)

    for (let tries = 0; tries < 3; tries++) {
      await expectRefused()
      const { status, reasons } = await readiness()
      expect([status, reasons.storage]).toEqual([503, expect.stringMatching(words)])
    }
    // the file no longer contains what was written
    expect((await read(kept)).status).toBe(503)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(said(/./)).toBe(1)
    await server.stop()
    expect(fs.readFileSync(filename).equals(left)).toBe(true)
  })

  it('is served again once a backup is restored', async () => {
    await here()
    const kept = await posted()
    const backup = path.join(folder, 'backup.db')
    expect((await command(env(), 'backup', backup)).code).toBe(0)
    writtenAt(0, Buffer.alloc(4096))
    await expect.poll(() => said(words)).toBe(1)
    await server.stop()
    expect((await command(env(), 'restore', backup, '--replace')).code).toBe(0)
    await here()
    expect((await read(kept)).status).toBe(200)
    await posted()
  })
})

function writtenAt(at: number, bytes: Buffer): void {
  const file = fs.openSync(filename, 'r+')
  fs.writeSync(file, bytes, 0, bytes.length, at)
  fs.closeSync(file)
}

describe('a file that is replaced or deleted', () => {
  const aside = (): string => path.join(folder, 'aside')
  const copied = (file: string): string => {
    fs.copyFileSync(file, aside())
    return aside()
  }
  const files = [
    ['the database', ''],
    ['its log', '-wal'],
  ] as const
  const cases: [name: string, end: string, what: string, replace: (file: string) => void][] = [
    ['the database', '', 'deleted', file => fs.rmSync(file)],
    ['the database', '', 'replaced by a copy that is moved there', file => fs.renameSync(copied(file), file)],
    ['its log', '-wal', 'deleted', file => fs.rmSync(file)],
    [
      'its log',
      '-wal',
      'replaced by a new copy',
      file => [copied(file), fs.rmSync(file), fs.copyFileSync(aside(), file)],
    ],
  ]

  it.each(cases)('accepts nothing from the moment that %s (%s) is %s', async (_, end, __, replace) => {
    await here()
    // while the server is busy, right after its last check
    for (let count = 0; count < 20; count++) await posted()
    replace(filename + end)
    for (let count = 0; count < 10; count++) await expectRefused()
    const { status, reasons } = await readiness()
    expect([status, reasons.storage]).toEqual([503, expect.stringMatching(/is missing|was replaced/)])
    await expect.poll(() => said(/is missing|was replaced/)).toBeGreaterThan(0)
    // each is reported once; a deleted file may have been recreated by the process that moves the log
    for (const words of [/database( file)? is missing/, /was replaced/]) expect(said(words)).toBeLessThanOrEqual(1)
  })

  it.each(files)(
    'keeps accepted data when %s is moved away, and serves again after it is moved back',
    async (_, end) => {
      await inProcess()
      const ids: string[] = []
      for (let count = 0; count < 20; count++) ids.push(await posted())
      fs.renameSync(filename + end, aside())
      await expectRefused()
      fs.renameSync(aside(), filename + end)
      ids.push(await posted())
      expect((await readiness()).status).toBe(200)
      await server.kill()
      await here()
      for (const id of ids) expect((await read(id)).status).toBe(200)
    },
  )

  it('keeps the data that it accepted before its log was deleted', async () => {
    await inProcess()
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push(await posted())
    fs.rmSync(`${filename}-wal`)
    await expectRefused()
    expect(await server.stop()).toBe(0)
    await here()
    for (const id of ids) expect((await read(id)).status).toBe(200)
  })
})
