// Two-factor authentication with an app: setup, login, rate limits and the requirement of a team.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFactor, listRecoveryCodes } from '../../src/identity/teams/factors/store.ts'
import { clock } from '../support/clock.ts'
import { command } from '../support/commands.ts'
import { allAuditEvents } from '../support/audit.ts'
import { type Person, type PageSeen, aConsentRequest, aPerson } from '../support/pages.ts'
import { type Account, aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { type App, withFactor } from '../support/totp.ts'

const STEP_MS = 30_000
const QUARTER_MS = 15 * 60_000
const time = clock(new Date().toISOString())
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { now: time.now, isolated: true })
})
afterAll(() => server.stop())

let count = 0
async function aMember(): Promise<Account & { person: Person }> {
  const account = await aColleague(server, { email: `factor${++count}@example.net` })
  return { ...account, person: await loggedIn(account) }
}

async function loggedIn(account: Account): Promise<Person> {
  const person = aPerson(server)
  await person.logIn('/account', account)
  await person.get('/account')
  return person
}

async function aProtected(): Promise<Account & { person: Person; app: App; codes: string[] }> {
  const member = await aMember()
  const made = await withFactor(member.person, member.password, time.now())
  // Advances to the next code.
  time.forward(STEP_MS)
  return { ...member, ...made }
}

/** Completes the first step of a login in a new browser, up to the code page. */
async function atCode(account: Account, next = '/team'): Promise<Person> {
  const browser = aPerson(server)
  const { location } = await browser.logIn(next, account)
  expect(location).toBe(`/login/code?next=${next}`)
  expect((await browser.get(location!)).text).toContain('Enter the code from your authenticator app')
  return browser
}

const isIn = async (person: Person): Promise<boolean> => (await person.get('/mailbox')).status === 200
const enter = (person: Person, code: string): Promise<PageSeen> => person.post('/login/code', { code, next: '/team' })

describe('two-factor setup', () => {
  it('requires the password and a code, shows ten recovery codes once and ends other sessions', async () => {
    const { person, email, password, user_id } = await aMember()
    const other = await loggedIn({ email, password, user_id })
    const refused = await person.post('/two-factor/begin', { password: 'wrong' })
    expect([refused.status, refused.text.includes('The password is incorrect.')]).toEqual([422, true])
    expect((await person.post('/two-factor/begin', { password })).location).toBe('/two-factor')
    expect((await person.get('/two-factor')).text).toMatch(/<svg\s+class="qr"/)
    const wrong = await person.post('/two-factor/confirm', { code: '000000' })
    expect([wrong.status, wrong.text.includes('The code is incorrect')]).toEqual([422, true])
    // The code is not required before it is confirmed.
    expect((await aPerson(server).logIn('/team', { email, password })).location).toBe('/team')
    const { codes } = await withFactor(person, password, time.now())
    expect(new Set(codes)).toHaveLength(10)
    const { text } = await person.get('/two-factor')
    expect(text).toContain('You have 10 recovery')
    for (const code of codes) expect(text).not.toContain(code)
    expect([await isIn(person), await isIn(other)]).toEqual([true, false])
    const { body } = await server.call('GET', '/emails?limit=5')
    expect(body.data[0]).toMatchObject({ to: [email], subject: 'A second factor was added' })
  })

  it('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { codes, user_id } = await aProtected()
    const stored = await server.database.read(async tx =>
      JSON.stringify([await findFactor(tx, { user_id }), await listRecoveryCodes(tx, { user_id })]),
    )
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
    expect(stored).not.toMatch(/[A-Z2-7]{32}/)
    expect(server.logged()).not.toContain(codes[0])
  })
})

