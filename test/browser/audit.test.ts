// Audit events: each form that changes access or settings creates an event, and the page lists them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGES } from '../../src/interfaces/dashboard/routes.ts'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { createInvitation } from '../../src/identity/teams/invitations/actions.ts'
import { activateKeys, allAuditEvents, auditEventsOf } from '../support/audit.ts'
import { command } from '../support/commands.ts'
import { aGrantedClient } from '../support/oauth.ts'
import { type Person, type PageSeen, aConsentRequest, aPerson } from '../support/pages.ts'
import { type App, appWith, withFactor } from '../support/totp.ts'
import {
  type Authenticator,
  anAuthenticator,
  passkeyOptionsIn,
  requestPasskeyOptions,
  withPasskey,
} from '../support/passkeys.ts'
import { type Account, aColleague, firstTeamOf } from '../support/people.ts'
import { type TestProvider, aProvider } from '../support/provider.ts'
import { type TestServer, aTeam, anAddress, startServer } from '../support/server.ts'

let server: TestServer
let provider: TestProvider
let admin: Person
let stranger: string
beforeAll(async () => {
  provider = await aProvider(() => new Date())
  server = await startServer(provider.settings, { isolated: true })
  stranger = (await aTeam(server, 'Stranger')).team_id
  admin = aPerson(server)
  await admin.logIn('/account')
  await admin.get('/account')
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

/** First path segments of the pages that change access or settings. */
const FOLDERS = [
  'account',
  'api-keys',
  'clients',
  'consent',
  'delivery',
  'domains',
  'grants',
  'invitation',
  'login',
  'team',
  'two-factor',
]
/** Forms on these pages that change only the view of one person. */
const OWN_VIEW = ['POST /team/switch', 'POST /two-factor/begin', 'POST /account/passkeys/begin']

let count = 0
const aName = (): string => `number${++count}.example`
const post = (path: string, fields: Record<string, string> = {}): Promise<PageSeen> => admin.post(path, fields)
const aKey = async (): Promise<string> => (await server.call('POST', '/api-keys', { body: { name: 'Shop' } })).body.id
const aDomain = async (): Promise<string> =>
  (await server.call('POST', '/domains', { body: { name: aName() } })).body.id
const aPause = async (): Promise<string> =>
  (await server.call('POST', '/delivery/pauses', { body: { scope: 'destination', name: aName() } })).body.id
const aColleagueId = async (): Promise<string> =>
  (await aColleague(server, { email: `colleague${++count}@example.net` })).user_id

async function claim(): Promise<PageSeen> {
  const name = aName()
  await server.database.unit(tx => addVerifiedDomain(tx, { team_id: stranger, name }, new Date('2026-01-01')))
  return post('/domains/claim', { name })
}

/** Creates an invitation. Returns its address, token and id. */
async function anInvitation(): Promise<{ email: string; token: string; id: string }> {
  const email = `new${++count}@example.net`
  const team_id = await firstTeamOf(server, server.admin.email)
  const rows = await allAuditEvents(server)
  const invited_by = rows.find(({ action }) => action === 'session.started')!.actor_id!
  const invitation = { team_id, email, role: 'developer', invited_by } as const
  const made = await server.database.unit(tx => createInvitation(tx, invitation, server.now()))
  const { object_id: id } = (await allAuditEvents(server)).findLast(({ action }) => action === 'invitation.created')!
  return { email, id: id!, token: (made as { token: string }).token }
}

async function join(): Promise<PageSeen> {
  const { token } = await anInvitation()
  const newcomer = aPerson(server)
  await newcomer.get(`/invitation?token=${token}`)
  await newcomer.get('/invitation')
  return newcomer.post('/invitation', { name: 'New', password: 'a long enough password' })
}

const DESCRIBED = {
  client_name: 'Ledger',
  redirect_uris: 'https://ledger.example/callback',
  scope: 'full_access',
  token_endpoint_auth_method: 'none',
}
async function aClientOfOperator(): Promise<string> {
  const { headers } = await post('/clients', DESCRIBED)
  return (await auditEventsOf(server, headers))[0]!.object_id!
}

async function disable(id: string): Promise<PageSeen> {
  return post(`/clients/${id}/disable`)
}

async function aProtected(): Promise<Account & { person: Person; app: App; codes: string[] }> {
  const account = await aColleague(server, { email: `factor${++count}@example.net` })
  const person = aPerson(server)
  await person.logIn('/account', account)
  return { ...account, person, ...(await withFactor(person, account.password, server.now())) }
}

async function aKeyHolder(): Promise<Account & { person: Person; authenticator: Authenticator }> {
  const account = await aColleague(server, { email: `passkey${++count}@example.net` })
  const person = aPerson(server)
  await person.logIn('/account', account)
  const authenticator = anAuthenticator(server.url)
  await withPasskey(person, account.password, authenticator)
  return { ...account, person, authenticator }
}

/** Per form: the actions of the expected audit events, and a function that submits the form. */
const FORMS: Record<string, [actions: string[], act: () => Promise<PageSeen>]> = {
  'POST /login': [['session.started'], () => aPerson(server).logIn()],
  'POST /login/code': [
    ['session.started'],
    async () => {
      const { codes, ...account } = await aProtected()
      const person = aPerson(server)
      await person.logIn('/account', account)
      await person.get('/login/code')
      return person.post('/login/code', { code: codes[0]! })
    },
  ],
  'POST /login/passkey': [
    ['session.started'],
    async () => {
      const { authenticator } = await aKeyHolder()
      const person = aPerson(server)
      return person.post('/login/passkey', authenticator.get(passkeyOptionsIn((await person.get('/login')).text)))
    },
  ],
  'POST /login/provider/confirm': [
    ['member.password_reset', 'member.provider_linked', 'session.started'],
    async () => {
      const { email } = await aColleague(server, { email: `provider${++count}@example.net` })
      provider.person = { sub: email, email, email_verified: true }
      const person = aPerson(server)
      await person.get(provider.answer((await person.get('/login/provider')).location!))
      await person.get('/login/provider/confirm')
      return person.post('/login/provider/confirm', { remove_access: 'yes' })
    },
  ],
  'POST /account/passkeys/add': [
    ['member.passkey_added'],
    async () => {
      const { person, password } = await aKeyHolder()
      const fields = anAuthenticator(server.url).create(await requestPasskeyOptions(person, password))
      return person.post('/account/passkeys/add', { ...fields, name: 'Phone' })
    },
  ],
  'POST /account/passkeys/remove': [
    ['member.passkey_removed'],
    async () => {
      const { person, password, authenticator } = await aKeyHolder()
      return person.post('/account/passkeys/remove', { credential_id: authenticator.id, password })
    },
  ],
  'POST /account/provider/remove': [
    ['member.provider_removed'],
    async () => {
      const { email } = await aColleague(server, { email: `provider${++count}@example.net`, is_verified: true })
      provider.person = { sub: email, email, email_verified: true }
      const person = aPerson(server)
      await person.get(provider.answer((await person.get('/login/provider')).location!))
      await person.get('/account')
      return person.post('/account/provider/remove')
    },
  ],
  'POST /two-factor/confirm': [
    ['member.factor_added'],
    async () => {
      const account = await aColleague(server, { email: `factor${++count}@example.net` })
      const person = aPerson(server)
      await person.logIn('/account', account)
      await person.get('/two-factor')
      await person.post('/two-factor/begin', { password: account.password })
      const app = appWith((await person.get('/two-factor')).text)
      return person.post('/two-factor/confirm', { code: app.code(server.now()) })
    },
  ],
  'POST /two-factor/codes': [
    ['member.recovery_codes_made'],
    async () => {
      const { person, codes } = await aProtected()
      return person.post('/two-factor/codes', { code: codes[0]! })
    },
  ],
  'POST /two-factor/remove': [
    ['member.factor_removed'],
    async () => {
      const { person, codes } = await aProtected()
      return person.post('/two-factor/remove', { code: codes[0]! })
    },
  ],
  'POST /team/two-factors': [['team.updated'], () => post('/team/two-factors', { needed: 'no' })],
  'POST /account/password': [
    ['member.password_changed'],
    async () => {
      const { email, password } = await aColleague(server, { email: `changes${++count}@example.net` })
      const person = aPerson(server)
      await person.logIn('/account', { email, password })
      await person.get('/account')
      const [new_password, new_password_again] = ['another long password', 'another long password']
      return person.post('/account/password', { old_password: password, new_password, new_password_again })
    },
  ],
  'POST /account/sessions/end': [
    ['session.ended'],
    async () => {
      const account = await aColleague(server, { email: `twice${++count}@example.net` })
      const [here, there] = [aPerson(server), aPerson(server)]
      for (const person of [here, there]) await person.logIn('/account', account)
      const [, session] = /name="session" value="([^"]+)"/.exec((await here.get('/account')).text)!
      return here.post('/account/sessions/end', { session: session! })
    },
  ],
  'POST /account/log-out-everywhere': [
    ['session.ended_everywhere'],
    async () => {
      const person = aPerson(server)
      await person.logIn('/account', await aColleague(server, { email: `leaves${++count}@example.net` }))
      await person.get('/account')
      return person.post('/account/log-out-everywhere')
    },
  ],
  'POST /api-keys/make': [['api_key.created'], () => post('/api-keys/make', { name: 'A', permission: 'full_access' })],
  'POST /api-keys/:id/rename': [
    ['api_key.updated'],
    async () => post(`/api-keys/${await aKey()}/rename`, { name: 'B' }),
  ],
  'POST /api-keys/:id/restrict': [['api_key.updated'], async () => post(`/api-keys/${await aKey()}/restrict`)],
  'POST /api-keys/:id/delete': [['api_key.deleted'], async () => post(`/api-keys/${await aKey()}/delete`)],
  'POST /clients': [['oauth_client.created'], () => post('/clients', DESCRIBED)],
  'POST /clients/:id/disable': [['oauth_client.disabled'], async () => disable(await aClientOfOperator())],
  'POST /clients/:id/enable': [
    ['oauth_client.enabled'],
    async () => {
      const id = await aClientOfOperator()
      await disable(id)
      return post(`/clients/${id}/enable`)
    },
  ],
  'POST /consent/:sealed': [
    ['oauth_grant.approved'],
    async () => {
      const path = await aConsentRequest(server)
      await admin.get(path)
      return post(path, { decision: 'approve' })
    },
  ],
  'POST /delivery/pause': [
    ['delivery_pause.created'],
    () => post('/delivery/pause', { scope: 'destination', name: aName() }),
  ],
  'POST /delivery/pauses/:id/end': [
    ['delivery_pause.deleted'],
    async () => post(`/delivery/pauses/${await aPause()}/end`),
  ],
  'POST /domains/add': [['domain.added'], () => post('/domains/add', { name: aName() })],
  'POST /domains/claim': [['domain.claimed'], claim],
  'POST /domains/:id/settings': [
    ['domain.updated'],
    async () => post(`/domains/${await aDomain()}/settings`, { sending: 'on', tls: 'enforced' }),
  ],
  'POST /domains/:id/verify': [['domain.verification_started'], async () => post(`/domains/${await aDomain()}/verify`)],
  'POST /domains/:id/verify-claim': [
    ['domain.verification_started'],
    async () => {
      const [, id] = /domains\/([\w-]+)/.exec((await claim()).location!)!
      return post(`/domains/${id}/verify-claim`)
    },
  ],
  'POST /domains/:id/rotate-dkim': [
    ['domain.keys_rotated'],
    async () => {
      const id = await aDomain()
      await activateKeys(server, id)
      return post(`/domains/${id}/rotate-dkim`)
    },
  ],
  'POST /domains/:id/remove': [['domain.deleted'], async () => post(`/domains/${await aDomain()}/remove`)],
  'POST /grants/:id/revoke': [
    ['oauth_grant.revoked'],
    async () => {
      await aGrantedClient(server)
      return post(`/grants/${(await server.call('GET', '/oauth/grants?limit=1')).body.data[0].id}/revoke`)
    },
  ],
  'POST /invitation': [['member.joined'], join],
  'POST /team/names': [['team.updated'], () => post('/team/names', { name: `Team ${++count}`, time_zone: 'UTC' })],
  'POST /team/invite': [
    ['invitation.created'],
    () => post('/team/invite', { email: `new${++count}@example.net`, role: 'developer' }),
  ],
  'POST /team/withdraw': [
    ['invitation.deleted'],
    async () => post('/team/withdraw', { invitation_id: (await anInvitation()).id }),
  ],
  'POST /team/role': [
    ['member.updated'],
    async () => post('/team/role', { user_id: await aColleagueId(), role: 'admin' }),
  ],
  'POST /team/remove': [['member.removed'], async () => post('/team/remove', { user_id: await aColleagueId() })],
  'POST /team/found': [
    ['team.created'],
    async () => {
      const team_id = await firstTeamOf(server, server.admin.email)
      const seen = await post('/team/found', { name: `Founded ${++count}` })
      await post('/team/switch', { team_id })
      return seen
    },
  ],
  'POST /contacts/:id/erase': [
    ['contact.erased'],
    async () => {
      const { id } = (await server.call('POST', '/contacts', { body: { email: 'gone@example.net' } })).body
      return post(`/contacts/${id}/erase`)
    },
  ],
  'GET /contacts/:id/export': [
    ['contact.exported'],
    async () => {
      const { id } = (await server.call('POST', '/contacts', { body: { email: 'taken@example.net' } })).body
      return admin.get(`/contacts/${id}/export`)
    },
  ],
  'GET /contacts/export': [['contact.list_exported'], () => admin.get('/contacts/export')],
}

