// Passkeys on the pages, with a software authenticator: adding, removing, login and attacks. A real browser is in
// chromium-passkeys.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allAuditEvents } from '../support/audit.ts'
import { clock } from '../support/clock.ts'
import { command } from '../support/commands.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import {
  type Authenticator,
  anAuthenticator,
  passkeyOptionsIn,
  requestPasskeyOptions,
  withPasskey,
} from '../support/passkeys.ts'
import { type Account, aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const time = clock(new Date().toISOString())
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { now: time.now, isolated: true })
})
afterAll(() => server.stop())

let count = 0
interface Member extends Account {
  person: Person
}
async function aMember(): Promise<Member> {
  const account = await aColleague(server, { email: `passkey${++count}@example.net` })
  return { ...account, person: await loggedIn(account) }
}

async function loggedIn(account: Account): Promise<Person> {
  const person = aPerson(server)
  await person.logIn('/account', account)
  await person.get('/account')
  return person
}

async function aProtected(): Promise<Member & { authenticator: Authenticator; codes: string[] }> {
  const member = await aMember()
  const authenticator = anAuthenticator(server.url)
  const text = await withPasskey(member.person, member.password, authenticator)
  return { ...member, authenticator, codes: codesIn(text) }
}

const codesIn = (text: string): string[] => [...text.matchAll(/<li><code>([a-z\d-]{19})</g)].map(([, code]) => code!)
const isIn = async (person: Person): Promise<boolean> => (await person.get('/mailbox')).status === 200

/** Logs in with only the passkey, in a new browser. */
async function withItAlone(authenticator: Authenticator, twist = {}): Promise<{ browser: Person; seen: PageSeen }> {
  const browser = aPerson(server)
  const asked = passkeyOptionsIn((await browser.get('/login?next=/team')).text)
  const fields = { ...authenticator.get(asked, twist), next: '/team' }
  return { browser, seen: await browser.post('/login/passkey', fields) }
}

/** Enters the password in a new browser. Returns the page of the second step. */
async function afterPassword(account: Account): Promise<{ browser: Person; text: string }> {
  const browser = aPerson(server)
  const { location } = await browser.logIn('/team', account)
  expect(location).toBe('/login/code?next=/team')
  return { browser, text: (await browser.get(location!)).text }
}

describe('adding a passkey', () => {
  it('requires the password and a name, shows recovery codes once, notifies the person and ends other sessions', async () => {
    const { person, ...account } = await aMember()
    const other = await loggedIn(account)
    const refused = await person.post('/account/passkeys/begin', { password: 'wrong' })
    expect([refused.status, refused.text.includes('The password is incorrect.')]).toEqual([422, true])
    const asked = await requestPasskeyOptions(person, account.password)
    expect(asked).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const fields = anAuthenticator(server.url).create(asked)
    const nameless = await person.post('/account/passkeys/add', { ...fields, name: ' ' })
    expect([nameless.status, nameless.text.includes('Please give the passkey a name')]).toEqual([422, true])
    const { status } = await person.post('/account/passkeys/add', { ...fields, name: 'Laptop <b>' })
    const { text } = await person.get('/account')
    expect([status, codesIn(text).length, text.includes('Laptop &lt;b&gt;')]).toEqual([303, 10, true])
    expect(codesIn((await person.get('/account')).text)).toEqual([])
    expect([await isIn(person), await isIn(other)]).toEqual([true, false])
    const { body } = await server.call('GET', '/emails?limit=1')
    expect(body.data[0]).toMatchObject({ to: [account.email], subject: 'A passkey was added' })
    const rows = (await allAuditEvents(server)).filter(({ action }) => action === 'member.passkey_added')
    expect(rows.at(-1)).toMatchObject({ actor_type: 'person', object_name: account.email })
  })

  it('accepts a response once, from the requesting session, within five minutes', async () => {
    const [one, two] = [await aMember(), await aMember()]
    const add = (person: Person, fields: Record<string, string>) =>
      person.post('/account/passkeys/add', { ...fields, name: 'Key' })
    const fields = anAuthenticator(server.url).create(await requestPasskeyOptions(one.person, one.password))
    expect((await add(two.person, fields)).status).toBe(422)
    time.forward(5 * 60_000 + 1)
    const late = await add(one.person, fields)
    expect([late.status, late.text.includes('Begin again with your password.')]).toEqual([422, true])
    const asked = await requestPasskeyOptions(one.person, one.password)
    const [first, second] = [anAuthenticator(server.url), anAuthenticator(server.url)]
    expect((await add(one.person, first.create(asked))).status).toBe(303)
    expect((await add(one.person, second.create(asked))).status).toBe(422)
    expect(await requestPasskeyOptions(one.person, one.password)).toMatchObject({ excludeCredentials: [first.id] })
  })
})

