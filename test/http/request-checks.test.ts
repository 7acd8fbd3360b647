// Checks that apply to every request before an operation runs: credentials, paths, methods, media types.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Json, methodsOf, resolved } from '../../scripts/openapi.ts'
import { inOpenApi30 } from '../../src/interfaces/docs/openapi-30.ts'
import { type TestServer, startServer } from '../support/server.ts'

const ID = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('credentials', () => {
  it.each([
    [null, 'missing_api_key', 'Bearer resource_metadata='],
    ['re_unknown', 'invalid_api_key', 'Bearer error="invalid_token", resource_metadata='],
    ['a.b.c', 'invalid_api_key', 'Bearer error="invalid_token", resource_metadata='],
    ['nonsense', 'invalid_api_key', 'Bearer error="invalid_token", resource_metadata='],
  ])('returns for %s %s with a challenge', async (key, name, challenge) => {
    const { status, body, headers } = await server.call('GET', '/api-keys', { key })
    expect([status, body.name, Object.keys(body)]).toEqual([401, name, ['statusCode', 'message', 'name']])
    expect(headers.get('www-authenticate')).toContain(challenge)
  })

  it('accepts the scheme in any case', async () => {
    const headers = { authorization: `bEARER ${server.key}` }
    expect((await server.call('GET', '/api-keys', { key: null, headers })).status).toBe(200)
  })

  it.each([
    [(key: string) => `Basic ${btoa(`x:${key}`)}`, 'must use the scheme Bearer'],
    [(key: string) => key, 'has a key without Bearer'],
    [() => 'eyJhbGciOiJFUzI1NiJ9.e30.x', 'has a key without Bearer'],
    [() => 'Bearer', 'must have exactly one key or token after Bearer'],
    [(key: string) => `Bearer ${key} ${key}`, 'must have exactly one key or token after Bearer'],
  ])('explains an invalid Authorization header without repeating any of it', async (header, words) => {
    const headers = { authorization: header(server.key) }
    const { status, body } = await server.call('GET', '/api-keys', { key: null, headers })
    expect([status, body.name]).toEqual([401, 'invalid_api_key'])
    expect(body.message).toBe(`The Authorization header ${words}: send \`Authorization: Bearer <API key>\``)
  })
})

