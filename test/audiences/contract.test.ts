import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { contactsOf, pagesOf } from '../support/contacts.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = contactsOf(server)
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const AUDIENCE_LACKS = { statusCode: 404, message: 'Audience not found', name: 'not_found' }
const CONTACT_LACKS = { statusCode: 404, message: 'Contact not found', name: 'not_found' }

let count = 0
const anAddress = (): string => `reader${++count}@example.com`
const anAudience = async (name = 'Readers'): Promise<string> => (await own.ask('POST', '/audiences', { name })).body.id

describe('createAudience', () => {
  it('creates a segment, and sends the deprecation and sunset dates', async () => {
    const { status, body, headers } = await own.ask('POST', '/audiences', { name: 'Readers' })
    expect([status, body]).toEqual([201, { object: 'audience', id: body.id, name: 'Readers' }])
    expect(headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(headers.get('sunset')).toMatch(/GMT$/)
    expect((await own.ask('GET', `/segments/${body.id}`)).body).toMatchObject({ object: 'segment', name: 'Readers' })
  })
})

describe('listAudiences', () => {
  it('returns the team’s segments, newest first, completely or in pages', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing audiences')).key)
    await team.aSegment('a')
    await team.ask('POST', '/audiences', { name: 'b' })
    await team.aSegment('c')
    const list = (query: string) => team.ask('GET', `/audiences?${query}`)
    expect(await pagesOf(list, 'name')).toEqual({ forward: ['c b …', 'a'], back: ['c b'] })
    const { body } = await list('')
    expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'created_at'])
  })
})

describe('getAudience', () => {
  it('returns a segment under its former name', async () => {
    const id = await own.aSegment('Shown')
    expect((await own.ask('GET', `/audiences/${id}`)).body).toEqual({
      object: 'audience',
      id,
      name: 'Shown',
      created_at: time.now().toISOString(),
    })
  })
})

describe('removeAudience', () => {
  it('deletes the segment and keeps its contacts; a second request returns 404', async () => {
    const id = await anAudience()
    const email = anAddress()
    await own.ask('POST', `/audiences/${id}/contacts`, { email })
    const gone = { object: 'audience', id, deleted: true }
    expect((await own.ask('DELETE', `/audiences/${id}`)).body).toEqual(gone)
    expect((await own.ask('DELETE', `/audiences/${id}`)).body).toEqual(AUDIENCE_LACKS)
    expect((await own.ask('GET', `/segments/${id}`)).status).toBe(404)
    expect((await own.contact(email)).email).toBe(email)
  })
})

describe('createAudienceContact', () => {
  it('creates a contact with all of its fields, in the audience', async () => {
    await own.aProperty('shoe_size', { type: 'number' })
    const id = await anAudience()
    const body = { email: anAddress(), first_name: 'Otto', last_name: 'Kern', unsubscribed: true }
    const made = await own.ask('POST', `/audiences/${id}/contacts`, { ...body, properties: { shoe_size: 43 } })
    expect([made.status, made.body]).toEqual([201, { object: 'contact', id: made.body.id }])
    expect(await own.contact(body.email)).toMatchObject({
      ...body,
      properties: { shoe_size: { type: 'number', value: 43 } },
    })
    expect((await own.ask('GET', `/contacts/${made.body.id}/segments`)).body.data).toMatchObject([{ id }])
  })

  it('adds an existing contact to the audience instead of creating a second one', async () => {
    const email = anAddress()
    const known = await own.aContact(email, { first_name: 'Ada' })
    for (const audience of [await anAudience(), await anAudience()]) {
      const { status, body } = await own.ask('POST', `/audiences/${audience}/contacts`, { email: email.toUpperCase() })
      expect([status, body.id]).toEqual([201, known])
    }
    expect((await own.contact(email)).first_name).toBe('Ada')
    expect((await own.ask('GET', `/contacts/${known}/segments`)).body.data).toHaveLength(2)
  })

  it('rejects an unknown audience without creating a contact', async () => {
    const email = anAddress()
    expect((await own.ask('POST', `/audiences/${UNKNOWN}/contacts`, { email })).body).toEqual(AUDIENCE_LACKS)
    expect((await own.ask('GET', `/contacts/${email}`)).status).toBe(404)
  })

  it.each([
    [{}, 'missing_required_field'],
    [{ email: 'nobody' }, 'validation_error'],
    [{ email: 'a@example.com', properties: { unheard_of: 1 } }, 'validation_error'],
  ])('rejects %j', async (body, name) => {
    const reply = await own.ask('POST', `/audiences/${await anAudience()}/contacts`, body)
    expect([reply.status, reply.body.name]).toEqual([422, name])
  })
})

describe('listAudienceContacts', () => {
  it('returns the contacts of a segment, newest first, in pages', async () => {
    const id = await own.aSegment()
    for (const name of ['a', 'b', 'c']) await own.aContact(anAddress(), { first_name: name, segments: [id] })
    await own.aContact(anAddress(), { first_name: 'not in it' })
    const list = (query: string) => own.ask('GET', `/audiences/${id}/contacts?${query}`)
    expect(await pagesOf(list, 'first_name')).toEqual({ forward: ['c b …', 'a'], back: ['c b'] })
    expect((await list('')).body).toEqual((await own.ask('GET', `/segments/${id}/contacts`)).body)
  })
})

