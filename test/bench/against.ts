// Compares this checkout of the repository with another one: the same requests, each seeded and started by its own
// code, in one run on one machine. `npm run bench -- against ../other`, after `npm ci` there.
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Child, child, listening } from './child.ts'
import { CONNECTIONS, type Measured, loadOf, measured, medianOf } from './load.ts'
import type { Row } from './rows.ts'
import type { Seeded } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

/** The work of a server after its start is not counted. */
const SETTLED_MS = 3000
const START_ROUNDS = 7
const IDLE = 'Idle memory'

interface Side {
  rows: Row[]
  server: Child
  port: number
}

export interface Compared {
  name: string
  ours: Measured
  theirs: Measured
}

/**
 * Measures each request whose name starts with the prefix on both; each gets a configuration, plus the settings for
 * both.
 */
export async function* measuredAgainst(
  folder: string,
  envs: [Env, Env],
  both: Record<string, string>,
  only_request = '',
): AsyncGenerator<Compared> {
  const here = new URL('../..', import.meta.url)
  const there = pathToFileURL(`${path.resolve(folder)}/`)
  const [ours, theirs] = [await sideOf(here, envs[0], both), await sideOf(there, envs[1], both)]
  for (const row of ours.rows.filter(({ name }) => name.startsWith(only_request))) {
    const other = theirs.rows.find(({ name }) => name === row.name)
    if (!other) continue
    const loads = [loadOf(row, ours.port, ours.server), loadOf(other, theirs.port, theirs.server)]
    const [one, two] = await measured(loads)
    yield { name: row.name, ours: one!, theirs: two! }
  }
  await Promise.all([ours.server.stop(), theirs.server.stop()])
}

export interface StartsCompared {
  name: string
  unit: string
  ours: number
  theirs: number
}

/**
 * Starts both alternately, in an empty folder and again; returns medians. On a busy machine the CPU time is the most
 * reliable.
 */
export async function compareStarts(folder: string, newEnv: () => Promise<Env>): Promise<StartsCompared[]> {
  const checkouts = [new URL('../..', import.meta.url), pathToFileURL(`${path.resolve(folder)}/`)]
  const starts: Record<string, number>[][] = [[], []]
  for (let round = 0; round < START_ROUNDS; round++) {
    for (const [side, checkout] of checkouts.entries()) starts[side]!.push(await startTwice(checkout, await newEnv()))
  }
  return Object.keys(starts[0]![0]!).map(name => {
    const [ours, theirs] = starts.map(of => medianOf(of.map(each => each[name]!)))
    return { name, unit: name === IDLE ? 'MB' : 'ms', ours: ours!, theirs: theirs! }
  })
}

async function startTwice(checkout: URL, env: Env): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of ['First start to listening', 'Start to listening']) {
    const server = child(new URL('src/start.js', checkout), env)
    found[name] = await listening(Number(env.PORT))
    found[`${name}, CPU`] = (await server.usage()).cpu_us / 1000
    await pause(SETTLED_MS)
    found[IDLE] = (await server.usage()).rss_bytes / 1e6
    await server.stop()
  }
  return found
}

async function sideOf(checkout: URL, env: Env, measured_with: Record<string, string>): Promise<Side> {
  const { seeded }: { seeded: (env: Env, connections: number) => Promise<Seeded> } = await import(
    new URL('test/bench/seed.ts', checkout).href
  )
  const { rows }: { rows: (seeded: Seeded) => Row[] } = await import(new URL('test/bench/rows.ts', checkout).href)
  const made = rows(await seeded(env, CONNECTIONS))
  const server = child(new URL('src/start.js', checkout), { ...env, ...measured_with })
  await listening(Number(env.PORT))
  await pause(SETTLED_MS)
  return { rows: made, server, port: Number(env.PORT) }
}
