import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const NOT_FOUND = { statusCode: 404, message: 'API key not found', name: 'not_found' }

const aKey = async (body: object = { name: 'Reports' }): Promise<{ id: string; token: string }> =>
  (await server.call('POST', '/api-keys', { body })).body

describe('createApiKey', () => {
  it('creates a working key and shows it once', async () => {
    const { status, body } = await server.call('POST', '/api-keys', { body: { name: 'Reports' } })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}$/)
    expect((await server.call('GET', '/api-keys', { key: body.token })).status).toBe(200)
  })

  it.each([
    [{}, 'missing_required_field', 'Missing `name` field.'],
    [{ name: '' }, 'validation_error', 'Invalid `name` field: must NOT have fewer than 1 characters; received "".'],
    [
      { name: 'x'.repeat(51) },
      'validation_error',
      'Invalid `name` field: must NOT have more than 50 characters; received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".',
    ],
    [
      { name: 'x', permission: 'root' },
      'invalid_access',
      'Invalid `permission` field: must be one of full_access, sending_access; received "root".',
    ],
    [
      { name: 'x', domain_id: 'no' },
      'validation_error',
      'Invalid `domain_id` field: must match format "uuid"; received "no".',
    ],
  ])('rejects %j', async (body, name, message) => {
    expect((await server.call('POST', '/api-keys', { body })).body).toEqual({ statusCode: 422, message, name })
  })

  it('does not repeat a key that was sent in the wrong field', async () => {
    const { key } = server
    const wrong = await server.call('POST', '/api-keys', { body: { name: 'x', permission: key } })
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      'Invalid `permission` field: must be one of full_access, sending_access; received "(hidden)".',
    ])
    const unknown = await server.call('GET', `/api-keys?after=${key}`)
    expect([unknown.status, unknown.body.message.includes(key)]).toEqual([422, false])
    expect(server.logged()).not.toContain(key)
  })

  it.each(['full_access', 'sending_access'])(
    'rejects an unknown domain, with %s, and creates no key',
    async permission => {
      const before = (await server.call('GET', '/api-keys')).body
      const body = { name: 'x', permission, domain_id: UNKNOWN }
      const answer = await server.call('POST', '/api-keys', { body })
      const message = 'Domain not found'
      expect(answer.body).toEqual({ statusCode: 404, message, name: 'not_found' })
      expect((await server.call('GET', '/api-keys')).body).toEqual(before)
    },
  )

  it.each(['\u200b', '\u3164', 'a\u202eb', 'a\nb', '\u0301 '])('rejects an invisible name: %j', async name => {
    const made = await server.call('POST', '/api-keys', { body: { name } })
    const renamed = await server.call('PATCH', `/api-keys/${(await aKey()).id}`, { body: { name } })
    for (const { status, body } of [made, renamed]) expect([status, body.name]).toEqual([422, 'validation_error'])
  })

  it('rejects a body that is not a JSON object, and accepts the same content as an object', async () => {
    for (const body of ['{', '[]', '"text"', 'null', '']) {
      const { status, body: answer } = await server.call('POST', '/api-keys', { body })
      expect([status, answer.name]).toEqual([400, 'validation_error'])
    }
    expect((await server.call('POST', '/api-keys', { body: { name: 'x' } })).status).toBe(201)
  })

  it('reads only JSON, and at most a megabyte', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await server.call('POST', '/api-keys', { body: 'name=x', headers: form })).status).toBe(415)
    expect((await server.call('POST', '/api-keys', { body: { name: 'x'.repeat(1_100_000) } })).status).toBe(413)
  })
})

describe('listApiKeys', () => {
  it('returns the team’s keys, newest first, without their tokens', async () => {
    const { key } = await aTeam(server, 'Listing')
    const own = { key }
    for (const name of ['one', 'two', 'three']) await server.call('POST', '/api-keys', { ...own, body: { name } })
    const { body } = await server.call('GET', '/api-keys', own)
    expect(body.data.map((item: { name: string }) => item.name)).toEqual(['three', 'two', 'one', 'Key'])
    expect(body.has_more).toBe(false)
    expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'created_at', 'last_used_at', 'grant_id'])
  })

  it('pages in both directions without gaps or duplicates', async () => {
    const { key } = await aTeam(server, 'Paging')
    for (const name of ['a', 'b', 'c', 'd']) await server.call('POST', '/api-keys', { key, body: { name } })
    const page = async (query: string): Promise<{ names: string; ids: string[]; more: boolean }> => {
      const { body } = await server.call('GET', `/api-keys?${query}`, { key })
      const data: { id: string; name: string }[] = body.data
      return { names: data.map(({ name }) => name).join(''), ids: data.map(({ id }) => id), more: body.has_more }
    }
    const first = await page('limit=2')
    expect([first.names, first.more]).toEqual(['dc', true])
    const second = await page(`limit=2&after=${first.ids[1]}`)
    expect([second.names, second.more]).toEqual(['ba', true])
    const back = await page(`limit=2&before=${second.ids[0]}`)
    expect([back.names, back.more]).toEqual(['dc', false])
  })

  it.each(['limit=0', 'limit=101', 'limit=1e1', 'limit=x', 'limit=', 'limit=1&limit=2', 'after=x&before=y', 'after=x'])(
    'rejects ?%s',
    async query => {
      const { status, body } = await server.call('GET', `/api-keys?${query}`)
      expect([status, body.name]).toEqual([422, 'validation_error'])
    },
  )

  it('ignores an unknown parameter', async () => {
    expect((await server.call('GET', '/api-keys?colour=green&limit=1')).body.data).toHaveLength(1)
  })

  it('stores the last use of a key', async () => {
    const { id, token } = await aKey()
    await server.call('GET', '/api-keys', { key: token })
    // the last use is stored after the response
    await vi.waitFor(async () => {
      const { body } = await server.call('GET', '/api-keys')
      expect(body.data.find((item: { id: string }) => item.id === id).last_used_at).not.toBeNull()
    }, 60_000)
  })
})

describe('updateApiKey', () => {
  it('renames a key', async () => {
    const { id } = await aKey()
    const { status, body } = await server.call('PATCH', `/api-keys/${id}`, { body: { name: 'Renamed' } })
    expect([status, body]).toEqual([200, { object: 'api_key', id }])
    expect((await server.call('GET', '/api-keys')).body.data[0].name).toBe('Renamed')
  })
})

describe('removeApiKey', () => {
  it('deletes a key, which is rejected from the next request on', async () => {
    const { id, token } = await aKey()
    const { status, body } = await server.call('DELETE', `/api-keys/${id}`)
    expect([status, body]).toEqual([200, { object: 'api_key', id, deleted: true }])
    expect((await server.call('GET', '/api-keys', { key: token })).body.name).toBe('invalid_api_key')
    expect((await server.call('DELETE', `/api-keys/${id}`)).body).toEqual(NOT_FOUND)
  })
})
