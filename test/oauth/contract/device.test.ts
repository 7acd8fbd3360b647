// B, device authorization over real HTTP: which client receives codes, and what the device receives when it polls.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { type Clock, clock } from '../../support/clock.ts'
import {
  type Device,
  DEVICE_GRANT,
  OF_DEVICES,
  aDevice,
  aDeviceClient,
  allowDevice,
  requestDevice,
  denyDevice,
  enterCode,
  pollDevice,
  pollWithSecret,
} from '../../support/devices.ts'
import {
  CALLBACK,
  type Fields,
  aClient,
  aClientWithSecret,
  aRequest,
  anApprover,
  authorize,
  disableClient,
  credentialsOf,
  refresh,
  sendForm,
} from '../../support/oauth.ts'
import { type Reply, type TestServer, aTeam, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
let client_id: string
beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  client_id = await aDeviceClient(server)
})
afterAll(() => server.stop())

const SECOND_MS = 1000
const refused = ({ status, body }: Reply): unknown[] => [status, body.error]
const device = (fields: Fields = {}): Promise<Device> => aDevice(server, { client_id, ...fields })
const statusWith = async (access_token: string): Promise<number> =>
  (await server.call('GET', '/api-keys', { key: access_token })).status

const everything = ['oauth_device_codes', 'oauth_grants', 'oauth_refresh_tokens', 'rate_limits'].map(name =>
  statement<object, object>(knex => knex(name).select('*')),
)
const leave = statement<{ team_id: string }>((knex, place) =>
  knex('memberships').where('team_id', place('team_id')).delete(),
)

describe('authorizeDevice', () => {
  it('B: returns codes as uncached JSON to a client that registered for it', async () => {
    const { status, headers, body } = await requestDevice(server, { client_id, scope: 'emails:send' })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${server.url}/device`,
      verification_uri_complete: `${server.url}/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    })
  })

  it('B: accepts JSON, and a secret sent in either way', async () => {
    const asked = await server.call('POST', '/oauth/device_authorization', {
      key: null,
      headers: anAddress(),
      body: { client_id },
    })
    expect(asked.status).toBe(200)
    for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
      const client = await aClientWithSecret(server, method, OF_DEVICES)
      const { fields, authorization } = credentialsOf(client)
      const { status, body } = await sendForm(server, '/oauth/device_authorization', fields, authorization)
      expect(status).toBe(200)
      expect(refused(await pollDevice(server, { ...client, ...body }))).toEqual([401, 'invalid_client'])
      await allowDevice(server, { ...client, ...body })
      expect((await pollWithSecret(server, client, body.device_code)).status).toBe(200)
    }
  })

  it('B: rejects any other client and stores nothing', async () => {
    const usual = await aClient(server)
    const shut = await aDeviceClient(server)
    await disableClient(server, shut)
    const sending = await aDeviceClient(server, { scope: 'emails:send' })
    const before = await rows()
    const cases: [Fields | string, number, string][] = [
      [{ client_id: usual }, 400, 'unauthorized_client'],
      [{ client_id: shut }, 401, 'invalid_client'],
      [{ client_id: '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10' }, 401, 'invalid_client'],
      [{ client_id, client_secret: 'it has none' }, 401, 'invalid_client'],
      [{}, 400, 'invalid_request'],
      [{ client_id: [client_id, client_id] }, 400, 'invalid_request'],
      [{ client_id, scope: ['emails:send', 'emails:send'] }, 400, 'invalid_request'],
      [{ client_id, scope: 'everything' }, 400, 'invalid_scope'],
      [{ client_id: sending, scope: 'full_access' }, 400, 'invalid_scope'],
      [`client_id=${client_id}&scope=%zz`, 400, 'invalid_request'],
    ]
    for (const [form, status, error] of cases) {
      const answer = await requestDevice(server, form)
      expect([form, ...refused(answer)]).toEqual([form, status, error])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await rows()).toEqual(before)
  })

  it('B: accepts requests from a browser of any origin, without credentials', async () => {
    const headers = { origin: 'https://app.example', ...anAddress() }
    const { headers: answered } = await server.call('POST', '/oauth/device_authorization', {
      key: null,
      headers,
      body: { client_id },
    })
    expect([answered.get('access-control-allow-origin'), answered.get('access-control-allow-credentials')]).toEqual([
      '*',
      null,
    ])
  })

  it('B: is limited to twenty requests per hour and address without a secret', async () => {
    const from = anAddress()
    const ask = (): Promise<Reply> =>
      server.call('POST', '/oauth/device_authorization', { key: null, headers: from, body: { client_id } })
    for (let times = 0; times < 20; times++) expect((await ask()).status).toBe(200)
    const { status, body, headers } = await ask()
    expect([status, body.error, headers.get('retry-after')]).toEqual([429, 'too_many_requests', '3600'])
    const client = await aClientWithSecret(server, 'client_secret_post', OF_DEVICES)
    const { client_id: id, client_secret } = client
    const proven = await server.call('POST', '/oauth/device_authorization', {
      key: null,
      headers: from,
      body: { client_id: id, client_secret },
    })
    expect(proven.status).toBe(200)
    time.forward(3600 * SECOND_MS)
    expect((await ask()).status).toBe(200)
  })
})

