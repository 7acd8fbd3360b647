// A strict OAuth client that starts with only our address: discovery, registration, PKCE, `iss`, code, refresh and an
// API request.
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK, approve, deny } from '../support/oauth.ts'
import { aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let pair: Awaited<ReturnType<typeof oauth.generateKeyPair>>
beforeAll(async () => {
  server = await startServer()
  pair = await oauth.generateKeyPair('ES256', { extractable: true })
})
afterAll(() => server.stop())

// the test server has no certificate; everything else is strict
const plain = { [oauth.allowInsecureRequests]: true }

/** Discovers the authorization server from the API's address (RFC 9728, RFC 8414). */
async function discovered(): Promise<oauth.AuthorizationServer> {
  const url = new URL(server.url)
  const resource = await oauth.processResourceDiscoveryResponse(url, await oauth.resourceDiscoveryRequest(url, plain))
  const issuer = new URL(resource.authorization_servers![0]!)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
  return oauth.processDiscoveryResponse(issuer, response)
}

type Method = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'

async function registered(as: oauth.AuthorizationServer, method: Method): Promise<oauth.Client> {
  const key = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as Record<string, string>
  const jwks = method === 'private_key_jwt' && {
    jwks: { keys: [{ kty: key.kty!, crv: key.crv!, x: key.x!, y: key.y! }] },
  }
  const metadata = { client_name: 'Strict', redirect_uris: [CALLBACK], token_endpoint_auth_method: method, ...jwks }
  const response = await oauth.dynamicClientRegistrationRequest(as, metadata, plain)
  return oauth.processDynamicClientRegistrationResponse(response)
}

/** The client authentication. */
function proofOf({ token_endpoint_auth_method, client_secret }: oauth.Client): oauth.ClientAuth {
  if (token_endpoint_auth_method === 'none') return oauth.None()
  if (token_endpoint_auth_method === 'private_key_jwt') return oauth.PrivateKeyJwt(pair.privateKey)
  const secret = client_secret as string
  return token_endpoint_auth_method === 'client_secret_basic'
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret)
}

interface Journey {
  as: oauth.AuthorizationServer
  client: oauth.Client
  verifier: string
  state: string
  /** The consent page to which the browser was redirected. */
  request_id: string
}

async function begun(scope: string, method: Method = 'none'): Promise<Journey> {
  const as = await discovered()
  const client = await registered(as, method)
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const url = new URL(as.authorization_endpoint!)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const { headers } = await fetch(url, { redirect: 'manual' })
  return { as, client, verifier, state, request_id: headers.get('location')!.split('/').at(-1)! }
}

/** Logs in and approves on our pages; returns the redirect to the client. */
async function approved(request_id: string): Promise<URL> {
  const person = aPerson(server)
  const path = `/consent/${request_id}`
  const { location: login } = await person.get(path)
  expect(login).toBe(`/login?next=${path}`)
  expect((await person.logIn(path)).location).toBe(path)
  await person.get(path)
  const { status, location } = await person.post(path, { decision: 'approve' })
  expect(status).toBe(303)
  return new URL(location!)
}

async function finished({ as, client, verifier, state, request_id }: Journey): Promise<oauth.TokenEndpointResponse> {
  // checks state and iss
  const parameters = oauth.validateAuthResponse(as, client, await approved(request_id), state)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    proofOf(client),
    parameters,
    CALLBACK,
    verifier,
    plain,
  )
  return oauth.processAuthorizationCodeResponse(as, client, response)
}

async function called(access_token: string, method: string, path: string): Promise<Response> {
  return oauth.protectedResourceRequest(access_token, method, new URL(server.url + path), undefined, undefined, plain)
}

