// Inboxes: create, list, update and delete, and isolation between teams.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { pagesOf } from '../../support/contacts.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let other: Awaited<ReturnType<typeof inboxesOf>>

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = await inboxesOf(server, 'own.example.com')
  other = await inboxesOf(server, 'other.example.org', await aTeam(server))
})
afterAll(() => server.stop())

describe('createInbox', () => {
  it('creates an inbox with a lowercase address at a domain of the team', async () => {
    const email_address = 'Sales@OWN.example.com'
    const { status, body } = await own.ask('POST', '/inboxes', { email_address, name: 'Sales', from_name: 'Own Sales' })
    expect([status, body]).toEqual([201, { object: 'inbox', id: body.id }])
    expect((await own.ask('GET', `/inboxes/${body.id}`)).body).toMatchObject({
      object: 'inbox',
      email_address: 'sales@own.example.com',
      name: 'Sales',
      from_name: 'Own Sales',
      unread: 0,
      drafts: 0,
      last_received: null,
      receiving_address: null,
    })
  })

  it.each([
    [
      'a second inbox at the same address',
      'twice@own.example.com',
      'an inbox with the address twice@own.example.com already exists.',
    ],
    ['a domain of another team', 'x@other.example.org', '`other.example.org` is not a domain of this team.'],
    ['an unknown domain', 'x@unknown.example', '`unknown.example` is not a domain of this team.'],
  ])('rejects %s', async (_, email_address, words) => {
    if (email_address.startsWith('twice')) await own.anInbox('twice')
    const { status, body } = await own.ask('POST', '/inboxes', { email_address })
    expect([status, body.name]).toEqual([422, 'validation_error'])
    expect(body.message).toContain(words)
  })

  it.each([[{}], [{ email_address: 'Ada <ada@own.example.com>' }], [{ email_address: 'x@own.example.com', name: '' }]])(
    'rejects %j',
    async given => {
      expect((await own.ask('POST', '/inboxes', given)).status).toBe(422)
    },
  )
})

describe('listInboxes', () => {
  it('lists inboxes in pages, newest first', async () => {
    for (const local of ['a', 'b', 'c', 'd', 'e']) {
      time.forward(1000)
      await other.anInbox(local)
    }
    const { forward, back } = await pagesOf(query => other.ask('GET', `/inboxes?${query}`), 'email_address')
    const named = (text: string) =>
      text
        .split(' ')
        .map(each => `${each}@other.example.org`)
        .join(' ')
    expect(forward).toEqual([`${named('e d')} …`, `${named('c b')} …`, named('a')])
    expect(back).toEqual([`${named('c b')} …`])
  })
})

describe('getInbox', () => {
  it('finds an inbox by its id or its address', async () => {
    const id = await own.anInbox('found')
    for (const key of [id, id.toUpperCase(), 'found%40own.example.com', 'Found%40OWN.example.com']) {
      expect((await own.ask('GET', `/inboxes/${key}`)).body.id).toBe(id)
    }
  })
})

describe('updateInbox', () => {
  it('updates the given names and removes a name with null', async () => {
    const id = await own.anInbox('named', { name: 'Old', from_name: 'Old name' })
    await own.ask('PATCH', `/inboxes/${id}`, { name: 'New' })
    expect((await own.ask('GET', `/inboxes/${id}`)).body).toMatchObject({ name: 'New', from_name: 'Old name' })
    await own.ask('PATCH', `/inboxes/named%40own.example.com`, { from_name: null })
    expect((await own.ask('GET', `/inboxes/${id}`)).body).toMatchObject({ name: 'New', from_name: null })
  })

  it('rejects a body without any field', async () => {
    expect((await own.ask('PATCH', `/inboxes/${await own.anInbox('empty')}`, {})).status).toBe(422)
  })
})

describe('removeInbox', () => {
  it('deletes the inbox with its data, after which the address is available again', async () => {
    const id = await own.anInbox('help')
    for (let number = 0; number < 25; number++) await own.receive({ subject: `Number ${number}` })
    const label = (await own.ask('POST', `/inboxes/${id}/labels`, { name: 'Urgent' })).body.id
    const [thread] = await own.threads(id)
    await own.ask('POST', `/inboxes/${id}/threads/${thread.id}/labels`, { labels: [label] })
    expect((await own.ask('DELETE', `/inboxes/${id}`)).body).toEqual({ object: 'inbox', id, deleted: true })
    expect((await own.ask('GET', `/inboxes/${id}`)).status).toBe(404)
    expect((await own.ask('GET', `/inboxes/${id}/threads`)).status).toBe(404)
    expect(await own.anInbox('help')).not.toBe(id)
    expect(await own.threads('help%40own.example.com')).toEqual([])
  })
})
