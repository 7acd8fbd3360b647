import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
const message = 'Segment not found'

describe('createSegment', () => {
  it('makes a segment, also with a name that is there', async () => {
    const { status, body } = await own.ask('POST', '/segments', { name: 'Beta' })
    expect([status, body]).toEqual([201, { object: 'segment', id: body.id, name: 'Beta' }])
    expect((await own.ask('POST', '/segments', { name: 'Beta' })).body.id).not.toBe(body.id)
  })

  it.each([
    [{}, 'missing_required_field', 'Missing `name` field.'],
    [{ name: '' }, 'validation_error', 'Invalid `name` field: must NOT have fewer than 1 characters; received "".'],
    [
      { name: 'x'.repeat(256) },
      'validation_error',
      'Invalid `name` field: must NOT have more than 255 characters; received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…".',
    ],
    [{ name: null }, 'validation_error', 'Invalid `name` field: must be string; received null.'],
  ])('refuses %j', async (body, name, message) => {
    expect((await own.ask('POST', '/segments', body)).body).toEqual({ statusCode: 422, message, name })
  })

  itIsRefusedToSendingKeys(() => server, 'POST', '/segments', { name: 'x' })
})

describe('listSegments', () => {
  it('gives the team’s segments, newest first, all of them or page by page', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing')).key)
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      time.forward(1000)
      await team.aSegment(name)
    }
    const list = (query: string) => team.ask('GET', `/segments?${query}`)
    const { forward, back } = await pagesOf(list, 'name')
    expect([forward, back]).toEqual([['e d …', 'c b …', 'a'], ['c b …']])
    const { body } = await list('')
    expect([body.data.length, body.has_more, Object.keys(body.data[0])]).toEqual([
      5,
      false,
      ['id', 'name', 'created_at'],
    ])
  })

  it('refuses a cursor of another team', async () => {
    const { key } = await aTeam(server, 'Other cursor')
    expect((await server.call('GET', `/segments?after=${await own.aSegment()}`, { key })).status).toBe(422)
  })

  itIsRefusedToSendingKeys(() => server, 'GET', '/segments')
})

describe('getSegment', () => {
  it('shows a segment', async () => {
    const id = await own.aSegment('Shown')
    const { status, body } = await own.ask('GET', `/segments/${id}`)
    expect([status, body]).toEqual([
      200,
      { object: 'segment', id, name: 'Shown', created_at: time.now().toISOString() },
    ])
  })

  it('refuses an id that is none, and answers a stranger’s like an unknown one', async () => {
    expect((await own.ask('GET', '/segments/x')).body).toMatchObject({ statusCode: 422, name: 'invalid_parameter' })
    const id = await own.aSegment()
    await expectHidden(server, 'GET', id => `/segments/${id}`, { id, unknown: UNKNOWN, message })
  })

  itIsRefusedToSendingKeys(() => server, 'GET', `/segments/${UNKNOWN}`)
})

describe('updateSegment', () => {
  it('renames a segment', async () => {
    const id = await own.aSegment('Old')
    const { status, body } = await own.ask('PATCH', `/segments/${id}`, { name: 'New' })
    expect([status, body]).toEqual([200, { object: 'segment', id }])
    expect((await own.ask('GET', `/segments/${id}`)).body.name).toBe('New')
  })

  it('refuses a missing name, and answers a stranger’s like an unknown one', async () => {
    const id = await own.aSegment()
    expect((await own.ask('PATCH', `/segments/${id}`, {})).body).toMatchObject({ name: 'missing_required_field' })
    const hidden = { id, unknown: UNKNOWN, message, body: { name: 'x' } }
    await expectHidden(server, 'PATCH', id => `/segments/${id}`, hidden)
  })

  itIsRefusedToSendingKeys(() => server, 'PATCH', `/segments/${UNKNOWN}`, { name: 'x' })
})

