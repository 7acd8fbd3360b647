// Teams: members, invitations, roles and switching between teams.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/identity/api-keys/actions.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeamForUser } from '../../src/identity/teams/actions.ts'
import { createInvitation } from '../../src/identity/teams/invitations/actions.ts'
import { listTeams, saveRole } from '../../src/identity/teams/store.ts'
import { clock } from '../support/clock.ts'
import { aClient, aGrantedClient, aRequest, aSealedRequest, disableClient, exchange } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const DAY_MS = 24 * 3_600_000
const PASSWORD = 'a long enough password'
const time = clock(new Date().toISOString())
let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  admin = aPerson(server)
  await admin.logIn()
})
afterAll(() => server.stop())

/** Creates an invitation. Returns the path of its link. */
async function anInvitation(email: string, role = 'developer', by = admin): Promise<string> {
  await by.get('/team')
  const { status, location } = await by.post('/team/invite', { email, role })
  expect([status, location]).toEqual([303, '/team'])
  const [, path] = /<code>http:\/\/localhost:\d+(\/invitation\?token=[\w-]{43})<\/code>/.exec(
    (await by.get('/team')).text,
  )!
  return path!
}

/** Opens the link of an invitation and follows its redirect. */
async function opened(person: Person, path: string): ReturnType<Person['get']> {
  expect((await person.get(path)).location).toBe('/invitation')
  return person.get('/invitation')
}

const join = { name: 'Grace', password: PASSWORD }

