// Clients with a secret, whether they registered themselves or an administrator added them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { removeExpiredOAuthRows } from '../../../src/identity/oauth/actions.ts'
import { type Clock, clock } from '../../support/clock.ts'
import {
  CALLBACK,
  type ClientWithSecret,
  type Fields,
  aClient,
  aClientWithSecret,
  aCode,
  aGrantedClient,
  aRequest,
  aSealedRequest,
  anApprover,
  authorize,
  exchange,
  credentialsOf,
  refresh,
  sendForm,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

const DAY_MS = 24 * 3_600_000
const METHODS = ['client_secret_basic', 'client_secret_post'] as const
const clients = statement<object, object>(knex => knex('oauth_clients').select('*'))

const token = (form: Fields, authorization?: string): Promise<Reply> =>
  sendForm(server, '/oauth/token', form, authorization)
const grantForm = async ({ client_id }: ClientWithSecret): Promise<Fields> => ({
  grant_type: 'authorization_code',
  ...(await aCode(server, { client_id })),
})
const refused = ({ status, body, headers }: Reply): unknown[] => [
  status,
  body.error,
  headers.get('www-authenticate')?.split(' ')[0],
]

describe.each(METHODS)('a client with %s', method => {
  it('receives its secret once; only a hash is stored', async () => {
    const body = { client_name: 'Server', redirect_uris: [CALLBACK], token_endpoint_auth_method: method }
    const registered = (await server.call('POST', '/oauth/register', { key: null, body, headers: anAddress() })).body
    expect(registered).toMatchObject({
      token_endpoint_auth_method: method,
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
    })
    const rows = JSON.stringify(await server.database.read(tx => tx.all(clients, {})))
    expect(rows).toContain(registered.client_id)
    expect(rows).not.toContain(registered.client_secret)
    expect(server.logged()).not.toContain(registered.client_secret)
  })

  it('redeems and refreshes with its secret', async () => {
    const client = await aClientWithSecret(server, method)
    const { fields, authorization } = credentialsOf(client)
    const redeemed = await token({ ...(await grantForm(client)), ...fields }, authorization)
    expect(redeemed.status).toBe(200)
    const { refresh_token } = redeemed.body
    const form = { grant_type: 'refresh_token', refresh_token }
    expect(refused(await token({ ...form, client_id: client.client_id }))).toEqual([401, 'invalid_client', 'Basic'])
    expect((await token({ ...form, ...fields }, authorization)).status).toBe(200)
  })

  it('is rejected with other credentials, and its code stays valid', async () => {
    const client = await aClientWithSecret(server, method)
    const { client_id, client_secret } = client
    const form = await grantForm(client)
    const basic = (id: string, secret: string): string => `Basic ${btoa(`${id}:${secret}`)}`
    const other = await aClientWithSecret(server, method)
    const swapped = credentialsOf({ ...client, method: METHODS.find(each => each !== method)! })
    const attempts: [Fields, (string | undefined)?][] = [
      [{ client_id }],
      [{ client_id, client_secret: 'x' }],
      [{ client_id, client_secret: other.client_secret }],
      [{ client_id, client_secret: `${client_secret} ` }],
      [{ client_id, client_secret: client_secret.slice(0, -1) }],
      [{ client_id: undefined }, basic(client_id, 'x')],
      [{ client_id: undefined }, basic(client_id, '')],
      [{ client_id: other.client_id }, basic(client_id, client_secret)],
      [swapped.fields, swapped.authorization],
    ]
    for (const [fields, authorization] of attempts) {
      expect(refused(await token({ ...form, ...fields }, authorization))).toEqual([401, 'invalid_client', 'Basic'])
    }
    const both = await token({ ...form, client_id, client_secret }, basic(client_id, client_secret))
    expect(refused(both)).toEqual([400, 'invalid_request', undefined])
    const { fields, authorization } = credentialsOf(client)
    expect((await token({ ...form, ...fields }, authorization)).status).toBe(200)
  })

  it('still needs the PKCE verifier', async () => {
    const client = await aClientWithSecret(server, method)
    const { fields, authorization } = credentialsOf(client)
    const form = { ...(await grantForm(client)), ...fields }
    expect((await token({ ...form, code_verifier: 'x'.repeat(43) }, authorization)).body.error).toBe('invalid_grant')
    expect((await token({ ...form, code_verifier: undefined }, authorization)).body.error).toBe('invalid_request')
    const query = aRequest(client.client_id, { code_challenge: undefined })
    expect((await authorize(server, query)).headers.get('location')).toContain('error=invalid_request')
  })
})

describe('credentials in the header', () => {
  it('are form-encoded before they are joined', async () => {
    const client = await aClientWithSecret(server, 'client_secret_basic')
    const escaped = [...client.client_secret].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const authorization = `bAsIc ${btoa(`${client.client_id}:${escaped}`)}`
    const form = await grantForm(client)
    expect((await token({ ...form, client_id: undefined }, authorization)).status).toBe(200)
  })
})

describe('an administrator', () => {
  const add = (given: object = {}) => {
    const described = {
      client_name: 'Ours',
      redirect_uris: [CALLBACK],
      scopes: ['emails:send'] as const,
      token_endpoint_auth_method: 'client_secret_post' as const,
      ...given,
    }
    return server.database.unit(tx => server.oauth.addClient(tx, described, time.now()))
  }

  it('adds a verified client and sees its secret once', async () => {
    const { client, client_secret } = await add()
    expect(client).toMatchObject({ client_name: 'Ours', scopes: ['emails:send'], verified: true })
    const listed = await server.database.read(server.oauth.listClients)
    expect(listed.find(({ client_id }) => client_id === client.client_id)).toEqual(client)
    expect(JSON.stringify(listed)).not.toMatch(/secret_hash/)
    const granted: ClientWithSecret = {
      client_id: client.client_id,
      client_secret: client_secret!,
      method: 'client_secret_post',
    }
    expect((await token({ ...(await grantForm(granted)), client_secret })).status).toBe(200)
    expect((await add({ token_endpoint_auth_method: 'none' })).client_secret).toBeUndefined()
  })

  it('cannot add a client that could not be registered', async () => {
    for (const wrong of [
      { client_name: '' },
      { redirect_uris: [] },
      { redirect_uris: ['http://x.example/'] },
      { scopes: [] },
    ]) {
      await expect(add(wrong)).rejects.toMatchObject({ status: 400 })
    }
  })

  it('disables a client with all its tokens immediately, and enables it again', async () => {
    const granted = await aGrantedClient(server)
    const { client_id } = granted
    const works = async (): Promise<number> =>
      (await server.call('GET', '/api-keys', { key: granted.access_token })).status
    const off = (): Promise<boolean> =>
      server.database.unit(tx => server.oauth.disableClient(tx, client_id, time.now()))
    const on = (): Promise<boolean> => server.database.unit(tx => server.oauth.enableClient(tx, client_id, time.now()))
    expect([await works(), await off(), await off(), await works()]).toEqual([200, true, false, 401])
    expect((await refresh(server, granted)).body.error).toBe('invalid_client')
    expect([await on(), await on(), await works()]).toEqual([true, false, 200])
    expect((await refresh(server, granted)).status).toBe(200)
  })
})

describe('approval', () => {
  const approveWith = async (id: string, by: object): Promise<{ location: string } | undefined> => {
    const approver = { ...(await anApprover(server)), ...by }
    return server.database.unit(tx => server.oauth.approveRequest(tx, id, approver))
  }

  it('can grant fewer scopes than requested', async () => {
    const client_id = await aClient(server)
    const code_of = async (scope: string, scopes: string[]) => {
      const query = aRequest(client_id, { scope })
      const { location } = (await approveWith(await aSealedRequest(server, query), { scopes }))!
      const code = new URL(location).searchParams.get('code')!
      const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
      return exchange(server, { client_id, redirect_uri: CALLBACK, code, code_verifier })
    }
    expect((await code_of('full_access', ['emails:send'])).body.scope).toBe('emails:send')
    const narrow = await code_of('full_access emails:send', ['emails:send'])
    expect(narrow.body.scope).toBe('emails:send')
    const wider = await refresh(
      server,
      { client_id, refresh_token: narrow.body.refresh_token },
      { scope: 'full_access' },
    )
    expect(wider.body.error).toBe('invalid_scope')
  })

  it('rejects more scopes, no scopes and another team, and keeps the request open', async () => {
    const id = await aSealedRequest(server, aRequest(await aClient(server), { scope: 'emails:send' }))
    for (const scopes of [['full_access'], ['emails:send', 'full_access'], []]) {
      await expect(approveWith(id, { scopes })).rejects.toMatchObject({ status: 400 })
    }
    await expect(approveWith(id, { team_id: '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10' })).rejects.toMatchObject({
      status: 403,
    })
    expect(await approveWith(id, {})).toBeDefined()
  })
})

describe('the grants of a user', () => {
  it('end when the password changes', async () => {
    const [one, two] = [await aGrantedClient(server), await aGrantedClient(server)]
    const { user_id } = await anApprover(server)
    const end = (): Promise<number> =>
      server.database.unit(tx => server.oauth.revokeGrantsOfUser(tx, user_id, time.now()))
    expect(await end()).toBeGreaterThanOrEqual(2)
    expect(await end()).toBe(0)
    for (const { access_token } of [one, two]) {
      expect((await server.call('GET', '/api-keys', { key: access_token })).status).toBe(401)
    }
  })
})

describe('registration', () => {
  const register = (ip: string): Promise<Reply> =>
    server.call('POST', '/oauth/register', {
      key: null,
      body: { client_name: 'x', redirect_uris: [CALLBACK] },
      headers: { 'x-forwarded-for': ip },
    })

  it('is limited to twenty per hour and address, whatever headers the caller sends', async () => {
    for (let count = 1; count <= 20; count++) expect((await register('198.51.100.7')).status).toBe(201)
    time.forward(600_000)
    const { status, body, headers } = await register('203.0.113.9, 198.51.100.7')
    expect([status, body.error, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '3000'])
    expect((await register('198.51.100.8')).status).toBe(201)
    time.forward(3_000_000)
    expect((await register('198.51.100.7')).status).toBe(201)
  })

  it('counts an IPv6 network as one address', async () => {
    for (let count = 1; count <= 20; count++) expect((await register(`2001:db8:1:2::${count}`)).status).toBe(201)
    expect((await register('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await register('2001:db8:1:3::1')).status).toBe(201)
  })

  it('does not count rejected registrations', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    for (let count = 1; count <= 25; count++) {
      expect((await server.call('POST', '/oauth/register', { key: null, body: {}, headers })).status).toBe(400)
    }
    expect((await register('198.51.100.9')).status).toBe(201)
  })

  it('expires after two weeks if no user approved the client', async () => {
    const known = async (id: string): Promise<boolean> =>
      (await server.database.read(server.oauth.listClients)).some(({ client_id }) => client_id === id)
    const unused = await aClient(server)
    const { client_id: used } = await aGrantedClient(server)
    const sweep = (): Promise<boolean> => server.database.unit(tx => removeExpiredOAuthRows(tx, time.now()))
    time.forward(14 * DAY_MS - 1)
    await sweep()
    expect([await known(unused), await known(used)]).toEqual([true, true])
    time.forward(1)
    await sweep()
    expect([await known(unused), await known(used)]).toEqual([false, true])
  })
})
