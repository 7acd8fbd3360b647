// Another checkout of this repository beside this one: the same requests, each seeded and started by its own code, in one
// run on one machine. `npm run bench -- against ../other`, after `npm ci` there.
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Child, child, listening } from './child.ts'
import { CONNECTIONS, type Measured, loadOf, measured } from './load.ts'
import type { Row } from './rows.ts'
import type { Seeded } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

/** What a server sees to once it has started is not the requests'. */
const SETTLED_MS = 3000

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

/** Measures each request whose name begins so, of both; they get a configuration each and what is set for both. */
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
