// The token endpoint over real HTTP: what a code and a refresh token return, and when they end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { type Clock, clock } from '../../support/clock.ts'
import {
  CALLBACK,
  type IssuedCode,
  type Fields,
  type GrantedClient,
  aClient,
  aCode,
  aGrantedClient,
  anApprover,
  disableClient,
  encodeForm,
  exchange,
  refresh,
  countRows,
  token,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
let client_id: string

beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  client_id = await aClient(server)
})
afterAll(() => server.stop())

const TABLES = ['answers', 'clients', 'codes', 'grants', 'refresh_tokens'].map(name => `oauth_${name}`)
const everything = [...TABLES, 'server_secrets'].map(table =>
  statement<object, object>(knex => knex(table).select('*')),
)

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

const code = (asked: object = {}): Promise<IssuedCode> => aCode(server, { client_id, ...asked })
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())
const statusWith = async (access_token: string): Promise<number> =>
  (await server.call('GET', '/api-keys', { key: access_token })).status
const refused = ({ status, body }: Reply): unknown[] => [status, body.error]
/** The next generation of a client's tokens. */
const renewed = async (granted: GrantedClient): Promise<GrantedClient> => {
  const { status, body } = await refresh(server, granted)
  expect(status).toBe(200)
  return { ...granted, ...body }
}

