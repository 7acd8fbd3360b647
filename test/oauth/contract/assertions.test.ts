// Clients that authenticate with a key of their own (RFC 7523), registered or with a document.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import { type Publisher, type TestKey, LOCAL, aDocument, aKey, publisher, signedJwt } from '../../support/documents.ts'
import { type IssuedCode, type Fields, CALLBACK, aCode, aRequest, authorize, sendForm } from '../../support/oauth.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

let web: Publisher
let server: TestServer
let time: Clock
let made = 0

beforeAll(async () => {
  web = await publisher()
  time = clock()
  server = await startServer(web.env, { now: time.now })
})
afterAll(async () => {
  await server.stop()
  await web.close()
})

const seconds = (): number => Math.floor(time.now().getTime() / 1000)
const claimsOf = (client_id: string, more: object = {}): object => ({
  iss: client_id,
  sub: client_id,
  aud: server.url,
  exp: seconds() + 60,
  jti: randomUUID(),
  ...more,
})
const proven = (client_id: string, key: TestKey, more: object = {}, header: object = {}): Fields => ({
  client_assertion_type: TYPE,
  client_assertion: signedJwt(key, claimsOf(client_id, more), header),
})
const token = (form: Fields): Promise<Reply> => sendForm(server, '/oauth/token', form)
const refused = ({ status, body }: Reply): unknown[] => [status, body.error]
const INVALID = [401, 'invalid_client']

const apart: Pick<TestServer, 'call'> = {
  call: (method, path, asked = {}) =>
    server.call(method, path, { ...asked, headers: { ...anAddress(), ...asked.headers } }),
}

function publish(client_id: string, keys: TestKey[], more: object = {}): void {
  const by_key = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: keys.map(({ jwk }) => jwk) } }
  web.publish(client_id, aDocument(client_id, { ...by_key, ...more }))
}

function published(keys: TestKey[], more: object = {}): string {
  const client_id = web.at(`/key-client-${++made}.json`)
  publish(client_id, keys, more)
  return client_id
}

const codeOf = (client_id: string): Promise<IssuedCode> =>
  aCode({ ...server, ...apart }, { client_id, redirect_uri: LOCAL })
const grantForm = async (client_id: string): Promise<Fields> => ({
  grant_type: 'authorization_code',
  ...(await codeOf(client_id)),
})

async function registered(key: TestKey, more: object = {}): Promise<Reply> {
  const by_key = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } }
  const body = { client_name: 'Key Mailer', redirect_uris: [CALLBACK], ...by_key, ...more }
  return server.call('POST', '/oauth/register', { key: null, body, headers: anAddress() })
}

describe.each(['ES256', 'EdDSA', 'PS256', 'RS256'] as const)('A: keys with %s', alg => {
  it('A: keys: a client with a metadata document can redeem, refresh, introspect and revoke with its key', async () => {
    const key = aKey('one', alg)
    const client_id = published([key])
    const redeemed = await token({ ...(await grantForm(client_id)), ...proven(client_id, key) })
    expect(redeemed.status).toBe(200)
    const { refresh_token } = redeemed.body
    const form = { grant_type: 'refresh_token', refresh_token, client_id: undefined }
    const refreshed = await token({ ...form, ...proven(client_id, key) })
    expect(refreshed.status).toBe(200)
    const shown = { token: refreshed.body.access_token }
    const told = await sendForm(server, '/oauth/introspect', { ...shown, ...proven(client_id, key) })
    expect(told.body).toMatchObject({ active: true, client_id })
    expect((await sendForm(server, '/oauth/revoke', { ...shown, ...proven(client_id, key) })).status).toBe(200)
    expect((await server.call('GET', '/domains', { key: shown.token })).status).toBe(401)
  })
})

