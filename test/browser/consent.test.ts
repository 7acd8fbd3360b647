// The consent page: identity of the client, the choice of team and scope, and requests that cannot be answered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { aClient, aSealedRequest, aRequest, CALLBACK, token, VERIFIER } from '../support/oauth.ts'
import { aConsentRequest, aPerson, type Person } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const time = clock(new Date().toISOString())
let server: TestServer
let person: Person
let teams: { first: string; second: string; foreign: string }

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  const { email } = await aColleague(server, { email: 'grace@example.net' })
  teams = {
    first: await firstTeamOf(server, server.admin.email),
    second: await aTeamOf(server, server.admin.email, 'Second <team>'),
    foreign: await aTeamOf(server, email, 'Foreign'),
  }
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const codeIn = (location: string | null): string => new URL(location!).searchParams.get('code')!

async function aRequestOf(client_id: string, scope?: string): Promise<string> {
  return `/consent/${await aSealedRequest(server, aRequest(client_id, { scope }))}`
}

/** The tokens that a code is exchanged for. */
async function tokensFor(client_id: string, code: string): Promise<{ scope: string; access_token: string }> {
  const form = { grant_type: 'authorization_code', client_id, code, code_verifier: VERIFIER, redirect_uri: CALLBACK }
  return (await token(server, form)).body
}

/** Text of the main heading, without markup. */
const headline = (text: string): string =>
  /<h1>([\s\S]*?)<\/h1>/
    .exec(text)![1]!
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const CLI = { client_id: '7136aa0b-625c-4c9c-8820-e9784c8eb141', redirect_uri: 'http://127.0.0.1:1/oauth/callback' }

async function verified(client_name: string, redirect_uris = CALLBACK): Promise<string> {
  await person.get('/clients')
  const described = { client_name, redirect_uris, scope: 'full_access', token_endpoint_auth_method: 'none' }
  expect((await person.post('/clients', described)).status).toBe(303)
  return /client_id<\/dt>\s*<dd><code>([\w-]+)/.exec((await person.get('/clients')).text)![1]!
}

describe('identity of the client', () => {
  it.each([
    ['https://app.example/callback', 'An application at app.example that calls itself “Night Mailer” requests access'],
    [
      'https://app.example:8443/x',
      'An application at app.example:8443 that calls itself “Night Mailer” requests access',
    ],
    ['http://127.0.0.1/x', 'An app on this computer that calls itself “Night Mailer” requests access'],
    ['http://[::1]/x', 'An app on this computer that calls itself “Night Mailer” requests access'],
    [
      'com.example.app:/x',
      'The app that opens com.example.app: links that calls itself “Night Mailer” requests access',
    ],
  ])('is shown in the heading with the redirect host: %s', async (redirect_uri, words) => {
    const { text } = await person.get(await aConsentRequest(server, { redirect_uri }))
    expect(headline(text)).toBe(words)
    expect(text).toMatch(/<p class="warning">\s*<strong>Not verified\.<\/strong>/)
  })

  it('includes a warning if a private-use scheme receives the access', async () => {
    const warning = 'An app on this device will receive access.'
    const cursor = { redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback' }
    const { text } = await person.get(await aConsentRequest(server, cursor))
    expect(text).toContain(warning)
    expect(text).toContain('<code>cursor:</code> links can receive it')
    const web = { redirect_uri: 'https://app.example/callback' }
    expect((await person.get(await aConsentRequest(server, web))).text).not.toContain(warning)
  })

  it('is marked as verified if the operator registered the client', async () => {
    const { text } = await person.get(await aRequestOf(await verified('Office')))
    expect(headline(text)).toBe('Office, at app.example, requests access')
    expect(text).toMatch(/<p class="note done">\s*<strong>Verified<\/strong> by the operator/)
    expect(text).not.toContain('class="warning"')
  })

  it('is marked as built in, not as verified, for the bundled CLI', async () => {
    const query = aRequest(CLI.client_id, { redirect_uri: CLI.redirect_uri })
    const { text } = await person.get(`/consent/${await aSealedRequest(server, query)}`)
    expect(headline(text)).toBe('CLI, an app on this computer, requests access')
    expect(text).toContain('<strong>Built in.</strong>')
    expect(text).not.toMatch(/verified/i)
  })

  it('includes a warning if the name resembles that of a client verified later', async () => {
    const client_id = await aClient(server, { client_name: 'Orbit' })
    expect((await person.get(await aRequestOf(client_id))).text).not.toContain('is similar to')
    await verified('0rbit')
    const path = await aRequestOf(client_id)
    expect((await person.get(path)).text.replaceAll(/\s+/g, ' ')).toContain(
      'Its name is similar to <bdi>0rbit</bdi>, but it is a different app.',
    )
    expect((await person.post(path, { decision: 'approve', team_id: teams.first })).location).toContain('code=')
  })

  it('is shown on the login page of the request and on no other login page', async () => {
    const guest = aPerson(server)
    const path = await aConsentRequest(server, { client_name: '<b>Ledger</b>', redirect_uri: 'https://app.example/x' })
    const { text } = await guest.get(`/login?next=${path}`)
    expect(text).toContain(
      'An application at <bdi>app.example</bdi> that calls itself “<bdi>&lt;b&gt;Ledger&lt;/b&gt;</bdi>”',
    )
    expect(text).toContain('Not verified.')
    const again = await guest.post('/login', { email: 'nobody@example.net', password: 'wrong', next: path })
    expect([again.status, again.text.includes('app.example')]).toEqual([422, true])
    for (const next of ['/mailbox', '/consent/unknown', `${path}x`]) {
      expect((await guest.get(`/login?next=${next}`)).text).not.toContain('requests access')
    }
  })
})

describe('consent page', () => {
  it('shows how long the access lasts and where to revoke it', async () => {
    const { text } = await person.get(await aConsentRequest(server))
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /<dt>Duration<\/dt> <dd>\s?Until you revoke it under <a href="\/grants">Connected apps<\/a>, or after 60 days without use/,
    )
    const once = await aClient(server, { grant_types: ['authorization_code'] })
    expect((await person.get(await aRequestOf(once))).text).toMatch(/<dt>Duration<\/dt>\s*<dd>15 minutes<\/dd>/)
  })

  it('has no menu and a link to log in with another account', async () => {
    const path = await aConsentRequest(server)
    const other = aPerson(server)
    await other.logIn()
    const { text } = await other.get(path)
    expect(text).not.toContain('<nav')
    expect(text).not.toContain('href="/mailbox">Mailbox')
    expect(text).toContain('Use another account')
    expect((await other.post('/logout', { next: path })).location).toBe(`/login?next=${path}`)
  })

  it('lists only existing permissions', async () => {
    const { text } = await person.get(await aConsentRequest(server))
    expect(text).not.toMatch(/settings|webhooks/i)
    // Permission to send includes existing broadcasts.
    expect(text).toContain('broadcasts that exist already, to all of their recipients')
  })
})

