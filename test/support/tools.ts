// Requests to /mcp in the format of each protocol revision.
import type { Reply, TestServer } from './server.ts'

export interface RequestOptions {
  key?: string | null
  headers?: Record<string, string>
  /** The query of the address, with its question mark. */
  query?: string
}

const VERSION = '2026-07-28'
export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}

export function post(
  { call }: TestServer,
  body: unknown,
  { query = '', ...told }: RequestOptions = {},
): Promise<Reply> {
  return call('POST', `/mcp${query}`, { body, ...told })
}

/** A request of 2026-07-28. */
export function sendRpc(
  server: TestServer,
  method: string,
  params: object = {},
  told: RequestOptions = {},
): Promise<Reply> {
  const { name } = params as { name?: string }
  const headers = {
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
    ...told.headers,
  }
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: MODERN_META } }
  return post(server, body, { ...told, headers })
}

/** A request of an older revision. */
export function sendOlderRpc(
  server: TestServer,
  method: string,
  params: object = {},
  told: RequestOptions = {},
): Promise<Reply> {
  const headers = { 'mcp-protocol-version': '2025-11-25', ...told.headers }
  return post(server, { jsonrpc: '2.0', id: 1, method, params }, { ...told, headers })
}

export function callTool(
  server: TestServer,
  name: string,
  given: object = {},
  told: RequestOptions = {},
): Promise<Reply> {
  return sendRpc(server, 'tools/call', { name, arguments: given }, told)
}

export async function namesOf(server: TestServer, told: RequestOptions = {}): Promise<string[]> {
  const { body } = await sendRpc(server, 'tools/list', {}, told)
  return body.result.tools.map(({ name }: { name: string }) => name)
}
