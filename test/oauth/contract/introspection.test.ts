// Token introspection by the client that owns the token and by callers of the API (RFC 7662).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import {
  type ClientWithSecret,
  type Fields,
  type GrantedClient,
  aClientWithSecret,
  aCode,
  aGrantedClient,
  anApprover,
  disableClient,
  exchange,
  credentialsOf,
  refresh,
  sendForm,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, aSendingKey, aTeam, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
let client: ClientWithSecret
let granted: GrantedClient
beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())
beforeEach(async () => {
  client = await aClientWithSecret(server, 'client_secret_post')
  granted = await aGrantOf(client)
})

/** Creates a grant for the client and returns its tokens. */
async function aGrantOf({ client_id, client_secret }: ClientWithSecret): Promise<GrantedClient> {
  const code = await aCode(server, { client_id, scope: 'emails:send' })
  const { body } = await exchange(server, code, { client_secret })
  return { client_id, ...body }
}

const INACTIVE = { active: false }
const ask = (fields: Fields, authorization?: string): Promise<Reply> =>
  sendForm(server, '/oauth/introspect', fields, authorization)
const asClient = async (token: string, { client_id, client_secret } = client): Promise<unknown> =>
  (await ask({ token, client_id, client_secret })).body
const asKey = async (token: string, key = server.key): Promise<unknown> => (await ask({ token }, `Bearer ${key}`)).body

describe('introspectToken', () => {
  it('describes an access token to its client and to its team', async () => {
    const { user_id } = await anApprover(server)
    const { status, body, headers } = await ask({ ...credentialsOf(client).fields, token: granted.access_token })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    const iat = time.now().getTime() / 1000
    expect(body).toEqual({
      active: true,
      scope: 'emails:send',
      client_id: granted.client_id,
      token_type: 'Bearer',
      exp: iat + 900,
      iat,
      sub: user_id,
      aud: server.url,
      iss: server.url,
      jti: expect.any(String),
    })
    expect(await asKey(granted.access_token)).toEqual(body)
    const full = await aGrantedClient(server, { scope: 'full_access' })
    expect(await asKey(granted.access_token, full.access_token)).toEqual(body)
  })

  it('describes a refresh token until it is replaced', async () => {
    const iat = time.now().getTime() / 1000
    const about = {
      active: true,
      scope: 'emails:send',
      client_id: granted.client_id,
      exp: iat + 60 * 24 * 3600,
      iat,
      sub: (await anApprover(server)).user_id,
    }
    expect(await asClient(granted.refresh_token)).toEqual(about)
    expect(await asKey(granted.refresh_token)).toEqual(about)
    const { body } = await refresh(server, granted, { client_secret: client.client_secret })
    expect(await asClient(granted.refresh_token)).toEqual(INACTIVE)
    expect(await asClient(body.refresh_token)).toEqual(about)
  })

  it('reports expired, revoked, unknown and invalid tokens as inactive', async () => {
    const { access_token, refresh_token } = granted
    for (const token of ['x', 'a.b.c', `${access_token}x`, 'x'.repeat(10_000)]) {
      expect(await asClient(token)).toEqual(INACTIVE)
      expect(await asKey(token)).toEqual(INACTIVE)
    }
    await sendForm(server, '/oauth/revoke', { ...credentialsOf(client).fields, token: refresh_token })
    expect([await asClient(access_token), await asKey(refresh_token)]).toEqual([INACTIVE, INACTIVE])
    const later = await aGrantedClient(server)
    time.forward(900_000)
    expect(await asKey(later.access_token)).toEqual(INACTIVE)
  })

  it('reports tokens as inactive to another client and to another team', async () => {
    const other = await aClientWithSecret(server, 'client_secret_post')
    const { key } = await aTeam(server, 'Curious')
    for (const token of [granted.access_token, granted.refresh_token]) {
      expect(await asClient(token, other)).toEqual(INACTIVE)
      expect(await asKey(token, key)).toEqual(INACTIVE)
      expect(await asKey(token)).toMatchObject({ active: true })
    }
  })

  it('returns nothing to a public client, not even about its own tokens', async () => {
    const open = await aGrantedClient(server)
    const { status, body, headers } = await ask({ token: open.access_token, client_id: open.client_id })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    expect(headers.get('www-authenticate')).toBe('Basic realm="oauth"')
    expect(await asKey(open.access_token)).toMatchObject({ active: true })
  })

  it('authenticates a confidential client only by its secret', async () => {
    const client = await aClientWithSecret(server, 'client_secret_basic')
    const { fields, authorization } = credentialsOf(client)
    expect((await ask({ ...fields, token: 'x' }, authorization)).body).toEqual(INACTIVE)
    for (const wrong of [{ client_id: client.client_id }, { client_id: client.client_id, client_secret: 'x' }]) {
      const { status, body } = await ask({ ...wrong, token: 'x' })
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
  })

  it.each<[string, () => Promise<[Fields, string?]>, number, string]>([
    ['nobody', async () => [{ token: 'x' }], 400, 'invalid_request'],
    ['no token', async () => [{ client_id: granted.client_id }], 400, 'invalid_request'],
    ['no token, with a key', async () => [{}, `Bearer ${server.key}`], 400, 'invalid_request'],
    [
      'a key and a secret',
      async () => [{ token: 'x', client_secret: 'x' }, `Bearer ${server.key}`],
      400,
      'invalid_request',
    ],
    ['an unknown key', async () => [{ token: 'x' }, 'Bearer re_unknown'], 401, 'invalid_token'],
    ['no key', async () => [{ token: 'x' }, 'Bearer'], 401, 'invalid_token'],
    ['a bad access token', async () => [{ token: 'x' }, 'Bearer a.b.c'], 401, 'invalid_token'],
    ['a send-only key', async () => [{ token: 'x' }, `Bearer ${await aSendingKey(server)}`], 401, 'insufficient_scope'],
    ['a send-only token', async () => [{ token: 'x' }, `Bearer ${granted.access_token}`], 403, 'insufficient_scope'],
    ['another scheme', async () => [{ token: 'x' }, 'Digest x'], 401, 'invalid_client'],
  ])('rejects %s with an OAuth error', async (_, given, status, error) => {
    const { status: answered, body } = await ask(...(await given()))
    expect([answered, body.error]).toEqual([status, error])
    expect(Object.keys(body)).toEqual(['error', 'error_description'])
  })

  it('challenges a request with an invalid token', async () => {
    const { headers } = await ask({ token: 'x' }, 'Bearer a.b.c')
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata=/)
  })

  it('rejects a disabled client and reports its tokens as inactive', async () => {
    await disableClient(server, granted.client_id)
    const { status, body } = await ask({ ...credentialsOf(client).fields, token: granted.access_token })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    expect(await asKey(granted.access_token)).toEqual(INACTIVE)
    expect(await asKey(granted.refresh_token)).toEqual(INACTIVE)
  })
})
