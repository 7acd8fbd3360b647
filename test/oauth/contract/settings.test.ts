// The OAuth settings of an operator and their effects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { aDevice, pollDevice } from '../../support/devices.ts'
import { CALLBACK, aClient, aGrantedClient, aRequest, authorize, refresh } from '../../support/oauth.ts'
import { type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
beforeAll(async () => {
  time = clock()
  const env = {
    OAUTH_ACCESS_TOKEN_SECONDS: '60',
    OAUTH_REFRESH_TOKEN_DAYS: '1',
    OAUTH_REFRESH_WINDOW_SECONDS: '0',
    OAUTH_DEVICE_CODE_SECONDS: '60',
    OAUTH_UNTRUSTED_ERRORS_AS_JSON: 'true',
  }
  server = await startServer(env, { now: time.now })
})
afterAll(() => server.stop())

const works = async (key: string): Promise<boolean> => (await server.call('GET', '/api-keys', { key })).status === 200

describe('the settings', () => {
  it('set the lifetime of tokens', async () => {
    const granted = await aGrantedClient(server)
    expect(granted).toMatchObject({ expires_in: 60, refresh_token_expires_in: 86_400 })
    time.forward(59_999)
    expect(await works(granted.access_token)).toBe(true)
    time.forward(1)
    expect(await works(granted.access_token)).toBe(false)
    time.forward(86_400_000)
    expect((await refresh(server, granted)).body.error).toBe('invalid_grant')
  })

  it('B: set the lifetime of device codes', async () => {
    const device = await aDevice(server)
    expect(device).toMatchObject({ expires_in: 60 })
    time.forward(60_000)
    expect((await pollDevice(server, device)).body.error).toBe('expired_token')
  })

  it('make refresh tokens strict: reuse ends the grant immediately', async () => {
    const first = await aGrantedClient(server)
    const { body } = await refresh(server, first)
    expect((await refresh(server, first)).body.error).toBe('invalid_grant')
    expect(await works(body.access_token)).toBe(false)
  })

  it('keep errors off the site of an unverified client', async () => {
    const client_id = await aClient(server)
    const wrong = { scope: 'everything', state: 'abc' }
    const told = await authorize(server, aRequest(client_id, wrong))
    expect([told.status, told.body.error, told.headers.get('location')]).toEqual([400, 'invalid_scope', null])
    const local = await authorize(
      server,
      aRequest(client_id, { ...wrong, redirect_uri: 'http://127.0.0.1:5000/callback' }),
    )
    expect(local.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:5000\/callback\?error=invalid_scope/)
    const described = {
      client_name: 'Ours',
      redirect_uris: [CALLBACK],
      scopes: ['emails:send'],
      token_endpoint_auth_method: 'none',
    } as const
    const { client } = await server.database.unit(tx => server.oauth.addClient(tx, described, time.now()))
    const trusted = await authorize(server, aRequest(client.client_id, wrong))
    expect(trusted.headers.get('location')).toContain(`${CALLBACK}?error=invalid_scope`)
    expect((await authorize(server, aRequest(client_id))).headers.get('location')).toContain('/consent/')
  })

  it.each([
    ['OAUTH_ACCESS_TOKEN_SECONDS', '59'],
    ['OAUTH_ACCESS_TOKEN_SECONDS', '86401'],
    ['OAUTH_ACCESS_TOKEN_SECONDS', '15m'],
    ['OAUTH_REFRESH_TOKEN_DAYS', '0'],
    ['OAUTH_REFRESH_WINDOW_SECONDS', '-1'],
    ['OAUTH_REFRESH_WINDOW_SECONDS', '1.5'],
    ['OAUTH_UNTRUSTED_ERRORS_AS_JSON', 'yes'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ])('are checked at startup: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
})
