// Large emails are read under a memory limit: a few at the same time, at most half of it for one team. Further requests
// wait, and are refused with Retry-After.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  PATIENCE_MS,
  ROOM_WAIT_MS,
  SLOWEST_BYTES_PER_S,
  hasRoomToRespond,
} from '../../src/interfaces/http/large-bodies.ts'
import { anEmailBody } from '../support/emails.ts'
import { aPerson } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const LARGE_BYTES = 256_000
/** The memory limit of one team. */
const SHARE_BYTES = 32_000_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const mailOf = async (html: string, key = server.key): Promise<string> =>
  (await server.call('POST', '/emails', { key, body: { ...anEmailBody(), html } })).body.id
const read = async (id: string, key = server.key) => server.call('GET', `/emails/${id}`, { key })

/** Six times as large in a response, so that no operating system buffers it for a client that does not read. */
const LARGEST_BYTES = 2_000_000
const LARGEST = '\u0001'.repeat(LARGEST_BYTES)

/** Reads the head of a response and nothing else. */
async function opened(id: string): Promise<http.IncomingMessage> {
  const headers = { authorization: `Bearer ${server.key}` }
  const request = http.get(`${server.url}/emails/${id}`, { headers, agent: false }).on('error', () => {})
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(200)
  return response.on('error', () => {})
}

describe('an email at the limit between small and large', () => {
  it.each([LARGE_BYTES, LARGE_BYTES + 1])('of %d bytes is returned as it was sent', async bytes => {
    const html = 'é'.repeat(bytes / 2) + 'x'.repeat(bytes % 2)
    const id = await mailOf(html)
    const { status, body } = await read(id)
    expect([status, body.html === html, body.subject]).toEqual([200, true, anEmailBody().subject])
  })

  it('returns 404 for another team in both sizes, and if it does not exist', async () => {
    const { key } = await aTeam(server, 'Strangers')
    for (const id of [await mailOf('x'), await mailOf('x'.repeat(LARGE_BYTES + 1)), crypto.randomUUID()]) {
      expect([(await read(id, key)).status]).toEqual([404])
    }
  })
})

const NEVER_MS = 2 ** 30

/** Sets how long requests wait for memory. Clients that do not read are not disconnected. */
function waitForRoom(wait_ms: number): void {
  const begin = setTimeout
  const later = (then: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): NodeJS.Timeout =>
    begin(then, ms === ROOM_WAIT_MS ? wait_ms : ms > PATIENCE_MS ? NEVER_MS : ms, ...given)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(later as typeof setTimeout)
}

describe('large responses that the client does not read', () => {
  afterEach(() => vi.restoreAllMocks())

  it('are limited per team: the next request of the team waits, and other teams do not', async () => {
    const [id, small] = [await mailOf(LARGEST), await mailOf('x')]
    waitForRoom(NEVER_MS)
    const held = await Promise.all(Array.from({ length: SHARE_BYTES / LARGEST_BYTES }, () => opened(id)))
    let waits = true
    const next = opened(id).then(response => {
      waits = false
      return response
    })
    const another = await aTeam(server, 'Others')
    const theirs = await mailOf('x'.repeat(1_000_000), another.key)
    for (let count = 0; count < 5; count++) {
      expect((await read(theirs, another.key)).status).toBe(200)
      expect((await read(small)).status).toBe(200)
    }
    expect(waits).toBe(true)
    held[0]!.destroy()
    const last = await next
    for (const response of [...held, last]) response.destroy()
  })

  it('are refused if no memory becomes free in time, with Retry-After', async () => {
    const id = await mailOf(LARGEST)
    waitForRoom(NEVER_MS)
    const held = await Promise.all(Array.from({ length: SHARE_BYTES / LARGEST_BYTES }, () => opened(id)))
    const person = aPerson(server)
    await person.logIn()
    vi.restoreAllMocks()
    waitForRoom(0)
    const [api, page] = await Promise.all([read(id), person.get(`/mailbox/${id}/html`)])
    vi.restoreAllMocks()
    for (const response of held) response.destroy()
    expect([api.status, api.headers.get('retry-after'), api.body]).toEqual([
      503,
      '5',
      {
        statusCode: 503,
        name: 'service_unavailable',
        message: 'Too many large responses in progress. Try again in 5 seconds.',
      },
    ])
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.text).toContain('Too many large emails are being opened right now.')
    expect((await read(id)).status).toBe(200)
    expect((await person.get(`/mailbox/${id}/html`)).status).toBe(200)
  })

  it('lose their connection if they are read too slowly', async () => {
    expect([PATIENCE_MS, SLOWEST_BYTES_PER_S]).toEqual([10_000, 100_000])
    const answers: http.ServerResponse[] = []
    const door = http.createServer((_, response) => {
      answers.push(response)
      // 10 ms, without waiting for memory
      void hasRoomToRespond(1000, { response }, 0).then(() => response.writeHead(200).end('x'.repeat(50_000_000)))
    })
    await new Promise<void>(resolve => door.listen(0, resolve))
    const request = http.get({ port: (door.address() as AddressInfo).port, agent: false }).on('error', () => {})
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.on('error', () => {})
    if (!answers[0]!.closed) await once(answers[0]!, 'close')
    expect(answers[0]!.writableFinished).toBe(false)
    request.destroy()
    door.close()
  })
})
