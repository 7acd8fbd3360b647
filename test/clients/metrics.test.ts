// GET /emails/metrics as the published SDK, command line and MCP server ask for it, unmodified and in processes of their own.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { startMcp } from '../support/mcp.ts'
import { type TestServer, startServer, temporaryFolder } from '../support/server.ts'

const CLI = fileURLToPath(new URL('../../node_modules/resend-cli/dist/cli.cjs', import.meta.url))
const PROGRAM = fileURLToPath(new URL('metrics-program.ts', import.meta.url))

let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  server = await startServer()
  const HOME = temporaryFolder()
  env = { PATH: process.env.PATH!, HOME, RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url }
  for (const from of ['a@example.org', 'a@mail.example.org']) {
    await server.call('POST', '/emails', { body: anEmailBody({ from }) })
  }
  await server.queue.idle()
})
afterAll(async () => {
  await server.stop()
  rmSync(env.HOME!, { recursive: true, force: true })
})

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
async function run(...args: string[]): Promise<any> {
  const quiet = { RESEND_TELEMETRY_DISABLED: '1', RESEND_NO_UPDATE_NOTIFIER: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...env, ...quiet }, timeout: 20_000 })
  return JSON.parse(stdout)
}

describe('the metrics of emails', () => {
  it('come to a user of the SDK', async () => {
    const { plain, today, refused } = await run(PROGRAM)
    expect(plain.data.totals).toMatchObject({ received: 2, sent: 2, delivered: 2, bounced: 0, delivery_rate: 100 })
    expect(plain.data.data).toBeUndefined()
    expect(today.data).toMatchObject({ granularity: 'daily', dimensions: ['period', 'domain'] })
    const period = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect(today.data.data).toEqual([
      { period, domain_name: 'example.org', sent: 1, delivered: 1, delivery_rate: 100 },
      { period, domain_name: 'mail.example.org', sent: 1, delivered: 1, delivery_rate: 100 },
    ])
    expect(refused.error).toMatchObject({ name: 'validation_error', statusCode: 422 })
  })

  it('come to the command line', async () => {
    const args = ['--metrics', 'sent,delivered', '--dimensions', 'period', '--granularity', 'daily', '--json']
    const { totals, data } = await run(CLI, 'emails', 'metrics', ...args)
    expect(totals).toEqual({ sent: 2, delivered: 2 })
    expect(data).toHaveLength(7)
  })

  it('come to an agent', async () => {
    const mcp = await startMcp(env)
    try {
      const text = await mcp.call('get-email-metrics', { metrics: ['sent'], dimensions: ['domain'] })
      expect(text).toContain('- sent: 2')
      expect(text).toContain('mail.example.org')
    } finally {
      mcp.stop()
    }
  })
})
