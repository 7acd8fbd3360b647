// Access tokens at the API: which tokens are accepted, and which operations their scopes allow.
import { createHmac, createPrivateKey, generateKeyPairSync, sign as signature } from 'node:crypto'
import { SignJWT, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeysInUse } from '../../../src/identity/oauth/store/keys.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { aClient, aGrantedClient } from '../../support/oauth.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'
import { countWrites } from '../../support/writes.ts'

let server: TestServer
let time: Clock
let full: string
let sending: string

beforeAll(async () => {
  time = clock()
  server = await startServer({ LOG_RETENTION_DAYS: '0' }, { now: time.now })
  full = (await aGrantedClient(server, { scope: 'full_access' })).access_token
  sending = (await aGrantedClient(server, { scope: 'emails:send' })).access_token
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const list = (key: string): Promise<Reply> => server.call('GET', '/api-keys', { key })
const part = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const read = (jwt: string, index: number) => JSON.parse(Buffer.from(jwt.split('.')[index]!, 'base64url').toString())

describe('the scope full_access', () => {
  it('reaches every route of its team, like a key', async () => {
    expect((await list(full)).status).toBe(200)
    const { status, body } = await server.call('POST', '/api-keys', { key: full, body: { name: 'By a token' } })
    expect(status).toBe(201)
    expect((await list(full)).body.data[0].id).toBe(body.id)
    expect((await list(server.key)).body.data[0].id).toBe(body.id)
  })

  it('acts only for the team that approved it', async () => {
    const other = await aTeam(server, 'Approved for')
    const { access_token } = await aGrantedClient(server, { team_id: other.team_id })
    // the last use of the key may differ between the two lists
    const ids = async (key: string) => (await list(key)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids(access_token)).toHaveLength(1)
    expect(await ids(access_token)).toEqual(await ids(other.key))
  })
})

describe('the scope emails:send', () => {
  it.each([
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['PATCH', `/automations/${UNKNOWN}`],
    ['GET', '/emails'],
    ['GET', `/emails/${UNKNOWN}`],
  ])('does not reach %s %s', async (method, path) => {
    const body = method === 'GET' ? {} : { body: { name: 'x' } }
    const answer = await server.call(method, path, { key: sending, ...body })
    expect([answer.status, answer.body.name]).toEqual([403, 'invalid_permission'])
    const challenge = answer.headers.get('www-authenticate')
    expect(challenge).toBe(
      `Bearer error="insufficient_scope", scope="full_access", resource_metadata="${server.url}/.well-known/oauth-protected-resource"`,
    )
  })

  it.each(['/emails', '/email', '/emails/sending', '/email/sending'])('reaches POST %s', async path => {
    const { status } = await server.call('POST', path, { key: sending, body: {} })
    // the scope is sufficient, and the empty body is then invalid
    expect(status).toBe(422)
  })
})

describe('access tokens', () => {
  const refused = async (forged: string): Promise<void> => {
    const { status, body, headers } = await list(forged)
    expect([status, body.name]).toEqual([401, 'invalid_api_key'])
    expect(headers.get('www-authenticate')).toContain('error="invalid_token", resource_metadata=')
  }

  it.each([
    'a.b.c',
    '...',
    'a.b',
    '.',
    'eyJhbGciOiJFUzI1NiJ9..',
    `${part('{')}.${part('{')}.x`,
    `${part('null')}.${part('null')}.x`,
    `${part({ alg: 'ES256', kid: 7 })}.${part({})}.x`,
    `${part({ alg: 'ES256', kid: '__proto__', typ: 'at+jwt' })}.${part({})}.${'A'.repeat(86)}`,
    'x.'.repeat(5000),
  ])('rejects garbage: %s', async forged => {
    await refused(forged)
  })

  it('rejects a token with a change in any part', async () => {
    const [header, payload, seal] = full.split('.')
    const claims = read(sending, 1)
    await refused(`${header}.${part({ ...claims, scope: 'full_access' })}.${sending.split('.')[2]}`)
    await refused(`${header}.${payload}.${'A'.repeat(86)}`)
    await refused(`${header}.${payload}.`)
    await refused(`${header}.${payload}.${seal}A`)
    expect((await list(`${header}.${payload}.${seal}`)).status).toBe(200)
  })

  it.each([0, 1, 2])('rejects a token whose part %s is encoded differently', async index => {
    const parts = full.split('.')
    const with_ = (text: string): string => parts.with(index, text).join('.')
    const own = parts[index]!
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const others = [...letters].filter(letter => letter !== own.at(-1)).map(letter => own.slice(0, -1) + letter)
    for (const text of [...others, `${own}=`, `${own}==`, `${own}%3D`]) await refused(with_(text))
    expect((await list(with_(own))).status).toBe(200)
  })

  it('rejects a token without a signature or with another algorithm', async () => {
    const claims = read(full, 1)
    const { kid } = read(full, 0)
    for (const alg of ['none', 'None', 'NONE']) await refused(`${part({ alg, typ: 'at+jwt', kid })}.${part(claims)}.`)
    const { keys } = (await server.call('GET', '/.well-known/jwks.json', { key: null })).body
    // the public key used as a shared secret
    for (const secret of [JSON.stringify(keys[0]), keys[0].x, keys[0].kid]) {
      const body = `${part({ alg: 'HS256', typ: 'at+jwt', kid })}.${part(claims)}`
      await refused(`${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`)
    }
  })

  it('rejects a token signed with another key, wherever its header locates the key', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = pair.publicKey.export({ format: 'jwk' })
    const { kid } = read(full, 0)
    const headers = [
      { kid },
      { kid: 'other' },
      {},
      { kid, jwk },
      { kid, jku: 'https://evil.example/jwks.json' },
      { jwk },
    ]
    for (const header of headers) {
      const body = `${part({ alg: 'ES256', typ: 'at+jwt', ...header })}.${part(read(full, 1))}`
      const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const
      await refused(`${body}.${signature('sha256', Buffer.from(body), key).toString('base64url')}`)
    }
  })

  it('accepts a token for fifteen minutes', async () => {
    const { access_token } = await aGrantedClient(server)
    time.forward(899_000)
    expect((await list(access_token)).status).toBe(200)
    time.forward(1000)
    await refused(access_token)
  })

  it('contains no name and no secret of the client', async () => {
    expect(Object.keys(read(full, 1)).toSorted()).toEqual([
      'aud',
      'client_id',
      'exp',
      'grant_id',
      'iat',
      'iss',
      'jti',
      'scope',
      'sub',
    ])
  })
})

describe('a token signed with our own key', () => {
  it('is rejected for another type, issuer, audience or grant, or a missing claim', async () => {
    const client_id = await aClient(server)
    const { access_token } = await aGrantedClient(server, { client_id })
    const good = read(access_token, 1)
    const { kid } = read(access_token, 0)
    const [own] = await server.database.read(tx => listKeysInUse(tx, { now: time.now().toISOString() }))
    const key = await importJWK(own!.private_key, 'ES256')
    const make = (claims: object, header: object = {}): Promise<string> =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key)
    expect((await list(await make(good))).status).toBe(200)
    const lacking = Object.keys(good).map(claim => {
      const { [claim]: _, ...others } = good
      return make(others)
    })
    const forged = [
      ...lacking,
      make(good, { typ: 'JWT' }),
      make(good, { typ: undefined }),
      make(good, { typ: 'application/jwt' }),
      make(good, { kid: 'other' }),
      make(good, { kid: undefined }),
      make({ ...good, iss: 'https://other.example' }),
      make({ ...good, iss: `${server.url}/` }),
      make({ ...good, iss: [server.url] }),
      make({ ...good, aud: 'https://other.example' }),
      make({ ...good, aud: [] }),
      make({ ...good, nbf: good.exp }),
      make({ ...good, exp: String(good.exp) }),
      make({ ...good, exp: good.iat }),
      make({ ...good, grant_id: UNKNOWN }),
      make({ ...good, scope: 'everything' }),
      make({ ...good, scope: '' }),
      // a valid signature on a token larger than any we issue
      make({ ...good, more: 'x'.repeat(5000) }),
    ]
    for (const token of await Promise.all(forged)) expect((await list(token)).status).toBe(401)
  })
})

