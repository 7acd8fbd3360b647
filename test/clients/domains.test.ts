// Domains in the published SDK and command line, unmodified and in separate processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../support/cli.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import { startServer } from '../support/server.ts'

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, end } = await sdkRun('domains-program.ts'))
  })
  afterAll(() => end())

  it('adds, retrieves, updates, verifies and deletes a domain', () => {
    const { id } = answers.create
    const names = answers.create.records.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['bounces.mail', 'go.mail']))
    expect(answers['create again'].error).toMatchObject({
      statusCode: 403,
      message: 'The `mail.example.org` domain has been registered already.',
    })
    expect(answers.list).toMatchObject({ object: 'list', data: [{ id, capabilities: { sending: 'enabled' } }] })
    expect(answers.get).toEqual({ object: 'domain', ...answers.create })
    expect([answers.update, answers.verify]).toEqual([
      { object: 'domain', id },
      { object: 'domain', id },
    ])
    expect(answers['get verifying']).toMatchObject({ status: 'pending', open_tracking: true })
    expect(answers.remove).toEqual({ object: 'domain', id, deleted: true })
    expect(answers['get removed'].error).toMatchObject({ statusCode: 404, message: 'Domain not found' })
  })

  it('requests claims', () => {
    expect(answers['claim nobody'].error).toMatchObject({ message: 'Domain is not available to claim' })
    const unknown = { statusCode: 404, message: 'Domain claim not found' }
    expect(answers['claim get'].error).toMatchObject(unknown)
    expect(answers['claim verify'].error).toMatchObject(unknown)
  })
})

describe('the command line', () => {
  it('adds, lists, retrieves and deletes a domain', async () => {
    const server = await startServer()
    const cli = commandLine(server)
    const { id } = await cli.resend('domains', 'create', '--name', 'cli.example.org')
    expect(await cli.resend('domains', 'list')).toMatchObject({ data: [{ id, name: 'cli.example.org' }] })
    expect(await cli.resend('domains', 'get', id)).toMatchObject({ id, status: 'not_started' })
    expect(await cli.resend('domains', 'verify', id)).toMatchObject({ id })
    expect(await cli.resend('domains', 'delete', id, '--yes')).toMatchObject({ id, deleted: true })
    await server.stop()
    cli.end()
  })
})
