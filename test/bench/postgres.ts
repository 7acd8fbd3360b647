// Compares the server on PostgreSQL with the server on SQLite, in one run on one machine: CPU time of Node.js and of
// PostgreSQL, units per round trip, round trips, the delay until an email is at the next hop, and the throughput of
// several processes. `npm run bench -- postgres`.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { Client } from 'pg'
import { mailSink } from '../support/mail-sink.ts'
import { receiveInOneInbox } from '../support/one-inbox.ts'
import { type Cluster, startCluster } from '../support/postgres/cluster.ts'
import { type Child, child, listening } from './child.ts'
import { CONNECTIONS, loadOf, measured, sustained } from './load.ts'
import { throughPgBouncer } from './pgbouncer.ts'
import { cpuOfPostgres } from './postgres-cpu.ts'
import { type Row, rows } from './rows.ts'
import { KEY, oneKilobyte, seeded, seededWithMail } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

/** A line to print. */
export interface Line {
  name: string
  cells: string[]
}

export interface Around {
  newEnv: () => Promise<Env>
  /** A mail server that never responds. */
  silent_env: Record<string, string>
}

const START = '../../src/start.js'
const SETTLED_MS = 3000
const MAILS = 2000
/** Even a busy machine has started a server by then. */
const DUE_IN_MS = 20_000
const BEFORE_MS = 500
const ASKED = 300
const LATENCIES = 60
const SUSTAINED_MS = 3000
const PROCESSES = [1, 2, 3]
const RECEIVED = 800

const HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const met = (aim: number, isMet: boolean): string => `${aim} ${isMet ? 'met' : 'MISSED'}`

const PARTS: Record<string, (bench: Bench) => AsyncGenerator<Line>> = {
  requests: bench => bench.requests(),
  roundtrips: bench => bench.roundTrips(),
  delivery: bench => bench.delivery(),
  nexthop: bench => bench.nextHop(),
  processes: bench => bench.processes(),
  inbox: bench => bench.inbox(),
  pgbouncer: bench => bench.pgBouncer(),
}

/** The parts whose name starts with `only`. */
export async function* measuredPostgres(around: Around, only: string): AsyncGenerator<Line> {
  const cluster = await startCluster()
  try {
    const bench = new Bench(cluster, around)
    for (const [name, measure] of Object.entries(PARTS)) if (name.startsWith(only)) yield* measure(bench)
  } finally {
    await cluster.stop()
  }
}

class Bench {
  readonly #cluster: Cluster
  readonly #around: Around
  #databases = 0

  constructor(cluster: Cluster, around: Around) {
    this.#cluster = cluster
    this.#around = around
  }

