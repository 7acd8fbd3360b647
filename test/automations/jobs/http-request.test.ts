// The HTTP request step with a real server: the request, the handling of responses, and behavior with slow servers,
// refusals and crashes.
import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errandRunners } from '../../../src/campaigns/automations/errands/actions.ts'
import { runErrand } from '../../../src/campaigns/automations/errands/jobs.ts'
import { createJobs } from '../../../src/app/jobs.ts'
import { parseProxies } from '../../../src/base/net/client-ip.ts'
import { dnsClient } from '../../../src/base/net/dns.ts'
import { httpClient } from '../../../src/base/net/http-client.ts'
import { QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import { createQueue } from '../../../src/base/queue/runner.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { anAutomation, aPublishedTemplate, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, delay, httpRequest, mail, question, trigger } from '../rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { type RequestHandler, type Destination, destination, withJson } from '../../support/destination.ts'
import { dyingOnce } from '../../support/dying-jobs.ts'
import { aPerson } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const TRIES_MAX = QUEUE_SETTINGS.run_errand.attempts_max
const SECRET = 'Bearer very-secret-7f3f1c0c'
const HOUR = 3_600_000
const errandJobs = statement<object, { payload: string }>(knex =>
  knex('jobs').select('payload').where('kind', 'like', 'run_errand%'),
)
const ALLOWED = { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }

let time: Clock
let server: TestServer
let crm: Destination
let answer: RequestHandler

beforeEach(async () => {
  time = clock()
  answer = withJson(200, { vip: true, name: 'Ana' })
  crm = await destination((request, response) => answer(request, response))
  server = await startServer(ALLOWED, { now: time.now })
})
afterEach(async () => {
  await server.stop()
  await crm.close()
})

const asking = (url = `${crm.url}/people/{{{contact.email}}}`, more: object = {}) =>
  httpRequest('ask', url, { headers: { Authorization: SECRET }, body: { plan: { var: 'event.plan' } }, ...more })

/** Starts a run and lets it advance as far as possible. */
async function aRun(body: object = chain(trigger(), asking(), delay('end'))): Promise<string> {
  const id = await anAutomation(server, { ...body, status: 'enabled' })
  await sendEvent(server, { payload: { plan: 'pro' } })
  return id
}
const runOf = async (id: string) => (await runsOf(server, id))[0]
const stepOf = async (id: string) => (await runOf(id)).steps[1]
const later = async (ms: number): Promise<void> => {
  time.forward(ms)
  await server.queue.idle()
}

describe('an HTTP request step', () => {
  it('sends the configured request, and later steps can read the response', async () => {
    const variables = [{ key: 'NAME', type: 'string' }]
    await aPublishedTemplate(server, { alias: 'hello', subject: 'Hello {{{NAME}}}', variables })
    const isVip = question('is vip', { type: 'rule', field: 'steps.ask.body.vip', operator: 'eq', value: true })
    const template = { id: 'hello', variables: { NAME: { var: 'steps.ask.body.name' } } }
    const id = await aRun(chain(trigger(), asking(), isVip, mail('hello', { template })))
    const { status, steps } = await runOf(id)
    expect([status, steps[2].output]).toEqual(['completed', { outcome: 'condition_met' }])
    expect(steps[1].output).toEqual({
      status: 200,
      content_type: 'application/json',
      location: null,
      body: { vip: true, name: 'Ana' },
      truncated: false,
    })
    expect((await server.call('GET', '/emails')).body.data).toMatchObject([{ subject: 'Hello Ana' }])
    expect(crm.received).toMatchObject([{ method: 'POST', url: '/people/ana%40example.com', body: '{"plan":"pro"}' }])
    expect(crm.received[0]!.headers).toMatchObject({
      authorization: SECRET,
      'content-type': 'application/json',
      'user-agent': 'lettermill',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })

  it('stores the request in its job with encrypted secrets', async () => {
    answer = withJson(503, {})
    await aRun()
    const { rows } = await server.database.read(async tx => ({ rows: await tx.all(errandJobs, {}) }))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/very-secret|people/)
    answer = withJson(200, {})
    await later(HOUR)
    expect(crm.received.map(({ headers }) => headers.authorization)).toEqual(crm.received.map(() => SECRET))
  })

  it('stores a response that repeats a header of the request without its value', async () => {
    answer = (request, response) => {
      const { authorization } = request.headers
      response.setHeader('location', `/next?key=${authorization}`)
      return withJson(200, {
        headers: [{ Authorization: `${authorization}` }],
        [`${authorization}`]: 'a name',
        plan: 'pro',
      })(request, response)
    }
    const id = await aRun()
    const { output } = await stepOf(id)
    expect(output.body).toEqual({ headers: [{ Authorization: '(hidden)' }], '(hidden)': 'a name', plan: 'pro' })
    expect(JSON.stringify(await runOf(id))).not.toContain(SECRET)
    expect(crm.received[0]!.headers.authorization).toBe(SECRET)
  })

  it('continues after a redirect without following it', async () => {
    answer = (_, response) => void response.writeHead(307, { location: `${crm.url}/elsewhere` }).end()
    const id = await aRun()
    expect((await stepOf(id)).output).toMatchObject({ status: 307, location: `${crm.url}/elsewhere`, body: null })
    expect(crm.received).toHaveLength(1)
  })

  it('fails on a 404 and reports it in the run, on its page and in the log, without secrets', async () => {
    answer = withJson(404, { error: 'no such person' })
    const id = await aRun()
    const message = '127.0.0.1 answered 404'
    const run = await runOf(id)
    expect(run.status).toBe('failed')
    expect(run.steps[1]).toMatchObject({ status: 'failed', error: { name: 'request_refused', message } })
    const admin = aPerson(server)
    await admin.logIn()
    const { text } = await admin.get(`/automations/${id}/runs/${run.id}`)
    expect(text).toContain(message)
    expect(text).toContain('POST 127.0.0.1')
    expect(text).not.toContain('very-secret')
    expect((await admin.get(`/automations/${id}`)).text).not.toContain('very-secret')
    expect(server.logged()).toContain(message)
    expect(server.logged()).not.toMatch(/very-secret|people\/|no such person/)
    await later(3_600_000)
    expect(crm.received).toHaveLength(1)
  })

  it.each([500, 503, 429])('is retried after a %d with the same idempotency key', async status => {
    answer = (request, response) => withJson(crm.received.length < 3 ? status : 200, {})(request, response)
    const id = await aRun()
    expect((await stepOf(id)).status).toBe('running')
    await later(1000)
    await later(2000)
    expect((await stepOf(id)).status).toBe('completed')
    const names = crm.received.map(({ headers }) => headers['idempotency-key'])
    expect([names.length, new Set(names).size]).toEqual([3, 1])
    expect(server.logged()).toContain(`127.0.0.1 answered ${status}`)
  })

  it('has a different idempotency key in each run', async () => {
    const id = await aRun()
    await sendEvent(server, { email: 'bob@example.com', payload: { plan: 'pro' } })
    expect(await runsOf(server, id)).toHaveLength(2)
    expect(new Set(crm.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })

  it('waits for the Retry-After time, at most an hour', async () => {
    const waits = ['600', '86400']
    answer = (request, response) => {
      const wait = waits[crm.received.length - 1]
      return withJson(
        wait === undefined ? 200 : 429,
        {},
        wait === undefined ? {} : { 'retry-after': wait },
      )(request, response)
    }
    const id = await aRun()
    await later(599_000)
    expect(crm.received).toHaveLength(1)
    await later(1000)
    expect(crm.received).toHaveLength(2)
    await later(3_599_000)
    expect(crm.received).toHaveLength(2)
    await later(1000)
    expect((await stepOf(id)).status).toBe('completed')
  })

  it.each<[string, () => unknown, RegExp]>([
    ['always returns 503', () => (answer = withJson(503, {})), /127\.0\.0\.1 answered 503$/],
    ['is unreachable', () => crm.close(), /127\.0\.0\.1: the connection failed: ECONNREFUSED$/],
    ['disconnects', () => (answer = (_, response) => void response.destroy()), /the connection failed: ECONNRESET$/],
  ])('fails after the last attempt when the server %s', async (_, make, reason) => {
    await make()
    const id = await aRun()
    for (let tries = 1; tries < TRIES_MAX; tries++) await later(60_000)
    const { status, error } = await stepOf(id)
    expect([status, error.name]).toEqual(['failed', 'application_error'])
    expect(error.message).toContain(`The step failed ${TRIES_MAX} times`)
    expect(error.message).toMatch(reason)
    expect(server.logged()).toContain(error.message.split(' times: ')[1])
  })

  it('times out when the server does not respond', async () => {
    answer = () => {}
    const id = await aRun(chain(trigger(), asking(undefined, { timeout: '0.2 seconds' })))
    expect((await stepOf(id)).status).toBe('running')
    expect(server.logged()).toContain('no complete response within 0.2 seconds')
  })

  it('refuses private addresses unless the operator allows them', async () => {
    const strict = await startServer({}, { now: time.now })
    const id = await anAutomation(strict, { ...chain(trigger(), asking()), status: 'enabled' })
    await sendEvent(strict, { payload: { plan: 'pro' } })
    const [run] = await runsOf(strict, id)
    const message = expect.stringContaining('request to 127.0.0.1 not sent: it is in a private network')
    expect(run.steps[1]).toMatchObject({ status: 'failed', error: { name: 'request_refused', message } })
    expect(crm.received).toEqual([])
    await strict.stop()
  })

  it('is returned with its headers to keys that may read the automation', async () => {
    const id = await aRun()
    const { body } = await server.call('GET', `/automations/${id}`)
    expect(body.steps[1].config.headers).toEqual({ Authorization: SECRET })
  })
})

describe('a slow server', () => {
  it('does not block other destinations or the engine', async () => {
    const slow: (() => void)[] = []
    answer = (request, response) => void slow.push(() => void withJson(200, {})(request, response))
    const quick = await destination(withJson(200, {}), '127.0.0.2')
    await anAutomation(server, { ...chain(trigger(), asking(crm.url)), status: 'enabled' })
    const other = { ...chain(trigger(), asking(quick.url)), status: 'enabled' }
    const send = (event: string, email: string) =>
      server.call('POST', '/events/send', { body: { event, email, payload: { plan: 'pro' } } })
    // more than the maximum number of concurrent jobs
    const many = QUEUE_SETTINGS.run_errand.concurrency + 10
    for (let index = 0; index < many; index++) await send('trial.started', `slow${index}@example.com`)
    // a team may use half of the capacity for destinations not known to be fast; one destination gets half of that
    const share = Math.ceil(QUEUE_SETTINGS.run_errand.concurrency / 4)
    await expect.poll(() => slow.length).toBe(share)
    const [first, ...rest] = other.steps as { config: object }[]
    const steps = [{ ...first, config: { event_name: 'quick.started' } }, ...rest]
    await anAutomation(server, { ...other, steps })
    await send('quick.started', 'quick@example.com')
    await expect.poll(() => quick.received.length).toBe(1)
    expect(slow).toHaveLength(share)
    const letting = setInterval(() => slow.splice(0).forEach(end => end()), 10)
    await expect.poll(() => crm.received.length).toBe(many)
    await server.queue.idle()
    clearInterval(letting)
    await quick.close()
  })
})

describe('a process that dies', () => {
  it.each(['before', 'inside', 'after'])('%s the end of a request completes the step once', async moment => {
    await server.queue.stop()
    const errands = errandRunners({ http: httpClient({ allowed: parseProxies('127.0.0.1'), dns: dnsClient() }) })
    const handlers = { ...createJobs({ sender: undefined }), run_errand: dyingOnce(runErrand(errands), moment) }
    const queue = createQueue(server.database, handlers, { now: time.now, log: pino({ level: 'silent' }) })
    await queue.start()
    const id = await aRun()
    await queue.idle()
    time.forward(1000)
    await queue.idle()
    expect((await runOf(id)).steps.map(({ status }: { status: string }) => status)).toEqual([
      'completed',
      'completed',
      'waiting',
    ])
    const names = crm.received.map(({ headers }) => headers['idempotency-key'])
    expect([names.length, new Set(names).size]).toEqual([moment === 'inside' ? 2 : 1, 1])
    await queue.stop()
  })

  it('that stops during a request stops in time, and the next process repeats the request', async () => {
    const DATA_DIR = temporaryFolder()
    const one = await startServer({ ...ALLOWED, DATA_DIR, STOP_SECONDS: '1' })
    answer = (request, response) => (crm.received.length > 1 ? withJson(200, {})(request, response) : undefined)
    const id = await anAutomation(one, { ...chain(trigger(), asking()), status: 'enabled' })
    const body = { event: 'trial.started', email: 'ana@example.com', payload: { plan: 'pro' } }
    await one.call('POST', '/events/send', { body })
    await expect.poll(() => crm.received.length).toBe(1)
    await one.stop()
    expect(one.logged()).toContain('the server is shutting down')
    const two = await startServer({ ...ALLOWED, DATA_DIR })
    const key = one.key
    const run = async () => {
      const { body: listed } = await two.call('GET', `/automations/${id}/runs`, { key })
      return (await two.call('GET', `/automations/${id}/runs/${listed.data[0].id}`, { key })).body
    }
    await expect.poll(async () => (await run()).status).toBe('completed')
    expect(crm.received).toHaveLength(2)
    await two.stop()
    rmSync(DATA_DIR, { recursive: true })
  })
})
