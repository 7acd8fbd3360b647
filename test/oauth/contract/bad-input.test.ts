// Every parameter of every OAuth endpoint, made invalid in every way and combination. A model of the order of evaluation
// predicts the response. The response is never a 500, and a refused request leaves no trace.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CALLBACK,
  CHALLENGE,
  type IssuedCode,
  type GrantedClient,
  aClient,
  aCode,
  aGrantedClient,
  countRows,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'
import {
  JSON_SEND_MODES,
  type JsonSendMode,
  type ReadState,
  SEND_MODES,
  type SendMode,
  readStates,
  malformedForm,
  malformedJson,
  sendModes,
} from '../../support/malformed.ts'

const FORM = 'application/x-www-form-urlencoded'
const RUNS = 120

let server: TestServer
let client_id: string
beforeAll(async () => {
  server = await startServer()
  client_id = await aClient(server)
})
afterAll(() => server.stop())

type Answer = readonly [status: number, error: string | undefined]

const BAD: Answer = [400, 'invalid_request']
const STRANGER: Answer = [401, 'invalid_client']

/** How a body is sent: as an invalid form or as invalid JSON. */
type Sent<Name extends string> = { json: Record<Name, JsonSendMode> } | { form: Record<Name, SendMode> }

function sent<Name extends string>(names: readonly Name[]): fc.Arbitrary<Sent<Name>> {
  return fc.oneof(
    sendModes(names, SEND_MODES).map(form => ({ form })),
    sendModes(names, JSON_SEND_MODES).map(json => ({ json })),
  )
}

async function send(path: string, good: Record<string, string | undefined>, how: Sent<string>): Promise<Reply> {
  if ('json' in how) return server.call('POST', path, { key: null, body: malformedJson(good, how.json) })
  const { text, elsewhere } = malformedForm(good, how.form)
  return server.call('POST', `${path}?${elsewhere}`, { key: null, headers: { 'content-type': FORM }, body: text })
}

const waysOf = <Name extends string>(how: Sent<Name>): Record<Name, SendMode | JsonSendMode> =>
  'json' in how ? how.json : how.form
/** The parameters that a valid request of a public client lacks, and how a body is read. */
const IN_BODY = { extra: ['client_secret'], nul: 'unreadable' } as const
const some = (all: Record<string, ReadState>, ...which: ReadState[]): boolean =>
  Object.values(all).some(each => which.includes(each))

/** The shape that all responses of these endpoints share. */
function expectShape({ status, body, headers }: Reply): void {
  expect(headers.get('cache-control')).toBe('no-store')
  if (status < 400) return
  expect(Object.keys(body)).toEqual(['error', 'error_description'])
  // RFC 6749 5.2
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
}

describe('authorize', () => {
  const NAMES = [
    'client_id',
    'redirect_uri',
    'response_type',
    'code_challenge',
    'code_challenge_method',
    'state',
    'scope',
  ] as const
  type Name = (typeof NAMES)[number]

  /** The order of evaluation. */
  function predicted(see: Record<Name, ReadState>, how: Record<Name, SendMode>): Answer {
    const { client_id, redirect_uri, ...others } = see
    if (some(see, 'unreadable')) return BAD
    for (const each of [client_id, redirect_uri]) if (each === 'absent' || each === 'repeated') return BAD
    if (client_id === 'other') return [400, 'invalid_client']
    if (redirect_uri === 'other') return BAD
    if (some(others, 'repeated')) return [302, 'invalid_request']
    if (others.response_type === 'absent') return [302, 'invalid_request']
    if (others.response_type === 'other') return [302, 'unsupported_response_type']
    if (others.code_challenge_method !== 'good') return [302, 'invalid_request']
    if (others.code_challenge !== 'good') return [302, 'invalid_request']
    if (how.state === 'long') return [302, 'invalid_request']
    if (others.scope === 'other') return [302, 'invalid_scope']
    return [302, undefined]
  }

  it('responds according to its order of evaluation', async () => {
    await fc.assert(
      fc.asyncProperty(sendModes(NAMES, SEND_MODES), async how => {
        const good = {
          client_id,
          redirect_uri: CALLBACK,
          response_type: 'code',
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
          state: 'a b',
          scope: 'emails:send',
        }
        const before = await countRows(server)
        const { text, elsewhere } = malformedForm(good, how)
        const answer = await server.call('GET', `/oauth/authorize?${text}`, {
          key: null,
          // a GET reads no parameters from here
          headers: { 'x-parameters': elsewhere },
        })
        const location = answer.headers.get('location')
        const asked = location && new URL(location).searchParams
        const error = asked ? (asked.get('error') ?? undefined) : answer.body.error
        expect([answer.status, error]).toEqual(predicted(readStates(how), how))
        expectShape(answer)
        if (location) expect(location.startsWith(error ? `${CALLBACK}?error=` : `${server.url}/consent/`)).toBe(true)
        expect(await countRows(server)).toEqual(before)
      }),
      { numRuns: RUNS * 2 },
    )
  })
})

