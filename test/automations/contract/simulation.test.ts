import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import {
  chain,
  contactDelete,
  contactUpdate,
  delay,
  httpRequest,
  mail,
  question,
  segment,
  trigger,
  wait,
  way,
} from '../rules/support.ts'
import { clock } from '../../support/clock.ts'
import { destination, withJson } from '../../support/destination.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  await aPublishedTemplate(server, {
    subject: 'Your {{{PLAN}}}',
    html: '<p>{{{FIRST_NAME|there}}}: {{{PLAN}}}</p>',
    variables: [{ key: 'PLAN', type: 'string', fallback_value: 'plan' }],
  })
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const AT = '2026-11-02T08:00:00.000Z'
const PLAN = { PLAN: { var: 'event.plan' } } as never
const graph = {
  steps: [
    trigger(),
    delay('pause', '1 day'),
    mail('nudge', {}, PLAN),
    wait('answer', { timeout: '2 days' }),
    mail('thanks', { subject: 'Thank you' }),
  ],
  connections: [
    way('start', 'pause'),
    way('pause', 'nudge'),
    way('nudge', 'answer'),
    way('answer', 'thanks', 'event_received'),
  ],
}
const simulate = (body: object): Promise<Reply> =>
  server.call('POST', '/automations/simulate', { body: { at: AT, ...graph, ...body } })
const pathOf = ({ body }: Reply): string[] =>
  body.path.map(({ key, status }: { key: string; status: string }) => `${key} ${status}`)

