// B: two strict client libraries that start with only our address get access for a device: discovery, registration,
// codes, polls.
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import { DEVICE_GRANT } from '../../support/devices.ts'
import { type Person, aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
let person: Person
beforeAll(async () => {
  time = clock(new Date().toISOString())
  server = await startServer({}, { now: time.now })
  person = aPerson(server)
  await person.logIn('/device')
})
afterAll(() => server.stop())

const metadata = { client_name: 'Strict', redirect_uris: [], grant_types: [DEVICE_GRANT, 'refresh_token'] }

/** Opens the address that the device shows, compares the code and decides. */
async function decide(complete: string, decision: 'approve' | 'deny'): Promise<void> {
  const { pathname, search } = new URL(complete)
  const { text } = await person.get(pathname + search)
  const [, user_code] = /name="user_code"[^>]*value="([^"]+)"/.exec(text)!
  const { location } = await person.post('/device', { user_code: user_code! })
  await person.get(location!)
  expect((await person.post(location!, { decision })).status).toBe(303)
}

describe('oauth4webapi', () => {
  // the test server has no certificate; everything else is strict
  const plain = { [oauth.allowInsecureRequests]: true }

  it.each(['none', 'client_secret_basic'] as const)('B: gets access for a device with %s', async method => {
    const issuer = new URL(server.url)
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
    const as = await oauth.processDiscoveryResponse(issuer, found)
    const asked = { ...metadata, token_endpoint_auth_method: method }
    const known = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, asked, plain),
    )
    const proof = method === 'none' ? oauth.None() : oauth.ClientSecretBasic(known.client_secret as string)
    const device = await oauth.processDeviceAuthorizationResponse(
      as,
      known,
      await oauth.deviceAuthorizationRequest(as, known, proof, { scope: 'emails:send' }, plain),
    )
    const poll = async (): Promise<oauth.TokenEndpointResponse> =>
      oauth.processDeviceCodeResponse(
        as,
        known,
        await oauth.deviceCodeGrantRequest(as, known, proof, device.device_code, plain),
      )
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 })
    await expect(poll()).rejects.toMatchObject({ error: 'slow_down' })
    await decide(device.verification_uri_complete!, 'approve')
    const tokens = await poll()
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'emails:send', refresh_token: expect.any(String) })
    await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('openid-client', () => {
  const options: client.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [client.allowInsecureRequests] }

  it.each(['approve', 'deny'] as const)('B: polls until the decision: %s', async decision => {
    const config = await client.dynamicClientRegistration(new URL(server.url), metadata, client.None(), options)
    const device = await client.initiateDeviceAuthorization(config, { scope: 'full_access' })
    await decide(device.verification_uri_complete!, decision)
    // the client waits before the first poll
    const polled = client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.01 })
    if (decision === 'deny') return expect(polled).rejects.toMatchObject({ error: 'access_denied' })
    expect(await polled).toMatchObject({ token_type: 'bearer', scope: 'full_access' })
  })
})
