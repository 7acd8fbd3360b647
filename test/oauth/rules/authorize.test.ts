import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyRedirect, parseAuthorizeQuery } from '../../../src/identity/oauth/authorize/rules.ts'
import { redirectRefusal } from '../../../src/identity/oauth/refusals.ts'
import {
  CALLBACK,
  CHALLENGE,
  CLIENT_ID,
  ISSUER,
  type KnownClient,
  SETTINGS,
  type Sent,
  aClient,
  aQuery,
  authorized,
  errorOf,
  refusalOf,
} from './builders.ts'

const refused = (given: Sent, client?: KnownClient) => errorOf(refusalOf(() => authorized(aQuery(given), client)))

describe('a valid request', () => {
  test('returns what the consent page shows', () => {
    expect(authorized(aQuery({ scope: 'emails:send' }))).toEqual({
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      state: 'abc',
      scopes: ['emails:send'],
      code_challenge: CHALLENGE,
      dpop_jkt: null,
    })
  })

  test('keeps the requested port', () => {
    const redirect_uri = 'http://127.0.0.1:49152/callback'
    expect(authorized(aQuery({ redirect_uri })).redirect_uri).toBe(redirect_uri)
  })

  test.each([
    ['one', 'https://api.example'],
    ['several', ['https://a.example', 'https://b.example']],
    ['an empty one', ''],
    ['one that is not a URL', ':::#'],
  ])('ignores resource: %s', (_, resource) => {
    expect(authorized(aQuery({ resource }))).toEqual(authorized(aQuery()))
  })

  test.each(['resource=%zz', 'resource=%zz&resource=%ff', 'unknown=1&unknown=2', 'response_mode=form_post'])(
    'ignores %s',
    more => expect(authorized(`${aQuery()}&${more}`)).toEqual(authorized(aQuery())),
  )
})

describe('while the client or the redirect URI is unverified: 400 without a redirect', () => {
  test.each<[string, string]>([
    ['an empty query', ''],
    ['a broken escape in a parameter', `${aQuery()}&scope=%zz`],
    ['a broken escape in the state', `${aQuery({ state: undefined })}&state=%`],
    ['a broken escape in a name', `${aQuery()}&%zz=1`],
    ['no client_id', aQuery({ client_id: undefined })],
    ['an empty client_id', aQuery({ client_id: '' })],
    ['client_id twice', aQuery({ client_id: [CLIENT_ID, CLIENT_ID] })],
    ['client_id twice, once empty', aQuery({ client_id: ['', CLIENT_ID] })],
    ['no redirect_uri', aQuery({ redirect_uri: undefined })],
    ['an empty redirect_uri', aQuery({ redirect_uri: '' })],
    ['redirect_uri twice', aQuery({ redirect_uri: [CALLBACK, 'https://evil.example'] })],
    ['a redirect_uri that is not registered', aQuery({ redirect_uri: 'https://evil.example' })],
    ['a redirect_uri with invalid UTF-8', `${aQuery({ redirect_uri: undefined })}&redirect_uri=%FF`],
    ['a user name behind a loopback host', aQuery({ redirect_uri: 'http://127.0.0.1:80@evil.example/callback' })],
    ['a script', aQuery({ redirect_uri: 'javascript:alert(1)' })],
  ])('returns invalid_request for %s', (_, query) => {
    expect(errorOf(refusalOf(() => authorized(query)))).toMatchObject({ status: 400, error: 'invalid_request' })
  })

  test.each<[string, string, KnownClient | undefined]>([
    ['an unknown client', aQuery({ client_id: 'a2b4f7c8-0000-4000-8000-000000000000' }), aClient()],
    ['a metadata document as a client', aQuery({ client_id: 'https://app.example/client.json' }), aClient()],
    ['a client_id with invalid UTF-8', `${aQuery({ client_id: undefined })}&client_id=%FF`, aClient()],
    ['a disabled client', aQuery(), aClient({ disabled_at: '2026-11-02T08:15:30.120Z' })],
  ])('returns invalid_client for %s', (_, query, client) => {
    expect(errorOf(refusalOf(() => authorized(query, client)))).toMatchObject({ status: 400, error: 'invalid_client' })
  })

  test('checks the client before its redirect_uri', () => {
    expect(refused({ client_id: 'nobody', redirect_uri: 'https://evil.example' }).error).toBe('invalid_client')
  })

  test('does not redirect to an unregistered URI, whatever else is invalid', () => {
    expect(refused({ redirect_uri: 'https://evil.example', response_type: 'token' }).status).toBe(400)
  })

  test('the body has exactly the two members', () => {
    expect(Object.keys(refusalOf(() => authorized('')).body as object)).toEqual(['error', 'error_description'])
  })
})

