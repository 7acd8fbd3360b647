import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertContactProperty } from '../../src/audience/contact-properties/store.ts'
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

const message = 'Contact property not found'
const invalid = (message: string) => ({ statusCode: 422, message, name: 'validation_error' })

describe('createContactProperty', () => {
  it('creates a property that contacts can then have a value for', async () => {
    const { status, body } = await own.ask('POST', '/contact-properties', { key: 'plan', type: 'string' })
    expect([status, body]).toEqual([201, { object: 'contact_property', id: body.id }])
    await own.aContact('plan@example.com', { properties: { plan: 'pro' } })
    expect((await own.contact('plan@example.com')).properties).toEqual({ plan: { type: 'string', value: 'pro' } })
  })

  it('creates up to a thousand per team', async () => {
    const { team_id, key } = await aTeam(server, 'With many properties')
    const created_at = new Date().toISOString()
    await server.database.unit(async tx => {
      for (let index = 1; index < 1000; index++) {
        const property = {
          id: randomUUIDv7(),
          key: `p${index}`,
          type: 'number',
          fallback_value: null,
          created_at,
        } as const
        await insertContactProperty(tx, team_id, property)
      }
    })
    const create = (name: string) =>
      server.call('POST', '/contact-properties', { key, body: { key: name, type: 'string' } })
    expect((await create('last')).status).toBe(201)
    const { status, body } = await create('more')
    expect([status, body.name, body.message]).toEqual([422, 'validation_error', expect.stringContaining('1000')])
  })

  it.each([
    [{ type: 'string' }, 'missing_required_field', 'Missing `key` field.'],
    [{ key: 'x' }, 'missing_required_field', 'Missing `type` field.'],
    [
      { key: '', type: 'string' },
      'validation_error',
      'Invalid `key` field: must NOT have fewer than 1 characters; received "".',
    ],
    [
      { key: 'x-y', type: 'string' },
      'validation_error',
      'Invalid `key` field: must match pattern "^[A-Za-z0-9_]+$"; received "x-y".',
    ],
    [
      { key: 'x'.repeat(51), type: 'string' },
      'validation_error',
      'Invalid `key` field: must NOT have more than 50 characters; received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".',
    ],
    [
      { key: 'x', type: 'date' },
      'validation_error',
      'Invalid `type` field: must be one of string, number; received "date".',
    ],
    [{ key: 'EMAIL', type: 'string' }, 'validation_error', 'The key `EMAIL` is reserved; choose another one'],
    [{ key: 'first_name', type: 'string' }, 'validation_error', 'The key `first_name` is reserved; choose another one'],
    [
      { key: 'x', type: 'number', fallback_value: '1' },
      'validation_error',
      'Invalid `fallback_value` field: it must be a number',
    ],
  ])('rejects %j', async (body, name, message) => {
    const refused = await own.ask('POST', '/contact-properties', body)
    expect(refused.body).toEqual({ statusCode: 422, message, name })
  })

  it('rejects a key that already exists, but not one of another team', async () => {
    await own.aProperty('taken')
    const again = await own.ask('POST', '/contact-properties', { key: 'taken', type: 'number' })
    expect(again.body).toEqual(invalid('A contact property with the key `taken` already exists'))
    const stranger = contactsOf(server, (await aTeam(server, 'Same key')).key)
    expect(await stranger.aProperty('taken')).not.toBe('')
  })
})

describe('listContactProperties', () => {
  it('returns pages of the team’s properties, newest first, twenty per page', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing')).key)
    for (let number = 0; number < 21; number++) {
      time.forward(1000)
      await team.aProperty(`p${number}`)
    }
    const list = (query: string) => team.ask('GET', `/contact-properties?${query}`)
    const { body } = await list('')
    expect([body.data.length, body.has_more, body.data[0].key]).toEqual([20, true, 'p20'])
    const { forward, back } = await pagesOf(list, 'key')
    expect([forward[0], forward.at(-1), back]).toEqual(['p20 p19 …', 'p2 p1 …', ['p4 p3 …']])
    expect(Object.keys(body.data[0])).toEqual(['id', 'key', 'type', 'fallback_value', 'created_at'])
  })
})

describe('getContactProperty', () => {
  it('returns a property with its default value, in its own type', async () => {
    const id = await own.aProperty('seats', { type: 'number', fallback_value: 1.5 })
    const created_at = time.now().toISOString()
    const { status, body } = await own.ask('GET', `/contact-properties/${id}`)
    const expected = { object: 'contact_property', id, key: 'seats', type: 'number', fallback_value: 1.5, created_at }
    expect([status, body]).toEqual([200, expected])
  })
})

describe('updateContactProperty', () => {
  const fallback = async (id: string) => (await own.ask('GET', `/contact-properties/${id}`)).body.fallback_value

  it('updates, removes or keeps the default value', async () => {
    const id = await own.aProperty('city', { fallback_value: 'Rome' })
    const { status, body } = await own.ask('PATCH', `/contact-properties/${id}`, { fallback_value: 'Oslo' })
    expect([status, body]).toEqual([200, { object: 'contact_property', id }])
    expect(await fallback(id)).toBe('Oslo')
    await own.ask('PATCH', `/contact-properties/${id}`, { key: 'city', type: 'string' })
    expect(await fallback(id)).toBe('Oslo')
    await own.ask('PATCH', `/contact-properties/${id}`, { fallback_value: null })
    expect(await fallback(id)).toBeNull()
  })

  it.each([
    [{ fallback_value: 5 }, 'Invalid `fallback_value` field: it must be a string'],
    [
      { fallback_value: 'x'.repeat(2001) },
      'Invalid `fallback_value` field: it must not be longer than 2000 characters',
    ],
    [{ key: 'other' }, 'The `key` of a contact property cannot change; create another property'],
    [{ type: 'number' }, 'The `type` of a contact property cannot change; create another property'],
  ])('rejects %j', async (body, sentence) => {
    const known = (await own.ask('GET', '/contact-properties?limit=100')).body.data.find(
      (item: { key: string }) => item.key === 'unchanging',
    )
    const id = known?.id ?? (await own.aProperty('unchanging', { fallback_value: 'same' }))
    expect((await own.ask('PATCH', `/contact-properties/${id}`, body)).body).toEqual(invalid(sentence))
    expect(await fallback(id)).toBe('same')
  })
})

describe('removeContactProperty', () => {
  it('removes the value from every contact, even if the key is created again', async () => {
    const id = await own.aProperty('shoe_size', { type: 'number' })
    await own.aContact('shoes@example.com', { properties: { shoe_size: 41 } })
    const { status, body } = await own.ask('DELETE', `/contact-properties/${id}`)
    expect([status, body]).toEqual([200, { object: 'contact_property', id, deleted: true }])
    await own.aProperty('shoe_size', { type: 'number' })
    expect((await own.contact('shoes@example.com')).properties).toEqual({})
    expect((await own.ask('DELETE', `/contact-properties/${id}`)).body).toMatchObject({ statusCode: 404, message })
  })
})
