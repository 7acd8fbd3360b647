// C, with two servers on one database: a proof used at one server is rejected by the other.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeDatabaseOf } from '../../support/databases.ts'
import { type DpopKey, aKey, aProof } from '../../support/dpop.ts'
import { aClient, aCode, encodeForm } from '../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const DATA_DIR = temporaryFolder()
const PUBLIC_URL = 'https://mail.example'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let servers: [TestServer, TestServer]
let key: DpopKey
let client_id: string
beforeAll(async () => {
  const env = { DATA_DIR, PUBLIC_URL }
  servers = [await startServer(env), await startServer({ ...env, ROLES: 'web' })]
  key = await aKey()
  client_id = await aClient(servers[0])
})
afterAll(async () => {
  await Promise.all(servers.map(each => each.stop()))
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const proof = (given: object): Promise<string> =>
  aProof({ url: PUBLIC_URL, now: () => new Date() }, key, { path: '/oauth/token', ...given })
const exchangeAt = async (server: TestServer, dpop: string): Promise<Reply> => {
  const body = encodeForm({ grant_type: 'authorization_code', ...(await aCode(servers[0], { client_id })) })
  return server.call('POST', '/oauth/token', { key: null, headers: { ...FORM, dpop }, body })
}
const ofEach = (replies: Reply[]): number[] => replies.map(({ status }) => status).toSorted()

it('accepts a proof once when both servers receive it at the same moment', async () => {
  for (let round = 1; round <= 10; round++) {
    const dpop = await proof({})
    const exchanged = await Promise.all(servers.map(each => exchangeAt(each, dpop)))
    expect(ofEach(exchanged)).toEqual([200, 400])
    const token = exchanged.find(({ status }) => status === 200)!.body.access_token
    const call = { method: 'POST', path: '/api-keys', token }
    const headers = { authorization: `DPoP ${token}`, dpop: await proof(call) }
    const asked = { key: null, headers, body: { name: `Round ${round}` } }
    expect(ofEach(await Promise.all(servers.map(each => each.call('POST', '/api-keys', asked))))).toEqual([201, 401])
    const { body } = await servers[0].call('GET', '/api-keys?limit=100')
    expect(body.data.filter(({ name }: { name: string }) => name === `Round ${round}`)).toHaveLength(1)
  }
})

it('opens a pushed request at the other server, and accepts one answer', async () => {
  const request = { client_id, response_type: 'code', redirect_uri: 'https://app.example/callback' }
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  const pushed = await servers[1].call('POST', '/oauth/par', {
    key: null,
    headers: FORM,
    body: encodeForm({ ...request, ...challenge }),
  })
  const query = encodeForm({ client_id, request_uri: pushed.body.request_uri })
  const { headers } = await servers[0].call('GET', `/oauth/authorize?${query}`, { key: null })
  expect(headers.get('location')).toMatch(/^https:\/\/mail\.example\/consent\//)
})
