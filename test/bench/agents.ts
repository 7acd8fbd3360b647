// The cost of agents: a tool call compared with its request, the list of tools, and a token bound to a key compared
// with a bearer token.
import { createHash, KeyObject, randomUUID, sign } from 'node:crypto'
import { aKey, aProof } from '../support/dpop.ts'
import { aClient, aCode, encodeForm } from '../support/oauth.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { MODERN_META } from '../support/tools.ts'
import { child, listening } from './child.ts'
import { bytesOf, type Load, type Measured, measured, type Request } from './load.ts'
import { KEY, oneKilobyte } from './seed.ts'

type Env = Record<string, string> & { PORT: string }
type BoundKey = Awaited<ReturnType<typeof aKey>>

export interface AgentCosts {
  email: Measured
  send_email: Measured
  tools_list: Measured
  bearer: Measured
  dpop: Measured
}

const JSON_TYPE = { 'content-type': 'application/json' }
const TOPICS = '/topics'

export async function measuredAgents(env: Env): Promise<AgentCosts> {
  const seeding = await startServer(env)
  const key = await aKey()
  const [bearer, bound] = [await aToken(seeding), await aToken(seeding, key)]
  await seeding.stop()
  const server = child('../../src/start.js', env)
  await listening(Number(env.PORT))
  const load = (next: () => Request): Load => ({
    server,
    port: Number(env.PORT),
    status: 200,
    next: () => bytesOf(next()),
  })
  const loads: Record<keyof AgentCosts, () => Request> = {
    email: () => ({ ...posted(oneKilobyte()), path: '/emails' }),
    send_email: () => called('tools/call', { name: 'send-email', arguments: oneKilobyte() }),
    tools_list: () => called('tools/list', {}),
    bearer: () => ({ method: 'GET', path: TOPICS, headers: { authorization: `Bearer ${bearer}` } }),
    dpop: () => ({
      method: 'GET',
      path: TOPICS,
      headers: provenBy(key, bound, `http://localhost:${env.PORT}${TOPICS}`),
    }),
  }
  const found = await measured(Object.values(loads).map(load))
  await server.stop()
  return Object.fromEntries(Object.keys(loads).map((name, index) => [name, found[index]])) as unknown as AgentCosts
}

/** An access token with full access; bound to the key, if there is one. */
async function aToken(server: TestServer, key?: BoundKey): Promise<string> {
  const code = await aCode(server, { client_id: await aClient(server) })
  const dpop = key && { dpop: await aProof(server, key, { path: '/oauth/token' }) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...dpop }
  const body = encodeForm({ grant_type: 'authorization_code', ...code })
  return (await server.call('POST', '/oauth/token', { key: null, headers, body })).body.access_token
}

function posted(body: object): Request {
  const headers = { authorization: `Bearer ${KEY}`, ...JSON_TYPE }
  return { method: 'POST', path: '/mcp', headers, body: JSON.stringify(body) }
}

function called(method: string, params: { name?: string; arguments?: object }): Request {
  const request = posted({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: MODERN_META } })
  const named = params.name === undefined ? {} : { 'mcp-name': params.name }
  const headers = { ...request.headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named }
  return { ...request, headers }
}

/** Signed in advance, because each request needs its own proof. */
function provenBy({ alg, jwk, private_key }: BoundKey, token: string, htu: string): Record<string, string> {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const ath = createHash('sha256').update(token).digest('base64url')
  const claims = { jti: randomUUID(), htm: 'GET', htu, iat: Math.floor(Date.now() / 1000), ath }
  const text = `${part({ alg, typ: 'dpop+jwt', jwk })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: KeyObject.from(private_key), dsaEncoding: 'ieee-p1363' })
  return { authorization: `DPoP ${token}`, dpop: `${text}.${signature.toString('base64url')}` }
}
