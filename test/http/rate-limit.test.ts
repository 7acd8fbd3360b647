// The rate limit of requests: what counts, the headers, and exempt requests. The clock is moved by the tests.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rateLimit } from '../../src/interfaces/http/hooks/rate-limit.ts'
import { Windows } from '../../src/base/limits/windows.ts'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { aGrantedClient } from '../support/oauth.ts'
import { type Reply, type TestServer, aSendingKey, aTeam, startServer } from '../support/server.ts'

const LIMIT = 12
const time = clock()
let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_PER_SECOND: String(LIMIT) }, { now: time.now })
})
afterAll(() => server.stop())
beforeEach(() => time.forward(2000))

const get = (key = server.key, path = '/segments'): Promise<Reply> => server.call('GET', path, { key })

function said({ headers }: Reply): (string | null)[] {
  return ['limit', 'remaining', 'reset', 'policy'].map(name => headers.get(`ratelimit-${name}`))
}

const useUp = async (key = server.key): Promise<void> => {
  for (let count = 0; count < LIMIT; count++) await get(key)
}

describe('a team with a rate limit', () => {
  it('receives the number of remaining requests with each response', async () => {
    expect(said(await get())).toEqual(['12', '11', '1', '12;w=1'])
    const unknown = await get(server.key, '/emails/0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11')
    expect([unknown.status, said(unknown)]).toEqual([404, ['12', '10', '1', '12;w=1']])
    const invalid = await server.call('POST', '/emails', { body: {} })
    expect([invalid.status, said(invalid)]).toEqual([422, ['12', '9', '1', '12;w=1']])
  })

  it('gets 429 beyond the limit, until the next second begins', async () => {
    await useUp()
    const refused = await get()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(said(refused)).toEqual(['12', '0', '1', '12;w=1'])
    expect(refused.body).toMatchObject({ statusCode: 429, name: 'rate_limit_exceeded' })
    time.forward(999)
    expect((await get()).status).toBe(429)
    time.forward(1)
    expect((await get()).status).toBe(200)
  })

  it('shares one window among its keys and grants, and none with another team', async () => {
    const sending = await aSendingKey(server)
    const { access_token } = await aGrantedClient(server)
    const stranger = await aTeam(server, 'A calm team')
    time.forward(2000)
    await get()
    // a request that is refused for its scope counts, too
    expect(said(await get(sending))[1]).toBe('10')
    expect(said(await get(access_token))[1]).toBe('9')
    await useUp()
    expect([(await get(sending)).status, (await get(access_token)).status]).toEqual([429, 429])
    expect(said(await get(stranger.key))[1]).toBe('11')
  })

  it('uses one request for a batch, for any number of emails', async () => {
    const body = Array.from({ length: 20 }, () => anEmailBody())
    const { status, headers } = await server.call('POST', '/emails/batch', { body })
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '11'])
  })

  it('gets no side effects from a refused request', async () => {
    await useUp()
    expect((await server.call('POST', '/segments', { body: { name: 'Never' } })).status).toBe(429)
    time.forward(1000)
    const { body } = await get()
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('Never')
  })
})

describe('a team that floods', () => {
  const paused: number[] = []
  const response = { setHeader: () => {} } as unknown as ServerResponse
  const pause = async (ms: number): Promise<void> => void paused.push(ms)
  const at = new Date(Date.UTC(2026, 10, 20, 12, 0, 0, 250))

  it('is refused ten times immediately, and then at the end of the window', async () => {
    const limit = rateLimit(new Windows(1), pause)!
    expect(limit(response, 'a', at)).toBeUndefined()
    for (let count = 0; count < 12; count++)
      await expect(limit(response, 'a', at)).rejects.toMatchObject({ status: 429 })
    expect(paused).toEqual([750, 750])
    // each team has its own count of refusals
    expect(limit(response, 'b', at)).toBeUndefined()
    await expect(limit(response, 'b', at)).rejects.toMatchObject({ status: 429 })
    expect(paused).toHaveLength(2)
  })

  it('loses its connections if too many refusals are pending', async () => {
    const ends: (() => void)[] = []
    const headers: string[] = []
    const noting = { setHeader: (name: string) => void headers.push(name) } as unknown as ServerResponse
    const limit = rateLimit(new Windows(1), () => new Promise<void>(resolve => ends.push(resolve)))!
    const refused = Array.from({ length: 1011 }, () => limit(response, 'a', at))
    expect(ends).toHaveLength(1000)
    await expect(limit(noting, 'a', at)).rejects.toMatchObject({ status: 429 })
    expect(headers).toContain('Connection')
    for (const end of ends) end()
    expect(
      (await Promise.allSettled(refused.map(async each => each))).filter(({ status }) => status === 'rejected'),
    ).toHaveLength(1010)
  })
})

describe('requests that are not limited', () => {
  it.each(['/healthz', '/openapi.json', '/docs', '/login', '/.well-known/oauth-authorization-server'])(
    '%s is answered beyond the limit, without its headers',
    async path => {
      await useUp()
      const reply = await get(server.key, path)
      expect([reply.status, said(reply)]).toEqual([200, [null, null, null, null]])
    },
  )

  it('include requests without a valid key', async () => {
    await useUp()
    const reply = await get('re_unknown')
    expect([reply.status, said(reply)]).toEqual([401, [null, null, null, null]])
  })

  it('include all requests if the limit is 0', async () => {
    const free = await startServer({ RATE_LIMIT_PER_SECOND: '0' })
    const reply = await free.call('GET', '/segments')
    expect([reply.status, said(reply)]).toEqual([200, [null, null, null, null]])
    const { body } = await free.call('GET', '/usage')
    expect(body.rate_limit).toEqual({ limit: 100_000, duration: '1s' })
    await free.stop()
  })
})
