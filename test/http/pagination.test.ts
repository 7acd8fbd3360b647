// The pagination that the contract declares works on a real server. test/server/walk.test.ts follows the links.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { type TestServer, startServer } from '../support/server.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const methods = methodsOf(document)
const named = new Map(methods.map(each => [each.operation.operationId as string, each]))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('pagination', () => {
  const lists = methods.filter(({ operation }) => operation['x-speakeasy-pagination'])

  it('is declared for every list', () => {
    const all = methods.filter(({ operation }) =>
      operation.parameters?.some((each: Json) => resolved(document, each).name === 'after'),
    )
    expect(lists).toEqual(all)
    expect(lists.length).toBeGreaterThan(12)
  })

  it('reads a whole list with the fields that the extension names', async () => {
    for (let made = 0; made < 5; made++) await server.call('POST', '/segments', { body: { name: `Segment ${made}` } })
    const { inputs, outputs } = named.get('listSegments')!.operation['x-speakeasy-pagination']
    const [cursor, limit] = inputs
    const found: string[] = []
    let next: string | undefined
    for (let pages = 0; pages < 10; pages++) {
      const query = `${limit.name}=2${next === undefined ? '' : `&${cursor.name}=${next}`}`
      const { body } = await server.call('GET', `/segments?${query}`)
      const results: Json[] = body[outputs.results.slice('$.'.length)]
      expect(outputs.nextCursor).toBe(`${outputs.results}[-1].id`)
      if (results.length === 0) break
      found.push(...results.map(({ name }) => name))
      next = results.at(-1).id
    }
    expect(found.filter(name => name.startsWith('Segment'))).toEqual([4, 3, 2, 1, 0].map(made => `Segment ${made}`))
  })
})
