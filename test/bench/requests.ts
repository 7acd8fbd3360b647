// Measures the most frequent requests: CPU time compared with the floor (floor.ts), which does the same database work,
// and with bare Koa, which only sends the same responses.
import { cpSync } from 'node:fs'
import v8 from 'node:v8'
import type { FixedAnswer } from './bare-koa.ts'
import { child, listening } from './child.ts'
import { countMarkCompacts } from './counts.ts'
import { CONNECTIONS, type Measured, loadOf, measured } from './load.ts'
import { line, printAim } from './print.ts'
import { recordRows } from './recording.ts'
import { type Row, rows } from './rows.ts'
import { seeded } from './seed.ts'
import { silentMailServer } from './silent-mail-server.ts'

/** The most frequent request. */
const GET = 'GET /emails/{id}'
const GETS = 20_000

type Env = Record<string, string> & { PORT: string }

interface MeasuredRequest {
  row: Row
  ours: Measured
  floor: Measured
  bare: Measured
}

/** Measures the requests whose name starts with the given text, and prints a line for each. */
export async function measureRequests(newEnv: () => Promise<Env>, only_request: string): Promise<void> {
  const silent = await silentMailServer()
  console.log(line('us CPU', 'ours least', 'median', 'floor least', 'median', 'ratio', 'budget', 'bare Koa'))
  for await (const { row, ours, floor, bare } of measuredRequests(newEnv, silent.env, only_request)) {
    const ratio = ours.median_us / floor.median_us
    const goal = `${row.budget} ${ratio <= row.budget ? 'met' : 'MISSED'}`
    const both = [ours, floor].flatMap(({ cpu_us, median_us }) => [cpu_us.toFixed(1), median_us.toFixed(1)])
    console.log(line(row.name, ...both, ratio.toFixed(2), goal, bare.median_us.toFixed(1)))
  }
  silent.close()
  if (!GET.startsWith(only_request)) return
  const found = await countMarkCompacts((await newEnv()).DATA_DIR!, GET, GETS)
  printAim(`Mark-compacts of ${GETS}`, found, '', 1, found <= 1)
}

async function* measuredRequests(
  newEnv: () => Promise<Env>,
  silent_env: Record<string, string>,
  only_request: string,
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

/** The response of our server, which the others repeat. */
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
