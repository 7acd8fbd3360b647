// The server in a separate process that can be killed, as users run it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { newFile } from './new-file.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START = path.join(ROOT, 'src/start.js')
/** Allows for several concurrent starts on a busy machine. */
const READY_WITHIN_MS = 60_000

/** Invalid settings for tests that must ignore them. */
export const WRONG_SETTINGS = {
  SMTP_URL: 'http://relay',
  SMTP_TLS: 'perhaps',
  SMTP_CONNECTIONS: 'many',
  DATABASE_URL: 'mysql:host',
  ADMIN_EMAIL: 'nobody',
  ADMIN_PASSWORD: 'short',
  BOOTSTRAP_API_KEY: 'key',
  METRICS_PORT: 'high',
}

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** The output so far. */
  output: () => string
  /** Milliseconds from the start to the first successful response of /readyz. */
  ready_after_ms: number
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts `src/start.js` with exactly this configuration and waits until it is ready; `root` may be a copy of the
 * repository. An empty existing folder first gets a database with all tables, because creating them takes a quarter of
 * the start.
 */
export async function serverProcess(
  env: Record<string, string> & { PORT: string },
  root = ROOT,
  program = 'src/start.js',
): Promise<ServerProcess> {
  const { DATA_DIR, DATABASE_URL } = env
  const takesFile = root === ROOT && DATABASE_URL === undefined && DATA_DIR !== undefined
  if (takesFile && existsSync(DATA_DIR)) await newFile(path.join(DATA_DIR, 'lettermill.db'))
  const started = performance.now()
  const child = spawn(process.execPath, [path.join(root, program)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  child.stderr.on('data', (part: Buffer) => (text += part.toString()))
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
  const url = `http://localhost:${env.PORT}`
  await untilReady(url, child, () => text)
  const end = (signal: NodeJS.Signals) => async (): Promise<number | null> => {
    child.kill(signal)
    return exited
  }
  return {
    url,
    child,
    output: () => text,
    ready_after_ms: performance.now() - started,
    kill: async () => void (await end('SIGKILL')()),
    stop: end('SIGTERM'),
  }
}

/** Runs a command of the server like `npm run`; returns the exit code and output. */
export async function runCommand(
  env: Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [START, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, output }
}

export async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready in time:\n${output()}`)
}