describe('removeSegment', () => {
  it('deletes a segment and keeps its contacts; a second time is as good', async () => {
    const id = await own.aSegment()
    await own.aContact('kept@example.com', { segments: [{ id }] })
    for (let time = 0; time < 2; time++) {
      const { status, body } = await own.ask('DELETE', `/segments/${id}`)
      expect([status, body]).toEqual([200, { object: 'segment', id, deleted: true }])
    }
    expect((await own.ask('GET', `/segments/${id}`)).status).toBe(404)
    expect((await own.ask('GET', '/contacts/kept@example.com/segments')).body.data).toEqual([])
  })

  it('leaves a stranger’s segment alone, with the answer for an unknown one', async () => {
    const { key } = await aTeam(server, 'Removing')
    const id = await own.aSegment()
    const [strange, unknown] = await Promise.all(
      [id, UNKNOWN].map(target => server.call('DELETE', `/segments/${target}`, { key })),
    )
    expect(strange!.body).toEqual({ object: 'segment', id, deleted: true })
    expect(unknown!.body).toEqual({ object: 'segment', id: UNKNOWN, deleted: true })
    expect((await own.ask('GET', `/segments/${id}`)).status).toBe(200)
    expect((await own.ask('DELETE', '/segments/x')).body).toMatchObject({ name: 'invalid_parameter' })
  })

  itIsRefusedToSendingKeys(() => server, 'DELETE', `/segments/${UNKNOWN}`)
})

describe('listSegmentContacts', () => {
  it('turns pages of the contacts in a segment, newest first, whenever they were added', async () => {
    const segment = await own.aSegment()
    const emails = ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']
    for (const email of emails) {
      time.forward(1000)
      await own.aContact(email)
    }
    for (const email of emails.toReversed()) await own.ask('POST', `/contacts/${email}/segments/${segment}`)
    time.forward(1000)
    await own.aContact('elsewhere@x.org')
    const list = (query: string) => own.ask('GET', `/segments/${segment}/contacts?${query}`)
    const { forward, back } = await pagesOf(list, 'email')
    expect([forward, back]).toEqual([['e@x.org d@x.org …', 'c@x.org b@x.org …', 'a@x.org'], ['c@x.org b@x.org …']])
    const { body } = await list('')
    expect([body.data.length, body.has_more]).toEqual([5, false])
    expect(body).toEqual((await own.ask('GET', `/contacts?segment_id=${segment}`)).body)
    expect(Object.keys(body.data[0]).toSorted()).toEqual(
      ['created_at', 'email', 'first_name', 'id', 'last_name', 'unsubscribed'].toSorted(),
    )
  })

  it('is empty for an unknown segment, a deleted one, and a stranger’s', async () => {
    const id = await own.aSegment()
    await own.aContact('in@x.org', { segments: [{ id }] })
    const empty = { object: 'list', has_more: false, data: [] }
    const { key } = await aTeam(server, 'Looking in')
    expect((await server.call('GET', `/segments/${id}/contacts`, { key })).body).toEqual(empty)
    expect((await own.ask('GET', `/segments/${UNKNOWN}/contacts`)).body).toEqual(empty)
    expect((await own.ask('GET', `/segments/${id}/contacts`)).body.data).toHaveLength(1)
    await own.ask('DELETE', `/segments/${id}`)
    expect((await own.ask('GET', `/segments/${id}/contacts`)).body).toEqual(empty)
  })

  it('refuses the cursor of a contact that is not in the segment, and an id that is none', async () => {
    const outside = await own.aContact('outside@x.org')
    const list = `/segments/${await own.aSegment()}/contacts`
    expect((await own.ask('GET', `${list}?after=${outside}`)).body).toMatchObject({ name: 'validation_error' })
    expect((await own.ask('GET', '/segments/x/contacts')).body).toMatchObject({ name: 'invalid_parameter' })
  })

  itIsRefusedToSendingKeys(() => server, 'GET', `/segments/${UNKNOWN}/contacts`)
})
