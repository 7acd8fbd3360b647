// DPoP at the API: bound tokens with a proof for each request, and the requests that are rejected.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../../support/clock.ts'
import { type DpopKey, aKey, aProof, callBound } from '../../../support/dpop.ts'
import { aClient, aCode, aGrantedClient, encodeForm } from '../../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../../support/server.ts'
import { openStream } from '../../../support/streams.ts'

const FORM = 'application/x-www-form-urlencoded'

let server: TestServer
let time: Clock
let key: DpopKey
let other: DpopKey
/** A token that is bound to `key`. */
let token: string

beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  ;[key, other] = [await aKey(), await aKey()]
  token = await aBoundToken()
})
afterAll(() => server.stop())

async function aBoundToken(asked: object = {}): Promise<string> {
  const form = {
    grant_type: 'authorization_code',
    ...(await aCode(server, { client_id: await aClient(server), ...asked })),
  }
  const dpop = await aProof(server, key, { path: '/oauth/token' })
  const headers = { 'content-type': FORM, dpop }
  return (await server.call('POST', '/oauth/token', { key: null, headers, body: encodeForm(form) })).body.access_token
}

const ask = (headers: Record<string, string>): Promise<Reply> => server.call('GET', '/api-keys', { key: null, headers })
const proof = (given: object = {}, by = key): Promise<string> =>
  aProof(server, by, { method: 'GET', path: '/api-keys', token, ...given })
const challenge = ({ status, headers, body }: Reply): unknown[] => [status, body.name, headers.get('www-authenticate')]

const ALGS = 'algs="ES256 EdDSA PS256 RS256"'
const refusedWith = (error: string): unknown[] => [
  401,
  'invalid_api_key',
  `DPoP error="${error}", ${ALGS}, resource_metadata="${server.url}/.well-known/oauth-protected-resource"`,
]

