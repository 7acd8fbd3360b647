// Clients of other servers request the scope offline_access to get a refresh token. This server ignores it in every
// request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aClient,
  aCode,
  aGrantedClient,
  aRequest,
  authorize,
  exchange,
  refresh,
  sendForm,
} from '../../support/oauth.ts'
import { type TestServer, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

const registeredScope = async (scope: string): Promise<unknown> => {
  const body = {
    client_name: 'Agent',
    redirect_uris: ['http://127.0.0.1/cb'],
    scope,
    token_endpoint_auth_method: 'none',
  }
  const reply = await server.call('POST', '/oauth/register', { key: null, body, headers: anAddress() })
  return reply.status === 201 ? reply.body.scope : reply.body.error
}

describe('offline_access', () => {
  it.each([
    ['full_access offline_access', 'full_access'],
    ['offline_access emails:send', 'emails:send'],
    ['offline_access', 'full_access emails:send'],
    ['offline_access offline_access ', 'full_access emails:send'],
    ['offline_access everything', 'invalid_client_metadata'],
    ['Offline_access', 'invalid_client_metadata'],
  ])('is ignored in a registration with the scope "%s"', async (scope, registered) => {
    expect(await registeredScope(scope)).toBe(registered)
  })

  it.each([
    ['full_access offline_access', 'full_access'],
    ['offline_access emails:send', 'emails:send'],
    ['offline_access', 'full_access emails:send'],
  ])('is ignored in an authorize request with the scope "%s"', async (scope, granted) => {
    const code = await aCode(server, { client_id: await aClient(server), scope })
    const { status, body } = await exchange(server, code)
    expect([status, body.scope, typeof body.refresh_token]).toEqual([200, granted, 'string'])
  })

  it('does not add scopes to a client’s registration', async () => {
    const client_id = await aClient(server, { scope: 'emails:send' })
    const { body } = await exchange(server, await aCode(server, { client_id, scope: 'offline_access' }))
    expect(body.scope).toBe('emails:send')
    const reply = await authorize(server, aRequest(client_id, { scope: 'full_access offline_access' }))
    expect(reply.headers.get('location')).toContain('error=invalid_scope')
  })

  it('is ignored in a pushed request, a refresh and a device authorization', async () => {
    const client = await aGrantedClient(server, { scope: 'emails:send' })
    const scope = 'emails:send offline_access'
    const pushed = await sendForm(server, '/oauth/par', aRequest(client.client_id, { scope }))
    expect(pushed.status).toBe(201)
    const renewed = await refresh(server, client, { scope })
    expect([renewed.status, renewed.body.scope]).toEqual([200, 'emails:send'])
    const client_id = await aClient(server, { grant_types: [DEVICE] })
    expect((await sendForm(server, '/oauth/device_authorization', { client_id, scope })).status).toBe(200)
  })

  it('is not among the supported scopes', async () => {
    const { body } = await server.call('GET', '/.well-known/oauth-authorization-server', { key: null })
    expect(body.scopes_supported).toEqual(['full_access', 'emails:send'])
  })
})