describe('an invitation', () => {
  it('is accepted once by a new person', async () => {
    const path = await anInvitation(' Grace@Example.net ')
    const grace = aPerson(server)
    const { text } = await opened(grace, path)
    for (const words of ['Join <bdi>My team</bdi>', 'grace@example.net', 'as a developer'])
      expect(text).toContain(words)
    const { status, location } = await grace.post('/invitation', join)
    expect([status, location]).toEqual([303, '/mailbox'])
    expect((await grace.get('/mailbox')).status).toBe(200)
    expect([...grace.cookies.keys()]).toEqual(['lettermill_session'])
    expect((await admin.get('/team')).text).toContain('<bdi>Grace</bdi>')
    const again = await aPerson(server).get(path)
    expect(again.location).toBe('/invitation')
    const late = aPerson(server)
    await late.get('/login')
    await late.get(path)
    expect((await late.get('/invitation')).status).toBe(404)
    expect((await late.post('/invitation', join)).status).toBe(404)
    expect((await aPerson(server).logIn('/mailbox', { email: 'grace@example.net', password: PASSWORD })).status).toBe(
      303,
    )
  })

  it('is accepted by only one of two concurrent browsers', async () => {
    const path = await anInvitation('twice@example.net')
    const browsers = [aPerson(server), aPerson(server)]
    for (const browser of browsers) await opened(browser, path)
    const answers = await Promise.all(browsers.map(browser => browser.post('/invitation', join)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 404])
    expect(browsers.filter(({ cookies }) => cookies.has('lettermill_session'))).toHaveLength(1)
  })

  it('has a link that is shown only once', async () => {
    const path = await anInvitation('once@example.net')
    const token = path.split('=')[1]!
    expect((await admin.get('/team')).text).not.toContain(token)
    const invited = aPerson(server)
    expect((await opened(invited, path)).text).not.toContain(token)
    expect(server.logged()).not.toContain(token)
  })

  it.each([
    ['is over after a week', async () => time.forward(7 * DAY_MS)],
    ['is over when it was withdrawn', () => press('/team/withdraw')],
    ['is replaced by the next one', async () => void (await anInvitation('ada@example.net'))],
  ])('%s', async (_, happens) => {
    await admin.logIn()
    const path = await anInvitation('ada@example.net')
    const ada = aPerson(server)
    await opened(ada, path)
    await happens()
    const { status, text } = await ada.post('/invitation', join)
    expect([status, text.includes('Invitation not valid')]).toEqual([404, true])
    expect((await ada.get('/mailbox')).location).toContain('/login')
    await admin.logIn()
  })

  it('is withdrawn if its sender may no longer grant the role', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'second-owner@example.net', role: 'owner' })
    const sender = aPerson(server)
    await sender.logIn('/team', account)
    const as_owner = await anInvitation('new-owner@example.net', 'owner', sender)
    const as_admin = await anInvitation('new-admin@example.net', 'admin', sender)
    await admin.get('/team')
    expect((await admin.post('/team/role', { user_id, role: 'admin' })).location).toBe('/team?done=role')
    const { text } = await admin.get('/team')
    expect([text.includes('new-owner@example.net'), text.includes('new-admin@example.net')]).toEqual([false, true])
    const withdrawn = await server.call('GET', '/audit-events?action=invitation.deleted')
    expect(withdrawn.body.data[0].object.name).toBe('new-owner@example.net')
    expect((await opened(aPerson(server), as_owner)).status).toBe(404)
    expect((await opened(aPerson(server), as_admin)).status).toBe(200)
    // The other invitation is withdrawn when its sender leaves.
    await admin.post('/team/remove', { user_id })
    expect((await opened(aPerson(server), as_admin)).status).toBe(404)
  })

  it.each(['new', 'known'])(
    'is invalid for a %s person while its sender may not grant the role, even if it is stored',
    async who => {
      const email = `${who}-person@example.net`
      const { user_id, ...account } = await aColleague(server, { email: `sender-of-${who}@example.net`, role: 'owner' })
      const sender = aPerson(server)
      await sender.logIn('/team', account)
      const path = await anInvitation(email, 'owner', sender)
      const person = aPerson(server)
      if (who === 'known') {
        const team_id = await aTeamOf(server, server.admin.email, 'Elsewhere')
        await person.logIn('/mailbox', await aColleague(server, { email, team_id }))
      }
      expect((await opened(person, path)).status).toBe(200)
      // Changes the role as the previous version of the server does.
      const team_id = await firstTeamOf(server, server.admin.email)
      await server.database.unit(async tx => saveRole(tx, { team_id, user_id, role: 'admin' }))
      expect((await person.post('/invitation', join)).status).toBe(404)
      expect((await person.get('/invitation')).status).toBe(404)
      await server.database.unit(async tx => saveRole(tx, { team_id, user_id, role: 'owner' }))
      expect((await person.get('/invitation')).status).toBe(200)
      await admin.get('/team')
      expect((await admin.post('/team/remove', { user_id })).location).toBe('/team?done=removed')
    },
  )

  it.each(['', 'x', 'a'.repeat(43), '%00'])('returns 404 for the token %j', async token => {
    const person = aPerson(server)
    const { status, location } = await person.get(`/invitation?token=${token}`)
    expect(location === '/invitation' ? (await person.get('/invitation')).status : status).toBe(404)
    expect((await aPerson(server).get('/invitation')).status).toBe(404)
  })

  it('requires the owner of an existing account to log in and only accepts that person', async () => {
    const account = await aColleague(server, { email: 'linus@example.net' })
    await aTeamOf(server, account.email, 'Their own')
    await admin.get('/team')
    const own = await aTeamOf(server, server.admin.email, 'Third')
    await admin.post('/team/switch', { team_id: own })
    const path = await anInvitation(account.email)

    const stranger = aPerson(server)
    expect((await opened(stranger, path)).text).toContain('href="/login?next=/invitation"')
    expect((await stranger.post('/invitation', join, { origin: server.url })).status).toBe(403)

    const other = aPerson(server)
    await other.logIn('/mailbox', { email: 'grace@example.net', password: PASSWORD })
    expect((await opened(other, path)).text).toContain('Log out and continue')
    expect((await other.post('/invitation')).status).toBe(404)

    expect((await stranger.logIn('/invitation', account)).location).toBe('/invitation')
    expect((await stranger.get('/invitation')).text).toContain('You are logged in as')
    expect((await stranger.post('/invitation')).location).toBe('/mailbox')
    expect((await stranger.get('/team')).text).toContain('<h1><bdi>Third</bdi></h1>')
    await admin.post('/team/switch', { team_id: await firstTeamOf(server, server.admin.email) })
  })

  it.each([
    ['a short password', { ...join, password: 'short' }, 'at least 10 characters'],
    ['the address as password', { ...join, password: 'Words@Example.net' }, 'must not be the email address'],
    ['no name', { ...join, name: ' ' }, 'Enter a name'],
    ['a name that turns the text around', { ...join, name: 'A\u202Eb' }, 'Enter a name'],
  ])('stays valid after a form with %s', async (_, form, trouble) => {
    const path = await anInvitation('words@example.net')
    const person = aPerson(server)
    await opened(person, path)
    const { status, text } = await person.post('/invitation', form)
    expect([status, text.includes(trouble)]).toEqual([422, true])
    expect(text).not.toContain(form.password)
    expect((await person.get('/invitation')).status).toBe(200)
  })

  it('requires our origin and the CSRF token', async () => {
    const path = await anInvitation('forged@example.net')
    const person = aPerson(server)
    await opened(person, path)
    expect((await person.post('/invitation', join, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await person.post('/invitation', { ...join, form_token: 'wrong' })).status).toBe(403)
    expect((await person.post('/invitation', join)).status).toBe(303)
  })

  it.each([
    ['no address', { email: 'nonsense', role: 'developer' }, '“Email address” is invalid.'],
    ['an address with more', { email: 'a@b.c,d@e.f', role: 'developer' }, '“Email address” is invalid.'],
    ['no role', { email: 'new@example.net', role: 'member' }, 'Select a role.'],
    ['somebody who is here', { email: 'GRACE@example.net', role: 'developer' }, 'is already a member'],
  ])('is not created for %s', async (_, form, trouble) => {
    await admin.get('/team')
    const { status, text } = await admin.post('/team/invite', form)
    expect([status, text.includes(trouble)]).toEqual([422, true])
  })
})

