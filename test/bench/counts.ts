// Counts the work of a request instead of timing it: its SQLite statements and writes, its calls of file system
// functions and its allocations. Requests are sent sequentially. Periodic work of the server falls into some of them
// and only adds to their counts, so the minimum is used.
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { type Child, type ChildOptions, child, listening } from './child.ts'
import { CONNECTIONS, Generator, loadOf, medianOf } from './load.ts'
import { type Row, rows } from './rows.ts'
import { KEY, seeded } from './seed.ts'
import { silentMailServer } from './silent-mail-server.ts'
import { type Execution, type Traced, startTracing, readTrace } from './tracing.ts'
import { freePort } from '../support/port.ts'

/** Enough for each function to be compiled, and for the maximum number of waiting deliveries. */
const WARM_UP = 100
const WARM_UP_BATCHES = 10
const SAMPLES = 25
/** The share of an entry per request that may have been deleted in the meantime. */
const ENTRIES_SLACK = 0.2
/** The call that writes the log every 100 ms, which on a busy machine falls into each request. */
const WRITES_OF_LOG = 'write'
/**
 * Optimized code allocates less, but the moment of optimization is random. Without it, and with a young generation that
 * is never collected in the meantime, the bytes of a request are the same each time.
 */
const STEADY = ['--no-opt', '--no-maglev', '--min-semi-space-size=128', '--max-semi-space-size=128']
const OWN_NODE = path.resolve('node_modules/.bin/node')

export interface Counts {
  /** Executions, by verb and table. */
  statements: Record<string, number>
  commits: number
  /** Rows written by the statements. */
  rows: number
  /** Entries added to tables and indexes. */
  entries: Record<string, number>
  wal_bytes: number
  /** Calls of node:fs functions. */
  file_calls: Record<string, number>
  allocated_bytes: number
}

/** Counts each of the measured requests, by name, on a server with an empty data folder. */
export async function countRequests(folder: string): Promise<Record<string, Counts>> {
  return withServer(folder, 1, { flags: STEADY }, async (server, measured) => {
    const idle_bytes = await countAllocated(server, async () => {})
    const allocated = new Map<Row, number>()
    for (const [row, generator] of measured) {
      await generator.send(row.name.endsWith('/batch') ? WARM_UP_BATCHES : WARM_UP)
      allocated.set(row, (await countAllocated(server, () => generator.send(1))) - idle_bytes)
    }
    await startTracing(server)
    const counts: Record<string, Counts> = {}
    for (const [row, generator] of measured) {
      counts[row.name] = { ...(await countRow(server, folder, generator)), allocated_bytes: allocated.get(row)! }
    }
    return counts
  })
}

/**
 * How many full garbage collections happen while a request is sent this many times. Only for the bench: what gets old
 * depends on the time between two writes of the logs, so the same code has between none and four of them.
 */
export async function countMarkCompacts(folder: string, name: string, times: number): Promise<number> {
  return withServer(folder, CONNECTIONS, {}, async (server, measured) => {
    const [, generator] = [...measured].find(([row]) => row.name === name)!
    await generator.send(times / CONNECTIONS)
    await server.ask('profile', 'profiling')
    await generator.send(times / CONNECTIONS)
    const collections: string[] = await server.ask('collections', 'collections')
    return collections.filter(kind => kind === 'MarkSweepCompact').length
  })
}

async function withServer<T>(
  folder: string,
  connections: number,
  options: ChildOptions,
  count: (server: Child, measured: Map<Row, Generator>) => Promise<T>,
): Promise<T> {
  const env = { PORT: String(await freePort()), DATA_DIR: folder, BOOTSTRAP_API_KEY: KEY }
  const seed = await seeded(env, connections)
  const silent = await silentMailServer()
  const node = existsSync(OWN_NODE) ? OWN_NODE : process.execPath
  const settings = { ...env, ...silent.env, SQLITE_CHECKPOINTS: 'off' }
  const server = child('../../src/start.js', settings, { traced: true, node, ...options })
  await listening(Number(env.PORT))
  const newGenerator = (row: Row): Generator => new Generator(loadOf(row, Number(env.PORT), server), connections)
  const measured = new Map(rows(seed).map(row => [row, newGenerator(row)]))
  try {
    return await count(server, measured)
  } finally {
    for (const generator of measured.values()) generator.close()
    // a clean stop would wait for its deliveries
    await server.stop('SIGKILL')
    silent.close()
  }
}

async function countAllocated(server: Child, request: () => Promise<void>): Promise<number> {
  const samples: number[] = []
  while (samples.length < SAMPLES) {
    const before: number = await server.ask('collect', 'used')
    await request()
    samples.push(((await server.ask('used', 'used')) as number) - before)
  }
  // the lower quartile, because even the garbage collector varies
  return samples.toSorted((one, other) => one - other)[Math.floor(SAMPLES / 4)]!
}

async function countRow(server: Child, folder: string, generator: Generator): Promise<Omit<Counts, 'allocated_bytes'>> {
  const file = path.join(folder, 'lettermill.db')
  const walBytes = (): number => statSync(`${file}-wal`).size
  const samples: Traced[] = []
  const written: number[] = []
  const entries_before = entriesOf(file)
  await readTrace(server)
  while (samples.length < SAMPLES) {
    const before = walBytes()
    await generator.send(1)
    written.push(walBytes() - before)
    samples.push(await readTrace(server))
  }
  const entries: Record<string, number> = {}
  for (const [name, count] of entriesOf(file)) {
    const added = Math.floor((count - (entries_before.get(name) ?? 0)) / SAMPLES + ENTRIES_SLACK)
    if (added > 0) entries[name] = added
  }
  return {
    statements: leastOf(samples.map(({ executions }) => countsOf(executions.map(({ sql }) => verbAndTable(sql))))),
    commits: Math.min(...samples.map(({ commits }) => commits)),
    rows: Math.min(...samples.map(({ executions }) => rowsWritten(executions))),
    entries,
    wal_bytes: medianOf(written),
    file_calls: leastOf(samples.map(({ files }) => countsOf(files.filter(name => name !== WRITES_OF_LOG)))),
  }
}

function rowsWritten(executions: Execution[]): number {
  return executions.reduce((sum, { rows, writes }) => sum + (writes ? rows : 0), 0)
}

function verbAndTable(sql: string): string {
  const table = /(?: from| into|^update) `(\w+)`/.exec(sql)?.[1]
  return table === undefined ? sql : `${sql.split(' ', 1)[0]} ${table}`
}

function countsOf(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** The minimum of each count. */
function leastOf(counts: Record<string, number>[]): Record<string, number> {
  const all = Object.entries(counts[0]!).map(
    ([name]) => [name, Math.min(...counts.map(each => each[name] ?? 0))] as const,
  )
  return Object.fromEntries(all.filter(([, least]) => least > 0))
}

/** The number of entries of each table and index. Rows of a table with a rowid are only in its leaves. */
function entriesOf(file: string): Map<string, number> {
  const driver = new SQLite(file, { readonly: true })
  const counts = driver
    .prepare<[], { name: string; count: number }>(
      `select name, sum(ncell) as count from dbstat join sqlite_schema using (name)
      where pagetype = 'leaf' or type = 'index' or sql like '%without rowid%' group by name`,
    )
    .all()
  driver.close()
  return new Map(counts.map(({ name, count }) => [name, count]))
}
