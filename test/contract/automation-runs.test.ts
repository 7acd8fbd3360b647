import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectHidden, itIsRefusedToSendingKeys } from '../support/access.ts'
import {
  aPublishedTemplate,
  anAutomation,
  chain,
  delay,
  mail,
  runsOf,
  sendEvent,
  trigger,
} from '../support/automations.ts'
import { clock } from '../support/clock.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  await aPublishedTemplate(server)
})
afterAll(() => server.stop())
beforeEach(() => time.forward(60_000))

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const message = 'Automation not found'
const disabled = (): Promise<string> => anAutomation(server, chain(trigger()))

describe('listAutomationRuns', () => {
  const event = 'runs.listed'
  const graph = chain({ ...trigger(), config: { event_name: event } } as never, delay('pause'))
  const list = async (id: string, query = '') => server.call('GET', `/automations/${id}/runs?${query}`)

  it('gives all runs, newest first, by pages if asked, and of some statuses only', async () => {
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    await sendEvent(server, { event, email: 'one@example.com' })
    time.forward(3_600_000)
    for (const email of ['two@example.com', 'three@example.com']) {
      time.forward(1000)
      await sendEvent(server, { event, email })
    }
    const { body } = await list(id)
    const statuses = body.data.map(({ status }: { status: string }) => status)
    expect([statuses, body.has_more]).toEqual([['running', 'running', 'completed'], false])
    const first = (await list(id, 'limit=2')).body
    expect([first.data, first.has_more]).toEqual([body.data.slice(0, 2), true])
    expect((await list(id, `limit=2&after=${first.data[1].id}`)).body.data).toEqual(body.data.slice(2))
    expect((await list(id, 'status=completed')).body.data).toEqual(body.data.slice(2))
    expect((await list(id, 'status=failed%2Ccompleted')).body.data).toEqual(body.data.slice(2))
    expect((await list(id, 'status=running,completed,failed,cancelled,running')).body.data).toEqual(body.data)
    expect((await list(id, 'status=cancelled')).body.data).toEqual([])
  })

  it.each(['status=waiting', 'status=running,', 'status=', 'limit=0', `after=${UNKNOWN}`])(
    'refuses ?%s',
    async query => {
      const { status, body } = await list(await disabled(), query)
      expect([status, body.name]).toEqual([422, 'validation_error'])
    },
  )

  it('answers a stranger’s automation like an unknown one', async () => {
    const hidden = { id: await disabled(), unknown: UNKNOWN, message }
    await expectHidden(server, 'GET', id => `/automations/${id}/runs`, hidden)
  })

  itIsRefusedToSendingKeys(() => server, 'GET', `/automations/${UNKNOWN}/runs`)
})

describe('getAutomationRun', () => {
  const event = 'runs.shown'
  const graph = chain({ ...trigger(), config: { event_name: event } } as never, delay('pause'), mail('nudge'))
  const aRun = async (): Promise<{ automation: string; id: string }> => {
    const automation = await anAutomation(server, { ...graph, status: 'enabled' })
    await sendEvent(server, { event })
    return { automation, id: (await runsOf(server, automation))[0].id }
  }

  it('shows a run step by step, in the order of its graph', async () => {
    const { automation } = await aRun()
    const moment = time.now().toISOString()
    const blank = { started_at: null, completed_at: null, output: null, error: null, created_at: moment }
    const [run] = await runsOf(server, automation)
    expect(run).toEqual({
      object: 'automation_run',
      id: run.id,
      status: 'running',
      started_at: moment,
      completed_at: null,
      created_at: moment,
      error: null,
      steps: [
        { key: 'start', type: 'trigger', ...blank, status: 'completed', started_at: moment, completed_at: moment },
        { key: 'pause', type: 'delay', ...blank, status: 'waiting', started_at: moment },
        { key: 'nudge', type: 'send_email', ...blank, status: 'pending' },
      ],
    })
  })

  it('answers an unknown run, one of another automation, and a stranger’s alike', async () => {
    const { automation, id } = await aRun()
    const elsewhere = await disabled()
    const unknown = await server.call('GET', `/automations/${automation}/runs/${UNKNOWN}`)
    expect(unknown.body).toEqual({ statusCode: 404, message: 'Automation run not found', name: 'not_found' })
    expect((await server.call('GET', `/automations/${elsewhere}/runs/${id}`)).body).toEqual(unknown.body)
    const hidden = { id: automation, unknown: UNKNOWN, message }
    await expectHidden(server, 'GET', target => `/automations/${target}/runs/${id}`, hidden)
    const bad = await server.call('GET', `/automations/${automation}/runs/x`)
    expect(bad.body).toMatchObject({ statusCode: 422, name: 'invalid_parameter' })
  })

  itIsRefusedToSendingKeys(() => server, 'GET', `/automations/${UNKNOWN}/runs/${UNKNOWN}`)
})

