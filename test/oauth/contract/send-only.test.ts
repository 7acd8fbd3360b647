// What send-only credentials can reach: tries every operation of the contract, and every spelling of a path that could
// bypass the check.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf } from '../../../scripts/openapi.ts'
import { aGrantedClient } from '../../support/oauth.ts'
import { type TestServer, aSendingKey, startServer } from '../../support/server.ts'

/** All that `emails:send` allows, now or in future operations. */
const SENDING = [
  'POST /emails',
  'POST /email',
  'POST /emails/sending',
  'POST /email/sending',
  'POST /broadcasts/{broadcast_id}/send',
]
/** What any key may also request, even a send-only key; a token may not. */
const ANY_KEY = ['GET /usage']
const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const operations = methodsOf(document).map(({ method, path, operation }) => ({
  name: `${method.toUpperCase()} ${path}`,
  method: method.toUpperCase(),
  path: path.replaceAll(/\{[^}]+\}/g, UNKNOWN),
  operation,
}))
const isPublic = ({ operation }: Json): boolean =>
  operation.security.some((item: Json) => Object.keys(item).length === 0)
const guarded = operations.filter(each => !isPublic(each))

let server: TestServer
let token: string
let key: string
let full: string

beforeAll(async () => {
  server = await startServer()
  token = (await aGrantedClient(server, { scope: 'emails:send' })).access_token
  full = (await aGrantedClient(server, { scope: 'full_access' })).access_token
  key = await aSendingKey(server)
})
afterAll(() => server.stop())

interface Raw {
  status: number
  name: string | undefined
}

/** Sends the path exactly as written; `fetch` would normalize it. */
function raw(
  method: string,
  path: string,
  credentials: string | undefined,
  headers: Record<string, string> = {},
): Promise<Raw> {
  const { port } = new URL(server.url)
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? '{}' : undefined
  const all = {
    ...(credentials !== undefined && { authorization: `Bearer ${credentials}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers: all }, answer => {
      let text = ''
      answer.on('data', part => (text += String(part)))
      // a stream does not end
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status: answer.statusCode!, name: undefined })
        request.destroy()
      }
      answer.on('end', () => {
        const json = answer.headers['content-type']?.includes('json')
        resolve({ status: answer.statusCode!, name: json && text ? JSON.parse(text).name : undefined })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe.each(guarded)('$name', ({ name, method, path }) => {
  const reaches = SENDING.includes(name)

  it(`is ${reaches ? 'open' : 'closed'} to a send-only token`, async () => {
    const { status, name: error } = await raw(method, path, token)
    // the scope is sufficient, and the incomplete request is then invalid
    if (reaches) expect([401, 403, 500]).not.toContain(status)
    else expect([status, error]).toEqual([403, 'invalid_permission'])
  })

  const keyReaches = reaches || ANY_KEY.includes(name)
  it(`is ${keyReaches ? 'open' : 'closed'} to a send-only key`, async () => {
    const { status, name: error } = await raw(method, path, key)
    if (keyReaches) expect([401, 403, 500]).not.toContain(status)
    else expect([status, error]).toEqual([401, 'restricted_api_key'])
  })

  it('is closed to a request without credentials', async () => {
    expect(await raw(method, path, undefined)).toEqual({ status: 401, name: 'missing_api_key' })
  })

  it('is open to full access', async () => {
    expect([401, 403, 500]).not.toContain((await raw(method, path, full)).status)
  })
})

describe('operations without credentials', () => {
  it('are exactly those of OAuth', () => {
    const open = operations.filter(isPublic).map(({ name }) => name)
    expect(open.every(name => / \/(oauth|\.well-known)\//.test(name))).toBe(true)
    expect(open.some(name => name.includes('/grants'))).toBe(false)
  })
})

describe('a spelling of a path', () => {
  const tricks: [string, string][] = [
    ['GET', '/emails/'],
    ['GET', '//emails'],
    ['GET', '//emails//'],
    ['GET', '/EMAILS'],
    ['GET', '/emails?'],
    ['GET', '/emails?limit=1'],
    ['GET', '/emails;x'],
    ['GET', '/emails%20'],
    ['GET', '/emails%00'],
    ['GET', '/%65mails'],
    ['GET', '/emails/sending/../'],
    ['GET', '/emails/../api-keys'],
    ['GET', '/emails/%2e%2e/api-keys'],
    ['GET', '/emails/..%2fapi-keys'],
    ['GET', '/emails\\..\\api-keys'],
    ['GET', '/./api-keys'],
    ['GET', '/api-keys/'],
    ['GET', '//api-keys'],
    ['GET', '/API-KEYS'],
    ['GET', '/api%2Dkeys'],
    ['GET', '/automations%2F'],
    ['GET', `/emails%2F${UNKNOWN}`],
    ['GET', `/email/${UNKNOWN}`],
    ['HEAD', '/api-keys'],
    ['GET', 'http://localhost/api-keys'],
    ['POST', '/emails/../automations'],
    ['POST', '/emails/sending/../../automations'],
    ['POST', '/emails/%2e%2e/automations'],
    ['POST', '/automations/'],
    ['POST', '//automations'],
    ['POST', '/emails/batch'],
    ['POST', '/emails/batch/'],
    ['POST', '//emails/batch'],
    ['POST', '/emails%2Fbatch'],
    ['POST', '/email/batch'],
    ['PATCH', '/emails'],
    ['DELETE', '/emails'],
    ['PUT', '/emails/sending'],
    ['get', '/api-keys'],
  ]

  it.each(tricks)('%s %s reaches nothing', async (method, path) => {
    for (const credentials of [token, key]) {
      const { status } = await raw(method, path, credentials)
      expect([400, 401, 403, 404, 405]).toContain(status)
    }
  })

  it.each(['/emails/', '//emails', '//emails/', '/emails?x=/api-keys'])('POST %s is POST /emails', async path => {
    expect((await raw('POST', path, token)).status).toBe(422)
  })

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override', '_method'])(
    'the header %s does not change the method or the path',
    async header => {
      const count = async (): Promise<number> => (await server.call('GET', '/api-keys')).body.data.length
      const before = await count()
      expect((await raw('POST', '/emails', token, { [header]: 'GET' })).status).toBe(422)
      expect((await raw('GET', '/emails', token, { [header]: 'POST' })).status).toBe(403)
      expect((await raw('POST', '/emails?_method=GET', token)).status).toBe(422)
      const elsewhere = {
        'x-original-url': '/api-keys',
        'x-rewrite-url': '/api-keys',
        'x-forwarded-prefix': '/api-keys',
      }
      expect((await raw('POST', '/emails', token, elsewhere)).status).toBe(422)
      expect(await count()).toBe(before)
    },
  )
})
