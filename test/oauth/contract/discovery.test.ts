// The metadata that the server publishes, and which other origins may read it.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGrantedClient } from '../../support/oauth.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://mail.example' })
})
afterAll(() => server.stop())

// a host that the caller sends must not appear in a URL
const get = async (path: string) =>
  server.call('GET', path, { key: null, headers: { 'x-forwarded-host': 'evil.example' } })

const METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']

describe('getAuthorizationServerMetadata', () => {
  it('contains the configured address and the supported features', async () => {
    const { status, body } = await get('/.well-known/oauth-authorization-server')
    expect(status).toBe(200)
    expect(body).toEqual({
      issuer: 'https://mail.example',
      authorization_endpoint: 'https://mail.example/oauth/authorize',
      token_endpoint: 'https://mail.example/oauth/token',
      registration_endpoint: 'https://mail.example/oauth/register',
      device_authorization_endpoint: 'https://mail.example/oauth/device_authorization',
      revocation_endpoint: 'https://mail.example/oauth/revoke',
      introspection_endpoint: 'https://mail.example/oauth/introspect',
      jwks_uri: 'https://mail.example/.well-known/jwks.json',
      scopes_supported: ['full_access', 'emails:send'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: METHODS,
      token_endpoint_auth_signing_alg_values_supported: ['ES256', 'EdDSA', 'PS256', 'RS256'],
      revocation_endpoint_auth_methods_supported: METHODS,
      introspection_endpoint_auth_methods_supported: [...METHODS.slice(1), 'Bearer'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      pushed_authorization_request_endpoint: 'https://mail.example/oauth/par',
      require_pushed_authorization_requests: false,
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'PS256', 'RS256'],
    })
  })
})

describe('getProtectedResourceMetadata', () => {
  it('contains the authorization server, and every challenge links to it', async () => {
    const { body } = await get('/.well-known/oauth-protected-resource')
    expect(body).toEqual({
      resource: 'https://mail.example',
      authorization_servers: ['https://mail.example'],
      scopes_supported: ['full_access', 'emails:send'],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'PS256', 'RS256'],
      dpop_bound_access_tokens_required: false,
    })
    const { headers } = await server.call('GET', '/api-keys', { key: null })
    const url = 'https://mail.example/.well-known/oauth-protected-resource'
    expect(headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${url}", DPoP algs="ES256 EdDSA PS256 RS256"`,
    )
  })
})

describe('getMcpResourceMetadata', () => {
  it('differs from the API metadata only in the resource', async () => {
    const { body } = await get('/.well-known/oauth-protected-resource/mcp')
    const of_api = await get('/.well-known/oauth-protected-resource')
    expect(body).toEqual({ ...of_api.body, resource: 'https://mail.example/mcp' })
  })
})

describe('getJwks', () => {
  it('returns the public keys without their private parts', async () => {
    const { body } = await get('/.well-known/jwks.json')
    expect(body.keys).toHaveLength(1)
    expect(Object.keys(body.keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const { access_token } = await aGrantedClient(server)
    const header = JSON.parse(Buffer.from(access_token.split('.')[0]!, 'base64url').toString())
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: body.keys[0].kid })
  })

  it('returns the same keys after a restart', async () => {
    const DATA_DIR = temporaryFolder()
    const seen: unknown[] = []
    for (let start = 1; start <= 2; start++) {
      const own = await startServer({ DATA_DIR })
      seen.push((await own.call('GET', '/.well-known/jwks.json', { key: null })).body.keys[0].kid)
      await own.stop()
    }
    rmSync(DATA_DIR, { recursive: true })
    expect(seen[0]).toBe(seen[1])
  })
})

describe('a response that is the same for every caller', () => {
  it.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/jwks.json',
  ])('%s may be cached for five minutes, also for HEAD', async path => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await server.call(method, path, { key: null })
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    }
  })

  it('is not cached if it is an error', async () => {
    const accept = { accept: 'text/css' }
    const { status, headers } = await server.call('GET', '/.well-known/jwks.json', { key: null, headers: accept })
    expect(status).toBe(406)
    expect(headers.get('cache-control') ?? '').not.toContain('public')
  })
})

describe('a page of another origin', () => {
  it.each([
    ['/oauth/token', 'POST'],
    ['/oauth/par', 'POST'],
    ['/oauth/register', 'POST'],
    ['/oauth/revoke', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
    ['/.well-known/oauth-protected-resource', 'GET, HEAD'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET, HEAD'],
    ['/.well-known/jwks.json', 'GET, HEAD'],
  ])('may use %s', async (path, methods) => {
    const origin = { origin: 'https://app.example' }
    const { status, headers } = await server.call('OPTIONS', path, { key: null, headers: origin })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe(methods)
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, *')
    const method = methods.startsWith('GET') ? 'GET' : 'POST'
    const answer = await server.call(method, path, { key: null, headers: origin })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['/oauth/authorize', '/api-keys', '/emails'])('may not use %s', async path => {
    const { headers } = await server.call('OPTIONS', path, { headers: { origin: 'https://app.example' } })
    expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })
})
