// RFC 9562, section 4: UUIDs are case-insensitive on input. Some clients send upper case; responses use lower case.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { firstTeamOf } from '../support/people.ts'
import { sendFile } from '../support/imports.ts'
import { type TestServer, startServer } from '../support/server.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const MAIL = { from: 'a@b.example', to: 'c@d.example', subject: 'Hi', text: 'Hi' }

let server: TestServer
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startServer()
  const made = async (name: string, path: string, body: unknown): Promise<void> => {
    const reply = await server.call('POST', path, { body })
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    ids[name] = reply.body.id
  }
  await made('email_id', '/emails', { ...MAIL, scheduled_at: 'in 20 days', attachments: [{ content: 'aGk=' }] })
  ids.attachment_id = (await server.call('GET', `/emails/${ids.email_id}/attachments`)).body.data[0].id
  await made('domain_id', '/domains', { name: 'kept.example' })
  await made('suppression_id', '/suppressions', { email: 'kept@example.org' })
  await made('template_id', '/templates', { name: 'Welcome', html: '<p>Hi</p>' })
  await made('event_id', '/events', { name: 'first' })
  await made('automation_id', '/automations', { name: 'First' })
  await made('contact_property_id', '/contact-properties', { key: 'plan', type: 'string' })
  await made('contact_id', '/contacts', { email: 'kept@example.org' })
  await made('gone_id', '/contacts', { email: 'gone@example.org' })
  ids.erasure_id = (await server.call('POST', `/contacts/${ids.gone_id}/erase`)).body.id
  await made('segment_id', '/segments', { name: 'First' })
  await made('topic_id', '/topics', { name: 'First', default_subscription: 'opt_in' })
  const broadcast = { segment_id: ids.segment_id, from: 'a@b.example', subject: 'Hi', html: '<p>Hi</p>' }
  await made('broadcast_id', '/broadcasts', broadcast)
  ids.audience_id = ids.segment_id!
  ids.log_id = (await server.call('GET', '/logs?limit=1')).body.data[0].id
  ids.import_id = (await sendFile(server, { file: 'email\n' })).body.id
  // an event that does not occur here; nothing is retried while the webhook is disabled
  await made('webhook_id', '/webhooks', { endpoint: 'https://app.example/hook', events: ['inbox.created'] })
  await made('webhook_event_id', `/webhooks/${ids.webhook_id}/test`, {})
  await server.call('PATCH', `/webhooks/${ids.webhook_id}`, { body: { status: 'disabled' } })
  const team_id = await firstTeamOf(server, server.admin.email)
  const domain = { team_id, name: 'in.example', receiving: true }
  await server.database.unit(tx => addVerifiedDomain(tx, domain, new Date('2026-01-01')))
  await made('inbox', '/inboxes', { email_address: 'help@in.example' })
  await made('label_id', `/inboxes/${ids.inbox}/labels`, { name: 'First' })
  await made('draft_id', `/inboxes/${ids.inbox}/drafts`, { text: 'Hi' })
  // an id without a thread returns 404 in either case
  ids.thread_id = ids.draft_id!
  // so that both are compared in their final state
  await server.queue.idle()
})
afterAll(() => server.stop())

const parameters = (operation: Json): Json[] =>
  (operation.parameters ?? []).map((parameter: Json) => resolved(document, parameter))
const reads = methodsOf(document).filter(
  ({ method, path, operation }) =>
    method === 'get' && path.includes('{') && !path.includes('{run_id}') && operation['x-rules'] !== 'own',
)
const asked = (path: string, written: (id: string) => string): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => written(ids[name]!))
/** The id of an event is not a UUID. */
const capital = (id: string): string => (id.startsWith('msg_') ? id : id.toUpperCase())
const untimed = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/"(download_url|expires_at|exported_at|url)":"[^"]*"/g, '"$1":""'))

describe('an id in upper case', () => {
  it.each(reads.map(({ path, operation }) => [operation.operationId, path]))(
    'finds the same object at %s',
    async (_, path) => {
      const plain = await server.call(
        'GET',
        asked(path, id => id),
      )
      const other = await server.call('GET', asked(path, capital))
      expect([other.status, untimed(other.body)]).toEqual([plain.status, untimed(plain.body)])
    },
  )

  it('is a cursor of every list', async () => {
    const lists = methodsOf(document).filter(({ method, operation }) =>
      method === 'get' ? parameters(operation).some(({ name }) => name === 'after') : false,
    )
    const cursors = ['email', 'domain', 'suppression', 'template', 'event', 'automation', 'segment', 'topic', 'contact']
    for (const name of cursors) {
      const list = lists.find(({ path }) => path === `/${name}s`)!
      const { status, body } = await server.call('GET', `${list.path}?after=${capital(ids[`${name}_id`]!)}`)
      expect([name, status, body.data]).toEqual([name, 200, []])
    }
  })

  it('finds the same object in a query and in a body', async () => {
    const { body: counts } = await server.call('GET', `/emails/metrics?email_id=${capital(ids.email_id!)}`)
    expect(counts.totals.received).toBe(1)
    const mail = { ...MAIL, topic_id: capital(ids.topic_id!) }
    for (const [path, body] of [
      ['/emails', mail],
      ['/emails/batch', [mail]],
    ] as const) {
      const { body: sent } = await server.call('POST', path, { body })
      const { body: email } = await server.call('GET', `/emails/${sent.id ?? sent.data[0].id}`)
      expect(email.topic_id).toBe(ids.topic_id)
    }
    const step = { key: 'add', type: 'add_to_segment', config: { segment_id: capital(ids.segment_id!) } }
    const trigger = { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } }
    const graph = { steps: [trigger, step], connections: [{ from: 'start', to: 'add' }] }
    const { body: made } = await server.call('POST', '/automations', {
      body: { name: 'x', status: 'enabled', ...graph },
    })
    const { body: automation } = await server.call('GET', `/automations/${made.id}`)
    expect(automation.steps[1].config).toEqual({ segment_id: ids.segment_id })
  })

  it('updates and deletes its object, and the response has it in lower case', async () => {
    const email = `/emails/${capital(ids.email_id!)}`
    const reference = { object: 'email', id: ids.email_id }
    expect((await server.call('PATCH', email, { body: { scheduled_at: 'in 2 days' } })).body).toEqual(reference)
    expect((await server.call('POST', `${email}/cancel`)).body).toEqual(reference)
    expect((await server.call('POST', `${email}/share`, { body: {} })).body).toMatchObject(reference)
    const { body } = await server.call('DELETE', `/domains/${capital(ids.domain_id!)}`)
    expect(body).toEqual({ object: 'domain', id: ids.domain_id, deleted: true })
  })
})
