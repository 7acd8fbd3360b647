// Pushed authorization requests: what can be pushed, and how a reference is used.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import { type DpopKey, aKey, aProof } from '../../support/dpop.ts'
import {
  CALLBACK,
  type Fields,
  VERIFIER,
  aClient,
  aClientWithSecret,
  aRequest,
  aSealedRequest,
  approve,
  authorize,
  deny,
  disableClient,
  encodeForm,
  exchange,
  credentialsOf,
  countRows,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
let client_id: string
let key: DpopKey
let other: DpopKey

beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  client_id = await aClient(server)
  ;[key, other] = [await aKey(), await aKey()]
})
afterAll(() => server.stop())

const PATH = '/oauth/par'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const EMOJI = '\u{1F600}'

const push = (form: Fields | string, headers: Record<string, string> = {}): Promise<Reply> =>
  server.call('POST', PATH, {
    key: null,
    headers: { ...FORM, ...headers },
    body: typeof form === 'string' ? form : encodeForm(form),
  })
const pushed = async (fields: Fields = {}, of = client_id): Promise<string> => {
  const { status, body } = await push(aRequest(of, fields))
  expect(status).toBe(201)
  return body.request_uri
}
const use = (request_uri: string, fields: Fields = {}): Promise<Reply> =>
  authorize(server, { client_id, request_uri, ...fields })
const refused = ({ status, body }: Reply): unknown[] => [status, body.error]
const answered = ({ status, body, headers }: Reply): unknown[] => [status, body.error, headers.get('location')]
const NO_REQUEST = [400, 'invalid_request_uri', null]
const codeIn = (decided: { location: string } | undefined): string =>
  new URL(decided!.location).searchParams.get('code')!
const redeem = async (code: string, dpop?: string): Promise<Reply> => {
  const of = { client_id, redirect_uri: CALLBACK, code, code_verifier: VERIFIER }
  if (dpop === undefined) return exchange(server, of)
  const body = encodeForm({ grant_type: 'authorization_code', ...of })
  return server.call('POST', '/oauth/token', { key: null, headers: { ...FORM, dpop }, body })
}

