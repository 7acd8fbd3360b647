// Setting the clock back revives nothing: no expired token, code, request or session, and no closed window.
// Tokens issued in the meantime work for their normal lifetime.
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import {
  type GrantedClient,
  aClient,
  aCode,
  aGrantedClient,
  aRequest,
  aSealedRequest,
  approve,
  exchange,
  refresh,
} from '../../support/oauth.ts'
import { aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let server: TestServer
let time: Clock
let elapsed_ms: number
let DATA_DIR: string
const start = () => startServer({ DATA_DIR }, { now: time.now, elapsed_ms: () => elapsed_ms })

beforeEach(async () => {
  DATA_DIR = temporaryFolder()
  time = clock()
  elapsed_ms = 0
  server = await start()
})
afterEach(async () => {
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** Lets the time pass, sends requests that record it, and sets the clock back. */
async function passAndSetBack(duration_ms: number): Promise<void> {
  time.forward(duration_ms)
  elapsed_ms += duration_ms
  await server.call('POST', '/oauth/token', { key: null, body: { grant_type: 'x' } })
  await server.call('POST', '/oauth/introspect', { body: { token: 'x' } })
  time.back(duration_ms)
}

const statusWith = async (access_token: string): Promise<number> =>
  (await server.call('GET', '/emails', { key: access_token })).status
const claimsOf = (token: string): { iat: number; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

async function expectRefreshed(client: GrantedClient): Promise<GrantedClient> {
  const { status, body } = await refresh(server, client)
  expect(status).toBe(200)
  expect(await statusWith(body.access_token)).toBe(200)
  return { ...client, ...body }
}

describe('a clock that is set back', () => {
  it('does not reopen the refresh window', async () => {
    const client = await aGrantedClient(server)
    const next = await expectRefreshed(client)
    await passAndSetBack(2 * MINUTE_MS)
    expect((await refresh(server, client)).body.error).toBe('invalid_grant')
    // the old token was reused too late, so the grant was revoked
    expect((await refresh(server, next)).body.error).toBe('invalid_grant')
  })

  it('revives no access token; one issued afterwards works for fifteen minutes', async () => {
    const client = await aGrantedClient(server)
    await passAndSetBack(15 * MINUTE_MS)
    expect(await statusWith(client.access_token)).toBe(401)
    const { access_token } = await expectRefreshed(client)
    const { iat, exp } = claimsOf(access_token)
    expect([exp - iat, iat]).toEqual([900, claimsOf(client.access_token).exp])
    elapsed_ms += 15 * MINUTE_MS - 1
    expect(await statusWith(access_token)).toBe(200)
    elapsed_ms += 1
    expect(await statusWith(access_token)).toBe(401)
  })

  it('revives no refresh token', async () => {
    const client = await aGrantedClient(server)
    await passAndSetBack(60 * DAY_MS)
    expect((await refresh(server, client)).body.error).toBe('invalid_grant')
  })

  it('revives no code', async () => {
    const code = await aCode(server, { client_id: await aClient(server) })
    await passAndSetBack(10 * MINUTE_MS)
    expect((await exchange(server, code)).body.error).toBe('invalid_grant')
    const later = await exchange(server, await aCode(server, { client_id: code.client_id }))
    expect(later.status).toBe(200)
  })

  it('revives no authorization request and no session', async () => {
    const person = aPerson(server)
    await person.logIn()
    const consent = `/consent/${await aSealedRequest(server, aRequest(await aClient(server)))}`
    expect((await person.get(consent)).status).toBe(200)
    await passAndSetBack(10 * MINUTE_MS)
    expect((await person.get(consent)).status).toBe(404)
    await passAndSetBack(400 * DAY_MS)
    expect((await person.get('/account')).location).toBe('/login?next=/account')
    await person.logIn()
    expect((await person.get('/account')).status).toBe(200)
  })

  it('revives nothing after a restart', async () => {
    const client = await aGrantedClient(server)
    const code = await aCode(server, { client_id: client.client_id })
    await passAndSetBack(20 * MINUTE_MS)
    await server.stop()
    const { key } = server
    elapsed_ms = 0
    server = { ...(await start()), key }
    expect(await statusWith(client.access_token)).toBe(401)
    expect((await exchange(server, code)).body.error).toBe('invalid_grant')
    await expectRefreshed(client)
    expect(server.logged()).toContain('clock set back')
  })
})

describe('a wrong clock that is corrected', () => {
  it('leaves working tokens before, during and after', async () => {
    const before = await aGrantedClient(server)
    time.forward(30 * DAY_MS)
    const meanwhile = await aGrantedClient(server)
    expect(await statusWith(meanwhile.access_token)).toBe(200)
    time.back(30 * DAY_MS)
    expect(await statusWith(meanwhile.access_token)).toBe(200)
    const afterwards = await aGrantedClient(server)
    expect(await statusWith(afterwards.access_token)).toBe(200)
    for (const client of [before, meanwhile, afterwards]) await expectRefreshed(client)
    expect(await approve(server, await aSealedRequest(server, aRequest(await aClient(server))))).toBeDefined()
  })
})