describe('simulateGraph', () => {
  it('returns the path with times, the rendered emails and the recipient of each event', async () => {
    const contact = { email: 'ana@example.com', first_name: 'Ana' }
    const events = [
      { event: 'feedback.received', after: '1 hour' },
      { event: 'feedback.received', after: '30 hours', payload: { stars: 5 } },
    ]
    const { status, body } = await simulate({ payload: { plan: 'Pro' }, contact, events })
    expect([status, body.status, body.started_at]).toEqual([200, 'completed', AT])
    expect(body.completed_at).toBe('2026-11-03T14:00:00.000Z')
    expect(body.path).toMatchObject([
      { key: 'start', way: 'default', completed_at: AT },
      { key: 'pause', way: 'default', completed_at: '2026-11-03T08:00:00.000Z' },
      { key: 'nudge', way: 'default', output: { to: 'ana@example.com', email_id: null } },
      { key: 'answer', way: 'event_received', output: { payload: { stars: 5 } } },
      { key: 'thanks', way: 'default', completed_at: '2026-11-03T14:00:00.000Z' },
    ])
    const common = {
      from: 'Acme <hi@example.com>',
      to: ['ana@example.com'],
      reply_to: [],
      text: null,
      topic_id: null,
      truncated: false,
    }
    expect(body.emails).toEqual([
      { ...common, step: 'nudge', at: '2026-11-03T08:00:00.000Z', subject: 'Your Pro', html: '<p>Ana: Pro</p>' },
      { ...common, step: 'thanks', at: '2026-11-03T14:00:00.000Z', subject: 'Thank you', html: '<p>Ana: plan</p>' },
    ])
    expect(body.events.map(({ received_by }: { received_by: string | null }) => received_by)).toEqual([null, 'answer'])
    expect(body.contact).toEqual({ ...contact, last_name: null, unsubscribed: false, properties: {} })
    expect(body.warnings).toEqual([])
  })

  it('warns about a missing variable and an outcome without a connection', async () => {
    const reply = await simulate({})
    expect(pathOf(reply)).toEqual(['start completed', 'pause completed', 'nudge completed', 'answer completed'])
    expect(reply.body.emails[0]).toMatchObject({ to: ['someone@example.com'], subject: 'Your plan' })
    expect(reply.body.warnings).toEqual([
      { step: 'nudge', rule: 'variable_missing', message: expect.stringContaining('"event.plan"') },
      { step: 'answer', rule: 'no_way', message: expect.stringContaining('timeout') },
    ])
  })

  it('warns about problems that prevent enabling, and fails where a run would', async () => {
    const reply = await simulate(chain(trigger(), segment('s', UNKNOWN), mail('m', { template: { id: 'gone' } })))
    expect(pathOf(reply)).toEqual(['start completed', 's failed'])
    expect(reply.body.path[1].error).toEqual({ name: 'not_found', message: 'Segment not found' })
    const warned = reply.body.warnings.map(({ step, rule }: { step: string; rule: string }) => `${step} ${rule}`)
    expect(warned).toEqual(['s segment', 'm template'])
  })

  it('returns a run that still waits when no event ends the wait', async () => {
    const reply = await simulate(chain(trigger(), wait('w')))
    expect([reply.body.status, reply.body.completed_at, reply.body.path[1].way]).toEqual(['running', null, null])
    expect(pathOf(reply)).toEqual(['start completed', 'w waiting'])
  })

  it('returns the updated contact, or null after its deletion', async () => {
    await server.call('POST', '/contact-properties', { body: { key: 'plan', type: 'string' } })
    const update = contactUpdate('u', { unsubscribed: true, properties: { plan: { var: 'event.plan' } } })
    const reply = await simulate({ ...chain(trigger(), update, mail('m')), payload: { plan: 'pro' } })
    expect(pathOf(reply)).toEqual(['start completed', 'u completed', 'm skipped'])
    expect(reply.body.contact).toMatchObject({ unsubscribed: true, properties: { plan: 'pro' } })
    const wrong = await simulate({ ...chain(trigger(), contactUpdate('u', { properties: { plan: 5 } })) })
    expect(wrong.body.path[1].error).toMatchObject({ name: 'validation_error' })
    const gone = await simulate(chain(trigger(), contactDelete('d'), mail('m')))
    expect([gone.body.contact, gone.body.status, pathOf(gone)]).toEqual([
      null,
      'completed',
      ['start completed', 'd completed'],
    ])
  })

  it('sends no HTTP request and uses the given response, or 200 without a body', async () => {
    const server_of_somebody = await destination(withJson(200, {}))
    const ask = httpRequest('ask', server_of_somebody.url)
    const isVip = question('c', { type: 'rule', field: 'steps.ask.body.vip', operator: 'eq', value: true })
    const graph = chain(trigger(), ask, isVip)
    const vip = await simulate({ ...graph, answers: { ask: { body: { vip: true } } } })
    expect(vip.body.path[1].output).toMatchObject({ status: 200, body: { vip: true } })
    expect(vip.body.path[2].output).toEqual({ outcome: 'condition_met' })
    expect(vip.body.warnings[0]).toMatchObject({ step: 'ask', rule: 'private_destination' })
    const nothing = await simulate(graph)
    expect(nothing.body.path[1].output).toMatchObject({ status: 200, body: null })
    expect(nothing.body.path[2].error).toMatchObject({ name: 'missing_value' })
    expect(server_of_somebody.received).toEqual([])
    await server_of_somebody.close()
  })

  it('fails a step on the same responses as a real run', async () => {
    const graph = chain(trigger(), httpRequest('ask', 'https://crm.example.com/'))
    const failing = async (status: number) =>
      (await simulate({ ...graph, answers: { ask: { status } } })).body.path[1].error
    expect(await failing(404)).toEqual({ name: 'request_refused', message: 'crm.example.com answered 404' })
    const message = 'The step failed 7 times: crm.example.com answered 503'
    expect(await failing(503)).toEqual({ name: 'application_error', message })
  })

  it('warns about responses for steps without an HTTP request and rejects invalid statuses', async () => {
    for (const key of ['start', 'other', '__proto__']) {
      const answers = JSON.parse(`{"${key}":{"status":200}}`)
      const { body } = await simulate({ ...chain(trigger()), answers })
      const message = `unknown http_request step "${key}"`
      expect(body.warnings).toEqual([{ step: null, rule: 'surplus_answer', message }])
    }
    const one = chain(trigger(), httpRequest('ask', 'https://a.example/'))
    for (const status of [99, 199, 600, 200.5]) {
      expect((await simulate({ ...one, answers: { ask: { status } } })).status).toBe(422)
    }
  })

  it('applies quiet hours in the time zone of the contact', async () => {
    const settings = { quiet_hours: { from: '08:00', to: '10:00' } }
    const body = { ...chain(trigger(), mail('m')), settings }
    const here = await simulate({ ...body, contact: { properties: { time_zone: 'Europe/Berlin' } } })
    expect([here.body.emails[0].at, here.body.warnings]).toEqual(['2026-11-02T09:00:00.000Z', []])
    const unknown = await simulate(body)
    expect(unknown.body.emails[0].at).toBe('2026-11-02T10:00:00.000Z')
    expect(unknown.body.warnings).toMatchObject([{ step: null, rule: 'time_zone' }])
  })

  it('uses the subscriptions of a stored contact and the topic defaults for a made-up one', async () => {
    const topic = async (name: string, default_subscription: string): Promise<string> =>
      (await server.call('POST', '/topics', { body: { name, default_subscription } })).body.id
    const [wanted, unwanted] = [await topic('News', 'opt_in'), await topic('Offers', 'opt_out')]
    const two = chain(trigger(), mail('n', { topic_id: wanted }), mail('o', { topic_id: unwanted }))
    expect(pathOf(await simulate(two))).toEqual(['start completed', 'n completed', 'o skipped'])
    const { id } = (await server.call('POST', '/contacts', { body: { email: 'choosy@example.com' } })).body
    await server.call('PATCH', `/contacts/${id}/topics`, { body: [{ id: unwanted, subscription: 'opt_in' }] })
    expect(pathOf(await simulate({ ...two, contact_id: id }))).toEqual([
      'start completed',
      'n completed',
      'o completed',
    ])
  })

  it('uses the fallback of a property without a value and returns updated properties', async () => {
    await server.call('POST', '/contact-properties', { body: { key: 'level', type: 'number', fallback_value: 2 } })
    await aPublishedTemplate(server, { alias: 'level', html: '<p>{{{contact.level}}}</p>' })
    const isTwo = question('c', { type: 'rule', field: 'contact.properties.level', operator: 'eq', value: 2 })
    const two = chain(trigger(), isTwo, mail('m', { template: { id: 'level' } }))
    const nobody = await simulate(two)
    expect([nobody.body.emails[0].html, nobody.body.contact.properties]).toEqual(['<p>2</p>', {}])
    const other = await simulate({ ...two, contact: { properties: { level: 3 } } })
    expect(other.body.path[1].output).toEqual({ outcome: 'condition_not_met' })
  })

  it('fills text variables with the JSON form of numbers and booleans', async () => {
    const number = await simulate({ payload: { plan: 3 } })
    const flag = await simulate({ payload: { plan: true } })
    expect([number, flag].map(({ body }) => body.emails[0].subject)).toEqual(['Your 3', 'Your true'])
    const list = await simulate({ payload: { plan: [3] } })
    expect(list.body.path.at(-1)).toMatchObject({ key: 'nudge', status: 'failed', error: { name: 'validation_error' } })
  })

  it('truncates bodies individually and in total, at character boundaries, without blocking the event loop', async () => {
    const body = '\u{1f600}'.repeat(60_000)
    await aPublishedTemplate(server, { alias: 'large', html: `<p>${body}</p>`, text: body })
    const mails = Array.from({ length: 149 }, (_, index) => mail(`m${index}`, { template: { id: 'large' } }))
    let turns = 0
    const ticking = setInterval(() => turns++, 1)
    const reply = await simulate(chain(trigger(), ...mails))
    clearInterval(ticking)
    expect([reply.body.status, reply.body.emails.length]).toEqual(['completed', 149])
    const shown = reply.body.emails.map(({ html, text }: { html: string; text: string }) => html.length + text.length)
    expect(shown.reduce((sum: number, size: number) => sum + size, 0)).toBeLessThanOrEqual(1_000_000)
    expect(reply.body.emails[0]).toMatchObject({ text: body.slice(0, 100_000), truncated: true })
    expect(JSON.stringify(reply.body).includes('\ufffd')).toBe(false)
    // yields for each email, not once for all
    expect(turns).toBeGreaterThan(20)
  })

  it('warns about an email that is too large, where a run would fail', async () => {
    const html = '{{{PLAN}}}'.repeat(2001)
    const variables = [{ key: 'PLAN', type: 'string', fallback_value: 'plan' }]
    await aPublishedTemplate(server, { alias: 'huge', html, variables })
    const template = { id: 'huge', variables: { PLAN: { var: 'event.plan' } } }
    const reply = await simulate({ ...chain(trigger(), mail('m', { template })), payload: { plan: 'x'.repeat(2000) } })
    const message = expect.stringContaining('with these values has more than 4000000 characters')
    expect(reply.body.path.at(-1)).toMatchObject({ status: 'failed', error: { name: 'validation_error', message } })
    expect(reply.body.warnings).toEqual([{ step: 'm', rule: 'mail_refused', message }])
    const body = { to: 'a@example.com', template: { id: 'huge', variables: { PLAN: 'x'.repeat(2000) } } }
    expect(await server.call('POST', '/emails', { body })).toMatchObject({ status: 422, body: { message } })
    const many = { name: 'Many', html: '{{{EMAIL}}}'.repeat(5001) }
    expect((await server.call('POST', '/templates', { body: many })).body).toMatchObject({
      name: 'validation_error',
      message: expect.stringContaining('at most 5000 placeholders'),
    })
  })

  it('truncates large values in step outputs', async () => {
    const big = 'x'.repeat(900_000)
    const variables = { PLAN: { var: 'event.plan' }, OTHER: { var: 'event.big' }, LIST: { var: 'event.list' } } as never
    const asked = await simulate({
      ...chain(trigger(), ...Array.from({ length: 100 }, (_, index) => mail(`m${index}`, {}, variables))),
      payload: { plan: 'Pro', big, list: [big.slice(0, 50_000)] },
    })
    expect(asked.body.path[1].output.template.variables).toEqual({ PLAN: 'Pro' })
    const keys = Array.from({ length: 50 }, (_, index) => `V${index}`)
    const most: Record<string, never> = Object.fromEntries(keys.map(key => [key, { var: 'event.v' } as never]))
    const { body } = await simulate({
      ...chain(trigger(), ...Array.from({ length: 20 }, (_, index) => mail(`m${index}`, {}, most))),
      payload: { v: 'v'.repeat(2000) },
    })
    const outputs = body.path.slice(1).map(({ output }: { output: object }) => output)
    expect(outputs.slice(0, 9).every((output: object) => 'email_id' in output)).toBe(true)
    expect(outputs.slice(9)).toEqual(Array.from({ length: 11 }, () => ({ truncated: true })))
    const one_more: Record<string, never> = { ...most, MORE: 1 as never }
    expect((await simulate(chain(trigger(), mail('m', {}, one_more)))).status).toBe(422)
  })

  it.each(['9999-12-31T23:00:00Z', '9999-12-01T00:00:00Z'])(
    'fails instead of exceeding the year 9999 (%s)',
    async at => {
      const late = chain(trigger(), delay('a', '30 days'), delay('b', '30 days'), mail('m'))
      const { body } = await simulate({ ...late, at })
      const failed = body.path.at(-1)
      expect([body.status, failed.status, failed.error.message]).toEqual([
        'failed',
        'failed',
        'the wait ends after the year 9999',
      ])
      expect(JSON.stringify(body)).not.toContain('+0')
    },
  )

  it('converts payloads like a real event and rejects the same payloads', async () => {
    await server.call('POST', '/events', { body: { name: 'seats.counted', schema: { seats: 'number' } } })
    const start = { key: 'start', type: 'trigger', config: { event_name: 'seats.counted' } } as never
    const body = chain(start, question('c', { type: 'rule', field: 'event.seats', operator: 'gt', value: 2 }))
    const reply = await simulate({ ...body, payload: { seats: '3' } })
    expect(reply.body.path[1].output).toEqual({ outcome: 'condition_met' })
    expect((await simulate({ ...body, payload: { seats: 'many' } })).body.message).toContain('payload.seats')
  })

  it.each<[string, object, number, string]>([
    ['a missing graph', { steps: undefined }, 422, 'Missing `steps` field.'],
    ['an invalid graph', { connections: [] }, 422, 'it cannot be reached'],
    ['two contacts', { contact_id: UNKNOWN, contact: {} }, 422, 'at most one of `contact_id` and `contact`'],
    ['an unknown contact', { contact_id: UNKNOWN }, 404, 'Contact not found'],
    ['an invalid delay of an event', { events: [{ event: 'x', after: 'soon' }] }, 422, '`events[0].after`'],
    ['an invalid start time', { at: '2016-12-31T23:59:60Z' }, 422, '`at` field'],
    ['a start after the last year', { at: '9999-12-31T23:59:59-10:00' }, 422, '`at` field'],
    ['an event after the last year', { events: [{ event: 'x', after: '999999999 weeks' }] }, 422, '`events[0].after`'],
    ['invalid settings', { settings: { time_zone: 'Moon' } }, 422, '`settings.time_zone`'],
  ])('rejects %s', async (_, body, status, sentence) => {
    const refused = await simulate(body)
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(sentence)])
  })
})

