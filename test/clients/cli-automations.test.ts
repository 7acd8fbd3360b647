// The `automations` and `events` commands of the published command-line client, unmodified and in separate processes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, commandLine } from '../support/cli.ts'
import { aPublishedTemplate } from '../support/automations.ts'
import { type TestServer, startServer } from '../support/server.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

let server: TestServer
let cli: CommandLine

beforeAll(async () => {
  server = await startServer()
  cli = commandLine(server)
  await aPublishedTemplate(server)
})
afterAll(async () => {
  await server.stop()
  cli.end()
})

describe('resend events', () => {
  it('creates, lists, retrieves, updates, sends and deletes', async () => {
    const made = await cli.resend('events', 'create', '--name', 'user.joined', '--schema', '{"plan":"string"}')
    expect(made).toEqual({ object: 'event', id: UUID })
    expect((await cli.resend('events', 'list')).data).toMatchObject([{ id: made.id, name: 'user.joined' }])
    expect(await cli.resend('events', 'update', 'user.joined', '--schema', '{"plan":"number"}')).toEqual(made)
    expect(await cli.resend('events', 'get', made.id)).toMatchObject({
      name: 'user.joined',
      schema: { plan: 'number' },
    })
    const sent = ['events', 'send', '--event', 'user.joined', '--email', 'ana@example.com', '--payload']
    expect(await cli.resend(...sent, '{"plan":"3"}')).toEqual({ object: 'event', event: 'user.joined' })
    const refused = await cli.resend(...sent, '{"plan":"three"}')
    expect(refused).toContain('payload.plan must be a number')
    expect(await cli.resend('events', 'delete', 'user.joined', '--yes')).toMatchObject({
      object: 'event',
      deleted: true,
    })
  })
})

describe('resend automations', () => {
  const connections = [
    { from: 't', to: 'w' },
    { from: 'w', to: 'm', type: 'event_received' },
    { from: 'w', to: 'd', type: 'timeout' },
  ]
  const steps = [
    { key: 't', type: 'trigger', config: { eventName: 'user.created' } },
    { key: 'w', type: 'wait_for_event', config: { eventName: 'user.confirmed', timeout: '1 day' } },
    { key: 'm', type: 'send_email', config: { template: { id: 'nudge' }, replyTo: 'help@example.com' } },
    { key: 'd', type: 'contact_delete', config: {} },
  ]

  it('creates from a file, enables, runs, stops, duplicates and deletes', async () => {
    const file = path.join(cli.home, 'workflow.json')
    writeFileSync(file, JSON.stringify({ name: 'Welcome', steps, connections }))
    const made = await cli.resend('automations', 'create', '--file', file)
    const { id } = made
    expect(made).toEqual({ object: 'automation', id: UUID })
    expect(await cli.resend('automations', 'update', id, '--status', 'enabled')).toMatchObject({
      object: 'automation',
      id,
    })
    expect(await cli.resend('automations', 'get', id)).toMatchObject({
      object: 'automation',
      status: 'enabled',
      steps: [
        { config: { event_name: 'user.created' } },
        { config: { event_name: 'user.confirmed', timeout: '1 day' } },
        { config: { template: { id: 'nudge' }, reply_to: 'help@example.com' } },
        { config: {} },
      ],
      connections: [{ ...connections[0], type: 'default' }, connections[1], connections[2]],
    })
    expect((await cli.resend('automations', 'list')).data).toMatchObject([{ id, name: 'Welcome' }])

    await cli.resend('events', 'send', '--event', 'user.created', '--email', 'bo@example.com')
    await server.queue.idle()
    const running = await cli.resend('automations', 'runs', 'list', id, '--status', 'running,failed')
    expect(running.data).toMatchObject([{ id: UUID, status: 'running', completed_at: null }])
    await cli.resend('events', 'send', '--event', 'user.confirmed', '--email', 'bo@example.com')
    await server.queue.idle()
    const run = ['automations', 'runs', 'get', '--automation-id', id, '--run-id', running.data[0].id]
    const shown = await cli.resend(...run)
    expect(shown).toMatchObject({ object: 'automation_run', status: 'completed' })
    expect(shown.steps.map(({ key, status }: { key: string; status: string }) => `${key} ${status}`)).toEqual([
      't completed',
      'w completed',
      'm completed',
      'd skipped',
    ])

    expect(await cli.resend('automations', 'stop', id)).toEqual({ object: 'automation', id, status: 'disabled' })
    const copy = await cli.resend('automations', 'duplicate', id)
    expect(copy).toEqual({ object: 'automation', id: UUID })
    expect(copy.id).not.toBe(id)
    expect(await cli.resend('automations', 'delete', id, '--yes')).toMatchObject({
      object: 'automation',
      deleted: true,
    })
    expect(await cli.resend('automations', 'get', id)).toContain('Automation not found')
  })
})
