// Measures runs of automations: steps per second, the start of many runs, and how much a million waiting runs slow down
// those that are due or receive an event. Runs in this process, with the store and the jobs of the server; emails are
// accepted and not sent.
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { pino } from 'pino'
import type { Step } from '../../src/campaigns/automations/graph/graph.ts'
import { createJobs } from '../../src/app/jobs.ts'
import { acceptEvent } from '../../src/campaigns/automations/contact-events/actions.ts'
import { enqueue } from '../../src/base/queue/enqueue.ts'
import { type Queue, createQueue } from '../../src/base/queue/runner.ts'
import type { Database } from '../../src/base/store/database.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { aPublishedTemplate, anAutomation } from '../support/automations.ts'
import { chain, contactUpdate, delay, mail, question, segment, trigger, wait } from '../automations/rules/support.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const STEPPING_RUNS = 500
const BEGUN_RUNS = 10_000
const FEW = 1000
const MANY = 1_000_000
const SAMPLES = 500

/** Median milliseconds with few and with many waiting runs. */
export interface FewAndMany {
  few: number
  many: number
}

export interface AutomationFigures {
  /** Per second of one core. */
  steps_per_second: number
  /** Runs, from a pending event to a waiting run; per second of one core. */
  begun_per_second: number
  /** The time to advance one due run. */
  advance_ms: FewAndMany
  /** The time from an event to the run that waited for it. */
  match_ms: FewAndMany
}

/** A data folder with an automation and no jobs. */
interface Place {
  database: Database
  queue: Queue
  file: string
  team_id: string
  automation_id: string
  close: () => Promise<void>
}

export async function measuredAutomations(): Promise<AutomationFigures> {
  return { steps_per_second: await stepping(), begun_per_second: await beginning(), ...(await waiting()) }
}