describe('forms that change access or settings', () => {
  it('all have a test', () => {
    const forms = PAGES.filter(({ method, path }) => method === 'POST' && FOLDERS.includes(path.split('/')[1]!))
    const wanted = forms.map(({ path }) => `POST ${path}`).filter(form => !OWN_VIEW.includes(form))
    expect(Object.keys(FORMS)).toEqual(expect.arrayContaining(wanted))
  })

  it.each(Object.entries(FORMS))('%s creates an audit event with its actor', async (_, [actions, act]) => {
    const { status, headers } = await act()
    expect(status).toBeLessThan(400)
    const rows = await auditEventsOf(server, headers)
    expect([...new Set(rows.map(({ action }) => action))]).toEqual(actions)
    expect(rows.map(({ actor_type, actor_id }) => [actor_type, actor_id !== null])).toEqual(
      rows.map(() => ['person', true]),
    )
  })
})

describe('a member who leaves', () => {
  it('creates an audit event for each deleted key and grant and for each key handed over', async () => {
    const email = `departs${++count}@example.net`
    const account = await aColleague(server, { email })
    const person = aPerson(server)
    await person.logIn('/api-keys', account)
    await person.get('/api-keys')
    const made = async (name: string): Promise<string> => {
      const { headers } = await person.post('/api-keys/make', { name, permission: 'full_access' })
      return (await auditEventsOf(server, headers))[0]!.object_id!
    }
    const [kept] = [await made('Kept'), await made('Ends')]
    const { headers } = await post('/team/remove', { user_id: account.user_id, keep: kept })
    const rows = await auditEventsOf(server, headers)
    expect(rows.map(({ action, object_name }) => `${action} ${object_name}`)).toEqual([
      `member.removed ${email}`,
      'api_key.handed_over Kept',
      'api_key.deleted Ends',
    ])
  })

  it('creates a member.left event when members remove themselves', async () => {
    const account = await aColleague(server, { email: `goes${++count}@example.net` })
    const person = aPerson(server)
    await person.logIn('/team', account)
    await person.get('/team')
    const { headers } = await person.post('/team/remove', { user_id: account.user_id })
    expect((await auditEventsOf(server, headers)).map(({ action }) => action)).toEqual(['member.left'])
  })
})

