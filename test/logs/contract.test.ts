import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type TestServer, aSendingKey, aTeam, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const time = clock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

const UNKNOWN = '019a9e2c-3f10-7000-8a11-5c2d7e90b4f3'
const MAIL = { from: 'Ada <ada@example.com>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' }

type Asked = Parameters<TestServer['call']>[2]

/** The log entry of a request. */
async function entryOf(method: string, path: string, asked?: Asked) {
  const { headers } = await server.call(method, path, asked)
  return (await server.call('GET', `/logs/${headers.get('x-request-id')}`)).body
}

describe('getLog', () => {
  it('returns a request with both bodies immediately after it was answered', async () => {
    time.forward(1500)
    const { headers, body } = await server.call('POST', '/emails?a=b', {
      body: MAIL,
      headers: { 'user-agent': 'unit/1.0' },
    })
    const id = headers.get('x-request-id')
    const { body: keys } = await server.call('GET', '/api-keys')
    const shown = (await server.call('GET', `/logs/${id}`)).body
    expect(shown).toEqual({
      object: 'log',
      id,
      created_at: time.now().toISOString(),
      endpoint: '/emails',
      method: 'POST',
      response_status: 200,
      user_agent: 'unit/1.0',
      request_id: id,
      duration_ms: expect.any(Number),
      caller: { kind: 'api_key', id: keys.data[0].id, name: keys.data[0].name },
      request_body: MAIL,
      response_body: body,
      request_body_left_out: null,
      response_body_left_out: null,
    })
  })

  it('returns rejected requests, for any reason', async () => {
    expect(await entryOf('POST', '/contacts', { body: { email: 'none' } })).toMatchObject({
      response_status: 422,
      request_body: { email: 'none' },
      response_body: { statusCode: 422, name: 'validation_error' },
    })
    const key = await aSendingKey(server)
    expect(await entryOf('GET', '/contacts', { key })).toMatchObject({
      response_status: 401,
      request_body: null,
      request_body_left_out: null,
      response_body: { name: 'restricted_api_key' },
    })
  })

  it('describes a request body that is not stored', async () => {
    const broken = await entryOf('POST', '/contacts', { body: '{"email": "a@example.com"' })
    expect(broken).toMatchObject({ response_status: 400, request_body: null, request_body_left_out: 'not_json' })
    const large = await entryOf('POST', '/emails', { body: { ...MAIL, html: 'x'.repeat(16_384) } })
    expect(large).toMatchObject({ response_status: 200, request_body: null, request_body_left_out: 'too_large' })
    const larger = await entryOf('POST', '/emails', { body: { ...MAIL, html: 'x'.repeat(400_000) } })
    expect(larger).toMatchObject({ response_status: 200, request_body_left_out: 'too_large' })
    const csv = await entryOf('GET', '/contacts/export', { headers: { accept: 'text/csv' } })
    expect(csv).toMatchObject({ response_body: null, response_body_left_out: 'not_json' })
    const without = await entryOf('GET', '/topics')
    expect(without).toMatchObject({ request_body: null, request_body_left_out: null, response_body: { data: [] } })
  })

  it('stores text in any alphabet', async () => {
    const body = { email: 'ünï@exämple.com', first_name: '李', last_name: '😀\n"\\' }
    expect((await entryOf('POST', '/contacts', { body })).request_body).toEqual(body)
  })

  it.each(['NUL \\u0000', 'half a pair \\ud800'])('does not store text that is invalid: %s', async text => {
    const entry = await entryOf('POST', '/contacts', { body: `{"email":"a@example.com","first_name":"${text}"}` })
    expect(entry).toMatchObject({ response_status: 422, request_body: null, request_body_left_out: 'not_json' })
  })

  it('does not store bytes that are not text', async () => {
    const { status, headers } = await fetch(`${server.url}/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: Buffer.from('7b22656d61696c223a22ff227d', 'hex'),
    })
    const entry = (await server.call('GET', `/logs/${headers.get('x-request-id')}`)).body
    expect([status, entry.request_body, entry.request_body_left_out]).toEqual([400, null, 'not_json'])
  })

  it('stores an email with attachments, without their content', async () => {
    const small = { filename: 'a.txt', content: Buffer.from('very secret words').toString('base64') }
    const large = { filename: 'b.txt', content: Buffer.from('x'.repeat(300_000)).toString('base64') }
    for (const attachment of [small, large]) {
      const entry = await entryOf('POST', '/emails', { body: { ...MAIL, attachments: [attachment] } })
      const filename = attachment.filename
      expect([entry.response_status, entry.request_body]).toEqual([
        200,
        { ...MAIL, attachments: [{ filename, content: '(hidden)' }] },
      ])
    }
    const listed = { body: [{ ...MAIL, attachments: [small] }] }
    expect(JSON.stringify(await entryOf('POST', '/emails/batch', listed))).not.toContain(small.content)
    const single = { body: { ...MAIL, attachments: small } }
    expect(JSON.stringify(await entryOf('POST', '/emails', single))).not.toContain(small.content)
  })

  it('hides secrets that are returned only once', async () => {
    const made = await entryOf('POST', '/api-keys', { body: { name: 'Told once' } })
    expect(made.response_body).toMatchObject({ object: 'api_key', token: '(hidden)' })
    const { body: email } = await server.call('POST', '/emails', { body: MAIL })
    const shared = await entryOf('POST', `/emails/${email.id}/share`, { body: {} })
    expect(shared.response_body).toEqual({ object: 'email', id: email.id, url: '(hidden)' })
  })

  it('hides secrets in URLs of bodies, errors and paths, also of rejected requests', async () => {
    const endpoint = 'https://crm.example.com/hook?key=very-secret'
    const made = await entryOf('POST', '/webhooks', { body: { endpoint, events: ['email.sent'] } })
    expect([made.response_status, made.request_body.endpoint]).toEqual([
      201,
      'https://crm.example.com/hook?key=(hidden)',
    ])
    const listed = await entryOf('GET', '/webhooks')
    expect(listed.response_body.data[0].endpoint).toBe('https://crm.example.com/hook?key=(hidden)')
    for (const refused of ['https://ana:very-secret@crm.example.com', 'ana:very-secret@crm.example.com/x']) {
      const entry = await entryOf('POST', '/webhooks', { body: { endpoint: refused, events: ['email.sent'] } })
      expect(entry.response_status).toBe(422)
      expect(JSON.stringify(entry)).not.toContain('very-secret')
      const at = `/contacts/${encodeURIComponent(`${refused}?token=very-secret`)}`
      expect((await entryOf('GET', at)).endpoint).toMatch(/^\/contacts\/.*\(hidden\)/)
    }
    const html = '<a href="https://shop.example.com/?token=very-secret&page=2">x</a>'
    const { request_body } = await entryOf('POST', '/emails', { body: { ...MAIL, html } })
    expect(request_body.html).toBe('<a href="https://shop.example.com/?token=(hidden)&page=2">x</a>')
    const { body: audit } = await server.call('GET', '/audit-events')
    expect(audit.data[0].object.name).toBe('https://crm.example.com/hook?key=(hidden)')
    expect(server.logged()).not.toContain('very-secret')
    expect(JSON.stringify((await server.call('GET', '/logs')).body)).not.toContain('very-secret')
  })

  it('stores no API key that was sent instead of an id', async () => {
    const entry = await entryOf('GET', `/api-keys/${server.key}/x`)
    expect(entry).toMatchObject({ name: 'not_found' })
    expect((await entryOf('DELETE', `/contacts/${server.key}`)).endpoint).toBe('/contacts/(hidden)')
    expect((await entryOf('POST', `/contacts/${server.key}/erase`)).endpoint).toBe('/contacts/(hidden)/erase')
  })

  it('names an API key until it is deleted', async () => {
    const { body: made } = await server.call('POST', '/api-keys', { body: { name: 'Shop' } })
    const entry = await entryOf('GET', '/topics', { key: made.token })
    expect(entry.caller).toEqual({ kind: 'api_key', id: made.id, name: 'Shop' })
    await server.call('DELETE', `/api-keys/${made.id}`)
    expect((await server.call('GET', `/logs/${entry.id}`)).body.caller).toEqual({ ...entry.caller, name: null })
  })
})

describe('listLogs', () => {
  it('returns pages, newest first', async () => {
    const { key } = await aTeam(server, 'Listing logs')
    const { ask } = contactsOf(server, key)
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) {
      await ask('GET', `/contacts/${name}@example.com`)
      // each in a row of its own, or several in one
      if (name !== 'c') await server.call('GET', '/logs')
      time.forward(700)
    }
    const list = (query: string) => ask('GET', `/logs?${query}`)
    const { body } = await list('')
    expect(body.data.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(
      names.toReversed().map(name => `/contacts/${name}@example.com`),
    )
    expect(body).toMatchObject({ object: 'list', has_more: false, not_kept: 0 })
    expect(body.data[0]).not.toHaveProperty('request_body')
    expect(body.data[0]).not.toHaveProperty('object')
    // reading the log is a request as well
    const first = body.data.at(-1).id
    const forward = []
    for (let after: string | undefined = body.data[0].id; after !== undefined;) {
      const { body: page } = await list(`limit=2&after=${after}`)
      forward.push(page.data.map(({ endpoint }: { endpoint: string }) => endpoint[10]).join(''))
      after = page.has_more ? page.data.at(-1).id : undefined
    }
    expect(forward).toEqual(['dc', 'ba'])
    const { body: back } = await list(`limit=2&before=${first}`)
    expect([back.data.map(({ endpoint }: { endpoint: string }) => endpoint[10]).join(''), back.has_more]).toEqual([
      'cb',
      true,
    ])
  })

  it('rejects both cursors together, and an unknown cursor', async () => {
    const refused = async (query: string) => (await server.call('GET', `/logs?${query}`)).body
    const { data } = (await server.call('GET', '/logs?limit=1')).body
    const both = await refused(`after=${data[0].id}&before=${data[0].id}`)
    expect(both).toMatchObject({ statusCode: 422, name: 'validation_error' })
    for (const cursor of [UNKNOWN, 'x']) expect(await refused(`after=${cursor}`)).toMatchObject({ statusCode: 422 })
  })

  it('has entries for reads of the log, without bodies', async () => {
    const entry = await entryOf('GET', '/logs')
    expect(entry).toMatchObject({ endpoint: '/logs', response_status: 200, response_body: null })
    expect(entry.response_body_left_out).toBe('of_logs')
  })

  it('has no entries for requests without a team, or of pages, health checks, documents and OAuth', async () => {
    const { team_id, key } = await aTeam(server, 'Quiet')
    await server.call('GET', '/emails', { key: `${key}x` })
    await server.call('GET', '/emails', { key: null })
    for (const path of ['/', '/emails', '/healthz', '/readyz', '/docs', '/openapi.json', '/nowhere'])
      await server.call('GET', path, { key, headers: { accept: 'text/html, application/json' } })
    await server.call('POST', '/oauth/introspect', { key, body: { token: 'x' } })
    const { body } = await server.call('GET', '/logs', { key })
    expect([team_id, body.data.map(({ endpoint }: { endpoint: string }) => endpoint)]).toEqual([team_id, ['/emails']])
  })
})

it('stores nothing with LOG_RETENTION_DAYS=0', async () => {
  const without = await startServer({ LOG_RETENTION_DAYS: '0' })
  try {
    const { headers } = await without.call('GET', '/topics')
    expect((await without.call('GET', '/logs')).body).toEqual({
      object: 'list',
      has_more: false,
      data: [],
      not_kept: 0,
    })
    expect((await without.call('GET', `/logs/${headers.get('x-request-id')}`)).status).toBe(404)
  } finally {
    await without.stop()
  }
})

it('is written completely when a server has stopped', async () => {
  const env = { DATA_DIR: temporaryFolder() }
  const first = await startServer(env)
  const { headers } = await first.call('GET', '/topics')
  await first.stop()
  const second = await startServer(env)
  try {
    const key = first.key
    expect((await second.call('GET', `/logs/${headers.get('x-request-id')}`, { key })).status).toBe(200)
  } finally {
    await second.stop()
  }
})
