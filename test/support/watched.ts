// The server as users run it, with measurements: how long its event loop was blocked, and how much memory it used.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { newFile } from './new-file.ts'
import { untilReady } from './process.ts'
import { freePort } from './port.ts'

export interface Watch {
  /** The longest CPU time for which the event loop was blocked. */
  held_ms: number
  rss_mb: number
  /** The peak memory. */
  peak_mb: number
}

export interface WatchedServer {
  url: string
  key: string
  child: ChildProcess
  /** The measurements since the start or the last reset. */
  watch(): Promise<Watch>
  forget(): Promise<Watch>
  stop(): Promise<void>
}

const START = fileURLToPath(new URL('../../src/start.js', import.meta.url))
const WATCH = new URL('./watch.js', import.meta.url).href
const KEY = 're_watched0_aaaaaaaaaaaaaaaaaaaaaaaa'

/** Starts a server with a new folder; `heap_mb` limits the heap of its main thread. */
export async function watchedServer(env: Record<string, string>, heap_mb = 2048): Promise<WatchedServer> {
  const PORT = String(await freePort())
  if (env.DATA_DIR !== undefined) await newFile(path.join(env.DATA_DIR, 'lettermill.db'))
  const child = fork(START, [], {
    env: { PATH: process.env.PATH, BOOTSTRAP_API_KEY: KEY, LOG_LEVEL: 'error', ...env, PORT },
    execArgv: ['--import', WATCH, `--max-old-space-size=${heap_mb}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const url = `http://localhost:${PORT}`
  await untilReady(url, child, () => output)
  const ask = async (message: string): Promise<Watch> => {
    const answer = once(child, 'message')
    child.send(message)
    return (await answer)[0] as Watch
  }
  return {
    url,
    key: KEY,
    child,
    watch: () => ask('report'),
    forget: () => ask('reset'),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
