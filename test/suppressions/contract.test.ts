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
const message = 'Suppression not found'
const add = async (email: string): Promise<string> => (await own.ask('POST', '/suppressions', { email })).body.id
const get = async (id_or_email: string) =>
  (await own.ask('GET', `/suppressions/${encodeURIComponent(id_or_email)}`)).body

const NO_ADDRESS = [
  ['', 'missing_required_field', 'Missing `email` field.'],
  ['nobody', 'validation_error', undefined],
  ['Ana <ana@example.com>', 'validation_error', undefined],
  ['a@example.com, b@example.com', 'validation_error', undefined],
  ['a@localhost', 'validation_error', undefined],
  [`${'a'.repeat(70)}@example.com`, 'validation_error', undefined],
] as const

describe('addSuppression', () => {
  it('suppresses an address manually', async () => {
    const { status, body } = await own.ask('POST', '/suppressions', { email: ' Ana.B@Example.com ' })
    expect([status, body]).toEqual([201, { object: 'suppression', id: body.id }])
    const created_at = time.now().toISOString()
    const shown = { email: 'Ana.B@Example.com', origin: 'manual', source_id: null, created_at }
    expect(await get(body.id)).toEqual({ object: 'suppression', id: body.id, ...shown })
  })

  it('returns the existing id, in any spelling of the address', async () => {
    const id = await add('twice@bücher.example')
    time.forward(1000)
    const again = await own.ask('POST', '/suppressions', { email: 'TWICE@xn--bcher-kva.Example' })
    expect([again.status, again.body.id]).toEqual([201, id])
    expect((await get(id)).created_at).not.toBe(time.now().toISOString())
  })

  it('suppresses an address once for concurrent requests', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add('crowd@example.com')))
    expect(new Set(ids).size).toBe(1)
  })

  it.each(NO_ADDRESS)('rejects %j', async (email, name, sentence) => {
    const { body } = await own.ask('POST', '/suppressions', { email })
    expect(body).toMatchObject({ statusCode: 422, name })
    if (sentence) expect(body.message).toBe(sentence)
    else expect(body.message).toMatch(/^Invalid `email` field: .*received/)
  })

  it('rejects a body without an address', async () => {
    const { body } = await own.ask('POST', '/suppressions', {})
    expect(body).toEqual({ statusCode: 422, message: 'Missing `email` field.', name: 'missing_required_field' })
  })
})

describe('listSuppressions', () => {
  it('returns pages, newest first, twenty per page', async () => {
    const team = contactsOf(server, (await aTeam(server, 'Listing suppressions')).key)
    const emails = Array.from({ length: 21 }, (_, number) => `l${number}@example.com`)
    await team.ask('POST', '/suppressions/batch/add', { emails })
    const list = (query: string) => team.ask('GET', `/suppressions?${query}`)
    const { body } = await list('')
    expect([body.data.length, body.has_more, body.data[0].email]).toEqual([20, true, 'l20@example.com'])
    expect(body.data[0]).not.toHaveProperty('object')
    const { forward, back } = await pagesOf(list, 'email')
    expect([forward[0], back]).toEqual(['l20@example.com l19@example.com …', ['l4@example.com l3@example.com …']])
    expect((await list('origin=manual&limit=1')).body.data).toMatchObject([{ email: 'l20@example.com' }])
    expect((await list('origin=bounce')).body).toEqual({ object: 'list', has_more: false, data: [] })
  })
})

describe('getSuppression', () => {
  it('finds a suppression by id and by address, case-insensitively', async () => {
    const id = await add('Eve@example.com')
    expect(await get(id)).toMatchObject({ id, email: 'Eve@example.com' })
    expect(await get('eve@EXAMPLE.com')).toEqual(await get(id.toUpperCase()))
  })
})

