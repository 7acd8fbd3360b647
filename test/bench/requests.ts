// What the most frequent requests cost: CPU time beside the floor (floor.ts), which does the same for the database, and beside
// bare Koa, which only gives the same answers.
import { cpSync } from 'node:fs'
import v8 from 'node:v8'
import type { FixedAnswer } from './bare-koa.ts'
import { child, listening } from './child.ts'
import { CONNECTIONS, type Measured, loadOf, measured } from './load.ts'
import { recordRows } from './recording.ts'
import { type Row, rows } from './rows.ts'
import { seeded } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

export interface MeasuredRequest {
  row: Row
  ours: Measured
  floor: Measured
  bare: Measured
}

/** Measures the requests whose name begins so. The servers have a configuration each, and `silent_env` (see main.ts). */
export async function* measuredRequests(
  newEnv: () => Promise<Env>,
  silent_env: Record<string, string>,
  only_request = '',
): AsyncGenerator<MeasuredRequest> {
  const [env, floor_env] = [await newEnv(), await newEnv()]
  const seed = await seeded(env, CONNECTIONS)
  cpSync(env.DATA_DIR!, floor_env.DATA_DIR!, { recursive: true })
  const isMeasured = ({ name }: Row): boolean => name.startsWith(only_request)
  const recorded = await recordRows({ ...floor_env, ...silent_env }, rows(seed).filter(isMeasured))
  const server = child('../../src/start.js', { ...env, ...silent_env })
  await listening(Number(env.PORT))
  const [floor, koa] = [child('./floor.ts', floor_env), child('./bare-koa.ts')]

  for (const row of rows(seed).filter(isMeasured)) {
    const answer = await answerOf(Number(env.PORT), row)
    const recording = v8.serialize(recorded.get(row.name)).toString('base64')
    const floor_port: number = await floor.ask({ recorded: recording, answer }, 'port')
    const bare_port: number = await koa.ask({ answer }, 'port')
    const [ours, least, bare] = await measured([
      loadOf(row, Number(env.PORT), server),
      loadOf(row, floor_port, floor),
      loadOf(row, bare_port, koa),
    ])
    yield { row, ours: ours!, floor: least!, bare: bare! }
  }
  await Promise.all([server.stop(), floor.stop(), koa.stop()])
}

/** What our server answers, for the others to repeat. */
async function answerOf(port: number, { request }: Row): Promise<FixedAnswer> {
  const { method, path, headers = {}, body } = request(0, undefined)
  const init = { method, headers, redirect: 'manual' as const, ...(body !== undefined && { body }) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const text = await response.text()
  const repeated = ['content-type', 'location'].flatMap(name => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: response.status, headers: Object.fromEntries(repeated), body: text }
}