describe('a person without a team', () => {
  it('sees an explanation, can deny and cannot approve', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'teamless@example.net' })
    const alone = aPerson(server)
    await alone.logIn('/mailbox', account)
    await person.get('/team')
    expect((await person.post('/team/remove', { user_id })).status).toBe(303)
    const path = await aConsentRequest(server, { state: 'abc' })
    const { status, text } = await alone.get(path)
    expect(status).toBe(200)
    expect(text).toContain('You are not a member of a team,')
    expect(text).toContain('Ask an admin')
    expect(text).not.toContain('value="approve"')
    const forced = await alone.post(path, { decision: 'approve', team_id: teams.first })
    expect([forced.status, forced.location]).toEqual([403, null])
    const { location } = await alone.post(path, { decision: 'deny' })
    expect(location).toMatch(/\?error=access_denied&.*&state=abc&iss=/)
    expect((await alone.get('/mailbox')).status).toBe(403)
  })
})

describe('team selection', () => {
  it('offers the teams of the person, with the current team selected', async () => {
    const { text } = await person.get(await aConsentRequest(server))
    const radios = [...text.matchAll(/<input\s+type="radio"\s+name="team_id"\s+value="([^"]+)"\s*(checked)?/g)]
    expect(radios.map(([, id, checked]) => [id, checked])).toEqual([
      [teams.first, 'checked'],
      [teams.second, undefined],
    ])
    expect(text).toContain('Second &lt;team&gt;')
    expect(text).not.toContain('Foreign')
  })

  it('grants access to the selected team only', async () => {
    const client_id = await aClient(server)
    const path = await aRequestOf(client_id)
    await person.get(path)
    const { location } = await person.post(path, { decision: 'approve', team_id: teams.second })
    const { access_token } = await tokensFor(client_id, codeIn(location))
    const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Second only', text: 'Hi' }
    const sent = await server.call('POST', '/emails', { key: access_token, body })
    expect(sent.status).toBe(200)
    expect((await server.call('GET', `/emails/${sent.body.id}`)).status).toBe(404)
    expect((await server.call('GET', `/emails/${sent.body.id}`, { key: access_token })).status).toBe(200)
  })

  it('is required', async () => {
    const path = await aConsentRequest(server)
    await person.get(path)
    const { status, text, location } = await person.post(path, { decision: 'approve' })
    expect([status, location]).toEqual([400, null])
    expect(text).toContain('<h1>Missing team</h1>')
  })

  it('rejects a team of another person', async () => {
    const path = await aConsentRequest(server)
    await person.get(path)
    const refused = await person.post(path, { decision: 'approve', team_id: teams.foreign })
    expect([refused.status, refused.location]).toEqual([403, null])
    expect(refused.text).toContain('<h1>Not your team</h1>')
    expect((await person.post(path, { decision: 'approve', team_id: teams.first })).status).toBe(303)
  })

  it('rejects a team that the person was removed from meanwhile', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'leaver@example.net' })
    await aTeamOf(server, account.email, 'Their own')
    const leaver = aPerson(server)
    await leaver.logIn('/mailbox', account)
    const path = await aConsentRequest(server)
    expect((await leaver.get(path)).text).toContain(teams.first)
    await person.get('/team')
    expect((await person.post('/team/remove', { user_id })).status).toBe(303)
    const { status, location } = await leaver.post(path, { decision: 'approve', team_id: teams.first })
    expect([status, location]).toEqual([403, null])
  })
})

