// Pages of OAuth clients and grants: list, registration, revocation and permissions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTeamForUser } from '../../src/identity/teams/actions.ts'
import { aClient, aGrantedClient, refresh } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let member: Person
let stranger: Person

beforeAll(async () => {
  server = await startServer()
  const colleague = await aColleague(server, { email: 'member@example.net' })
  // An admin of a team other than the one created at setup.
  const elsewhere = await aTeamOf(server, server.admin.email, 'Elsewhere')
  const leader = await aColleague(server, { email: 'leader@example.net', role: 'admin', team_id: elsewhere })
  ;[admin, member, stranger] = [aPerson(server), aPerson(server), aPerson(server)]
  await admin.logIn()
  await member.logIn('/mailbox', colleague)
  await stranger.logIn('/mailbox', leader)
})
afterAll(() => server.stop())

const reads = async (key: string): Promise<number> => (await server.call('GET', '/emails', { key })).status

describe('grants page', () => {
  it('lists grants with their scopes and ends access when a grant is revoked', async () => {
    const client = await aGrantedClient(server)
    const { text } = await member.get('/grants')
    for (const words of ['<bdi>Night Mailer</bdi>', 'Full access', 'Active', server.admin.email]) {
      expect(text).toContain(words)
    }
    const [, path] = /action="(\/grants\/[\w-]+\/revoke)"/.exec(text)!
    expect(await reads(client.access_token)).toBe(200)
    const { status, location } = await member.post(path!)
    expect([status, location]).toEqual([303, '/grants?done=revoked'])
    expect(await reads(client.access_token)).toBe(401)
    expect((await refresh(server, client)).body.error).toBe('invalid_grant')
    const after = (await member.get(location!)).text
    expect(after).toContain('Access revoked.')
    expect(after).toContain('Revoked in the dashboard')
    expect((await member.post(path!)).status).toBe(404)
  })

  it('hides the grants of another team and returns 404 when revoking one', async () => {
    const client_id = await aClient(server, { client_name: 'Ours alone' })
    const client = await aGrantedClient(server, { client_id })
    const [, path] = /action="(\/grants\/[\w-]+\/revoke)"/.exec((await admin.get('/grants')).text)!
    expect((await stranger.get('/grants')).text).not.toContain('Ours alone')
    const { status, text } = await stranger.post(path!)
    expect([status, text.includes('No such grant')]).toEqual([404, true])
    expect(await reads(client.access_token)).toBe(200)
  })

  it('paginates grants', async () => {
    const client_id = await aClient(server)
    for (let count = 0; count < 26; count++) await aGrantedClient(server, { client_id })
    const { text } = await admin.get('/grants')
    expect(text.split('Active').length - 1).toBe(25)
    const [, older] = /href="(\/grants\?after=[^"]+)"/.exec(text)!
    expect((await admin.get(older!)).status).toBe(200)
    expect((await admin.get('/grants?after=nonsense')).status).toBe(422)
  })
})

