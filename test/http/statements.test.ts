// What the most frequent requests ask of the database, so that none comes to ask for more unnoticed. What the server does by
// itself now and then may fall into any of them, so each is sent some times, and the least counts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { aClient, aGrantedClient, aRequest, encoded, refresh } from '../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../support/server.ts'
import { type Asked, askedDuring } from '../support/asked.ts'

const TIMES = 6

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await server.queue.stop()
})
afterAll(() => server.stop())

async function leastOf(status: number, request: () => Promise<Reply>): Promise<Asked> {
  let least: Asked | undefined
  for (let time = 0; time < TIMES; time++) {
    const asked = await askedDuring(async () => expect((await request()).status).toBe(status))
    if (!least || asked.statements.length < least.statements.length) least = asked
  }
  return least!
}

it('POST /emails: who it is, the email and its job, and the count of those of one commit', async () => {
  expect(await leastOf(200, () => server.call('POST', '/emails', { body: anEmailBody() }))).toEqual({
    statements: ['select api_keys', 'insert emails', 'insert jobs', 'insert usage_days'],
    rows: 3,
  })
})

it('GET /emails/{id}: who it is and the email', async () => {
  const { id } = (await server.call('POST', '/emails', { body: anEmailBody() })).body
  expect(await leastOf(200, () => server.call('GET', `/emails/${id}`))).toEqual({
    statements: ['select api_keys', 'select emails'],
    rows: 0,
  })
})

it('PATCH /automations/{id}: who it is, the automation as it is and as it will be', async () => {
  const { id } = (await server.call('POST', '/automations', { body: { name: 'Welcome' } })).body
  const rename = () => server.call('PATCH', `/automations/${id}`, { body: { name: 'Welcome, again' } })
  expect(await leastOf(200, rename)).toEqual({
    statements: ['select api_keys', 'select automations', 'update automations'],
    rows: 1,
  })
})

it('GET /oauth/authorize: the client', async () => {
  const query = encoded(aRequest(await aClient(server), { state: 'af0ifjsldkj', scope: 'emails:send' }))
  const authorize = () => server.call('GET', `/oauth/authorize?${query}`, { key: null })
  expect(await leastOf(302, authorize)).toEqual({ statements: ['select oauth_clients'], rows: 0 })
})

it('POST /oauth/token: the client, the refresh token with its grant, the next one, and the key that signs', async () => {
  const client = await aGrantedClient(server)
  let { refresh_token } = client
  const again = async (): Promise<Reply> => {
    const reply = await refresh(server, { ...client, refresh_token })
    refresh_token = reply.body.refresh_token
    return reply
  }
  expect(await leastOf(200, again)).toEqual({
    statements: [
      'select oauth_clients',
      'select oauth_refresh_tokens',
      'update oauth_refresh_tokens',
      'insert oauth_refresh_tokens',
      'select oauth_signing_keys',
    ],
    rows: 2,
  })
})
