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
import { type TestServer, startServer } from '../support/server.ts'

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
