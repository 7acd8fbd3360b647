// Measures the cost of the request log: the same server with it and without, alternately. The log is written once a
// second, so each turn is measured until its lines are written.
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, child, listening } from './child.ts'
import { CONNECTIONS, answered, loadOf } from './load.ts'
import { type Row, rows } from './rows.ts'
import { seeded } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

const ROUNDS = 9
const LOAD_MS = 1500
/** Longer than the buffered lines wait. */
const SETTLED_MS = 1200
const MEASURED = ['POST /emails', 'POST /emails/batch', 'GET /emails/{id}']

export interface LogCost {
  name: string
  with_us: number
  without_us: number
  ratio: number
}

export async function* measuredLogs(newEnv: () => Promise<Env>, both: Record<string, string>): AsyncGenerator<LogCost> {
  const sides = [await sideOf({ ...(await newEnv()), ...both })]
  sides.push(await sideOf({ ...(await newEnv()), ...both, LOG_RETENTION_DAYS: '0' }))
  for (const name of MEASURED) {
    const costs: number[][] = [[], []]
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, side] of sides.entries()) {
        const cost = await costOf(side, name)
        // the first round warms up the compiler
        if (round > 0) costs[at]!.push(cost)
      }
    }
    const ratio = medianOf(costs[0]!.map((cost, round) => cost / costs[1]![round]!))
    yield { name, with_us: medianOf(costs[0]!), without_us: medianOf(costs[1]!), ratio }
  }
  await Promise.all(sides.map(({ server }) => server.stop()))
}

interface Side {
  server: Child
  rows: Row[]
  port: number
}

async function sideOf(env: Env): Promise<Side> {
  const seed = await seeded(env, CONNECTIONS)
  const server = child('../../src/start.js', env)
  await listening(Number(env.PORT))
  return { server, rows: rows(seed), port: Number(env.PORT) }
}

/** CPU time per request. */
async function costOf({ server, rows, port }: Side, name: string): Promise<number> {
  const row = rows.find(each => each.name === name)!
  const before = await server.usage()
  const count = await answered(loadOf(row, port, server), LOAD_MS)
  await pause(SETTLED_MS)
  return ((await server.usage()).cpu_us - before.cpu_us) / count
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}
