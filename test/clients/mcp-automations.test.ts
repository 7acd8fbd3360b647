// The automation and event tools of the published MCP server, unmodified and in a separate process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPublishedTemplate, runsOf } from '../support/automations.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let mcp: Mcp
let segmentId: string

beforeAll(async () => {
  server = await startServer()
  await aPublishedTemplate(server)
  segmentId = (await server.call('POST', '/segments', { body: { name: 'S' } })).body.id
  mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
})
afterAll(async () => {
  mcp?.stop()
  await server.stop()
})

const idIn = (text: string): string => /ID: ([0-9a-f-]{36})/.exec(text)![1]!
const mail = { template: { id: 'nudge' }, from: 'Team <team@example.com>', subject: 'Thanks' }
const isPaid = { type: 'rule', field: 'event.converted', operator: 'eq', value: true }
const filterRule = { type: 'rule', field: 'event.stars', operator: 'gte', value: 4 }
const workflowWith = (segment: string) => ({
  steps: [
    { key: 'trigger', type: 'trigger', config: { eventName: 'trial.ended' }, next: 'condition_1' },
    {
      key: 'condition_1',
      type: 'condition',
      config: isPaid,
      branches: { condition_met: 'send_email_1', condition_not_met: 'wait_event_1' },
    },
    { key: 'send_email_1', type: 'send_email', config: mail, next: 'contact_update_1' },
    {
      key: 'contact_update_1',
      type: 'contact_update',
      config: { firstName: { var: 'event.name' }, unsubscribed: false },
      next: 'add_to_segment_1',
    },
    { key: 'add_to_segment_1', type: 'add_to_segment', config: { segmentId: segment }, next: null },
    {
      key: 'wait_event_1',
      type: 'wait_for_event',
      config: { eventName: 'feedback.received', timeout: '3 days', filterRule },
      branches: { event_received: 'contact_delete_1', timeout: null },
    },
    { key: 'contact_delete_1', type: 'contact_delete', config: {}, next: null },
  ],
})
const workflow = workflowWith('')
const drawn = () => workflowWith(segmentId)

describe('the MCP server', () => {
  it('has tools for automations and events', async () => {
    const tools = await mcp.tools()
    for (const name of ['create', 'update', 'get', 'duplicate', 'remove']) expect(tools).toContain(`${name}-automation`)
    for (const name of ['get-automation-runs', 'send-event', 'manage-events']) expect(tools).toContain(name)
  })

  it('creates, retrieves, updates and deletes events', async () => {
    const schema = { stars: 'number' }
    const made = await mcp.call('manage-events', { action: 'create', name: 'feedback.given', schema })
    const id = /[0-9a-f-]{36}/.exec(made)![0]
    expect(await mcp.call('manage-events', { action: 'list' })).toContain('feedback.given')
    await mcp.call('manage-events', { action: 'update', identifier: 'feedback.given', schema: { stars: 'string' } })
    expect(await mcp.call('manage-events', { action: 'get', identifier: id })).toContain('string')
    await mcp.call('manage-events', { action: 'remove', identifier: id })
    await expect(mcp.call('manage-events', { action: 'get', identifier: id })).rejects.toThrow('Event not found')
  })

  it('creates an automation with every type of step, runs it, and reads it back', async () => {
    const made = await mcp.call('create-automation', { name: 'Trial', status: 'enabled', workflow: drawn() })
    const id = idIn(made)
    const { body } = await server.call('GET', `/automations/${id}`)
    expect(body.steps.map(({ type }: { type: string }) => type)).toEqual(workflow.steps.map(({ type }) => type))
    expect(body.steps[5].config).toEqual({
      event_name: 'feedback.received',
      timeout: '3 days',
      filter_rule: filterRule,
    })
    expect(body.connections).toContainEqual({ from: 'condition_1', to: 'wait_event_1', type: 'condition_not_met' })

    const shown = await mcp.call('get-automation', { id })
    const read = JSON.parse(shown.slice(shown.indexOf('{'), shown.lastIndexOf('}') + 1))
    expect(read.steps.map(({ key }: { key: string }) => key)).toEqual(workflow.steps.map(({ key }) => key))
    expect(read.steps[1].branches).toEqual(workflow.steps[1]!.branches)
    expect(read.steps[2].next).toBe('contact_update_1')
    expect(await mcp.call('get-automation', { status: 'enabled' })).toContain(id)

    const event = { event: 'trial.ended', email: 'ana@example.com', payload: { converted: true, name: 'Ana' } }
    await mcp.call('send-event', event)
    await server.queue.idle()
    const [run] = await runsOf(server, id)
    expect(run.status).toBe('completed')
    expect(await mcp.call('get-automation-runs', { automationId: id, status: 'completed' })).toContain(run.id)
    const detail = await mcp.call('get-automation-runs', { automationId: id, runId: run.id })
    expect(detail).toContain('add_to_segment_1')
    expect(detail).toContain('skipped')
    expect((await server.call('GET', '/contacts/ana@example.com')).body.first_name).toBe('Ana')
  })

  it('updates a disabled automation, reports that an enabled one is protected, duplicates and deletes', async () => {
    const id = idIn(await mcp.call('create-automation', { name: 'Other', workflow: drawn() }))
    await mcp.call('update-automation', { id, name: 'Renamed', status: 'enabled' })
    await expect(mcp.call('update-automation', { id, workflow: drawn() })).rejects.toThrow('cannot be changed')
    const copy = (await mcp.call('duplicate-automation', { id })).match(/[0-9a-f-]{36}/)![0]
    expect((await server.call('GET', `/automations/${copy}`)).body).toMatchObject({
      name: 'Renamed (copy)',
      status: 'disabled',
    })
    await mcp.call('update-automation', { id: copy, workflow: drawn() })
    await mcp.call('update-automation', { id, status: 'disabled' })
    await mcp.call('remove-automation', { id })
    await expect(mcp.call('get-automation', { id })).rejects.toThrow('Automation not found')
  })
})
