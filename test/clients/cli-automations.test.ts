// The published command-line client's `automations` and `events`, unmodified and in processes of their own.
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPublishedTemplate } from '../support/automations.ts'
import { type TestServer, startServer, temporaryFolder } from '../support/server.ts'

const CLI = fileURLToPath(new URL('../../node_modules/resend-cli/dist/cli.cjs', import.meta.url))
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

let server: TestServer
let home: string

beforeAll(async () => {
  server = await startServer()
  home = temporaryFolder()
  await aPublishedTemplate(server)
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
async function resend(...args: string[]): Promise<any> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    RESEND_API_KEY: server.key,
    RESEND_BASE_URL: server.url,
    RESEND_TELEMETRY_DISABLED: '1',
    RESEND_NO_UPDATE_NOTIFIER: '1',
  }
  const run = promisify(execFile)(process.execPath, [CLI, ...args, '--json'], { env, timeout: 20_000 })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  // what was refused is told in words on the other stream
  return stdout.trim() === '' ? stderr : JSON.parse(stdout)
}

describe('resend events', () => {
  it('creates, lists, shows, changes, sends and deletes', async () => {
    const made = await resend('events', 'create', '--name', 'user.joined', '--schema', '{"plan":"string"}')
    expect(made).toEqual({ object: 'event', id: UUID })
    expect((await resend('events', 'list')).data).toMatchObject([{ id: made.id, name: 'user.joined' }])
    expect(await resend('events', 'update', 'user.joined', '--schema', '{"plan":"number"}')).toEqual(made)
    expect(await resend('events', 'get', made.id)).toMatchObject({ name: 'user.joined', schema: { plan: 'number' } })
    const sent = ['events', 'send', '--event', 'user.joined', '--email', 'ana@example.com', '--payload']
    expect(await resend(...sent, '{"plan":"3"}')).toEqual({ object: 'event', event: 'user.joined' })
    const refused = await resend(...sent, '{"plan":"three"}')
    expect(refused).toContain('payload.plan must be a number')
    expect(await resend('events', 'delete', 'user.joined', '--yes')).toMatchObject({ object: 'event', deleted: true })
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

  it('creates from a file, enables, runs, stops, copies and deletes', async () => {
    const file = path.join(home, 'workflow.json')
    writeFileSync(file, JSON.stringify({ name: 'Welcome', steps, connections }))
    const made = await resend('automations', 'create', '--file', file)
    const { id } = made
    expect(made).toEqual({ object: 'automation', id: UUID })
    expect(await resend('automations', 'update', id, '--status', 'enabled')).toMatchObject({ object: 'automation', id })
    expect(await resend('automations', 'get', id)).toMatchObject({
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
    expect((await resend('automations', 'list')).data).toMatchObject([{ id, name: 'Welcome' }])

    await resend('events', 'send', '--event', 'user.created', '--email', 'bo@example.com')
    await server.queue.idle()
    const running = await resend('automations', 'runs', 'list', id, '--status', 'running,failed')
    expect(running.data).toMatchObject([{ id: UUID, status: 'running', completed_at: null }])
    await resend('events', 'send', '--event', 'user.confirmed', '--email', 'bo@example.com')
    await server.queue.idle()
    const run = ['automations', 'runs', 'get', '--automation-id', id, '--run-id', running.data[0].id]
    const shown = await resend(...run)
    expect(shown).toMatchObject({ object: 'automation_run', status: 'completed' })
    expect(shown.steps.map(({ key, status }: { key: string; status: string }) => `${key} ${status}`)).toEqual([
      't completed',
      'w completed',
      'm completed',
      'd skipped',
    ])

    expect(await resend('automations', 'stop', id)).toEqual({ object: 'automation', id, status: 'disabled' })
    const copy = await resend('automations', 'duplicate', id)
    expect(copy).toEqual({ object: 'automation', id: UUID })
    expect(copy.id).not.toBe(id)
    expect(await resend('automations', 'delete', id, '--yes')).toMatchObject({ object: 'automation', deleted: true })
    expect(await resend('automations', 'get', id)).toContain('Automation not found')
  })
})
