// GET /usage: authorization and response. The counting is tested in jobs/ledger.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../support/emails.ts'
import { aGrantedClient } from '../support/oauth.ts'
import { type TestServer, aSendingKey, aTeam, startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ QUOTA_MONTHLY: '100', RATE_LIMIT_PER_SECOND: '500' })
})
afterAll(() => server.stop())

describe('getUsage', () => {
  it('returns usage and limits', async () => {
    await server.call('POST', '/emails', { body: anEmailBody() })
    const { status, body } = await server.call('GET', '/usage')
    expect([status, body.object, body.rate_limit]).toEqual([200, 'usage', { limit: 500, duration: '1s' }])
    expect(body.emails).toMatchObject({ daily: { used: 1, limit: null }, monthly: { used: 1, limit: 100 } })
  })

  it('returns nothing of another team', async () => {
    const { key } = await aTeam(server)
    const { body } = await server.call('GET', '/usage', { key })
    expect(body.emails.monthly).toMatchObject({ used: 0, sent: 0 })
  })

  it('accepts any API key, and rejects a token that can only send', async () => {
    expect((await server.call('GET', '/usage', { key: await aSendingKey(server) })).status).toBe(200)
    const full = await aGrantedClient(server, { scope: 'full_access' })
    expect((await server.call('GET', '/usage', { key: full.access_token })).status).toBe(200)
    const { access_token } = await aGrantedClient(server, { scope: 'emails:send' })
    const refused = await server.call('GET', '/usage', { key: access_token })
    expect([refused.status, refused.body.name]).toEqual([403, 'invalid_permission'])
  })
})