describe('B: registration', () => {
  const register = (body: object): Promise<Reply> =>
    server.call('POST', '/oauth/register', { key: null, headers: anAddress(), body: { client_name: 'TV', ...body } })

  it('accepts a device-only client without redirect URIs', async () => {
    for (const more of [{}, { redirect_uris: [] }, { response_types: [] }]) {
      const { status, body } = await register({ grant_types: [DEVICE_GRANT], ...more })
      expect([status, body.redirect_uris, body.grant_types, body.response_types]).toEqual([201, [], [DEVICE_GRANT], []])
    }
  })

  it('requires redirect URIs for the code grant, and at least one grant type that starts a flow', async () => {
    const both = ['authorization_code', DEVICE_GRANT]
    expect(refused(await register({ grant_types: both }))).toEqual([400, 'invalid_redirect_uri'])
    const { body } = await register({ grant_types: both, redirect_uris: [CALLBACK] })
    expect([body.grant_types, body.response_types]).toEqual([both, ['code']])
    expect(refused(await register({ grant_types: [DEVICE_GRANT], redirect_uris: ['http://app.example/'] }))).toEqual([
      400,
      'invalid_redirect_uri',
    ])
    for (const grant_types of [['refresh_token'], [DEVICE_GRANT, 'implicit'], []]) {
      expect(refused(await register({ grant_types }))).toEqual([400, 'invalid_client_metadata'])
    }
  })

  it('does not open the consent page for a device-only client', async () => {
    expect(refused(await authorize(server, aRequest(client_id)))).toEqual([400, 'invalid_request'])
    const with_uri = await aDeviceClient(server, { redirect_uris: [CALLBACK] })
    const { headers } = await authorize(server, aRequest(with_uri))
    expect(headers.get('location')).toContain('error=unauthorized_client')
  })
})

describe('B: polling', () => {
  it('waits for the decision and then returns tokens once', async () => {
    const one = await device({ scope: 'emails:send' })
    expect(refused(await pollDevice(server, one))).toEqual([400, 'authorization_pending'])
    expect(await allowDevice(server, one)).toBe(true)
    const { status, body, headers } = await pollDevice(server, one)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token_expires_in: 5_184_000,
      scope: 'emails:send',
    })
    expect(refused(await pollDevice(server, one))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(body.access_token)).toBe(403)
    const renewed = await refresh(server, { client_id, refresh_token: body.refresh_token })
    expect([renewed.status, renewed.body.scope]).toEqual([200, 'emails:send'])
  })

  it('accepts JSON', async () => {
    const { device_code } = await device()
    const body = { grant_type: DEVICE_GRANT, client_id, device_code }
    expect(refused(await server.call('POST', '/oauth/token', { key: null, body }))).toEqual([
      400,
      'authorization_pending',
    ])
  })

  it('returns no refresh token to a client that did not register for one', async () => {
    const brief = await aDeviceClient(server, { grant_types: [DEVICE_GRANT] })
    const one = await aDevice(server, { client_id: brief })
    await allowDevice(server, one)
    const { status, body } = await pollDevice(server, one)
    expect([status, 'refresh_token' in body]).toEqual([200, false])
  })

  it('before the interval has passed returns slow_down and adds 5 seconds each time', async () => {
    const one = await device()
    const after = async (seconds: number): Promise<unknown> => {
      time.forward(seconds * SECOND_MS)
      return (await pollDevice(server, one)).body.error
    }
    expect(await after(0)).toBe('authorization_pending')
    expect(await after(5)).toBe('authorization_pending')
    expect(await after(4)).toBe('slow_down')
    expect(await after(9)).toBe('slow_down')
    expect(await after(14)).toBe('slow_down')
    expect(await after(20)).toBe('authorization_pending')
    expect(await after(19)).toBe('slow_down')
    // another device of the same client has its own interval
    const other = await device()
    expect(refused(await pollDevice(server, other))).toEqual([400, 'authorization_pending'])
    await allowDevice(server, one)
    expect(await after(0)).toBeUndefined()
  })

  it('reports a denied request', async () => {
    const one = await device()
    expect(await denyDevice(server, one)).toBe(true)
    expect(refused(await pollDevice(server, one))).toEqual([400, 'access_denied'])
  })

  it('ends after ten minutes, even if the request was approved', async () => {
    const [pending, allowed] = [await device(), await device()]
    await allowDevice(server, allowed)
    time.forward(600 * SECOND_MS - 1)
    expect(refused(await pollDevice(server, pending))).toEqual([400, 'authorization_pending'])
    time.forward(1)
    for (const one of [pending, allowed]) expect(refused(await pollDevice(server, one))).toEqual([400, 'expired_token'])
    await expect(enterCode(server, pending)).rejects.toThrow('unknown')
  })

  it('with an unknown code, or one of another client, returns nothing and has no effect', async () => {
    const one = await device()
    const thief = await aDeviceClient(server)
    for (let times = 0; times < 3; times++) {
      expect(refused(await pollDevice(server, one, { client_id: thief }))).toEqual([400, 'invalid_grant'])
      expect(refused(await pollDevice(server, one, { device_code: 'x' }))).toEqual([400, 'invalid_grant'])
    }
    expect(refused(await pollDevice(server, one))).toEqual([400, 'authorization_pending'])
    expect(refused(await pollDevice(server, one, { device_code: undefined }))).toEqual([400, 'invalid_request'])
    expect(refused(await pollDevice(server, one, { client_id: await aClient(server) }))).toEqual([
      400,
      'unauthorized_client',
    ])
    await allowDevice(server, one)
    expect(refused(await pollDevice(server, one, { client_id: thief }))).toEqual([400, 'invalid_grant'])
    expect((await pollDevice(server, one)).status).toBe(200)
  })

  it('returns tokens to one of fifty concurrent polls', async () => {
    const one = await device()
    await allowDevice(server, one)
    const replies = await Promise.all(Array.from({ length: 50 }, () => pollDevice(server, one)))
    const [winner, ...others] = replies.filter(({ status }) => status === 200)
    expect([others.length, replies.filter(({ body }) => body.error === 'invalid_grant').length]).toEqual([0, 49])
    expect(await statusWith(winner!.body.access_token)).toBe(200)
  })

  it('returns only the scopes that the user approved', async () => {
    const one = await device({ scope: 'full_access' })
    await allowDevice(server, one, { scopes: ['emails:send'] })
    expect((await pollDevice(server, one)).body.scope).toBe('emails:send')
    const narrow = await device({ scope: 'emails:send' })
    await expect(allowDevice(server, narrow, { scopes: ['full_access'] })).rejects.toMatchObject({ status: 400 })
    const { team_id } = await aTeam(server, 'Foreign')
    await expect(allowDevice(server, narrow, { team_id })).rejects.toMatchObject({ status: 403 })
    expect(refused(await pollDevice(server, narrow))).toEqual([400, 'authorization_pending'])
  })
})