describe('oauth4webapi', () => {
  it.each<Method>(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'])(
    'completes the flow with %s, from discovery to revocation',
    async method => {
      const journey = await begun('full_access', method)
      const tokens = await finished(journey)
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'full_access' })
      expect((await called(tokens.access_token, 'GET', '/api-keys')).status).toBe(200)

      const { as, client } = journey
      const proof = proofOf(client)
      const response = await oauth.refreshTokenGrantRequest(as, client, proof, tokens.refresh_token!, plain)
      const next = await oauth.processRefreshTokenResponse(as, client, response)
      expect(next.refresh_token).not.toBe(tokens.refresh_token)
      expect((await called(next.access_token, 'GET', '/api-keys')).status).toBe(200)

      const about = async (token: string): Promise<oauth.IntrospectionResponse> =>
        oauth.processIntrospectionResponse(
          as,
          client,
          await oauth.introspectionRequest(as, client, proof, token, plain),
        )
      const tells = async (token: string, expected: object): Promise<void> => {
        if (method !== 'none') expect(await about(token)).toMatchObject(expected)
        // a public client cannot introspect
        else await expect(about(token)).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
      }
      await tells(next.access_token, { active: true, iss: server.url, aud: server.url })
      await tells(next.refresh_token!, { active: true, client_id: client.client_id })
      await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, proof, next.access_token, plain))
      await tells(next.refresh_token!, { active: false })
      await expect(called(next.access_token, 'GET', '/api-keys')).rejects.toBeInstanceOf(
        oauth.WWWAuthenticateChallengeError,
      )
    },
  )

  it.each(['ES256', 'PS256', 'RS256'])('pushes its request and binds its tokens with a key of %s', async alg => {
    const as = await discovered()
    const client = await registered(as, 'none')
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair(alg))
    const bound = { ...plain, DPoP }
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const request = {
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const sent = await oauth.pushedAuthorizationRequest(as, client, oauth.None(), request, bound)
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, client, sent)
    const url = new URL(as.authorization_endpoint!)
    url.search = new URLSearchParams({ client_id: client.client_id, request_uri }).toString()
    const { headers } = await fetch(url, { redirect: 'manual' })
    const request_id = headers.get('location')!.split('/').at(-1)!
    const parameters = oauth.validateAuthResponse(as, client, await approved(request_id), state)
    const none = oauth.None()
    const answer = await oauth.authorizationCodeGrantRequest(as, client, none, parameters, CALLBACK, verifier, bound)
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer)
    expect(tokens.token_type).toBe('dpop')
    const call = async (token: string): Promise<Response> =>
      oauth.protectedResourceRequest(
        token,
        'GET',
        new URL(`${server.url}/api-keys?limit=1`),
        undefined,
        undefined,
        bound,
      )
    expect((await call(tokens.access_token)).status).toBe(200)
    const refreshed = await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token!, bound)
    const next = await oauth.processRefreshTokenResponse(as, client, refreshed)
    expect((await call(next.access_token)).status).toBe(200)
    await expect(called(next.access_token, 'GET', '/api-keys')).rejects.toBeInstanceOf(
      oauth.WWWAuthenticateChallengeError,
    )
  })

  it('verifies our access token with the published keys', async () => {
    const journey = await begun('emails:send')
    const { access_token } = await finished(journey)
    const request = new Request(`${server.url}/emails`, { headers: { authorization: `Bearer ${access_token}` } })
    const claims = await oauth.validateJwtAccessToken(journey.as, request, server.url, plain)
    expect(claims).toMatchObject({ iss: server.url, client_id: journey.client.client_id, scope: 'emails:send' })
  })

  it('understands a challenge if its scope is insufficient', async () => {
    const { access_token } = await finished(await begun('emails:send'))
    const error = await called(access_token, 'GET', '/api-keys').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
    const [{ parameters }] = (error as oauth.WWWAuthenticateChallengeError).cause as [oauth.WWWAuthenticateChallenge]
    expect(parameters).toMatchObject({ error: 'insufficient_scope', scope: 'full_access' })
  })

  it('reports a denial by the user', async () => {
    const { as, client, state, request_id } = await begun('full_access')
    const { location } = (await deny(server, request_id))!
    expect(() => oauth.validateAuthResponse(as, client, new URL(location), state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    )
  })

  it('receives an OAuth error if a code is reused', async () => {
    const { as, client, verifier, state, request_id } = await begun('full_access')
    const { location } = (await approve(server, request_id))!
    const parameters = oauth.validateAuthResponse(as, client, new URL(location), state)
    const redeem = async (): Promise<oauth.TokenEndpointResponse> =>
      oauth.processAuthorizationCodeResponse(
        as,
        client,
        await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, CALLBACK, verifier, plain),
      )
    await redeem()
    await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
  })
})