describe('A: keys: an assertion', () => {
  let key: TestKey
  let client_id: string
  let refresh_token: string
  beforeAll(async () => {
    key = aKey('one')
    client_id = published([key])
    const { body } = await token({ ...(await grantForm(client_id)), ...proven(client_id, key) })
    refresh_token = body.refresh_token
  })
  const shown = (fields: Fields): Promise<Reply> => token({ grant_type: 'refresh_token', refresh_token, ...fields })

  it.each<[string, () => Fields]>([
    ['no assertion', () => ({ client_id })],
    ['the type alone', () => ({ client_id, client_assertion_type: TYPE })],
    ['another type', () => ({ ...proven(client_id, key), client_assertion_type: 'urn:ietf:params:oauth:x' })],
    ['no type', () => ({ ...proven(client_id, key), client_assertion_type: undefined })],
    ['no JWT', () => ({ ...proven(client_id, key), client_assertion: 'abc' })],
    ['a different client_id in addition', () => ({ ...proven(client_id, key), client_id: `${client_id}x` })],
    ['another iss', () => proven(client_id, key, { iss: 'https://other.example/' })],
    ['the token endpoint as aud', () => proven(client_id, key, { aud: `${server.url}/oauth/token` })],
    ['another aud in addition to ours', () => proven(client_id, key, { aud: [server.url, 'https://other.example'] })],
    ['no aud', () => proven(client_id, key, { aud: undefined })],
    ['no exp', () => proven(client_id, key, { exp: undefined })],
    ['an expired exp', () => proven(client_id, key, { exp: seconds() })],
    ['an exp beyond five minutes', () => proven(client_id, key, { exp: seconds() + 301 })],
    ['a future nbf', () => proven(client_id, key, { nbf: seconds() + 30 })],
    ['no jti', () => proven(client_id, key, { jti: undefined })],
    ['a long jti', () => proven(client_id, key, { jti: 'a'.repeat(257) })],
    ['a number as jti', () => proven(client_id, key, { jti: 7 })],
    ['the key of another client', () => proven(client_id, aKey('one'))],
    ['an unknown kid', () => proven(client_id, aKey('two'))],
    ['a key of its own in the header', () => proven(client_id, aKey('one'), {}, { jwk: aKey('one').jwk })],
    ['no signature', () => ({ ...proven(client_id, key, {}, { alg: 'none' }) })],
    ['an algorithm that is not the key\u2019s', () => proven(client_id, key, {}, { alg: 'RS256' })],
    ['an extension that must be understood', () => proven(client_id, key, {}, { crit: ['exp'], exp: 1 })],
  ])('A: keys: rejects %s and keeps the grant', async (_, fields) => {
    expect(refused(await shown(fields()))).toEqual(INVALID)
  })

  it.each<[string, () => Fields]>([
    ['a secret', () => ({ client_secret: 'a' })],
    ['two of them', () => ({ client_assertion: ['a.b.c', 'a.b.c'] })],
  ])('A: keys: %s in addition is malformed', async (_, fields) => {
    expect(refused(await shown({ ...proven(client_id, key), ...fields() }))).toEqual([400, 'invalid_request'])
  })

  it('A: keys: accepts an assertion once, even at another endpoint for the same client', async () => {
    const once = proven(client_id, key)
    expect((await sendForm(server, '/oauth/introspect', { token: 'a', ...once })).status).toBe(200)
    const again = await shown(once)
    expect(refused(again)).toEqual(INVALID)
    expect(again.body.error_description).toMatch(/already used/)
  })

  it('A: keys: accepts one of ten concurrent uses of an assertion', async () => {
    const once = proven(client_id, key)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sendForm(server, '/oauth/introspect', { token: 'a', ...once })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('A: keys: accepts an aud list with only the issuer and a missing kid, and logs no part of the assertion', async () => {
    const good = proven(client_id, key, { aud: [server.url], exp: seconds() + 300 }, { kid: undefined })
    const { status, body } = await shown(good)
    expect(status).toBe(200)
    refresh_token = body.refresh_token
    expect(server.logged()).not.toContain((good.client_assertion as string).split('.')[2])
  })
})

describe('A: keys: jwks_uri', () => {
  const withUri = (keys: TestKey[]): { client_id: string; jwks_uri: string } => {
    const jwks_uri = web.at(`/keys-${++made}.json`)
    web.publish(jwks_uri, { keys: keys.map(({ jwk }) => jwk) })
    return { client_id: published([], { jwks: undefined, jwks_uri }), jwks_uri }
  }
  const ask = (client_id: string): Promise<Reply> => authorize(apart, aRequest(client_id, { redirect_uri: LOCAL }))

  it('A: keys: are read with the document; an unknown kid rereads them at most once a minute', async () => {
    const [first, second, third] = [aKey('first'), aKey('second'), aKey('third')]
    const { client_id, jwks_uri } = withUri([first])
    const { body } = await token({ ...(await grantForm(client_id)), ...proven(client_id, first) })
    let refresh_token = body.refresh_token
    const next = async (key: TestKey): Promise<number> => {
      const form = { grant_type: 'refresh_token', refresh_token, ...proven(client_id, key) }
      const reply = await token(form)
      refresh_token = reply.body.refresh_token ?? refresh_token
      return reply.status
    }
    expect(web.asked(jwks_uri)).toHaveLength(1)
    web.publish(jwks_uri, { keys: [first.jwk, second.jwk] })
    expect([await next(first), web.asked(jwks_uri).length]).toEqual([200, 1])
    expect([await next(second), web.asked(jwks_uri).length]).toEqual([200, 2])
    web.publish(jwks_uri, { keys: [third.jwk] })
    expect([await next(third), web.asked(jwks_uri).length]).toEqual([401, 2])
    expect([await next(second), web.asked(jwks_uri).length]).toEqual([200, 2])
    time.forward(60_000)
    expect([await next(third), web.asked(jwks_uri).length]).toEqual([200, 3])
    // a removed key is rejected
    expect([await next(second), web.asked(jwks_uri).length]).toEqual([401, 3])
    // an unreadable key set leaves the stored keys in place
    time.forward(60_000)
    web.publish(jwks_uri, response => response.writeHead(500).end())
    expect([await next(aKey('fourth')), await next(third), web.asked(jwks_uri).length]).toEqual([401, 200, 4])
    expect(web.asked(client_id)).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['on another host', { jwks_uri: 'https://other.example/keys.json' }],
    ['with http', { jwks_uri: 'http://app.example/keys.json' }],
    ['that is not text', { jwks_uri: 7 }],
    ['in addition to jwks', { jwks_uri: 'https://app.example/keys.json', jwks: { keys: [] } }],
  ])('A: keys: rejects a jwks_uri %s', async (_, more) => {
    const reply = await ask(published([], { jwks: undefined, ...more }))
    expect(refused(reply)).toEqual([400, 'invalid_client'])
  })

  it.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['answered with 500', response => response.writeHead(500).end()],
    ['with HTML', response => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'over 16 kB',
      response => response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}'.padEnd(16_385)),
    ],
    [
      'with a private key',
      response =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ keys: [aKey('a').private_key.export({ format: 'jwk' })] })),
    ],
  ])('A: keys: rejects a document with a key set %s', async (_, answer) => {
    const { client_id, jwks_uri } = withUri([])
    web.publish(jwks_uri, answer)
    const reply = await ask(client_id)
    expect(refused(reply)).toEqual([400, 'invalid_client'])
    expect(reply.body.error_description).toMatch(/jwks_uri/)
  })

  it('A: keys: rejects private_key_jwt without a supported key', async () => {
    const secp256k1 = { kty: 'EC', crv: 'secp256k1', x: 'a', y: 'b' }
    for (const jwks of [
      undefined,
      null,
      {},
      { keys: [] },
      { keys: [secp256k1] },
      { keys: [{ ...aKey('a').jwk, use: 'enc' }] },
    ])
      expect(refused(await ask(published([], { jwks })))).toEqual([400, 'invalid_client'])
  })
})

