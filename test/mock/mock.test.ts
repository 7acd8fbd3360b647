// The mock: rejects requests with the messages of the server, answers with the examples of the contract, and stores
// nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { type Example, examplesIn } from '../../src/interfaces/contract/examples.ts'
import { dereference } from '../../src/interfaces/contract/document.ts'
import { KEY, startMock } from '../../scripts/mock/mock.ts'
import { methodsOf } from '../../scripts/openapi.ts'
import { asForm } from '../support/examples.ts'
import { asSent } from '../support/imports.ts'
import { WRONG_SETTINGS } from '../support/process.ts'
import { checkAnswer } from '../support/sealed.ts'
import { type RequestOptions, callAt, type Reply, startServer, type TestServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const document = readDocument()
const examples = examplesIn(document)
const breaches: string[] = []
let mock: Awaited<ReturnType<typeof startMock>>
let server: TestServer
beforeAll(async () => {
  mock = await startMock({ PORT: '0' }, pino({ level: 'silent' }), {
    onAnswer: (id, status, body) => {
      // its own header, which is not in the contract
      if (JSON.stringify(body).includes('Prefer: ')) return
      try {
        checkAnswer(id, status, body)
      } catch (error) {
        breaches.push((error as Error).message)
      }
    },
  })
  server = await startServer()
})
afterAll(async () => {
  await mock.stop()
  await server.stop()
  expect(breaches).toEqual([])
})

const call = (method: string, at: string, ask: RequestOptions = {}): Promise<Reply> =>
  callAt(mock.url, KEY, method, at, ask)
const prefer = (value: string): Pick<RequestOptions, 'headers'> => ({ headers: { prefer: value } })

function asked({ path: at, path_values, query }: Example): string {
  const filled = at.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(path_values[name]!))
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** The request of an example, with the headers of this client. */
async function sent(
  { body, is_upload, is_form }: Example,
  headers: Record<string, string> = {},
): Promise<RequestOptions> {
  if (!is_upload && !is_form) return { body, headers }
  const form = is_form ? asForm(body) : await asSent(body as object)
  return { ...form, headers: { ...form.headers, ...headers } }
}

const PUBLIC = ['authorize', 'authorizeDevice', 'exchangeToken', 'revokeToken', 'pushAuthorizationRequest']
const credentials = ({ operation }: Example): RequestOptions => (PUBLIC.includes(operation) ? { key: null } : {})
const titled = examples.map(each => [[each.operation, each.name].filter(Boolean).join(': '), each] as const)

describe('an example of the contract', () => {
  it.each(titled)('%s gets the response that it shows', async (_, each) => {
    const ask = {
      ...credentials(each),
      ...(await sent(each, each.name ? prefer(`example="${each.name}"`).headers : {})),
    }
    const { status, body, headers } = await call(each.method.toUpperCase(), asked(each), ask)
    expect([status, body === '' ? undefined : body]).toEqual([each.status, each.answer])
    expect(headers.get('preference-applied')).toBe(each.name ? `example="${each.name}"` : null)
  })
})

describe('an invalid request', () => {
  const graph = (step: object): object => ({
    name: 'Deep',
    steps: [{ key: 'start', type: 'trigger', config: { event_name: 'x' } }, step],
    connections: [{ from: 'start', to: 'if' }],
  })
  /** Recursion, four levels deep. */
  const rule = (inner: object): object => ({
    key: 'if',
    type: 'condition',
    config: { type: 'and', rules: [{ type: 'or', rules: [{ type: 'and', rules: [{ type: 'or', rules: [inner] }] }] }] },
  })
  const id = '6e0d4b92-58c3-4a17-8f2b-c91a7d3e5064'
  const cases: [title: string, method: string, at: string, ask: RequestOptions][] = [
    ['no name', 'POST', '/automations', { body: {} }],
    ['a name that is a number', 'POST', '/automations', { body: { name: 7 } }],
    ['an unknown step', 'POST', '/automations', { body: graph({ key: 'if', type: 'magic', config: {} }) }],
    ['a bad rule deep in a tree', 'POST', '/automations', { body: graph(rule({ type: 'rule', field: 'event.plan' })) }],
    ['an unknown rule deep in a tree', 'POST', '/automations', { body: graph(rule({ type: 'maybe' })) }],
    ['an empty tree', 'POST', '/automations', { body: graph(rule({ type: 'and', rules: [] })) }],
    ['steps without connections', 'PATCH', `/automations/${id}`, { body: { steps: [] } }],
    ['an empty update', 'PATCH', `/automations/${id}`, { body: {} }],
    ['an unknown status', 'PATCH', `/automations/${id}`, { body: { status: 'on' } }],
    ['an id that is not a UUID', 'GET', '/automations/seven', {}],
    [
      'a recipient that is a number',
      'POST',
      '/emails',
      { body: { from: 'a@example.com', to: 7, subject: 'x', text: 'x' } },
    ],
    ['two events', 'POST', '/events/send', { body: { event: 'x' } }],
    ['a limit of 0', 'GET', '/emails?limit=0', {}],
    ['a limit that is not a number', 'GET', '/templates?limit=many', {}],
    ['a body that is not JSON', 'POST', '/segments', { body: '{' }],
    ['a body that is a list', 'POST', '/segments', { body: [] }],
    ['no body', 'POST', '/segments', { headers: { 'content-type': 'application/json' } }],
    ['another type', 'POST', '/segments', { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['no credentials', 'GET', '/emails', { key: null }],
    ['a key in another format', 'GET', '/emails', { key: 'secret' }],
    ['a word that is not Bearer', 'GET', '/emails', { key: null, headers: { authorization: 'Basic eDp5' } }],
    ['an Accept header without JSON', 'GET', '/emails', { headers: { accept: 'text/html-only' } }],
    [
      'an empty idempotency key',
      'POST',
      '/emails',
      {
        body: examples.find(each => each.operation === 'sendEmail')!.body,
        headers: { 'idempotency-key': 'k'.repeat(257) },
      },
    ],
    ['no grant type', 'POST', '/oauth/token', { key: null, body: {} }],
    ['another grant type', 'POST', '/oauth/token', { key: null, body: { grant_type: 'password' } }],
    ['no token', 'POST', '/oauth/revoke', { key: null, body: {} }],
    ['a pushed request that is not a form', 'POST', '/oauth/par', { key: null, body: {} }],
    ['no redirect URI', 'POST', '/oauth/register', { key: null, body: { client_name: 'x' } }],
    ['no client', 'GET', '/oauth/authorize?response_type=code', { key: null }],
    ['an unknown path', 'GET', '/nothing', {}],
    ['another method', 'PUT', '/emails', {}],
  ]
  it.each(cases)('%s is rejected with the message of the server', async (_, method, at, ask) => {
    const [ours, real] = [await call(method, at, ask), await server.call(method, at, ask)]
    expect([ours.status, ours.body]).toEqual([real.status, real.body])
    expect(ours.status).toBeGreaterThanOrEqual(400)
  })

  it('is rejected for any preferred response', async () => {
    expect((await call('POST', '/automations', { body: {}, ...prefer('code=201') })).status).toBe(422)
  })
})

describe('a preference', () => {
  const operations = methodsOf(document).flatMap(({ method, path: at, operation }) => {
    const shown = examples.find(each => each.operation === operation.operationId)!
    return Object.entries(operation.responses).flatMap(([code, given]) => {
      const named = Object.entries(dereference(document, given).content?.['application/json']?.examples ?? {})
      return named.map(([name, value]) => [`${method} ${at} ${code} ${name}`, shown, code, name, value] as const)
    })
  })

  it.each(operations)('%s is followed', async (_, shown, code, name, value) => {
    const ask = { ...credentials(shown), ...(await sent(shown, prefer(`code=${code}, example="${name}"`).headers)) }
    const { status, body, headers } = await call(shown.method.toUpperCase(), asked(shown), ask)
    expect([status, body]).toEqual([Number(code), dereference(document, value).value])
    expect(headers.get('preference-applied')).toBe(`code=${code}, example="${name}"`)
  })

  const create = { body: { name: 'Beta testers' } }
  it('for only a code selects its first example', async () => {
    const { status, body, headers } = await call('POST', '/segments', { ...create, ...prefer('code=422') })
    expect([status, body.statusCode, headers.get('preference-applied')]).toEqual([422, 422, 'code=422'])
  })

  it('for only an example finds its code', async () => {
    const { status, body } = await call('GET', '/emails', prefer('example=invalid_api_key'))
    expect([status, body.name]).toEqual([401, 'invalid_api_key'])
  })

  it('for a retry response includes Retry-After', async () => {
    const { status, headers } = await call('GET', '/emails', prefer('code=503'))
    expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
  })

  it.each([
    ['code=418', 'Prefer: code="418" is not a response of this operation. Allowed: 200, 401, '],
    ['code=200, example=nothing', 'Prefer: unknown example="nothing". Allowed: '],
    ['code=x', 'Prefer: code="x" is not a response of this operation'],
    ['code=toString', 'Prefer: code="toString" is not a response of this operation'],
  ])('for %s is rejected with the available ones', async (value, words) => {
    const { status, body } = await call('GET', '/emails', prefer(value))
    expect([status, body.statusCode, body.name]).toEqual([400, 400, 'validation_error'])
    expect(body.message).toContain(words)
  })

  it('is rejected in the format of OAuth for OAuth operations', async () => {
    const { body } = examples.find(({ operation }) => operation === 'exchangeToken')!
    const { status, body: answer } = await call('POST', '/oauth/token', { key: null, body, ...prefer('code=418') })
    expect([status, answer.error]).toEqual([400, 'invalid_request'])
  })

  it('that is unknown is ignored', async () => {
    const { status, headers } = await call('GET', '/emails', prefer('respond-async, wait=10, dynamic=true'))
    expect([status, headers.get('preference-applied')]).toEqual([200, null])
  })
})

describe('the mock', () => {
  it('accepts any key or token with a valid format', async () => {
    for (const key of ['re_anything1', 'aaa.bbb.ccc']) expect((await call('GET', '/emails', { key })).status).toBe(200)
  })

  it('stores nothing', async () => {
    const before = (await call('GET', '/segments')).body
    await call('POST', '/segments', { body: { name: 'Another' } })
    const headers = { 'idempotency-key': 'once' }
    for (const subject of ['one', 'two']) {
      const body = { from: 'a@example.com', to: 'b@example.com', subject, text: 'x' }
      expect((await call('POST', '/emails', { body, headers })).status).toBe(200)
    }
    expect((await call('GET', '/segments')).body).toEqual(before)
  })

  it('accepts requests from pages of this machine', async () => {
    const origin = 'http://localhost:5173'
    const headers = { origin, 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${mock.url}/emails`, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    for (const code of ['200', '422']) {
      const asked = { headers: { origin, prefer: `code=${code}` } }
      const { headers: answered } = await call('GET', '/emails', asked)
      expect(answered.get('access-control-allow-origin')).toBe(origin)
    }
  })

  it('serves the contract, and has no pages and no sandbox', async () => {
    expect((await call('GET', '/openapi.json')).status).toBe(200)
    for (const at of ['/login', '/sandbox/emails', '/readyzz']) expect((await call('GET', at)).status).toBe(404)
  })
})

describe('`npm run mock`', () => {
  it('prints URL and key, leaves no files behind, and stops on request', async () => {
    const START = fileURLToPath(new URL('../../src/start.js', import.meta.url))
    const cwd = temporaryFolder()
    const PORT = String(await freePort())
    const child = spawn(process.execPath, [START, 'mock'], {
      cwd,
      env: { ...WRONG_SETTINGS, PATH: process.env.PATH, PORT },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    await expect.poll(() => said).toContain('Prefer')
    expect(said).toContain(`http://localhost:${PORT}`)
    const [key] = /re_mock_\w+/.exec(said)!
    expect((await callAt(`http://localhost:${PORT}`, key, 'GET', '/emails', {})).status).toBe(200)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(existsSync(path.join(cwd, 'data'))).toBe(false)
  })
})
