// Roles: the permissions that a person can grant to keys and applications, and what happens to them after a role
// change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/identity/teams/roles.ts'
import { aClient, aCode, exchange, refresh } from '../support/oauth.ts'
import { type Person, aConsentRequest, aPerson } from '../support/pages.ts'
import { type Account, aColleague } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let owner: Person
beforeAll(async () => {
  server = await startServer()
  owner = aPerson(server)
  await owner.logIn()
  await owner.get('/team')
})
afterAll(() => server.stop())

let count = 0
async function one(role: Role): Promise<Account & { person: Person }> {
  const account = await aColleague(server, { email: `${role}${++count}@example.net`, role })
  const person = aPerson(server)
  await person.logIn('/account', account)
  await person.get('/account')
  return { ...account, person }
}

const become = async (user_id: string, role: Role, by = owner): Promise<number> =>
  (await by.post('/team/role', { user_id, role })).status

async function keyOf(person: Person, permission: string): Promise<string> {
  expect((await person.post('/api-keys/make', { name: 'Shop', permission })).location).toBe('/api-keys')
  return /<code class="secret">([^<]+)</.exec((await person.get('/api-keys')).text)![1]!
}

const reads = async (key: string): Promise<number> => (await server.call('GET', '/emails', { key })).status
const mail = { from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hello' }
const sends = async (key: string): Promise<number> => (await server.call('POST', '/emails', { key, body: mail })).status

describe('API keys', () => {
  it('of a marketer can only send', async () => {
    const { person } = await one('marketer')
    const { text } = await person.get('/api-keys')
    expect(text).toContain('value="sending_access"')
    expect(text).not.toContain('value="full_access"')
    const refused = await person.post('/api-keys/make', { name: 'Shop', permission: 'full_access' })
    expect([refused.status, refused.text.includes('can only create keys with sending access')]).toEqual([422, true])
    const key = await keyOf(person, 'sending_access')
    expect([await sends(key), await reads(key)]).toEqual([200, 401])
  })

  it('lose permissions immediately when the role of their creator is reduced', async () => {
    const { person, user_id } = await one('developer')
    const key = await keyOf(person, 'full_access')
    expect([await sends(key), await reads(key)]).toEqual([200, 200])
    expect(await become(user_id, 'marketer')).toBe(303)
    expect([await sends(key), await reads(key)]).toEqual([200, 401])
    expect((await person.get('/webhooks')).status).toBe(403)
    expect(await become(user_id, 'viewer')).toBe(303)
    expect([await sends(key), await reads(key)]).toEqual([401, 401])
    expect((await person.post('/contacts/add', { email: 'new@example.net' })).status).toBe(403)
    expect((await person.get('/contacts')).text).toContain('Your role is viewer')
  })
})

describe('applications', () => {
  const codeOf = async (account: Account): ReturnType<typeof aCode> => {
    const client_id = await aClient(server)
    return aCode({ ...server, admin: { ...server.admin, email: account.email } }, { client_id })
  }

  it('receive only permission to send from a marketer and none from a viewer', async () => {
    for (const [role, shown, status] of [
      ['marketer', 'Send emails', 303],
      ['viewer', 'Your role cannot give this access.', 403],
    ] as const) {
      const { person } = await one(role)
      const path = await aConsentRequest(server)
      const { text } = await person.get(path)
      expect([text.includes(shown), text.includes('Full access')]).toEqual([true, false])
      expect((await person.post(path, { decision: 'approve' })).status).toBe(status)
    }
  })

  it('lose access when the role is reduced, including codes not exchanged yet', async () => {
    const developer = await one('developer')
    const taken = await codeOf(developer)
    const { body } = await exchange(server, taken)
    const waiting = await codeOf(developer)
    expect(await reads(body.access_token)).toBe(200)
    expect(await become(developer.user_id, 'viewer')).toBe(303)
    expect(await reads(body.access_token)).toBe(401)
    expect((await refresh(server, { ...taken, refresh_token: body.refresh_token })).status).toBe(400)
    expect((await exchange(server, waiting)).status).toBe(400)
  })
})

describe('owners', () => {
  it('are appointed, changed and removed by owners only', async () => {
    const { person: admin, user_id } = await one('admin')
    const second = await one('owner')
    const other = await one('developer')
    await admin.get('/team')
    expect(await become(other.user_id, 'owner', admin)).toBe(403)
    expect(await become(second.user_id, 'developer', admin)).toBe(403)
    expect((await admin.post('/team/remove', { user_id: second.user_id })).status).toBe(403)
    const { status } = await admin.post('/team/invite', { email: 'boss@example.net', role: 'owner' })
    expect(status).toBe(422)
    expect(await become(user_id, 'owner')).toBe(303)
    expect(await become(second.user_id, 'developer', admin)).toBe(303)
  })
})
