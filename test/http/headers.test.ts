// The server sends exactly the headers that the contract declares. Every response of a test server is checked for that;
// these tests cover rare headers and the check itself.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { anEmailBody } from '../support/emails.ts'
import { aGrantedClient } from '../support/oauth.ts'
import { checkHeaders } from '../support/sealed.ts'
import { type Reply, type TestServer, aSendingKey, anAddress, startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

let server: TestServer
let full: TestServer
let limited: TestServer
beforeAll(async () => {
  server = await startServer()
  limited = await startServer({ QUOTA_DAILY: '10', QUOTA_MONTHLY: '10' })
  // no server listens there, so each email stays queued
  full = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, BACKLOG_MAX: '1', STOP_SECONDS: '1' })
})
afterAll(async () => {
  await server.stop()
  await full.stop()
  await limited.stop()
})

const REGISTRATION = { client_name: 'Tester', redirect_uris: ['https://app.example/callback'] }

/** A request for each header that is not on every response. */
type Way = [header: string, operation: string, status: number, ask: () => Promise<Reply>]
const ANSWERS: Way[] = [
  [
    'x-lettermill-warning',
    'createSegment',
    201,
    () => server.call('POST', '/segments', { body: { name: 'x', Name: 'y' } }),
  ],
  ['x-lettermill-warning', 'createSegment', 422, () => server.call('POST', '/segments', { body: { Name: 'y' } })],
  ['x-lettermill-warning', 'listSegments', 422, () => server.call('GET', '/segments?limit=0&Before=x')],
  ['content-disposition', 'exportContacts', 200, () => server.call('GET', '/contacts/export')],
  ['www-authenticate', 'listSegments', 401, () => server.call('GET', '/segments', { key: null })],
  ['www-authenticate', 'listSegments', 401, () => server.call('GET', '/segments', { key: 're_no' })],
  [
    'www-authenticate',
    'listSegments',
    401,
    async () => server.call('GET', '/segments', { key: await aSendingKey(server) }),
  ],
  [
    'www-authenticate',
    'listSegments',
    403,
    async () => {
      const { access_token: key } = await aGrantedClient(server, { scope: 'emails:send' })
      return server.call('GET', '/segments', { key })
    },
  ],
  [
    'retry-after',
    'sendEmail',
    503,
    async () => {
      // A count that started before the first email was stored does not include it. The next count, a second later,
      // does.
      const send = (): Promise<Reply> => full.call('POST', '/emails', { body: anEmailBody() })
      let reply = await send()
      while (reply.status === 200) reply = await send()
      return reply
    },
  ],
  [
    'retry-after',
    'registerClient',
    429,
    async () => {
      const headers = anAddress()
      const register = (): Promise<Reply> =>
        server.call('POST', '/oauth/register', { key: null, headers, body: REGISTRATION })
      for (let count = 0; count < 20; count++) await register()
      return register()
    },
  ],
  ...['limit', 'policy', 'remaining', 'reset'].map((name): Way => [
    `ratelimit-${name}`,
    'listSegments',
    200,
    () => server.call('GET', '/segments'),
  ]),
  ...['daily', 'monthly'].map((name): Way => [
    `x-resend-${name}-quota`,
    'sendEmail',
    200,
    () => limited.call('POST', '/emails', { body: anEmailBody() }),
  ]),
  ['deprecation', 'sendEmailByEmail', 200, () => server.call('POST', '/email', { body: anEmailBody() })],
  ['sunset', 'sendEmailByEmail', 422, () => server.call('POST', '/email', { body: {} })],
]

/** The headers that the contract declares for a response, by lower-case name. */
function declared(id: string, status: number): Map<string, Json> {
  const { operation } = methodsOf(document).find(each => each.operation.operationId === id)!
  const headers = Object.entries<Json>(resolved(document, operation.responses[status]).headers)
  return new Map(headers.map(([name, header]) => [name.toLowerCase(), resolved(document, header)]))
}

it.each(ANSWERS)('%s of %s with %i is declared and sent', async (name, id, status, ask) => {
  const reply = await ask()
  expect([reply.status, reply.headers.get(name)]).toEqual([status, expect.stringMatching(/./)])
  expect(declared(id, status).has(name)).toBe(true)
})

it('each header in the contract is either tested here or on every response', () => {
  const always = new Set(['x-request-id', 'cache-control', 'location'])
  const all = methodsOf(document).flatMap(({ operation }) =>
    Object.keys(operation.responses).flatMap(status =>
      Array.from(declared(operation.operationId, Number(status)).keys()),
    ),
  )
  expect([...new Set(all)].filter(name => !always.has(name)).toSorted()).toEqual(
    [...new Set(ANSWERS.map(([name]) => name))].toSorted(),
  )
})

it('every response declares its request id and its Cache-Control', () => {
  for (const { operation } of methodsOf(document)) {
    for (const status of Object.keys(operation.responses)) {
      const headers = declared(operation.operationId, Number(status))
      for (const name of ['x-request-id', 'cache-control'])
        expect([operation.operationId, status, headers.has(name)]).toEqual([operation.operationId, status, true])
    }
  }
})

describe('the check of every response', () => {
  const good = { 'x-request-id': '1', 'cache-control': 'no-store', 'content-type': 'application/json' }

  it('accepts a correct response', () => expect(() => checkHeaders('listSegments', 200, good)).not.toThrow())
  it('finds an undeclared header', () => {
    expect(() => checkHeaders('listSegments', 200, { ...good, 'x-rate-limit': '10' })).toThrow(/x-rate-limit/)
  })
  it('finds a missing header', () => {
    expect(() => checkHeaders('listSegments', 401, good)).toThrow(/without its headers www-authenticate/)
  })
})
