// Scheduled emails and batches in the published SDK, command line and MCP server, unmodified and in separate processes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { anEmailBody } from '../support/emails.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let sink: SdkRun['sink']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, sink, end } = await sdkRun('sending-program.ts'))
  })
  afterAll(() => end())

  it('schedules and reschedules an email', () => {
    const { id } = answers['send later']
    expect(answers['send in the past'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(answers.update).toEqual({ object: 'email', id })
    expect(answers['get updated']).toMatchObject({ last_event: 'scheduled', scheduled_at: answers.at })
    expect(answers.cancel).toEqual({ object: 'email', id })
    expect(answers['get canceled']).toMatchObject({ last_event: 'canceled' })
    expect(answers['update canceled'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })

  it('sends batches, strict and permissive', async () => {
    expect(answers.batch).toEqual({ data: [{ id: UUID }, { id: UUID }] })
    expect(answers['batch again']).toEqual(answers.batch)
    expect(answers.strict.error).toMatchObject({ statusCode: 422, message: expect.stringContaining('index 1') })
    expect(answers.permissive).toEqual({
      data: [{ id: UUID }],
      errors: [{ index: 1, message: expect.stringMatching(/^Invalid `to` field/) }],
    })
    const arrived = (await sink.received(2)).map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)![1])
    expect(arrived.toSorted()).toEqual(['Batch 1', 'Later'])
  })

  it('sends with a topic', () => {
    expect(answers['send about']).toEqual({ id: UUID })
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine

  withCommandLine((...made) => ([server, cli] = made))

  const lastEvent = async (id: string): Promise<string> => (await server.call('GET', `/emails/${id}`)).body.last_event
  const scheduled = async (): Promise<string> =>
    (await server.call('POST', '/emails', { body: anEmailBody({ scheduled_at: 'in 1 hour' }) })).body.id

  it('schedule, reschedule and send batches with the command line', async () => {
    const email = ['--from', 'ada@example.org', '--to', 'grace@example.net', '--subject', 'Hi', '--text', 'Hi']
    const { id } = await cli.resend('emails', 'send', ...email, '--scheduled-at', 'in 1 hour')
    expect(await lastEvent(id)).toBe('scheduled')
    const at = new Date(Date.now() + 7_200_000).toISOString()
    expect(await cli.resend('emails', 'update', id, '--scheduled-at', at)).toEqual({ object: 'email', id })
    expect((await server.call('GET', `/emails/${id}`)).body.scheduled_at).toBe(at)
    expect(await cli.resend('emails', 'cancel', id)).toEqual({ object: 'email', id })
    expect(await lastEvent(id)).toBe('canceled')
    const file = path.join(cli.home, 'batch.json')
    writeFileSync(file, JSON.stringify([anEmailBody(), anEmailBody({ to: 'nobody' })]))
    expect(await cli.resend('emails', 'batch', '--file', file)).toContain('index 1')
    expect(await cli.resend('emails', 'batch', '--file', file, '--batch-validation', 'permissive')).toMatchObject({
      data: [{ id: UUID }],
      errors: [{ index: 1 }],
    })
  })

  it('reschedule and send batches with the MCP server', async () => {
    let mcp: Mcp | undefined
    try {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
      const id = await scheduled()
      const scheduledAt = new Date(Date.now() + 7_200_000).toISOString()
      await mcp.call('update-email', { id, scheduledAt })
      expect((await server.call('GET', `/emails/${id}`)).body.scheduled_at).toBe(scheduledAt)
      await mcp.call('cancel-email', { id })
      expect(await lastEvent(id)).toBe('canceled')
      const email = { from: 'ada@example.org', to: ['grace@example.net'], subject: 'Hi', text: 'Hi' }
      const sent = await mcp.call('send-batch-emails', { emails: [email, email] })
      expect(sent.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)).toHaveLength(2)
    } finally {
      mcp?.stop()
    }
  })
})
