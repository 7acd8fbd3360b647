// Measured child processes: each reports its resource usage and ends on request.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'

const [USAGE, TRACE] = ['./usage.js', './trace.js'].map(file => new URL(file, import.meta.url).href)
const LISTENING_WITHIN_MS = 20_000

export interface Usage {
  /** User and system time of all threads. */
  cpu_us: number
  /** The time of the event loop's thread. */
  main_us: number
  rss_bytes: number
}

export interface Child {
  usage(): Promise<Usage>
  /** Sends a message and returns the next message that has a field of this name. */
  ask(message: unknown, field: string): Promise<never>
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface ChildOptions {
  /** Also loads trace.js. */
  traced?: boolean
  /** The Node.js binary; that of this process by default. */
  node?: string
  /** Node.js options. */
  flags?: string[]
}

/** Starts a program, given by its URL or its path relative to this file. */
export function child(
  program: string | URL,
  env: Record<string, string> = {},
  { traced = false, node = process.execPath, flags = [] }: ChildOptions = {},
): Child {
  const process_ = fork(fileURLToPath(new URL(program, import.meta.url)), [], {
    env: { PATH: process.env.PATH, ...env },
    execPath: node,
    execArgv: ['--import', USAGE!, ...(traced ? ['--import', TRACE!] : []), ...flags, ...profiling()],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ask = (message: unknown, field: string): Promise<never> => answered(process_, message, field)
  return {
    usage: () => ask('usage', 'usage'),
    ask,
    stop: (signal = 'SIGTERM') =>
      new Promise(resolve => {
        process_.once('exit', () => resolve())
        process_.kill(signal)
      }),
  }
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile of each process there. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

function answered(process_: ChildProcess, message: unknown, field: string): Promise<never> {
  return new Promise(resolve => {
    const listen = (answer: unknown): void => {
      if (typeof answer !== 'object' || answer === null || !(field in answer)) return
      process_.off('message', listen)
      resolve((answer as Record<string, never>)[field]!)
    }
    process_.on('message', listen)
    process_.send(message as string)
  })
}

/** Waits until a server responds on a port; returns how long that took. */
export async function listening(port: number): Promise<number> {
  const started = performance.now()
  while (!(await answers(port))) {
    if (performance.now() - started > LISTENING_WITHIN_MS) throw new Error(`Nothing listens on port ${port}`)
    await pause(2)
  }
  return performance.now() - started
}

/** Any response counts. A server may accept connections some time before it responds. */
function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}
