// DPoP at the token endpoint: accepted and rejected proofs, and what codes, tokens and grants are bound to.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeExpiredOAuthRows } from '../../../../src/identity/oauth/actions.ts'
import { statement } from '../../../../src/base/store/statement.ts'
import { type Clock, clock } from '../../../support/clock.ts'
import { type DpopKey, type ProofOf, aKey, aProof, callBound } from '../../../support/dpop.ts'
import {
  CALLBACK,
  type IssuedCode,
  type Fields,
  aClient,
  aClientWithSecret,
  aCode,
  aRequest,
  aSealedRequest,
  approve,
  authorize,
  encodeForm,
  credentialsOf,
} from '../../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../../support/server.ts'

let server: TestServer
let time: Clock
let client_id: string
let key: DpopKey
let other: DpopKey

beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  client_id = await aClient(server)
  key = await aKey()
  other = await aKey()
})
afterAll(() => server.stop())

const PATH = '/oauth/token'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const proof = (by = key, given: Partial<ProofOf> = {}): Promise<string> => aProof(server, by, { path: PATH, ...given })
const send = (form: Fields, dpop?: string, authorization?: string): Promise<Reply> =>
  server.call('POST', PATH, {
    key: null,
    headers: { ...FORM, ...(dpop !== undefined && { dpop }), ...(authorization && { authorization }) },
    body: encodeForm(form),
  })
const code = (given: object = {}): Promise<IssuedCode> => aCode(server, { client_id, ...given })
const redeem = (of: IssuedCode, dpop?: string): Promise<Reply> =>
  send({ grant_type: 'authorization_code', ...of }, dpop)
const refresh = (refresh_token: string, dpop?: string): Promise<Reply> =>
  send({ grant_type: 'refresh_token', client_id, refresh_token }, dpop)
const refused = ({ status, body }: Reply): unknown[] => [status, body.error]
const BAD_PROOF = [400, 'invalid_dpop_proof']
const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())
const bound = async (by = key): Promise<Reply['body']> => (await redeem(await code(), await proof(by))).body
const works = async (token: string, by = key): Promise<number> => (await callBound(server, by, { token })).status
/** Returns a code whose request had a `dpop_jkt`. */
const boundCode = async (): Promise<IssuedCode> => {
  const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const sealed = await aSealedRequest(server, aRequest(client_id, { dpop_jkt: key.jkt }))
  const { location } = (await approve(server, sealed))!
  return { client_id, redirect_uri: CALLBACK, code: new URL(location).searchParams.get('code')!, code_verifier }
}

describe('C: a proof with a code', () => {
  it.each(['ES256', 'EdDSA', 'PS256', 'RS256'])('with %s returns a DPoP token that contains the key', async alg => {
    const own = await aKey(alg)
    const { status, body } = await redeem(await code(), await proof(own))
    expect([status, body.token_type]).toEqual([200, 'DPoP'])
    expect(claimsOf(body.access_token).cnf).toEqual({ jkt: own.jkt })
    expect(await works(body.access_token, own)).toBe(200)
  })

  it('is optional: without one the token is a Bearer token', async () => {
    const { body } = await redeem(await code())
    expect([body.token_type, claimsOf(body.access_token).cnf]).toEqual(['Bearer', undefined])
  })
})

