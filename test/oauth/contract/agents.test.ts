// Registrations as real agents send them, from public reports and the agents' source code. Each agent must be able to request
// access with each of its redirect URIs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aRequest, authorize } from '../../support/oauth.ts'
import { type TestServer, anAddress, startServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const USUAL = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
const PUBLIC = { ...USUAL, token_endpoint_auth_method: 'none' }

interface Registration {
  client_name: string
  redirect_uris: string[]
  [member: string]: unknown
}

const REGISTRATIONS: Registration[] = [
  {
    ...PUBLIC,
    client_name: 'Cursor',
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
    application_type: 'web',
  },
  {
    ...USUAL,
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    token_endpoint_auth_method: 'client_secret_post',
    scope: 'full_access emails:send',
  },
  {
    ...PUBLIC,
    client_name: 'Claude Code (lettermill)',
    redirect_uris: ['http://localhost:3118/callback'],
    application_type: 'native',
  },
  {
    ...PUBLIC,
    client_name: 'ChatGPT',
    redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    logo_uri: 'https://chatgpt.com/favicon.ico',
    scope: 'full_access offline_access',
  },
  {
    ...PUBLIC,
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    scope: 'full_access',
    application_type: 'native',
  },
  { ...PUBLIC, client_name: 'Windsurf', redirect_uris: ['windsurf://codeium.windsurf/oauth/callback'] },
  { ...PUBLIC, client_name: 'Zed', redirect_uris: ['http://127.0.0.1:27523/callback'], scope: 'full_access' },
  { ...PUBLIC, client_name: 'goose', redirect_uris: ['http://127.0.0.1:49152/oauth_callback'] },
  {
    ...PUBLIC,
    client_name: 'Cline',
    client_uri: 'https://cline.bot',
    redirect_uris: ['vscode://saoudrizwan.claude-dev/mcp-auth/callback/4f0c'],
    software_id: 'cline',
  },
  {
    ...USUAL,
    client_name: 'LibreChat MCP Client',
    redirect_uris: ['https://chat.example/api/mcp/lettermill/oauth/callback'],
    token_endpoint_auth_method: 'client_secret_basic',
  },
  {
    ...PUBLIC,
    client_name: 'OpenCode',
    client_uri: 'https://opencode.ai',
    redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
  },
  {
    ...PUBLIC,
    client_name: 'MCP CLI Proxy',
    client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
    redirect_uris: ['http://localhost:3334/oauth/callback'],
    software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
    software_version: '0.1.37',
    scope: 'full_access emails:send',
  },
  {
    ...PUBLIC,
    client_name: 'MCP Inspector',
    client_uri: 'https://github.com/modelcontextprotocol/inspector',
    redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
    scope: '',
  },
]

describe('registerClient', () => {
  it.each(REGISTRATIONS)('accepts the registration of $client_name', async registration => {
    const headers = { ...anAddress(), accept: 'application/json' }
    const { status, body } = await server.call('POST', '/oauth/register', { key: null, body: registration, headers })
    expect([status, body.error_description]).toEqual([201, undefined])
    expect(body.redirect_uris).toEqual(registration.redirect_uris)
    for (const redirect_uri of registration.redirect_uris) {
      const reply = await authorize(
        server,
        aRequest(body.client_id, { redirect_uri, scope: 'full_access offline_access' }),
      )
      expect([redirect_uri, reply.status]).toEqual([redirect_uri, 302])
      expect(reply.headers.get('location')).toContain('/consent/')
    }
  })

  it('compares a redirect URI with a private-use scheme character by character', async () => {
    const cursor = { key: null, body: REGISTRATIONS[0], headers: anAddress() }
    const { body } = await server.call('POST', '/oauth/register', cursor)
    for (const redirect_uri of [
      'cursor://anysphere.cursor-mcp/oauth/callback/',
      'cursor://anysphere.cursor-mcp:8080/oauth/callback',
      'CURSOR://anysphere.cursor-mcp/oauth/callback',
      'cursor:/anysphere.cursor-mcp/oauth/callback',
    ]) {
      const reply = await authorize(server, aRequest(body.client_id, { redirect_uri }))
      expect([redirect_uri, reply.status, reply.body.error]).toEqual([redirect_uri, 400, 'invalid_request'])
    }
  })
})