  /** CPU time per request on each, including the database server. */
  async *requests(): AsyncGenerator<Line> {
    const [ours, theirs] = [await this.#envOnSqlite(), await this.#envOnPostgres()]
    const made = { sqlite: rows(await seeded(ours, 1)), postgres: rows(await seeded(theirs, 1)) }
    const mail = this.#around.silent_env
    const [sqlite, postgres] = [await started({ ...ours, ...mail }), await started({ ...theirs, ...mail })]
    yield { name: 'us CPU per request', cells: ['SQLite', 'PG: Node', 'ratio', 'aim', 'Node + PG', 'ratio', 'aim'] }
    for (const name of ['POST /emails', 'GET /emails/{id}']) {
      const [a, b, c] = await measured([
        loadOf(namedIn(made.sqlite, name), Number(ours.PORT), sqlite),
        loadOf(namedIn(made.postgres, name), Number(theirs.PORT), postgres),
        loadOf(namedIn(made.postgres, name), Number(theirs.PORT), this.#withPostgres(postgres)),
      ])
      const [node, both] = [b!.cpu_us / a!.cpu_us, c!.cpu_us / a!.cpu_us]
      const isAim = name.startsWith('POST')
      const [first, second] = [isAim ? met(1.2, node <= 1.2) : '', isAim ? met(2.5, both <= 2.5) : '']
      const told = [a!, b!, c!].map(({ cpu_us }) => cpu_us.toFixed(1))
      yield { name, cells: [told[0]!, told[1]!, node.toFixed(2), first, told[2]!, both.toFixed(2), second] }
    }
    yield await this.#unitsPerFlight(namedIn(made.postgres, 'POST /emails'), theirs, postgres)
    await Promise.all([sqlite.stop(), postgres.stop()])
  }

  /** Only writes use a transaction number of PostgreSQL. */
  async #unitsPerFlight(row: Row, env: Env, server: Child): Promise<Line> {
    const before = await this.#transactions(env)
    const per_second = await sustained(loadOf(row, Number(env.PORT), server), SUSTAINED_MS)
    const units = (per_second * SUSTAINED_MS) / 1000
    const each = units / ((await this.#transactions(env)) - before)
    return { name: `Units per flight, ${CONNECTIONS} at once`, cells: [each.toFixed(1), met(8, each >= 8)] }
  }

  /** Sequential requests, minus the periodic queries of a process. */
  async *roundTrips(): AsyncGenerator<Line> {
    const env: Env = { ...(await this.#envOnPostgres()), ROLES: 'web' }
    // no process listens for notifications about jobs, so they are not sent
    env.DATABASE_URL += '?prepared=off'
    await seeded(env, 1)
    const server = await started(env)
    const flights = async (): Promise<number> => server.ask('flights', 'flights')
    const from = { flights: await flights(), at_ms: performance.now() }
    await pause(SETTLED_MS)
    const idle_per_ms = ((await flights()) - from.flights) / (performance.now() - from.at_ms)
    const perPost = async (keyOf: (index: number) => Record<string, string>): Promise<number> => {
      const begin = { flights: await flights(), at_ms: performance.now() }
      for (let index = 0; index < ASKED; index++) await post(env, String(index), keyOf(index))
      const idle = idle_per_ms * (performance.now() - begin.at_ms)
      return ((await flights()) - begin.flights - idle) / ASKED
    }
    const plain = await perPost(() => ({}))
    const keyed = await perPost(index => ({ 'idempotency-key': `bench ${index}` }))
    await server.stop()
    yield { name: 'Round trips per POST', cells: [plain.toFixed(2), met(2, plain < 2.1)] }
    yield { name: '  with idempotency key', cells: [keyed.toFixed(2), met(3, keyed < 3.1)] }
  }

  /** CPU time per email, from the claim of its job until the next hop has it. */
  async *delivery(): AsyncGenerator<Line> {
    const sqlite = await this.#delivered(await this.#envOnSqlite())
    const postgres = await this.#delivered(await this.#envOnPostgres())
    const [node, both] = [postgres.node_us / sqlite.node_us, (postgres.node_us + postgres.pg_us) / sqlite.node_us]
    yield { name: 'Delivery', cells: ['SQLite', 'PG: Node', 'ratio', 'Node + PG', 'ratio', 'aim'] }
    const [a, b, c] = [sqlite.node_us, postgres.node_us, postgres.node_us + postgres.pg_us].map(us => us.toFixed(0))
    yield { name: '  us CPU per mail', cells: [a!, b!, node.toFixed(2), c!, both.toFixed(2), met(2.5, both <= 2.5)] }
    yield { name: '  mails/s', cells: [sqlite.per_second.toFixed(0), postgres.per_second.toFixed(0)] }
    yield { name: '  round trips per mail', cells: ['', postgres.flights.toFixed(2)] }
  }

  async #delivered(env: Env): Promise<{ node_us: number; pg_us: number; per_second: number; flights: number }> {
    await seededWithMail(env, MAILS)
    const due_ms = performance.now() + DUE_IN_MS
    await dueIn(env, DUE_IN_MS)
    const sink = child('./sink.ts', { LATENCY_MS: '0' })
    const SMTP_URL: string = await sink.ask('url', 'url')
    // startup work is not part of the cost
    const server = await started({ ...env, SMTP_URL, LOG_LEVEL: 'error' })
    await pause(due_ms - performance.now() - BEFORE_MS)
    const pg = (): number => cpuOfPostgres(this.#cluster.pid) ?? Number.NaN
    const from = { node_us: (await server.usage()).cpu_us, pg_us: pg() }
    const flights: number = await server.ask('flights', 'flights')
    const arrived = async (): Promise<{ count: number; span_ms: number }> => sink.ask('arrivals', 'arrivals')
    let now = await arrived()
    if (now.count > 0) throw new Error('Mails were delivered before they were measured')
    for (const deadline = performance.now() + 60_000; now.count < MAILS; now = await arrived()) {
      if (performance.now() > deadline) throw new Error(`Only ${now.count} of ${MAILS} mails arrived`)
      await pause(50)
    }
    const result = {
      node_us: ((await server.usage()).cpu_us - from.node_us) / MAILS,
      pg_us: (pg() - from.pg_us) / MAILS,
      per_second: (MAILS * 1000) / now.span_ms,
      flights: (((await server.ask('flights', 'flights')) as number) - flights) / MAILS,
    }
    await Promise.all([server.stop(), sink.stop()])
    return result
  }

  /** From the request to the complete email at the next hop. */
  async *nextHop(): AsyncGenerator<Line> {
    yield { name: 'POST to next hop', cells: ['p50', 'p95', 'aim'] }
    yield await this.#latency('  SQLite', [await this.#envOnSqlite()])
    const one = await this.#envOnPostgres()
    yield await this.#latency('  PG, one process', [one])
    const roles = async (env: Env): Promise<Env[]> => [
      { ...env, ROLES: 'web' },
      { ...(await this.#around.newEnv()), DATABASE_URL: env.DATABASE_URL!, ROLES: 'worker' },
    ]
    yield await this.#latency('  PG, web + worker', await roles(await this.#envOnPostgres()), 150)
    // without notifications
    const polling = await this.#envOnPostgres()
    polling.DATABASE_URL += '?prepared=off'
    yield await this.#latency('  the same, polling only', await roles(polling), 700)
  }

  async #latency(name: string, envs: Env[], aim?: number): Promise<Line> {
    await seeded(envs[0]!, 1)
    const arrivals = new Map<string, (at_ms: number) => void>()
    const message = ({ raw }: { raw: string }): undefined => {
      arrivals.get(/^Subject: (bench \d+)\r$/m.exec(raw)?.[1] ?? '')?.(performance.now())
    }
    const sink = await mailSink({ message })
    const servers = await Promise.all(envs.map(env => started({ ...env, SMTP_URL: sink.url, LOG_LEVEL: 'error' })))
    const took_ms: number[] = []
    for (let index = 0; index < LATENCIES; index++) {
      const arrived = new Promise<number>(resolve => arrivals.set(`bench ${index}`, resolve))
      const from_ms = performance.now()
      await post(envs[0]!, `bench ${index}`)
      took_ms.push((await arrived) - from_ms)
      // requests arrive at any point of the polling interval
      await pause((index * 137) % 500)
    }
    await Promise.all(servers.map(server => server.stop()))
    await sink.close()
    took_ms.sort((a, b) => a - b)
    const [p50, p95] = [0.5, 0.95].map(part => took_ms[Math.floor(part * LATENCIES)]!)
    return { name, cells: [`${p50!.toFixed(0)} ms`, `${p95!.toFixed(0)} ms`, aim ? met(aim, p95! <= aim) : ''] }
  }

  /** The throughput of several processes. On few cores they share the throughput of one. */
  async *processes(): AsyncGenerator<Line> {
    const first = await this.#envOnPostgres()
    const [row] = rows(await seeded(first, 1))
    yield { name: 'POST /emails', cells: ['requests/s', 'us CPU, Node', 'us CPU, PG'] }
    for (const count of PROCESSES) {
      const envs = [first]
      while (envs.length < count) envs.push({ ...(await this.#around.newEnv()), DATABASE_URL: first.DATABASE_URL! })
      const mail = this.#around.silent_env
      const servers = await Promise.all(envs.map(env => started({ ...env, ...mail })))
      const loads = servers.map((server, index) => loadOf(row!, Number(envs[index]!.PORT), server))
      const used = async (): Promise<[number, number]> => {
        const usages = await Promise.all(servers.map(server => server.usage()))
        return [usages.reduce((sum, { cpu_us }) => sum + cpu_us, 0), cpuOfPostgres(this.#cluster.pid) ?? Number.NaN]
      }
      await Promise.all(loads.map(load => sustained(load, SUSTAINED_MS)))
      const before = await used()
      const rates = await Promise.all(loads.map(load => sustained(load, SUSTAINED_MS)))
      const after = await used()
      const per_second = rates.reduce((sum, rate) => sum + rate, 0)
      const each = [0, 1].map(which => (after[which]! - before[which]!) / ((per_second * SUSTAINED_MS) / 1000))
      yield { name: `  ${count} of them`, cells: [per_second.toFixed(0), each[0]!.toFixed(0), each[1]!.toFixed(0)] }
      await Promise.all(servers.map(server => server.stop()))
    }
  }

  /** Many emails to one inbox at the same time. All servers run in this process. */
  async *inbox(): AsyncGenerator<Line> {
    const postgres = await this.#envOnPostgres()
    const other = { ...(await this.#around.newEnv()), DATABASE_URL: postgres.DATABASE_URL! }
    // the code is loaded and compiled before the measurement
    await receiveInOneInbox([await this.#envOnSqlite()], RECEIVED / 4)
    const sqlite = await receiveInOneInbox([await this.#envOnSqlite()], RECEIVED)
    yield { name: `${RECEIVED} emails to one inbox`, cells: ['s', 'ratio', 'aim', 'retries', 'aim', 'errors', 'aim'] }
    yield { name: '  SQLite', cells: [(sqlite.took_ms / 1000).toFixed(1)] }
    for (const [name, envs] of [
      ['one process', [await this.#envOnPostgres()]],
      ['two processes', [postgres, other]],
    ] as const) {
      const { took_ms, retries, errors } = await receiveInOneInbox(envs, RECEIVED)
      const [seconds, ratio] = [(took_ms / 1000).toFixed(1), took_ms / sqlite.took_ms]
      const cells = [seconds, ratio.toFixed(2), met(2, ratio <= 2), String(retries.all)]
      cells.push(met(RECEIVED / 10, retries.all <= RECEIVED / 10), String(errors.length), met(0, errors.length === 0))
      yield { name: `  PG, ${name}`, cells }
    }
  }

  async *pgBouncer(): AsyncGenerator<Line> {
    if (spawnSync('pgbouncer', ['--version']).error) {
      yield { name: 'PgBouncer', cells: ['SKIPPED: this machine has no program of that name'] }
      return
    }
    const direct = await this.#envOnPostgres()
    const [row] = rows(await seeded(direct, 1))
    const through = await throughPgBouncer(direct.DATABASE_URL!)
    const env = { ...(await this.#around.newEnv()), DATABASE_URL: through.url, ...this.#around.silent_env }
    const server = await started(env)
    const [result] = await measured([loadOf(row!, Number(env.PORT), server)])
    await server.stop()
    await through.stop()
    yield {
      name: 'POST through PgBouncer',
      cells: [`${result!.cpu_us.toFixed(1)} us`, `${result!.per_second.toFixed(0)} /s`],
    }
  }

  #envOnSqlite(): Promise<Env> {
    return this.#around.newEnv()
  }

  async #envOnPostgres(): Promise<Env> {
    const name = `bench_${++this.#databases}`
    await ask(this.#cluster.url, `create database ${name}`)
    return { ...(await this.#around.newEnv()), DATABASE_URL: this.#cluster.url.replace(/[^/]+$/, name) }
  }

  async #transactions({ DATABASE_URL }: Env): Promise<number> {
    const [row] = await ask(DATABASE_URL!, 'select pg_snapshot_xmax(pg_current_snapshot())::text as it')
    return Number(row!.it)
  }

  /** The same process, whose usage includes that of the database server. */
  #withPostgres(server: Child): Child {
    const usage: Child['usage'] = async () => {
      const used = await server.usage()
      return { ...used, cpu_us: used.cpu_us + (cpuOfPostgres(this.#cluster.pid) ?? Number.NaN) }
    }
    return { ...server, usage }
  }
}

const namedIn = (all: Row[], name: string): Row => all.find(row => row.name === name)!

async function started(env: Env, settled_ms = SETTLED_MS): Promise<Child> {
  const server = child(START, env)
  await listening(Number(env.PORT))
  await pause(settled_ms)
  return server
}

async function post({ PORT }: Env, subject: string, more: Record<string, string> = {}): Promise<void> {
  const body = JSON.stringify({ ...oneKilobyte(), subject })
  const answer = await fetch(`http://127.0.0.1:${PORT}/emails`, {
    method: 'POST',
    headers: { ...HEADERS, ...more },
    body,
  })
  if (answer.status !== 200) throw new Error(`Not 200: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function ask(url: string, sql: string): Promise<{ it: string }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ it: string }>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Postpones the waiting emails. */
async function dueIn({ DATA_DIR, DATABASE_URL }: Env, wait_ms: number): Promise<void> {
  const now = Date.now()
  const [set_at, run_at] = [now, now + wait_ms].map(ms => new Date(ms).toISOString())
  const change = `update jobs set set_at = '${set_at}', run_at = '${run_at}' where kind = 'deliver_email'`
  if (DATABASE_URL !== undefined) return void (await ask(DATABASE_URL, change))
  const driver = new SQLite(path.join(DATA_DIR!, 'lettermill.db'))
  driver.exec(change)
  driver.close()
}