/** A contact in an audience, with its path there and its path in an audience that does not contain it. */
async function aReader() {
  const [audience, other, email] = [await anAudience(), await anAudience(), anAddress()]
  const { id } = (await own.ask('POST', `/audiences/${audience}/contacts`, { email })).body
  return { id, email, audience, at: `/audiences/${audience}/contacts`, elsewhere: `/audiences/${other}/contacts` }
}

describe('getAudienceContact', () => {
  it('returns the same contact as getContact, by id and by address', async () => {
    const { id, email, at } = await aReader()
    const shown = (await own.ask('GET', `/contacts/${id}`)).body
    expect(shown.object).toBe('contact')
    for (const name of [id, email]) expect((await own.ask('GET', `${at}/${name}`)).body).toEqual(shown)
  })

  it('returns 404 for contacts outside the audience, and names an unknown audience', async () => {
    const { email, elsewhere } = await aReader()
    expect((await own.ask('GET', `${elsewhere}/${email}`)).body).toEqual(CONTACT_LACKS)
    expect((await own.ask('GET', `${elsewhere}/nobody@example.com`)).body).toEqual(CONTACT_LACKS)
    expect((await own.ask('GET', `/audiences/${UNKNOWN}/contacts/${email}`)).body).toEqual(AUDIENCE_LACKS)
  })

  it('returns 404 after the audience was deleted', async () => {
    const { email, at, audience } = await aReader()
    await own.ask('DELETE', `/audiences/${audience}`)
    expect((await own.ask('GET', `${at}/${email}`)).body).toEqual(AUDIENCE_LACKS)
  })
})

describe('updateAudienceContact', () => {
  it('updates a contact of the audience', async () => {
    const { id, email, at } = await aReader()
    const reply = await own.ask('PATCH', `${at}/${email}`, { first_name: 'Otto', unsubscribed: true })
    expect([reply.status, reply.body]).toEqual([200, { object: 'contact', id }])
    expect(await own.contact(id)).toMatchObject({ first_name: 'Otto', unsubscribed: true })
  })

  it('does not update a contact outside the audience', async () => {
    const { id, email, elsewhere } = await aReader()
    expect((await own.ask('PATCH', `${elsewhere}/${email}`, { first_name: 'Eve' })).body).toEqual(CONTACT_LACKS)
    const nowhere = await own.ask('PATCH', `/audiences/${UNKNOWN}/contacts/${email}`, { first_name: 'Eve' })
    expect(nowhere.body).toEqual(AUDIENCE_LACKS)
    expect((await own.contact(id)).first_name).toBeNull()
  })

  it('rejects another address', async () => {
    const { email, at } = await aReader()
    const reply = await own.ask('PATCH', `${at}/${email}`, { email: 'other@example.com' })
    expect([reply.status, reply.body.name]).toEqual([422, 'validation_error'])
  })
})

describe('removeAudienceContact', () => {
  it('removes a contact from one audience, and keeps the contact and its other audiences', async () => {
    const { id, email, at, elsewhere } = await aReader()
    await own.ask('POST', elsewhere, { email })
    const reply = await own.ask('DELETE', `${at}/${email}`)
    expect([reply.status, reply.body]).toEqual([200, { object: 'contact', contact: email, deleted: true }])
    expect((await own.ask('GET', `${at}/${email}`)).body).toEqual(CONTACT_LACKS)
    expect((await own.ask('GET', `${elsewhere}/${id}`)).body.id).toBe(id)
    expect((await own.ask('POST', at, { email })).body.id).toBe(id)
  })

  it('returns the same response for a contact outside the audience and an unknown one, with the given id', async () => {
    const { email, elsewhere } = await aReader()
    for (const name of [email, 'nobody@example.com', UNKNOWN]) {
      const reply = await own.ask('DELETE', `${elsewhere}/${name}`)
      expect([reply.status, reply.body]).toEqual([200, { object: 'contact', contact: name, deleted: true }])
    }
  })
})

describe('a client that uses audiences', () => {
  it('can manage contacts with plain fetch requests', async () => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
    const send = async (method: string, path: string, body?: object): Promise<any> => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return (await fetch(`${server.url}${path}`, init)).json()
    }
    const audience = await send('POST', '/audiences', { name: 'Subscribers' })
    const contact = await send('POST', `/audiences/${audience.id}/contacts`, { email: 'steve@example.com' })
    const elsewhere = await send('POST', '/contacts', { email: 'wozniak@example.com', audience_id: audience.id })
    const { data } = await send('GET', `/audiences/${audience.id}/contacts`)
    expect(data.map(({ id }: { id: string }) => id)).toEqual([elsewhere.id, contact.id])
    const segment = await send('POST', '/segments', { name: 'Within', audience_id: audience.id })
    expect(segment).toMatchObject({ object: 'segment', name: 'Within' })
    expect((await send('GET', `/contacts?segment_id=${audience.id}`)).data).toEqual(data)
  })
})