describe('exchangeToken with a code', () => {
  const NAMES = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'] as const

  function predicted(see: Record<(typeof NAMES)[number], ReadState>): Answer {
    if (some(see, 'unreadable', 'repeated')) return BAD
    if (see.grant_type === 'absent') return BAD
    if (see.grant_type === 'other') return [400, 'unsupported_grant_type']
    if (see.code === 'absent' || see.redirect_uri === 'absent' || see.code_verifier !== 'good') return BAD
    if (see.client_id === 'absent') return BAD
    // a public client that sends a secret fails authentication
    if (see.client_id === 'other' || see.client_secret !== 'absent') return STRANGER
    if (see.code === 'other' || see.redirect_uri === 'other') return [400, 'invalid_grant']
    return [200, undefined]
  }

  it('responds according to its order of evaluation and consumes nothing if it refuses', async () => {
    await fc.assert(
      fc.asyncProperty(sent(NAMES), async how => {
        const code = await aCode(server, { client_id })
        const good = { grant_type: 'authorization_code', client_secret: undefined, ...code }
        const before = await countRows(server)
        const answer = await send('/oauth/token', good, how)
        expect([answer.status, answer.body.error]).toEqual(predicted(readStates(waysOf(how), IN_BODY)))
        expectShape(answer)
        if (answer.status === 200) return
        expect(await countRows(server)).toEqual(before)
        await expectUsable(code)
      }),
      { numRuns: RUNS },
    )
  })

  async function expectUsable(code: IssuedCode): Promise<void> {
    const { status } = await server.call('POST', '/oauth/token', {
      key: null,
      body: { grant_type: 'authorization_code', ...code },
    })
    expect(status).toBe(200)
  }
})

describe('exchangeToken with a refresh token', () => {
  const NAMES = ['grant_type', 'client_id', 'client_secret', 'refresh_token', 'scope'] as const

  function predicted(see: Record<(typeof NAMES)[number], ReadState>): Answer {
    if (some(see, 'unreadable', 'repeated')) return BAD
    if (see.grant_type === 'absent') return BAD
    if (see.grant_type === 'other') return [400, 'unsupported_grant_type']
    if (see.refresh_token === 'absent' || see.client_id === 'absent') return BAD
    if (see.client_id === 'other' || see.client_secret !== 'absent') return STRANGER
    if (see.refresh_token === 'other') return [400, 'invalid_grant']
    if (see.scope === 'other') return [400, 'invalid_scope']
    return [200, undefined]
  }

  it('responds according to its order of evaluation and consumes nothing if it refuses', async () => {
    let granted: GrantedClient = await aGrantedClient(server, { client_id })
    await fc.assert(
      fc.asyncProperty(sent(NAMES), async how => {
        const { refresh_token } = granted
        const good = {
          grant_type: 'refresh_token',
          client_id,
          client_secret: undefined,
          refresh_token,
          scope: 'full_access',
        }
        const before = await countRows(server)
        const answer = await send('/oauth/token', good, how)
        expect([answer.status, answer.body.error]).toEqual(predicted(readStates(waysOf(how), IN_BODY)))
        expectShape(answer)
        if (answer.status === 200) granted = { ...granted, ...answer.body }
        else expect(await countRows(server)).toEqual(before)
      }),
      { numRuns: RUNS },
    )
    const { refresh_token } = granted
    const body = { grant_type: 'refresh_token', client_id, refresh_token }
    expect((await server.call('POST', '/oauth/token', { key: null, body })).status).toBe(200)
  })
})