describe('C: the twelve checks of RFC 9449 4.3', () => {
  const now_s = (): number => Math.floor(time.now().getTime() / 1000)
  const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const withHead = (jwt: string, head: string): string => [head, ...jwt.split('.').slice(1)].join('.')

  it.each<[string, () => Promise<string> | string]>([
    ['1: two proofs', async () => `${await proof()}, ${await proof()}`],
    ['2: no JWT', () => 'x'],
    ['2: nothing', () => ''],
    ['2: two parts', async () => (await proof()).split('.').slice(0, 2).join('.')],
    ['2: padding', async () => `${await proof()}=`],
    ['2: a header that is not an object', async () => withHead(await proof(), base64url([1]))],
    [
      '2: a duplicate member',
      async () => withHead(await proof(), Buffer.from('{"typ":"dpop+jwt","typ":"dpop+jwt"}').toString('base64url')),
    ],
    ['2: more than 4 kB', () => proof(key, { claims: { more: 'x'.repeat(4096) } })],
    ['3: no jti', () => proof(key, { claims: { jti: undefined } })],
    ['3: an empty jti', () => proof(key, { claims: { jti: '' } })],
    ['3: a jti of 257 characters', () => proof(key, { claims: { jti: 'x'.repeat(257) } })],
    ['3: a jti that is a number', () => proof(key, { claims: { jti: 7 } })],
    ['3: no iat', () => proof(key, { claims: { iat: undefined } })],
    ['3: an iat that is text', () => proof(key, { claims: { iat: `${now_s()}` } })],
    ['4: no typ', () => proof(key, { header: { typ: undefined } })],
    ['4: the typ of another JWT', () => proof(key, { header: { typ: 'JWT' } })],
    ['5: alg none', async () => withHead(await proof(), base64url({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk }))],
    [
      '5: a symmetric alg',
      async () => withHead(await proof(), base64url({ alg: 'HS256', typ: 'dpop+jwt', jwk: key.jwk })),
    ],
    ['5: an alg that is not listed', async () => proof(await aKey('ES384'))],
    [
      '5: the alg of another kind of key',
      async () => withHead(await proof(), base64url({ alg: 'RS256', typ: 'dpop+jwt', jwk: key.jwk })),
    ],
    ['6: the jwk of another key', () => proof(key, { header: { jwk: other.jwk } })],
    [
      '6: a changed payload',
      async () =>
        (await proof()).replace(
          /\.[^.]+\./,
          `.${base64url({ jti: 'x', htm: 'POST', htu: server.url + PATH, iat: now_s() })}.`,
        ),
    ],
    ['6: no signature', async () => (await proof()).replace(/[^.]+$/, '')],
    [
      '6: a crit header',
      async () =>
        withHead(await proof(), base64url({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk, crit: ['x'], x: 1 })),
    ],
    ['7: a private key', () => proof(key, { header: { jwk: { ...key.jwk, d: key.jwk.x } } })],
    ['7: no key', () => proof(key, { header: { jwk: undefined } })],
    ['7: a secret', () => proof(key, { header: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } })],
    ['7: a point that is not on the curve', () => proof(key, { header: { jwk: { ...key.jwk, y: key.jwk.x } } })],
    [
      '7: a coordinate that is not canonical',
      () => proof(key, { header: { jwk: { ...key.jwk, x: `${key.jwk.x}=` } } }),
    ],
    [
      '7: an RSA key with a long exponent',
      async () => {
        const rsa = await aKey('RS256')
        return proof(rsa, { header: { jwk: { ...rsa.jwk, e: rsa.jwk.n } } })
      },
    ],
    ['8: another method', () => proof(key, { method: 'GET' })],
    ['8: a method in lower case', () => proof(key, { method: 'post' })],
    ['9: another path', () => proof(key, { path: '/oauth/revoke' })],
    ['9: another host', () => proof(key, { path: `https://evil.example${PATH}` })],
    ['9: no URL', () => proof(key, { claims: { htu: PATH } })],
    ['9: a user in the URL', () => proof(key, { claims: { htu: `${server.url.replace('//', '//x@')}${PATH}` } })],
    ['11: older than 300 s', () => proof(key, { claims: { iat: now_s() - 301 } })],
    ['11: more than 60 s ahead', () => proof(key, { claims: { iat: now_s() + 62 } })],
  ])('%s: 400, and the code remains valid', async (_, make) => {
    const one = await code()
    const { status, body, headers } = await redeem(one, await make())
    expect([status, body.error, headers.get('cache-control')]).toEqual([...BAD_PROOF, 'no-store'])
    expect((await redeem(one, await proof())).status).toBe(200)
  })

  it.each<[string, (url: string) => Partial<ProofOf>]>([
    ['a jti of 256 characters', () => ({ claims: { jti: '\u00e9'.repeat(256) } })],
    ['300 s old', () => ({ claims: { iat: now_s() - 299 } })],
    ['60 s ahead', () => ({ claims: { iat: now_s() + 60 } })],
    ['a fraction of a second', () => ({ claims: { iat: now_s() - 0.5 } })],
    ['a query and a fragment in htu', url => ({ claims: { htu: `${url}?a=b#c` } })],
    ['a host in capitals', url => ({ claims: { htu: url.replace('http://localhost', 'HTTP://LOCALHOST') } })],
    ['dot segments and escapes of plain letters', url => ({ claims: { htu: url.replace('/oauth', '/x/../%6Fauth') } })],
    ['a nonce, which is ignored', () => ({ claims: { nonce: 'x' } })],
    ['an ath, although there is no access token', () => ({ claims: { ath: 'x' } })],
  ])('accept %s', async (_, given) => {
    expect((await redeem(await code(), await proof(key, given(server.url + PATH)))).status).toBe(200)
  })

  it.each([1024, 2047])('reject an RSA key of %d bits', async bits => {
    // signed with node:crypto, because libraries refuse this key
    const { generateKeyPairSync, sign } = await import('node:crypto')
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
    const head = base64url({ alg: 'RS256', typ: 'dpop+jwt', jwk: publicKey.export({ format: 'jwk' }) })
    const text = `${head}.${base64url({ jti: 'x', htm: 'POST', htu: server.url + PATH, iat: now_s() })}`
    const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url')
    expect(refused(await redeem(await code(), `${text}.${signature}`))).toEqual(BAD_PROOF)
  })
})