describe('cancelAutomationRun', () => {
  const event = 'runs.cancelled'
  const graph = chain({ ...trigger(), config: { event_name: event } } as never, delay('pause'), mail('nudge'))
  const aRun = async (): Promise<{ automation: string; id: string; path: string }> => {
    const automation = await anAutomation(server, { ...graph, status: 'enabled' })
    await sendEvent(server, { event, email: 'cancelled@example.com' })
    const { id } = (await runsOf(server, automation))[0]
    return { automation, id, path: `/automations/${automation}/runs/${id}/cancel` }
  }

  it('ends a run where it is, and again', async () => {
    const { automation, id, path } = await aRun()
    const moment = time.now().toISOString()
    const cancelled = await server.call('POST', path)
    expect([cancelled.status, cancelled.body]).toEqual([200, { object: 'automation_run', id, status: 'cancelled' }])
    time.forward(3_600_000)
    await server.queue.idle()
    expect((await server.call('POST', path)).body).toEqual(cancelled.body)
    const [run] = await runsOf(server, automation)
    expect(run).toMatchObject({ status: 'cancelled', completed_at: moment })
    expect(run.steps.map(({ status }: { status: string }) => status)).toEqual(['completed', 'skipped', 'skipped'])
  })

  it('refuses one that has come to its end', async () => {
    const { path } = await aRun()
    time.forward(3_600_000)
    await server.queue.idle()
    const refused = await server.call('POST', path)
    expect(refused.body).toMatchObject({ statusCode: 422, message: expect.stringContaining('has completed') })
  })

  it('answers an unknown run, and a stranger’s, alike', async () => {
    const { automation, path } = await aRun()
    const unknown = await server.call('POST', `/automations/${automation}/runs/${UNKNOWN}/cancel`)
    expect(unknown.body).toEqual({ statusCode: 404, message: 'Automation run not found', name: 'not_found' })
    const { key } = await aTeam(server, 'Stranger to runs')
    expect((await server.call('POST', path, { key })).body).toMatchObject({ statusCode: 404, message })
    expect((await server.call('POST', path)).status).toBe(200)
  })

  itIsRefusedToSendingKeys(() => server, 'POST', `/automations/${UNKNOWN}/runs/${UNKNOWN}/cancel`)
})

describe('getAutomationMetrics', () => {
  const event = 'runs.counted'
  const start = { ...trigger(), config: { event_name: event } } as never
  const metrics = async (id: string) => (await server.call('GET', `/automations/${id}/metrics`)).body

  it('counts what became of the runs, also of those that were forgotten', async () => {
    const settings = { retention_days: 1 }
    const id = await anAutomation(server, { ...chain(start, delay('pause')), status: 'enabled', settings })
    const none = { started: 0, running: 0, completed: 0, failed: 0, cancelled: 0, waiting: 0 }
    expect(await metrics(id)).toEqual({ object: 'automation_metrics', id, ...none })
    for (const name of ['one', 'two']) await sendEvent(server, { event, email: `${name}@example.com` })
    time.forward(3_600_000)
    await server.queue.idle()
    for (const name of ['three', 'four']) await sendEvent(server, { event, email: `${name}@example.com` })
    const [{ id: run }] = (await runsOf(server, id)) as [{ id: string }]
    await server.call('POST', `/automations/${id}/runs/${run}/cancel`)
    const counted = { started: 4, running: 1, completed: 2, failed: 0, cancelled: 1, waiting: 1 }
    expect(await metrics(id)).toMatchObject(counted)
    time.forward(86_400_000 + 3_600_000)
    await server.queue.idle()
    expect((await runsOf(server, id)).length).toBe(1)
    expect(await metrics(id)).toMatchObject({ ...counted, running: 0, completed: 3, waiting: 0 })
  })

  it('answers a stranger’s automation like an unknown one', async () => {
    const hidden = { id: await disabled(), unknown: UNKNOWN, message }
    await expectHidden(server, 'GET', id => `/automations/${id}/metrics`, hidden)
  })

  itIsRefusedToSendingKeys(() => server, 'GET', `/automations/${UNKNOWN}/metrics`)
})
