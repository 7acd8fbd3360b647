// openid-client through the whole life of a grant, as each kind of client: discovery, registration, PKCE, `iss`, code,
// introspection, an API request, refresh and revocation.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK } from '../support/oauth.ts'
import { answered } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

// the test server has no certificate; everything else is strict
const options: client.DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [client.allowInsecureRequests] }

const KINDS = ['none', 'client_secret_basic', 'client_secret_post'] as const

function authentication(method: (typeof KINDS)[number], secret: string | undefined): client.ClientAuth {
  if (method === 'none') return client.None()
  return method === 'client_secret_basic' ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

async function registered(method: (typeof KINDS)[number]): Promise<client.Configuration> {
  const metadata = { client_name: 'Strict', redirect_uris: [CALLBACK], token_endpoint_auth_method: method }
  const first = await client.dynamicClientRegistration(new URL(server.url), metadata, client.None(), options)
  const { client_id, client_secret } = first.clientMetadata()
  expect(client_secret === undefined).toBe(method === 'none')
  const known = { token_endpoint_auth_method: method }
  return client.discovery(new URL(server.url), client_id, known, authentication(method, client_secret), options)
}

async function granted(config: client.Configuration, decision: 'approve' | 'deny' = 'approve') {
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'full_access',
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  // the library also checks state and iss
  return client.authorizationCodeGrant(config, await answered(server, url, decision), {
    pkceCodeVerifier,
    expectedState,
  })
}

const called = (config: client.Configuration, token: string): Promise<Response> =>
  client.fetchProtectedResource(config, token, new URL(`${server.url}/api-keys`), 'GET')

/** A public client cannot introspect. */
async function expectAbout(config: client.Configuration, token: string, about: object): Promise<void> {
  const told = client.tokenIntrospection(config, token)
  if (config.clientMetadata().token_endpoint_auth_method !== 'none') expect(await told).toMatchObject(about)
  else await expect(told).rejects.toBeInstanceOf(client.WWWAuthenticateChallengeError)
}

describe.each(KINDS)('openid-client with %s', method => {
  it('goes from discovery to revocation', async () => {
    const config = await registered(method)
    const tokens = await granted(config)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'full_access' })
    expect((await called(config, tokens.access_token)).status).toBe(200)

    const { client_id } = config.clientMetadata()
    await expectAbout(config, tokens.access_token, { active: true, scope: 'full_access', client_id })
    await expectAbout(config, tokens.refresh_token!, { active: true })

    const next = await client.refreshTokenGrant(config, tokens.refresh_token!)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await called(config, next.access_token)).status).toBe(200)

    await client.tokenRevocation(config, next.refresh_token!)
    await expectAbout(config, next.access_token, { active: false })
    await expect(called(config, next.access_token)).rejects.toBeInstanceOf(client.WWWAuthenticateChallengeError)
    await expect(client.refreshTokenGrant(config, next.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('ends a grant by its access token', async () => {
    const config = await registered(method)
    const { access_token, refresh_token } = await granted(config)
    await client.tokenRevocation(config, access_token, { token_type_hint: 'access_token' })
    await expectAbout(config, refresh_token!, { active: false })
  })

  it('reports a denial by the user', async () => {
    await expect(granted(await registered(method), 'deny')).rejects.toMatchObject({ error: 'access_denied' })
  })
})
