// A proxy that TRUSTED_PROXIES does not include, so that all people behind it count as one caller: the log says so once, and browsers
// that logged in before get past the limits that strangers used up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, aPerson } from '../support/pages.ts'
import { type Account, aColleague } from '../support/people.ts'
import { type TestProvider, aProvider } from '../support/provider.ts'
import { type TestServer, anAddress, startServer } from '../support/server.ts'

let provider: TestProvider
let server: TestServer
let account: Account
/** Has logged in to the account before, and is still logged in. */
let known: Person
beforeAll(async () => {
  provider = await aProvider(() => new Date())
  server = await startServer({ ...provider.settings, TRUSTED_PROXIES: '' })
  account = await aColleague(server, { email: 'known@example.net' })
  known = aPerson(server)
  await known.logIn('/account', account)
  await useUpTries()
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

/** What strangers can do from anywhere: wrong passwords, and logins with the provider that go no further. */
async function useUpTries(): Promise<void> {
  const stranger = aPerson(server)
  const headers = () => ({ origin: server.url, ...anAddress() })
  await stranger.get('/login')
  for (let each = 0; each < 3; each++) {
    const { email } = await aColleague(server, { email: `target${each}@example.net` })
    for (let tries = 0; tries < 10; tries++) await stranger.post('/login', { email, password: 'x' }, headers())
  }
  for (let each = 0; each < 30; each++) await stranger.get('/login/provider', headers())
}

/** A browser with nothing but the cookie that says that it is known. */
async function again(): Promise<Person> {
  const browser = aPerson(server)
  browser.cookies.set('lettermill_browser', known.cookies.get('lettermill_browser')!)
  await browser.get('/login')
  return browser
}

const statusOfPasskey = async (person: Person): Promise<number> => {
  await person.get('/login')
  return (await person.post('/login/passkey', { credential_id: 'unknown' })).status
}

describe('a proxy that is not trusted', () => {
  it('is named in the log once', () => {
    const lines = server.logged().split('\n')
    const warnings = lines.filter(line => line.includes('X-Forwarded-For ignored'))
    expect(warnings.map(line => JSON.parse(line))).toMatchObject([
      { level: 40, peer: expect.stringMatching(/127\.|::1/) },
    ])
  })

  it('leads to a lock for unknown browsers, and a known one logs in with the password', async () => {
    expect((await aPerson(server).logIn('/team', account)).status).toBe(429)
    expect((await (await again()).post('/login', { ...account, next: '/team' })).location).toBe('/team')
  })

  it('does not keep a known browser from a passkey', async () => {
    expect(await statusOfPasskey(aPerson(server))).toBe(429)
    expect(await statusOfPasskey(await again())).toBe(422)
  })

  it('does not keep a known browser from the provider, unless its cookie is made up', async () => {
    expect((await aPerson(server).get('/login/provider')).status).toBe(429)
    const browser = await again()
    expect((await browser.get('/login/provider')).status).toBe(303)
    const cookie = browser.cookies.get('lettermill_browser')!
    const admin_id = '0197f5f4-0000-7000-8000-000000000000'
    for (const made_up of [
      cookie.replace(/[^.]+$/, admin_id),
      cookie.replace(/^./, first => (first === 'A' ? 'B' : 'A')),
    ]) {
      browser.cookies.set('lettermill_browser', made_up)
      expect((await browser.get('/login/provider')).status).toBe(429)
    }
  })

  it('does not keep a logged-in person from changing the password', async () => {
    const [new_password, new_password_again] = ['another long password', 'another long password']
    await known.get('/account')
    const change = { old_password: account.password, new_password, new_password_again }
    expect((await known.post('/account/password', change)).location).toBe('/account?done=password')
  })
})

it('A trusted proxy is not named in the log', async () => {
  const own = await startServer()
  try {
    await aPerson(own).logIn()
    const stranger = aPerson(own)
    await stranger.get('/login')
    await stranger.post('/login', { email: 'x@example.net', password: 'x' }, { origin: own.url, ...anAddress() })
    expect(own.logged()).not.toContain('X-Forwarded-For ignored')
  } finally {
    await own.stop()
  }
})
