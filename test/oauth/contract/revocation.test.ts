// Token revocation by clients, and grants that the team revokes (RFC 7009 and the two operations of the API).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import {
  type Fields,
  type GrantedClient,
  aClient,
  aClientWithSecret,
  aCode,
  aGrantedClient,
  disableClient,
  credentialsOf,
  refresh,
  sendForm,
  countRows,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const revoke = (fields: Fields, authorization?: string): Promise<Reply> =>
  sendForm(server, '/oauth/revoke', fields, authorization)
const statusWith = async (access_token: string): Promise<number> =>
  (await server.call('GET', '/oauth/grants', { key: access_token })).status
/** Whether any token of the grant still works. */
const lives = async (granted: GrantedClient): Promise<boolean> => (await statusWith(granted.access_token)) === 200

describe('revokeToken', () => {
  let granted: GrantedClient
  let client_id: string
  beforeEach(async () => {
    granted = await aGrantedClient(server)
    client_id = granted.client_id
  })

  it.each([
    ['access_token', undefined],
    ['refresh_token', undefined],
    ['access_token', 'access_token'],
    ['refresh_token', 'access_token'],
    ['access_token', 'refresh_token'],
    ['refresh_token', 'something else'],
  ] as const)(
    'ends the whole grant by its %s (hint: %s) and returns an empty response',
    async (which, token_type_hint) => {
      expect(await lives(granted)).toBe(true)
      const { status, body, headers } = await revoke({ client_id, token: granted[which], token_type_hint })
      expect([status, body, headers.get('cache-control')]).toEqual([200, '', 'no-store'])
      expect(await lives(granted)).toBe(false)
      expect((await refresh(server, granted)).body.error).toBe('invalid_grant')
    },
  )

  it('ends the grant by a replaced refresh token and by the newest one', async () => {
    const { body } = await refresh(server, granted)
    await revoke({ client_id, token: granted.refresh_token })
    expect(await lives({ ...granted, ...body })).toBe(false)
    const other = await aGrantedClient(server)
    const next = (await refresh(server, other)).body
    await revoke({ client_id: other.client_id, token: next.refresh_token })
    expect(await lives(other)).toBe(false)
  })

  it('returns the same response for an unknown, expired or revoked token', async () => {
    for (const token of ['x', granted.access_token.slice(0, -1), 'a.b.c', 'x'.repeat(10_000)]) {
      expect((await revoke({ client_id, token })).status).toBe(200)
    }
    expect(await lives(granted)).toBe(true)
    await revoke({ client_id, token: granted.refresh_token })
    expect((await revoke({ client_id, token: granted.refresh_token })).status).toBe(200)
  })

  it('ignores the token of another client without revealing it', async () => {
    const thief = await aClient(server)
    for (const token of [granted.access_token, granted.refresh_token]) {
      const { status, body } = await revoke({ client_id: thief, token })
      expect([status, body]).toEqual([200, ''])
    }
    expect(await lives(granted)).toBe(true)
    await refresh(server, granted)
  })

  it('authenticates a confidential client only by its secret', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
      const client = await aClientWithSecret(server, method)
      const code = await aCode(server, { client_id: client.client_id })
      const { fields, authorization } = credentialsOf(client)
      const form = { grant_type: 'authorization_code', ...code, ...fields }
      const { body } = await sendForm(server, '/oauth/token', form, authorization)
      const token = body.refresh_token
      for (const wrong of [{ client_id: client.client_id }, { client_id: client.client_id, client_secret: 'x' }]) {
        const { status, body: said, headers } = await revoke({ ...wrong, token })
        expect([status, said.error, headers.get('www-authenticate')]).toEqual([
          401,
          'invalid_client',
          'Basic realm="oauth"',
        ])
      }
      expect(await statusWith(body.access_token)).toBe(200)
      expect((await revoke({ ...fields, token }, authorization)).status).toBe(200)
      expect(await statusWith(body.access_token)).toBe(401)
    }
  })

  it.each<[string, Fields, number, string]>([
    ['no token', { token: undefined }, 400, 'invalid_request'],
    ['an empty token', { token: '' }, 400, 'invalid_request'],
    ['two tokens', { token: ['a', 'b'] }, 400, 'invalid_request'],
    ['two hints', { token_type_hint: ['access_token', 'access_token'] }, 400, 'invalid_request'],
    ['no client', { client_id: undefined }, 400, 'invalid_request'],
    ['an unknown client', { client_id: UNKNOWN }, 401, 'invalid_client'],
    ['a secret of a public client', { client_secret: 'x' }, 401, 'invalid_client'],
  ])('rejects %s and ends nothing', async (_, fields, status, error) => {
    const answer = await revoke({ client_id, token: granted.refresh_token, ...fields })
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await lives(granted)).toBe(true)
  })

  it('rejects two authentication methods in one request, and an API key', async () => {
    const token = granted.refresh_token
    const twice = await revoke({ client_id, client_secret: 'x', token }, `Basic ${btoa(`${client_id}:x`)}`)
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request'])
    const key = await revoke({ token }, `Bearer ${server.key}`)
    expect([key.status, key.body.error]).toEqual([401, 'invalid_client'])
    expect(await lives(granted)).toBe(true)
  })

  it('rejects a disabled client', async () => {
    await disableClient(server, client_id)
    expect((await revoke({ client_id, token: granted.refresh_token })).body.error).toBe('invalid_client')
  })

  it('reads JSON but never the query', async () => {
    const token = granted.refresh_token
    const query = await server.call('POST', `/oauth/revoke?token=${token}&client_id=${client_id}`, { key: null })
    expect([query.status, query.body.error]).toEqual([400, 'invalid_request'])
    expect(await lives(granted)).toBe(true)
    const body = { token, client_id }
    expect((await server.call('POST', '/oauth/revoke', { key: null, body })).status).toBe(200)
    expect(await lives(granted)).toBe(false)
  })
})

