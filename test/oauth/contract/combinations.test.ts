// Combinations of features: documents, devices, pushed requests, bound tokens and /mcp.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { type Clock, clock } from '../../support/clock.ts'
import {
  type Device,
  DEVICE_GRANT,
  aDevice,
  allowDevice,
  requestDevice,
  enterCode,
  pollDevice,
} from '../../support/devices.ts'
import { type Publisher, LOCAL, aDocument, aKey as aClientKey, publisher, signedJwt } from '../../support/documents.ts'
import { aKey, aProof } from '../../support/dpop.ts'
import {
  VERIFIER,
  aRequest,
  anApprover,
  approve,
  encodeForm,
  exchange,
  refresh,
  sendForm,
} from '../../support/oauth.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { MODERN_META, post } from '../../support/tools.ts'

let web: Publisher
let server: TestServer
let time: Clock
let made = 0

beforeAll(async () => {
  web = await publisher()
  time = clock()
  server = await startServer(web.env, { now: time.now })
})
afterAll(async () => {
  await server.stop()
  await web.close()
})

function published(more: object = {}): string {
  const client_id = web.at(`/together-${++made}.json`)
  web.publish(client_id, aDocument(client_id, more))
  return client_id
}

const clients = statement<object, { id: string; document_url: string | null }>(knex =>
  knex('oauth_clients').select('id', 'document_url'),
)
const rowOf = async (client_id: string): Promise<string | undefined> =>
  (await server.database.read(tx => tx.all(clients, {}))).find(({ document_url }) => document_url === client_id)?.id

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const assertedBy = (key: ReturnType<typeof aClientKey>, client_id: string): Record<string, string> => {
  const iat = Math.floor(time.now().getTime() / 1000)
  const claims = { iss: client_id, sub: client_id, aud: server.url, jti: String(++made), iat, exp: iat + 60 }
  return { client_assertion_type: ASSERTION_TYPE, client_assertion: signedJwt(key, claims) }
}

describe('a device whose client publishes a document', () => {
  const OF_DEVICES = { redirect_uris: undefined, grant_types: [DEVICE_GRANT, 'refresh_token'] }
  const pages = (device: Device, user_id: string) =>
    enterCode(server, device, user_id).then(sealed =>
      server.database.read(tx => server.oauth.findDeviceRequest(tx, sealed, user_id)),
    )

  it('polls before the client is stored, and receives tokens after the approval', async () => {
    const client_id = published(OF_DEVICES)
    const device = await aDevice(server, { client_id })
    expect((await pollDevice(server, device)).body.error).toBe('authorization_pending')
    expect(await rowOf(client_id)).toBeUndefined()
    const { user_id } = await anApprover(server)
    expect((await pages(device, user_id))!.client).toMatchObject({ id: client_id, host: new URL(client_id).host })
    expect(await allowDevice(server, device)).toBe(true)
    expect(await rowOf(client_id)).toBeDefined()
    // the document is not read again, and may be missing
    web.publish(client_id, response => void response.writeHead(500).end())
    time.forward(5_000)
    const { status, body } = await pollDevice(server, device)
    expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining(['access_token', 'refresh_token'])])
    expect((await refresh(server, { client_id, refresh_token: body.refresh_token })).status).toBe(200)
  })

  it('signs each poll if the document requires it', async () => {
    const key = aClientKey('one')
    const more = { ...OF_DEVICES, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } }
    const client_id = published(more)
    const asked = await requestDevice(server, { client_id, ...assertedBy(key, client_id) })
    expect(asked.status).toBe(200)
    const device: Device = { client_id, ...asked.body }
    expect((await pollDevice(server, device)).body.error).toBe('invalid_client')
    expect((await pollDevice(server, device, assertedBy(key, client_id))).body.error).toBe('authorization_pending')
    await allowDevice(server, device)
    time.forward(5_000)
    expect((await pollDevice(server, device, assertedBy(key, client_id))).status).toBe(200)
  })

  it('is rejected like at the token endpoint without a document or with an invalid proof', async () => {
    const missing = web.at('/missing.json')
    const refused = await requestDevice(server, { client_id: missing })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    const dpop = await aProof(server, await aKey(), { path: '/oauth/token' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', dpop }
    const body = encodeForm({ client_id: published(OF_DEVICES) })
    const unproven = await server.call('POST', '/oauth/device_authorization', { key: null, headers, body })
    expect([unproven.status, unproven.body.error]).toEqual([400, 'invalid_dpop_proof'])
  })

  it('receives tokens bound to its key', async () => {
    const device = await aDevice(server, { client_id: published(OF_DEVICES) })
    await allowDevice(server, device)
    const [key, other] = [await aKey(), await aKey()]
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      dpop: await aProof(server, key, { path: '/oauth/token' }),
    }
    const { client_id, device_code } = device
    const form = encodeForm({ grant_type: DEVICE_GRANT, client_id, device_code })
    const { body } = await server.call('POST', '/oauth/token', { key: null, headers, body: form })
    expect(body.token_type).toBe('DPoP')
    const { refresh_token } = body
    const again = async (by?: typeof key): Promise<string | undefined> => {
      const proof = by && { dpop: await aProof(server, by, { path: '/oauth/token' }) }
      const asked = { key: null, headers: { 'content-type': headers['content-type'], ...proof } }
      const refreshing = encodeForm({ grant_type: 'refresh_token', client_id, refresh_token })
      return (await server.call('POST', '/oauth/token', { ...asked, body: refreshing })).body.error
    }
    expect([await again(), await again(other), await again(key)]).toEqual([
      'invalid_dpop_proof',
      'invalid_grant',
      undefined,
    ])
  })
})

