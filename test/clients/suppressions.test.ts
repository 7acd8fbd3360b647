// Suppressions in the published SDK, command line and MCP server, unmodified and in separate processes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const REFERENCE = { object: 'suppression', id: UUID }

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, end } = await sdkRun('suppressions-program.ts'))
  })
  afterAll(() => end())

  it('adds, retrieves and deletes a suppression', () => {
    const { id } = answers.add
    expect(answers.add).toEqual({ object: 'suppression', id })
    expect(answers['add again']).toEqual(answers.add)
    expect(answers['add nobody'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const shown = { object: 'suppression', id, email: 'ada+news@example.com', origin: 'manual', source_id: null }
    expect(answers['get by address']).toMatchObject(shown)
    expect(answers['get by id']).toEqual(answers['get by address'])
    expect(answers.remove).toEqual({ object: 'suppression', id, deleted: true })
    expect(answers['get removed'].error).toMatchObject({ statusCode: 404, message: 'Suppression not found' })
  })

  it('adds, lists and deletes several', () => {
    expect(answers['add several']).toEqual({ data: [REFERENCE, REFERENCE] })
    const data = [{ email: 'c@example.com' }, { email: 'b@example.com' }]
    expect(answers.list).toMatchObject({ object: 'list', has_more: true, data })
    expect(answers['list bounces']).toEqual({ object: 'list', has_more: false, data: [] })
    expect(answers['remove several']).toEqual({ data: [{ ...REFERENCE, deleted: true }] })
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine

  withCommandLine((...made) => ([server, cli] = made))

  it('the command line adds, lists, retrieves and deletes', async () => {
    const file = path.join(cli.home, 'emails.json')
    writeFileSync(file, '["one@example.com", "two@example.com"]')
    const [first, all, listed, shown] = [
      await cli.resend('suppressions', 'add', 'x@example.net'),
      await cli.resend('suppressions', 'batch', 'add', '--file', file),
      await cli.resend('suppressions', 'list', '--origin', 'manual', '--limit', '1'),
      await cli.resend('suppressions', 'get', 'x@example.net'),
    ]
    expect([first, all]).toEqual([REFERENCE, { data: [REFERENCE, REFERENCE] }])
    expect(listed).toMatchObject({ has_more: true, data: [{ email: 'two@example.com' }] })
    expect(shown).toMatchObject({ ...first, email: 'x@example.net', origin: 'manual' })
    const removed = { data: [{ deleted: true }, { deleted: true }] }
    expect(await cli.resend('suppressions', 'batch', 'remove', '--file', file)).toMatchObject(removed)
    expect(await cli.resend('suppressions', 'delete', 'x@example.net', '--yes')).toMatchObject({
      object: 'suppression',
      deleted: true,
    })
  })

  describe('the MCP server', () => {
    let mcp: Mcp
    beforeAll(async () => {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    })
    afterAll(() => mcp?.stop())

    it('adds, lists, retrieves and deletes', async () => {
      const email = 'mcp@example.net'
      expect(await mcp.call('add-suppression', { email })).toContain('uppress')
      await mcp.call('batch-add-suppressions', { emails: ['m1@example.net', 'm2@example.net'] })
      expect(await mcp.call('list-suppressions', { origin: 'manual' })).toContain('m2@example.net')
      expect(await mcp.call('get-suppression', { idOrEmail: email })).toContain(email)
      await mcp.call('batch-remove-suppressions', { emails: ['m1@example.net', 'm2@example.net'] })
      await mcp.call('remove-suppression', { idOrEmail: email })
      await expect(mcp.call('get-suppression', { idOrEmail: email })).rejects.toThrow('Suppression not found')
    })
  })
})
