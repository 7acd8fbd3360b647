// Runs a program that uses the published SDK in a separate process, against a real server and mail server.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { COMPILED } from './compiled.ts'
import { type MailSink, mailSink } from './mail-sink.ts'
import { startServer, type TestServer } from './server.ts'

const TIMEOUT_MS = 100_000

export interface SdkRun {
  /** The result of each call, by the name that the program gives it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  answers: Record<string, any>
  sink: MailSink
  end: () => Promise<void>
}

/**
 * Runs a program of `test/clients` with the server's address and a key, and returns its output. `settings` are those of
 * the server.
 */
export async function sdkRun(program: string, settings: Record<string, string> = {}): Promise<SdkRun> {
  const sink = await mailSink()
  const server = await startServer({ SMTP_URL: sink.url, ...settings })
  const end = async (): Promise<void> => {
    await server.stop()
    await sink.close()
  }
  try {
    return { answers: await runSdkProgram(program, server), sink, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Runs a program against an existing server and returns its output. */
export async function runSdkProgram(
  program: string,
  { url, key }: Pick<TestServer, 'url' | 'key'>,
): Promise<SdkRun['answers']> {
  const env = { PATH: process.env.PATH, ...COMPILED, RESEND_BASE_URL: url, RESEND_API_KEY: key }
  const file = fileURLToPath(new URL(`../clients/${program}`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env, timeout: TIMEOUT_MS })
  return JSON.parse(stdout)
}