describe('pushAuthorizationRequest', () => {
  it('D: returns a reference that is valid for a minute, and stores nothing', async () => {
    const before = await countRows(server)
    const { status, body, headers } = await push(aRequest(client_id, { state: 'abc' }))
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{60,}$/),
      expires_in: 60,
    })
    expect(await countRows(server)).toEqual(before)
  })

  it.each(['client_secret_basic', 'client_secret_post'] as const)('D: authenticates a client with %s', async method => {
    const client = await aClientWithSecret(server, method)
    const { fields, authorization } = credentialsOf(client)
    const request = { ...aRequest(client.client_id), ...fields }
    expect((await push(request, authorization ? { authorization } : {})).status).toBe(201)
    expect(refused(await push(aRequest(client.client_id)))).toEqual([401, 'invalid_client'])
    const wrong = { ...request, client_id: client.client_id, client_secret: 'x' }
    expect(refused(await push(wrong))).toEqual([401, 'invalid_client'])
  })

  it.each<[string, Fields, number, string]>([
    ['an unknown client', { client_id: '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10' }, 401, 'invalid_client'],
    ['no client', { client_id: undefined }, 400, 'invalid_request'],
    ['a client named twice', { client_id: ['a', 'b'] }, 400, 'invalid_request'],
    ['a request_uri', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 400, 'invalid_request'],
    ['any request_uri', { request_uri: 'https://app.example/request' }, 400, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: undefined }, 400, 'invalid_request'],
    ['a redirect_uri that is not registered', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
    ['a duplicate parameter', { state: ['a', 'b'] }, 400, 'invalid_request'],
    ['no response_type', { response_type: undefined }, 400, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['the method plain', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 400, 'invalid_request'],
    ['a state of 1025 characters', { state: EMOJI.repeat(1025) }, 400, 'invalid_request'],
    ['a scope that is not registered', { scope: 'x' }, 400, 'invalid_scope'],
    ['a bad thumbprint', { dpop_jkt: 'x' }, 400, 'invalid_request'],
  ])('D: rejects %s with a JSON error', async (_, fields, status, error) => {
    const reply = await push(aRequest(client_id, fields))
    expect(answered(reply)).toEqual([status, error, null])
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  it('D: rejects a broken escape, and a body that is not a form', async () => {
    expect(refused(await push(`${encodeForm(aRequest(client_id))}&state=%zz`))).toEqual([400, 'invalid_request'])
    const json = { key: null, body: aRequest(client_id) }
    expect(refused(await server.call('POST', PATH, json))).toEqual([400, 'invalid_request'])
  })

  it('D: accepts only POST, with at most 64 kB', async () => {
    expect((await server.call('GET', PATH, { key: null })).status).toBe(405)
    expect((await push(`${encodeForm(aRequest(client_id))}&resource=${'x'.repeat(65_536)}`)).status).toBe(413)
  })

  it('D: accepts any number of `resource`, an empty request_uri and `request`, and ignores them', async () => {
    const fields = { resource: ['a', 'b'], request_uri: '', request: 'x' }
    expect((await push(aRequest(client_id, fields))).status).toBe(201)
  })

  it('D: rejects a disabled client', async () => {
    const own = await aClient(server)
    await disableClient(server, own)
    expect(refused(await push(aRequest(own)))).toEqual([401, 'invalid_client'])
  })
})

describe('D: using a pushed request', () => {
  it('shows the pushed request and returns its state unchanged', async () => {
    const state = `${EMOJI} &=+\n\u0000`
    const sealed = await aSealedRequest(server, {
      client_id,
      request_uri: await pushed({ state, scope: 'emails:send', redirect_uri: 'http://127.0.0.1:49152/callback' }),
    })
    const { location } = (await approve(server, sealed))!
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?/)
    expect(new URL(location).searchParams.get('state')).toBe(state)
    const code = new URL(location).searchParams.get('code')!
    const redirect_uri = 'http://127.0.0.1:49152/callback'
    const { body } = await exchange(server, { client_id, redirect_uri, code, code_verifier: VERIFIER })
    expect(body.scope).toBe('emails:send')
  })

  it('keeps the URL under 8 kB for a state of 1024 emoji', async () => {
    expect((await pushed({ state: EMOJI.repeat(1024) })).length).toBeLessThan(8000)
  })

  it('ignores all other parameters, even invalid ones', async () => {
    const request_uri = await pushed({ scope: 'emails:send', state: 'pushed' })
    const beside = 'redirect_uri=https%3A%2F%2Fevil.example&scope=full_access&state=a&state=b&response_type=%zz'
    const query = `${encodeForm({ client_id, request_uri })}&${beside}`
    const { location } = (await approve(server, await aSealedRequest(server, query)))!
    expect(location).toContain(`${CALLBACK}?`)
    expect(location).toContain('state=pushed')
    expect((await redeem(new URL(location).searchParams.get('code')!)).body.scope).toBe('emails:send')
  })

  it('returns 400 without a Location for an invalid reference', async () => {
    const request_uri = await pushed()
    const another = await aClient(server)
    expect(answered(await use(request_uri, { client_id: another }))).toEqual(NO_REQUEST)
    expect(answered(await use(request_uri, { client_id: undefined }))).toEqual(NO_REQUEST)
    expect(answered(await use(request_uri, { client_id: [client_id, client_id] }))).toEqual(NO_REQUEST)
    expect(answered(await use(request_uri, { request_uri: [request_uri, request_uri] }))).toEqual(NO_REQUEST)
    expect(answered(await use(`${request_uri}x`))).toEqual(NO_REQUEST)
    expect(answered(await use(request_uri.slice(0, -1)))).toEqual(NO_REQUEST)
    expect(answered(await use('urn:ietf:params:oauth:request_uri:'))).toEqual(NO_REQUEST)
    // the sealed id of the consent page is not a pushed request, and the reverse
    const sealed = await aSealedRequest(server, aRequest(client_id))
    expect(answered(await use(`urn:ietf:params:oauth:request_uri:${sealed}`))).toEqual(NO_REQUEST)
    expect(await approve(server, request_uri.split(':').at(-1)!)).toBeUndefined()
    expect((await use(request_uri)).status).toBe(302)
  })

  it('ends after a minute', async () => {
    const request_uri = await pushed()
    time.forward(59_999)
    expect((await use(request_uri)).headers.get('location')).toContain('/consent/')
    time.forward(1)
    expect(answered(await use(request_uri))).toEqual(NO_REQUEST)
  })

  it('can be reloaded until the decision, and accepts one decision', async () => {
    const request_uri = await pushed()
    const query = { client_id, request_uri }
    const [first, second] = [await aSealedRequest(server, query), await aSealedRequest(server, query)]
    const { location } = (await approve(server, second))!
    expect(new URL(location).searchParams.get('code')).toBeTruthy()
    expect(await approve(server, first)).toBeUndefined()
    expect(await deny(server, first)).toBeUndefined()
    expect(answered(await use(request_uri))).toEqual(NO_REQUEST)
  })

  it('returns one code for fifty concurrent approvals', async () => {
    const query = { client_id, request_uri: await pushed() }
    const sealed = await Promise.all(Array.from({ length: 50 }, () => aSealedRequest(server, query)))
    const answers = await Promise.all(sealed.map(each => approve(server, each)))
    expect(answers.filter(answer => answer !== undefined)).toHaveLength(1)
  })

  it('is checked again: a client that was disabled since is unknown', async () => {
    const own = await aClient(server)
    const request_uri = await pushed({}, own)
    await disableClient(server, own)
    expect(answered(await use(request_uri, { client_id: own }))).toEqual([400, 'invalid_client', null])
  })

  it('ignores any other request_uri', async () => {
    for (const request_uri of ['https://evil.example/request', 'urn:x']) {
      const { headers } = await authorize(server, aRequest(client_id, { request_uri, request: 'x' }))
      expect(headers.get('location')).toContain('/consent/')
    }
  })
})