describe('removeSuppression', () => {
  it('deletes a suppression by its address, which can be suppressed again', async () => {
    const id = await add('Eve+x@example.com')
    const removed = await own.ask('DELETE', `/suppressions/${encodeURIComponent('EVE+x@example.com')}`)
    expect([removed.status, removed.body]).toEqual([200, { object: 'suppression', id, deleted: true }])
    expect(await get(id)).toEqual({ statusCode: 404, message, name: 'not_found' })
    expect(await add('eve+x@example.com')).not.toBe(id)
  })

  it('deletes a suppression by its id', async () => {
    const id = await add('hidden-too@example.com')
    expect((await own.ask('DELETE', `/suppressions/${id}`)).status).toBe(200)
    expect(await get(id)).toEqual({ statusCode: 404, message, name: 'not_found' })
  })
})

describe('addSuppressions', () => {
  const addAll = (emails: unknown) => own.ask('POST', '/suppressions/batch/add', { emails })

  it('returns one id per address, in their order', async () => {
    const known = await add('known@example.com')
    const { status, body } = await addAll(['new@example.com', 'KNOWN@example.com', 'New@example.com'])
    const { id } = await get('new@example.com')
    expect(status).toBe(201)
    expect(body).toEqual({ data: [id, known, id].map(each => ({ object: 'suppression', id: each })) })
  })

  it('suppresses no address if one is invalid, and names that one', async () => {
    const { body } = await addAll(['whole@example.com', 'nobody'])
    expect(body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(body.message).toMatch(/^Invalid `emails\[1\]` field: .*received "nobody"\.$/)
    expect((await get('whole@example.com')).statusCode).toBe(404)
  })

  it('accepts up to a hundred addresses, and rejects more or none', async () => {
    const emails = Array.from({ length: 101 }, (_, number) => `h${number}@example.com`)
    expect((await addAll(emails.slice(1))).body.data).toHaveLength(100)
    for (const wrong of [emails, [], undefined, 'a@example.com', [7]])
      expect((await addAll(wrong)).body).toMatchObject({ statusCode: 422 })
    expect((await get('h0@example.com')).statusCode).toBe(404)
  })
})

describe('removeSuppressions', () => {
  const removeAll = (body: object) => own.ask('POST', '/suppressions/batch/remove', body)

  it('deletes by address or by id and skips unknown ones', async () => {
    const [first, second] = [await add('r1@example.com'), await add('r2@example.com')]
    const byEmail = await removeAll({ emails: ['nobody@example.com', 'R1@example.com', 'r1@example.com', 'nobody'] })
    expect(byEmail.body).toEqual({ data: [{ object: 'suppression', id: first, deleted: true }] })
    const byId = await removeAll({ ids: [second.toUpperCase(), first, UNKNOWN] })
    expect([byId.status, byId.body]).toEqual([200, { data: [{ object: 'suppression', id: second, deleted: true }] }])
  })

  it('accepts null for the absent list', async () => {
    const [first, second] = [await add('n1@example.com'), await add('n2@example.com')]
    expect((await removeAll({ emails: ['n1@example.com'], ids: null })).body.data).toMatchObject([{ id: first }])
    expect((await removeAll({ emails: null, ids: [second] })).body.data).toMatchObject([{ id: second }])
    expect((await removeAll({ emails: null, ids: null })).status).toBe(422)
  })

  it('skips those of another team', async () => {
    const id = await add('ours@example.com')
    const { key } = await aTeam(server, 'Stranger to suppressions')
    const { body } = await server.call('POST', '/suppressions/batch/remove', { key, body: { ids: [id] } })
    expect(body).toEqual({ data: [] })
    expect((await get(id)).id).toBe(id)
  })

  it.each([
    ['neither', {}, /received neither/],
    ['both', { emails: ['a@example.com'], ids: [UNKNOWN] }, /received both/],
    ['an id that is not a UUID', { ids: ['x'] }, /ids/],
    ['an empty list', { emails: [] }, /emails/],
    ['more than a hundred', { ids: Array.from({ length: 101 }, () => UNKNOWN) }, /ids/],
  ])('rejects %s', async (_, body, sentence) => {
    const refused = await removeAll(body)
    expect(refused.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(refused.body.message).toMatch(sentence)
  })
})
