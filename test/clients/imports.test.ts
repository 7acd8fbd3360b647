// Contact imports in the published SDK, command line and MCP server, unmodified and in separate processes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { endOf } from '../support/imports.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, end } = await sdkRun('imports-program.ts'))
  })
  afterAll(() => end())

  it('imports a file, and retrieves and lists the results', () => {
    const { id } = answers.create
    expect(answers.create).toEqual({ object: 'contact_import', id })
    const counts = { total: 3, created: 2, updated: 0, skipped: 0, failed: 1, departed: 0 }
    expect(answers.get).toMatchObject({ object: 'contact_import', id, status: 'completed', counts })
    expect(answers.list).toEqual({ object: 'list', has_more: false, data: [answers.get] })
    expect(answers['list all']).toEqual(answers.list)
  })

  it('finds the imported contacts', () => {
    expect(answers.contact).toMatchObject({
      first_name: 'Ada',
      properties: { billing_plan: { type: 'string', value: 'pro' } },
    })
    expect(answers.members.data).toMatchObject([{ email: 'eve@example.com' }, { email: 'ada@example.com' }])
    expect(answers.topics.data).toMatchObject([{ name: 'News', subscription: 'opt_in' }])
  })

  it('receives errors', () => {
    expect(answers['no column'].error).toMatchObject({
      statusCode: 422,
      name: 'validation_error',
      message: expect.stringMatching(/^CSV missing required email column\. Columns of the file: /),
    })
    expect(answers['get unknown'].error).toMatchObject({ statusCode: 404, message: 'Contact import not found' })
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine

  withCommandLine((...made) => ([server, cli] = made))

  it('the command line imports a file, and retrieves and lists the results', async () => {
    const file = path.join(cli.home, 'people.csv')
    writeFileSync(file, 'Email;First Name\nada@example.com;Ada\n')
    const map = '{"email":"Email","firstName":"First Name"}'
    const made = await cli.resend('contacts', 'imports', 'create', '--file', file, '--column-map', map)
    expect(made).toEqual({ object: 'contact_import', id: made.id })
    await endOf(server, made.id)
    const shown = await cli.resend('contacts', 'imports', 'get', made.id)
    expect(shown).toMatchObject({ id: made.id, status: 'completed', counts: { total: 1, created: 1 } })
    expect(await cli.resend('contacts', 'imports', 'list')).toMatchObject({ data: [{ id: made.id }] })
    expect(JSON.stringify(await cli.resend('contacts', 'imports', 'create', '--file', file))).toContain(
      'CSV missing required email column',
    )
  })

  describe('the MCP server', () => {
    let mcp: Mcp
    beforeAll(async () => {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    })
    afterAll(() => mcp?.stop())

    it('imports a text, and retrieves and lists the results', async () => {
      const said = await mcp.call('create-contact-import', {
        content: 'email\nmcp@example.com\n',
        onConflict: 'upsert',
      })
      const [, id] = /Import ID: ([0-9a-f-]{36})/.exec(said)!
      await endOf(server, id!)
      const shown = await mcp.call('get-contact-import', { id })
      expect(shown).toContain('Status: completed\nTotal: 1\nCreated: 1')
      expect(await mcp.call('list-contact-imports', { status: 'completed' })).toContain(id)
      await expect(mcp.call('create-contact-import', { content: 'name\n' })).rejects.toThrow('CSV missing required')
    })
  })
})
