// The authorize endpoint over real HTTP, and the redirects that follow a user's decision.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileNothingIsStored } from '../../support/beside.ts'
import { type Clock, clock } from '../../support/clock.ts'
import {
  CALLBACK,
  CHALLENGE,
  type Fields,
  aClient,
  aGrantedClient,
  aRequest,
  aSealedRequest,
  approve,
  authorize,
  deny,
  disableClient,
  encodeForm,
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

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const CLI = '7136aa0b-625c-4c9c-8820-e9784c8eb141'

const ask = (fields: Fields = {}): Promise<Reply> => authorize(server, aRequest(client_id, fields))
const query = (fields: Fields = {}): string => encodeForm(aRequest(client_id, fields))
const errorIn = (location: string | null): string | null => new URL(location!).searchParams.get('error')
const found = (sealed: string) => server.database.read(tx => server.oauth.findAuthorizationRequest(tx, sealed))

describe('authorize', () => {
  it('stores nothing for a valid request and redirects to the consent page', async () => {
    const before = await countRows(server)
    const { status, headers } = await ask({ scope: 'emails:send', state: 'abc' })
    expect(status).toBe(302)
    const [, sealed] = /\/consent\/([A-Za-z0-9_-]+)$/.exec(headers.get('location')!)!
    expect(headers.get('location')).toBe(`${server.url}/consent/${sealed}`)
    expect(await countRows(server)).toEqual(before)
    expect(await found(sealed!)).toEqual({
      client: {
        id: client_id,
        name: 'Night Mailer',
        verified: false,
        built_in: false,
        imitates: null,
        client_uri: null,
        logo_uri: null,
      },
      redirect_uri: CALLBACK,
      scopes: ['emails:send'],
      is_answered: false,
      expires_at: '2026-11-20T12:10:00.000Z',
      lasts_s: 60 * 24 * 3600,
      is_renewed: true,
    })
  })

  it('forbids caching and referrers in every response', async () => {
    for (const { headers } of [await ask(), await ask({ client_id: UNKNOWN }), await ask({ scope: 'x' })]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('pragma')).toBe('no-cache')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  it.each<[string, string, string]>([
    ['no client_id', query({ client_id: undefined }), 'invalid_request'],
    ['an empty client_id', query({ client_id: '' }), 'invalid_request'],
    ['two client_ids', query({ client_id: [CLI, CLI] }), 'invalid_request'],
    ['no redirect_uri', query({ redirect_uri: undefined }), 'invalid_request'],
    ['two redirect_uris', query({ redirect_uri: [CALLBACK, CALLBACK] }), 'invalid_request'],
    ['a broken percent escape', `${query()}&state=%zz`, 'invalid_request'],
    ['an unknown client', query({ client_id: UNKNOWN }), 'invalid_client'],
    ['a client_id that is a URL', query({ client_id: 'https://app.example/client.json' }), 'invalid_client'],
    ['a client_id with NUL', query({ client_id: `${UNKNOWN}\0` }), 'invalid_client'],
    ['an unregistered redirect_uri', query({ redirect_uri: 'https://evil.example/callback' }), 'invalid_request'],
    ['a redirect_uri with an extra slash', query({ redirect_uri: `${CALLBACK}/` }), 'invalid_request'],
    ['a redirect_uri in capitals', query({ redirect_uri: 'HTTPS://app.example/callback' }), 'invalid_request'],
    ['a user name as port', query({ redirect_uri: 'http://127.0.0.1:80@evil.example/callback' }), 'invalid_request'],
    ['another loopback host', query({ redirect_uri: 'http://localhost:4000/callback' }), 'invalid_request'],
  ])('responds to %s in the browser and stores nothing', async (_, querystring, error) => {
    const before = await countRows(server)
    const { status, body, headers } = await authorize(server, querystring)
    expect([status, body.error, headers.get('location')]).toEqual([400, error, null])
    expect(Object.keys(body)).toEqual(['error', 'error_description'])
    expect(await countRows(server)).toEqual(before)
  })

  it('rejects a disabled client and its open requests', async () => {
    const disabled = await aClient(server)
    const id = await aSealedRequest(server, aRequest(disabled))
    await disableClient(server, disabled)
    const { status, body } = await authorize(server, aRequest(disabled))
    expect([status, body.error]).toEqual([400, 'invalid_client'])
    expect(await found(id)).toBeUndefined()
    expect(await approve(server, id)).toBeUndefined()
  })

  it.each<[string, Fields, string]>([
    ['two states', { state: ['abc', 'abc'] }, 'invalid_request'],
    ['two scopes', { scope: ['emails:send', 'emails:send'] }, 'invalid_request'],
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['an empty challenge', { code_challenge: '' }, 'invalid_request'],
    ['a short challenge', { code_challenge: CHALLENGE.slice(1) }, 'invalid_request'],
    ['a padded challenge', { code_challenge: `${CHALLENGE}=` }, 'invalid_request'],
    ['a long state', { state: '\u{1F600}'.repeat(1025) }, 'invalid_request'],
    ['an unknown scope', { scope: 'emails:send emails:read' }, 'invalid_scope'],
    ['a scope of spaces', { scope: '  ' }, 'invalid_scope'],
  ])('reports %s to the client by redirect and stores nothing', async (_, fields, error) => {
    const before = await countRows(server)
    const state = fields.state ?? 'x y'
    const { status, headers } = await ask({ ...fields, state })
    const location = headers.get('location')!
    expect([status, errorIn(location)]).toEqual([302, error])
    expect(location).toMatch(/^https:\/\/app\.example\/callback\?error=/)
    expect(location).toContain(`&iss=${encodeURIComponent(server.url)}`)
    // RFC 6749 4.1.2.1: the redirect repeats the state, unless the request had two
    if (typeof state === 'string') expect(location).toContain(`&state=${encodeURIComponent(state)}&`)
    else expect(location).not.toContain('state=')
    expect(await countRows(server)).toEqual(before)
  })

  it('checks the client first, then the redirect URI, then the other parameters', async () => {
    const narrow = await aClient(server, { scope: 'emails:send' })
    const wrong: Fields = {
      client_id: UNKNOWN,
      redirect_uri: 'https://evil.example/',
      state: ['a', 'b'],
      response_type: 'token',
      code_challenge_method: 'plain',
      code_challenge: 'short',
      scope: 'full_access',
    }
    const seen: (string | null)[] = []
    const look = async (repair: Fields): Promise<void> => {
      Object.assign(wrong, repair)
      const { body, headers } = await authorize(server, wrong)
      const location = headers.get('location')
      const words = location ? new URL(location).searchParams : new URLSearchParams(body)
      seen.push(`${location ? 302 : 400} ${words.get('error')}: ${words.get('error_description')!.slice(0, 26)}`)
    }
    await look({})
    await look({ client_id: narrow })
    await look({ redirect_uri: CALLBACK })
    await look({ state: 'a'.repeat(1025) })
    await look({ response_type: 'code' })
    await look({ code_challenge_method: 'S256' })
    await look({ code_challenge: CHALLENGE })
    await look({ state: 'a' })
    expect(seen).toEqual([
      '400 invalid_client: Unknown or disabled client',
      '400 invalid_request: The redirect_uri is not re',
      '302 invalid_request: Duplicate parameter: state',
      '302 unsupported_response_type: Unsupported response_type.',
      '302 invalid_request: The code_challenge_method ',
      '302 invalid_request: The code_challenge must be',
      '302 invalid_request: The state must have at mos',
      '302 invalid_scope: The scope must contain onl',
    ])
    expect((await authorize(server, { ...wrong, scope: undefined })).headers.get('location')).toContain('/consent/')
  })

  it('accepts any port of a loopback client and redirects to that port', async () => {
    const redirect_uri = 'http://127.0.0.1:49152/callback'
    const id = await aSealedRequest(server, query({ redirect_uri }))
    expect((await approve(server, id))!.location).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?code=/)
    for (const port of ['0', '080', '65536', '']) {
      const { status } = await ask({ redirect_uri: `http://127.0.0.1:${port}/callback` })
      expect(status).toBe(400)
    }
  })

  it('accepts the built-in command-line client', async () => {
    const id = await aSealedRequest(server, aRequest(CLI, { redirect_uri: 'http://127.0.0.1:5000/oauth/callback' }))
    expect((await found(id))!.client).toMatchObject({
      id: CLI,
      name: 'CLI',
      verified: true,
      built_in: true,
      imitates: null,
    })
  })

  it('requests all registered scopes if the request has none', async () => {
    const narrow = await aClient(server, { scope: 'emails:send' })
    expect((await found(await aSealedRequest(server, query())))!.scopes).toEqual(['full_access', 'emails:send'])
    expect((await found(await aSealedRequest(server, aRequest(narrow, { scope: '' }))))!.scopes).toEqual([
      'emails:send',
    ])
  })

  it('ignores resource in every form', async () => {
    await aSealedRequest(server, `${query()}&resource=a&resource=%zz&resource=`)
    await aSealedRequest(server, `${query()}&resource=https%3A%2F%2Fother.example%2Fmcp`)
  })
})

describe('the decision', () => {
  it.each([
    ['plain', 'abc', 'abc'],
    ['reserved characters', 'a%26b%3Dc%23d%3Fe%2Ff', 'a%26b%3Dc%23d%3Fe%2Ff'],
    ['spaces in both forms', 'a+b%20c', 'a%20b%20c'],
    ['bytes that are not UTF-8', 'x%FF%FE%C0%80y', 'x%FF%FE%C0%80y'],
    ['a byte order mark and NUL', '%EF%BB%BF%00', '%EF%BB%BF%00'],
    ['1024 code points of four bytes', '%F0%9F%98%80'.repeat(1024), '%F0%9F%98%80'.repeat(1024)],
  ])('returns the state byte for byte: %s', async (_, sent, back) => {
    const request = `${query()}&state=${sent}`
    const issuer = encodeURIComponent(server.url)
    const yes = await approve(server, await aSealedRequest(server, request))
    expect(yes!.location).toMatch(/^https:\/\/app\.example\/callback\?code=[A-Za-z0-9_-]{43}&state=/)
    expect(yes!.location.split('&').slice(1)).toEqual([`state=${back}`, `iss=${issuer}`])
    const no = await deny(server, await aSealedRequest(server, request))
    expect(no!.location).toMatch(/\?error=access_denied&error_description=/)
    expect(no!.location.split('&').slice(2)).toEqual([`state=${back}`, `iss=${issuer}`])
  })

  it('keeps the query of the registered redirect URI', async () => {
    const redirect_uri = 'https://app.example/cb?a=%7e&b=1+2&b='
    const own = await aClient(server, { redirect_uris: [redirect_uri] })
    const { location } = (await approve(server, await aSealedRequest(server, aRequest(own, { redirect_uri }))))!
    expect(location.startsWith(`${redirect_uri}&code=`)).toBe(true)
    expect(location).not.toContain('state=')
  })

  it('is accepted once', async () => {
    const approved = await aSealedRequest(server, query())
    const before = await countRows(server)
    const both = await Promise.all([approve(server, approved), approve(server, approved), deny(server, approved)])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect((await countRows(server)).oauth_answers).toBe(before.oauth_answers + 1)
    const denied = await aSealedRequest(server, query())
    await deny(server, denied)
    expect(await approve(server, denied)).toBeUndefined()
    expect((await found(denied))!.is_answered).toBe(true)
  })

  it('is rejected for an unknown request, and after ten minutes', async () => {
    expect(await approve(server, UNKNOWN)).toBeUndefined()
    const [early, late] = [await aSealedRequest(server, query()), await aSealedRequest(server, query())]
    time.forward(10 * 60_000 - 1)
    expect(await approve(server, early)).toBeDefined()
    time.forward(1)
    expect(await found(late)).toBeUndefined()
    expect(await approve(server, late)).toBeUndefined()
    expect(await deny(server, late)).toBeUndefined()
  })
})

describe('while the database is not writable', () => {
  it('reports an OAuth error for a request that needs a write, and recovers afterwards', async () => {
    const granted = await aGrantedClient(server)
    const { good, bad, answers } = await whileNothingIsStored(server, async () => ({
      good: await ask(),
      bad: await ask({ scope: 'unknown' }),
      answers: await Promise.all([
        token(server, {
          grant_type: 'refresh_token',
          client_id: granted.client_id,
          refresh_token: granted.refresh_token,
        }),
        server.call('POST', '/oauth/register', { key: null, body: { client_name: 'x', redirect_uris: [CALLBACK] } }),
      ]),
    }))
    for (const { status, body, headers } of answers) {
      expect([status, body.error, headers.get('cache-control')]).toEqual([503, 'temporarily_unavailable', 'no-store'])
    }
    // responses that need no write are unchanged
    expect([good.status, good.headers.get('location')]).toEqual([302, expect.stringContaining('/consent/')])
    expect([bad.status, errorIn(bad.headers.get('location'))]).toEqual([302, 'invalid_scope'])
    expect(await approve(server, good.headers.get('location')!.split('/consent/')[1]!)).toBeDefined()
  })
})
