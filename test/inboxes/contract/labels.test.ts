// Labels of inboxes and threads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string
let thread: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = await inboxesOf(server, 'labels.example.com')
  inbox = await own.anInbox()
  await own.receive()
  thread = (await own.threads(inbox))[0].id
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const at = (path = ''): string => `/inboxes/${inbox}/labels${path}`
const ofThread = (path = ''): string => `/inboxes/${inbox}/threads/${thread}/labels${path}`
const aLabel = async (name: string, more: object = {}): Promise<string> => {
  time.forward(1000)
  return (await own.ask('POST', at(), { name, ...more })).body.id
}
const names = (body: { data: { name: string }[] }): string => body.data.map(({ name }) => name).join(' ')

describe('createInboxLabel', () => {
  it('creates a label and chooses a color if the request has none', async () => {
    const { status, body } = await own.ask('POST', at(), { name: 'Urgent', color: '#e93d82' })
    expect([status, body]).toEqual([201, { object: 'inbox_label', id: body.id }])
    const { data } = (await own.ask('GET', at())).body
    expect(data).toMatchObject([{ id: body.id, name: 'Urgent', color: '#E93D82' }])
    await aLabel('Plain')
    expect((await own.ask('GET', at())).body.data[0].color).toMatch(/^#[0-9A-F]{6}$/)
  })

  it.each([
    [{ name: 'URGENT' }, 'Invalid `name` field: this inbox already has a label "URGENT".'],
    [{ name: 'x'.repeat(51) }, 'must NOT have more than 50 characters'],
    [{ name: ' ' }, 'Invalid `name` field'],
    [{ name: 'x', color: 'red' }, 'Invalid `color` field'],
    [{}, 'Missing `name` field.'],
  ])('rejects %j', async (given, words) => {
    const { status, body } = await own.ask('POST', at(), given)
    expect(status).toBe(422)
    expect(body.message).toContain(words)
  })

  it('creates at most a hundred labels per inbox, even for concurrent requests', async () => {
    const other = await own.anInbox('many')
    const asked = Array.from({ length: 104 }, (_, index) =>
      own.ask('POST', `/inboxes/${other}/labels`, { name: `Label ${index}` }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(100)
    expect(statuses.filter(status => status === 422)).toHaveLength(4)
  })

  it('creates one label per name, even for concurrent requests', async () => {
    const twice = await Promise.all([1, 2].map(() => own.ask('POST', at(), { name: 'Once' })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 422])
  })
})

describe('listInboxLabels', () => {
  it('lists the labels of the inbox', async () => {
    expect(names((await own.ask('GET', at())).body)).toContain('Urgent')
  })
})

describe('updateInboxLabel', () => {
  it('updates name and color, also in threads', async () => {
    const id = await aLabel('Before', { color: '#000000' })
    await own.ask('POST', ofThread(), { labels: [id] })
    await own.ask('PATCH', at(`/${id}`), { name: 'After' })
    await own.ask('PATCH', at(`/${id}`), { color: '#abcdef' })
    expect((await own.threads(inbox))[0].labels).toEqual([{ id, name: 'After', color: '#ABCDEF' }])
    expect((await own.ask('PATCH', at(`/${id}`), { name: 'after' })).status).toBe(200)
    expect((await own.ask('PATCH', at(`/${id}`), { name: 'urgent' })).status).toBe(422)
    expect((await own.ask('PATCH', at(`/${UNKNOWN}`), { name: 'x' })).body.message).toBe('Label not found')
  })
})

describe('removeInboxLabel', () => {
  it('removes the label from all threads', async () => {
    const id = await aLabel('Gone')
    await own.ask('POST', ofThread(), { labels: [id] })
    expect((await own.ask('DELETE', at(`/${id}`))).body).toEqual({ object: 'inbox_label', id, deleted: true })
    expect((await own.ask('DELETE', at(`/${id}`))).status).toBe(404)
    expect((await own.threads(inbox))[0].labels.map(({ name }: { name: string }) => name)).not.toContain('Gone')
    expect(await own.threads(inbox, `?labels=${id}`)).toEqual([])
  })
})

describe('addInboxThreadLabels', () => {
  it('adds labels to the existing ones without duplicates and returns all of them', async () => {
    const [red, blue] = [await aLabel('Red'), await aLabel('Blue')]
    await own.ask('PUT', ofThread(), { labels: [] })
    await own.ask('POST', ofThread(), { labels: [red] })
    const { status, body } = await own.ask('POST', ofThread(), { labels: [blue, red, blue] })
    expect([status, body.object, names(body)]).toEqual([200, 'list', 'Red Blue'])
  })

  it('changes nothing when a label is unknown or belongs to another inbox', async () => {
    const other = await own.anInbox('elsewhere')
    const strange = (await own.ask('POST', `/inboxes/${other}/labels`, { name: 'Strange' })).body.id
    const known = await aLabel('Known')
    await own.ask('PUT', ofThread(), { labels: [] })
    for (const unknown of [UNKNOWN, strange]) {
      const { status, body } = await own.ask('POST', ofThread(), { labels: [known, unknown] })
      expect([status, body.message]).toEqual([404, 'Label not found'])
    }
    expect((await own.threads(inbox))[0].labels).toEqual([])
  })

  it('accepts one to ten labels', async () => {
    expect((await own.ask('POST', ofThread(), { labels: [] })).status).toBe(422)
    expect((await own.ask('POST', ofThread(), { labels: Array.from({ length: 11 }, () => UNKNOWN) })).status).toBe(422)
  })
})

describe('setInboxThreadLabels', () => {
  it('replaces all labels', async () => {
    const [one, two] = [await aLabel('One'), await aLabel('Two')]
    await own.ask('PUT', ofThread(), { labels: [one] })
    expect(names((await own.ask('PUT', ofThread(), { labels: [two] })).body)).toBe('Two')
    expect((await own.ask('PUT', ofThread(), { labels: [] })).body).toEqual({ object: 'list', data: [] })
  })
})

describe('removeInboxThreadLabel', () => {
  it('removes a label and ignores one that the thread does not have', async () => {
    const [here, there] = [await aLabel('Here'), await aLabel('There')]
    await own.ask('PUT', ofThread(), { labels: [here] })
    expect(names((await own.ask('DELETE', ofThread(`/${there}`))).body)).toBe('Here')
    expect((await own.ask('DELETE', ofThread(`/${here}`))).body.data).toEqual([])
    expect((await own.ask('DELETE', ofThread(`/${UNKNOWN}`))).status).toBe(404)
  })
})