describe('A: the document changes how its client authenticates', () => {
  it('A: the document changes: a grant created with a key cannot be refreshed without one', async () => {
    const key = aKey('one')
    const client_id = published([key])
    const early = await codeOf(client_id)
    const { body } = await token({ ...(await grantForm(client_id)), ...proven(client_id, key) })
    web.publish(client_id, aDocument(client_id))
    time.forward(300_000)
    // approved again, as a client without a key
    expect((await token(await grantForm(client_id))).status).toBe(200)
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id }
    expect(refused(await token(form))).toEqual(INVALID)
    expect(refused(await token({ ...form, ...proven(client_id, key) }))).toEqual(INVALID)
    expect(refused(await token({ grant_type: 'authorization_code', ...early }))).toEqual(INVALID)
    // and with a key again
    publish(client_id, [key])
    time.forward(300_000)
    await codeOf(client_id)
    expect((await token({ ...form, ...proven(client_id, key) })).status).toBe(200)
  })

  it('A: the document changes: a grant created without a key works without one and may use one', async () => {
    const key = aKey('one')
    const client_id = web.at(`/key-client-${++made}.json`)
    web.publish(client_id, aDocument(client_id))
    const [first, second] = [await token(await grantForm(client_id)), await token(await grantForm(client_id))]
    publish(client_id, [key])
    time.forward(300_000)
    expect(refused(await token(await grantForm(client_id)))).toEqual(INVALID)
    const form = (refresh_token: string): Fields => ({ grant_type: 'refresh_token', refresh_token, client_id })
    expect((await token(form(first.body.refresh_token))).status).toBe(200)
    expect((await token({ ...form(second.body.refresh_token), ...proven(client_id, key) })).status).toBe(200)
  })
})

describe('A: keys: a registered client that sends jwks', () => {
  it('A: keys: registered with only its public key and redeems with it', async () => {
    const key = aKey('one')
    const { status, body } = await registered(key)
    expect(status).toBe(201)
    expect(body).toMatchObject({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } })
    expect(body.client_secret).toBeUndefined()
    const { client_id } = body
    const form = { grant_type: 'authorization_code', ...(await aCode(server, { client_id })) }
    expect(refused(await token(form))).toEqual(INVALID)
    expect((await token({ ...form, ...proven(client_id, key) })).status).toBe(200)
  })

  it.each<[string, object]>([
    ['no jwks', { jwks: undefined }],
    ['a jwks_uri', { jwks: undefined, jwks_uri: 'https://app.example/keys.json' }],
    ['a private key', { jwks: { keys: [{ ...aKey('a').jwk, d: 'a' }] } }],
    ['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'a' }] } }],
    ['too many keys', { jwks: { keys: Array.from({ length: 11 }, () => aKey('a').jwk) } }],
  ])('A: keys: rejects a registration with %s', async (_, more) => {
    expect(refused(await registered(aKey('one'), more))).toEqual([400, 'invalid_client_metadata'])
  })

  it('A: keys: are ignored with another authentication method', async () => {
    const { status, body } = await registered(aKey('one'), { token_endpoint_auth_method: 'none' })
    expect([status, body.jwks]).toEqual([201, undefined])
  })
})