describe('C: a proof is accepted once', () => {
  it('at any endpoint', async () => {
    const dpop = await proof()
    expect((await redeem(await code(), dpop)).status).toBe(200)
    const one = await code()
    expect(refused(await redeem(one, dpop))).toEqual(BAD_PROOF)
    expect((await redeem(one, await proof())).status).toBe(200)
  })

  it('and another key may use the same jti', async () => {
    const claims = { jti: 'the same' }
    expect((await redeem(await code(), await proof(key, { claims }))).status).toBe(200)
    expect((await redeem(await code(), await proof(other, { claims }))).status).toBe(200)
    expect(refused(await redeem(await code(), await proof(key, { claims })))).toEqual(BAD_PROOF)
  })

  it('for fifty concurrent uses', async () => {
    const dpop = await proof()
    const codes = await Promise.all(Array.from({ length: 50 }, () => code()))
    const replies = await Promise.all(codes.map(each => redeem(each, dpop)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'invalid_dpop_proof')).toHaveLength(49)
  })

  it('and its row is deleted when the proof has expired', async () => {
    const rows = statement<object, { count: number }>(knex => knex('oauth_used_once').count({ count: '*' }))
    const count = async (): Promise<number> => (await server.database.read(tx => tx.get(rows, {})))!.count
    const dpop = await proof()
    expect((await redeem(await code(), dpop)).status).toBe(200)
    const sweep = (): Promise<boolean> => server.database.unit(tx => removeExpiredOAuthRows(tx, time.now()))
    time.forward(300_000)
    await sweep()
    expect(await count()).toBeGreaterThan(0)
    expect(refused(await redeem(await code(), dpop))).toEqual(BAD_PROOF)
    time.forward(600_000)
    while (await sweep());
    expect(await count()).toBe(0)
    expect(refused(await redeem(await code(), dpop))).toEqual(BAD_PROOF)
  })

  it('and no part of it is stored or logged', async () => {
    const dpop = await proof(key, { claims: { jti: 'a-jti-to-look-for' } })
    const { body } = await redeem(await code(), dpop)
    await works(body.access_token)
    const proofs = statement<object, object>(knex => knex('oauth_used_once').select('*'))
    const rows = JSON.stringify(await server.database.read(tx => tx.all(proofs, {})))
    for (const secret of ['a-jti-to-look-for', dpop, dpop.split('.')[2]!]) {
      expect(rows).not.toContain(secret)
      expect(server.logged()).not.toContain(secret)
    }
  })
})