describe('failed logins', () => {
  it('create one event for repeated failures, with the server as the actor', async () => {
    const account = await aColleague(server, { email: `guessed${++count}@example.net` })
    const headers = anAddress()
    const guess = aPerson(server)
    for (let tries = 0; tries < 12; tries++) {
      await guess.get('/login')
      await guess.post('/login', { email: account.email, password: 'wrong wrong' }, { origin: server.url, ...headers })
    }
    const rows = (await allAuditEvents(server)).filter(({ object_id }) => object_id === account.user_id)
    const refused = rows.filter(({ action }) => action === 'session.refused')
    expect(refused).toMatchObject([{ actor_type: 'server', actor_id: null, ip: headers['x-forwarded-for'] }])
  })

  it('create no event for an address without an account', async () => {
    const before = (await allAuditEvents(server)).length
    const guess = aPerson(server)
    for (let tries = 0; tries < 12; tries++) {
      await guess.get('/login')
      const headers = { origin: server.url, 'x-forwarded-for': '10.200.0.1' }
      await guess.post('/login', { email: 'no-one@example.net', password: 'wrong wrong' }, headers)
    }
    expect((await allAuditEvents(server)).length).toBe(before)
  })
})

it('records the name of a command as the actor', async () => {
  const { email } = await aColleague(server, { email: `forgets${++count}@example.net` })
  const env = { DATA_DIR: server.data_dir, DATABASE_URL: server.database_url }
  expect(await command(env, 'password:reset', email)).toMatchObject({ code: 0 })
  expect(await command(env, 'keys:rotate')).toMatchObject({ code: 0 })
  const rows = (await allAuditEvents(server)).slice(-2)
  expect(rows.map(({ action, actor_type, actor_name }) => `${action} ${actor_type} ${actor_name}`)).toEqual([
    'member.password_reset command password:reset',
    'oauth_key.rotated command keys:rotate',
  ])
})

