// The kill loop: emails are accepted and delivered while the server is killed again and again (kill -9). Then compares
// the records of the client with those of the mail sink.
import { rmSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { idIn, mailSink } from '../support/mail-sink.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

export interface Ledger {
  /** Ids of requests answered with 200. */
  accepted: string[]
  /** Number of copies that the sink accepted, by id. */
  copies: Map<string, number>
  /** Number of attempts recorded as unknown, by id. */
  unknown: Map<string, number>
  kills: number
  /** The longest time from a start to ready. */
  ready_after_max_ms: number
}

const KEY = 're_faults00_aaaaaaaaaaaaaaaaaaaaaaaa'

const LIFE_MAILS_MIN = 15

/** Sends during `kills` lives of the server, each at least `life_ms` long, then waits until the rest is delivered. */
export async function killLoop({ kills, life_ms }: { kills: number; life_ms: number }): Promise<Ledger> {
  const later = { on: true }
  const sink = await mailSink({ message: laterOnce(later) })
  const DATA_DIR = temporaryFolder()
  const env = {
    PORT: String(await freePort()),
    DATA_DIR,
    SMTP_URL: sink.url,
    BOOTSTRAP_API_KEY: KEY,
    LOG_LEVEL: 'error',
  }
  const accepted: string[] = []
  let ready_after_max_ms = 0
  const life = async (use: (server: ServerProcess) => Promise<void>): Promise<void> => {
    const server = await serverProcess(env)
    ready_after_max_ms = Math.max(ready_after_max_ms, server.ready_after_ms)
    await use(server)
  }
  try {
    for (let kill = 0; kill < kills; kill++) {
      await life(async server => {
        const stopped = { value: false }
        const senders = Array.from({ length: 8 }, () => sendUntil(server.url, stopped, accepted))
        const before = accepted.length
        await pause(life_ms)
        // a busy machine takes longer until there is something to lose
        while (accepted.length - before < LIFE_MAILS_MIN) await pause(20)
        await server.kill()
        stopped.value = true
        later.on = false
        await Promise.all(senders)
      })
    }
    await life(async server => {
      await drained(sink.messages, accepted)
      await server.stop()
    })
    const copies = counted(sink.messages.map(({ raw }) => idIn(raw)))
    return { accepted, copies, unknown: unknownAttempts(DATA_DIR), kills, ready_after_max_ms }
  } finally {
    await sink.close()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

/**
 * Every sixteenth email is rejected temporarily once, so that there are retries. Only in the first life: later an email
 * may have had several attempts, and would correctly wait for minutes.
 */
function laterOnce(later: { on: boolean }): (message: { raw: string }) => { code: number; words: string } | undefined {
  const told = new Set<string>()
  return ({ raw }) => {
    const id = idIn(raw)
    if (!later.on || !id.endsWith('0') || told.has(id)) return undefined
    told.add(id)
    return { code: 451, words: 'try again later' }
  }
}

async function sendUntil(url: string, stopped: { value: boolean }, accepted: string[]): Promise<void> {
  const body = JSON.stringify({ from: 'a@example.com', to: 'b@example.net', subject: 'Hello', text: 'Hello' })
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  while (!stopped.value) {
    try {
      const response = await fetch(`${url}/emails`, { method: 'POST', headers, body })
      if (response.ok) accepted.push(((await response.json()) as { id: string }).id)
    } catch {
      // killed during the request: not accepted, so not promised
      await pause(5)
    }
  }
}

const DRAIN_WITHIN_MS = 60_000

async function drained(messages: { raw: string }[], accepted: string[]): Promise<void> {
  const deadline = performance.now() + DRAIN_WITHIN_MS
  const missing = (): number => {
    const seen = new Set(messages.map(({ raw }) => idIn(raw)))
    return accepted.filter(id => !seen.has(id)).length
  }
  while (missing() > 0 && performance.now() < deadline) await pause(200)
}

function counted(ids: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

function unknownAttempts(folder: string): Map<string, number> {
  const driver = new SQLite(path.join(folder, 'lettermill.db'), { readonly: true })
  const rows = driver
    .prepare("select email_id, count(*) as count from email_attempts where outcome = 'unknown' group by email_id")
    .all() as { email_id: string; count: number }[]
  driver.close()
  return new Map(rows.map(({ email_id, count }) => [email_id, count]))
}
