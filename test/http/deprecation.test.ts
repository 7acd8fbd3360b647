// A deprecated operation sends its deprecation and sunset dates with each response. test/server/walk.test.ts checks
// successful responses, and that no other operation sends them.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Json, methodsOf } from '../../scripts/openapi.ts'
import { type TestServer, startServer } from '../support/server.ts'

const contract: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const deprecated = methodsOf(contract).filter(({ operation }) => operation.deprecated === true)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it.each(deprecated.map(each => [`${each.method.toUpperCase()} ${each.path}`, each] as const))(
  'the deprecated operation %s sends its dates when it fails, for any reason',
  async (_, { method, path, operation }) => {
    const hasBody = operation.requestBody !== undefined
    const asks = [{ key: null, ...(hasBody && { body: {} }) }, ...(hasBody ? [{ body: [] }, { body: '{' }] : [])]
    for (const ask of asks) {
      const { status, headers } = await server.call(method.toUpperCase(), path, ask)
      expect([status >= 400, headers.get('deprecation'), headers.get('sunset')]).toEqual([
        true,
        expect.stringMatching(/^@\d{10}$/),
        expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
      ])
    }
  },
)

it('the contract has the version of the package, a semantic version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(version).toMatch(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/)
  expect(contract.info.version).toBe(version)
})