async function aPlace(graphOf: (segment_id: string) => object): Promise<Place> {
  const DATA_DIR = temporaryFolder()
  const server = await startServer({ DATA_DIR, LOG_LEVEL: 'silent' })
  await aPublishedTemplate(server)
  const { id } = (await server.call('POST', '/segments', { body: { name: 'S' } })).body
  const automation_id = await anAutomation(server, { ...graphOf(id), status: 'enabled' })
  await server.stop()
  const file = path.join(DATA_DIR, 'lettermill.db')
  const team_id = (inFile(file, 'select id from teams') as { id: string }).id
  const database = await openDatabase(`sqlite:${file}`)
  database.subscribers = subscribers
  const jobs = { ...createJobs({ sender: undefined }), deliver_email: async () => {} }
  const queue = createQueue(database, jobs, { now: () => new Date(), log: pino({ level: 'silent' }) })
  const close = async (): Promise<void> => {
    await queue.stop()
    await database.close()
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
  return { database, queue, file, team_id, automation_id, close }
}

function inFile(file: string, sql: string, ...values: unknown[]): unknown {
  const driver = new SQLite(file)
  try {
    const prepared = driver.prepare(sql)
    return prepared.reader ? prepared.get(...values) : prepared.run(...values)
  } finally {
    driver.close()
  }
}

function twentySteps(segment_id: string): object {
  const known = (key: string): Step => question(key, { type: 'rule', field: 'contact.email', operator: 'exists' })
  const kinds = [
    (key: string) => known(key),
    (key: string) => contactUpdate(key, { first_name: { var: 'event.name' } }),
    (key: string) => segment(key, segment_id),
    (key: string) => known(key),
    (key: string) => mail(key),
  ]
  const rest = Array.from({ length: 19 }, (_, index) => kinds[index % kinds.length]!(`s${index}`))
  return chain(trigger(), ...rest)
}

/** From pending events to completed runs. */
async function stepping(): Promise<number> {
  const place = await aPlace(twentySteps)
  await leaveEvents(place, STEPPING_RUNS)
  const cpu_s = await cpuOf(() => worked(place))
  const { count } = inFile(place.file, 'select count(*) as count from automation_run_steps') as { count: number }
  await place.close()
  if (count !== STEPPING_RUNS * 20) throw new Error(`${count} steps were taken instead of ${STEPPING_RUNS * 20}`)
  return count / cpu_s
}

/** From pending events to waiting runs. */
async function beginning(): Promise<number> {
  const place = await aPlace(() => chain(trigger(), delay('d', '30 days')))
  await leaveEvents(place, BEGUN_RUNS)
  const cpu_s = await cpuOf(() => worked(place))
  const { count } = inFile(place.file, 'select count(*) as count from automation_runs where waiting = 1') as {
    count: number
  }
  await place.close()
  if (count !== BEGUN_RUNS) throw new Error(`${count} runs wait instead of ${BEGUN_RUNS}`)
  return BEGUN_RUNS / cpu_s
}

async function worked({ queue }: Place): Promise<void> {
  await queue.start()
  await queue.idle()
}

async function cpuOf(act: () => Promise<void>): Promise<number> {
  const from = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

async function timed(act: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}

async function leaveEvents(place: Place, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    await Promise.all(
      Array.from({ length: Math.min(1000, count - from) }, (_, index) => event(place, 'trial.started', from + index)),
    )
  }
}

function event({ database, team_id }: Place, name: string, number: number): Promise<void> {
  const now = new Date()
  const payload = JSON.stringify({ name: `N${number}` })
  const email = emailOf(number)
  const own = { email, contact_id: null, run_id: null, at: now.toISOString() }
  return database.unit(tx => acceptEvent(tx, { team_id, about: email, name, payload, ...own }, now))
}

const emailOf = (number: number): string => `n${number}@example.com`

/** Runs receive an event or become due one at a time, alternating between few and many waiting runs. */
async function waiting(): Promise<Pick<AutomationFigures, 'advance_ms' | 'match_ms'>> {
  const few = await aPlaceWithWaits(FEW)
  const many = await aPlaceWithWaits(MANY)
  const spans = {
    match: { few: [] as number[], many: [] as number[] },
    advance: { few: [] as number[], many: [] as number[] },
  }
  for (let sample = 0; sample < SAMPLES; sample++) {
    spans.match.few.push(await timed(() => matched(few, sample)))
    spans.match.many.push(await timed(() => matched(many, sample)))
    spans.advance.few.push(await timed(() => advanced(few, sample)))
    spans.advance.many.push(await timed(() => advanced(many, sample)))
  }
  for (const place of [few, many]) {
    const woken = 'select count(*) as count from automation_runs where turn > 1'
    const { count } = inFile(place.file, woken) as { count: number }
    await place.close()
    if (count < 2 * SAMPLES) throw new Error(`${count} runs were moved instead of ${2 * SAMPLES}`)
  }
  const medians = ({ few, many }: { few: number[]; many: number[] }) => ({ few: median(few), many: median(many) })
  return { match_ms: medians(spans.match), advance_ms: medians(spans.advance) }
}

interface PlaceWithWaits extends Place {
  /** The distance between sampled runs, two per sample. */
  spread: number
}

async function aPlaceWithWaits(count: number): Promise<PlaceWithWaits> {
  const place = await aPlace(() => chain(trigger(), wait('w', { timeout: '30 days' }), mail('m')))
  fill(place, count)
  await worked(place)
  return { ...place, spread: Math.floor(count / (2 * SAMPLES)) }
}

async function matched(place: PlaceWithWaits, sample: number): Promise<void> {
  await event(place, 'feedback.received', 2 * sample * place.spread)
  await place.queue.idle()
}

async function advanced({ database, queue, spread, team_id }: PlaceWithWaits, sample: number): Promise<void> {
  const job = { team_id, run_id: idOf('run', (2 * sample + 1) * spread), turn: 1 }
  await database.unit(tx => enqueue(tx, 'advance_run', job, new Date()))
  await queue.idle()
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

const PREFIX = { contact: '0190c0de', run: '0190face', job: '0190b0b0' }
/** Ordered by time, like ids. */
const idOf = (kind: keyof typeof PREFIX, number: number): string =>
  `${PREFIX[kind]}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** The rows of waiting runs, as the jobs would have stored them. */
function fill({ file, team_id, automation_id }: Place, count: number): void {
  const driver = new SQLite(file)
  const moment = new Date().toISOString()
  const due_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const id = (kind: keyof typeof PREFIX): string => `'${PREFIX[kind]}-0000-7000-8000-' || printf('%012x', n)`
  const numbers = 'with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < @last)'
  const insert = (table: string, values: Record<string, string>): void => {
    const names = Object.keys(values).map(name => `"${name}"`)
    const sql = `insert into ${table} (${names}) ${numbers} select ${Object.values(values).join(', ')} from numbers`
    // only parameters that a statement names are bound
    const all = { last: count - 1, team_id, automation_id, moment, due_at }
    driver.prepare(sql).run(Object.fromEntries(Object.entries(all).filter(([name]) => sql.includes(`@${name}`))))
  }
  const times = { created_at: '@moment', updated_at: '@moment' }
  const email = "'n' || n || '@example.com'"
  insert('contacts', { id: id('contact'), team_id: '@team_id', email, email_key: email, unsubscribed: '0', ...times })
  insert('automation_runs', {
    id: id('run'),
    team_id: '@team_id',
    automation_id: '@automation_id',
    graph_version: '1',
    contact_id: id('contact'),
    event_name: "'trial.started'",
    payload: "'{}'",
    status: "'running'",
    cursor: "'w'",
    due_at: '@due_at',
    waits_for: "'feedback.received'",
    wait_events: "'{}'",
    waiting: '1',
    turn: '1',
    started_at: '@moment',
    created_at: '@moment',
  })
  const step = { run_id: id('run'), team_id: '@team_id', started_at: '@moment' }
  insert('automation_run_steps', { ...step, key: "'start'", status: "'completed'", completed_at: '@moment' })
  insert('automation_run_steps', { ...step, key: "'w'", status: "'waiting'" })
  insert('jobs', {
    id: id('job'),
    kind: "'advance_run'",
    payload: `'{"team_id":"' || @team_id || '","run_id":"' || ${id('run')} || '","turn":1}'`,
    created_at: '@moment',
    run_at: '@due_at',
    attempts: '0',
    token: '0',
  })
  driver.pragma('wal_checkpoint(TRUNCATE)')
  driver.close()
}
