// Registering a client over real HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK, aRequest, authorize, countRows } from '../../support/oauth.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const good = { client_name: 'Night Mailer', redirect_uris: [CALLBACK] }
const register = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  server.call('POST', '/oauth/register', { key: null, body, headers: { ...anAddress(), ...headers } })

describe('registerClient', () => {
  it('registers a working client and returns its metadata', async () => {
    const { status, body, headers } = await register({ ...good, scope: 'emails:send', policy_uri: 'ignored' })
    expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([201, 'no-store', 'no-cache'])
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Night Mailer',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'emails:send',
    })
    expect((await authorize(server, aRequest(body.client_id))).headers.get('location')).toContain('/consent/')
  })

  it.each<[string, unknown, string]>([
    ['no name', { redirect_uris: [CALLBACK] }, 'invalid_client_metadata'],
    ['a name with direction marks', { ...good, client_name: 'a\u202Eb' }, 'invalid_client_metadata'],
    ['no redirect URI', { client_name: 'x' }, 'invalid_redirect_uri'],
    ['http on a host of the network', { ...good, redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
    ['an empty fragment', { ...good, redirect_uris: ['https://app.example/#'] }, 'invalid_redirect_uri'],
    ['a script', { ...good, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['the implicit grant', { ...good, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['the response type token', { ...good, response_types: ['token'] }, 'invalid_client_metadata'],
    ['an unknown scope', { ...good, scope: 'everything' }, 'invalid_client_metadata'],
    [
      'an unsupported authentication method',
      { ...good, token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
    ],
    ['a script as home page', { ...good, client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
    ['a list', [], 'invalid_client_metadata'],
    ['invalid JSON', '{', 'invalid_client_metadata'],
  ])('rejects %s and stores nothing', async (_, body, error) => {
    const before = await countRows(server)
    const answer = await register(body)
    expect([answer.status, answer.body.error, answer.headers.get('cache-control')]).toEqual([400, error, 'no-store'])
    expect(await countRows(server)).toEqual(before)
  })

  it('accepts only JSON, because a web page can send a form from any origin', async () => {
    expect((await register('client_name=x', { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await register(good, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201)
  })

  it('reads at most a megabyte and returns an OAuth error beyond that', async () => {
    const { status, body } = await register({ ...good, client_name: 'x'.repeat(1_100_000) })
    expect([status, body.error]).toEqual([413, 'invalid_request'])
  })
})