describe('C: a code bound by dpop_jkt', () => {
  it('is redeemed with a proof of that key', async () => {
    expect((await redeem(await boundCode(), await proof())).body.token_type).toBe('DPoP')
  })

  it('is neither used up nor counted by a request with another key or without a proof', async () => {
    const one = await boundCode()
    for (let count = 1; count <= 11; count++) {
      expect(refused(await redeem(one, await proof(other)))).toEqual([400, 'invalid_grant'])
      expect(refused(await redeem(one))).toEqual(BAD_PROOF)
    }
    const { body } = await redeem(one, await proof())
    // a reuse without the key ends nothing; a reuse with the key is a replay
    expect(refused(await redeem(one, await proof(other)))).toEqual([400, 'invalid_grant'])
    expect(await works(body.access_token)).toBe(200)
    expect(refused(await redeem(one, await proof()))).toEqual([400, 'invalid_grant'])
    expect(await works(body.access_token)).toBe(401)
  })

  it.each([
    ['too short', 'x'],
    ['no base64url', '+'.repeat(43)],
  ])('is rejected by redirect if the thumbprint is %s', async (_, dpop_jkt) => {
    const { status, headers } = await authorize(server, aRequest(client_id, { dpop_jkt }))
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('error=invalid_request')])
  })

  it('is rejected by redirect if the thumbprint is sent twice', async () => {
    const { status, headers } = await authorize(server, aRequest(client_id, { dpop_jkt: [key.jkt, key.jkt] }))
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('error=invalid_request')])
  })
})

describe('C: the refresh token of a public client', () => {
  it('is bound to the key of the code exchange, as are all its successors', async () => {
    let { refresh_token } = await bound()
    for (let generation = 1; generation <= 2; generation++) {
      expect(refused(await refresh(refresh_token, await proof(other)))).toEqual([400, 'invalid_grant'])
      expect(refused(await refresh(refresh_token))).toEqual(BAD_PROOF)
      const { status, body } = await refresh(refresh_token, await proof())
      expect([status, body.token_type, claimsOf(body.access_token).cnf]).toEqual([200, 'DPoP', { jkt: key.jkt }])
      refresh_token = body.refresh_token
    }
  })

  it('is bound within the window of 60 s, and a request without the key never ends the grant', async () => {
    const first = await bound()
    const second = (await refresh(first.refresh_token, await proof())).body
    expect(refused(await refresh(first.refresh_token, await proof(other)))).toEqual([400, 'invalid_grant'])
    expect((await refresh(first.refresh_token, await proof())).body.refresh_token).toBe(second.refresh_token)
    time.forward(61_000)
    expect(refused(await refresh(first.refresh_token, await proof(other)))).toEqual([400, 'invalid_grant'])
    expect(refused(await refresh(first.refresh_token))).toEqual(BAD_PROOF)
    expect(await works(second.access_token)).toBe(200)
    expect(refused(await refresh(first.refresh_token, await proof()))).toEqual([400, 'invalid_grant'])
    expect(await works(second.access_token)).toBe(401)
  })

  it('that is unbound becomes bound at its first refresh with a proof', async () => {
    const { refresh_token } = (await redeem(await code())).body
    const next = (await refresh(refresh_token, await proof())).body
    expect(next.token_type).toBe('DPoP')
    // the old token returns the same successor only for the same key
    expect(refused(await refresh(refresh_token, await proof(other)))).toEqual([400, 'invalid_grant'])
    expect(refused(await refresh(refresh_token))).toEqual(BAD_PROOF)
    expect((await refresh(refresh_token, await proof())).body.refresh_token).toBe(next.refresh_token)
    expect(refused(await refresh(next.refresh_token))).toEqual(BAD_PROOF)
  })
})