/** Each line breaks one rule; the order of the lines is the order of the rules. */
const FAULTS: [string, Sent, string, Partial<KnownClient>?][] = [
  ['response_type twice', { response_type: ['code', 'code'] }, 'invalid_request'],
  ['code_challenge twice', { code_challenge: [CHALLENGE, CHALLENGE] }, 'invalid_request'],
  ['code_challenge_method twice', { code_challenge_method: ['S256', 'S256'] }, 'invalid_request'],
  ['scope twice', { scope: ['emails:send', 'full_access'] }, 'invalid_request'],
  ['no response_type', { response_type: undefined }, 'invalid_request'],
  ['an empty response_type', { response_type: '' }, 'invalid_request'],
  ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['response_type "code token"', { response_type: 'code token' }, 'unsupported_response_type'],
  ['response_type Code', { response_type: 'Code' }, 'unsupported_response_type'],
  ['a client without the grant', {}, 'unauthorized_client', { grant_types: ['refresh_token'] }],
  ['no code_challenge_method', { code_challenge_method: undefined }, 'invalid_request'],
  ['an empty code_challenge_method', { code_challenge_method: '' }, 'invalid_request'],
  ['code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['code_challenge_method s256', { code_challenge_method: 's256' }, 'invalid_request'],
  ['no code_challenge', { code_challenge: undefined }, 'invalid_request'],
  ['an empty code_challenge', { code_challenge: '' }, 'invalid_request'],
  ['a short code_challenge', { code_challenge: CHALLENGE.slice(1) }, 'invalid_request'],
  ['a long code_challenge', { code_challenge: `${CHALLENGE}A` }, 'invalid_request'],
  ['a padded code_challenge', { code_challenge: `${CHALLENGE}=` }, 'invalid_request'],
  ['a code_challenge in plain base64', { code_challenge: `${CHALLENGE.slice(1)}+` }, 'invalid_request'],
  ['a code_challenge with a line end', { code_challenge: `${CHALLENGE}\n` }, 'invalid_request'],
  ['a long state', { state: 'x'.repeat(1025) }, 'invalid_request'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ['a scope of spaces', { scope: ' ' }, 'invalid_scope'],
  ['a scope outside the registered ones', { scope: 'full_access' }, 'invalid_scope', { scopes: ['emails:send'] }],
]

describe('after the redirect URI is verified: 302 to it', () => {
  test.each(FAULTS)('reports %s', (_, given, error, client) => {
    const { location } = refusalOf(() => authorized(aQuery(given), aClient(client))).headers
    const { status, parameters } = refused(given, aClient(client))
    expect(location!.startsWith(`${CALLBACK}?error=`)).toBe(true)
    expect(status).toBe(302)
    expect([...parameters.keys()]).toEqual(['error', 'error_description', 'state', 'iss'])
    expect(parameters.get('error')).toBe(error)
    expect(parameters.get('state')).toBe(given.state ?? 'abc')
    expect(parameters.get('iss')).toBe(ISSUER)
  })

  test('has no body', () => {
    expect(refusalOf(() => authorized(aQuery({ response_type: 'token' }))).body).toBeUndefined()
  })

  test('reports the first of two errors', () => {
    expect(refused({ response_type: 'token', scope: 'x' }).error).toBe('unsupported_response_type')
    expect(refused({ response_type: 'token', scope: ['x', 'y'] }).error).toBe('invalid_request')
    expect(refused({ scope: 'x', code_challenge: '' }).error).toBe('invalid_request')
    expect(refused({ scope: 'x' }, aClient({ grant_types: [] })).error).toBe('unauthorized_client')
    expect(refused({ response_type: 'token' }, aClient({ grant_types: [] })).error).toBe('unsupported_response_type')
  })

  test('does not return a duplicate state, because the intended one is ambiguous', () => {
    const { status, error, parameters } = refused({ state: ['a', 'b'] })
    expect([status, error, parameters.has('state')]).toEqual([302, 'invalid_request', false])
  })

  test('redirects to the requested loopback port, after the query of the URI', () => {
    const client = aClient({ redirect_uris: ['http://localhost/cb?a=%7e+b'] })
    const given = { redirect_uri: 'http://localhost:5000/cb?a=%7e+b', response_type: 'x' }
    const { location } = refusalOf(() => authorized(aQuery(given), client)).headers
    expect(location).toMatch(/^http:\/\/localhost:5000\/cb\?a=%7e\+b&error=unsupported_response_type&/)
  })

  test('reports a failed write and a denial in the same way', () => {
    const redirect = verifyRedirect(aClient(), parseAuthorizeQuery(aQuery()), SETTINGS)
    for (const error of ['server_error', 'access_denied'] as const) {
      const refusal = errorOf(redirectRefusal(redirect, error, 'A sentence.'))
      expect([refusal.error, refusal.parameters.get('state')]).toEqual([error, 'abc'])
    }
  })
})

const stateOf = (raw: string) => authorized(`${aQuery({ state: undefined })}&state=${raw}`).state

describe('state', () => {
  test.each([
    ['no state', '', null],
    ['1024 letters', 'x'.repeat(1024), 'x'.repeat(1024)],
    ['1024 code points outside the BMP', '%F0%9F%93%AE'.repeat(1024), '%F0%9F%93%AE'.repeat(1024)],
    ['invalid UTF-8', 'a%FFb%C0%80', 'a%FFb%C0%80'],
    ['a byte order mark', '%EF%BB%BFx', '%EF%BB%BFx'],
    ['a line end', '%0D%0ALocation:x', '%0D%0ALocation%3Ax'],
    ['text that looks like another parameter', 'a%26code%3Dx%23', 'a%26code%3Dx%23'],
    ['a plus sign', 'a%2Bb+c', 'a%2Bb%20c'],
  ])('keeps the encoding of %s', (_, raw, kept) => expect(stateOf(raw)).toBe(kept))

  test('omits an absent or empty state from the redirect', () => {
    for (const state of [undefined, '']) {
      expect(refused({ state, response_type: 'x' }).parameters.has('state')).toBe(false)
    }
  })

  test('rejects 1025 code points, whatever the number of bytes or code units', () => {
    for (const state of ['é'.repeat(1025), '📮'.repeat(1025)]) {
      const { error, parameters } = refused({ state })
      expect([error, parameters.get('state')]).toEqual(['invalid_request', state])
    }
  })
})

describe('scope', () => {
  test.each<[KnownClient['scopes'], string | undefined, string[]]>([
    [['full_access', 'emails:send'], undefined, ['full_access', 'emails:send']],
    [['full_access', 'emails:send'], '', ['full_access', 'emails:send']],
    [['emails:send'], undefined, ['emails:send']],
    [['full_access', 'emails:send'], 'emails:send', ['emails:send']],
    [['full_access', 'emails:send'], 'emails:send full_access', ['full_access', 'emails:send']],
    [['full_access'], 'emails:send', ['emails:send']],
  ])('follows from the registered scopes %j and the requested %j', (scopes, scope, granted) => {
    expect(authorized(aQuery({ scope }), aClient({ scopes })).scopes).toEqual(granted)
  })
})

test('any input results in success, a 400, or a redirect to a registered URI that repeats nothing', () => {
  const names = [
    'client_id',
    'response_type',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
    'resource',
    'x',
  ]
  const values = [
    CLIENT_ID,
    CALLBACK,
    'http://127.0.0.1:9/callback',
    'code',
    'S256',
    CHALLENGE,
    'emails:send',
    '',
    '"<\\>',
    '%FF',
  ]
  const pair = fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...values), fc.string()))
  fc.assert(
    fc.property(fc.array(pair), fc.boolean(), (pairs, complete) => {
      const sent = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      const query = [...(complete ? [aQuery({ state: undefined })] : []), ...sent].join('&')
      try {
        expect(authorized(query).code_challenge).toHaveLength(43)
      } catch (thrown) {
        const refusal = refusalOf(() => {
          throw thrown
        })
        const { status } = errorOf(refusal)
        expect([302, 400]).toContain(status)
        if (status === 302)
          expect(refusal.headers.location).toMatch(
            /^(https:\/\/app\.example|http:\/\/127\.0\.0\.1(:9)?)\/callback\?error=/,
          )
      }
    }),
    { numRuns: 1000 },
  )
})

describe('errors are not redirected to an unverified web site', () => {
  const settings = { issuer: ISSUER, untrusted_errors_as_json: true }
  const told = (redirect_uri: string, verified = false) => {
    const client = aClient({ redirect_uris: [redirect_uri], verified })
    const redirect = verifyRedirect(client, parseAuthorizeQuery(aQuery({ redirect_uri })), settings)
    return redirectRefusal(redirect, 'invalid_scope', 'A sentence.')
  }

  test.each(['https://app.example/callback', 'HTTPS://app.example/callback'])('%s', redirect_uri => {
    const refusal = told(redirect_uri)
    expect([refusal.status, refusal.body]).toEqual([400, { error: 'invalid_scope', error_description: 'A sentence.' }])
    expect(told(redirect_uri, true).status).toBe(302)
  })

  test.each(['http://127.0.0.1:4711/callback', 'https://localhost/callback', 'http://[::1]/x', 'com.example.app:/cb'])(
    'except to the user’s own machine: %s',
    redirect_uri => expect(told(redirect_uri).status).toBe(302),
  )
})
