// Broadcasts in the published SDK, command line and MCP server, unmodified and in separate processes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { contactsOf } from '../support/contacts.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const FROM = 'Acme <news@acme.example>'

describe('the SDK', () => {
  let run: SdkRun

  beforeAll(async () => {
    run = await sdkRun('broadcasts-program.ts')
  })
  afterAll(() => run.end())

  it('creates, retrieves, updates, duplicates and deletes a broadcast', () => {
    const { answers } = run
    const { id } = answers.create
    const reference = { object: 'broadcast', id }
    expect(answers.create).toEqual(reference)
    const shown = { ...reference, name: 'News', status: 'draft', reply_to: ['a@acme.example'], preview_text: 'Look' }
    expect(answers.get).toMatchObject(shown)
    expect(answers.list.data).toMatchObject([{ id, name: 'News' }])
    expect([answers.update, answers.schedule, answers.cancel]).toMatchObject([{ id }, { id }, { id }])
    expect(answers['get scheduled']).toMatchObject({ status: 'scheduled', name: 'November news', text: '' })
    expect(answers.duplicate).toEqual({ object: 'broadcast', id: UUID })
    expect(answers.remove).toEqual({ ...reference, deleted: true })
    expect(answers['get removed'].error).toMatchObject({ statusCode: 404, message: 'Broadcast not found' })
    const message = 'Only draft or scheduled broadcasts can be deleted'
    expect(answers['remove sent'].error).toMatchObject({ statusCode: 403, name: 'validation_error', message })
  })

  it('sends each contact one email', async () => {
    const messages = await run.sink.received(2)
    const subjects = messages.map(({ recipients, raw }) => `${recipients[0]}: ${/^Subject: (.*)\r$/m.exec(raw)![1]}`)
    expect(subjects.toSorted()).toEqual(['mira@example.net: Hi Mira', 'otto@example.net: Hi there'])
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine
  let segment_id: string

  withCommandLine((...made) => ([server, cli] = made))
  beforeAll(async () => {
    segment_id = await contactsOf(server).aSegment()
  })

  it('the command line creates, schedules, cancels, duplicates and deletes', async () => {
    const content = ['--from', FROM, '--subject', 'Hi', '--html', '<p>News</p>', '--segment-id', segment_id]
    const { id } = await cli.resend('broadcasts', 'create', '--name', 'News', ...content)
    expect(await cli.resend('broadcasts', 'get', id)).toMatchObject({ id, status: 'draft', audience_id: segment_id })
    expect(await cli.resend('broadcasts', 'update', id, '--subject', 'Bye')).toMatchObject({ id })
    expect(await cli.resend('broadcasts', 'send', id, '--scheduled-at', 'in 1 hour')).toMatchObject({ id })
    expect((await cli.resend('broadcasts', 'list')).data).toMatchObject([{ id, status: 'scheduled' }])
    expect(await cli.resend('broadcasts', 'cancel', id)).toMatchObject({ id })
    expect(await cli.resend('broadcasts', 'duplicate', id)).toMatchObject({ id: UUID })
    expect(await cli.resend('broadcasts', 'delete', id, '--yes')).toMatchObject({ deleted: true })
  })

  describe('the MCP server', () => {
    let mcp: Mcp
    beforeAll(async () => {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    })
    afterAll(() => mcp?.stop())

    it('creates, retrieves, schedules, cancels, duplicates and deletes', async () => {
      const content = { from: FROM, subject: 'Hi', html: '<p>News</p>', text: 'News', segmentId: segment_id }
      const id = UUIDS.exec(await mcp.call('create-broadcast', { name: 'By MCP', ...content }))![0]
      expect(await mcp.call('list-broadcasts', {})).toContain('By MCP')
      expect(await mcp.call('get-broadcast', { broadcastId: id })).toContain(segment_id)
      await mcp.call('update-broadcast', { broadcastId: id, name: 'By MCP, again' })
      await mcp.call('send-broadcast', { broadcastId: id, scheduledAt: 'in 1 hour' })
      expect(await mcp.call('get-broadcast', { broadcastId: id })).toContain('scheduled')
      await mcp.call('cancel-broadcast', { broadcastId: id })
      expect(await mcp.call('duplicate-broadcast', { broadcastId: id })).toMatch(UUIDS)
      await mcp.call('remove-broadcast', { broadcastId: id })
      await expect(mcp.call('get-broadcast', { broadcastId: id })).rejects.toThrow('Broadcast not found')
    })
  })
})

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
