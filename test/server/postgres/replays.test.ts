// Single-use credentials are rejected by a second process after a first one has accepted them: authenticator codes,
// recovery codes, passkey challenges, DPoP proofs and client assertions. The first server runs in this process, the
// second in a separate one.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDatabaseOf } from '../../support/databases.ts'
import { aKey as aClientKey, signedJwt } from '../../support/documents.ts'
import { type DpopKey, aKey, aProof } from '../../support/dpop.ts'
import { CALLBACK, aClient, aCode, encodeForm } from '../../support/oauth.ts'
import { type Person, type PageSeen, aPerson } from '../../support/pages.ts'
import { anAuthenticator, passkeyOptionsIn, withPasskey } from '../../support/passkeys.ts'
import { type Account, aColleague } from '../../support/people.ts'
import { type ServerProcess, serverProcess } from '../../support/process.ts'
import { type Reply, type TestServer, anAddress, callAt, startServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { withFactor } from '../../support/totp.ts'

const DATA_DIR = temporaryFolder()
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
let first: TestServer
let second: ServerProcess
beforeAll(async () => {
  const PORT = String(await freePort())
  const shared = { PUBLIC_URL: `http://localhost:${PORT}`, TRUSTED_PROXIES: '127.0.0.1, ::1' }
  first = await startServer({ DATA_DIR, PORT, ...shared })
  const env = { ...shared, DATABASE_URL: first.database_url, ROLES: 'web', PORT: String(await freePort()) }
  second = await serverProcess(env)
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

let count = 0
const anAccount = (): Promise<Account> => aColleague(first, { email: `replay${++count}@example.net` })

/** The same browser at the second server. */
function atSecond({ cookies }: Person): Person {
  const person = aPerson({ url: second.url, admin: first.admin })
  for (const [name, value] of cookies) person.cookies.set(name, value)
  return person
}

/** Sends a form to the second server with the token of a page of the first one, which has the public address. */
const sendAtSecond = (from: Person, path: string, fields: Record<string, string>): Promise<PageSeen> =>
  atSecond(from).post(path, { ...fields, form_token: from.formToken() }, { origin: first.url })

/** A browser that has sent the correct password and is asked for a second factor. */
async function afterPassword(account: Account): Promise<Person> {
  const person = aPerson(first)
  expect((await person.logIn('/team', account)).location).toBe('/login/code?next=/team')
  await person.get('/login/code?next=/team')
  return person
}

const callSecond = (...[method, path, ask]: Parameters<TestServer['call']>): Promise<Reply> =>
  callAt(second.url, first.key, method, path, ask ?? {})

describe('a second process', () => {
  it('rejects an authenticator code that the first has accepted, and accepts another one', async () => {
    const account = await anAccount()
    const person = aPerson(first)
    await person.logIn('/account', account)
    const { app, codes } = await withFactor(person, account.password, new Date())
    const [one, other] = [await afterPassword(account), await afterPassword(account)]
    // the code of the next half minute, because the setup has used the current one
    const code = app.code(new Date(Date.now() + 30_000))
    expect((await one.post('/login/code', { code, next: '/team' })).location).toBe('/team')
    expect((await sendAtSecond(other, '/login/code', { code })).status).toBe(422)
    expect((await sendAtSecond(other, '/login/code', { code: codes[0]!, next: '/team' })).location).toBe('/team')
  })

  it('rejects a recovery code that the first has accepted', async () => {
    const account = await anAccount()
    const person = aPerson(first)
    await person.logIn('/account', account)
    const { codes } = await withFactor(person, account.password, new Date())
    const [one, other] = [await afterPassword(account), await afterPassword(account)]
    expect((await one.post('/login/code', { code: codes[0]!, next: '/team' })).location).toBe('/team')
    expect((await sendAtSecond(other, '/login/code', { code: codes[0]! })).status).toBe(422)
    expect((await sendAtSecond(other, '/login/code', { code: codes[1]!, next: '/team' })).location).toBe('/team')
  })

  it('rejects a login challenge that the first has accepted, and accepts one that the first has not', async () => {
    const account = await anAccount()
    const person = aPerson(first)
    await person.logIn('/account', account)
    const authenticator = anAuthenticator(first.url)
    await withPasskey(person, account.password, authenticator)
    const asked = async (): Promise<{ browser: Person; fields: Record<string, string> }> => {
      const browser = aPerson(first)
      return { browser, fields: authenticator.get(passkeyOptionsIn((await browser.get('/login?next=/team')).text)) }
    }
    const used = await asked()
    const again = aPerson(first)
    for (const [name, value] of used.browser.cookies) again.cookies.set(name, value)
    const form_token = used.browser.formToken()
    expect((await used.browser.post('/login/passkey', used.fields)).status).toBe(303)
    const replay = await atSecond(again).post('/login/passkey', { ...used.fields, form_token }, { origin: first.url })
    expect(replay.status).toBe(422)
    const fresh = await asked()
    expect((await sendAtSecond(fresh.browser, '/login/passkey', fresh.fields)).status).toBe(303)
  })

  it('rejects a second-factor challenge that the first has accepted', async () => {
    const account = await anAccount()
    const person = aPerson(first)
    await person.logIn('/account', account)
    const authenticator = anAuthenticator(first.url)
    await withPasskey(person, account.password, authenticator)
    const browser = await afterPassword(account)
    const { text } = await browser.get('/login/code?next=/team')
    const fields = authenticator.get(passkeyOptionsIn(text))
    const replaying = aPerson(first)
    for (const [name, value] of browser.cookies) replaying.cookies.set(name, value)
    const form_token = browser.formToken()
    expect((await browser.post('/login/code', { ...fields, next: '/team' })).location).toBe('/team')
    const replay = await atSecond(replaying).post('/login/code', { ...fields, form_token }, { origin: first.url })
    expect(replay.status).toBe(422)
  })

  it('rejects a DPoP proof that the first has accepted, at the token endpoint and with a token', async () => {
    const key: DpopKey = await aKey()
    const client_id = await aClient(first)
    const proof = (given: object): Promise<string> =>
      aProof({ url: first.url, now: () => new Date() }, key, { path: '/oauth/token', ...given })
    const exchanged = async (call: TestServer['call'], dpop: string): Promise<Reply> => {
      const body = encodeForm({ grant_type: 'authorization_code', ...(await aCode(first, { client_id })) })
      return call('POST', '/oauth/token', { key: null, headers: { ...FORM, dpop }, body })
    }
    const dpop = await proof({})
    const { status, body } = await exchanged(first.call, dpop)
    expect(status).toBe(200)
    expect((await exchanged(callSecond, dpop)).body.error).toBe('invalid_dpop_proof')
    expect((await exchanged(callSecond, await proof({}))).status).toBe(200)
    const token = body.access_token
    const list = async (call: TestServer['call'], used: string): Promise<number> =>
      (await call('GET', '/api-keys', { key: null, headers: { authorization: `DPoP ${token}`, dpop: used } })).status
    const [once, other] = [
      await proof({ method: 'GET', path: '/api-keys', token }),
      await proof({ method: 'GET', path: '/api-keys', token }),
    ]
    expect([await list(first.call, once), await list(callSecond, once), await list(callSecond, other)]).toEqual([
      200, 401, 200,
    ])
  })

  it('rejects a client assertion that the first has accepted', async () => {
    const key = aClientKey('one')
    const by_key = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } }
    const described = { client_name: 'Key Mailer', redirect_uris: [CALLBACK], ...by_key }
    const registered = await first.call('POST', '/oauth/register', { key: null, body: described, headers: anAddress() })
    const { client_id } = registered.body
    const assertion = (): string => {
      const claims = { iss: client_id, sub: client_id, aud: first.url, jti: randomUUID() }
      return signedJwt(key, { ...claims, exp: Math.floor(Date.now() / 1000) + 60 })
    }
    const introspect = (call: TestServer['call'], client_assertion: string): Promise<Reply> => {
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
      const body = encodeForm({ token: 'unknown', client_assertion_type, client_assertion })
      return call('POST', '/oauth/introspect', { key: null, headers: FORM, body })
    }
    const once = assertion()
    expect((await introspect(first.call, once)).status).toBe(200)
    const { status, body } = await introspect(callSecond, once)
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    expect((await introspect(callSecond, assertion())).status).toBe(200)
  })
})