describe('paths and methods', () => {
  it('returns 404 for an unknown path in the documented format', async () => {
    const { body } = await server.call('GET', '/nowhere')
    expect(body).toMatchObject({ statusCode: 404, name: 'not_found' })
  })

  it('returns 405 for another method on a known path, with the allowed methods', async () => {
    const { status, body, headers } = await server.call('PUT', '/api-keys')
    expect([status, body.name, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, POST, HEAD, OPTIONS'])
  })

  it('answers OPTIONS and HEAD', async () => {
    expect((await server.call('OPTIONS', '/api-keys')).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    const head = await server.call('HEAD', '/api-keys')
    expect([head.status, head.body]).toEqual([200, ''])
  })

  it.each([
    ['DELETE', '/emails/receiving'],
    ['PATCH', '/emails/receiving'],
    ['DELETE', '/emails/receiving/share'],
  ])('does not treat the word as an id: %s %s', async (method, path) => {
    const { status, body, headers } = await server.call(method, path)
    expect([status, body.name, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS'])
  })

  it('serves exactly the API operations that docs/coverage.md lists', async () => {
    const rows = [...readFileSync('docs/coverage.md', 'utf8').matchAll(/^\| `([A-Z]+) (\S+)` \| (yes|no)/gm)]
    expect(rows.length).toBeGreaterThan(150)
    for (const [, method, path, verdict] of rows) {
      const { status, body } = await server.call(method!, path!.replaceAll(/:[^/]+/g, ID), { key: 're_unknown' })
      const words = typeof body === 'object' ? (body.message ?? '') : ''
      expect([path, status, / is not supported yet/.test(words)]).toEqual([path, status, verdict === 'no'])
    }
  })

  it('accepts only the methods of a fixed path', async () => {
    expect((await server.call('OPTIONS', '/emails/sending')).headers.get('allow')).toBe('POST, OPTIONS')
    const { status, body } = await server.call('GET', '/automations/simulate')
    expect([status, body.message]).toEqual([405, 'GET is not allowed for this path. Allowed: POST.'])
    expect((await server.call('OPTIONS', '/emails/batch')).headers.get('allow')).toBe('POST, OPTIONS')
    const metrics = await server.call('DELETE', '/emails/metrics')
    expect([metrics.status, metrics.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    for (const method of ['PATCH', 'DELETE']) {
      const imports = await server.call(method, '/contacts/imports')
      expect([imports.status, imports.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
    }
  })

  it('accepts `send` as the name of an event', async () => {
    await server.call('POST', '/events', { body: { name: 'send' } })
    expect((await server.call('GET', '/events/send')).body).toMatchObject({ object: 'event', name: 'send' })
    const { headers } = await server.call('OPTIONS', '/events/send')
    expect(headers.get('allow')!.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST'])
  })

  it('accepts a doubled first slash and a trailing slash', async () => {
    expect((await server.call('GET', '//api-keys/')).status).toBe(200)
  })

  it('rejects a malformed percent escape, in the path and in the query', async () => {
    expect((await server.call('DELETE', '/api-keys/%zz')).body).toMatchObject({
      statusCode: 400,
      name: 'validation_error',
    })
    expect((await server.call('GET', '/api-keys?limit=%zz')).status).toBe(422)
  })

  it('answers a client that does not accept JSON', async () => {
    expect((await server.call('GET', '/api-keys', { headers: { accept: 'image/png' } })).status).toBe(406)
    expect((await server.call('GET', '/api-keys', { headers: { accept: 'text/html, */*;q=0.1' } })).status).toBe(200)
  })

  it('keeps an idle connection for longer than proxies, which use one minute', async () => {
    const { headers } = await server.call('GET', '/segments')
    expect(headers.get('keep-alive')).toBe('timeout=65')
  })

  it('sends with each response an id that is in the log, too', async () => {
    const { headers } = await server.call('GET', '/api-keys')
    expect(server.logged()).toContain(headers.get('x-request-id'))
    expect(server.logged()).not.toContain(server.key)
  })
})

describe('while the database is locked', () => {
  it('sends Retry-After', async () => {
    const holder = new SQLite(path.join(server.data_dir, 'lettermill.db'))
    holder.exec('begin immediate')
    const answers = await Promise.all([
      server.call('POST', '/segments', { body: { name: 'x' } }),
      server.call('POST', '/oauth/register', { body: { client_name: 'x', redirect_uris: ['http://127.0.0.1/x'] } }),
    ])
    holder.exec('rollback')
    holder.close()
    for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect((await server.call('POST', '/segments', { body: { name: 'x' } })).status).toBe(201)
  })
})

describe('Cache-Control', () => {
  it.each([
    ['GET', '/emails', {}, 'private, no-cache'],
    ['GET', '/emails?limit=x', {}, 'private, no-cache'],
    ['GET', '/api-keys', {}, 'private, no-cache'],
    ['GET', '/api-keys', { key: null }, 'private, no-cache'],
    ['PUT', '/api-keys', {}, 'private, no-cache'],
    ['GET', '/nowhere', {}, 'private, no-cache'],
    ['GET', '/emails/metrics', {}, 'private, no-cache'],
    ['POST', '/segments', { body: { name: 'x' } }, 'private, no-cache'],
    ['POST', '/api-keys', { body: { name: 'x' } }, 'no-store'],
    ['POST', '/oauth/register', { body: {} }, 'no-store'],
    ['POST', '/oauth/token', { body: {} }, 'no-store'],
    ['GET', '/healthz', {}, 'no-store'],
    ['GET', '/readyz', {}, 'no-store'],
  ])('is correct for %s %s %j', async (method, path, ask, wanted) => {
    expect((await server.call(method, path, ask)).headers.get('cache-control')).toBe(wanted)
  })

  it('is no-store wherever the contract shows a secret', () => {
    const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
    const secret = /^(token|client_secret|access_token|refresh_token|signing_secret|password)$/
    for (const { operation } of methodsOf(document)) {
      if (operation['x-rules'] === 'own') continue
      for (const answer of Object.values<Json>(operation.responses)) {
        const schema = resolved(document, answer.content?.['application/json']?.schema)
        for (const [name, property] of Object.entries<Json>(schema?.properties ?? {})) {
          if (secret.test(name)) expect([operation.operationId, name, property['x-secret']]).toContain(true)
        }
      }
    }
  })
})

describe('fields with names similar to known fields', () => {
  const warned = async (method: string, path: string, body?: object): Promise<string | null> =>
    (await server.call(method, path, body ? { body } : {})).headers.get('x-lettermill-warning')
  const hint = (kind: string, name: string, meant: string): string =>
    `unknown ${kind} "${name}" ignored; did you mean "${meant}"?`

  it('are reported with their path, in rejected requests, too', async () => {
    expect(await warned('POST', '/contacts', { email: 'x', firstName: 'A', properties: { First_Name: 'x' } })).toBe(
      hint('field', 'firstName', 'first_name'),
    )
    const steps = [
      { key: 'start', type: 'trigger', config: { eventName: 'x' } },
      { key: 'mail', type: 'send_email', config: { template: { ID: 'x', variables: { Id: 1 } }, replyTo: 'x' } },
    ]
    expect(
      await warned('POST', '/automations', { Name: 'x', steps, connections: [{ From: 'start', to: 'mail' }] }),
    ).toBe(
      [
        hint('field', 'Name', 'name'),
        hint('field', 'steps[0].config.eventName', 'event_name'),
        hint('field', 'steps[1].config.template.ID', 'id'),
        hint('field', 'steps[1].config.replyTo', 'reply_to'),
        hint('field', 'connections[0].From', 'from'),
      ].join(', '),
    )
    expect(await warned('GET', '/emails?Limit=3&after=')).toBe(hint('parameter', 'Limit', 'limit'))
  })

  it('are reported separately from unknown query parameters, which are listed with the known ones', async () => {
    expect(await warned('GET', '/segments?limt=3')).toBe(
      'unknown parameter "limt" ignored; read here: "after" and "before" and "limit"',
    )
    expect(await warned('GET', '/segments?limit=3')).toBeNull()
    expect(await warned('POST', '/segments?limit=3', { name: 'x' })).toBe(
      'unknown parameter "limit" ignored; this operation has no parameters',
    )
    // neither an invalid name nor text that looks like a key is repeated
    for (const name of ['a%0d%0ab', 're_0123456789abcdefghijklmnop', 'x'.repeat(65), '%22', '%F0%9F%92%8C'])
      expect(await warned('POST', `/segments?${name}=3`, { name: 'x' })).toBe(
        'unknown parameter ignored; this operation has no parameters',
      )
    const many = Array.from({ length: 20 }, (_, index) => `x${index}=1`).join('&')
    expect((await warned('GET', `/segments?${many}`))!.match(/unknown parameter/g)).toHaveLength(5)
  })

  it('are reported up to five times, and only if they are names', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`re${'_'.repeat(index + 2)}plyTo`, 'x']))
    expect((await warned('POST', '/emails', many))!.split(', ')).toHaveLength(5)
    const hostile = {
      'reply\r\nTo': 'x',
      'reply to': 'x',
      'replyTo"': 'x',
      'reply\u212aTo': 'x',
      ſubject: 'x',
      [`r${'_'.repeat(70)}eply_to`]: 'x',
    }
    expect(await warned('POST', '/emails', hostile)).toBeNull()
  })
})

describe('the contract as a document', () => {
  it('is served as JSON and YAML, with a page from our own origin', async () => {
    expect((await server.call('GET', '/openapi.json')).body.openapi).toMatch(/^3\.1/)
    const document: Json = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
    const older = await (await fetch(`${server.url}/openapi-3.0.json`)).text()
    expect(older).toBe(`${JSON.stringify(inOpenApi30(document), null, 2)}\n`)
    expect((await server.call('GET', '/openapi.yaml')).body).toContain('operationId: updateApiKey')
    const page = await server.call('GET', '/docs')
    const needed = [...page.body.matchAll(/<link[^>]* href="([^"]+)"/g)].map(([, path]) => path as string)
    expect(needed).toHaveLength(2)
    for (const path of needed) expect((await server.call('GET', path)).status).toBe(200)
  })

  it.each(['/openapi.json', '/openapi-3.0.json', '/openapi.yaml'])('%s is compressed once', async path => {
    const asked = async (accepted: string, known = ''): Promise<{ headers: Headers; status: number; text: string }> => {
      const ask = {
        'accept-encoding': accepted,
        ...(known && { 'if-none-match': known, 'cache-control': 'max-age=0' }),
      }
      const answer = await fetch(server.url + path, { headers: ask })
      return { headers: answer.headers, status: answer.status, text: await answer.text() }
    }
    const { text: plain, headers } = await asked('identity')
    expect(headers.get('content-encoding')).toBeNull()
    for (const encoding of ['br', 'gzip']) {
      const { headers, status, text } = await asked(encoding)
      expect([status, text === plain]).toEqual([200, true])
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(Number(headers.get('content-length'))).toBeLessThan(plain.length / 5)
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      const again = await asked(encoding, headers.get('etag')!)
      expect([again.status, again.text]).toEqual([304, ''])
      expect((await asked('identity', headers.get('etag')!)).status).toBe(200)
    }
  })
})

describe('health', () => {
  it('reports liveness and readiness', async () => {
    expect((await server.call('GET', '/healthz', { key: null })).body).toEqual({
      status: 'alive',
      worker: server.worker,
    })
    expect((await server.call('GET', '/readyz', { key: null })).body.status).toBe('ready')
  })
})