describe('exchangeToken', () => {
  it('returns tokens for a code as uncacheable JSON', async () => {
    const { status, body, headers } = await exchange(server, await code({ scope: 'emails:send' }))
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token_expires_in: 5_184_000,
      scope: 'emails:send',
    })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
  })

  it('encodes the user, client, team, scope and expiry in the access token', async () => {
    const { access_token } = await aGrantedClient(server, { client_id })
    const { user_id } = await anApprover(server)
    const at = time.now().getTime() / 1000
    expect(claimsOf(access_token)).toEqual({
      iss: server.url,
      aud: server.url,
      sub: user_id,
      client_id,
      iat: at,
      exp: at + 900,
      jti: expect.any(String),
      scope: 'full_access emails:send',
      grant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('accepts JSON and forms', async () => {
    const body = { grant_type: 'authorization_code', ...(await code()) }
    expect((await server.call('POST', '/oauth/token', { key: null, body })).status).toBe(200)
  })

  it('returns no refresh token to a client that did not register for one', async () => {
    const brief = await aClient(server, { grant_types: ['authorization_code'] })
    const { status, body } = await exchange(server, await aCode(server, { client_id: brief }))
    expect([status, 'refresh_token' in body]).toEqual([200, false])
    expect(refused(await refresh(server, { client_id: brief, refresh_token: 'x' }))).toEqual([
      400,
      'unauthorized_client',
    ])
  })

  it('does not use up the code in a rejected request', async () => {
    const good = await code()
    const form = encodeForm({ grant_type: 'authorization_code', ...good })
    const before = await countRows(server)
    const cases: [Fields | string, number, string][] = [
      [{ grant_type: undefined }, 400, 'invalid_request'],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [{ grant_type: ['authorization_code', 'authorization_code'] }, 400, 'invalid_request'],
      [{ code: undefined }, 400, 'invalid_request'],
      [{ code: ['a', good.code] }, 400, 'invalid_request'],
      [{ redirect_uri: undefined }, 400, 'invalid_request'],
      [{ code_verifier: undefined }, 400, 'invalid_request'],
      [{ code_verifier: 'too short' }, 400, 'invalid_request'],
      [{ client_id: undefined }, 400, 'invalid_request'],
      [{ client_id: [client_id, client_id] }, 400, 'invalid_request'],
      [{ client_id: UNKNOWN }, 401, 'invalid_client'],
      [{ client_secret: 'a public client has none' }, 401, 'invalid_client'],
      [`${form}&scope=%zz`, 400, 'invalid_request'],
      ['', 400, 'invalid_request'],
    ]
    for (const [fields, status, error] of cases) {
      const answer = await (typeof fields === 'string' ? token(server, fields) : exchange(server, good, fields))
      expect([fields, ...refused(answer)]).toEqual([fields, status, error])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="oauth"' : null)
    }
    expect(await countRows(server)).toEqual(before)
    expect((await exchange(server, good)).status).toBe(200)
  })

  it('never reads the query, and rejects other media types', async () => {
    const form = encodeForm({ grant_type: 'authorization_code', ...(await code()) })
    const post = (path: string, type: string, body: string): Promise<Reply> =>
      server.call('POST', path, { key: null, headers: { 'content-type': type }, body })
    const type = 'application/x-www-form-urlencoded'
    expect(refused(await post(`/oauth/token?${form}`, type, 'grant_type=authorization_code'))).toEqual([
      400,
      'invalid_request',
    ])
    expect(refused(await post('/oauth/token', 'text/plain', form))).toEqual([400, 'invalid_request'])
    expect(refused(await post('/oauth/token', type, 'x'.repeat(1_100_000)))).toEqual([413, 'invalid_request'])
    expect((await post('/oauth/token', type, form)).status).toBe(200)
  })

  it('rejects credentials in both the header and the body', async () => {
    const good = await code()
    const basic = (text: string): Record<string, string> => ({
      authorization: `Basic ${btoa(text)}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    const post = (headers: Record<string, string>, fields: Fields): Promise<Reply> =>
      server.call('POST', '/oauth/token', {
        key: null,
        headers,
        body: encodeForm({ grant_type: 'authorization_code', ...good, ...fields }),
      })
    expect(refused(await post(basic(`${client_id}:x`), { client_secret: 'x' }))).toEqual([400, 'invalid_request'])
    expect(refused(await post(basic(`${client_id}:x`), {}))).toEqual([401, 'invalid_client'])
    expect(refused(await post(basic(`${UNKNOWN}:x`), {}))).toEqual([401, 'invalid_client'])
    expect((await exchange(server, good)).status).toBe(200)
  })

  it('rejects a disabled client and ends its tokens', async () => {
    const granted = await aGrantedClient(server)
    expect(await statusWith(granted.access_token)).toBe(200)
    await disableClient(server, granted.client_id)
    expect(refused(await refresh(server, granted))).toEqual([401, 'invalid_client'])
    expect(await statusWith(granted.access_token)).toBe(401)
  })
})

describe('a code', () => {
  it('is valid for ten minutes', async () => {
    const [early, late] = [await code(), await code()]
    time.forward(10 * MINUTE_MS - 1)
    expect((await exchange(server, early)).status).toBe(200)
    time.forward(1)
    expect(refused(await exchange(server, late))).toEqual([400, 'invalid_grant'])
  })

  it('survives up to nine failed attempts', async () => {
    const [lucky, unlucky] = [await code(), await code()]
    const wrong = { code_verifier: 'x'.repeat(43) }
    for (let tries = 1; tries <= 9; tries++)
      expect(refused(await exchange(server, lucky, wrong))).toEqual([400, 'invalid_grant'])
    expect((await exchange(server, lucky)).status).toBe(200)
    for (let tries = 1; tries <= 10; tries++)
      await exchange(server, unlucky, { redirect_uri: 'https://other.example/' })
    expect(refused(await exchange(server, unlucky))).toEqual([400, 'invalid_grant'])
  })

  it('is bound to its redirect URI with the port, and to its challenge', async () => {
    const loopback = await code({ redirect_uri: 'http://127.0.0.1:4001/callback' })
    const another = await code()
    for (const redirect_uri of ['http://127.0.0.1:4002/callback', 'http://127.0.0.1/callback', CALLBACK]) {
      expect(refused(await exchange(server, loopback, { redirect_uri }))).toEqual([400, 'invalid_grant'])
    }
    expect(refused(await exchange(server, loopback, { code_verifier: another.code_verifier }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect((await exchange(server, loopback)).status).toBe(200)
  })

  it('is rejected from another client, without harm to its owner', async () => {
    const good = await code()
    const thief = await aClient(server)
    for (let tries = 0; tries < 12; tries++) {
      expect(refused(await exchange(server, good, { client_id: thief }))).toEqual([400, 'invalid_grant'])
    }
    const { body } = await exchange(server, good)
    expect(refused(await exchange(server, good, { client_id: thief }))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(body.access_token)).toBe(200)
  })

  it('ends its tokens immediately if it is reused', async () => {
    const good = await code()
    const { body } = await exchange(server, good)
    const bystander = await aGrantedClient(server, { client_id })
    expect(await statusWith(body.access_token)).toBe(200)
    // even if the second attempt is otherwise invalid
    expect(refused(await exchange(server, good, { code_verifier: 'x'.repeat(43) }))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(body.access_token)).toBe(401)
    expect(refused(await refresh(server, { client_id, refresh_token: body.refresh_token }))).toEqual([
      400,
      'invalid_grant',
    ])
    expect(await statusWith(bystander.access_token)).toBe(200)
  })
})

describe('a refresh token', () => {
  it('is replaced at each use and lasts another 60 days', async () => {
    const first = await aGrantedClient(server, { client_id, scope: 'emails:send' })
    time.forward(59 * DAY_MS)
    const second = await renewed(first)
    expect([second.refresh_token === first.refresh_token, second.scope]).toEqual([false, 'emails:send'])
    time.forward(59 * DAY_MS)
    const third = await renewed(second)
    time.forward(60 * DAY_MS)
    expect(refused(await refresh(server, third))).toEqual([400, 'invalid_grant'])
  })

  it('returns the same successor again within a minute, while that is unused', async () => {
    const first = await aGrantedClient(server)
    const second = await renewed(first)
    time.forward(MINUTE_MS)
    const again = await renewed(first)
    expect(again.refresh_token).toBe(second.refresh_token)
    expect(await statusWith(again.access_token)).toBe(200)
    const third = await renewed(second)
    expect(third.refresh_token).not.toBe(second.refresh_token)
  })

  it('whose successor was used returns nothing, but the grant remains', async () => {
    const first = await aGrantedClient(server)
    const third = await renewed(await renewed(first))
    expect(refused(await refresh(server, first))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(third.access_token)).toBe(200)
    await renewed(third)
  })

  it('that is reused later ends the grant with all of its tokens', async () => {
    const first = await aGrantedClient(server)
    const second = await renewed(first)
    time.forward(MINUTE_MS + 1)
    expect(await statusWith(second.access_token)).toBe(200)
    expect(refused(await refresh(server, first))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(second.access_token)).toBe(401)
    expect(refused(await refresh(server, second))).toEqual([400, 'invalid_grant'])
  })

  it('is rejected from another client', async () => {
    const first = await aGrantedClient(server)
    const second = await renewed(first)
    const thief = await aClient(server)
    time.forward(2 * MINUTE_MS)
    for (const { refresh_token } of [first, second]) {
      expect(refused(await refresh(server, { client_id: thief, refresh_token }))).toEqual([400, 'invalid_grant'])
    }
    await renewed(second)
  })

  it('accepts fewer scopes but never more, and a rejected scope does not use it up', async () => {
    const sending = await aGrantedClient(server, { scope: 'emails:send' })
    for (const scope of ['full_access', 'emails:send full_access', 'nothing', ' ']) {
      expect(refused(await refresh(server, sending, { scope }))).toEqual([400, 'invalid_scope'])
    }
    await renewed(sending)
    const full = await aGrantedClient(server, { scope: 'full_access' })
    const narrow = await refresh(server, full, { scope: 'emails:send' })
    expect([narrow.body.scope, await statusWith(narrow.body.access_token)]).toEqual(['emails:send', 403])
    // RFC 6749 6: the grant keeps its scopes
    const wide = await renewed({ ...full, refresh_token: narrow.body.refresh_token })
    expect([wide.scope, await statusWith(wide.access_token)]).toEqual(['full_access', 200])
  })

  it('is not an access token, and an access token does not refresh', async () => {
    const granted = await aGrantedClient(server)
    expect(await statusWith(granted.refresh_token)).toBe(401)
    expect(refused(await refresh(server, { ...granted, refresh_token: granted.access_token }))).toEqual([
      400,
      'invalid_grant',
    ])
  })
})

describe('the stored data', () => {
  it('contains no code, token or verifier in clear text, in the log or in the database', async () => {
    const good = await code()
    const { body } = await exchange(server, good)
    const next = await refresh(server, { client_id, refresh_token: body.refresh_token })
    const secrets = [good.code, good.code_verifier, body.access_token, body.refresh_token, next.body.refresh_token]
    const rows = await everyRow()
    for (const secret of secrets) {
      expect(server.logged()).not.toContain(secret)
      expect(rows).not.toContain(secret)
    }
    expect(rows).toContain(client_id)
  })
})

async function everyRow(): Promise<string> {
  return JSON.stringify(await server.database.read(tx => Promise.all(everything.map(each => tx.all(each, {})))))
}
