// The client authorization of the MCP TypeScript SDK, which starts with only the address of a resource: it follows the
// challenge to the protected resource metadata and the authorization server, registers, and receives tokens.
import { type OAuthClientProvider, auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answered } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const REDIRECT = 'http://127.0.0.1:33418/callback'

/** The state that an MCP client stores. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata
  readonly #state = crypto.randomUUID()
  client: OAuthClientInformationMixed | undefined
  held: OAuthTokens | undefined
  verifier = ''
  asked: URL | undefined

  constructor(token_endpoint_auth_method: string) {
    this.clientMetadata = {
      client_name: 'An MCP client',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method,
    }
  }

  state = (): string => this.#state
  clientInformation = (): OAuthClientInformationMixed | undefined => this.client
  saveClientInformation = (client: OAuthClientInformationMixed): void => void (this.client = client)
  tokens = (): OAuthTokens | undefined => this.held
  saveTokens = (tokens: OAuthTokens): void => void (this.held = tokens)
  redirectToAuthorization = (url: URL): void => void (this.asked = url)
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier)
  codeVerifier = (): string => this.verifier
}

describe.each(['none', 'client_secret_post', 'client_secret_basic'])('the MCP SDK with %s', method => {
  it('discovers the server from a challenge, receives tokens and refreshes them', async () => {
    const refused = await fetch(`${server.url}/api-keys`)
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused)
    expect(String(resourceMetadataUrl)).toBe(`${server.url}/.well-known/oauth-protected-resource`)

    const kept = new Kept(method)
    const serverUrl = new URL(server.url)
    expect(await auth(kept, { serverUrl, resourceMetadataUrl: resourceMetadataUrl! })).toBe('REDIRECT')
    expect(kept.asked!.href.startsWith(`${server.url}/oauth/authorize?`)).toBe(true)
    const back = await answered(server, kept.asked!, 'approve')
    expect(back.searchParams.get('state')).toBe(kept.state())
    const authorizationCode = back.searchParams.get('code')!
    expect(await auth(kept, { serverUrl, authorizationCode })).toBe('AUTHORIZED')
    const first = kept.held!
    const works = async ({ access_token }: OAuthTokens): Promise<number> =>
      (await fetch(`${server.url}/api-keys`, { headers: { authorization: `Bearer ${access_token}` } })).status
    expect(await works(first)).toBe(200)

    // with a refresh token it needs no user
    expect(await auth(kept, { serverUrl })).toBe('AUTHORIZED')
    expect(kept.held!.refresh_token).not.toBe(first.refresh_token)
    expect(await works(kept.held!)).toBe(200)
  })

  it('discovers the server without a challenge, for a resource below the server’s root', async () => {
    const kept = new Kept(method)
    expect(await auth(kept, { serverUrl: new URL('/mcp', server.url), scope: 'emails:send' })).toBe('REDIRECT')
    expect(kept.asked!.searchParams.get('resource')).toBe(`${server.url}/mcp`)
    expect(kept.asked!.searchParams.get('scope')).toBe('emails:send')
  })
})
