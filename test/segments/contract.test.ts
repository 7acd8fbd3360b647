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

describe('createSegment', () => {
  it('creates a segment, also with the name of another one', async () => {
    const { status, body } = await own.ask('POST', '/segments', { name: 'Beta' })
    expect([status, body]).toEqual([201, { object: 'segment', id: body.id, name: 'Beta' }])
    expect((await own.ask('POST', '/segments', { name: 'Beta' })).body.id).not.toBe(body.id)
  })
})

describe('listSegments', () => {
  it('returns the team’s segments, newest first, completely or in pages', async () => {
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
})

describe('getSegment', () => {
  it('returns a segment', async () => {
    const id = await own.aSegment('Shown')
    const { status, body } = await own.ask('GET', `/segments/${id}`)
    expect([status, body]).toEqual([
      200,
      { object: 'segment', id, name: 'Shown', created_at: time.now().toISOString() },
    ])
  })
})

describe('updateSegment', () => {
  it('renames a segment', async () => {
    const id = await own.aSegment('Old')
    const { status, body } = await own.ask('PATCH', `/segments/${id}`, { name: 'New' })
    expect([status, body]).toEqual([200, { object: 'segment', id }])
    expect((await own.ask('GET', `/segments/${id}`)).body.name).toBe('New')
  })
})

describe('removeSegment', () => {
  it('deletes a segment and keeps its contacts; a second request returns 404', async () => {
    const id = await own.aSegment()
    await own.aContact('kept@example.com', { segments: [{ id }] })
    const { status, body } = await own.ask('DELETE', `/segments/${id}`)
    expect([status, body]).toEqual([200, { object: 'segment', id, deleted: true }])
    expect((await own.ask('DELETE', `/segments/${id}`)).body).toMatchObject({ statusCode: 404, name: 'not_found' })
    expect((await own.ask('GET', `/segments/${id}`)).status).toBe(404)
    expect((await own.ask('GET', '/contacts/kept@example.com/segments')).body.data).toEqual([])
  })
})

describe('listSegmentContacts', () => {
  it('returns pages of the contacts in a segment, newest first, regardless of when they were added', async () => {
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

  it('returns an empty list for a deleted segment', async () => {
    const id = await own.aSegment()
    await own.aContact('in@x.org', { segments: [{ id }] })
    const empty = { object: 'list', has_more: false, data: [] }
    expect((await own.ask('GET', `/segments/${id}/contacts`)).body.data).toHaveLength(1)
    await own.ask('DELETE', `/segments/${id}`)
    expect((await own.ask('GET', `/segments/${id}/contacts`)).body).toEqual(empty)
  })

  it('rejects the cursor of a contact outside the segment', async () => {
    const outside = await own.aContact('outside@x.org')
    const list = `/segments/${await own.aSegment()}/contacts`
    expect((await own.ask('GET', `${list}?after=${outside}`)).body).toMatchObject({ name: 'validation_error' })
  })
})

describe('a segment by rule', () => {
  const rule = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Rue' }
  const made = async (given: object = rule): Promise<string> =>
    (await own.ask('POST', '/segments', { name: 'By rule', rule: given })).body.id
  const members = async (id: string): Promise<string[]> =>
    (await own.ask('GET', `/segments/${id}/contacts`)).body.data.map((contact: { email: string }) => contact.email)

  it('is returned with its rule, and contains the contacts that match it now', async () => {
    const { status, body } = await own.ask('POST', '/segments', { name: 'By rule', rule })
    expect([status, body]).toEqual([201, { object: 'segment', id: body.id, name: 'By rule' }])
    expect((await own.ask('GET', `/segments/${body.id}`)).body).toMatchObject({ name: 'By rule', rule })
    const email = 'rue@example.com'
    const contact_id = await own.aContact(email, { first_name: 'Rue' })
    expect(await members(body.id)).toEqual([email])
    expect((await own.ask('GET', `/contacts?segment_id=${body.id}`)).body.data).toHaveLength(1)
    expect((await own.ask('GET', `/contacts/${contact_id}/segments`)).body.data).toMatchObject([{ id: body.id }])
    await own.ask('PATCH', `/contacts/${contact_id}`, { first_name: 'Rua' })
    expect(await members(body.id)).toEqual([])
    expect((await own.ask('GET', `/contacts/${contact_id}/segments`)).body.data).toEqual([])
  })

  it('can get another rule, but cannot become a manual segment', async () => {
    const id = await made()
    const other = { ...rule, operator: 'neq' }
    expect((await own.ask('PATCH', `/segments/${id}`, { name: 'Others', rule: other })).body).toEqual({
      object: 'segment',
      id,
    })
    expect((await own.ask('GET', `/segments/${id}`)).body).toMatchObject({ name: 'Others', rule: other })
    await own.ask('PATCH', `/segments/${id}`, { name: 'Renamed' })
    expect((await own.ask('GET', `/segments/${id}`)).body).toMatchObject({ name: 'Renamed', rule: other })
    expect((await own.ask('PATCH', `/segments/${id}`, { rule })).body).toEqual({ object: 'segment', id })
    expect((await own.ask('GET', `/segments/${id}`)).body).toMatchObject({ name: 'Renamed', rule })
    const plain = await own.aSegment()
    const refused = await own.ask('PATCH', `/segments/${plain}`, { name: 'x', rule })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This segment has no rule. Create a new segment with a rule.',
    ])
    expect((await own.ask('GET', `/segments/${plain}`)).body).not.toHaveProperty('rule')
  })

  it('rejects adding and removing contacts by hand, in every operation', async () => {
    const id = await made()
    const contact = await own.aContact('by-hand@example.com')
    const refused = {
      statusCode: 422,
      message: `The segment ${id} has a rule, so contacts cannot be added or removed directly. Update the contact or the rule, or use another segment.`,
      name: 'validation_error',
    }
    for (const [method, path, body] of [
      ['POST', `/contacts/${contact}/segments/${id}`],
      ['DELETE', `/contacts/${contact}/segments/${id}`],
      ['POST', '/contacts', { email: 'by-hand2@example.com', segments: [id] }],
      ['POST', `/audiences/${id}/contacts`, { email: 'by-hand2@example.com' }],
      ['DELETE', `/audiences/${id}/contacts/${contact}`],
    ] as const) {
      expect((await own.ask(method, path, body)).body, `${method} ${path}`).toEqual(refused)
    }
    expect((await own.ask('GET', '/contacts/by-hand2@example.com')).status).toBe(404)
    const add = { key: 'in', type: 'add_to_segment', config: { segment_id: id } }
    const start = { key: 'start', type: 'trigger', config: { event_name: 'x' } }
    const graph = { steps: [start, add], connections: [{ from: 'start', to: 'in' }] }
    const automation = await own.ask('POST', '/automations', { name: 'x', status: 'enabled', ...graph })
    expect(automation.status).toBe(422)
  })

  it('rejects a rule with unknown references, naming all of them, and with a segment by rule', async () => {
    const by_rule = await made()
    const ids = [`topics.${UNKNOWN}`, `segments.${UNKNOWN}`, `segments.${by_rule}`, `opened.${UNKNOWN}`]
    const fields = ['contact.properties.unheard_of', ...ids]
    const rules = fields.map(field => ({ type: 'rule', field, operator: 'eq', value: 'Rue' }))
    const { status, body } = await own.ask('POST', '/segments', { name: 'x', rule: { type: 'and', rules } })
    expect([status, body.message]).toEqual([
      422,
      `Invalid \`rule\` field: unknown contact property unheard_of; unknown topic ${UNKNOWN}; ` +
        `unknown segment without a rule ${UNKNOWN}; unknown segment without a rule ${by_rule}; unknown broadcast ${UNKNOWN}`,
    ])
  })

  it.each([
    [{ ...rule, field: 'contact.age' }],
    [{ ...rule, operator: 'like' }],
    [{ ...rule, operator: 'contains', value: 1 }],
    [{ type: 'and', rules: [] }],
    [{ type: 'not', rules: [rule] }],
    [{ ...rule, field: 'days_since.created', operator: 'eq', value: 1 }],
    [{ ...rule, field: 'days_since.opened', operator: 'eq', value: 1 }],
    [{ ...rule, field: 'opened.news' }],
  ])('rejects the rule %j', async given => {
    expect((await own.ask('POST', '/segments', { name: 'x', rule: given })).body.name).toBe('validation_error')
  })

  it('uses the clock of the server in every operation', async () => {
    const id = await made({
      type: 'and',
      rules: [
        { type: 'rule', field: 'days_since.created', operator: 'gte', value: 10 },
        { ...rule, value: 'Methuselah' },
      ],
    })
    const email = 'methuselah@example.com'
    const contact = await own.aContact(email, { first_name: 'Methuselah' })
    const found = async () => [
      await members(id),
      (await own.ask('GET', `/contacts?segment_id=${id}`)).body.data.length,
      (await own.ask('GET', `/audiences/${id}/contacts`)).body.data.length,
      (await own.ask('GET', `/audiences/${id}/contacts/${contact}`)).status,
      (await own.ask('GET', `/contacts/${contact}/segments`)).body.data.length,
    ]
    time.forward(10 * 86_400_000 - 1000)
    expect(await found()).toEqual([[], 0, 0, 404, 0])
    time.forward(2000)
    expect(await found()).toEqual([[email], 1, 1, 200, 1])
  })

  it('contains no contact of another team', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Rules')).key)
    const { body } = await team.ask('POST', '/segments', { name: 'x', rule: { ...rule, operator: 'neq' } })
    expect((await team.ask('GET', `/segments/${body.id}/contacts`)).body.data).toEqual([])
    expect(await members(body.id)).toEqual([])
  })

  it('is limited to a hundred per team', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Many rules')).key)
    const make = () => team.ask('POST', '/segments', { name: 'x', rule })
    const statuses: number[] = []
    for (let count = 0; count < 100; count++) statuses.push((await make()).status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    const { status, body } = await make()
    expect([status, body.message]).toEqual([422, 'A team can have at most 100 segments with a rule. Delete one first.'])
    await team.aContact('all@example.com', { first_name: 'Rue' })
    expect((await team.ask('GET', '/contacts/all@example.com/segments')).body.data).toHaveLength(100)
    expect((await team.ask('POST', '/segments', { name: 'by hand' })).status).toBe(201)
  })
})
