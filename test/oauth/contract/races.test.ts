// Fifty concurrent requests over real HTTP: exactly one succeeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClient, aCode, aGrantedClient, exchange, refresh, countRows } from '../../support/oauth.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const statusWith = async (access_token: string): Promise<number> =>
  (await server.call('GET', '/api-keys', { key: access_token })).status

describe('fifty concurrent', () => {
  const fifty = (act: () => Promise<Reply>): Promise<Reply[]> => Promise.all(Array.from({ length: 50 }, act))
  const good = (replies: Reply[]): Reply[] => replies.filter(({ status }) => status === 200)

  it('redemptions of one code return one token set, which then ends because the code was reused', async () => {
    const before = await countRows(server)
    const one = await aCode(server, { client_id: await aClient(server) })
    const replies = await fifty(() => exchange(server, one))
    const [winner, ...others] = good(replies)
    expect([others.length, replies.filter(({ body }) => body.error === 'invalid_grant').length]).toEqual([0, 49])
    const after = await countRows(server)
    expect(after.oauth_grants - before.oauth_grants).toBe(1)
    expect(after.oauth_refresh_tokens - before.oauth_refresh_tokens).toBe(1)
    expect(await statusWith(winner!.body.access_token)).toBe(401)
  })

  it('refreshes of one token leave one valid successor and keep the grant', async () => {
    const first = await aGrantedClient(server)
    const before = await countRows(server)
    const replies = good(await fifty(() => refresh(server, first)))
    expect([replies.length, new Set(replies.map(({ body }) => body.refresh_token)).size]).toEqual([50, 1])
    expect((await countRows(server)).oauth_refresh_tokens - before.oauth_refresh_tokens).toBe(1)
    // all of them return the same expiry for the same token
    for (const { body } of replies) expect(5_184_000 - body.refresh_token_expires_in).toBeLessThan(10)
    expect(await statusWith(replies[0]!.body.access_token)).toBe(200)
    expect((await refresh(server, { ...first, ...replies[0]!.body })).status).toBe(200)
  })
})