describe('login with only a passkey', () => {
  it('counts as two factors and starts its own session', async () => {
    const { authenticator, email } = await aProtected()
    const { browser, seen } = await withItAlone(authenticator)
    expect([seen.status, seen.location, await isIn(browser)]).toEqual([303, '/team', true])
    const rows = (await allAuditEvents(server)).filter(({ action }) => action === 'session.started')
    expect(rows.at(-1)).toMatchObject({ object_name: email })
  })

  it('rejects a replay, another browser, another site and a signature of another key', async () => {
    const { authenticator } = await aProtected()
    const browser = aPerson(server)
    const fields = authenticator.get(passkeyOptionsIn((await browser.get('/login')).text))
    const stranger = aPerson(server)
    await stranger.get('/login')
    expect((await stranger.post('/login/passkey', fields)).status).toBe(422)
    expect((await browser.post('/login/passkey', { ...fields, form_token: 'wrong' })).status).toBe(403)
    expect((await browser.post('/login/passkey', fields, { origin: 'https://evil.example' })).status).toBe(403)
    const visit = browser.cookies.get('lettermill_visit')!
    expect((await browser.post('/login/passkey', fields)).status).toBe(303)
    browser.cookies.set('lettermill_visit', visit)
    expect((await browser.post('/login/passkey', fields)).status).toBe(422)
    for (const twist of [
      { origin: 'https://evil.example' },
      { rp_id: 'evil.example' },
      { flags: 0x01 },
      { key: anAuthenticator(server.url).key },
    ]) {
      const { browser: other, seen } = await withItAlone(authenticator, twist)
      expect([seen.status, seen.text.includes('The passkey is not known here'), await isIn(other)]).toEqual([
        422,
        true,
        false,
      ])
    }
  })

  it('is limited per passkey and address', async () => {
    const { authenticator } = await aProtected()
    const ip = { 'x-forwarded-for': '198.51.100.9', origin: server.url }
    const browser = aPerson(server)
    await browser.get('/login')
    const tries: number[] = []
    for (let each = 0; each < 11; each++)
      tries.push((await browser.post('/login/passkey', { credential_id: authenticator.id }, ip)).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429])
    const fields = authenticator.get(passkeyOptionsIn((await browser.get('/login')).text))
    expect((await browser.post('/login/passkey', fields, ip)).headers.get('retry-after')).toBe('900')
    expect((await browser.post('/login/passkey', fields)).status).toBe(303)
  })
})

describe('a passkey after the password', () => {
  it('is accepted as the second factor, as is a recovery code', async () => {
    const account = await aProtected()
    const { browser, text } = await afterPassword(account)
    expect(passkeyOptionsIn(text)).toMatchObject({ allowCredentials: [account.authenticator.id] })
    expect(await isIn(browser)).toBe(false)
    const fields = { ...account.authenticator.get(passkeyOptionsIn(text)), next: '/team' }
    const seen = await browser.post('/login/code', fields)
    expect([seen.status, seen.location, await isIn(browser)]).toEqual([303, '/team', true])
    const again = await afterPassword(account)
    expect((await again.browser.post('/login/code', fields)).status).toBe(422)
    expect((await again.browser.post('/login/code', { code: account.codes[0]! })).status).toBe(303)
  })

  it('is rejected if it belongs to another person or answers another page', async () => {
    const [one, two] = [await aProtected(), await aProtected()]
    const { browser, text } = await afterPassword(one)
    const others = await browser.post('/login/code', two.authenticator.get(passkeyOptionsIn(text)))
    expect([others.status, others.text.includes('The passkey is not known here')]).toEqual([422, true])
    const visit = aPerson(server)
    const early = one.authenticator.get(passkeyOptionsIn((await visit.get('/login')).text))
    expect((await browser.post('/login/code', early)).status).toBe(422)
    expect(await isIn(browser)).toBe(false)
  })

  it('allows five attempts', async () => {
    const account = await aProtected()
    const { browser, text } = await afterPassword(account)
    const asked = passkeyOptionsIn(text)
    const wrong = { key: anAuthenticator(server.url).key }
    for (let each = 0; each < 5; each++)
      expect((await browser.post('/login/code', account.authenticator.get(asked, wrong))).status).toBe(422)
    expect((await browser.post('/login/code', account.authenticator.get(asked))).status).toBe(429)
  })
})

