// The client of the MCP TypeScript SDK at /mcp: from a 401 to a delivered email, and with an API key.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Publisher, aDocument, publisher } from '../support/documents.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { answered } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let sink: MailSink
let web: Publisher
beforeAll(async () => {
  ;[sink, web] = await Promise.all([mailSink(), publisher()])
  server = await startServer({ ...web.env, SMTP_URL: sink.url })
})
afterAll(async () => {
  await server.stop()
  await Promise.all([sink.close(), web.close()])
})

const REDIRECT = 'http://127.0.0.1:33418/callback'

/** The in-memory storage of an application. */
function aProvider(): OAuthClientProvider & { asked?: URL } {
  const kept: Record<string, unknown> = {}
  const provider: OAuthClientProvider & { asked?: URL } = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'An agent',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client as never,
    saveClientInformation: client => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: tokens => void (kept.tokens = tokens),
    redirectToAuthorization: url => void (provider.asked = url),
    saveCodeVerifier: verifier => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier as string,
  }
  return provider
}

const MAIL = { from: 'Ada <ada@mail.example>', to: ['grace@example.net'], subject: 'By an agent', text: 'Hello.' }

async function sendsMail(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(150)
  const before = sink.messages.length
  const result = await client.callTool({ name: 'send-email', arguments: MAIL })
  expect(result.isError).toBeUndefined()
  await expect.poll(() => sink.messages.length).toBe(before + 1)
  expect(sink.messages.at(-1)!.raw).toContain('Subject: By an agent')
}

it.each(['registration', 'document'])('goes from a 401 by %s and consent to a delivered email', async way => {
  const id = web.at('/agent.json')
  web.publish(id, aDocument(id, { client_name: 'An agent', redirect_uris: [REDIRECT] }))
  const authProvider = { ...aProvider(), ...(way === 'document' && { clientMetadataUrl: id }) }
  authProvider.redirectToAuthorization = asked => void (authProvider.asked = asked)
  const url = new URL('/mcp', server.url)
  const transport = new StreamableHTTPClientTransport(url, { authProvider })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  expect(authProvider.asked!.searchParams.get('scope')).toBe('full_access')
  expect(authProvider.asked!.searchParams.get('client_id') === id).toBe(way === 'document')
  const back = await answered(server, authProvider.asked!, 'approve')
  await transport.finishAuth(back.searchParams.get('code')!)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
  await sendsMail(client)
  await client.close()
})

it('works with an API key', async () => {
  const requestInit = { headers: { authorization: `Bearer ${server.key}` } }
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }))
  await sendsMail(client)
  await client.close()
})
