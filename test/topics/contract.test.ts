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

const message = 'Topic not found'
const get = async (id: string) => (await own.ask('GET', `/topics/${id}`)).body

describe('createTopic', () => {
  it('creates a topic, private by default', async () => {
    const { status, body } = await own.ask('POST', '/topics', { name: 'News', default_subscription: 'opt_out' })
    expect([status, body]).toEqual([201, { object: 'topic', id: body.id }])
    expect(await get(body.id)).toMatchObject({ description: null, visibility: 'private' })
  })
})

describe('listTopics', () => {
  it('returns pages of the team’s topics, newest first, twenty per page', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing')).key)
    for (let number = 0; number < 21; number++) {
      time.forward(1000)
      await team.aTopic({ name: `t${number}` })
    }
    const list = (query: string) => team.ask('GET', `/topics?${query}`)
    const { body } = await list('')
    expect([body.data.length, body.has_more, body.data[0].name]).toEqual([20, true, 't20'])
    const { forward, back } = await pagesOf(list, 'name')
    expect([forward[0], back]).toEqual(['t20 t19 …', ['t4 t3 …']])
  })
})

describe('getTopic', () => {
  it('returns a topic', async () => {
    const topic = { name: 'Notes', description: 'Monthly', default_subscription: 'opt_in', visibility: 'public' }
    const id = await own.aTopic(topic)
    expect(await get(id)).toEqual({ object: 'topic', id, ...topic, created_at: time.now().toISOString() })
  })
})

describe('updateTopic', () => {
  it('updates only the given fields, and accepts the id that clients send', async () => {
    const id = await own.aTopic({ description: 'Old' })
    const before = await get(id)
    const patch = (body: object) => own.ask('PATCH', `/topics/${id}`, body)
    const { status, body } = await patch({ id, name: 'New', default_subscription: 'opt_in' })
    expect([status, body]).toEqual([200, { object: 'topic', id }])
    expect(await get(id)).toEqual({ ...before, name: 'New' })
    await patch({ description: null, visibility: 'public' })
    expect(await get(id)).toEqual({ ...before, name: 'New', description: null, visibility: 'public' })
  })

  it.each([
    [{ default_subscription: 'opt_out' }, 'The `default_subscription` of a topic cannot change; create another topic'],
  ])('rejects %j', async (body, sentence) => {
    const id = await own.aTopic()
    const refused = await own.ask('PATCH', `/topics/${id}`, { visibility: 'public', ...body })
    expect(refused.body).toEqual({ statusCode: 422, message: sentence, name: 'validation_error' })
    expect((await get(id)).visibility).toBe('private')
  })
})

describe('removeTopic', () => {
  it('deletes a topic, once, and removes it from every contact', async () => {
    const id = await own.aTopic()
    await own.aContact('chose@example.com', { topics: [{ id, subscription: 'opt_out' }] })
    const { status, body } = await own.ask('DELETE', `/topics/${id}`)
    expect([status, body]).toEqual([200, { object: 'topic', id, deleted: true }])
    expect((await own.ask('DELETE', `/topics/${id}`)).body).toMatchObject({ statusCode: 404, message })
    const { data } = (await own.ask('GET', '/contacts/chose@example.com/topics')).body
    expect(data.map((item: { id: string }) => item.id)).not.toContain(id)
  })
})
