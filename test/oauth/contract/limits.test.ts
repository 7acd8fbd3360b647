// The limits of OAuth endpoints on requests that are not authenticated yet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClient, aRequest, authorize, encodeForm } from '../../support/oauth.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ENDPOINTS = [
  '/oauth/token',
  '/oauth/device_authorization',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/register',
]

let server: TestServer
let client_id: string
beforeAll(async () => {
  server = await startServer()
  client_id = await aClient(server)
})
afterAll(() => server.stop())

const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Reply> =>
  server.call('POST', path, { key: null, body, headers: { ...anAddress(), ...headers } })
const TOO_MANY = {
  error: 'invalid_request',
  error_description: 'Too many parameters: at most 100 are allowed.',
}

describe.each(ENDPOINTS)('%s', path => {
  it('accepts at most 64 kB', async () => {
    const member = (length: number): string => `{"x":"${'x'.repeat(length - 8)}"}`
    for (const headers of [FORM, {}]) {
      const { status, body } = await send(path, member(65_537), headers)
      expect([status, body]).toEqual([
        413,
        {
          error: 'invalid_request',
          error_description: 'The body is too large: at most 65536 bytes are read here, and it has 65537.',
        },
      ])
    }
    expect((await send(path, member(65_536))).status).toBe(400)
  })

  it('accepts at most 100 parameters, in a form, in JSON and in the query', async () => {
    for (const pairs of ['a&'.repeat(100), '&'.repeat(100), 'a=b&'.repeat(16_000)]) {
      const { status, body } = await send(path, pairs, FORM)
      expect([status, body]).toEqual([400, TOO_MANY])
    }
    const members = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`m${index}`, 'x']))
    const { status, body } = await send(path, JSON.stringify(members))
    expect([status, body.error_description]).toEqual([400, 'The body has more than 100 members.'])
    expect((await send(`${path}?${'a&'.repeat(100)}`, 'x=1', FORM)).body).toEqual(TOO_MANY)
  })

  it('rejects duplicate members', async () => {
    const { status, body } = await send(path, `{"token":"x","client_id":"${client_id}","token":"y"}`)
    expect([status, body.error_description]).toEqual([400, 'The JSON body has a duplicate member.'])
  })

  it.each([String.raw`{"x":"\u0000"}`, String.raw`{"x":["\ud83d"]}`, String.raw`{"\udc00":"x"}`])(
    'rejects values that are not text: %s',
    async text => {
      const { status, body } = await send(path, text)
      expect([status, body.error_description]).toEqual([
        400,
        'The JSON body contains a NUL or half of a surrogate pair.',
      ])
    },
  )
})

describe('a valid request', () => {
  it('may have 100 parameters', async () => {
    const query = encodeForm(aRequest(client_id))
    const more = (count: number): string => `${query}${'&x=1'.repeat(count - query.split('&').length)}`
    expect((await authorize(server, more(100))).status).toBe(302)
    const { status, body } = await authorize(server, more(101))
    expect([status, body]).toEqual([400, TOO_MANY])
  })
})

describe('a form of the dashboard', () => {
  it.each(['a&'.repeat(100), 'email=%00&password=x', 'a%00=x', 'email=%FF'])(
    'is rejected with the body %s',
    async body => {
      const headers = { ...FORM, origin: server.url }
      expect((await server.call('POST', '/login', { key: null, headers, body })).status).toBe(400)
    },
  )
})
