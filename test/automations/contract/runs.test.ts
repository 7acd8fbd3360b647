import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findEmailToDeliver, recordDelivery } from '../../../src/mail/emails/actions.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, condition, contactDelete, contactUpdate, delay, mail, trigger, way } from '../rules/support.ts'
import { clock } from '../../support/clock.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  await aPublishedTemplate(server)
})
afterAll(() => server.stop())
beforeEach(() => time.forward(60_000))

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const disabled = (): Promise<string> => anAutomation(server, chain(trigger()))

describe('listAutomationRuns', () => {
  const event = 'runs.listed'
  const graph = chain({ ...trigger(), config: { event_name: event } } as never, delay('pause'))
  const list = async (id: string, query = '') => server.call('GET', `/automations/${id}/runs?${query}`)

  it('lists runs newest first, in pages and filtered by status', async () => {
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
    'rejects ?%s',
    async query => {
      const { status, body } = await list(await disabled(), query)
      expect([status, body.name]).toEqual([422, 'validation_error'])
    },
  )

  it('returns the contact of each run and filters by contact id or address', async () => {
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    for (const email of ['one@about.example', 'two@about.example', 'one@about.example', 'one@about.example']) {
      time.forward(1000)
      await sendEvent(server, { event, email })
    }
    const { body: one } = await server.call('GET', '/contacts/one@about.example')
    const about = { contact_id: one.id, contact_email: 'one@about.example' }
    const all = await list(id)
    expect(all.body.data.map(({ contact_email }: { contact_email: string }) => contact_email)).toEqual(
      ['one', 'one', 'two', 'one'].map(name => `${name}@about.example`),
    )
    const found = await list(id, 'contact=ONE%40about.example')
    expect(found.body.data).toMatchObject([about, about, about])
    expect((await list(id, `contact=${one.id}`)).body).toEqual(found.body)
    const ids = found.body.data.map((run: { id: string }) => run.id)
    const page = await list(id, `contact=${one.id}&limit=1&after=${ids[0]}`)
    expect([page.body.data[0].id, page.body.has_more]).toEqual([ids[1], true])
    await server.call('POST', `/automations/${id}/runs/${ids[2]}/cancel`)
    const running = await list(id, `contact=${one.id}&status=running,failed`)
    expect(running.body.data.map((run: { id: string }) => run.id)).toEqual(ids.slice(0, 2))
    expect((await list(id, `contact=${one.id}&status=cancelled`)).body.data).toHaveLength(1)
    for (const nobody of ['nobody@about.example', UNKNOWN, 'no-address']) {
      expect((await list(id, `contact=${nobody}`)).body).toEqual({ object: 'list', has_more: false, data: [] })
    }
    await server.call('DELETE', `/contacts/${one.id}`)
    expect((await list(id, `contact=${one.id}`)).body.data[0]).toMatchObject({ ...about, contact_email: null })
    expect((await runsOf(server, id)).at(-1)).toMatchObject({ ...about, contact_email: null })
  })
})

describe('getAutomationRun', () => {
  const event = 'runs.shown'
  const graph = chain({ ...trigger(), config: { event_name: event } } as never, delay('pause'), mail('nudge'))
  const aRun = async (): Promise<{ automation: string; id: string }> => {
    const automation = await anAutomation(server, { ...graph, status: 'enabled' })
    await sendEvent(server, { event })
    return { automation, id: (await runsOf(server, automation))[0].id }
  }

  it('returns the steps of a run in the order of its graph', async () => {
    const { automation } = await aRun()
    const moment = time.now().toISOString()
    const nothing = { output: null, error: null, reason: null, email: null }
    const blank = { started_at: null, completed_at: null, ...nothing, created_at: moment }
    const [run] = await runsOf(server, automation)
    expect(run).toEqual({
      object: 'automation_run',
      id: run.id,
      status: 'running',
      started_at: moment,
      completed_at: null,
      created_at: moment,
      contact_id: run.contact_id,
      contact_email: 'ana@example.com',
      error: null,
      steps: [
        { key: 'start', type: 'trigger', ...blank, status: 'completed', started_at: moment, completed_at: moment },
        { key: 'pause', type: 'delay', ...blank, status: 'waiting', started_at: moment },
        { key: 'nudge', type: 'send_email', ...blank, status: 'pending' },
      ],
    })
  })

  it('returns the reason for a skipped step', async () => {
    const topic = await server.call('POST', '/topics', { body: { name: 'T', default_subscription: 'opt_out' } })
    const skipping = {
      steps: [
        { ...trigger(), config: { event_name: 'runs.skipped' } },
        mail('topic', { topic_id: topic.body.id }),
        contactUpdate('off', { unsubscribed: true }),
        mail('mail'),
        condition('plan'),
        delay('taken', '1 hour'),
        delay('untaken', '1 hour'),
        contactDelete('delete'),
        mail('last'),
      ],
      connections: [
        way('start', 'topic'),
        way('topic', 'off'),
        way('off', 'mail'),
        way('mail', 'plan'),
        way('plan', 'taken', 'condition_met'),
        way('plan', 'untaken', 'condition_not_met'),
        way('taken', 'delete'),
        way('delete', 'last'),
      ],
    }
    const automation = await anAutomation(server, { ...(skipping as object), status: 'enabled' })
    const begin = (email: string, payload: object) => sendEvent(server, { event: 'runs.skipped', email, payload })
    await begin('one@skip.example', { plan: 'pro' })
    await begin('two@skip.example', {})
    await begin('three@skip.example', { plan: 'pro' })
    const cancelled = (await runsOf(server, automation))[0]
    await server.call('POST', `/automations/${automation}/runs/${cancelled.id}/cancel`)
    await server.call('DELETE', '/contacts/two@skip.example')
    time.forward(3_600_000)
    await server.queue.idle()
    const reasons = (await runsOf(server, automation)).map(({ steps }) =>
      steps.map(({ reason }: { reason: string | null }) => reason),
    )
    const common = [null, 'unsubscribed_from_topic', null, 'unsubscribed', null]
    expect(reasons).toEqual([
      [...common, 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
      [...common, 'contact_deleted', 'contact_deleted', 'contact_deleted', 'contact_deleted'],
      [...common, null, 'contact_deleted', null, 'contact_deleted'],
    ])
    const plain = { ...trigger(), config: { event_name: 'runs.branched' } }
    const branched = {
      steps: [plain, condition('c'), mail('m'), mail('n')],
      connections: [way('start', 'c'), way('c', 'm', 'condition_met'), way('c', 'n', 'condition_not_met')],
    }
    const other = await anAutomation(server, { ...(branched as object), status: 'enabled' })
    await sendEvent(server, { event: 'runs.branched', payload: { plan: 'pro' }, email: 'four@skip.example' })
    const [run] = await runsOf(server, other)
    expect(run.steps.map(({ reason }: { reason: string | null }) => reason)).toEqual([
      null,
      null,
      null,
      'branch_not_taken',
    ])
  })

  it('returns the delivery status of the email of a step', async () => {
    const mailing = chain({ ...trigger(), config: { event_name: 'runs.mailed' } } as never, mail('m'), delay('d'))
    const automation = await anAutomation(server, { ...mailing, status: 'enabled' })
    await sendEvent(server, { event: 'runs.mailed' })
    const [{ steps, id }] = await runsOf(server, automation)
    const { email_id } = steps[1].output
    expect(steps.map(({ email }: { email: object | null }) => email)).toEqual([
      null,
      { id: email_id, last_event: 'delivered', recipients: [expect.objectContaining({ status: 'delivered' })] },
      null,
    ])
    await server.database.unit(async tx => {
      const email = (await findEmailToDeliver(tx, { email_id }))!
      const refused = { address: 'ana@example.com', status: 'bounced', code: 550, reply: 'no such user' } as const
      const delivery = { last_event: 'bounced', settled: {}, recipients: [refused], events: [] } as const
      await recordDelivery({ tx, now: time.now() }, email, { ...delivery, recipients: [refused], events: [] })
    })
    const { body } = await server.call('GET', `/automations/${automation}/runs/${id}`)
    expect(body.steps[1].email).toEqual({
      id: email_id,
      last_event: 'bounced',
      recipients: [{ address: 'ana@example.com', status: 'bounced', code: 550, reply: 'no such user' }],
    })
    expect((await server.call('GET', `/emails/${email_id}`)).body.last_event).toBe('bounced')
  })

  it('returns 404 for an unknown run and a run of another automation', async () => {
    const { automation, id } = await aRun()
    const elsewhere = await disabled()
    const unknown = await server.call('GET', `/automations/${automation}/runs/${UNKNOWN}`)
    expect(unknown.body).toEqual({ statusCode: 404, message: 'Automation run not found', name: 'not_found' })
    expect((await server.call('GET', `/automations/${elsewhere}/runs/${id}`)).body).toEqual(unknown.body)
  })
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

  it('cancels a running run and accepts a repeated request', async () => {
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

  it('rejects a completed run', async () => {
    const { path } = await aRun()
    time.forward(3_600_000)
    await server.queue.idle()
    const refused = await server.call('POST', path)
    expect(refused.body).toMatchObject({ statusCode: 422, message: expect.stringContaining('has completed') })
  })

  it('returns 404 for an unknown run', async () => {
    const { automation } = await aRun()
    const unknown = await server.call('POST', `/automations/${automation}/runs/${UNKNOWN}/cancel`)
    expect(unknown.body).toEqual({ statusCode: 404, message: 'Automation run not found', name: 'not_found' })
  })
})

describe('getAutomationMetrics', () => {
  const event = 'runs.counted'
  const start = { ...trigger(), config: { event_name: event } } as never
  const metrics = async (id: string) => (await server.call('GET', `/automations/${id}/metrics`)).body

  it('counts runs by status, including deleted runs', async () => {
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
})
