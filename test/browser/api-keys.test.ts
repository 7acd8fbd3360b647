// The API keys page: create, show once, rename, restrict and delete.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGrantedClient } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = aPerson(server)
  await admin.logIn('/api-keys')
})
afterAll(() => server.stop())

const TOKEN = /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/

/** Creates a key on the page. Returns its token and id. */
async function aKey(person: Person, name: string, permission = 'full_access'): Promise<{ token: string; id: string }> {
  await person.get('/api-keys')
  const { status, location } = await person.post('/api-keys/make', { name, permission })
  expect([status, location]).toEqual([303, '/api-keys'])
  const { text } = await person.get('/api-keys')
  const [, id] = /action="\/api-keys\/([\w-]+)\/rename"/.exec(text)!
  return { token: TOKEN.exec(text)![0], id: id! }
}

const status = async (key: string, path = '/contacts'): Promise<number> =>
  (await server.call('GET', path, { key })).status

describe('creating a key', () => {
  it('shows a working key once', async () => {
    const { token } = await aKey(admin, 'Shop <b>')
    const { text, headers } = await admin.get('/api-keys')
    expect(text).not.toMatch(TOKEN)
    expect(text).toContain('<bdi>Shop &lt;b&gt;</bdi>')
    expect(text).toContain('<div>Never</div>')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await status(token)).toBe(200)
    expect((await admin.get('/api-keys')).text).toMatch(/data-label="Last used"\s*>\s*<div><time/)
    expect(server.logged()).not.toContain(token)
  })

  it('does not show the new key to another member', async () => {
    const colleague = aPerson(server)
    await colleague.logIn('/api-keys', await aColleague(server, { email: 'onlooker@example.net' }))
    await admin.get('/api-keys')
    await admin.post('/api-keys/make', { name: 'Mine', permission: 'full_access' })
    expect((await colleague.get('/api-keys')).text).not.toMatch(TOKEN)
    expect((await admin.get('/api-keys')).text).toMatch(TOKEN)
  })

  it('creates a key that can only send', async () => {
    const { token } = await aKey(admin, 'Sender', 'sending_access')
    expect(await status(token)).toBe(401)
    const body = { from: 'a@example.com', to: 'b@example.com', subject: 'S', text: 'T' }
    expect((await server.call('POST', '/emails', { key: token, body })).status).toBe(200)
  })

  it.each(['', '   ', 'x'.repeat(51), '🙂'.repeat(51)])('requires a valid name (%#)', async name => {
    await admin.get('/api-keys')
    const refused = await admin.post('/api-keys/make', { name, permission: 'sending_access' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter a name of up to 50 characters.')
    expect(refused.text).toMatch(/value="sending_access" checked/)
    expect(refused.text).not.toMatch(TOKEN)
  })

  it('counts an emoji as one character of the name', async () => {
    const { id } = await aKey(admin, '🙂'.repeat(50))
    expect((await admin.post(`/api-keys/${id}/delete`)).status).toBe(303)
  })

  it('returns 400 for an unknown permission', async () => {
    await admin.get('/api-keys')
    expect((await admin.post('/api-keys/make', { name: 'X', permission: 'root' })).status).toBe(400)
  })
})

describe('an API key', () => {
  it('is renamed and keeps working', async () => {
    const { id, token } = await aKey(admin, 'Before')
    expect((await admin.post(`/api-keys/${id}/rename`, { name: ' After ' })).location).toBe('/api-keys?done=renamed')
    expect((await admin.get('/api-keys?done=renamed')).text).toContain('<bdi>After</bdi>')
    expect(await status(token)).toBe(200)
    expect((await admin.post(`/api-keys/${id}/rename`, { name: '' })).status).toBe(422)
  })

  it('loses full access immediately when restricted to sending', async () => {
    const { id, token } = await aKey(admin, 'Too much')
    expect(await status(token)).toBe(200)
    expect((await admin.post(`/api-keys/${id}/restrict`)).location).toBe('/api-keys?done=restricted')
    expect(await status(token)).toBe(401)
    expect((await admin.get('/api-keys')).text).not.toContain(`/api-keys/${id}/restrict`)
  })

  it('stops working immediately when deleted', async () => {
    const { id, token } = await aKey(admin, 'Leaked')
    expect((await admin.post(`/api-keys/${id}/delete`)).location).toBe('/api-keys?done=deleted')
    expect(await status(token)).toBe(401)
    const again = await admin.post(`/api-keys/${id}/delete`)
    expect([again.status, again.text.includes('No such key')]).toEqual([404, true])
  })
})

describe('an API key created by a client', () => {
  it('is marked as created by an application and can be renamed', async () => {
    const { access_token } = await aGrantedClient(server)
    const made = await server.call('POST', '/api-keys', { key: access_token, body: { name: 'By a client' } })
    const row = async (name: string): Promise<string> =>
      (await admin.get('/api-keys')).text.split('<th scope="row">').find(each => each.includes(`<bdi>${name}</bdi>`))!
    expect(await row('By a client')).toContain('Created by a <a href="/grants">connected app</a>.')
    expect(await row('By a client')).toContain('href="/grants"')
    expect(await row('First key')).not.toContain('Created by a <a href="/grants">connected app</a>')
    await admin.post(`/api-keys/${made.body.id}/rename`, { name: 'Renamed' })
    expect(await row('Renamed')).toContain('Created by a <a href="/grants">connected app</a>')
  })
})

describe('API keys of a second team', () => {
  it('are created on the page, separate from those of the first team', async () => {
    const { id, token } = await aKey(admin, 'Of the first team')
    const account = await aColleague(server, { email: 'second@example.net' })
    const team_id = await aTeamOf(server, account.email, 'Second')
    const person = aPerson(server)
    await person.logIn('/api-keys', account)
    await person.get('/api-keys')
    await person.post('/team/switch', { team_id, next: '/api-keys' })
    const empty = await person.get('/api-keys')
    expect(empty.text).toContain('No API keys yet.')
    for (const act of ['rename', 'restrict', 'delete']) {
      expect((await person.post(`/api-keys/${id}/${act}`, { name: 'Taken' })).status).toBe(404)
    }
    const own = await aKey(person, 'Own')
    expect((await server.call('GET', '/api-keys', { key: own.token })).body.data).toHaveLength(1)
    expect(await status(token)).toBe(200)
  })

  it('are paginated', async () => {
    const team_id = await aTeamOf(server, server.admin.email, 'Many keys')
    const person = aPerson(server)
    await person.logIn('/api-keys')
    await person.get('/api-keys')
    await person.post('/team/switch', { team_id, next: '/api-keys' })
    for (let index = 0; index < 26; index++) await aKey(person, `Key ${index}`)
    const { text } = await person.get('/api-keys')
    expect(text).not.toContain('<bdi>Key 0</bdi>')
    const [, older] = /href="(\/api-keys\?after=[^"]+)"/.exec(text)!
    expect((await person.get(older!)).text).toContain('<bdi>Key 0</bdi>')
  })
})

describe('forms of the API keys page', () => {
  it.each(['make', 'x/rename', 'x/restrict', 'x/delete'])('%s requires origin, session and CSRF token', async act => {
    const path = `/api-keys/${act}`
    const fields = { name: 'X', permission: 'full_access' }
    await admin.get('/api-keys')
    expect((await admin.post(path, fields, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await admin.post(path, { ...fields, form_token: 'wrong' })).status).toBe(403)
    expect((await aPerson(server).post(path, fields)).location).toBe('/login?next=/api-keys')
    expect((await admin.get(path)).location).toBe('/api-keys')
  })

  it('GET /api-keys serves JSON to API clients', async () => {
    expect((await server.call('GET', '/api-keys')).body.object).toBe('list')
    expect((await server.call('GET', '/api-keys', { key: null })).status).toBe(401)
  })
})
