// `npm run demo [-- <folder> --weeks <number>]`: a server with some weeks of history, for reviewing pages with data:
// automations of up to 40 steps, runs and emails in every status, several teams. The data is created once, and served
// until the server is stopped.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createApiKey, newApiKeyToken } from '../../src/identity/api-keys/actions.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { createLog } from '../../src/base/runtime/log.ts'
import { SandboxClock } from '../sandbox/clock.ts'
import { startServer } from '../../src/app/server.ts'
import { aClient, aGrantedClient } from '../../test/support/oauth.ts'
import { aColleague, aTeamOf } from '../../test/support/people.ts'
import { type TestServer, startServer as startChecked } from '../../test/support/server.ts'
import { createAsk } from './api.ts'
import { type Demo, createCapturedEmails, daysOf, live, liveQuietly } from './life.ts'
import { startRelay } from './relay.ts'

const DAY_MS = 86_400_000
const TOGETHER_MS = 6 * 3_600_000
const KEY = 're_demo_000000000000000000000000'
const ADMIN = { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: 'demo password' }
const FIXED = { ...ADMIN, BOOTSTRAP_API_KEY: KEY, CAPTURED_RETENTION_DAYS: '0' }

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { weeks: { type: 'string', default: '6' } },
  })
  await demonstrate(path.resolve(positionals[0] ?? 'data/demo'), Number(values.weeks))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function demonstrate(folder: string, weeks: number): Promise<void> {
  if (!(weeks >= 1 && weeks <= 52)) throw new Error('--weeks must be from 1 to 52.')
  const relay = await startRelay()
  if (!existsSync(folder)) {
    console.log('Creating sample data. Six weeks take about a minute.')
    await make(folder, weeks, relay.url)
  }
  const { PORT, HOST, PUBLIC_URL } = process.env
  const config = readConfig({ ...FIXED, PORT, HOST, PUBLIC_URL, DATA_DIR: folder, SMTP_URL: relay.url })
  const server = await startServer(config, createLog('warn'))
  console.log(`
A demo is ready. Its data is in ${folder}. Delete that folder to start over.

  Address        ${config.public_url}
  API key        ${KEY}
  Administrator  ${ADMIN.ADMIN_EMAIL}
  Password       ${ADMIN.ADMIN_PASSWORD}
`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
  }
}

/** Atomic: the folder gets its name when it is complete. */
async function make(to: string, weeks: number, relay_url: string): Promise<void> {
  const making = `${to}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const clock = new SandboxClock()
  clock.stand()
  clock.set(new Date(clock.now().getTime() - daysOf(weeks) * DAY_MS))
  await during(making, clock, {}, createCapturedEmails)
  await during(making, clock, { SMTP_URL: relay_url }, demo => live(demo, weeks))
  await during(making, clock, { SMTP_URL: relay_url }, (_, running) => meetOthers(running))
  renameSync(making, to)
}

/** Runs a part of the history on a server of its own. */
async function during(
  data_dir: string,
  clock: SandboxClock,
  env: Record<string, string>,
  happen: (demo: Demo, running: TestServer) => Promise<void>,
): Promise<void> {
  const { now, elapsed_ms } = clock
  const running = await startChecked({ ...FIXED, ...env, DATA_DIR: data_dir }, { now, elapsed_ms })
  try {
    await happen({ ask: createAsk(running.url, KEY), pass: days => passed(running, clock, days) }, running)
  } finally {
    await running.stop()
  }
}

/**
 * Advances to the next due work until the given number of days has passed. Work that is due soon after is done
 * together.
 */
async function passed({ queue }: TestServer, clock: SandboxClock, days: number): Promise<void> {
  const target_ms = Math.min(clock.now().getTime() + days * DAY_MS, Date.now())
  for (;;) {
    await queue.idle()
    const due = await queue.nextDue()
    if (due === undefined || due.getTime() > target_ms) break
    clock.set(new Date(Math.min(Math.max(due.getTime(), clock.now().getTime() + TOGETHER_MS), target_ms)))
  }
  clock.set(new Date(target_ms))
  await queue.idle()
}

/** More contacts and teams, and authorized clients. */
async function meetOthers(running: TestServer): Promise<void> {
  await aColleague(running, { email: 'colleague@example.com' })
  await aColleague(running, { email: 'second-admin@example.com', role: 'admin' })
  await aGrantedClient(running)
  await aClient(running, { client_name: 'Never allowed', redirect_uris: ['https://elsewhere.example/callback'] })
  for (const name of ['Night shift', 'Shop']) {
    const team_id = await aTeamOf(running, running.admin.email, name)
    const key = newApiKeyToken()
    await running.database.unit(tx =>
      createApiKey({ tx, team_id, now: running.now() }, { name: 'First key', token: key }),
    )
    await liveQuietly(createAsk(running.url, key))
  }
}