describe('simulateAutomation', () => {
  const simulateThe = (id: string, ask: object = {}): Promise<Reply> =>
    server.call('POST', `/automations/${id}/simulate`, ask)

  it('uses the newest graph and the settings of the automation, also without a body', async () => {
    const settings = { quiet_hours: { from: '00:00', to: '23:00' } }
    const id = await anAutomation(server, { ...chain(trigger(), mail('m')), settings })
    const { body } = await simulateThe(id)
    expect([body.started_at, body.emails[0].at]).toEqual([time.now().toISOString(), '2026-11-20T23:00:00.000Z'])
  })

  it('has no side effects and takes the same path as the real run', async () => {
    const steps = chain(
      trigger(),
      contactUpdate('u', { first_name: 'Changed' }),
      mail('m', {}, PLAN),
      contactDelete('d'),
    )
    const id = await anAutomation(server, { ...steps, status: 'enabled' })
    const { id: contact_id } = (await server.call('POST', '/contacts', { body: { email: 'real@example.com' } })).body
    const state = async () => [
      (await server.call('GET', '/emails?limit=100')).body,
      (await server.call('GET', '/contacts')).body,
      (await server.call('GET', `/automations/${id}/runs`)).body,
      (await server.call('GET', `/automations/${id}`)).body,
    ]
    const before = await state()
    const reply = await simulateThe(id, { body: { contact_id, payload: { plan: 'Pro' } } })
    await server.queue.idle()
    expect(await state()).toEqual(before)
    expect(reply.body.emails).toMatchObject([{ subject: 'Your Pro', html: '<p>Changed: Pro</p>' }])
    await sendEvent(server, { email: undefined, contact_id, payload: { plan: 'Pro' } })
    const [run] = await runsOf(server, id)
    expect(run.steps.map(({ key, status }: { key: string; status: string }) => `${key} ${status}`)).toEqual(
      pathOf(reply),
    )
    expect((await server.call('GET', '/emails?limit=1')).body.data[0].subject).toBe('Your Pro')
  })

  it('rejects a draft', async () => {
    const draft = await anAutomation(server)
    expect((await simulateThe(draft)).body).toMatchObject({
      statusCode: 422,
      message: 'The automation has no steps yet',
    })
  })
})
