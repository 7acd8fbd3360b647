// A deprecated operation sends its deprecation and sunset dates with each response. No other operation sends them.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, type Method, methodsOf } from '../../scripts/openapi.ts'
import { anEmailBody } from '../support/emails.ts'
import { type Ask, type Reply, type TestServer, startServer } from '../support/server.ts'

const contract: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const methods = methodsOf(contract)
const isDeprecated = ({ operation }: Method): boolean => operation.deprecated === true
const named = (list: Method[]): [string, Method][] =>
  list.map(each => [`${each.method.toUpperCase()} ${each.path}`, each])

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const said = ({ headers }: { headers: Headers }): (string | null)[] => [
  headers.get('deprecation'),
  headers.get('sunset'),
]

/** A request for which a deprecated operation succeeds. */
const BODIES: Record<string, unknown> = {
  createAudience: { name: 'x' },
  createAudienceContact: { email: 'ada@example.org' },
  updateAudienceContact: {},
}

describe.each(named(methods.filter(isDeprecated)))('the deprecated operation %s', (_, { method, path, operation }) => {
  const hasBody = operation.requestBody !== undefined
  const call = (ask: Ask, at = path): Promise<Reply> =>
    server.call(method.toUpperCase(), at, hasBody ? ask : { ...ask, body: undefined })
  const body = BODIES[operation.operationId] ?? anEmailBody()
  const good = Object.keys(operation.responses).find(status => status < '300')!
  /** From the stored objects. */
  const made = async (): Promise<string> => {
    if (!path.includes('{audience_id}')) return path
    const { body: audience } = await server.call('POST', '/audiences', { body: { name: 'x' } })
    const contacts = `/audiences/${audience.id}/contacts`
    const { body: contact } = await server.call('POST', contacts, { body: { email: 'ada@example.org' } })
    return path.replace('{audience_id}', audience.id).replace('{contact_id}', contact.id)
  }
  const expected = [
    `@${Date.parse(operation['x-deprecated-at']) / 1000}`,
    new Date(operation['x-sunset']).toUTCString(),
  ]

  it('sends the headers when it succeeds', async () => {
    const answer = await call({ body }, await made())
    expect(answer.status).toBe(Number(good))
    expect(said(answer)).toEqual(expected)
    expect(answer.headers.get('deprecation')).toMatch(/^@\d{10}$/)
    expect(answer.headers.get('sunset')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
  })

  it('sends the headers when it fails, for any reason', async () => {
    const asks = [{ key: null, body }, ...(hasBody ? [{ body: [] }, { body: '{' }] : [])]
    for (const ask of asks) expect(said(await call(ask))).toEqual(expected)
  })

  it('declares the headers in the contract', () => {
    const { headers } = operation.responses[good]
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']))
  })
})

it.each(named(methods.filter(each => !isDeprecated(each))))('%s sends no deprecation headers', async (_, each) => {
  const path = each.path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000')
  const body = each.operation.requestBody ? { body: {} } : {}
  expect(said(await server.call(each.method.toUpperCase(), path, body))).toEqual([null, null])
})

it('the contract has the version of the package, a semantic version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(version).toMatch(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/)
  expect(contract.info.version).toBe(version)
})