describe('D: a client with require_pushed_authorization_requests', () => {
  it('is redirected for a plain request, after its redirect URI is checked', async () => {
    const own = await aClient(server, { require_pushed_authorization_requests: true })
    const { status, headers } = await authorize(server, aRequest(own, { state: 'abc' }))
    expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/error=invalid_request&.*state=abc/)])
    const evil = aRequest(own, { redirect_uri: 'https://evil.example/' })
    expect(answered(await authorize(server, evil))).toEqual([400, 'invalid_request', null])
    const request_uri = await pushed({}, own)
    expect((await use(request_uri, { client_id: own })).headers.get('location')).toContain('/consent/')
  })
})

describe('C: a key at PAR', () => {
  const dpop = (by = key): Promise<string> => aProof(server, by, { path: PATH })
  const answer = async (request_uri: string): Promise<string> =>
    codeIn(await approve(server, await aSealedRequest(server, { client_id, request_uri })))
  const atToken = (by = key): Promise<string> => aProof(server, by, { path: '/oauth/token' })

  it.each<[string, () => Promise<Reply>]>([
    ['a proof', async () => push(aRequest(client_id), { dpop: await dpop() })],
    ['dpop_jkt', async () => push(aRequest(client_id, { dpop_jkt: key.jkt }))],
    ['both', async () => push(aRequest(client_id, { dpop_jkt: key.jkt }), { dpop: await dpop() })],
  ])('binds the code by %s', async (_, send) => {
    const code = await answer((await send()).body.request_uri)
    expect(refused(await redeem(code))).toEqual([400, 'invalid_dpop_proof'])
    expect(refused(await redeem(code, await atToken(other)))).toEqual([400, 'invalid_grant'])
    expect((await redeem(code, await atToken())).body.token_type).toBe('DPoP')
  })

  it('is rejected if the two differ or the proof is invalid', async () => {
    const fields = { dpop_jkt: other.jkt }
    const both = await push(aRequest(client_id, fields), { dpop: await dpop() })
    expect(refused(both)).toEqual([400, 'invalid_request'])
    const used = await dpop()
    expect((await push(aRequest(client_id), { dpop: used })).status).toBe(201)
    expect(refused(await push(aRequest(client_id), { dpop: used }))).toEqual([400, 'invalid_dpop_proof'])
    const elsewhere = await push(aRequest(client_id), { dpop: await atToken() })
    expect(refused(elsewhere)).toEqual([400, 'invalid_dpop_proof'])
  })
})
