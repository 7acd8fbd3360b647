// Checks before a tool is called: their order, both eras of the protocol, and headers that repeat the body.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, startServer } from '../../support/server.ts'
import { sendRpc, sendOlderRpc, MODERN_META, post } from '../../support/tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://mail.example', MCP_ALLOWED_ORIGINS: 'https://app.example' })
})
afterAll(() => server.stop())

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const OLDER = { 'mcp-protocol-version': '2025-11-25' }
const METADATA = 'https://mail.example/.well-known/oauth-protected-resource/mcp'
const call = (method: string, headers: Record<string, string> = {}, body?: unknown, key?: null) =>
  server.call(method, '/mcp', { headers, ...(body !== undefined && { body }), ...(key === null && { key }) })

describe('E: the order of evaluation', () => {
  it('404 if MCP is disabled, also for its metadata', async () => {
    const off = await startServer({ MCP: 'off' })
    expect((await post(off, PING, { headers: OLDER })).status).toBe(404)
    for (const end of ['', '/']) {
      const metadata = `/.well-known/oauth-protected-resource/mcp${end}`
      expect((await off.call('GET', metadata, { key: null })).status).toBe(404)
      expect((await off.call('POST', `/mcp${end}`, { body: PING, headers: OLDER })).status).toBe(404)
    }
    await off.stop()
  })

  it.each<[string, number, Parameters<typeof call>]>([
    ['403 for a foreign page before the method', 403, ['GET', { origin: 'https://evil.example' }]],
    ['403 for a page without an origin of its own', 403, ['POST', { origin: 'null' }, PING]],
    ['405 before credentials', 405, ['GET', {}, undefined, null]],
    ['405 for DELETE', 405, ['DELETE']],
    ['401 before the media type', 401, ['POST', { 'content-type': 'text/plain' }, 'x', null]],
    ['415 for a body that is not JSON', 415, ['POST', { 'content-type': 'text/plain' }, 'x']],
    ['413 before Accept', 413, ['POST', { accept: 'text/html' }, `"${'x'.repeat(4_000_000)}"`]],
    ['406 where JSON is not accepted, before it is parsed', 406, ['POST', { accept: 'text/event-stream' }, '{']],
    ['400 for broken JSON', 400, ['POST', {}, '{']],
  ])('%s', async (_, status, given) => {
    expect((await call(...given)).status).toBe(status)
  })

  it('names the allowed method, and the error of broken JSON', async () => {
    expect((await call('GET')).headers.get('allow')).toBe('POST, OPTIONS')
    expect((await call('POST', {}, '{')).body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } })
  })

  it.each([
    ['a batch', [PING]],
    ['no version of JSON-RPC', { id: 1, method: 'ping' }],
    ['no method', { jsonrpc: '2.0', id: 1, result: {} }],
    ['a null id', { ...PING, id: null }],
  ])('-32600 for %s', async (_, body) => {
    expect(await post(server, body, { headers: OLDER })).toMatchObject({
      status: 400,
      body: { error: { code: -32_600 } },
    })
  })
})

describe('E: a trailing slash in the URL', () => {
  it('is accepted', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const narrowed = await server.call('POST', '/mcp/?toolsets=usage', { body })
    expect(narrowed.status).toBe(200)
    expect(narrowed.body.result.tools.length).toBeGreaterThan(0)
    expect(narrowed.body).toEqual((await post(server, body, { query: '?toolsets=usage' })).body)
    expect((await server.call('GET', '/mcp/')).status).toBe(405)
    expect((await server.call('POST', '/mcp/', { body, key: null })).status).toBe(401)
    expect((await server.call('POST', '/mcp/x', { body })).status).toBe(404)
  })
})

describe('E: scope requested at 401', () => {
  it('refers to the metadata of /mcp, and to the scope that contains the others', async () => {
    const bare = await post(server, PING, { key: null })
    expect(bare.status).toBe(401)
    expect(bare.headers.get('www-authenticate')).toBe(
      `Bearer scope="full_access", resource_metadata="${METADATA}", DPoP algs="ES256 EdDSA PS256 RS256"`,
    )
    const wrong = await post(server, PING, { key: 're_wrong' })
    expect(wrong.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", scope="full_access", resource_metadata="${METADATA}"`,
    )
  })

  it('ignores a token in the query', async () => {
    expect((await post(server, PING, { key: null, query: `?access_token=${server.key}` })).status).toBe(401)
  })
})

