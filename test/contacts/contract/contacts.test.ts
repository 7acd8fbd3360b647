import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { contactsOf, pagesOf } from '../../support/contacts.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = contactsOf(server)
  await own.aProperty('plan', { fallback_value: 'free' })
  await own.aProperty('seats', { type: 'number' })
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const message = 'Contact not found'
const invalid = (message: string) => ({ statusCode: 422, message, name: 'validation_error' })
const missing = (field: string) => ({
  statusCode: 422,
  message: `Missing \`${field}\` field.`,
  name: 'missing_required_field',
})
const notFound = (message: string) => ({ statusCode: 404, message, name: 'not_found' })
const create = (body: object) => own.ask('POST', '/contacts', body)
const ids = (list: { body: { data: { id: string }[] } }) => list.body.data.map(({ id }) => id)

describe('createContact', () => {
  it('creates a contact from an address', async () => {
    const { status, body } = await create({ email: 'bare@example.com' })
    expect([status, body]).toEqual([201, { object: 'contact', id: body.id }])
    expect(await own.contact(body.id)).toEqual({
      object: 'contact',
      id: body.id,
      email: 'bare@example.com',
      first_name: null,
      last_name: null,
      created_at: time.now().toISOString(),
      unsubscribed: false,
      properties: {},
      tracking_allowed: true,
    })
  })

  it('accepts names, properties, segments in both forms, and topics', async () => {
    const segments = [await own.aSegment('one'), await own.aSegment('two')]
    const topic = await own.aTopic()
    const { body } = await create({
      email: 'full@example.com',
      first_name: 'Mira',
      last_name: null,
      unsubscribed: true,
      properties: { plan: 'pro', seats: 4 },
      segments: [{ id: segments[0] }, segments[1], segments[1]],
      topics: [{ id: topic, subscription: 'opt_out' }],
    })
    expect(await own.contact(body.id)).toMatchObject({
      first_name: 'Mira',
      unsubscribed: true,
      properties: { plan: { type: 'string', value: 'pro' }, seats: { type: 'number', value: 4 } },
    })
    expect(ids(await own.ask('GET', `/contacts/${body.id}/segments`)).toSorted()).toEqual(segments.toSorted())
    expect((await own.ask('GET', `/contacts/${body.id}/topics`)).body.data).toMatchObject([{ subscription: 'opt_out' }])
    await own.ask('DELETE', `/topics/${topic}`)
  })

  it('updates the contact with the same address in any case, and only the given fields', async () => {
    const [before, added] = [await own.aSegment('before'), await own.aSegment('added')]
    const first = { first_name: 'Ann', last_name: 'Lee', unsubscribed: true, properties: { plan: 'pro', seats: 2 } }
    const id = await own.aContact('Ann@Example.com', { ...first, segments: [{ id: before }] })
    const again = { email: 'ann@example.COM', last_name: null, properties: { seats: 3 }, segments: [{ id: added }] }
    const { status, body } = await create(again)
    expect([status, body]).toEqual([201, { object: 'contact', id }])
    expect(await own.contact(id)).toMatchObject({
      email: 'Ann@Example.com',
      first_name: 'Ann',
      last_name: null,
      unsubscribed: true,
      properties: { plan: { value: 'pro' }, seats: { value: 3 } },
    })
    expect(ids(await own.ask('GET', `/contacts/${id}/segments`)).toSorted()).toEqual([before, added].toSorted())
    await create({ email: 'ann@example.com', unsubscribed: false })
    expect((await own.contact(id)).unsubscribed).toBe(false)
  })

  it('accepts the former name of one segment, and rejects an unknown one', async () => {
    const [old, other] = [await own.aSegment('old'), await own.aSegment('other')]
    const { body } = await create({ email: 'old@example.com', audience_id: old, segments: [other, old] })
    expect(ids(await own.ask('GET', `/contacts/${body.id}/segments`)).toSorted()).toEqual([old, other].toSorted())
    const unknown = await create({ email: 'older@example.com', audience_id: UNKNOWN })
    expect(unknown.body).toEqual(notFound('Segment not found'))
    expect((await create({ email: 'older@example.com', audience_id: 'x' })).status).toBe(422)
    expect(await own.contact('older@example.com')).toEqual(notFound('Contact not found'))
  })

  it('treats both spellings of an international domain as one address', async () => {
    const id = await own.aContact('olga@bücher.example')
    expect(await own.aContact('olga@xn--bcher-kva.example')).toBe(id)
  })

  it('keeps the contacts of teams separate', async () => {
    const stranger = contactsOf(server, (await aTeam(server, 'Same address')).key)
    expect(await stranger.aContact('shared@example.com')).not.toBe(await own.aContact('shared@example.com'))
  })

  it.each<[body: object, answer: object]>([
    [{ first_name: 'x' }, missing('email')],
    [{ email: ' ' }, missing('email')],
    ...['nobody', 'Ann <ann@example.com>', 'a@example.com, b@example.com', 'a@localhost', 'a..b@example.com'].map(
      (email): [object, object] => [
        { email },
        invalid(`Invalid \`email\` field: it must be an address like \`name@example.com\`; received "${email}"`),
      ],
    ),
    [
      { email: 'no@example.com', first_name: 'x'.repeat(256) },
      invalid(
        'Invalid `first_name` field: must NOT have more than 255 characters; received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…".',
      ),
    ],
    [
      { email: 'no@example.com', unsubscribed: 'yes' },
      invalid('Invalid `unsubscribed` field: must be boolean; received "yes".'),
    ],
    [
      { email: 'no@example.com', properties: { colour: 'red' } },
      invalid('Unknown contact property `colour`. Create it first.'),
    ],
    [
      { email: 'no@example.com', properties: { __proto__: null, ['constructor']: 'x' } },
      invalid('Unknown contact property `constructor`. Create it first.'),
    ],
    [
      { email: 'no@example.com', properties: { seats: '4' } },
      invalid('Invalid `properties.seats` field: it must be a number'),
    ],
    [
      { email: 'no@example.com', properties: { plan: [] } },
      invalid('Invalid `properties.plan` field: must be string or number or boolean or null; received a list of 0.'),
    ],
    [{ email: 'no@example.com', segments: [{ id: UNKNOWN }] }, notFound('Segment not found')],
    [{ email: 'no@example.com', segments: [{}] }, missing('segments[0].id')],
    [{ email: 'no@example.com', topics: [{ id: UNKNOWN, subscription: 'opt_in' }] }, notFound('Topic not found')],
    [
      { email: 'no@example.com', topics: [{ id: UNKNOWN, subscription: 'never' }] },
      invalid('Invalid `topics[0].subscription` field: must be one of opt_in, opt_out; received "never".'),
    ],
  ])('rejects %j and stores nothing', async (body, answer) => {
    expect((await create(body)).body).toEqual(answer)
    expect((await own.ask('GET', '/contacts/no@example.com')).status).toBe(404)
  })

  it('rejects segments and topics of another team', async () => {
    const stranger = contactsOf(server, (await aTeam(server, 'Its segments')).key)
    const segments = [{ id: await stranger.aSegment() }]
    const topics = [{ id: await stranger.aTopic(), subscription: 'opt_in' }]
    expect((await create({ email: 'no@example.com', segments })).body).toEqual(notFound('Segment not found'))
    expect((await create({ email: 'no@example.com', topics })).body).toEqual(notFound('Topic not found'))
  })
})