describe('listOauthGrants', () => {
  it('lists the team’s grants newest first, with revoked grants and without those of other teams', async () => {
    const team = await aTeam(server, 'Lister')
    const { team_id, key } = team
    const client_id = await aClient(server, { client_name: 'Reader', logo_uri: 'https://app.example/logo.png' })
    const first = await aGrantedClient(server, { team_id, client_id, scope: 'emails:send' })
    time.forward(1000)
    await aGrantedClient(server, { team_id, scope: 'full_access' })
    await revoke({ client_id, token: first.refresh_token })
    const { status, body } = await server.call('GET', '/oauth/grants', { key })
    expect([status, body.object, body.has_more, body.data.length]).toEqual([200, 'list', false, 2])
    expect(body.data[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id,
      scopes: ['emails:send'],
      created_at: expect.stringMatching(/^2026-11-20T.*Z$/),
      revoked_at: time.now().toISOString(),
      revoked_reason: 'revoked_by_client',
      client: { name: 'Reader', logo_uri: 'https://app.example/logo.png' },
    })
    expect(body.data[0]).toMatchObject({ scopes: ['full_access'], revoked_at: null, revoked_reason: null })
    const page = (query: string): Promise<Reply> => server.call('GET', `/oauth/grants?${query}`, { key })
    expect((await page('limit=1')).body).toEqual({ object: 'list', has_more: true, data: [body.data[0]] })
    expect((await page(`limit=1&after=${body.data[0].id}`)).body.data).toEqual([body.data[1]])
    expect((await page(`before=${body.data[1].id}`)).body.data).toEqual([body.data[0]])
    expect((await page('limit=0')).status).toBe(422)
    expect((await server.call('GET', `/oauth/grants?after=${body.data[0].id}`)).status).toBe(422)
  })
})

describe('revokeOauthGrant', () => {
  it('ends a grant immediately and returns the time and reason', async () => {
    const granted = await aGrantedClient(server)
    const { id } = (await server.call('GET', '/oauth/grants?limit=1')).body.data[0]
    const { status, body } = await server.call('DELETE', `/oauth/grants/${id}`)
    const revoked_at = time.now().toISOString()
    expect([status, body]).toEqual([200, { object: 'oauth_grant', id, revoked_at, revoked_reason: 'revoked_from_api' }])
    expect(await lives(granted)).toBe(false)
    expect((await refresh(server, granted)).body.error).toBe('invalid_grant')
    const again = await server.call('DELETE', `/oauth/grants/${id}`)
    expect(again.body).toEqual({ statusCode: 404, name: 'not_found', message: 'OAuth grant not found' })
    expect((await server.call('GET', '/oauth/grants?limit=1')).body.data[0]).toMatchObject({ id, revoked_at })
  })

  it('allows a client with full access to end its own grant', async () => {
    const { access_token: key } = await aGrantedClient(server)
    const { id } = (await server.call('GET', '/oauth/grants?limit=1')).body.data[0]
    expect((await server.call('DELETE', `/oauth/grants/${id}`, { key })).status).toBe(200)
    expect(await statusWith(key)).toBe(401)
  })
})

describe('the stored result of a revocation', () => {
  it('is only the end of the grant', async () => {
    const { client_id, refresh_token } = await aGrantedClient(server)
    const before = await countRows(server)
    await revoke({ client_id, token: refresh_token })
    expect(await countRows(server)).toEqual(before)
  })
})
