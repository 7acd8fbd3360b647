// The segments and topics of one contact.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { contactsOf, pagesOf } from '../../support/contacts.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: ReturnType<typeof contactsOf>
let ada: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = contactsOf(server)
  ada = await own.aContact('ada@example.com')
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const segmentsOf = async (contact: string): Promise<string[]> =>
  (await own.ask('GET', `/contacts/${contact}/segments`)).body.data.map(({ id }: { id: string }) => id)

describe('listContactSegments', () => {
  it('returns pages of the contact’s segments, newest first', async () => {
    const ben = await own.aContact('ben@example.com')
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      time.forward(1000)
      await own.ask('POST', `/contacts/${ben}/segments/${await own.aSegment(name)}`)
    }
    await own.aSegment('not his')
    const list = (query: string) => own.ask('GET', `/contacts/ben@example.com/segments?${query}`)
    const { forward, back } = await pagesOf(list, 'name')
    expect([forward, back]).toEqual([['e d …', 'c b …', 'a'], ['c b …']])
    const { body } = await list('')
    expect([body.data.length, body.has_more, Object.keys(body.data[0])]).toEqual([
      5,
      false,
      ['id', 'name', 'created_at'],
    ])
  })

  it('rejects the cursor of a segment without the contact, and an invalid limit', async () => {
    const list = `/contacts/${ada}/segments`
    expect((await own.ask('GET', `${list}?after=${await own.aSegment()}`)).status).toBe(422)
    expect((await own.ask('GET', `${list}?limit=0`)).status).toBe(422)
  })
})

describe('addContactToSegment', () => {
  it('adds a contact by id or address, idempotently', async () => {
    const id = await own.aSegment()
    for (const contact of [ada, 'ADA@example.com']) {
      const { status, body } = await own.ask('POST', `/contacts/${contact}/segments/${id}`)
      expect([status, body]).toEqual([200, { object: 'contact_segment', id, contact_id: ada, segment_id: id }])
    }
    expect((await own.ask('GET', `/segments/${id}/contacts`)).body.data).toHaveLength(1)
  })

  it('rejects an unknown segment and one of another team', async () => {
    const stranger = contactsOf(server, (await aTeam(server, 'Its segment')).key)
    const before = await segmentsOf(ada)
    for (const segment of [UNKNOWN, await stranger.aSegment()]) {
      const { body } = await own.ask('POST', `/contacts/${ada}/segments/${segment}`)
      expect(body).toEqual({ statusCode: 404, message: 'Segment not found', name: 'not_found' })
    }
    expect(await segmentsOf(ada)).toEqual(before)
  })
})

describe('removeContactFromSegment', () => {
  it('removes a contact from a segment, idempotently, and keeps both', async () => {
    const [id, other] = [await own.aSegment(), await own.aSegment()]
    const cy = await own.aContact('cy@example.com', { segments: [{ id }, { id: other }] })
    for (const contact of ['cy@example.com', cy]) {
      const { status, body } = await own.ask('DELETE', `/contacts/${contact}/segments/${id}`)
      const ids = { id, contact_id: cy, segment_id: id, audienceId: id }
      expect([status, body]).toEqual([200, { object: 'contact_segment', ...ids, deleted: true }])
    }
    expect(await segmentsOf(cy)).toEqual([other])
    expect((await own.ask('GET', `/segments/${id}`)).status).toBe(200)
  })

  it('rejects an unknown segment and an invalid id', async () => {
    const { body } = await own.ask('DELETE', `/contacts/${ada}/segments/${UNKNOWN}`)
    expect(body).toEqual({ statusCode: 404, message: 'Segment not found', name: 'not_found' })
    expect((await own.ask('DELETE', `/contacts/${ada}/segments/x`)).status).toBe(422)
  })
})

