// Mails that are too large to be answered beside everything else: there is room for some of them at once, half of it for
// one team; whoever finds none waits, and is told to come back.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  PATIENCE_MS,
  ROOM_WAIT_MS,
  SLOWEST_BYTES_PER_S,
  hasRoomToAnswer,
} from '../../src/interfaces/http/large-bodies.ts'
import { anEmailBody } from '../support/emails.ts'
import { aPerson } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const LARGE_BYTES = 256_000
/** What a team may have on its way at once. */
const SHARE_BYTES = 32_000_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const mailOf = async (html: string, key = server.key): Promise<string> =>
  (await server.call('POST', '/emails', { key, body: { ...anEmailBody(), html } })).body.id
const read = async (id: string, key = server.key) => server.call('GET', `/emails/${id}`, { key })

/** Six times as large in an answer, so that no system holds it for who does not read. */
const LARGEST_BYTES = 2_000_000
const LARGEST = '\u0001'.repeat(LARGEST_BYTES)

/** Takes the head of an answer and nothing else. */
async function opened(id: string): Promise<http.IncomingMessage> {
  const headers = { authorization: `Bearer ${server.key}` }
  const request = http.get(`${server.url}/emails/${id}`, { headers, agent: false }).on('error', () => {})
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(200)
  return response.on('error', () => {})
}

describe('a mail at the bound between small and large', () => {
  it.each([LARGE_BYTES, LARGE_BYTES + 1])('of %d bytes is answered as it was sent', async bytes => {
    const html = 'é'.repeat(bytes / 2) + 'x'.repeat(bytes % 2)
    const id = await mailOf(html)
    const { status, body } = await read(id)
    expect([status, body.html === html, body.subject]).toEqual([200, true, anEmailBody().subject])
  })

  it('is not there for another team, be it small or large, nor when it is not there at all', async () => {
    const { key } = await aTeam(server, 'Strangers')
    for (const id of [await mailOf('x'), await mailOf('x'.repeat(LARGE_BYTES + 1)), crypto.randomUUID()]) {
      expect([(await read(id, key)).status]).toEqual([404])
    }
  })
})

const NEVER_MS = 2 ** 30

/** How long is waited for room from now on; whoever does not take an answer has all the time. */
function waitForRoom(wait_ms: number): void {
  const begin = setTimeout
  const later = (then: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): NodeJS.Timeout =>
    begin(then, ms === ROOM_WAIT_MS ? wait_ms : ms > PATIENCE_MS ? NEVER_MS : ms, ...given)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(later as typeof setTimeout)
}

describe('large answers that nobody takes', () => {
  afterEach(() => vi.restoreAllMocks())

  it('are as many as fit into the share of a team; the next waits for one of them, and others do not', async () => {
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

  it('are refused when there is no room in time, in words that say when to ask again', async () => {
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
        message: 'Too many large answers are on their way at the moment. Ask again in 5 seconds.',
      },
    ])
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.text).toContain('Many large mails are being opened at this moment.')
    expect((await read(id)).status).toBe(200)
    expect((await person.get(`/mailbox/${id}/html`)).status).toBe(200)
  })

  it('lose their connection when they are taken too slowly', async () => {
    expect([PATIENCE_MS, SLOWEST_BYTES_PER_S]).toEqual([10_000, 100_000])
    const answers: http.ServerResponse[] = []
    const door = http.createServer((_, response) => {
      answers.push(response)
      // a hundredth of a second, and no patience
      void hasRoomToAnswer(1000, { response }, 0).then(() => response.writeHead(200).end('x'.repeat(50_000_000)))
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
