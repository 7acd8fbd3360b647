// A proxy missing from TRUSTED_PROXIES, which makes everyone behind it one caller: the log warns once, and known
// browsers bypass limits that strangers have exhausted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, aPerson } from '../support/pages.ts'
import { type Account, aColleague } from '../support/people.ts'
import { type TestProvider, aProvider } from '../support/provider.ts'
import { type TestServer, anAddress, startServer } from '../support/server.ts'

let provider: TestProvider
let server: TestServer
let account: Account
/** A browser that has logged in to the account before and still has a session. */
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

/** Exhausts the limits from many addresses with wrong passwords and unfinished provider logins. */
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

/** A browser with only the cookie of a known browser. */
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

describe('an untrusted proxy', () => {
  it('is logged once', () => {
    const lines = server.logged().split('\n')
    const warnings = lines.filter(line => line.includes('X-Forwarded-For ignored'))
    expect(warnings.map(line => JSON.parse(line))).toMatchObject([
      { level: 40, peer: expect.stringMatching(/127\.|::1/) },
    ])
  })

  it('locks unknown browsers, but a known one logs in with the password', async () => {
    expect((await aPerson(server).logIn('/team', account)).status).toBe(429)
    expect((await (await again()).post('/login', { ...account, next: '/team' })).location).toBe('/team')
  })

  it('does not block passkey logins of a known browser', async () => {
    expect(await statusOfPasskey(aPerson(server))).toBe(429)
    expect(await statusOfPasskey(await again())).toBe(422)
  })

  it('does not block provider logins of a known browser, unless its cookie is forged', async () => {
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

  it('does not block a password change of a logged-in person', async () => {
    const [new_password, new_password_again] = ['another long password', 'another long password']
    await known.get('/account')
    const change = { old_password: account.password, new_password, new_password_again }
    expect((await known.post('/account/password', change)).location).toBe('/account?done=password')
  })
})

it('does not log a trusted proxy', async () => {
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