describe('listContacts', () => {
  it('returns the team’s contacts, newest first, completely or in pages', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing')).key)
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      time.forward(1000)
      await team.aContact(`${name}@x.org`)
    }
    const list = (query: string) => team.ask('GET', `/contacts?${query}`)
    const { forward, back } = await pagesOf(list, 'email')
    expect([forward, back]).toEqual([['e@x.org d@x.org …', 'c@x.org b@x.org …', 'a@x.org'], ['c@x.org b@x.org …']])
    const { body } = await list('')
    expect([body.data.length, body.has_more, Object.keys(body.data[0])]).toEqual([
      5,
      false,
      ['id', 'email', 'first_name', 'last_name', 'created_at', 'unsubscribed'],
    ])
  })

  it('returns only the contacts of a segment, and none for an unknown one', async () => {
    const id = await own.aSegment()
    const member = await own.aContact('member@example.com', { segments: [{ id }] })
    expect(ids(await own.ask('GET', `/contacts?segment_id=${id}`))).toEqual([member])
    expect(ids(await own.ask('GET', `/contacts?segment_id=${UNKNOWN}`))).toEqual([])
  })

  it.each(['segment_id=x', 'limit=0', 'after=x', `after=${UNKNOWN}`, 'after=a&before=b'])(
    'rejects ?%s',
    async query => {
      const { status, body } = await own.ask('GET', `/contacts?${query}`)
      expect([status, body.name]).toEqual([422, 'validation_error'])
    },
  )
})

describe('getContact', () => {
  it('finds a contact by id and by address, encoded or not; a plus stays a plus', async () => {
    const id = await own.aContact('Ada+x@example.com')
    for (const name of [id, id.toUpperCase(), 'ada+x@example.com', 'ADA%2Bx%40example.com', 'Ada+x@EXAMPLE.com/']) {
      expect((await own.contact(name)).id, name).toBe(id)
    }
    expect(await own.contact('ada%20x@example.com')).toEqual(notFound(message))
  })

  it('returns the values of the contact, without default values', async () => {
    await own.aContact('given@example.com', { properties: { seats: 1 } })
    expect((await own.contact('given@example.com')).properties).toEqual({ seats: { type: 'number', value: 1 } })
  })

  it('returns 404 for a value that is neither an id nor an address', async () => {
    expect(await own.contact('x')).toEqual(notFound(message))
    expect((await own.ask('GET', '/contacts/%E0')).body).toMatchObject({ statusCode: 400 })
  })
})