describe('two-factor login', () => {
  it('requires a code after the password and accepts each code once', async () => {
    const account = await aProtected()
    const browser = await atCode(account)
    expect(await isIn(browser)).toBe(false)
    const code = account.app.code(time.now())
    const { status, location } = await enter(browser, code)
    expect([status, location, await isIn(browser)]).toEqual([303, '/team', true])
    expect(browser.cookies.has('lettermill_login')).toBe(false)
    const again = await atCode(account)
    expect((await enter(again, code)).status).toBe(422)
    time.forward(STEP_MS)
    expect((await enter(again, account.app.code(time.now()))).status).toBe(303)
  })

  it('accepts a code from only one of two concurrent browsers', async () => {
    const account = await aProtected()
    const browsers = [await atCode(account), await atCode(account)]
    const code = account.app.code(time.now())
    const answers = await Promise.all(browsers.map(browser => enter(browser, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
  })

  it('accepts each recovery code once', async () => {
    const account = await aProtected()
    const code = account.codes[3]!.toUpperCase()
    expect((await enter(await atCode(account), code)).status).toBe(303)
    const again = await atCode(account)
    expect((await enter(again, code)).status).toBe(422)
    expect((await enter(again, account.codes[4]!)).status).toBe(303)
  })

  it('allows a stranger with the password five attempts, counted separately from a known browser', async () => {
    const account = await aProtected()
    const own = aPerson(server)
    own.cookies.set('lettermill_browser', account.person.cookies.get('lettermill_browser')!)
    const stranger = await atCode(account)
    for (let tries = 0; tries < 5; tries++) expect((await enter(stranger, '000000')).status).toBe(422)
    const late = await enter(stranger, account.app.code(time.now()))
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '900'])
    await own.logIn('/team', account)
    await own.get('/login/code?next=/team')
    expect((await enter(own, account.app.code(time.now()))).status).toBe(303)
    time.forward(QUARTER_MS)
    const after = await atCode(account)
    expect((await enter(after, account.app.code(time.now()))).status).toBe(303)
  })

  it('starts over after five minutes or a password change', async () => {
    const account = await aProtected()
    const slow = await atCode(account)
    time.forward(5 * 60_000 + 1)
    expect((await enter(slow, account.app.code(time.now()))).location).toBe('/login?next=/team')
    const early = await atCode(account)
    const [new_password, new_password_again] = ['another long password', 'another long password']
    await account.person.get('/account')
    const change = { old_password: account.password, new_password, new_password_again }
    expect((await account.person.post('/account/password', change)).status).toBe(303)
    expect((await enter(early, account.app.code(time.now()))).location).toBe('/login?next=/team')
    expect(await isIn(early)).toBe(false)
  })

  it('requires the CSRF token, our origin and a preceding correct password', async () => {
    const account = await aProtected()
    const browser = await atCode(account)
    const code = account.app.code(time.now())
    expect((await browser.post('/login/code', { code, form_token: 'wrong' })).status).toBe(403)
    expect((await browser.post('/login/code', { code }, { origin: 'https://evil.example' })).status).toBe(403)
    const stranger = aPerson(server)
    await stranger.get('/login')
    expect((await enter(stranger, code)).location).toBe('/login?next=/team')
    stranger.cookies.set('lettermill_login', 'AAAA')
    expect((await enter(stranger, code)).location).toBe('/login?next=/team')
    expect((await enter(browser, code)).status).toBe(303)
  })
})

describe('an existing second factor', () => {
  it('issues new recovery codes for a code and invalidates the old ones', async () => {
    const account = await aProtected()
    const { person, app, codes } = account
    await person.get('/two-factor')
    expect((await person.post('/two-factor/codes', { code: '123456' })).status).toBe(422)
    expect((await person.post('/two-factor/codes', { code: app.code(time.now()) })).location).toBe('/two-factor')
    const [, fresh] = /<li><code>([a-z\d-]{19})</.exec((await person.get('/two-factor')).text)!
    const browser = await atCode(account)
    expect((await enter(browser, codes[0]!)).status).toBe(422)
    expect((await enter(browser, fresh!)).status).toBe(303)
  })

  it('is not replaced from an open session and is removed with a code', async () => {
    const { person, app, email, password } = await aProtected()
    await person.get('/two-factor')
    await person.post('/two-factor/begin', { password })
    expect((await person.get('/two-factor')).text).toContain('Enabled since')
    expect((await person.post('/two-factor/remove', { code: 'wrong' })).status).toBe(422)
    const { location } = await person.post('/two-factor/remove', { code: app.code(time.now()) })
    expect(location).toBe('/two-factor?done=off')
    expect((await aPerson(server).logIn('/team', { email, password })).location).toBe('/team')
    const { body } = await server.call('GET', '/emails?limit=1')
    expect(body.data[0]).toMatchObject({ to: [email], subject: 'A second factor was removed' })
  })

  it('is removed by the factors:reset command', async () => {
    const { person, email, password } = await aProtected()
    const env = { DATA_DIR: server.data_dir, DATABASE_URL: server.database_url }
    expect((await command(env, 'factors:reset', email)).output).toContain(`Second factor of ${email} removed`)
    expect(await isIn(person)).toBe(false)
    expect((await aPerson(server).logIn('/team', { email, password })).location).toBe('/team')
    const rows = (await allAuditEvents(server)).filter(({ action }) => action === 'member.factor_removed')
    expect(rows.at(-1)).toMatchObject({ actor_type: 'command', object_name: email })
    expect((await command(env, 'factors:reset', 'no-one@example.net')).code).toBe(1)
    expect((await command(env, 'factors:reset')).output).toContain('Usage: npm run factors:reset -- <email>')
  })
})

describe('a team', () => {
  it('requires two-factor authentication if its owner, who has it, enables the requirement', async () => {
    const boss = await aMember()
    const team_id = await aTeamOf(server, boss.email, 'Careful')
    const account = await aColleague(server, { email: `factor${++count}@example.net`, team_id })
    const person = await loggedIn(account)
    await boss.person.post('/team/switch', { team_id })
    await boss.person.get('/team')
    expect((await boss.person.post('/team/two-factors', { needed: 'yes' })).status).toBe(409)
    await withFactor(boss.person, boss.password, time.now())
    expect((await person.post('/team/two-factors', { needed: 'no' })).status).toBe(403)
    expect((await boss.person.post('/team/two-factors', { needed: 'yes' })).location).toBe('/team?done=factors')
    expect((await person.get('/mailbox')).location).toBe('/two-factor?done=needed')
    expect((await person.post('/contacts/add', { email: 'a@example.net' })).location).toBe('/two-factor?done=needed')
    expect((await person.get(await aConsentRequest(server))).location).toBe('/two-factor?done=needed')
    expect((await person.get('/two-factor?done=needed')).text).toContain(
      'This team requires two-factor authentication.',
    )
    await withFactor(person, account.password, time.now())
    expect(await isIn(person)).toBe(true)
    expect((await boss.person.post('/team/two-factors', { needed: 'no' })).location).toBe('/team?done=no_factors')
  })
})
