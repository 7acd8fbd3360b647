import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertContactProperty } from '../../src/audience/contact-properties/store.ts'
import { expectHidden, itIsRefusedToSendingKeys } from '../support/access.ts'
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

  itIsRefusedToSendingKeys(() => server, 'POST', '/contact-properties', { key: 'x', type: 'string' })
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

  it('rejects a cursor of another team, and an invalid limit', async () => {
    const { key } = await aTeam(server, 'Other cursor')
    const id = await own.aProperty('cursor')
    expect((await server.call('GET', `/contact-properties?after=${id}`, { key })).status).toBe(422)
    expect((await own.ask('GET', '/contact-properties?limit=101')).status).toBe(422)
    expect((await own.ask('GET', `/contact-properties?after=${id}`)).status).toBe(200)
  })

  itIsRefusedToSendingKeys(() => server, 'GET', '/contact-properties')
})

describe('getContactProperty', () => {
  it('returns a property with its default value, in its own type', async () => {
    const id = await own.aProperty('seats', { type: 'number', fallback_value: 1.5 })
    const created_at = time.now().toISOString()
    const { status, body } = await own.ask('GET', `/contact-properties/${id}`)
    const expected = { object: 'contact_property', id, key: 'seats', type: 'number', fallback_value: 1.5, created_at }
    expect([status, body]).toEqual([200, expected])
  })

  it('rejects an invalid id, and returns the same 404 for another team’s property as for an unknown one', async () => {
    expect((await own.ask('GET', '/contact-properties/x')).body).toMatchObject({ name: 'invalid_parameter' })
    const id = await own.aProperty('hidden')
    await expectHidden(server, 'GET', id => `/contact-properties/${id}`, { id, unknown: UNKNOWN, message })
  })

  itIsRefusedToSendingKeys(() => server, 'GET', `/contact-properties/${UNKNOWN}`)
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

  it('returns the same response for another team’s property as for an unknown one', async () => {
    const hidden = { id: await own.aProperty('strange'), unknown: UNKNOWN, message, body: { fallback_value: 'x' } }
    await expectHidden(server, 'PATCH', id => `/contact-properties/${id}`, hidden)
  })

  itIsRefusedToSendingKeys(() => server, 'PATCH', `/contact-properties/${UNKNOWN}`, { fallback_value: 'x' })
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

  it('returns the same response for another team’s property as for an unknown one', async () => {
    const id = await own.aProperty('stays')
    await expectHidden(server, 'DELETE', id => `/contact-properties/${id}`, { id, unknown: UNKNOWN, message })
  })

  itIsRefusedToSendingKeys(() => server, 'DELETE', `/contact-properties/${UNKNOWN}`)
})
