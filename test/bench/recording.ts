// Records the SQLite work of requests so that the floor can repeat it: the statements of each request, and those shared
// by the requests of one transaction.
import { type Child, child, listening } from './child.ts'
import { CONNECTIONS, type Load, Generator, loadOf } from './load.ts'
import { type Replay, keysOf, replayOf } from './replay.ts'
import type { Row } from './rows.ts'
import { type Execution, type Traced, startTracing, readTrace } from './tracing.ts'

/** The parallel requests of each connection that show what they share. */
const TOGETHER = 5
/** A statement that runs less often per request is shared; a commit has up to a hundred requests. */
const SHARED_BELOW = 0.75
/** Periodic work falls into some requests; up to this many are sent until two in a row are without it. */
const ATTEMPTS_MAX = 50
const SAMPLES = 8

type Env = Record<string, string> & { PORT: string }

export interface Recorded {
  replay: Replay
  /** The new keys of the last request of each connection. */
  chains: string[][]
  pragmas: Traced['pragmas']
}

/** Records each row on a server with this configuration, and stops the server. Its mail server never responds. */
export async function recordRows(env: Env, rows: Row[]): Promise<Map<string, Recorded>> {
  const server = child('../../src/start.js', env, { traced: true })
  await listening(Number(env.PORT))
  const recorded = new Map<string, Recorded>()
  for (const row of rows) recorded.set(row.name, await recordRow(server, loadOf(row, Number(env.PORT), server)))
  await server.stop()
  return recorded
}

async function recordRow(server: Child, load: Load): Promise<Recorded> {
  const generator = new Generator(load)
  // once untraced, so that work that starts with the first requests of a kind, such as deliveries, has started
  await generator.send(TOGETHER)
  await startTracing(server)
  await generator.send(TOGETHER)
  const { executions, pragmas } = await readTrace(server)
  const together = countsOf(executions)
  const runOnce = async (connection: number): Promise<Execution[]> => {
    await generator.send(1, connection)
    return (await readTrace(server)).executions
  }
  const shape = await shapeOf(() => runOnce(0))
  const alone = countsOf(shape)
  const isShared = (sql: string): boolean =>
    (together.get(sql) ?? 0) < SHARED_BELOW * alone.get(sql)! * TOGETHER * CONNECTIONS
  // the first connection is recorded last, so that numbers that all of them increment continue from its values
  const samples = new Map<number, Execution[]>()
  for (let connection = CONNECTIONS - 1; connection > 0; connection--) {
    samples.set(connection, (await twoInARow(shape, () => runOnce(connection)))[1])
  }
  const [first, last] = await twoInARow(shape, () => runOnce(0))
  const replay = replayOf(first, last, Date.now(), isShared)
  generator.close()
  return { replay, chains: [last, ...samples.values()].map(sample => keysOf(replay, sample)), pragmas }
}

function countsOf(executions: Execution[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sql } of executions) counts.set(sql, (counts.get(sql) ?? 0) + 1)
  return counts
}

/** The sample with the fewest statements: other work of the server can only add some. */
async function shapeOf(run: () => Promise<Execution[]>): Promise<Execution[]> {
  let least = await run()
  for (let sample = 1; sample < SAMPLES; sample++) {
    const other = await run()
    if (other.length < least.length) least = other
  }
  return least
}

async function twoInARow(shape: Execution[], run: () => Promise<Execution[]>): Promise<[Execution[], Execution[]]> {
  const textOf = (executions: Execution[]): string => executions.map(({ sql }) => sql).join('\n')
  const wanted = textOf(shape)
  let before: Execution[] | undefined
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const found = await run()
    const isWanted = textOf(found) === wanted
    if (isWanted && before) return [before, found]
    before = isWanted ? found : undefined
  }
  throw new Error(`No two requests in a row run the same statements; the fewest are:\n${wanted}`)
}
