// Kills the process that advances runs of a graph of twenty steps, again and again. Then compares the history of the
// runs with the emails that were sent.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import type { Step } from '../../src/campaigns/automations/graph/graph.ts'
import { aPublishedTemplate, anAutomation } from '../support/automations.ts'
import { chain, contactUpdate, delay, mail, question, segment, trigger, wait } from '../automations/rules/support.ts'
import { COMPILED } from '../support/compiled.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const WORKER = fileURLToPath(new URL('./automation-worker.ts', import.meta.url))
const DELAY_MS = 1000
const LONGEST_MS = 800_000
const LIFE_MAX_MS = 5000

export interface Outcome {
  kills: number
  /** Number of runs by status. */
  states: Record<string, number>
  /** Runs and email steps that did not send exactly one email. */
  wrong: string[]
  /** Number of accepted emails. */
  mails: number
  /** The longest delay of a run at the end of a wait, counting only the time in which a process was running. */
  late_max_ms: number
}

interface AutomationLoopOptions {
  runs: number
  life_ms: number
  variant?: 'outside'
}

/** A period in which a process was running. */
type Life = [from_ms: number, to_ms: number]

/** The subjects of the emails; each step has its own. */
const MAILS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']

function twentySteps(segment_id: string): object {
  const m = MAILS.map(key => mail(key, { subject: key }))
  const known = question('known', { type: 'rule', field: 'contact.email', operator: 'exists' })
  const delivered = (key: string): Step => wait(key, { event_name: 'resend:email.delivered', timeout: '1 hour' })
  return chain(
    trigger('start'),
    m[0]!,
    delivered('w1'),
    contactUpdate('u1', { first_name: 'One' }),
    delay('d1', '1 second'),
    m[1]!,
    segment('s1', segment_id),
    known,
    m[2]!,
    delivered('w2'),
    delay('d2', '1 second'),
    contactUpdate('u2', { properties: { stage: 'two' } }),
    m[3]!,
    segment('s2', segment_id),
    delay('d3', '1 second'),
    m[4]!,
    delivered('w3'),
    contactUpdate('u3', { last_name: { var: 'event.name' } }),
    m[5]!,
    delivered('w4'),
  )
}

export async function automationKillLoop({ runs, life_ms, variant }: AutomationLoopOptions): Promise<Outcome> {
  const DATA_DIR = temporaryFolder()
  const file = path.join(DATA_DIR, 'lettermill.db')
  const env = { DATABASE_URL: `sqlite:${file}`, ...(variant && { VARIANT: variant }) }
  try {
    await seed(DATA_DIR, runs)
    const deadline = performance.now() + LONGEST_MS
    const lives: Life[] = []
    while (!isOver(file, runs) && performance.now() < deadline) {
      const before = stepsDone(file)
      const worker = await started(env)
      const from_ms = Date.now()
      await pause(life_ms)
      // on a busy machine a life may be too short for any progress
      while (stepsDone(file) === before && Date.now() - from_ms < LIFE_MAX_MS) await pause(20)
      await killed(worker)
      lives.push([from_ms, Date.now()])
    }
    return outcomeOf(file, lives)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

/** An automation and the events that start its runs, none of them handled yet. */
async function seed(DATA_DIR: string, runs: number): Promise<void> {
  const server = await startServer({ DATA_DIR })
  await aPublishedTemplate(server)
  await server.call('POST', '/contact-properties', { body: { key: 'stage', type: 'string' } })
  const { id } = (await server.call('POST', '/segments', { body: { name: 'S' } })).body
  await anAutomation(server, { ...twentySteps(id), status: 'enabled' })
  await server.queue.stop()
  for (let count = 0; count < runs; count++) {
    const body = { event: 'trial.started', email: `n${count}@example.com`, payload: { name: `N${count}` } }
    await server.call('POST', '/events/send', { body })
  }
  await server.stop()
}

function started(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER], {
    env: { PATH: process.env.PATH, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('exit', code => reject(new Error(`The worker ended with ${code}`)))
  })
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`The worker ended by itself with ${child.exitCode}`)
  return new Promise(resolve => {
    child.removeAllListeners('exit')
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

function reading<T>(file: string, body: (driver: SQLite.Database) => T): T {
  const driver = new SQLite(file, { readonly: true })
  try {
    return body(driver)
  } finally {
    driver.close()
  }
}

function isOver(file: string, runs: number): boolean {
  return reading(file, driver => {
    const ended = "select count(*) as count from automation_runs where status <> 'running'"
    return (driver.prepare(ended).get() as { count: number }).count >= runs
  })
}

function stepsDone(file: string): number {
  const done = 'select count(*) as count from automation_run_steps where completed_at is not null'
  return reading(file, driver => (driver.prepare(done).get() as { count: number }).count)
}

function outcomeOf(file: string, lives: readonly Life[]): Outcome {
  return reading(file, driver => {
    const all = <Row>(sql: string): Row[] => driver.prepare(sql).all() as Row[]
    const runs = all<{ id: string; status: string }>('select id, status from automation_runs')
    const mails = all<{ origin_id: string; subject: string }>('select origin_id, subject from emails')
    const counts = new Map<string, number>()
    for (const { origin_id, subject } of mails) {
      counts.set(`${origin_id} ${subject}`, (counts.get(`${origin_id} ${subject}`) ?? 0) + 1)
    }
    const expected = runs.flatMap(({ id }) => MAILS.map(subject => `${id} ${subject}`))
    const delays = all<{ started_at: string; completed_at: string }>(
      "select started_at, completed_at from automation_run_steps where key in ('d1', 'd2', 'd3')",
    )
    const late = delays.map(({ started_at, completed_at }) =>
      livedBetween(lives, Date.parse(started_at) + DELAY_MS, Date.parse(completed_at)),
    )
    return {
      kills: lives.length,
      states: statesOf(runs),
      wrong: expected.filter(key => counts.get(key) !== 1),
      mails: mails.length,
      late_max_ms: Math.max(...late),
    }
  })
}

/** How much of the time between two moments a process was running. */
function livedBetween(lives: readonly Life[], from_ms: number, to_ms: number): number {
  return lives.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, to_ms) - Math.max(from, from_ms)), 0)
}

function statesOf(runs: { status: string }[]): Record<string, number> {
  const byStatus = Map.groupBy(runs, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, of]) => [status, of.length]))
}