describe('C: the refresh token of a client with a secret', () => {
  it('accepts any key, or none', async () => {
    const client = await aClientWithSecret(server, 'client_secret_basic')
    const { authorization } = credentialsOf(client)
    const of = await aCode(server, { client_id: client.client_id })
    const form = { grant_type: 'authorization_code', ...of, client_id: undefined }
    let tokens = (await send(form, await proof(), authorization)).body
    expect(tokens.token_type).toBe('DPoP')
    for (const by of [other, undefined, key]) {
      const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      tokens = (await send(again, by && (await proof(by)), authorization)).body
      expect([tokens.token_type, claimsOf(tokens.access_token).cnf?.jkt]).toEqual([by ? 'DPoP' : 'Bearer', by?.jkt])
    }
  })
})

describe('C: a client with dpop_bound_access_tokens', () => {
  it('receives no token without a proof', async () => {
    const bound_id = await aClient(server, { dpop_bound_access_tokens: true })
    const of = await aCode(server, { client_id: bound_id })
    expect(refused(await redeem(of))).toEqual(BAD_PROOF)
    const { body } = await redeem(of, await proof())
    expect(body.token_type).toBe('DPoP')
    const form = { grant_type: 'refresh_token', client_id: bound_id, refresh_token: body.refresh_token }
    expect(refused(await send(form))).toEqual(BAD_PROOF)
    expect((await send(form, await proof())).status).toBe(200)
  })

  it('is registered only with true or false', async () => {
    const register = (dpop_bound_access_tokens: unknown): Promise<Reply> =>
      server.call('POST', '/oauth/register', {
        key: null,
        body: { client_name: 'Night Mailer', redirect_uris: [CALLBACK], dpop_bound_access_tokens },
      })
    expect((await register(true)).body.dpop_bound_access_tokens).toBe(true)
    expect((await register(false)).body).not.toHaveProperty('dpop_bound_access_tokens')
    expect(refused(await register('true'))).toEqual([400, 'invalid_client_metadata'])
  })
})

describe('C: introspection', () => {
  it('returns the key and the type', async () => {
    const { access_token } = await bound()
    const headers = FORM
    const { body } = await server.call('POST', '/oauth/introspect', {
      headers,
      body: encodeForm({ token: access_token }),
    })
    expect(body).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: key.jkt } })
  })

  it('accepts a bound token with a proof for its own address', async () => {
    const { access_token: token } = await bound()
    const path = '/oauth/introspect'
    const dpop = await aProof(server, key, { path, token })
    const headers = { ...FORM, authorization: `DPoP ${token}`, dpop }
    const { status, body } = await server.call('POST', path, { key: null, headers, body: encodeForm({ token }) })
    expect([status, body.active]).toEqual([200, true])
    const again = await server.call('POST', path, { key: null, headers, body: encodeForm({ token }) })
    expect([again.status, again.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^DPoP /)])
  })
})

it('C: htu is the public URL, whatever the Host header contains', async () => {
  const own = await startServer({ PUBLIC_URL: 'https://mail.example' }, { now: time.now })
  try {
    const of = await aCode(own, { client_id: await aClient(own) })
    const redeemAt = async (url: string): Promise<Reply> => {
      const dpop = await aProof(server, key, { path: url })
      const headers = { ...FORM, dpop, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      return own.call('POST', PATH, {
        key: null,
        headers,
        body: encodeForm({ grant_type: 'authorization_code', ...of }),
      })
    }
    for (const url of [own.url + PATH, `https://evil.example${PATH}`, `http://mail.example${PATH}`]) {
      expect(refused(await redeemAt(url))).toEqual(BAD_PROOF)
    }
    expect((await redeemAt(`https://mail.example${PATH}`)).status).toBe(200)
  } finally {
    await own.stop()
  }
})

it('C: a thumbprint follows RFC 7638', () => {
  const { crv, kty, x, y } = key.jwk
  expect(createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')).toBe(key.jkt)
})