describe('updateContact', () => {
  const patch = (name: string, body: object) => own.ask('PATCH', `/contacts/${name}`, body)

  it('updates only the given fields', async () => {
    const id = await own.aContact('change@example.com', {
      first_name: 'Cy',
      last_name: 'B',
      properties: { plan: 'pro' },
    })
    const before = await own.contact(id)
    const { status, body } = await patch('change@example.com', { first_name: null, properties: { seats: 2 } })
    expect([status, body]).toEqual([200, { object: 'contact', id }])
    const properties = { ...before.properties, seats: { type: 'number', value: 2 } }
    expect(await own.contact(id)).toEqual({ ...before, first_name: null, properties })
    await patch(id, { unsubscribed: true, properties: { plan: null, seats: 0 } })
    const after = await own.contact(id)
    expect([after.unsubscribed, after.properties]).toEqual([true, { seats: { type: 'number', value: 0 } }])
    expect((await patch(id, {})).status).toBe(200)
    expect(await own.contact(id)).toEqual(after)
  })

  it('stores the consent to tracking on creation and on update', async () => {
    const id = await own.aContact('unfollowed@example.com', { tracking_allowed: false })
    const allowed = async (): Promise<boolean> => (await own.contact(id)).tracking_allowed
    expect(await allowed()).toBe(false)
    await patch(id, { first_name: 'Una' })
    expect(await allowed()).toBe(false)
    await patch(id, { tracking_allowed: true })
    expect(await allowed()).toBe(true)
    expect((await patch(id, { tracking_allowed: 'no' })).status).toBe(422)
  })

  it('stores booleans as text, because no property type exists for them', async () => {
    const id = await own.aContact('yes@example.com')
    await patch(id, { properties: { plan: true } })
    expect((await own.contact(id)).properties).toEqual({ plan: { type: 'string', value: 'true' } })
    expect((await patch(id, { properties: { seats: false } })).status).toBe(422)
  })

  it('rejects another address, but not the same one', async () => {
    const id = await own.aContact('same@example.com')
    const refused = await patch(id, { email: 'other@example.com', first_name: 'No' })
    expect(refused.body).toEqual(invalid('The `email` of a contact cannot change; create another contact'))
    expect((await own.contact(id)).first_name).toBeNull()
    expect((await patch(id, { email: 'SAME@example.com', first_name: 'Yes' })).status).toBe(200)
    expect((await own.contact(id)).first_name).toBe('Yes')
  })

  it.each([
    [{ last_name: 5 }, 'Invalid `last_name` field: must be string or null; received 5.'],
    [{ properties: { plan: 5 } }, 'Invalid `properties.plan` field: it must be a string'],
    [
      { properties: { plan: 'x'.repeat(2001) } },
      'Invalid `properties.plan` field: it must not be longer than 2000 characters',
    ],
    [
      { properties: { seats: 1e300 } },
      'Invalid `properties.seats` field: it must be between -9007199254740991 and 9007199254740991',
    ],
    [{ properties: { seats: 1, gone: null } }, 'Unknown contact property `gone`. Create it first.'],
  ])('rejects %j and changes nothing', async (body, sentence) => {
    const id = await own.aContact('unchanged@example.com')
    const before = await own.contact(id)
    expect((await patch(id, { first_name: 'No', ...body })).body).toEqual(invalid(sentence))
    expect(await own.contact(id)).toEqual(before)
  })
})

describe('removeContact', () => {
  it('deletes a contact with its related rows; the address is available again', async () => {
    const segment = await own.aSegment()
    const topic = await own.aTopic()
    const more = {
      properties: { plan: 'pro' },
      segments: [{ id: segment }],
      topics: [{ id: topic, subscription: 'opt_out' }],
    }
    const id = await own.aContact('gone+1@example.com', more)
    const { status, body } = await own.ask('DELETE', '/contacts/gone+1@example.com')
    expect([status, body]).toEqual([200, { object: 'contact', id, contact: id, deleted: true }])
    expect((await own.ask('DELETE', `/contacts/${id}`)).body).toEqual(notFound(message))
    expect(ids(await own.ask('GET', `/segments/${segment}/contacts`))).toEqual([])
    const again = await own.aContact('gone+1@example.com')
    expect(again).not.toBe(id)
    expect((await own.contact(again)).properties).toEqual({})
    const { data } = (await own.ask('GET', `/contacts/${again}/topics`)).body
    expect(data.find((item: { id: string }) => item.id === topic).subscription).toBe('opt_in')
  })
})
