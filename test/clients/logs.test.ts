// Request logs in the published SDK, command line and MCP server, unmodified and in separate processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, end } = await sdkRun('logs-program.ts'))
  })
  afterAll(() => end())

  it('lists requests and retrieves one', () => {
    const { list, get } = answers
    const shown = { endpoint: '/suppressions', method: 'POST', response_status: 201 }
    expect(list).toMatchObject({ object: 'list', data: [shown] })
    expect(list.data[0].user_agent).toMatch(/^resend-node:/)
    expect(get).toMatchObject({ object: 'log', ...list.data[0], request_body: { email: 'ada@example.com' } })
    expect(get.response_body).toEqual(answers.add)
    expect(answers.older).toMatchObject({ object: 'list', has_more: false })
    expect(answers.none.error).toMatchObject({ statusCode: 404, message: 'Log not found' })
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine

  withCommandLine((...made) => ([server, cli] = made))

  it('the command line lists requests and retrieves one', async () => {
    await cli.resend('suppressions', 'add', 'x@example.net')
    const listed = (await cli.resend('logs', 'list', '--limit', '1')) as { data: { id: string }[] }
    expect(listed).toMatchObject({ object: 'list', data: [{ endpoint: '/suppressions', method: 'POST' }] })
    const [{ id }] = listed.data as [{ id: string }]
    expect(await cli.resend('logs', 'get', id)).toMatchObject({ id, request_body: { email: 'x@example.net' } })
  })

  describe('the MCP server', () => {
    let mcp: Mcp
    beforeAll(async () => {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    })
    afterAll(() => mcp?.stop())

    it('lists requests and retrieves one', async () => {
      await mcp.call('add-suppression', { email: 'mcp@example.net' })
      const listed = await mcp.call('list-logs', { limit: 1 })
      expect(listed).toContain('/suppressions')
      const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(listed)!
      expect(await mcp.call('get-log', { logId: id })).toContain('mcp@example.net')
    })
  })
})
