// Limits of a request body: number of values, depth, length of keys, size. A large body, which is parsed in a thread,
// is treated like a small one.
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { parseProxies } from '../../src/base/net/client-ip.ts'
import { createApp } from '../../src/interfaces/http/app.ts'
import { collectBody } from '../../src/interfaces/http/body.ts'
import { reserveRoom } from '../../src/interfaces/http/large-bodies.ts'
import type { Refusal } from '../../src/base/text/refusal.ts'
import { anEmailBody } from '../support/emails.ts'
import { type TestServer, aSendingKey, aTeam, startServer } from '../support/server.ts'

let server: TestServer
let sending: string
beforeAll(async () => {
  server = await startServer()
  sending = await aSendingKey(server)
})
afterAll(() => server.stop())

const many = (count: number): string => `{"x":[${'{},'.repeat(count - 3)}{}]}`
const refused = { statusCode: 422, name: 'validation_error' }

describe('a body with many values', () => {
  it('is rejected by its size, with the limit and the actual size', async () => {
    const body = many(300_000)
    for (const path of [
      '/emails',
      '/templates',
      '/automations',
      '/automations/simulate',
      '/contacts',
      '/events/send',
    ]) {
      const answer = await server.call('POST', path, { body })
      expect([path, answer.status, answer.body]).toEqual([
        path,
        422,
        { ...refused, message: expect.stringMatching(/too many values: at most \d+ are allowed; received 300000\b/) },
      ])
    }
  })

  it('is rejected at the limit of its operation, and not below', async () => {
    const sent = (count: number): string => JSON.stringify(anEmailBody()).replace('{', `${many(count).slice(0, -1)},`)
    const own = Object.keys(anEmailBody()).length
    const send = (body: string) => server.call('POST', '/emails', { key: sending, body })
    expect((await send(sent(10_000 - own))).status).toBe(200)
    expect((await send(sent(10_001 - own))).body).toMatchObject({
      ...refused,
      message: expect.stringContaining('10001'),
    })
    const ordinary = (count: number): string => many(count - 1).replace('{', '{"name":"Ada",')
    expect((await server.call('POST', '/automations', { body: ordinary(25_000) })).status).toBe(201)
    expect((await server.call('POST', '/automations', { body: ordinary(25_001) })).body).toMatchObject(refused)
  })

  it('may contain the largest graph: 150 steps that send a template with 50 variables, and as many connections', async () => {
    const variables = Object.fromEntries(
      Array.from({ length: 50 }, (_, each) => [`V${each}`, { var: 'contact.email' }]),
    )
    const mail = (key: string) => ({ key, type: 'send_email', config: { template: { id: 'welcome', variables } } })
    const keys = Array.from({ length: 149 }, (_, each) => `mail${each}`)
    const steps = [{ key: 'start', type: 'trigger', config: { event_name: 'a.b' } }, ...keys.map(mail)]
    const connections = keys.map((to, each) => ({ from: each === 0 ? 'start' : keys[each - 1], to }))
    const created = await server.call('POST', '/automations', { body: { name: 'Largest', steps, connections } })
    expect([created.status, created.body.id]).toEqual([201, expect.any(String)])
  })
})

describe('a body with a long key', () => {
  it('is rejected at every position of the key', async () => {
    const key = 'k'.repeat(1001)
    for (const body of [`{"${key}":1}`, `{"headers":{"${key}":"a"}}`, `{"payload":[{"${key}":1}]}`]) {
      const answer = await server.call('POST', '/emails', { body })
      expect(answer.body).toMatchObject({
        ...refused,
        message: expect.stringMatching(/at most 1000 bytes are allowed; received 1001/),
      })
    }
  })
})

describe('a deep body', () => {
  it('is rejected', async () => {
    const answer = await server.call('POST', '/events/send', { body: `{"payload":${'['.repeat(500_000)}` })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('64 levels')])
  })
})