describe('scope selection', () => {
  it('grants a narrower scope and returns it to the client', async () => {
    const client_id = await aClient(server)
    const path = await aRequestOf(client_id)
    const { text } = await person.get(path)
    expect(text).toMatch(/name="scope"\s+value="full_access"\s+checked/)
    const form = { decision: 'approve', team_id: teams.first, scope: 'emails:send' }
    const tokens = await tokensFor(client_id, codeIn((await person.post(path, form)).location))
    expect(tokens.scope).toBe('emails:send')
    expect((await server.call('GET', '/emails', { key: tokens.access_token })).status).toBe(403)
  })

  it('grants the full scope if it is selected', async () => {
    const client_id = await aClient(server)
    const path = await aRequestOf(client_id, 'full_access')
    await person.get(path)
    const form = { decision: 'approve', team_id: teams.first, scope: 'full_access' }
    const tokens = await tokensFor(client_id, codeIn((await person.post(path, form)).location))
    expect(tokens.scope).toBe('full_access')
    expect((await server.call('GET', '/emails', { key: tokens.access_token })).status).toBe(200)
  })

  it('is not offered for a single scope', async () => {
    const { text } = await person.get(await aConsentRequest(server, { scope: 'emails:send' }))
    expect(text).not.toContain('name="scope"')
  })
})

describe('consent requests that cannot be answered', () => {
  const approve = { decision: 'approve' }

  it('return 409 to the slower of two browsers of one person', async () => {
    const path = await aConsentRequest(server)
    const other = aPerson(server)
    await other.logIn()
    await Promise.all([person.get(path), other.get(path)])
    const form = { ...approve, team_id: teams.first }
    const answers = await Promise.all([person.post(path, form), other.post(path, form)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(answers.filter(({ location }) => location?.includes('code='))).toHaveLength(1)
  })

  it('return 409 to another person after the decision', async () => {
    const path = await aConsentRequest(server)
    const grace = aPerson(server)
    await grace.logIn('/mailbox', { email: 'grace@example.net', password: 'a long enough password' })
    await Promise.all([person.get(path), grace.get(path)])
    expect((await person.post(path, { decision: 'deny', team_id: teams.first })).status).toBe(303)
    const { status, text, location } = await grace.post(path, { ...approve, team_id: teams.foreign })
    expect([status, location]).toEqual([409, null])
    expect(text).toContain('<h1>Already answered</h1>')
  })

  it.each(['7136aa0b-625c-4c9c-8820-e9784c8eb141', 'x', '%00', "'; drop table users", 'a'.repeat(5000)])(
    'return 404 for an unknown request: %#',
    async id => {
      const path = `/consent/${id.startsWith('%') ? id : encodeURIComponent(id)}`
      const shown = await person.get(path)
      expect([shown.status, shown.location]).toEqual([404, null])
      expect(shown.text).toContain('<h1>Request expired</h1>')
      await person.get('/account')
      const { status, location } = await person.post(path, { ...approve, team_id: teams.first })
      expect([status, location]).toEqual([404, null])
    },
  )

  it('return 404 after they expire or their client is disabled', async () => {
    const late = await aConsentRequest(server)
    time.forward(10 * 60_000)
    const client_id = await aClient(server)
    const shut = await aRequestOf(client_id)
    await person.get('/clients')
    expect((await person.post(`/clients/${client_id}/disable`)).status).toBe(303)
    for (const path of [late, shut]) {
      const { status, location } = await person.post(path, { ...approve, team_id: teams.first })
      expect([status, location]).toEqual([404, null])
    }
  })

  it('require a login after the session ends', async () => {
    const path = await aConsentRequest(server)
    const leaving = aPerson(server)
    await leaving.logIn()
    await leaving.get(path)
    const form_token = leaving.formToken()
    await person.get('/account')
    const everywhere = aPerson(server)
    await everywhere.logIn('/account')
    await everywhere.get('/account')
    await everywhere.post('/account/log-out-everywhere')
    const { location } = await leaving.post(path, { ...approve, team_id: teams.first, form_token })
    expect(location).toBe(`/login?next=${path}`)
    await person.logIn()
    await person.get(path)
    expect((await person.post(path, { ...approve, team_id: teams.first })).location).toContain('code=')
  })
})