describe('clients page', () => {
  const described = {
    client_name: 'Back office',
    redirect_uris: 'https://office.example/callback\r\nhttp://127.0.0.1/callback\r\n',
    scope: 'emails:send',
    token_endpoint_auth_method: 'client_secret_basic',
  }
  const idOf = (text: string): string => /client_id<\/dt>\s*<dd><code>([\w-]+)/.exec(text)![1]!
  const secretOf = (text: string): string => /client_secret<\/dt>\s*<dd><code>([\w-]+)/.exec(text)![1]!

  it('lets an operator register a client and shows its secret once', async () => {
    await admin.get('/clients')
    const { status, location } = await admin.post('/clients', described)
    expect([status, location]).toEqual([303, '/clients'])
    const { text } = await admin.get('/clients')
    const [client_id, secret] = [idOf(text), secretOf(text)]
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect((await admin.get('/clients')).text).not.toContain(secret)
    expect(server.logged()).not.toContain(secret)
    const authorization = `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
    const body = 'grant_type=refresh_token&refresh_token=unknown'
    const known = await server.call('POST', '/oauth/token', { key: null, headers, body })
    expect([known.status, known.body.error]).toEqual([400, 'invalid_grant'])
  })

  it('warns when the name of a new client resembles a team name', async () => {
    const { user_id } = await aColleague(server, { email: 'teams@example.net' })
    await server.database.unit(async tx => {
      // More teams than one batch reads.
      for (let count = 0; count < 600; count++)
        await addTeamForUser(tx, { name: `Number ${count}`, user_id }, server.now())
      await addTeamForUser(tx, { name: 'Night <office>', user_id }, server.now())
    })
    const added = async (client_name: string): Promise<string> => {
      await admin.get('/clients')
      expect((await admin.post('/clients', { ...described, client_name })).location).toBe('/clients')
      return (await admin.get('/clients')).text
    }
    const text = await added('N\u0456ght OFFICE')
    expect(text).toContain('Its name is similar to a team:')
    expect(text).toContain('<bdi class="line">Night &lt;office&gt;</bdi>')
    expect((await admin.get('/clients')).text).not.toContain('is similar to')
    expect(await added('Number')).not.toContain('is similar to')
  })

  it('marks clients of operators as verified and self-registered clients as not verified', async () => {
    const client_id = await aClient(server, { client_name: 'Self made' })
    const rows = (await admin.get('/clients')).text.split('<tr>')
    expect(rows.find(row => row.includes(client_id))).toContain('Not verified')
    expect(rows.find(row => row.includes('Back office'))).toContain('>Verified<')
    const own = rows.find(row => row.includes('7136aa0b-625c-4c9c-8820-e9784c8eb141'))!
    expect([own.includes('>Built in<'), own.includes('erified<')]).toEqual([true, false])
  })

  it.each([
    ['no name', { client_name: ' ' }, 'Missing client_name'],
    [
      'a redirect to a plain page',
      { redirect_uris: 'http://evil.example/' },
      'Each of the redirect_uris with http must have',
    ],
    ['no redirect', { redirect_uris: '\r\n' }, 'The redirect_uris must be a list of 1 to 10 URIs.'],
    ['an unknown scope', { scope: 'everything' }, 'Select at least one scope.'],
    ['an unknown method', { token_endpoint_auth_method: 'private_key_jwt' }, 'Select an authentication method'],
  ])('rejects a client with %s', async (_, changed, trouble) => {
    await admin.get('/clients')
    const { status, text } = await admin.post('/clients', { ...described, client_name: 'Faulty', ...changed })
    expect(status).toBe(422)
    expect(text).toContain(trouble)
    expect(text).toContain('office.example')
    expect((await admin.get('/clients')).text).not.toContain('<bdi>Faulty</bdi>')
  })

  it('disables a client, which ends its grants, and enables it again', async () => {
    const client = await aGrantedClient(server)
    await admin.get('/clients')
    const { location } = await admin.post(`/clients/${client.client_id}/disable`)
    expect((await admin.get(location!)).text).toContain('OAuth client disabled')
    expect(await reads(client.access_token)).toBe(401)
    expect((await admin.post(`/clients/${client.client_id}/disable`)).status).toBe(404)
    expect((await admin.post(`/clients/${client.client_id}/enable`)).status).toBe(303)
    expect((await admin.post('/clients/unknown/enable')).status).toBe(404)
  })

  it.each([
    ['a member', () => member],
    ['an admin of another team', () => stranger],
  ])('returns 403 to %s', async (_, who) => {
    const person = who()
    const client_id = await aClient(server)
    const shown = await person.get('/clients')
    expect([shown.status, shown.text.includes('Operators only')]).toEqual([403, true])
    expect((await person.get('/account')).text).not.toContain('href="/clients"')
    expect((await person.post('/clients', { ...described, client_name: 'Sneaked in' })).status).toBe(403)
    expect((await person.post(`/clients/${client_id}/disable`)).status).toBe(403)
    expect((await admin.get('/clients')).text).not.toContain('Sneaked in')
    const row = (await admin.get('/clients')).text.split('<tr>').find(text => text.includes(client_id))
    expect(row).not.toContain('Disabled')
  })
})

describe('forms of the clients and grants pages', () => {
  it.each(['/clients', '/clients/x/disable', '/clients/x/enable', '/grants/x/revoke'])(
    '%s requires our origin, a session and its CSRF token',
    async path => {
      const nobody = aPerson(server)
      await admin.get('/clients')
      expect((await admin.post(path, {}, { origin: 'https://evil.example' })).status).toBe(403)
      expect((await admin.post(path, { form_token: 'wrong' })).status).toBe(403)
      expect((await nobody.post(path)).location).toMatch(/^\/login\?next=\/(?:clients|grants)$/)
      if (path !== '/clients') expect((await admin.get(path)).location).toBe(`/${path.split('/')[1]}`)
    },
  )
})