describe('C: a bound token', () => {
  it('is accepted with a proof for each request', async () => {
    for (let count = 1; count <= 3; count++) expect((await callBound(server, key, { token })).status).toBe(200)
  })

  it('accepts its scheme in any case', async () => {
    expect((await ask({ authorization: `dpop ${token}`, dpop: await proof() })).status).toBe(200)
  })

  it('is accepted for HEAD and with a body, and the query is not part of htu', async () => {
    const { status } = await callBound(server, key, { token, method: 'HEAD' })
    expect(status).toBe(200)
    const dpop = await proof()
    const headers = { authorization: `DPoP ${token}`, dpop }
    expect((await server.call('GET', '/api-keys?limit=1', { key: null, headers })).status).toBe(200)
    const post = await proof({ method: 'POST' })
    const made = { key: null, headers: { ...headers, dpop: post }, body: { name: 'Bound' } }
    expect((await server.call('POST', '/api-keys', made)).status).toBe(201)
  })

  it('is accepted for a path with an escaped segment', async () => {
    const path = '/contacts/%61da%40example.com'
    const { status } = await callBound(server, key, {
      token,
      path,
      claims: { htu: `${server.url}/contacts/ada%40example.com` },
    })
    expect(status).toBe(404)
  })

  it.each<[string, string, () => Promise<Record<string, string>>]>([
    ['as Bearer', 'invalid_token', async () => ({ authorization: `Bearer ${token}` })],
    [
      'as Bearer, with a proof',
      'invalid_token',
      async () => ({ authorization: `Bearer ${token}`, dpop: await proof() }),
    ],
    ['without a proof', 'invalid_dpop_proof', async () => ({ authorization: `DPoP ${token}` })],
    ['with an empty proof', 'invalid_dpop_proof', async () => ({ authorization: `DPoP ${token}`, dpop: '' })],
    [
      'with two proofs',
      'invalid_dpop_proof',
      async () => ({ authorization: `DPoP ${token}`, dpop: `${await proof()}, ${await proof()}` }),
    ],
    [
      'with the proof of another key',
      'invalid_token',
      async () => ({ authorization: `DPoP ${token}`, dpop: await proof({}, other) }),
    ],
    [
      'without ath',
      'invalid_dpop_proof',
      async () => ({ authorization: `DPoP ${token}`, dpop: await proof({ token: undefined }) }),
    ],
    [
      'with the ath of another token',
      'invalid_dpop_proof',
      async () => ({ authorization: `DPoP ${token}`, dpop: await proof({ token: 'x' }) }),
    ],
    [
      'with a proof for another method',
      'invalid_dpop_proof',
      async () => ({ authorization: `DPoP ${token}`, dpop: await proof({ method: 'POST' }) }),
    ],
    [
      'with a proof for another path',
      'invalid_dpop_proof',
      async () => ({ authorization: `DPoP ${token}`, dpop: await proof({ path: '/contacts' }) }),
    ],
    [
      'with an old proof',
      'invalid_dpop_proof',
      async () => ({ authorization: `DPoP ${token}`, dpop: await proof({ claims: { iat: 1 } }) }),
    ],
    [
      'that is not our token',
      'invalid_token',
      async () => ({ authorization: 'DPoP a.b.c', dpop: await proof({ token: 'a.b.c' }) }),
    ],
    [
      'that is an API key',
      'invalid_token',
      async () => ({ authorization: `DPoP ${server.key}`, dpop: await proof({ token: server.key }) }),
    ],
  ])('is rejected %s', async (_, error, headers) => {
    expect(challenge(await ask(await headers()))).toEqual(refusedWith(error))
  })

  it('is rejected with a used proof', async () => {
    const headers = { authorization: `DPoP ${token}`, dpop: await proof() }
    expect((await ask(headers)).status).toBe(200)
    expect(challenge(await ask(headers))).toEqual(refusedWith('invalid_dpop_proof'))
  })

  it('is accepted for one of fifty requests with the same proof', async () => {
    const headers = { authorization: `DPoP ${token}`, dpop: await proof({ method: 'POST' }) }
    const once = { key: null, headers, body: { name: 'Made with one proof' } }
    const replies = await Promise.all(Array.from({ length: 50 }, () => server.call('POST', '/api-keys', once)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const { body } = await server.call('GET', '/api-keys?limit=100')
    expect(body.data.filter(({ name }: { name: string }) => name === once.body.name)).toHaveLength(1)
  })

  it('without the scope: 403 with the scheme of the request', async () => {
    const narrow = await aBoundToken({ scope: 'emails:send' })
    const { status, headers } = await callBound(server, key, { token: narrow })
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toMatch(
      /^DPoP error="insufficient_scope", scope="full_access", algs="ES256 /,
    )
  })

  it('keeps a stream open that its one proof opened', async () => {
    const own = await startServer({}, { streams: { beat_ms: 20 } })
    const form = { grant_type: 'authorization_code', ...(await aCode(own, { client_id: await aClient(own) })) }
    const at_token = { 'content-type': FORM, dpop: await aProof(own, key, { path: '/oauth/token' }) }
    const given = await own.call('POST', '/oauth/token', { key: null, headers: at_token, body: encodeForm(form) })
    const { access_token } = given.body
    const dpop = await aProof(own, key, { method: 'GET', path: '/events/stream', token: access_token })
    const stream = await openStream(own, '', { headers: { authorization: `DPoP ${access_token}`, dpop } })
    expect(stream.status).toBe(200)
    await own.call('POST', '/topics', { body: { name: 'One', default_subscription: 'opt_in' } })
    expect((await stream.next())?.event).toBe('topic.created')
    // checked again at each heartbeat; the stream ends after its grant is revoked
    await own.call('DELETE', `/oauth/grants/${(await own.call('GET', '/oauth/grants')).body.data[0].id}`)
    const ended = async (): Promise<unknown> => {
      for (;;) if ((await stream.next()) === undefined) return 'ended'
    }
    expect(await ended()).toBe('ended')
    await own.stop()
  })

  it('ends with its expiry and its grant', async () => {
    const own = await aBoundToken()
    time.forward(900_000)
    expect(challenge(await callBound(server, key, { token: own }))).toEqual(refusedWith('invalid_token'))
    token = await aBoundToken()
  })
})

describe('C: an unbound token', () => {
  it('is rejected as DPoP', async () => {
    const { access_token } = await aGrantedClient(server)
    const reply = await callBound(server, key, { token: access_token })
    expect(challenge(reply)).toEqual(refusedWith('invalid_token'))
  })

  it('is accepted as Bearer, and an additional proof is ignored', async () => {
    const { access_token } = await aGrantedClient(server)
    expect((await ask({ authorization: `Bearer ${access_token}`, dpop: 'x' })).status).toBe(200)
    expect((await ask({ authorization: `Bearer ${server.key}`, dpop: 'x' })).status).toBe(200)
  })
})

describe('C: the 401', () => {
  it('without credentials lists Bearer first, then DPoP', async () => {
    const resource = `resource_metadata="${server.url}/.well-known/oauth-protected-resource"`
    expect((await ask({})).headers.get('www-authenticate')).toBe(`Bearer ${resource}, DPoP ${ALGS}`)
  })

  it('for an invalid Bearer token lists only Bearer', async () => {
    const { headers } = await ask({ authorization: 'Bearer a.b.c' })
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="[^"]+"$/)
  })
})