/** Presses the first button of this kind on the team page. */
async function press(action: string): Promise<void> {
  const { text } = await admin.get('/team')
  const form = text.split('<form').find(each => each.includes(`action="${action}"`))!
  const fields = [...form.split('</form>')[0]!.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
  const named = Object.fromEntries(fields.map(([, name, value]) => [name!, value!]))
  expect((await admin.post(action, named)).status).toBe(303)
}

describe('team members', () => {
  it('can be changed only by admins', async () => {
    const account = await aColleague(server, { email: 'plain@example.net' })
    const { user_id } = await aColleague(server, { email: 'other@example.net' })
    const member = aPerson(server)
    await member.logIn('/mailbox', account)
    const { text } = await member.get('/team')
    expect(text).toContain('other@example.net')
    expect(text).not.toMatch(/\/team\/(?:invite|role|withdraw|found)"/)
    const forms: [string, Record<string, string>][] = [
      ['/team/invite', { email: 'friend@example.net', role: 'admin' }],
      ['/team/role', { user_id: account.user_id, role: 'admin' }],
      ['/team/remove', { user_id }],
      ['/team/withdraw', { invitation_id: 'x' }],
      ['/team/found', { name: 'Mine' }],
    ]
    for (const [path, fields] of forms) expect((await member.post(path, fields)).status).toBe(403)
    expect((await admin.get('/team')).text).not.toContain('friend@example.net')
  })

  it('change roles, but one owner remains', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'rises@example.net' })
    await admin.get('/team')
    expect((await admin.post('/team/role', { user_id, role: 'admin' })).location).toBe('/team?done=role')
    const risen = aPerson(server)
    await risen.logIn('/mailbox', account)
    await anInvitation('friend@example.net', 'admin', risen)
    expect((await admin.get('/team')).text).toContain('friend@example.net')
    expect((await admin.post('/team/role', { user_id, role: 'developer' })).status).toBe(303)
    // Invitations that the person sent as an admin are withdrawn.
    expect((await admin.get('/team')).text).not.toContain('friend@example.net')
    const own = /name="user_id" value="([^"]+)"/.exec((await admin.get('/team')).text)![1]!
    for (const [path, fields] of [
      ['/team/role', { user_id: own, role: 'developer' }],
      ['/team/remove', { user_id: own }],
    ] as const) {
      const { status, text } = await admin.post(path, fields)
      expect([status, text.includes('Last owner')]).toEqual([409, true])
    }
    expect((await admin.post('/team/role', { user_id: 'unknown', role: 'developer' })).status).toBe(404)
    expect((await admin.post('/team/role', { user_id, role: 'member' })).status).toBe(400)
  })

  it('lose access to the team immediately when they are removed', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'goes@example.net' })
    const own = await aTeamOf(server, account.email, 'Stays theirs')
    const gone = aPerson(server)
    await gone.logIn('/mailbox', account)
    await gone.post('/team/switch', { team_id: await firstTeamOf(server, server.admin.email) })
    const here = await accessBy(gone, await firstTeamOf(server, server.admin.email))
    const there = await accessBy(gone, own)
    await admin.get('/team')
    expect((await admin.post('/team/remove', { user_id })).location).toBe('/team?done=removed')
    expect((await gone.get('/team')).text).toContain('<h1><bdi>Stays theirs</bdi></h1>')
    expect((await server.call('GET', '/emails', { key: here })).status).toBe(401)
    expect((await server.call('GET', '/emails', { key: there })).status).toBe(200)
    expect((await admin.post('/team/remove', { user_id })).status).toBe(404)
  })

  it('lose all API keys they created when they are removed, except keys that the remover keeps', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'maker@example.net' })
    const maker = aPerson(server)
    await maker.logIn('/api-keys', account)
    const team_id = await firstTeamOf(server, server.admin.email)
    const page = await aKeyOnPage(maker, 'Of the page')
    const by_key = await aKeyWith(page, 'Of a key')
    const token = await accessBy(maker, team_id)
    const by_token = await aKeyWith(token, 'Of a client')
    const by_its_key = await aKeyWith(by_token, 'Of the key of a client')
    const kept = await aKeyWith(page, 'Of the shop')
    const others = await aKeyOnPage(admin, 'Of the admin')
    expect((await admin.get('/api-keys')).text).toMatch(/data-label="Owner"\s*>\s*<div><bdi>maker@example\.net</)

    const { status, text } = await admin.get(`/team/remove/${user_id}`)
    expect(status).toBe(200)
    for (const name of ['Of the page', 'Of a key', 'Of a client', 'Of the key of a client', 'Of the shop'])
      expect(text).toContain(`<bdi>${name}</bdi>`)
    expect(text).toContain('<bdi>Night Mailer</bdi>')
    expect(text).not.toContain('Of the admin')
    const keep = /name="keep" value="([^"]+)" aria-label="Keep as mine: Of the shop"/.exec(text)![1]!
    expect((await admin.post('/team/remove', { user_id, keep })).location).toBe('/team?done=removed')
    for (const ended of [page, by_key, token, by_token, by_its_key]) expect(await statusWith(ended)).toBe(401)
    for (const alive of [kept, others]) expect(await statusWith(alive)).toBe(200)
    const line = server
      .logged()
      .split('\n')
      .findLast(each => each.includes('member removed'))!
    const said = { team_id, user_id, keys_kept: [keep], keys_ended: 4, grants_ended: [expect.any(String)] }
    expect(JSON.parse(line)).toMatchObject(said)
    // The remover is the new owner.
    expect((await admin.get('/api-keys')).text).toMatch(
      /Of the shop<\/bdi>[^]*?data-label="Owner"\s*>\s*<div><bdi>admin@/,
    )
  })

  it('cannot keep keys of others, or their own when they leave', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'leaver@example.net' })
    const leaver = aPerson(server)
    await leaver.logIn('/api-keys', account)
    const own = await aKeyOnPage(leaver, 'Own')
    const foreign = await aKeyOnPage(admin, 'Foreign')
    const ids = [...(await leaver.get('/api-keys')).text.matchAll(/action="\/api-keys\/([\w-]+)\/rename"/g)]
    const { text } = await leaver.get(`/team/remove/${user_id}`)
    expect([text.includes('<bdi>Own</bdi>'), text.includes('name="keep"')]).toEqual([true, false])
    const admin_id = /name="user_id" value="([^"]+)"/.exec((await admin.get('/team')).text)![1]!
    expect((await leaver.get(`/team/remove/${admin_id}`)).status).toBe(403)
    const fields = ids.map(([, id]) => `keep=${id}&end=${id}`).join('&')
    expect((await leaver.send('/team/remove', `user_id=${user_id}&${fields}`)).location).toBe('/mailbox')
    expect([await statusWith(own), await statusWith(foreign)]).toEqual([401, 200])
  })

  it('leave keys without an owner, which the remover may end', async () => {
    const { user_id } = await aColleague(server, { email: 'before@example.net' })
    const keys = ['re_before01_aaaaaaaaaaaaaaaaaaaaaaaa', 're_before02_aaaaaaaaaaaaaaaaaaaaaaaa']
    const team_id = await firstTeamOf(server, server.admin.email)
    for (const key of keys) {
      const named = { name: `Before ${key.slice(3, 11)}`, token: key }
      await server.database.unit(tx => createApiKey({ tx, team_id, now: server.now() }, named))
    }
    const { text } = await admin.get(`/team/remove/${user_id}`)
    const end = /name="end" value="([^"]+)" aria-label="Delete: Before before01"/.exec(text)![1]!
    const owned = await aKeyOnPage(admin, 'Owned')
    const own = /action="\/api-keys\/([\w-]+)\/rename"/.exec((await admin.get('/api-keys')).text)![1]!
    await admin.send('/team/remove', `user_id=${user_id}&end=${end}&end=${own}`)
    for (const [key, status] of [
      [keys[0]!, 401],
      [keys[1]!, 200],
      [owned, 200],
    ] as const)
      expect(await statusWith(key)).toBe(status)
  })

  it('return 404 on the removal page for an unknown member and require a login', async () => {
    expect((await admin.get('/team/remove/unknown')).status).toBe(404)
    expect((await aPerson(server).get('/team/remove/unknown')).location).toContain('/login')
  })

  it('may leave, and then have no access without another team', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'leaves@example.net' })
    const person = aPerson(server)
    await person.logIn('/team', account)
    await person.get('/team')
    expect((await person.post('/team/remove', { user_id })).location).toBe('/mailbox')
    const { status, text } = await person.get('/mailbox')
    expect([status, text.includes('You are not a member of a team')]).toEqual([403, true])
    // They can be invited again.
    const path = await anInvitation(account.email)
    expect((await opened(person, path)).text).toContain('You are logged in as')
    expect((await person.post('/invitation')).location).toBe('/mailbox')
    expect((await person.get('/mailbox')).status).toBe(200)
  })

  it.each(['invite', 'withdraw', 'role', 'remove', 'found', 'switch'])(
    'cannot be changed by /team/%s from another origin or without the CSRF token',
    async action => {
      const fields = { email: 'x@example.net', role: 'developer', name: 'X' }
      await admin.get('/team')
      const path = `/team/${action}`
      expect((await admin.post(path, fields, { origin: 'https://evil.example' })).status).toBe(403)
      expect((await admin.post(path, { ...fields, form_token: 'wrong' })).status).toBe(403)
      expect((await aPerson(server).post(path, fields)).location).toBe('/login?next=/team')
      expect((await admin.get(path)).location).toBe('/team')
    },
  )
})

