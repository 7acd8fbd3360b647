// Text that cannot be stored unchanged is rejected in every string of every operation.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { type TestServer, anAddress, startServer } from '../support/server.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const ID = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
/** NUL, and a lone surrogate in place of all. */
const BROKEN = ['\0', '\ud800']

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Operation {
  id: string
  method: string
  path: string
  own: boolean
  query: string[]
  example: Json
}

const operations: Operation[] = methodsOf(document).map(({ method, path, operation }) => {
  const json = operation.requestBody?.content['application/json']
  const parameters: Json[] = (operation.parameters ?? []).map((each: Json) => resolved(document, each))
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    own: operation['x-rules'] === 'own',
    query: parameters.filter(each => each.in === 'query').map(each => each.name),
    example: json && (json.example ?? Object.values<Json>(json.examples ?? {})[0]?.value),
  }
})

/** Copies of the value, each with `broken` appended to one string or field name, and the path of that change. */
function* spoiled(value: Json, broken: string, path: string[] = []): Generator<[path: string[], value: Json]> {
  if (typeof value === 'string') yield [path, value + broken]
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const others: Json = structuredClone(value)
    for (const [at, changed] of spoiled(inner, broken, [...path, name])) {
      others[name] = changed
      yield [at, structuredClone(others)]
    }
    if (Array.isArray(value)) continue
    delete others[name]
    yield [[...path, name], { ...others, [name + broken]: inner }]
  }
}

const placed = (path: string): string => path.replaceAll(/\{[^}]+\}/g, ID)

describe.each(operations.filter(({ example }) => example !== undefined))('the body of $id', operation => {
  const { method, path, own, example } = operation

  it.each(BROKEN)('rejects %j everywhere', async broken => {
    let tried = 0
    const whole = Array.isArray(example) ? example : { ...example, unknown: { field: ['x'] } }
    for (const [at, body] of spoiled(whole, broken)) {
      tried++
      const answer = await server.call(method, placed(path), { body, headers: anAddress() })
      if (own) {
        expect([answer.status, answer.body.error]).toEqual([
          400,
          expect.stringMatching(/^invalid_(request|client_metadata|redirect_uri)$/),
        ])
      } else {
        expect(answer.body).toMatchObject({ statusCode: 422, name: 'validation_error' })
        const last = at.at(-1)!
        expect(answer.body.message).toContain(/^\d+$/.test(last) ? `[${last}]` : last)
        expect(answer.body.message.isWellFormed()).toBe(true)
      }
    }
    expect(tried).toBeGreaterThan(0)
  })
})

it.each(['\udfff', '\ude00\ud83d', 'x\ud800x'])('createSegment rejects the lone surrogates of %j', async broken => {
  const { status, body } = await server.call('POST', '/segments', { body: { name: broken } })
  expect([status, body.name]).toEqual([422, 'validation_error'])
})

describe('escapes of valid text', () => {
  it('are accepted: surrogate pairs, and a backslash before a u', async () => {
    const body = String.raw`{"name":"\ud83d\ude00 \\ud800 \\u0000"}`
    expect((await server.call('POST', '/segments', { body })).status).toBe(201)
    const { data } = (await server.call('GET', '/segments')).body
    expect(data[0].name).toBe(String.raw`😀 \ud800 \u0000`)
  })
})

describe.each(operations.filter(({ path, own }) => path.includes('{') && !own))(
  'the path of $id',
  ({ method, path }) => {
    it('rejects NUL', async () => {
      const places = [...path.matchAll(/\{[^}]+\}/g)]
      for (const { 0: place, index } of places) {
        const spoiledPath = placed(`${path.slice(0, index)}a%00b${path.slice(index + place.length)}`)
        const { status, body } = await server.call(method, spoiledPath, method === 'GET' ? {} : { body: {} })
        expect([status, body.name, body.message]).toEqual([422, 'validation_error', 'The path contains a NUL (%00).'])
      }
    })
  },
)

const queries = operations
  .filter(({ own }) => !own)
  .flatMap(({ query, ...rest }) => query.map(name => ({ ...rest, name })))

describe.each(queries)('the query parameter $name of $id', ({ method, path, name }) => {
  it('rejects NUL, an encoded surrogate and an invalid byte', async () => {
    for (const value of ['%00', 'x%ED%A0%80', 'x%FF']) {
      const { status, body } = await server.call(method, `${placed(path)}?${name}=${value}`)
      expect([status, body.name]).toEqual([422, 'validation_error'])
      expect(body.message).toContain(`\`${name}\` parameter`)
    }
  })
})