describe('E: browsers', () => {
  it.each(['https://app.example', 'https://mail.example'])(
    '%s gets a response, and so does its preflight',
    async origin => {
      const preflight = await call('OPTIONS', { origin }, undefined, null)
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-headers')).toContain(
        'MCP-Protocol-Version, Mcp-Method, Mcp-Name',
      )
      const answer = await post(server, PING, { headers: { ...OLDER, origin } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
      const refused = await post(server, PING, { headers: { origin }, key: null })
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
    },
  )
})

describe('E: eras, 2025-11-25, 2025-06-18 and 2025-03-26', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
  ])('initialize with %s returns %s, without a session', async (protocolVersion, answered) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const { status, body, headers } = await post(server, { jsonrpc: '2.0', id: 'a', method: 'initialize', params })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 'a', result: { protocolVersion: answered, serverInfo: { name: 'lettermill' } } })
    expect(body.result.capabilities).toEqual({ tools: {} })
    expect(headers.get('mcp-session-id')).toBeNull()
  })

  it('a notification is 202 without a body, and ping gets a response', async () => {
    const { status, body } = await post(
      server,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { headers: OLDER },
    )
    expect([status, body]).toEqual([202, ''])
    expect((await sendOlderRpc(server, 'ping')).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('an unknown method is an error with status 200', async () => {
    expect(await sendOlderRpc(server, 'resources/list')).toMatchObject({
      status: 200,
      body: { error: { code: -32_601 } },
    })
    expect((await sendOlderRpc(server, 'server/discover')).body.error.code).toBe(-32_601)
  })

  it('a message without a version in the header and in _meta counts as 2025-03-26', async () => {
    const { status, body } = await post(server, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect([status, Object.keys(body.result)]).toEqual([200, ['tools']])
    expect(await post(server, PING)).toMatchObject({ status: 200, body: { result: {} } })
    expect((await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    expect((await post(server, { ...PING, method: 'server/discover' })).body.error.code).toBe(-32_601)
  })

  it.each<[string, string, unknown]>([
    ['params', 'tools/list', null],
    ['params.cursor', 'tools/list', { cursor: null }],
    ['params.arguments', 'tools/call', { name: 'get-usage', arguments: null }],
  ])('%s with null counts as absent', async (_, method, params) => {
    const { status, body } = await post(server, { jsonrpc: '2.0', id: 1, method, params })
    expect([status, body.error, body.result?.isError]).toEqual([200, undefined, undefined])
  })

  it('a list has no members of the newer revision', async () => {
    expect(Object.keys((await sendOlderRpc(server, 'tools/list')).body.result)).toEqual(['tools'])
  })
})

describe('E: eras, 2026-07-28', () => {
  it('server/discover returns the capabilities', async () => {
    const { body } = await sendRpc(server, 'server/discover')
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'lettermill' } },
    })
  })

  it('a list declares how long it may be cached', async () => {
    const { result } = (await sendRpc(server, 'tools/list')).body
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
  })

  it.each(['initialize', 'ping', 'resources/list'])('%s is an unknown method: 404', async method => {
    expect(await sendRpc(server, method)).toMatchObject({ status: 404, body: { id: 1, error: { code: -32_601 } } })
  })

  const TOOL = { name: 'get-usage', arguments: {} }
  it.each<[string, Record<string, string>]>([
    ['another version in the header', { 'mcp-protocol-version': '2025-11-25' }],
    ['another method in the header', { 'mcp-method': 'tools/list' }],
    ['another name in the header', { 'mcp-name': 'list-emails' }],
    ['a name in base64 that is malformed', { 'mcp-name': '=?base64?!?=' }],
    ['an empty name', { 'mcp-name': '' }],
  ])('-32020 for %s', async (_, headers) => {
    const answer = await sendRpc(server, 'tools/call', TOOL, { headers })
    expect(answer).toMatchObject({ status: 400, body: { id: 1, error: { code: -32_020 } } })
  })

  it.each(['mcp-protocol-version', 'mcp-method', 'mcp-name'])('-32020 without %s', async missing => {
    const all = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get-usage' }
    const headers = Object.fromEntries(Object.entries(all).filter(([name]) => name !== missing))
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...TOOL, _meta: MODERN_META } }
    expect(await post(server, body, { headers })).toMatchObject({ status: 400, body: { error: { code: -32_020 } } })
  })

  it('a name may be encoded in base64', async () => {
    const headers = { 'mcp-name': `=?base64?${btoa('get-usage')}?=` }
    expect((await sendRpc(server, 'tools/call', TOOL, { headers })).body.result.structuredContent).toBeDefined()
  })

  it('-32022 for an unknown version, with the known ones', async () => {
    const data = { supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'], requested: '2031-01-01' }
    const headers = { 'mcp-protocol-version': '2031-01-01' }
    const unknown = { status: 400, body: { error: { code: -32_022, data } } }
    expect(await post(server, PING, { headers })).toMatchObject(unknown)
    const _meta = { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }
    const body = { ...PING, method: 'tools/list', params: { _meta } }
    expect(await post(server, body, { headers: { ...headers, 'mcp-method': 'tools/list' } })).toMatchObject(unknown)
  })

  it.each([
    ['version', 'clientCapabilities'],
    ['capabilities', 'protocolVersion'],
  ])('-32602 for _meta without %s', async (_, kept) => {
    const key = `io.modelcontextprotocol/${kept}` as keyof typeof MODERN_META
    const params = { _meta: { [key]: MODERN_META[key] } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const answer = await post(server, { jsonrpc: '2.0', id: 1, method: 'tools/list', params }, { headers })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32_602 } } })
  })
})