/** Creates a key on the page. Returns its token. */
async function aKeyOnPage(person: Person, name: string): Promise<string> {
  await person.get('/api-keys')
  await person.post('/api-keys/make', { name, permission: 'full_access' })
  return /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/.exec((await person.get('/api-keys')).text)![0]
}

const aKeyWith = async (key: string, name: string): Promise<string> =>
  (await server.call('POST', '/api-keys', { key, body: { name } })).body.token

const statusWith = async (key: string): Promise<number> => (await server.call('GET', '/emails', { key })).status

/** An access token for a team, approved by this person on the consent page. */
async function accessBy(person: Person, team_id: string): Promise<string> {
  const client_id = await aClient(server)
  const path = `/consent/${await aSealedRequest(server, aRequest(client_id))}`
  await person.get(path)
  const { location } = await person.post(path, { decision: 'approve', team_id })
  const code = new URL(location!).searchParams.get('code')!
  const given = {
    client_id,
    code,
    redirect_uri: 'https://app.example/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  }
  return (await exchange(server, given)).body.access_token
}

describe('the current team', () => {
  it('is selected per session and determines the content of pages', async () => {
    const { email, ...account } = await aColleague(server, { email: 'two@example.net' })
    const second = await aTeamOf(server, email, 'Theirs')
    const person = aPerson(server)
    await person.logIn('/mailbox', { ...account, email })
    await aGrantedClient(server)
    expect((await person.get('/grants')).text).toContain('Night Mailer')
    const { status, location } = await person.post('/team/switch', { team_id: second, next: '/grants' })
    expect([status, location]).toEqual([303, '/grants'])
    expect((await person.get('/grants')).text).not.toContain('Night Mailer')
    expect((await person.get('/team')).text).toContain('<h1><bdi>Theirs</bdi></h1>')
    // Another browser keeps its own selection.
    const other = aPerson(server)
    await other.logIn('/mailbox', { ...account, email })
    expect((await other.get('/team')).text).toContain('<h1><bdi>My team</bdi></h1>')
  })

  it('must be a team of the person', async () => {
    await aColleague(server, { email: 'far@example.net' })
    const foreign = await aTeamOf(server, 'far@example.net', 'Far away')
    await admin.get('/team')
    for (const team_id of [foreign, '', 'x']) {
      expect((await admin.post('/team/switch', { team_id })).status).toBe(403)
    }
    expect((await admin.get('/team')).text).not.toContain('Far away')
  })

  it('redirects only to our own pages after a switch', async () => {
    const team_id = await firstTeamOf(server, server.admin.email)
    await admin.get('/team')
    expect((await admin.post('/team/switch', { team_id, next: '//evil.example' })).location).toBe('/start')
  })

  it('can be a new team', async () => {
    await admin.get('/team')
    expect((await admin.post('/team/found', { name: ' ' })).status).toBe(422)
    expect((await admin.post('/team/found', { name: 'Field <office>' })).location).toBe('/team?done=team')
    const { text } = await admin.get('/team?done=team')
    expect(text).toContain('<h1><bdi>Field &lt;office&gt;</bdi></h1>')
    expect(text).toContain('Team created.')
    await admin.post('/team/switch', { team_id: await firstTeamOf(server, server.admin.email) })
  })
})

describe('team limits', () => {
  const tooMany = 'You can be a member of up to 100 teams. Leave one first.'

  it('a person with 100 teams can neither create nor join another one', async () => {
    const { user_id, ...account } = await aColleague(server, { email: 'many@example.net', role: 'admin' })
    await server.database.unit(async tx => {
      for (let count = 2; count < 100; count++)
        await addTeamForUser(tx, { name: `Number ${count}`, user_id }, time.now())
    })
    const person = aPerson(server)
    await person.logIn('/mailbox', account)
    await person.get('/team')
    expect((await person.post('/team/found', { name: 'The last' })).location).toBe('/team?done=team')
    const refused = await person.post('/team/found', { name: 'One more' })
    expect([refused.status, refused.text.includes(tooMany)]).toEqual([422, true])

    const host = await aColleague(server, { email: 'host@example.net' })
    await aTeamOf(server, host.email, 'Theirs')
    const inviting = aPerson(server)
    await inviting.logIn('/mailbox', host)
    await inviting.get('/mailbox')
    const theirs = (await server.database.read(tx => listTeams(tx, host)))[1]!.id
    await inviting.post('/team/switch', { team_id: theirs })
    const path = await anInvitation(account.email, 'developer', inviting)
    await opened(person, path)
    const { status, text } = await person.post('/invitation')
    expect([status, text.includes(tooMany)]).toEqual([422, true])
    await admin.get('/team')
    expect((await admin.post('/team/remove', { user_id })).location).toBe('/team?done=removed')
    await person.get('/invitation')
    expect((await person.post('/invitation')).location).toBe('/mailbox')
  })

  it('a team has at most 200 members and invitations', async () => {
    const host = await aColleague(server, { email: 'full@example.net' })
    const team_id = await aTeamOf(server, host.email, 'Full')
    await server.database.unit(async tx => {
      for (let count = 2; count < 200; count++) {
        const invited = { team_id, email: `${count}@example.net`, role: 'developer', invited_by: host.user_id } as const
        expect(await createInvitation(tx, invited, time.now())).toHaveProperty('token')
      }
    })
    const person = aPerson(server)
    await person.logIn('/mailbox', host)
    await person.get('/mailbox')
    await person.post('/team/switch', { team_id })
    await anInvitation('last@example.net', 'developer', person)
    const { status, text } = await person.post('/team/invite', { email: 'more@example.net', role: 'developer' })
    expect([status, text.includes('up to 200 members and invitations.')]).toEqual([422, true])
  })
})

describe('the name of a new team', () => {
  beforeAll(async () => {
    for (const client_name of ['Night Ledger', 'Old Ledger']) {
      const described = {
        client_name,
        redirect_uris: ['https://ledger.example/callback'],
        scopes: ['emails:send' as const],
        token_endpoint_auth_method: 'none' as const,
      }
      const { client } = await server.database.unit(tx => server.oauth.addClient(tx, described, time.now()))
      if (client_name === 'Old Ledger') await disableClient(server, client.client_id)
    }
    await aClient(server, { client_name: 'Self made' })
  })

  const teams = async (): Promise<number> => {
    const count = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))
    return (await server.database.read(tx => tx.get(count, {})))!.count
  }

  it.each([
    ['the product', 'The Lettermill team', 'Lettermill'],
    ['the product in other letters', 'L\u0435tt\u0435rmi11', 'Lettermill'],
    ['the client that comes with the server', 'C.l.1', 'CLI'],
    ['a client that the operator vouches for', 'N\u0456ght  ledger', 'Night Ledger'],
    ['one that is disabled', 'old-ledger', 'Old Ledger'],
  ])('is rejected if it resembles %s', async (_, name, imitated) => {
    await admin.get('/team')
    const before = await teams()
    const { status, text } = await admin.post('/team/found', { name })
    expect([status, text.includes(`similar to “${imitated}”`)]).toEqual([422, true])
    expect(await teams()).toBe(before)
  })

  it.each([
    ['a part of a client’s name', 'Ledger'],
    ['the words of ours apart', 'Mill letters'],
    ['the name of a client nobody vouches for', 'Self made'],
  ])('can be %s', async (_, name) => {
    await admin.get('/team')
    const before = await teams()
    expect((await admin.post('/team/found', { name })).location).toBe('/team?done=team')
    expect(await teams()).toBe(before + 1)
  })

  it('does not restrict the names of people', async () => {
    await admin.post('/team/switch', { team_id: await firstTeamOf(server, server.admin.email) })
    const path = await anInvitation('cli@example.net')
    const person = aPerson(server)
    await opened(person, path)
    expect((await person.post('/invitation', { ...join, name: 'Cli' })).status).toBe(303)
  })
})