describe('a token with unsupported header parameters', () => {
  it('is rejected although the signature is valid', async () => {
    const [own] = await server.database.read(tx => listKeysInUse(tx, { now: time.now().toISOString() }))
    const key = createPrivateKey({ key: own!.private_key, format: 'jwk' })
    const claims = read((await aGrantedClient(server)).access_token, 1)
    const signed = (header: object): string => {
      const body = `${part({ alg: 'ES256', typ: 'at+jwt', kid: own!.id, ...header })}.${part(claims)}`
      return `${body}.${signature('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    }
    expect((await list(signed({}))).status).toBe(200)
    for (const header of [
      { crit: ['exp'], exp: 1 },
      { crit: ['b64'], b64: false },
      { crit: [] },
      { crit: 'exp' },
      { alg: 'ES384' },
      { alg: 'es256' },
      { alg: ['ES256'] },
      { kid: [own!.id] },
    ]) {
      expect([header, (await list(signed(header))).status]).toEqual([header, 401])
    }
  })

  it('ignores keys and key URLs in the header', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = pair.publicKey.export({ format: 'jwk' })
    const { access_token } = await aGrantedClient(server)
    const { kid } = read(access_token, 0)
    const elsewhere = 'https://evil.example/keys'
    for (const header of [
      { jku: elsewhere },
      { x5u: elsewhere },
      { x5c: ['MIIB'] },
      { jwk },
      { jwk: { ...jwk, kid } },
    ]) {
      const body = `${part({ alg: 'ES256', typ: 'at+jwt', kid, ...header })}.${part(read(access_token, 1))}`
      const seal = signature('sha256', Buffer.from(body), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
      expect((await list(`${body}.${seal.toString('base64url')}`)).status).toBe(401)
    }
  })
})

describe('a token that was already verified', () => {
  it('is verified on each request: it ends with its expiry, its grant or its client', async () => {
    const { access_token } = await aGrantedClient(server)
    for (let count = 0; count < 3; count++) expect((await list(access_token)).status).toBe(200)
    time.forward(900_000)
    expect((await list(access_token)).status).toBe(401)
    const revoked = await aGrantedClient(server)
    expect((await list(revoked.access_token)).status).toBe(200)
    const { id } = (await server.call('GET', '/oauth/grants?limit=1')).body.data[0]
    await server.call('DELETE', `/oauth/grants/${id}`)
    expect((await list(revoked.access_token)).status).toBe(401)
    const off = await aGrantedClient(server)
    expect((await list(off.access_token)).status).toBe(200)
    await server.database.unit(tx => server.oauth.disableClient(tx, off.client_id, time.now()))
    expect((await list(off.access_token)).status).toBe(401)
  })

  it('does not write to the database', async () => {
    const { access_token } = await aGrantedClient(server)
    await list(access_token)
    // jobs from the server start also write
    await server.queue.idle()
    const count = countWrites(server.database)
    for (let calls = 0; calls < 5; calls++) await list(access_token)
    expect(count()).toBe(0)
    await server.call('POST', '/contacts', { body: { email: 'ana@example.com' } })
    expect(count()).toBeGreaterThan(0)
  })
})
