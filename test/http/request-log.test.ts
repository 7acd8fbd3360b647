// The log line of a request at level info contains its route, and no personal data or credentials.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const INFO = 30

it.each([
  ['GET', '/contacts/ada@example.net', 'ada'],
  ['GET', '/contacts/ada%40example.net', 'ada'],
  ['GET', '/contacts/ada@example.net/segments', 'ada'],
  ['GET', `/contacts/${'ada'.repeat(30)}@example.net`, 'example'],
  ['DELETE', '/api-keys/re_ada0_aaaaaaaaaaaaaaaaaaaaaaaa', 'ada'],
])('%s %s', async (method, path, secret) => {
  const { headers } = await server.call(method, path)
  const lines = server
    .logged()
    .split('\n')
    .filter(line => line.includes(headers.get('x-request-id')!))
    .map(line => JSON.parse(line))
  const line = lines.find(({ level }) => level === INFO)
  expect(line.path).toMatch(/^\/(?:contacts|api-keys)\//)
  expect(line.path).not.toContain(secret)
})

it('contains the process that answered, as in /healthz', async () => {
  const { body, headers } = await server.call('GET', '/healthz', { key: null })
  expect(body.worker).toMatch(/^[0-9a-f]{8}$/)
  const line = server
    .logged()
    .split('\n')
    .find(each => each.includes(headers.get('x-request-id')!))
  expect(JSON.parse(line!).worker).toBe(body.worker)
})

it.each(['/emails', '/nowhere', `/emails/a"b\\c`, '/emails?limit=1', '/healthz'])(
  'equals the line of pino: %s',
  async path => {
    const { headers } = await server.call('GET', path)
    const id = headers.get('x-request-id')!
    const line = server
      .logged()
      .split('\n')
      .find(each => each.includes(id) && each.includes('"duration_ms"'))!
    const { level, time, pid, hostname, ...fields } = JSON.parse(line)
    let written = ''
    const timestamp = () => `,"time":${time}`
    const own = pino({ base: { pid, hostname }, timestamp }, { write: text => void (written = text) })
    own.info(fields)
    expect([level, `${line}\n`]).toEqual([INFO, written])
  },
)
