// Kills a process while it stores the file of an email that it has not accepted yet: nothing is lost or duplicated, and
// older links still work.
import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { callAt, type Reply } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_0123456789012345678901234567'
const FILE = randomBytes(12_000_000)
const BODY = JSON.stringify(anEmailBody({ attachments: [{ filename: 'a.bin', content: FILE.toString('base64') }] }))

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = temporaryFolder()
  server = await start()
})
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  const PORT = String(await freePort())
  return serverProcess({ PORT, DATA_DIR: folder, BOOTSTRAP_API_KEY: KEY, PUBLIC_URL: 'http://localhost:1' })
}

const call = (method: string, at: string, ask: object = {}): Promise<Reply> => callAt(server.url, KEY, method, at, ask)
const send = (): Promise<Reply> => call('POST', '/emails', { body: BODY, headers: { 'idempotency-key': 'once' } })

function countOf(table: string): number {
  const driver = new SQLite(path.join(folder, 'lettermill.db'), { readonly: true, timeout: 5000 })
  try {
    return driver.prepare<[], number>(`select count(*) from ${table}`).pluck().get()!
  } finally {
    driver.close()
  }
}

async function download(url: string): Promise<string> {
  const { pathname } = new URL(url)
  const bytes = Buffer.from(await (await fetch(server.url + pathname)).arrayBuffer())
  return createHash('sha256').update(bytes).digest('hex')
}

describe('a server that is killed between storing a file and accepting its email', () => {
  it('accepts the same request once after a restart, and its links still work', async () => {
    const first = send().catch(() => undefined)
    while (countOf('blob_chunks') < 8) await pause(2)
    await server.kill()
    await first
    const before = countOf('emails')
    server = await start()
    const { status, body } = await send()
    expect([status, countOf('emails'), before <= 1]).toEqual([200, 1, true])
    expect((await send()).body).toEqual(body)
    const [{ download_url }] = (await call('GET', `/emails/${body.id}/attachments`)).body.data
    const sent = createHash('sha256').update(FILE).digest('hex')
    expect(await download(download_url)).toBe(sent)
    await server.kill()
    server = await start()
    expect(await download(download_url)).toBe(sent)
  })
})