const LIMIT_BYTES = 4_000_000
const paragraphs = (bytes: number): string =>
  `<p>${'Hello, 😀 Grüße & <b>so on</b>\\ "quoted"\n'.repeat(bytes / 46)}</p>`
const send = (fields: object, headers: Record<string, string> = {}) =>
  server.call('POST', '/emails', { key: sending, body: { ...anEmailBody(), ...fields }, headers })
const sent = async (fields: object): Promise<{ html: string; text: string }> =>
  (await server.call('GET', `/emails/${(await send(fields)).body.id}`)).body

/** A request without Content-Length. */
function unannounced(pieces: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${sending}`, 'content-type': 'application/json' }
    const request = http.request(`${server.url}/emails`, { method: 'POST', headers }, ({ statusCode }) => {
      resolve(statusCode!)
      request.destroy()
    })
    request.on('error', reject)
    for (const piece of pieces) request.write(piece)
    request.end()
  })
}

describe('a large body', () => {
  it('is stored as it was sent', async () => {
    const html = paragraphs(2_000_000)
    const text = paragraphs(1_000_000)
    const kept = await sent({ html, text })
    expect([kept.html === html, kept.text === text]).toEqual([true, true])
  })

  it('is accepted up to the limit of its content in bytes, and rejected beyond with both figures', async () => {
    const [half, letters] = ['x'.repeat(LIMIT_BYTES / 2), 'é'.repeat(LIMIT_BYTES / 4)]
    expect((await send({ html: half, text: letters })).status).toBe(200)
    expect((await send({ html: half, text: `${letters}x` })).body).toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/`html` and `text` .* at most 4000000 bytes .*; received 4000001\./),
    })
  })

  it('may have every non-ASCII character escaped', async () => {
    const html = 'é'.repeat(LIMIT_BYTES / 2)
    const body = JSON.stringify({ ...anEmailBody(), html }).replaceAll('é', '\\u00e9')
    const answer = await server.call('POST', '/emails', { body })
    expect((await server.call('GET', `/emails/${answer.body.id}`)).body.html === html).toBe(true)
  })

  it('may have no Content-Length', async () => {
    const [first, last] = JSON.stringify({ ...anEmailBody(), html: '|' }).split('|')
    expect(await unannounced([first!, 'x'.repeat(1_000_000), 'x'.repeat(1_000_000), last!])).toBe(200)
    expect(await unannounced([first!, ...Array<string>(20).fill('x'.repeat(1_000_000)), last!])).toBe(413)
  })

  it('is rejected like a small one', async () => {
    const html = 'x'.repeat(900_000)
    const refusals = [
      await server.call('POST', '/emails', { body: `{"html":"${html}"` }),
      await server.call('POST', '/emails', { body: `["${html}"]` }),
      await send({ html }, { 'content-type': 'text/plain' }),
      await send({ html, to: 'nobody' }),
      await server.call('POST', '/emails', { body: `{"html":"${html}","tags":["\\ud800"]}` }),
      await server.call('POST', '/emails', { body: `{"html":"${html}","a":${'['.repeat(65)}${']'.repeat(65)}}` }),
      await server.call('POST', '/emails', { body: many(100_000) }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 415, 422, 422, 400, 422])
    expect(refusals[4]!.body.message).toContain('`tags[0]` field')
  })

  it('may be large only because of its content', async () => {
    const answer = await send({ subject: 'x'.repeat(1_000_000) })
    expect([answer.status, answer.body.message]).toEqual([413, expect.stringContaining('apart from `html` and `text`')])
  })

  it('with an idempotency key creates one email', async () => {
    const fields = { html: 'x'.repeat(1_000_000) }
    const key = { 'idempotency-key': 'large' }
    const [first, again] = await Promise.all([send(fields, key), send(fields, key)])
    expect([first.status, again.body]).toEqual([200, first.body])
    expect((await send({ html: 'y'.repeat(1_000_000) }, key)).status).toBe(409)
  })

  it('of other operations is parsed as well', async () => {
    const template = { name: 'Large', html: `<p>{{{NAME}}}</p>${'x'.repeat(900_000)}`, variables: [] }
    const { status, body } = await server.call('POST', '/templates', { body: template })
    expect([status, body.message]).toEqual([422, expect.stringContaining('NAME')])
  })
})

describe('a large body that arrives too slowly', () => {
  it('is aborted', async () => {
    const app = createApp([({ req, res }) => collectBody(req, 1_000_000, { response: res, patience_ms: 1 })], {
      log: pino({ level: 'silent' }),
      proxies: parseProxies(''),
    })
    const door = http.createServer(app.callback())
    await new Promise<void>(resolve => door.listen(0, resolve))
    const { port } = door.address() as AddressInfo
    for (const headers of [{ 'content-length': 950_000 }, {}]) {
      const request = http.request({ port, method: 'POST', headers })
      request.on('error', () => {})
      request.write('x'.repeat(300_000))
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      expect([response.statusCode, response.headers.connection]).toEqual([408, 'close'])
      request.destroy()
    }
    door.close()
  })
})

describe('a large body that never arrives', () => {
  it('reserves its memory no longer than one at the minimum rate, for any Content-Length', async () => {
    const door = http.createServer((request, response) => {
      collectBody(request, 13_000_000, { response, patience_ms: 200 }).catch((error: Refusal) => {
        response.writeHead(error.status, error.headers).end()
      })
    })
    await new Promise<void>(resolve => door.listen(0, resolve))
    const { port } = door.address() as AddressInfo
    const request = http.request({ port, method: 'POST', headers: { 'content-length': 12_900_000 } })
    request.on('error', () => {})
    request.write('{')
    // at the minimum rate, the whole body would take two minutes
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(408)
    request.destroy()
    door.close()
  })
})

describe('the memory of large bodies', () => {
  it('is released after the response, and after the client disconnects', async () => {
    const all_bytes = 64_000_000
    const outcomes: string[] = []
    const door = http.createServer((request, response) => {
      const gone = request.url === '/gone' ? once(response, 'close') : Promise.resolve()
      void gone
        .then(() => reserveRoom(all_bytes, { response }))
        .then(
          () => outcomes.push(request.url!),
          () => outcomes.push('refused'),
        )
        .then(() => response.end())
    })
    await new Promise<void>(resolve => door.listen(0, resolve))
    const url = `http://localhost:${(door.address() as AddressInfo).port}`
    const leaving = http.get(`${url}/gone`).on('error', () => {})
    await once(leaving, 'socket').then(() => once(door, 'request'))
    leaving.destroy()
    // each of them uses the whole limit
    for (const path of ['/first', '/second']) await fetch(url + path)
    expect(outcomes).toEqual(['/gone', '/first', '/second'])
    door.close()
  })
})

describe('the memory of large bodies while one team sends many of them slowly', () => {
  it('is available to another team', async () => {
    const ended: unknown[] = []
    const headers = { authorization: `Bearer ${sending}`, 'content-length': 12_900_000, expect: '100-continue' }
    const slow = Array.from({ length: 5 }, () =>
      http
        .request(`${server.url}/emails`, { method: 'POST', headers })
        .on('response', ({ statusCode }) => ended.push(statusCode))
        .on('error', error => ended.push(error)),
    )
    for (const request of slow) request.flushHeaders()
    await Promise.all(slow.map(request => once(request, 'continue')))
    // enough for the seconds that this may take
    for (const request of slow) request.write('x'.repeat(2_000_000))
    const { key } = await aTeam(server)
    const body = { ...anEmailBody(), html: 'x'.repeat(300_000) }
    // the slow requests get their response at the latest when the first of these is answered
    for (let count = 0; count < 3; count++) {
      expect((await server.call('POST', '/emails', { key, body })).status).toBe(200)
    }
    expect(ended).toEqual([])
    for (const request of slow) request.destroy()
  })
})
