// An unauthenticated request stores nothing: it travels sealed in the address of the consent page, through the login
// and back, and is answered once.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql, whileNothingIsStored } from '../../support/beside.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { ON_POSTGRES } from '../../support/databases.ts'
import {
  CALLBACK,
  type Fields,
  aClient,
  aRequest,
  aSealedRequest,
  authorize,
  disableClient,
  exchange,
  countRows,
  VERIFIER,
} from '../../support/oauth.ts'
import { type Person, type PageSeen, aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const EMOJI = '\u{1F600}'.repeat(1024)

let server: TestServer
let time: Clock
let client_id: string
let person: Person
beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  client_id = await aClient(server)
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const consentFor = async (fields: Fields = {}): Promise<string> =>
  `/consent/${await aSealedRequest(server, aRequest(client_id, fields))}`

/** The size of the database files in bytes. */
async function sizeOf(server: TestServer): Promise<number> {
  if (ON_POSTGRES)
    return (
      await sql<{ size: number }>(server, `select sum(pg_table_size(oid)) as size from pg_class where relkind = 'r'`)
    )[0]!.size
  const files = readdirSync(server.data_dir).map(name => path.join(server.data_dir, name))
  return files.reduce((sum, file) => sum + statSync(file).size, 0)
}

function expectOver({ status, text, location }: PageSeen): void {
  expect([status, location]).toEqual([404, null])
  expect(text).toContain('<h1>Request expired</h1>')
  expect(text).toContain('start again')
}

describe('a thousand unauthenticated requests', () => {
  it('store no row and do not enlarge the files', async () => {
    const query = aRequest(client_id, { state: 'x'.repeat(1024) })
    await authorize(server, query)
    await server.queue.idle()
    const [rows, bytes] = [await countRows(server), await sizeOf(server)]
    for (let count = 0; count < 1000; count += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => authorize(server, query)))
      for (const { status } of answers) expect(status).toBe(302)
    }
    expect([await countRows(server), await sizeOf(server)]).toEqual([rows, bytes])
  })
})

describe('a state of 1024 emoji', () => {
  it('survives the whole flow, with an address under 6 kB', async () => {
    const guest = aPerson(server)
    const consent = await consentFor({ state: EMOJI })
    expect(`${server.url}${consent}`.length).toBeLessThan(6000)
    const sent = await guest.get(consent)
    expect([sent.status, sent.location]).toEqual([303, `/login?next=${consent}`])
    const { text } = await guest.get(sent.location!)
    const next = /name="next" value="([^"]+)"/.exec(text)![1]!
    // the longest possible password does not displace it
    const wrong = await guest.post('/login', { email: server.admin.email, password: EMOJI.slice(0, 2000), next })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain(consent)
    const { location } = await guest.post('/login', { ...server.admin, next })
    expect(location).toBe(consent)
    await guest.get(consent)
    const back = await guest.post(consent, { decision: 'approve' })
    expect(back.status).toBe(303)
    expect(back.location).toContain(`&state=${encodeURIComponent(EMOJI)}&iss=`)
  })

  it('is preserved together with the longest redirect URI', async () => {
    const redirect_uri = `https://app.example/${'a'.repeat(2028)}`
    const own = await aClient(server, { redirect_uris: [redirect_uri] })
    const consent = `/consent/${await aSealedRequest(server, aRequest(own, { redirect_uri, state: EMOJI }))}`
    const guest = aPerson(server)
    expect((await guest.logIn(consent)).location).toBe(consent)
    await guest.get(consent)
    const { location } = await guest.post(consent, { decision: 'deny' })
    expect(location!.startsWith(`${redirect_uri}?error=access_denied&`)).toBe(true)
    expect(location).toContain(`&state=${encodeURIComponent(EMOJI)}&iss=`)
  })
})

