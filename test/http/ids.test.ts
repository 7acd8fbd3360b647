// RFC 9562, section 4: UUIDs are case-insensitive on input. Some clients send upper case; responses use lower case.
// test/server/walk.test.ts reads every object and list in this way.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const created = async (path: string, body: unknown): Promise<string> =>
  (await server.call('POST', path, { body })).body.id
const capital = (id: string): string => id.toUpperCase()

it('an id in upper case finds the same object in a query and in a body', async () => {
  const [email_id, topic_id, segment_id] = [
    await created('/emails', { ...anEmailBody(), scheduled_at: 'in 20 days' }),
    await created('/topics', { name: 'First', default_subscription: 'opt_in' }),
    await created('/segments', { name: 'First' }),
  ]
  const { body: counts } = await server.call('GET', `/emails/metrics?email_id=${capital(email_id)}`)
  expect(counts.totals.received).toBe(1)
  const mail = { ...anEmailBody(), topic_id: capital(topic_id) }
  for (const [path, body] of [
    ['/emails', mail],
    ['/emails/batch', [mail]],
  ] as const) {
    const { body: sent } = await server.call('POST', path, { body })
    const { body: email } = await server.call('GET', `/emails/${sent.id ?? sent.data[0].id}`)
    expect(email.topic_id).toBe(topic_id)
  }
  const step = { key: 'add', type: 'add_to_segment', config: { segment_id: capital(segment_id) } }
  const trigger = { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } }
  const graph = { steps: [trigger, step], connections: [{ from: 'start', to: 'add' }] }
  const id = await created('/automations', { name: 'x', status: 'enabled', ...graph })
  const { body: automation } = await server.call('GET', `/automations/${id}`)
  expect(automation.steps[1].config).toEqual({ segment_id })
})

it('an id in upper case updates and deletes its object, and the response has it in lower case', async () => {
  const id = await created('/emails', { ...anEmailBody(), scheduled_at: 'in 20 days' })
  const email = `/emails/${capital(id)}`
  const reference = { object: 'email', id }
  expect((await server.call('PATCH', email, { body: { scheduled_at: 'in 2 days' } })).body).toEqual(reference)
  expect((await server.call('POST', `${email}/cancel`)).body).toEqual(reference)
  expect((await server.call('POST', `${email}/share`, { body: {} })).body).toMatchObject(reference)
  const domain = await created('/domains', { name: 'kept.example' })
  const { body } = await server.call('DELETE', `/domains/${capital(domain)}`)
  expect(body).toEqual({ object: 'domain', id: domain, deleted: true })
})
