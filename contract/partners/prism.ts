// Prism as a validating proxy between the published SDK and our server: it reports requests and responses that violate
// the contract. A deliberate fault proves that it would.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { startServer } from '../../test/support/server.ts'
import { freePort } from '../../test/support/port.ts'
import { type Passing, tamperingProxy } from '../../test/support/tampering.ts'
import { here, run } from './tools.ts'
import type { Verdict } from './trials.ts'

const PROGRAMS = ['sdk-program.ts', 'sdk-automations-program.ts', 'sdk-contacts-program.ts']
const READY_WITHIN_MS = 60_000
/** The minimum number of requests of the three programs. */
export const REQUESTS_MIN = 80

interface Violation {
  location: string[]
  message: string
}

export async function tryPrism(folder: string): Promise<Verdict> {
  const server = await startServer()
  let planted = false
  // the deliberate fault, if requested
  const behind = await tamperingProxy(server.url, { answer: ({ body }) => void (planted && delete body.has_more) })
  const prism = await startPrism(folder, behind.url)
  const passed: Passing[] = []
  const before = await tamperingProxy(prism.url, { answer: passing => void passed.push(passing) })
  try {
    const ended = []
    for (const program of PROGRAMS) ended.push(await runProgram(program, before.url, server.key))
    const wrong = passed.flatMap(violationsOf)
    const requests = passed.length
    planted = true
    await fetch(`${before.url}/emails`, { headers: { authorization: `Bearer ${server.key}` } })
    const caught = violationsOf(passed.at(-1)!).length > 0
    const good = wrong.length === 0 && caught && requests >= REQUESTS_MIN && ended.every(({ code }) => code === 0)
    const words = `${requests} requests, ${wrong.length} violations; a planted violation ${caught ? 'is' : 'is NOT'} detected`
    return { good, words, output: [...wrong, ...ended.map(({ output }) => output)].join('\n') }
  } finally {
    await Promise.all([before.close(), prism.stop(), behind.close()])
    await server.stop()
  }
}

/** An invalid request that was rejected is correct: the programs test that, too. */
function violationsOf({ method, path, status, headers }: Passing): string[] {
  const violations: Violation[] = JSON.parse(headers['sl-violations'] ?? '[]')
  return violations
    .filter(({ location }) => location[0] === 'response' || status < 400)
    .map(({ location, message }) => `${method} ${path} ${status}: ${location.join('.')} ${message}`)
}

function runProgram(program: string, url: string, key: string): ReturnType<typeof run> {
  const file = here(`../../test/clients/${program}`)
  const env = [`RESEND_BASE_URL=${url}`, `RESEND_API_KEY=${key}`]
  return run('env', [...env, process.execPath, file], path.dirname(file))
}

async function startPrism(folder: string, upstream: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const cli = here('node_modules/@stoplight/prism-cli/dist/index.js')
  const words = ['proxy', 'openapi.json', upstream, '--port', String(port), '--verboseLevel', 'error']
  const child = spawn(process.execPath, [cli, ...words], { cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const end_ms = performance.now() + READY_WITHIN_MS
  while (!(await isThere(url))) {
    if (performance.now() > end_ms || child.exitCode !== null) throw new Error('Prism did not start')
  }
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { url, stop }
}

async function isThere(url: string): Promise<boolean> {
  const answered = await fetch(url).then(
    () => true,
    () => false,
  )
  if (!answered) await new Promise(resolve => setTimeout(resolve, 100))
  return answered
}