describe('listContactTopics', () => {
  it('returns pages of every topic with the subscription: the contact’s choice, or else the default', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Topics')).key)
    const topics: string[] = []
    for (const default_subscription of ['opt_in', 'opt_out', 'opt_in', 'opt_out', 'opt_in']) {
      time.forward(1000)
      topics.push(await team.aTopic({ name: String(topics.length), default_subscription }))
    }
    const chosen = [
      { id: topics[2], subscription: 'opt_out' },
      { id: topics[3], subscription: 'opt_in' },
    ]
    await team.aContact('dee@example.com', { topics: chosen })
    await team.aContact('other@example.com', { topics: [{ id: topics[0], subscription: 'opt_out' }] })
    const list = (query: string) => team.ask('GET', `/contacts/dee@example.com/topics?${query}`)
    const { forward, back } = await pagesOf(list, 'name')
    expect([forward, back]).toEqual([['4 3 …', '2 1 …', '0'], ['2 1 …']])
    const { body } = await list('')
    expect(body.data.map(({ subscription }: { subscription: string }) => subscription)).toEqual([
      'opt_in',
      'opt_in',
      'opt_out',
      'opt_out',
      'opt_in',
    ])
    expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'description', 'subscription', 'created_at'])
  })
})

describe('updateContactTopics', () => {
  const choices = async (contact: string) => {
    const { data } = (await own.ask('GET', `/contacts/${contact}/topics`)).body
    return new Map(data.map(({ id, subscription }: { id: string; subscription: string }) => [id, subscription]))
  }

  it('accepts the choices as a list and as an object, and keeps other topics', async () => {
    const [one, two] = [await own.aTopic(), await own.aTopic()]
    const eve = await own.aContact('eve@example.com')
    const out = [{ id: one, subscription: 'opt_out' }]
    const { status, body } = await own.ask('PATCH', '/contacts/eve@example.com/topics', out)
    expect([status, body]).toEqual([200, { object: 'contact_topics', id: eve, contact_id: eve, topics: out }])
    const topics = [{ id: two, subscription: 'opt_out' }]
    expect((await own.ask('PATCH', `/contacts/${eve}/topics`, { topics })).body.topics).toEqual(topics)
    expect([(await choices(eve)).get(one), (await choices(eve)).get(two)]).toEqual(['opt_out', 'opt_out'])
    await own.ask('PATCH', `/contacts/${eve}/topics`, [{ id: two, subscription: 'opt_in' }])
    expect([(await choices(eve)).get(one), (await choices(eve)).get(two)]).toEqual(['opt_out', 'opt_in'])
  })

  it('uses the later of two choices about one topic, and accepts an empty list', async () => {
    const id = await own.aTopic()
    const twice = [
      { id, subscription: 'opt_in' },
      { id, subscription: 'opt_out' },
    ]
    const { body } = await own.ask('PATCH', `/contacts/${ada}/topics`, twice)
    expect(body.topics).toEqual([{ id, subscription: 'opt_out' }])
    expect((await own.ask('PATCH', `/contacts/${ada}/topics`, [])).body.topics).toEqual([])
  })

  it.each([
    [[{ subscription: 'opt_in' }], 422, 'Missing `[0].id` field.'],
    [{}, 422, 'Missing `topics` field.'],
    [{ topics: [{ id: UNKNOWN }] }, 422, 'Missing `topics[0].subscription` field.'],
    [
      [{ id: UNKNOWN, subscription: 'no' }],
      422,
      'Invalid `[0].subscription` field: must be one of opt_in, opt_out; received "no".',
    ],
    [[{ id: 'no', subscription: 'opt_in' }], 422, 'Invalid `[0].id` field: must match format "uuid"; received "no".'],
    [[{ id: UNKNOWN, subscription: 'opt_in' }], 404, 'Topic not found'],
    ['"text"', 400, 'Request body must be a JSON object or a list.'],
    ['', 400, 'Request body must be valid JSON. It ends too early at line 1, column 1.'],
  ])('rejects %j', async (body, status, sentence) => {
    const refused = await own.ask('PATCH', `/contacts/${ada}/topics`, body)
    expect([refused.status, refused.body.message]).toEqual([status, sentence])
  })

  it('changes nothing if one of the topics belongs to another team', async () => {
    const stranger = contactsOf(server, (await aTeam(server, 'Its topic')).key)
    const id = await own.aTopic()
    const both = [id, await stranger.aTopic()].map(id => ({ id, subscription: 'opt_out' }))
    const { body } = await own.ask('PATCH', `/contacts/${ada}/topics`, both)
    expect(body).toEqual({ statusCode: 404, message: 'Topic not found', name: 'not_found' })
    expect((await choices(ada)).get(id)).toBe('opt_in')
  })
})
