// An API key that a client created with its access token belongs to the client: the key shows the grant and ends with
// it, however the grant ends, unless the user who revokes the grant chooses to keep it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import {
  type GrantedClient,
  aClient,
  aCode,
  aGrantedClient,
  anApprover,
  disableClient,
  exchange,
  refresh,
  sendForm,
} from '../../support/oauth.ts'
import { type Person, aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
let person: Person
beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

interface Key {
  id: string
  token: string
}

interface Listed {
  id: string
  name: string
  grant_id: string | null
}

async function aKeyBy(key: string, name = 'Made by a client'): Promise<Key> {
  const { status, body } = await server.call('POST', '/api-keys', { key, body: { name } })
  expect(status).toBe(201)
  return body
}

const works = async ({ token }: Key): Promise<boolean> =>
  (await server.call('GET', '/emails', { key: token })).status === 200
const listed = async ({ id }: Key): Promise<Listed | undefined> =>
  (await server.call('GET', '/api-keys')).body.data.find((item: Listed) => item.id === id)

/** Returns the newest grant of the team. */
async function newestGrant(): Promise<string> {
  return (await server.call('GET', '/oauth/grants?limit=1')).body.data[0].id
}

describe('a key that a client created', () => {
  it('shows its grant in the list, and a key that a member created shows none', async () => {
    const { access_token } = await aGrantedClient(server)
    const [theirs, own] = [await aKeyBy(access_token), await aKeyBy(server.key)]
    expect((await listed(theirs))!.grant_id).toBe(await newestGrant())
    expect((await listed(own))!.grant_id).toBeNull()
  })

  it('creates keys that also belong to the client', async () => {
    const { access_token } = await aGrantedClient(server)
    const first = await aKeyBy(access_token)
    const second = await aKeyBy(first.token)
    expect((await listed(second))!.grant_id).toBe(await newestGrant())
    await server.call('DELETE', `/oauth/grants/${await newestGrant()}`)
    expect([await works(first), await works(second)]).toEqual([false, false])
  })

  const endings: [string, (client: GrantedClient) => Promise<unknown>][] = [
    ['the API', async () => server.call('DELETE', `/oauth/grants/${await newestGrant()}`)],
    [
      'the client itself',
      ({ client_id, refresh_token: token }) => sendForm(server, '/oauth/revoke', { client_id, token }),
    ],
    [
      'a reused refresh token',
      async client => {
        await refresh(server, client)
        time.forward(61_000)
        return refresh(server, client)
      },
    ],
    [
      'a password change',
      async () => {
        const { user_id } = await anApprover(server)
        return server.database.unit(tx => server.oauth.revokeGrantsOfUser(tx, user_id, time.now()))
      },
    ],
  ]
  it.each(endings)('ends with the grant, ended by %s', async (_, end) => {
    const client = await aGrantedClient(server)
    const [theirs, own] = [await aKeyBy(client.access_token), await aKeyBy(server.key)]
    expect(await works(theirs)).toBe(true)
    await end(client)
    expect([await works(theirs), await listed(theirs)]).toEqual([false, undefined])
    expect(await works(own)).toBe(true)
  })

  it('ends with the grant, ended by a reused code', async () => {
    const code = await aCode(server, { client_id: await aClient(server) })
    const { body } = await exchange(server, code)
    const theirs = await aKeyBy(body.access_token)
    expect((await exchange(server, code)).body.error).toBe('invalid_grant')
    expect(await works(theirs)).toBe(false)
  })

  it('is rejected while its client is disabled', async () => {
    const client = await aGrantedClient(server)
    const theirs = await aKeyBy(client.access_token)
    await disableClient(server, client.client_id)
    expect(await works(theirs)).toBe(false)
    await server.database.unit(tx => server.oauth.enableClient(tx, client.client_id, time.now()))
    expect(await works(theirs)).toBe(true)
  })
})

describe('the page of the grants', () => {
  async function aShownGrant(): Promise<{ path: string; theirs: Key; row: string }> {
    const { access_token } = await aGrantedClient(server)
    const theirs = await aKeyBy(access_token)
    const path = `/grants/${await newestGrant()}/revoke`
    const row = (await person.get('/grants')).text.split('<tr>').find(text => text.includes(path))!
    return { path, theirs, row }
  }

  it('offers to delete the keys and deletes them by default', async () => {
    const { path, theirs, row } = await aShownGrant()
    expect(row).toContain('Created one API key')
    expect(row).toMatch(/<input type="checkbox" name="remove_keys" value="yes" checked \/>/)
    await person.post(path, { keys_asked: 'yes', remove_keys: 'yes' })
    expect(await works(theirs)).toBe(false)
  })

  it('keeps the keys if the box is unchecked, and confirms it', async () => {
    const { path, theirs } = await aShownGrant()
    await person.post(path, { keys_asked: 'yes' })
    expect(await works(theirs)).toBe(true)
    expect((await listed(theirs))!.grant_id).not.toBeNull()
    expect((await person.get('/grants')).text).toContain('Created one API key, still valid.')
  })

  it('asks nothing about a client without keys', async () => {
    await aGrantedClient(server)
    const path = `/grants/${await newestGrant()}/revoke`
    const row = (await person.get('/grants')).text.split('<tr>').find(text => text.includes(path))!
    expect(row).not.toContain('remove_keys')
  })
})
