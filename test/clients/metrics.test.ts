// GET /emails/metrics in the published SDK, command line and MCP server, unmodified and in separate processes.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, commandLine } from '../support/cli.ts'
import { COMPILED } from '../support/compiled.ts'
import { anEmailBody } from '../support/emails.ts'
import { startMcp } from '../support/mcp.ts'
import { type TestServer, startServer } from '../support/server.ts'

const PROGRAM = fileURLToPath(new URL('metrics-program.ts', import.meta.url))

let server: TestServer
let cli: CommandLine
let env: Record<string, string>

beforeAll(async () => {
  server = await startServer()
  cli = commandLine(server)
  env = { PATH: process.env.PATH!, ...COMPILED, RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url }
  for (const from of ['a@example.org', 'a@mail.example.org']) {
    await server.call('POST', '/emails', { body: anEmailBody({ from }) })
  }
  await server.queue.idle()
})
afterAll(async () => {
  await server.stop()
  cli.end()
})

describe('the metrics of emails', () => {
  it('are returned to the SDK', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env, timeout: 100_000 })
    const { plain, today, refused } = JSON.parse(stdout)
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

  it('are returned to the command line', async () => {
    const args = ['--metrics', 'sent,delivered', '--dimensions', 'period', '--granularity', 'daily']
    const { totals, data } = await cli.resend('emails', 'metrics', ...args)
    expect(totals).toEqual({ sent: 2, delivered: 2 })
    expect(data).toHaveLength(7)
  })

  it('are returned to the MCP server', async () => {
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
