// The number of query parameters is limited for every operation, and counted before they are parsed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const query = (count: number): string => Array.from({ length: count }, (_, index) => `x${index}=1`).join('&')
const TOO_MANY = 'Too many parameters: at most 100 are allowed.'

it.each([
  ['GET', '/emails', undefined],
  ['GET', '/contacts', undefined],
  ['POST', '/emails', { from: 'me@example.com', to: 'you@example.net', subject: 'Hi', text: 'x' }],
  ['POST', '/events/send', { event: 'user.created', email: 'you@example.net' }],
] as const)('%s %s accepts 100 in a query and rejects 101', async (method, path, body) => {
  const { status } = await server.call(method, `${path}?${query(100)}`, { body })
  expect(status).toBeLessThan(300)
  const refused = await server.call(method, `${path}?${query(101)}`, { body })
  expect([refused.status, refused.body.message]).toEqual([422, TOO_MANY])
  // the same name again and again took quadratic time
  const same = await server.call(method, `${path}?${'a=1&'.repeat(15_000)}`, { body })
  expect([same.status, same.body.message]).toEqual([422, TOO_MANY])
})
