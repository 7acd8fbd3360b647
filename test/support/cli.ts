// The published command-line client, unmodified, with a separate process for each command.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { COMPILED } from './compiled.ts'
import { startServer, type TestServer } from './server.ts'
import { temporaryFolder } from './folder.ts'

export const CLI = fileURLToPath(new URL('../../node_modules/resend-cli/dist/cli.cjs', import.meta.url))
const TIMEOUT_MS = 100_000

export interface CommandLine {
  /** The JSON output of `resend`; the text on stderr if there is none, as for errors. */
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  resend: (...args: string[]) => Promise<any>
  /** The environment of the process. */
  env: Record<string, string | undefined>
  /** A separate home folder. */
  home: string
  /** Deletes the home folder. */
  end: () => void
}

/** Configures the client with environment variables only. */
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

/** A server and a command line for it, for the tests of one `describe`. */
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