describe('an existing passkey', () => {
  it('is removed with the password, only by its owner', async () => {
    const [account, other] = [await aProtected(), await aProtected()]
    const { person, password, authenticator } = account
    const credential_id = authenticator.id
    const remove = (by: Member, given = by.password) =>
      by.person.post('/account/passkeys/remove', { credential_id, password: given })
    expect((await remove(account, 'wrong')).status).toBe(422)
    expect((await remove(other)).status).toBe(404)
    expect((await withItAlone(authenticator)).seen.status).toBe(303)
    expect((await remove(account)).location).toBe('/account?done=passkey')
    expect((await person.get('/account?done=passkey')).text).toContain('Passkey removed.')
    expect((await withItAlone(authenticator)).seen.status).toBe(422)
    expect((await aPerson(server).logIn('/team', { email: account.email, password })).location).toBe('/team')
    const { body } = await server.call('GET', '/emails?limit=1')
    expect(body.data[0]).toMatchObject({ to: [account.email], subject: 'A passkey was removed' })
  })

  it('satisfies a team that requires two-factor authentication', async () => {
    const { person, email, password } = await aMember()
    const team_id = await aTeamOf(server, email, 'Careful')
    await person.post('/team/switch', { team_id })
    expect((await person.post('/team/two-factors', { needed: 'yes' })).status).toBe(409)
    await withPasskey(person, password, anAuthenticator(server.url))
    expect((await person.post('/team/two-factors', { needed: 'yes' })).location).toBe('/team?done=factors')
    expect(await isIn(person)).toBe(true)
  })

  it('has recovery codes, which can be replaced', async () => {
    const { person, codes } = await aProtected()
    expect((await person.get('/two-factor')).text).toContain('You have 10 recovery codes left')
    expect((await person.post('/two-factor/codes', { code: codes[0]! })).location).toBe('/two-factor')
    const fresh = codesIn((await person.get('/two-factor')).text)
    expect([fresh.length, fresh.some(code => codes.includes(code))]).toEqual([10, false])
  })

  it('is removed by the factors:reset command', async () => {
    const { person, email, password, authenticator } = await aProtected()
    const env = { DATA_DIR: server.data_dir, DATABASE_URL: server.database_url }
    expect((await command(env, 'factors:reset', email)).output).toContain(`Second factor of ${email} removed`)
    expect(await isIn(person)).toBe(false)
    expect((await withItAlone(authenticator)).seen.status).toBe(422)
    expect((await aPerson(server).logIn('/team', { email, password })).location).toBe('/team')
  })
})

describe('a server without HTTPS', () => {
  it('explains the requirement and offers no passkeys', async () => {
    const plain = await startServer({ PUBLIC_URL: 'http://mail.example.com' })
    try {
      const person = aPerson(plain)
      const headers = { origin: 'http://mail.example.com' }
      const { text } = await person.get('/login')
      expect(text).not.toContain('data-passkey')
      await person.post('/login', { ...plain.admin, next: '/account' }, headers)
      expect((await person.get('/account')).text).toContain('Passkeys need HTTPS')
      const { status } = await person.post('/account/passkeys/begin', { password: plain.admin.password }, headers)
      expect(status).toBe(422)
    } finally {
      await plain.stop()
    }
  })
})