describe('a pushed request of a client that publishes a document', () => {
  const push = (fields: Record<string, string | readonly string[] | undefined>) =>
    sendForm(server, '/oauth/par', fields)

  it('is pushed, requested and approved, and stores nothing before', async () => {
    const key = aClientKey('one')
    const more = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } }
    const client_id = published(more)
    const request = aRequest(client_id, { redirect_uri: LOCAL, state: 'a ü' })
    expect((await push(request)).body.error).toBe('invalid_client')
    const { status, body } = await push({ ...request, ...assertedBy(key, client_id) })
    expect(status).toBe(201)
    expect(await rowOf(client_id)).toBeUndefined()
    const { request_uri } = body
    const asked = await server.call('GET', `/oauth/authorize?${encodeForm({ client_id, request_uri })}`, { key: null })
    const sealed = asked.headers.get('location')!.split('/consent/')[1]!
    const { location } = (await approve(server, sealed))!
    const answer = new URL(location).searchParams
    expect(answer.get('state')).toBe('a ü')
    const fields = { ...assertedBy(key, client_id) }
    const code = { client_id, code: answer.get('code')!, redirect_uri: LOCAL, code_verifier: VERIFIER }
    expect((await exchange(server, code, fields)).status).toBe(200)
    const used = await server.call('GET', `/oauth/authorize?${encodeForm({ client_id, request_uri })}`, { key: null })
    expect([used.status, used.body.error]).toEqual([400, 'invalid_request_uri'])
  })
})

describe('C, E: a bound token at /mcp', () => {
  it('is accepted once with a proof for that address', async () => {
    const key = await aKey()
    const client_id = published()
    const query = encodeForm(aRequest(client_id, { redirect_uri: LOCAL }))
    const asked = await server.call('GET', `/oauth/authorize?${query}`, { key: null })
    const { location } = (await approve(server, asked.headers.get('location')!.split('/consent/')[1]!))!
    const code = new URL(location).searchParams.get('code')!
    const dpop = await aProof(server, key, { path: '/oauth/token' })
    const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: LOCAL, code_verifier: VERIFIER }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', dpop }
    const { body } = await server.call('POST', '/oauth/token', { key: null, headers, body: encodeForm(form) })
    const bound: string = body.access_token
    const call = async (given: Record<string, string>) => {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list-topics', _meta: MODERN_META },
      }
      const of_message = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list-topics' }
      return post(server, message, { key: null, headers: { ...of_message, ...given } })
    }
    const proof = await aProof(server, key, { path: '/mcp', token: bound })
    const good = { authorization: `DPoP ${bound}`, dpop: proof }
    const first = await call(good)
    expect([first.status, first.body.result.isError]).toEqual([200, undefined])
    const metadata = `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`
    const algs = 'algs="ES256 EdDSA PS256 RS256"'
    const refused = async (given: Record<string, string>): Promise<unknown[]> => {
      const { status, headers: answered } = await call(given)
      return [status, answered.get('www-authenticate')]
    }
    const scope = 'scope="full_access"'
    expect(await refused(good)).toEqual([401, `DPoP error="invalid_dpop_proof", ${algs}, ${scope}, ${metadata}`])
    expect(await refused({ authorization: `Bearer ${bound}` })).toEqual([
      401,
      `DPoP error="invalid_token", ${algs}, ${scope}, ${metadata}`,
    ])
    const elsewhere = await aProof(server, key, { path: '/topics', token: bound })
    expect((await refused({ ...good, dpop: elsewhere }))[0]).toBe(401)
    expect(await refused({})).toEqual([401, `Bearer ${scope}, ${metadata}, DPoP ${algs}`])
  })
})
