// Webhooks in the published SDK, command line and MCP server, unmodified and in separate processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Resend } from 'resend'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLI, type CommandLine, commandLine } from '../support/cli.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { waitUntil } from '../support/wait-until.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const EVENT = expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/)
const SECRET = expect.stringMatching(/^whsec_/)

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, end } = await sdkRun('webhooks-program.ts'))
  })
  afterAll(() => end())

  it('creates, lists, retrieves, updates and deletes an endpoint', () => {
    const { id, signing_secret } = answers.create
    expect(answers.create).toEqual({ object: 'webhook', id: UUID, signing_secret: SECRET })
    expect(answers['create for nothing'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    const item = { id, status: 'enabled', endpoint: 'https://hook.invalid/a', events: ['email.sent', 'topic.created'] }
    expect(answers.list).toMatchObject({ object: 'list', has_more: false, data: [item] })
    expect(answers.get).toMatchObject({ object: 'webhook', ...item, signing_secret })
    expect([answers['update nothing'], answers.update]).toEqual([
      { object: 'webhook', id },
      { object: 'webhook', id },
    ])
    expect(answers['get updated'].events).toEqual(['topic.created'])
    expect(answers.rotate).toEqual({ object: 'webhook', id, signing_secret: SECRET })
    expect(answers.rotate.signing_secret).not.toBe(signing_secret)
    expect(answers.remove).toEqual({ object: 'webhook', id, deleted: true })
    expect(answers['get removed'].error).toMatchObject({ statusCode: 404, message: 'Webhook endpoint not found' })
  })

  it('lists, retrieves and replays events', () => {
    expect(answers.events).toMatchObject({
      object: 'list',
      has_more: false,
      data: [{ id: EVENT, type: 'topic.created' }],
    })
    const [{ id }] = answers.events.data
    expect(answers.event).toMatchObject({ object: 'webhook_event', id, payload: { data: { name: 'News' } } })
    expect(answers.replay).toEqual({ object: 'webhook_event', id })
    expect(answers.attempts).toMatchObject({ object: 'list', has_more: false })
    expect(answers['replay disabled'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine
  const add = async (): Promise<string> => {
    const body = { endpoint: 'https://hook.invalid', events: ['topic.created'] }
    return (await server.call('POST', '/webhooks', { body })).body.id
  }
  const happens = (name = 'News') => server.call('POST', '/topics', { body: { name, default_subscription: 'opt_in' } })

  beforeAll(async () => {
    server = await startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
    cli = commandLine(server)
  })
  afterAll(async () => {
    await server?.stop()
    cli?.end()
  })

  it('the command line creates, lists, retrieves, updates and deletes an endpoint', async () => {
    const made = await cli.resend('webhooks', 'create', '--endpoint', 'https://hook.invalid', '--events', 'all')
    expect(made).toEqual({ object: 'webhook', id: UUID, signing_secret: SECRET })
    const { id } = made
    expect(await cli.resend('webhooks', 'get', id)).toMatchObject({ id, status: 'enabled' })
    expect((await cli.resend('webhooks', 'list', '--limit', '1')).data).toMatchObject([{ id }])
    await cli.resend('webhooks', 'update', id, '--events', 'topic.created')
    expect((await cli.resend('webhooks', 'get', id)).events).toEqual(['topic.created'])
    expect(await cli.resend('webhooks', 'rotate-signing-secret', id)).toMatchObject({ signing_secret: SECRET })
    await happens()
    const events = await cli.resend('webhooks', 'events', 'list', id)
    expect(events.data).toMatchObject([{ id: EVENT, type: 'topic.created' }])
    const event = events.data[0].id
    expect(await cli.resend('webhooks', 'events', 'get', id, event)).toMatchObject({
      object: 'webhook_event',
      id: event,
    })
    expect(await cli.resend('webhooks', 'events', 'replay', id, event)).toMatchObject({ id: event })
    expect(await cli.resend('webhooks', 'events', 'attempts', id, event)).toMatchObject({ object: 'list' })
    const disabled = await cli.resend('webhooks', 'update', id, '--status', 'disabled')
    expect(disabled).toMatchObject({ object: 'webhook', id })
    expect(await cli.resend('webhooks', 'delete', id, '--yes')).toMatchObject({ id, deleted: true })
  })

  it('the command line listens, and forwards requests that the SDK verifies', async () => {
    const [port, received] = [await freePort(), [] as { headers: Record<string, unknown>; payload: string }[]]
    const target = createServer(async (request, response) => {
      received.push({ headers: request.headers, payload: await text(request) })
      response.end('ok')
    }).listen(0, '127.0.0.1')
    await once(target, 'listening')
    const to = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`
    const url = `http://127.0.0.1:${port}`
    const args = ['webhooks', 'listen', '--url', url, '--port', String(port), '--forward-to', to]
    const listening = spawn(process.execPath, [CLI, ...args, '--events', 'topic.created'], { env: cli.env })
    try {
      const list = async () => (await server.call('GET', '/webhooks')).body.data
      await waitUntil(async () => (await list()).some(({ endpoint }: { endpoint: string }) => endpoint === url))
      const { id } = (await list()).find(({ endpoint }: { endpoint: string }) => endpoint === url)
      await happens('Listened to')
      await waitUntil(() => received.length > 0)
      const { headers, payload } = received[0]!
      const [of, timestamp, signature] = ['id', 'timestamp', 'signature'].map(name => String(headers[`svix-${name}`]))
      const webhookSecret = (await server.call('GET', `/webhooks/${id}`)).body.signing_secret
      const posted = { payload, headers: { id: of!, timestamp: timestamp!, signature: signature! }, webhookSecret }
      expect(new Resend('re_1').webhooks.verify(posted)).toMatchObject({
        type: 'topic.created',
        data: { name: 'Listened to' },
      })
      listening.kill('SIGINT')
      await once(listening, 'exit')
      expect((await list()).some(({ endpoint }: { endpoint: string }) => endpoint === url)).toBe(false)
    } finally {
      listening.kill('SIGKILL')
      target.close()
      target.closeAllConnections()
    }
  })

  describe('the MCP server', () => {
    let mcp: Mcp
    beforeAll(async () => {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    })
    afterAll(() => mcp?.stop())

    it('creates, lists, retrieves, updates and deletes an endpoint', async () => {
      const endpoint = 'https://mcp.invalid/hook'
      const events = ['email.sent', 'topic.created'].slice(0, 1)
      expect(await mcp.call('create-webhook', { endpoint, events })).toContain('whsec_')
      expect(await mcp.call('list-webhooks', {})).toContain(endpoint)
      const { data } = (await server.call('GET', '/webhooks')).body
      const webhookId = data.find((each: { endpoint: string }) => each.endpoint === endpoint).id
      expect(await mcp.call('get-webhook', { webhookId })).toContain(endpoint)
      await mcp.call('update-webhook', { webhookId, status: 'disabled' })
      expect((await server.call('GET', `/webhooks/${webhookId}`)).body.status).toBe('disabled')
      expect(await mcp.call('rotate-webhook-signing-secret', { webhookId })).toContain('whsec_')
      await mcp.call('remove-webhook', { webhookId })
      await expect(mcp.call('get-webhook', { webhookId })).rejects.toThrow('Webhook endpoint not found')
    })

    it('lists, retrieves and replays events', async () => {
      const webhookId = await add()
      await happens('By MCP')
      expect(await mcp.call('list-webhook-events', { webhookId })).toContain('topic.created')
      const eventId = (await server.call('GET', `/webhooks/${webhookId}/events`)).body.data[0].id
      expect(await mcp.call('get-webhook-event', { webhookId, eventId })).toContain('By MCP')
      expect(await mcp.call('replay-webhook-event', { webhookId, eventId })).toContain(eventId)
      await mcp.call('list-webhook-event-attempts', { webhookId, eventId })
    })
  })
})
