// A sandbox and a mock answer requests from their own machine, and reject those of foreign web pages opened on it.
import http from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock } from '../../scripts/mock/mock.ts'
import { FULL_KEY, SENDING_KEY } from '../../scripts/sandbox/beginning.ts'
import { aSandbox, type TestSandbox } from '../support/sandbox.ts'

let sandbox: TestSandbox
let mock: { url: string; stop(): Promise<void> }
beforeAll(async () => {
  sandbox = await aSandbox()
  mock = await startMock({ PORT: '0' }, pino({ level: 'silent' }))
})
afterAll(async () => {
  await sandbox.stop()
  await mock.stop()
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** With a custom `Host` header, which `fetch` does not send. */
function ask(url: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<number> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode!))
    })
    request.on('error', reject)
    request.end(body)
  })
}

const authorization = `Bearer ${FULL_KEY}`
const JSON_TYPE = { 'content-type': 'application/json' }

describe.each([
  ['a sandbox', () => sandbox.url],
  ['a mock', () => mock.url],
] as const)('%s', (_, urlOf) => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', 'x y'])(
    'rejects every request with the host %j',
    async host => {
      for (const path of ['/emails', '/openapi.json', '/sandbox/emails', '/login', '/'])
        expect(await ask(urlOf(), path, { headers: { host, authorization } }), path).toBeGreaterThanOrEqual(400)
    },
  )

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000', '10.1.2.3', 'sandbox:3000', 'app.localhost'])(
    'answers with the host %s',
    async host => expect(await ask(urlOf(), '/openapi.json', { headers: { host } })).toBe(200),
  )

  it.each(['https://evil.example', 'http://127.0.0.1.evil.example', 'http://10.1.2.3', 'http://sandbox', 'null', 'x'])(
    'rejects requests from a page of %s',
    async origin => {
      const headers = { origin, authorization }
      expect(await ask(urlOf(), '/emails', { headers })).toBe(403)
      expect(await ask(urlOf(), '/openapi.json', { headers })).toBe(403)
      const asked = { ...headers, 'access-control-request-method': 'POST' }
      expect(await ask(urlOf(), '/emails', { method: 'OPTIONS', headers: asked })).toBe(403)
    },
  )

  it('answers requests from pages of its own machine', async () => {
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:8080'])
      expect(await ask(urlOf(), '/openapi.json', { headers: { origin } })).toBe(200)
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect(await ask(urlOf(), '/openapi.json', { headers })).toBe(200)
  })
})

describe('a request that changes a sandbox', () => {
  it.each(['/sandbox/reset', '/sandbox/clock'])('%s requires JSON and an API key of the sandbox', async path => {
    const body = '{"advance":"1 second"}'
    const post = (headers: Record<string, string>): Promise<number> =>
      ask(sandbox.url, path, { method: 'POST', headers, body })
    expect(await post({})).toBe(415)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(await post({ 'content-type': type, authorization })).toBe(415)
    expect(await post(JSON_TYPE)).toBe(401)
    expect(await post({ ...JSON_TYPE, authorization: 'Bearer re_unknown_0000000000000000' })).toBe(401)
    expect(await post({ ...JSON_TYPE, authorization: `Bearer ${SENDING_KEY}` })).toBe(200)
    expect(await post({ ...JSON_TYPE, authorization })).toBe(200)
  })
})
