import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOKS_MAX } from '../../src/integrations/webhooks/rules.ts'
import { clock } from '../support/clock.ts'
import { contactsOf, pagesOf } from '../support/contacts.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>

beforeAll(async () => {
  // a server without DNS: all webhook requests fail
  server = await startServer({}, { now: time.now, isolated: true })
  own = contactsOf(server)
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const NOT_FOUND = 'Webhook endpoint not found'
const ENDPOINT = 'https://app.example.org/hook'
const SECRET = /^whsec_[A-Za-z0-9+/]{32}$/
const create = (more: object = {}, ask = own.ask) =>
  ask('POST', '/webhooks', { endpoint: ENDPOINT, events: ['topic.created'], ...more })
const add = async (more: object = {}): Promise<string> => (await create(more)).body.id
const get = async (id: string) => (await own.ask('GET', `/webhooks/${id}`)).body
const remove = (id: string) => own.ask('DELETE', `/webhooks/${id}`)

describe('createWebhook and getWebhook', () => {
  it('returns a signing secret, which can be read again', async () => {
    const { status, body } = await create({ events: ['email.sent', 'email.bounced', 'email.sent'] })
    const { id, signing_secret } = body
    expect([status, body]).toEqual([201, { object: 'webhook', id, signing_secret: expect.stringMatching(SECRET) }])
    const shown = { created_at: time.now().toISOString(), status: 'enabled', endpoint: ENDPOINT }
    expect(await get(id)).toEqual({
      object: 'webhook',
      id,
      ...shown,
      events: ['email.sent', 'email.bounced'],
      signing_secret,
    })
    expect((await create()).body.signing_secret).not.toBe(signing_secret)
  })

  it('accepts every event type of the contract, including types that never occur on this server', async () => {
    const events = ['email.received', 'inbox.thread.folder.updated', 'contact.topics.updated']
    expect((await get(await add({ events }))).events).toEqual(events)
    expect((await create({ endpoint: 'http://localhost:4318/hook?token=1' })).status).toBe(201)
  })

  it.each([
    ['a missing endpoint', { endpoint: undefined }, 'missing_required_field', 'Missing `endpoint` field.'],
    ['missing events', { events: undefined }, 'missing_required_field', 'Missing `events` field.'],
    ['an empty list of events', { events: [] }, 'validation_error', /^Invalid `events` field: /],
    ['an unknown event type', { events: ['email.read'] }, 'validation_error', /^Invalid `events\[0\]` field: /],
    ['an event type that is not a string', { events: [7] }, 'validation_error', /^Invalid `events\[0\]` field: /],
    ['events that are not a list', { events: 'email.sent' }, 'validation_error', /^Invalid `events` field: /],
    ['101 event types', { events: Array.from({ length: 101 }, () => 'email.sent') }, 'validation_error', /`events`/],
    ['an endpoint that is not a string', { endpoint: 7 }, 'validation_error', /^Invalid `endpoint` field: /],
    [
      'an unsupported scheme',
      { endpoint: 'ftp://example.org' },
      'validation_error',
      'Invalid `endpoint` field: it must begin with https:// or http://; received "ftp://example.org".',
    ],
    [
      'a password in the URL',
      { endpoint: 'https://a:b@example.org' },
      'validation_error',
      /must not contain a user or password/,
    ],
    ['a URL without a host', { endpoint: 'https:///hook' }, 'validation_error', /must be a URL with a host/],
    ['a port of another service', { endpoint: 'http://example.org:25' }, 'validation_error', /must have the port/],
    ['a URL of 2001 characters', { endpoint: `https://e.org/${'a'.repeat(1987)}` }, 'validation_error', /at most 2000/],
  ])('rejects %s', async (_, more, name, message) => {
    const { body } = await create(more)
    expect(body).toMatchObject({ statusCode: 422, name })
    expect(body.message).toMatch(message)
  })

  it('accepts URLs of 2000 characters and at most 50 endpoints per team', async () => {
    const { key } = await aTeam(server, 'Many endpoints')
    const team = contactsOf(server, key)
    expect((await create({ endpoint: `https://e.org/${'a'.repeat(1986)}` }, team.ask)).status).toBe(201)
    for (let count = 1; count < WEBHOOKS_MAX; count++) expect((await create({}, team.ask)).status).toBe(201)
    const refused = await create({}, team.ask)
    const message = 'A team can have at most 50 webhooks. Delete one first.'
    expect(refused.body).toEqual({ statusCode: 422, message, name: 'validation_error' })
    expect((await create()).status).toBe(201)
  })
})

describe('listWebhooks', () => {
  it('lists all endpoints newest first, without secrets, optionally in pages', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing endpoints')).key)
    for (let count = 0; count < 5; count++) await create({ endpoint: `https://e${count}.example.org` }, team.ask)
    const list = (query: string) => team.ask('GET', `/webhooks?${query}`)
    const { body } = await list('')
    expect([body.object, body.has_more, body.data.length]).toEqual(['list', false, 5])
    expect(Object.keys(body.data[0]).toSorted()).toEqual(['created_at', 'endpoint', 'events', 'id', 'status'])
    const { forward, back } = await pagesOf(list, 'endpoint')
    expect(forward).toEqual([
      'https://e4.example.org https://e3.example.org …',
      'https://e2.example.org https://e1.example.org …',
      'https://e0.example.org',
    ])
    expect(back).toEqual(['https://e2.example.org https://e1.example.org …'])
    expect((await list('limit=101')).body).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })
})

describe('updateWebhook', () => {
  const update = (id: string, body: object) => own.ask('PATCH', `/webhooks/${id}`, body)

  it('updates the given fields only', async () => {
    const id = await add({ events: ['email.sent', 'topic.created'] })
    const { status, body } = await update(id, { events: ['email.bounced'] })
    expect([status, body]).toEqual([200, { object: 'webhook', id }])
    expect(await get(id)).toMatchObject({ endpoint: ENDPOINT, events: ['email.bounced'], status: 'enabled' })
    await update(id, { endpoint: 'https://other.example.org', status: 'disabled', events: null })
    const after = { endpoint: 'https://other.example.org', events: ['email.bounced'], status: 'disabled' }
    expect(await get(id)).toMatchObject(after)
    expect((await update(id, {})).body).toEqual({ object: 'webhook', id })
    expect(await get(id)).toMatchObject(after)
  })

  it.each([
    ['an empty list of events', { events: [] }, /`events`/],
    [
      'an unknown status',
      { status: 'paused' },
      'Invalid `status` field: must be one of enabled, disabled, null; received "paused".',
    ],
    ['an endpoint that is not a URL', { endpoint: 'hook' }, /^Invalid `endpoint` field: it must begin/],
  ])('rejects %s', async (_, body, message) => {
    const id = await add()
    const refused = await update(id, body)
    expect(refused.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(refused.body.message).toMatch(message)
    expect(await get(id)).toMatchObject({ endpoint: ENDPOINT, events: ['topic.created'], status: 'enabled' })
  })
})

describe('removeWebhook', () => {
  it('deletes the endpoint', async () => {
    const id = await add()
    const { status, body } = await remove(id)
    expect([status, body]).toEqual([200, { object: 'webhook', id, deleted: true }])
    expect(await get(id)).toEqual({ statusCode: 404, message: NOT_FOUND, name: 'not_found' })
    expect((await remove(id)).body).toEqual({ statusCode: 404, message: 'Webhook not found', name: 'not_found' })
  })
})

describe('rotateSigningSecret', () => {
  const path = (id: string) => `/webhooks/${id}/signing-secret/rotate`

  it('creates a new secret', async () => {
    const id = await add()
    const before = (await get(id)).signing_secret
    const { status, body } = await own.ask('POST', path(id))
    const { signing_secret } = body
    expect([status, body]).toEqual([200, { object: 'webhook', id, signing_secret: expect.stringMatching(SECRET) }])
    expect(signing_secret).not.toBe(before)
    expect((await get(id)).signing_secret).toBe(signing_secret)
  })
})

describe('events of an endpoint', () => {
  let id: string
  const EVENT = /^msg_[0-9A-Za-z]{27}$/
  const path = (of: string, rest = '') => `/webhooks/${of}/events${rest}`
  const list = (query = '', of = id) => own.ask('GET', path(of, `?${query}`))
  const unknown_event = 'msg_FLTiXRlsEuOLuRvuN2e3WZGZ3nE'

  beforeAll(async () => {
    id = await add()
    for (const name of ['One', 'Two', 'Three']) {
      time.forward(1000)
      await own.aTopic({ name })
    }
  })

  describe('listWebhookEvents', () => {
    it('lists events newest first, in pages', async () => {
      const { status, body } = await list()
      expect([status, body.object, body.has_more, body.data.length]).toEqual([200, 'list', false, 3])
      expect(body.data[0]).toEqual({
        id: expect.stringMatching(EVENT),
        type: 'topic.created',
        created_at: time.now().toISOString(),
        status: expect.stringMatching(/^(?:pending|attempting)$/),
      })
      const ids = body.data.map((event: { id: string }) => event.id)
      expect(ids).toEqual(ids.toSorted().toReversed())
      const first = (await list('limit=2')).body
      expect([first.data.map((event: { id: string }) => event.id), first.has_more]).toEqual([ids.slice(0, 2), true])
      const second = (await list(`limit=2&after=${ids[1]}`)).body
      expect([second.data.map((event: { id: string }) => event.id), second.has_more]).toEqual([ids.slice(2), false])
    })

    it('lists only the events of this endpoint', async () => {
      expect((await list('', await add())).body.data).toEqual([])
      const other = await add()
      const [{ id: event_id }] = (await list()).body.data
      expect((await list(`after=${event_id}`, other)).body).toMatchObject({ statusCode: 422, name: 'validation_error' })
      expect((await own.ask('GET', path(other, `/${event_id}`))).status).toBe(404)
    })

    it.each(['first', unknown_event, 'msg_000000000000000000000000000', UNKNOWN])(
      'rejects the cursor %s',
      async after => {
        const message = `The \`after\` cursor is not an item of this list; received "${after}".`
        expect((await list(`after=${after}`)).body).toEqual({ statusCode: 422, message, name: 'validation_error' })
      },
    )

    it('rejects an invalid limit', async () => {
      for (const limit of ['0', '101', 'x']) expect((await list(`limit=${limit}`)).status).toBe(422)
    })
  })

  describe('getWebhookEvent', () => {
    it('returns the exact payload', async () => {
      const [{ id: event_id }] = (await list()).body.data
      const { status, body } = await own.ask('GET', path(id, `/${event_id}`))
      expect(status).toBe(200)
      expect(body).toMatchObject({ object: 'webhook_event', id: event_id, type: 'topic.created' })
      expect(body.next_attempt_at).not.toBeNull()
      expect(body.payload).toMatchObject({
        type: 'topic.created',
        created_at: body.created_at,
        data: { name: 'Three' },
      })
    })
  })

  describe('replayWebhookEvent', () => {
    it('sends the event again, unless the endpoint is disabled', async () => {
      const [{ id: event_id }] = (await list()).body.data
      const ask = () => own.ask('POST', path(id, `/${event_id}/replay`))
      const { status, body } = await ask()
      expect([status, body]).toEqual([200, { object: 'webhook_event', id: event_id }])
      await own.ask('PATCH', `/webhooks/${id}`, { status: 'disabled' })
      const message = 'This webhook is disabled. Enable it first.'
      expect((await ask()).body).toEqual({ statusCode: 422, message, name: 'validation_error' })
      const failed = await own.ask('POST', `/webhooks/${id}/replay`, { since: time.now().toISOString() })
      expect(failed.body).toEqual({ statusCode: 422, message, name: 'validation_error' })
      const test = await own.ask('POST', `/webhooks/${id}/test`, {})
      expect(test.body).toEqual({ statusCode: 422, message, name: 'validation_error' })
      await own.ask('PATCH', `/webhooks/${id}`, { status: 'enabled' })
    })
  })

  describe('listWebhookAttempts', () => {
    it('lists attempts and rejects cursors of other events', async () => {
      const [{ id: event_id }] = (await list()).body.data
      const attempts = (query = '') => own.ask('GET', path(id, `/${event_id}/attempts?${query}`))
      expect((await attempts()).body).toMatchObject({ object: 'list', has_more: false })
      for (const after of ['first', event_id, 'atmpt_Wcp3OmXoopTwhyApP2ijgmdZiSm'])
        expect((await attempts(`after=${after}`)).body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    })
  })

  it.each([
    ['GET', ''],
    ['GET', '/attempts'],
    ['POST', '/replay'],
  ])('returns 404 for an unknown event at %s …%s', async (method, rest) => {
    const message = 'Webhook event not found'
    const of = (event: string) => path(id, `/${event}${rest}`)
    expect((await own.ask(method, of(unknown_event))).body).toEqual({ statusCode: 404, message, name: 'not_found' })
    expect((await own.ask(method, of('first'))).body).toEqual({ statusCode: 404, message, name: 'not_found' })
  })
})

describe('testWebhook', () => {
  it('sends an event of any type to this endpoint only', async () => {
    const [id, other] = [await add({ events: ['email.sent'] }), await add({ events: ['domain.created'] })]
    const { status, body } = await own.ask('POST', `/webhooks/${id}/test`, { type: 'domain.created' })
    expect([status, body.object]).toEqual([200, 'webhook_event'])
    const shown = (await own.ask('GET', `/webhooks/${id}/events/${body.id}`)).body
    expect(shown.payload).toMatchObject({ type: 'domain.created', data: { name: 'mail.example.com' } })
    expect((await own.ask('GET', `/webhooks/${other}/events`)).body.data).toEqual([])
  })

  it('defaults to email.sent and rejects types that never occur on this server', async () => {
    const id = await add()
    const { body } = await own.ask('POST', `/webhooks/${id}/test`, {})
    expect((await own.ask('GET', `/webhooks/${id}/events/${body.id}`)).body.type).toBe('email.sent')
    const refused = await own.ask('POST', `/webhooks/${id}/test`, { type: 'inbox.thread.assigned' })
    expect(refused.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(refused.body.message).toMatch(/^Invalid `type` field: .*this server does not send events of this type/)
    expect((await own.ask('POST', `/webhooks/${id}/test`, { type: 'x' })).status).toBe(422)
  })
})

describe('replayWebhook', () => {
  const path = (id: string) => `/webhooks/${id}/replay`
  const since = '2026-11-20T00:00:00.000Z'

  it('requires a time', async () => {
    const id = await add()
    expect((await own.ask('POST', path(id), { since })).body).toEqual({ object: 'webhook', id })
    expect((await own.ask('POST', path(id), {})).body).toMatchObject({ name: 'missing_required_field' })
    expect((await own.ask('POST', path(id), { since: 'yesterday' })).body).toMatchObject({ name: 'validation_error' })
  })
})

describe('getWebhookStatistics', () => {
  it('counts pending deliveries', async () => {
    const id = await add({ events: ['suppression.added'] })
    const { status, body } = await own.ask('GET', `/webhooks/${id}/statistics`)
    expect([status, body]).toEqual([
      200,
      { object: 'webhook_statistics', id, waiting: 0, failing_since: null, days: [] },
    ])
  })
})
