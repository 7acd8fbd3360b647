// Login with an OpenID provider: linking accounts, invalid responses, and pages when the provider is down. Uses the
// test provider and, at the end, a published one.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createInvitation } from '../../src/identity/teams/invitations/actions.ts'
import { findUserByEmail, listTeams } from '../../src/identity/teams/store.ts'
import { startFactor, confirmFactor, hasFactor } from '../../src/identity/teams/factors/actions.ts'
import { countAccess, withAllAccess } from '../support/account-access.ts'
import { allAuditEvents } from '../support/audit.ts'
import { clock } from '../support/clock.ts'
import { aGrantedClient } from '../support/oauth.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { type Account, aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestProvider, aProvider } from '../support/provider.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { withFactor } from '../support/totp.ts'

const time = clock(new Date().toISOString())
let provider: TestProvider
let server: TestServer
beforeAll(async () => {
  provider = await aProvider(time.now)
  server = await startServer(provider.settings, { now: time.now })
})
afterEach(() => {
  provider.twist = {}
  // Avoids the rate limit, which has its own test.
  time.forward(15 * 60_000)
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

let count = 0
const anEmail = (): string => `provider${++count}@example.net`
const aMember = (): Promise<Account> => aColleague(server, { email: anEmail(), is_verified: true })
/** Sets the claims that the provider returns from now on. */
function isThere(email: string, more: Record<string, unknown> = {}): void {
  provider.person = { sub: `sub of ${email.toLowerCase()}`, email, email_verified: true, name: 'Ada Provided', ...more }
}

/** A browser that returns from the provider. */
async function onTheWay(next = '/team'): Promise<{ browser: Person; back: string }> {
  const browser = aPerson(server)
  const { location, status } = await browser.get(`/login/provider?next=${next}`)
  expect(status).toBe(303)
  return { browser, back: provider.answer(location!) }
}

async function withProvider(next?: string): Promise<{ browser: Person; seen: PageSeen }> {
  const { browser, back } = await onTheWay(next)
  return { browser, seen: await browser.get(back) }
}

const isIn = async (person: Person): Promise<boolean> => (await person.get('/mailbox')).status === 200
const entries = async (action: string) => (await allAuditEvents(server)).filter(each => each.action === action)

describe('first login with a provider', () => {
  it('links the account with the verified address and notifies the person', async () => {
    const { email } = await aMember()
    isThere(email.toUpperCase())
    expect((await aPerson(server).get('/login')).text).toContain('Log in with Example Login')
    const { browser, seen } = await withProvider()
    expect([seen.status, seen.location, await isIn(browser)]).toEqual([303, '/team', true])
    expect(browser.cookies.has('lettermill_provider')).toBe(false)
    expect((await entries('member.provider_linked')).at(-1)).toMatchObject({ object_name: email, actor_type: 'person' })
    const { body } = await server.call('GET', '/emails?limit=1')
    expect(body.data[0]).toMatchObject({ to: [email], subject: 'Your account was linked to Example Login' })
    expect((await browser.get('/account')).text).toContain('You can log in with Example Login.')
    // Later logins match the subject, regardless of the address.
    isThere(email, { email: 'elsewhere@example.org', email_verified: false })
    expect((await withProvider()).seen.status).toBe(303)
    expect(await entries('member.provider_linked')).toHaveLength(1)
  })

  it('reads a missing address from the userinfo endpoint if the subject matches', async () => {
    const { email } = await aMember()
    provider.person = { sub: 'thin' }
    provider.twist.userinfo = { sub: 'another', email, email_verified: true }
    expect((await withProvider()).seen.status).toBe(403)
    provider.twist.userinfo = { sub: 'thin', email, email_verified: true }
    expect((await withProvider()).seen.status).toBe(303)
  })

  it('creates an account for an accepted invitation only', async () => {
    const email = anEmail()
    isThere(email)
    const { seen } = await withProvider()
    expect([seen.status, seen.text.includes('there is no account with your email address here')]).toEqual([403, true])
    const team_id = await firstTeamOf(server, server.admin.email)
    const spam_id = await aTeamOf(server, server.admin.email, 'Spam')
    const invited = (to: string) =>
      server.database.unit(async tx => {
        const { id: invited_by } = (await findUserByEmail(tx, server.admin.email))!
        return (await createInvitation(tx, { team_id: to, email, role: 'marketer', invited_by }, server.now())) as {
          id: string
        }
      })
    await invited(spam_id)
    const { id: invitation_id } = await invited(team_id)
    const { browser, seen: asked } = await withProvider()
    expect([asked.location, await isIn(browser)]).toEqual(['/login/provider/confirm', false])
    const { text } = await browser.get('/login/provider/confirm')
    for (const team of ['Spam', 'My team']) expect(text).toContain(`Join <bdi>${team}</bdi> as marketer`)
    const wrong = await browser.post('/login/provider/confirm', { invitation_id, form_token: 'wrong' })
    expect([wrong.status, await isIn(browser)]).toEqual([403, false])
    const unknown = await browser.post('/login/provider/confirm', { invitation_id: 'unknown' })
    expect([unknown.location, await isIn(browser)]).toEqual(['/login/provider/confirm', false])
    const joined = await browser.post('/login/provider/confirm', { invitation_id })
    expect([joined.location, await isIn(browser)]).toEqual(['/team', true])
    const teams = await server.database.read(async tx =>
      listTeams(tx, { user_id: (await findUserByEmail(tx, email))!.id }),
    )
    expect(teams).toMatchObject([{ id: team_id, role: 'marketer' }])
    expect((await entries('member.joined')).at(-1)).toMatchObject({ object_name: email })
    // The provider is the only login, so it cannot be removed, and no password opens the account.
    expect((await browser.get('/account')).text).toContain('Your account has no password.')
    expect((await browser.post('/account/provider/remove')).status).toBe(409)
    expect((await aPerson(server).logIn('/team', { email, password: 'none' })).status).toBe(422)
  })

  it('removes all earlier access to an account whose address was never verified', async () => {
    const account = await aColleague(server, { email: anEmail() })
    const preparer = aPerson(server)
    await preparer.logIn('/team', account)
    const { access_token } = await aGrantedClient({ ...server, admin: account })
    const key = await withAllAccess(server, account, 'https://another.example.com')
    await server.database.unit(async tx => {
      await startFactor({ tx, now: server.now() }, account.user_id, 'a secret')
      await confirmFactor({ tx, now: server.now() }, { id: account.user_id, email: account.email })
    })
    const statuses = async () => [
      await isIn(preparer),
      (await server.call('GET', '/emails', { key })).status,
      (await server.call('GET', '/emails', { key: access_token })).status,
    ]
    expect(await statuses()).toEqual([true, 200, 200])
    isThere(account.email)
    const { browser, seen } = await withProvider()
    expect([seen.location, await isIn(browser)]).toEqual(['/login/provider/confirm', false])
    const { text } = await browser.get('/login/provider/confirm')
    expect(text).toContain('was never verified')
    // Opening the confirmation page changes nothing.
    expect(await statuses()).toEqual([true, 200, 200])
    const linked = await browser.post('/login/provider/confirm', { remove_access: 'yes' })
    expect([linked.location, await isIn(browser)]).toEqual(['/team', true])
    expect(await statuses()).toEqual([false, 401, 401])
    expect((await aPerson(server).logIn('/team', account)).status).toBe(422)
    expect(await countAccess(server, account.user_id)).toEqual([0, 1, 0])
    expect(await server.database.read(tx => hasFactor(tx, account.user_id))).toBe(false)
    // The person is not asked again.
    expect((await withProvider()).seen.location).toBe('/team')
  })

  it('removes no access if the session has already confirmed the password', async () => {
    const account = await aColleague(server, { email: anEmail() })
    const browser = aPerson(server)
    await browser.logIn('/account', account)
    const key = await withAllAccess(server, account, 'https://another.example.com')
    isThere(account.email)
    const { location } = await browser.get('/login/provider?next=/account')
    // The passkey is required after the provider login as it is after the password.
    expect((await browser.get(provider.answer(location!))).location).toBe('/login/code?next=/account')
    expect([await countAccess(server, account.user_id), (await server.call('GET', '/emails', { key })).status]).toEqual(
      [[1, 2, 1], 200],
    )
  })

  it('rejects a response in another browser or after ten minutes', async () => {
    const account = await aColleague(server, { email: anEmail() })
    isThere(account.email)
    const { browser } = await withProvider()
    await browser.get('/login/provider/confirm')
    const other = aPerson(server)
    await other.get('/login')
    expect((await other.post('/login/provider/confirm', { remove_access: 'yes' })).status).toBe(404)
    time.forward(10 * 60_000 + 1)
    expect((await browser.post('/login/provider/confirm', { remove_access: 'yes' })).status).toBe(404)
    expect((await browser.get('/login/provider/confirm')).status).toBe(404)
  })

  it.each([{ email_verified: false }, { email_verified: 'true' }, { email_verified: undefined }, { email: undefined }])(
    'links no account by an unverified address: %j',
    async claims => {
      const { email } = await aMember()
      isThere(email, claims)
      const { browser, seen } = await withProvider()
      expect([seen.status, seen.text.includes('has not verified your email address')]).toEqual([403, true])
      expect(await isIn(browser)).toBe(false)
    },
  )

  it('rejects a second person who received the address later', async () => {
    const { email } = await aMember()
    isThere(email)
    expect((await withProvider()).seen.status).toBe(303)
    isThere(email, { sub: 'the next employee' })
    const { seen } = await withProvider()
    expect([seen.status, seen.text.includes('for another account than before')]).toEqual([403, true])
  })
})

describe('an invalid response of the provider', () => {
  const HOSTILE: [string, () => TestProvider['twist']][] = [
    ['of another login', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another client', () => ({ claims: { aud: 'another client' } })],
    ['for several clients, without the one that it is given to', () => ({ claims: { aud: ['a client', 'b'] } })],
    ['given to another client', () => ({ claims: { aud: ['a client', 'b'], azp: 'b' } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['that has expired', () => ({ claims: { exp: Math.floor(time.now().getTime() / 1000) - 1 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['of yesterday', () => ({ claims: { iat: Math.floor(time.now().getTime() / 1000) - 86_400 } })],
    ['of tomorrow', () => ({ claims: { iat: Math.floor(time.now().getTime() / 1000) + 86_400 } })],
    ['about no person', () => ({ claims: { sub: '' } })],
    ['signed with another key', () => ({ with_other_key: true })],
    ['signed with the secret of the client', () => ({ with_secret: true })],
    ['that is not signed', () => ({ unsigned: true })],
  ]
  it.each(HOSTILE)('is rejected: ID token %s', async (_what, twist) => {
    const { email } = await aMember()
    isThere(email)
    provider.twist = twist()
    const { browser, seen } = await withProvider()
    expect([seen.status, seen.text.includes('was not completed')]).toEqual([422, true])
    expect(await isIn(browser)).toBe(false)
    provider.twist = {}
    expect((await withProvider()).seen.status).toBe(303)
  })

  it('is rejected for another browser, with another state or if it was used before', async () => {
    const { email } = await aMember()
    isThere(email)
    const { browser, back } = await onTheWay()
    const stranger = aPerson(server)
    expect((await stranger.get(back)).status).toBe(422)
    const other = await onTheWay()
    expect((await other.browser.get(back)).status).toBe(422)
    expect((await browser.get(back.replace(/state=.*/, 'state=AAAA'))).status).toBe(422)
    // A rejected response ends the attempt.
    expect((await browser.get(back)).status).toBe(422)
    const again = await onTheWay()
    const kept = again.browser.cookies.get('lettermill_provider')!
    expect((await again.browser.get(again.back)).status).toBe(303)
    again.browser.cookies.set('lettermill_provider', kept)
    expect((await again.browser.get(again.back)).status).toBe(422)
  })

  it('is rejected if it names another issuer, or none although the provider promises to name itself', async () => {
    const { email } = await aMember()
    isThere(email)
    const first = await onTheWay()
    expect((await first.browser.get(`${first.back}&iss=https://evil.example`)).status).toBe(422)
    const second = await onTheWay()
    expect((await second.browser.get(`${second.back}&iss=${provider.issuer}`)).status).toBe(303)
    provider.twist.metadata = { authorization_response_iss_parameter_supported: true }
    time.forward(10 * 60_000)
    const third = await onTheWay()
    expect((await third.browser.get(third.back)).status).toBe(422)
  })

  it('is rejected after ten minutes or if the person denied access', async () => {
    isThere((await aMember()).email)
    const late = await onTheWay()
    time.forward(10 * 60_000 + 1)
    expect((await late.browser.get(late.back)).status).toBe(422)
    const denied = await onTheWay()
    const { searchParams } = new URL(denied.back, server.url)
    const back = `/login/provider/callback?error=access_denied&state=${searchParams.get('state')}`
    expect((await denied.browser.get(back)).status).toBe(422)
  })

  it('never redirects to another site', async () => {
    isThere((await aMember()).email)
    expect((await withProvider('//evil.example')).seen.location).toBe('/start')
  })
})

describe('two-factor authentication with a provider', () => {
  it('is required here unless the provider reports several factors', async () => {
    const account = await aMember()
    const person = aPerson(server)
    await person.logIn('/account', account)
    const { codes } = await withFactor(person, account.password, time.now())
    isThere(account.email)
    const { browser, seen } = await withProvider()
    expect([seen.location, await isIn(browser)]).toEqual(['/login/code?next=/team', false])
    await browser.get(seen.location!)
    expect((await browser.post('/login/code', { code: codes[0]!, next: '/team' })).location).toBe('/team')
    isThere(account.email, { amr: ['pwd', 'mfa'] })
    expect((await withProvider()).seen.location).toBe('/team')
  })

  it('satisfies a team that requires it only if the provider reports several factors', async () => {
    const boss = await aMember()
    const person = aPerson(server)
    await person.logIn('/account', boss)
    const team_id = await aTeamOf(server, boss.email, 'Careful')
    await withFactor(person, boss.password, time.now())
    await person.post('/team/switch', { team_id })
    await person.get('/team')
    expect((await person.post('/team/two-factors', { needed: 'yes' })).location).toBe('/team?done=factors')
    const { email } = await aColleague(server, { email: anEmail(), team_id, is_verified: true })
    isThere(email, { amr: ['pwd'] })
    const one = await withProvider()
    expect((await one.browser.get('/mailbox')).location).toBe('/two-factor?done=needed')
    isThere(email, { amr: ['mfa'] })
    expect(await isIn((await withProvider()).browser)).toBe(true)
  })
})

describe('the link to a provider account', () => {
  it('is removed by its owner and created again at the next login', async () => {
    const { email } = await aMember()
    isThere(email)
    const { browser } = await withProvider()
    await browser.get('/account')
    expect((await browser.post('/account/provider/remove')).location).toBe('/account?done=provider')
    expect((await browser.post('/account/provider/remove')).status).toBe(404)
    expect((await entries('member.provider_removed')).at(-1)).toMatchObject({ object_name: email })
    expect((await browser.get('/account')).text).toContain('Link to Example Login')
  })
})

describe('the provider', () => {
  it('is not contacted at startup, and its login page returns 503 while it is down', async () => {
    const down = { ...provider.settings, OIDC_ISSUER: `http://localhost:${await freePort()}` }
    const other = await startServer(down)
    try {
      const person = aPerson(other)
      expect((await person.get('/login')).status).toBe(200)
      const { status, text } = await person.get('/login/provider')
      expect([status, text.includes('Example Login does not answer now.')]).toEqual([503, true])
      expect((await person.logIn('/team')).location).toBe('/team')
    } finally {
      await other.stop()
    }
  })

  it('is rejected if it publishes the metadata of another issuer or an unreadable response', async () => {
    for (const twist of [
      { metadata: { issuer: 'https://evil.example' } },
      { metadata: { token_endpoint: 'x' } },
      { status: 500 },
    ]) {
      time.forward(10 * 60_000)
      provider.twist = twist
      expect((await aPerson(server).get('/login/provider')).status).toBe(503)
    }
  })

  it('is contacted once in ten minutes, and again for a new key', async () => {
    isThere((await aMember()).email)
    time.forward(10 * 60_000)
    provider.asked.length = 0
    await withProvider()
    await withProvider()
    const discovered = () => provider.asked.filter(path => path === '/keys').length
    expect(discovered()).toBe(1)
    await provider.rotate()
    // Not immediately, because a token can name any key.
    expect((await withProvider()).seen.status).toBe(422)
    time.forward(60_000)
    expect((await withProvider()).seen.status).toBe(303)
    expect(discovered()).toBe(2)
  })

  it('is contacted at most 30 times in 15 minutes per network', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    const statuses = []
    for (let each = 0; each < 31; each++) statuses.push((await aPerson(server).get('/login/provider', headers)).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), 429])
  })

  it('is unavailable if not configured, and not contacted in a private network unless allowed', async () => {
    const plain = await startServer()
    const { ALLOW_PRIVATE_ADDRESSES: _, ...guarded } = provider.settings
    const other = await startServer(guarded)
    try {
      expect((await aPerson(plain).get('/login/provider')).status).toBe(404)
      expect((await aPerson(plain).get('/login')).text).not.toContain('/login/provider')
      expect((await aPerson(other).get('/login/provider')).status).toBe(503)
    } finally {
      await plain.stop()
      await other.stop()
    }
  })
})

it('logs a person in with the oidc-provider package', async () => {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://localhost:${(http.address() as { port: number }).port}`
  const settings: Record<string, string> = { ...provider.settings, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'lettermill' }
  const own = await startServer(settings)
  try {
    const { Provider } = (await import(UNTYPED)) as { Provider: new (...args: unknown[]) => Peer }
    const peer = new Provider(issuer, peerFor(own, settings.OIDC_CLIENT_SECRET))
    http.on('request', (request, response) => {
      if (!request.url!.startsWith('/interaction/')) return peer.callback()(request, response)
      void peer.interactionFinished(request, response, { login: { accountId: 'ada' } })
    })
    await aColleague(own, { email: 'ada@example.net', is_verified: true })
    const [browser, there] = [aPerson(own), aPerson({ url: issuer, admin: own.admin })]
    let { location } = await browser.get('/login/provider?next=/team')
    while (location && !location.startsWith(own.url)) ({ location } = await there.get(location.replace(issuer, '')))
    const seen = await browser.get(location!.replace(own.url, ''))
    expect([seen.location, await isIn(browser)]).toEqual(['/team', true])
  } finally {
    await own.stop()
    http.closeAllConnections()
    http.close()
  }
})

/** A variable, because the package has no types. */
const UNTYPED: string = 'oidc-provider'

interface Peer {
  callback(): (request: unknown, response: unknown) => void
  interactionFinished(request: unknown, response: unknown, result: object): Promise<void>
}

interface PeerContext {
  oidc: {
    client: { clientId: string }
    session: { accountId: string }
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } }
  }
}

/** The configuration of the provider. It grants every request and has one account. */
function peerFor({ url }: TestServer, client_secret: string | undefined): object {
  const person = { sub: 'ada', email: 'ada@example.net', email_verified: true }
  return {
    clients: [{ client_id: 'lettermill', client_secret, redirect_uris: [`${url}/login/provider/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a test'] },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => person }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }: PeerContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}