describe.each(['/oauth/revoke', '/oauth/introspect'])('%s', path => {
  const NAMES = ['token', 'token_type_hint', 'client_id', 'client_secret'] as const

  function predicted(see: Record<(typeof NAMES)[number], ReadState>): Answer {
    if (some(see, 'unreadable', 'repeated')) return BAD
    if (see.token === 'absent' || see.client_id === 'absent') return BAD
    if (see.client_id === 'other' || see.client_secret !== 'absent') return STRANGER
    // a public client cannot authenticate, so it may revoke a token but not introspect one
    return path === '/oauth/revoke' ? [200, undefined] : STRANGER
  }

  it('responds according to its order of evaluation and ends nothing if it refuses', async () => {
    let granted = await aGrantedClient(server, { client_id })
    await fc.assert(
      fc.asyncProperty(sent(NAMES), async how => {
        const good = {
          token: granted.refresh_token,
          token_type_hint: 'refresh_token',
          client_id,
          client_secret: undefined,
        }
        const before = await countRows(server)
        const answer = await send(path, good, how)
        const see = readStates(waysOf(how), IN_BODY)
        expect([answer.status, answer.body.error]).toEqual(predicted(see))
        expectShape(answer)
        expect(await countRows(server)).toEqual(before)
        const ended = path === '/oauth/revoke' && answer.status === 200 && see.token === 'good'
        const { status } = await server.call('GET', '/api-keys', { key: granted.access_token })
        expect(status).toBe(ended ? 401 : 200)
        if (ended) granted = await aGrantedClient(server, { client_id })
      }),
      { numRuns: RUNS },
    )
  })
})

describe('registerClient', () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      'x\0',
      '\ud800',
      'x'.repeat(10_000),
      null,
      true,
      7,
      -0.5,
      [],
      {},
      [[]],
      [null],
      ['x\0'],
    ),
    fc.constantFrom<unknown>(
      ['code', 'token'],
      ['authorization_code', 7],
      'emails:send',
      CALLBACK,
      [CALLBACK, 7],
      'none',
    ),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const names = [
    'client_name',
    'redirect_uris',
    'grant_types',
    'response_types',
    'scope',
    'token_endpoint_auth_method',
    'client_uri',
    'logo_uri',
    'client_secret',
    'client_id',
    'verified',
    'scopes',
    '__proto__',
    'constructor',
  ]
  const fields = fc.record(Object.fromEntries(names.map(name => [name, values])), { requiredKeys: [] })
  const register = (body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    server.call('POST', '/oauth/register', { key: null, body, headers: { ...anAddress(), ...headers } })

  it('stores a client or returns one of two error codes, for any fields', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async given => {
        const before = await countRows(server)
        const answer = await register({ client_name: 'Night Mailer', redirect_uris: [CALLBACK], ...given })
        expectShape(answer)
        const kept = answer.status === 201 ? 1 : 0
        if (!kept) expect(['invalid_client_metadata', 'invalid_redirect_uri']).toContain(answer.body.error)
        if (!kept) expect(answer.status).toBe(400)
        else expect(answer.body.client_id).not.toBe((given as { client_id?: unknown }).client_id)
        expect(await countRows(server)).toEqual({ ...before, oauth_clients: before.oauth_clients + kept })
      }),
      { numRuns: RUNS * 2 },
    )
    const listed = await server.database.read(server.oauth.listClients)
    expect(listed.filter(({ verified }) => verified)).toHaveLength(1)
  })

  it.each<[string, string]>([
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '7'],
    ['null', 'null'],
    ['half an object', '{"client_name":'],
    ['very deep', `{"client_name":${'['.repeat(32_000)}${']'.repeat(32_000)}}`],
    ['a NUL', '\0'],
    ['a byte order mark', '\uFEFF{}'],
  ])('rejects a body that is %s', async (_, body) => {
    const before = await countRows(server)
    const answer = await register(body)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata'])
    expect(await countRows(server)).toEqual(before)
  })

  it('rejects bytes that are not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"client_name":"'), Buffer.from([0xff, 0xc0]), Buffer.from('"}')])
    const headers = { 'content-type': 'application/json', ...anAddress() }
    const answer = await fetch(`${server.url}/oauth/register`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_client_metadata' }])
  })
})

describe('the operations on grants', () => {
  it.each([
    '%00',
    '%FF',
    '%zz',
    '..',
    '%2e%2e',
    '%2F',
    'x'.repeat(10_000),
    '[object%20Object]',
    "'%20or%20''='",
    '%F0%9F%98%80',
  ])('reject the id %s', async id => {
    const { status, body } = await server.call('DELETE', `/oauth/grants/${id}`)
    expect([400, 404, 405, 422]).toContain(status)
    expect(body.statusCode).toBe(status)
  })

  it.each([
    'limit=',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=1e1',
    'limit=-1',
    'limit=%00',
    'limit=1&limit=2',
    'limit[]=1',
    'after=x&before=y',
    'after=x',
    'before=%FF',
    'after=x&after=y',
    `after=${'x'.repeat(10_000)}`,
  ])('reject or ignore the query %s', async query => {
    const { status, body } = await server.call('GET', `/oauth/grants?${query}`)
    expect(status).toBe(query.startsWith('limit[') ? 200 : 422)
    if (status === 422) expect(body).toMatchObject({ statusCode: 422, message: expect.any(String) })
  })
})