describe('audit page', () => {
  it('shows actor and action and filters by action, actor and object', async () => {
    const { headers } = await post('/api-keys/make', { name: 'Seen <b>', permission: 'full_access' })
    const { object_id, actor_id } = (await auditEventsOf(server, headers))[0]!
    const { text } = await admin.get('/audit-events')
    expect(text).toContain(`<bdi>${server.admin.email}</bdi> created the API key`)
    expect(text).toContain('<bdi>Seen &lt;b&gt;</bdi>')
    const found = await admin.get(`/audit-events?action=api_key.created&actor_id=${actor_id}&object_id=${object_id}`)
    expect(found.text.match(/created the API key/g)).toHaveLength(1)
    expect(found.text).toContain(`/audit-events/export?action=api_key.created&amp;actor_id=${actor_id}`)
    expect((await admin.get(`/audit-events?object_id=${stranger}`)).text).toContain('No matching audit events.')
    expect((await admin.get('/audit-events?action=nothing')).text).toContain('created the API key')
  })

  it('links to older events', async () => {
    const [, older] = /href="(\/audit-events\?after=[^"]+)" class="older"/.exec(
      (await admin.get('/audit-events')).text,
    )!
    expect((await admin.get(older!)).text).toMatch(/href="\/audit-events\?before=/)
  })

  it('exports the filtered events as CSV', async () => {
    const { text, headers } = await admin.get('/audit-events/export?action=team.updated')
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
    const lines = text.trimEnd().split('\r\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines.slice(1)) expect(line).toContain(',team.updated,person,')
  })

  it('hides the events of another team', async () => {
    const other = aPerson(server)
    const email = 'Elsewhere@example.net'
    await other.logIn('/audit-events', await aColleague(server, { email: email.toLowerCase(), team_id: stranger }))
    const { text } = await other.get('/audit-events?action=api_key.created')
    expect(text).toContain('created the API key')
    expect(text).not.toContain('Seen &lt;b&gt;')
  })
})
