// The published command-line client, unmodified, each command in a process of its own.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { COMPILED } from './compiled.ts'
import { startServer, type TestServer, temporaryFolder } from './server.ts'

export const CLI = fileURLToPath(new URL('../../node_modules/resend-cli/dist/cli.cjs', import.meta.url))
const TIMEOUT_MS = 100_000

export interface CommandLine {
  /** What `resend` prints as JSON; the words on the other stream when it printed nothing, as it does of what was refused. */
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  resend: (...args: string[]) => Promise<any>
  /** Its environment. */
  env: Record<string, string | undefined>
  /** A folder of its own, which it has for its home. */
  home: string
  /** Removes that. */
  end: () => void
}

/** It knows the server only by its environment. */
export function commandLine(server: Pick<TestServer, 'key' | 'url'>): CommandLine {
  const home = temporaryFolder()
  const env = {
    PATH: process.env.PATH,
    ...COMPILED,
    HOME: home,
    RESEND_API_KEY: server.key,
    RESEND_BASE_URL: server.url,
    RESEND_TELEMETRY_DISABLED: '1',
    RESEND_NO_UPDATE_NOTIFIER: '1',
  }
  return {
    async resend(...args) {
      const run = promisify(execFile)(process.execPath, [CLI, ...args, '--json'], { env, timeout: TIMEOUT_MS })
      const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
      return stdout.trim() === '' ? stderr : JSON.parse(stdout)
    },
    env,
    home,
    end: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** A server and a command line that knows it, for the tests of one `describe`. */
export function withCommandLine(take: (server: TestServer, cli: CommandLine) => void): void {
  let server: TestServer
  let cli: CommandLine
  beforeAll(async () => {
    server = await startServer()
    cli = commandLine(server)
    take(server, cli)
  })
  afterAll(async () => {
    await server.stop()
    cli.end()
  })
}