describe('an answer', () => {
  it('is accepted once, and the page then shows that it was answered', async () => {
    const consent = await consentFor()
    await person.get(consent)
    const before = await countRows(server)
    const posts = ['approve', 'approve', 'deny', 'approve'].map(decision => person.post(consent, { decision }))
    const answers = await Promise.all(posts)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409])
    const after = await countRows(server)
    expect(after.oauth_answers).toBe(before.oauth_answers + 1)
    expect(after.oauth_codes - before.oauth_codes).toBeLessThanOrEqual(1)
    // the page that the back button shows
    const again = await person.get(consent)
    expect([again.status, again.text.includes('<h1>Already answered</h1>')]).toEqual([409, true])
  })

  it('returns a code that is bound to the request', async () => {
    const consent = await consentFor({ scope: 'emails:send', state: 'a b' })
    await person.get(consent)
    const { location } = await person.post(consent, { decision: 'approve' })
    const code = new URL(location!).searchParams.get('code')!
    const form = { client_id, redirect_uri: CALLBACK, code, code_verifier: VERIFIER }
    expect((await exchange(server, { ...form, redirect_uri: 'https://app.example/other' })).body.error).toBe(
      'invalid_grant',
    )
    expect((await exchange(server, form)).body.scope).toBe('emails:send')
  })

  it('to one of two equal requests leaves the other open', async () => {
    const [one, two] = [await consentFor(), await consentFor()]
    expect(one).not.toBe(two)
    await person.get(one)
    expect((await person.post(one, { decision: 'deny' })).status).toBe(303)
    expect((await person.post(two, { decision: 'approve' })).location).toContain('code=')
  })

  it('is remembered for longer than the request lives, and then deleted', async () => {
    const consent = await consentFor()
    await person.get(consent)
    await person.post(consent, { decision: 'deny' })
    time.forward(10 * 60_000)
    expectOver(await person.get(consent))
    expectOver(await person.post(consent, { decision: 'approve' }))
  })
})

describe('a request that we did not issue', () => {
  it('returns a page that says to start again: changed, cut, from another server, expired, of a disabled client', async () => {
    const consent = await consentFor()
    await person.get(consent)
    const middle = Math.floor(consent.length / 2)
    const changed = `${consent.slice(0, middle)}${consent[middle] === 'A' ? 'B' : 'A'}${consent.slice(middle + 1)}`
    const other = await startServer({}, { now: time.now })
    const own = await aClient(other)
    const foreign = `/consent/${await aSealedRequest(other, aRequest(own))}`
    await other.stop()
    const shut = await aClient(server)
    const disabled = `/consent/${await aSealedRequest(server, aRequest(shut))}`
    await disableClient(server, shut)
    for (const wrong of [changed, consent.slice(0, -1), `${consent}A`, foreign, disabled, '/consent/x']) {
      expectOver(await person.get(wrong))
      expectOver(await person.post(wrong, { decision: 'approve' }))
    }
    expect((await person.post(consent, { decision: 'deny' })).status).toBe(303)
  })

  it('is not logged, and neither is a valid one', async () => {
    const consent = await consentFor({ state: 'z'.repeat(100) })
    await person.get(consent)
    await person.post(consent, { decision: 'deny' })
    expect(server.logged()).toContain('/consent/')
    expect(server.logged()).not.toContain(consent.slice(0, 80))
  })
})

describe('while the database is not writable', () => {
  it('an answer becomes server_error at the client, and can be repeated afterwards', async () => {
    const consent = await consentFor({ state: 'abc' })
    await person.get(consent)
    const { status, location } = await whileNothingIsStored(server, () => person.post(consent, { decision: 'approve' }))
    expect(status).toBe(303)
    const asked = new URL(location!)
    expect(location!.startsWith(`${CALLBACK}?error=server_error&error_description=`)).toBe(true)
    expect([asked.searchParams.get('state'), asked.searchParams.get('iss')]).toEqual(['abc', server.url])
    expect(server.logged()).toContain(ON_POSTGRES ? 'read-only transaction' : 'SQLITE_BUSY')
    expect((await person.post(consent, { decision: 'approve' })).location).toContain('code=')
  })

  it('an expired or answered request is still reported as such', async () => {
    const consent = await consentFor()
    await person.get(consent)
    await person.post(consent, { decision: 'deny' })
    const [answered, unknown] = await whileNothingIsStored(server, async () => [
      await person.post(consent, { decision: 'approve' }),
      await person.post('/consent/x', { decision: 'approve' }),
    ])
    expect([answered.status, answered.location]).toEqual([409, null])
    expectOver(unknown)
  })
})