describe('B: approved access', () => {
  it('is withheld after the user ended all access or left the team', async () => {
    const one = await device()
    await allowDevice(server, one)
    const { user_id } = await anApprover(server)
    await server.database.unit(tx => server.oauth.revokeGrantsOfUser(tx, user_id, server.now()))
    expect(refused(await pollDevice(server, one))).toEqual([400, 'expired_token'])
    const { team_id } = await aTeam(server, 'Left')
    const two = await device()
    await allowDevice(server, two, await anApprover(server, team_id))
    await server.database.unit(tx => tx.run(leave, { team_id }))
    expect(refused(await pollDevice(server, two))).toEqual([400, 'invalid_grant'])
  })

  it('is withheld from a client that was disabled since, and its requests can no longer be approved', async () => {
    const shut = await aDeviceClient(server)
    const [allowed, open] = [await aDevice(server, { client_id: shut }), await aDevice(server, { client_id: shut })]
    await allowDevice(server, allowed)
    await disableClient(server, shut)
    expect(refused(await pollDevice(server, allowed))).toEqual([401, 'invalid_client'])
    await expect(enterCode(server, open)).rejects.toThrow('unknown')
  })

  it('is one grant of the user that ends like any other and is in the audit log', async () => {
    const one = await device()
    await allowDevice(server, one)
    const { body } = await pollDevice(server, one)
    const [grant] = (await server.call('GET', '/oauth/grants')).body.data
    expect([grant.client_id, grant.revoked_at]).toEqual([client_id, null])
    const actions = (await server.call('GET', '/audit-events')).body.data.map(
      ({ action }: { action: string }) => action,
    )
    expect(actions.slice(0, 2)).toEqual(['oauth_grant.created', 'oauth_grant.approved'])
    expect(await statusWith(body.access_token)).toBe(200)
    expect((await server.call('DELETE', `/oauth/grants/${grant.id}`)).status).toBe(200)
    expect(await statusWith(body.access_token)).toBe(401)
  })
})

it('B: codes appear in no row and no log line', async () => {
  const one = await device()
  await pollDevice(server, one)
  await allowDevice(server, one)
  const { body } = await pollDevice(server, one)
  const kept = JSON.stringify(await rows())
  for (const secret of [one.device_code, one.user_code, one.user_code.replace('-', ''), body.access_token]) {
    expect(kept).not.toContain(secret)
    expect(server.logged()).not.toContain(secret)
  }
})

function rows(): Promise<object[][]> {
  return server.database.read(tx => Promise.all(everything.map(each => tx.all(each, {}))))
}
