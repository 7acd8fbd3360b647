// How often a request to send goes over the network to the database and back: each time is a part of how long it takes.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Link } from '../../../src/base/store/postgres/link.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const REQUESTS = 20
/** Longer than what tells other processes that there is work is gathered. */
const APART_MS = 30

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  // what it asks by itself is not the request's
  await server.queue.stop()
})
afterAll(() => server.stop())

/** The least, as a heartbeat may fall into any of them. */
async function flightsOf(headersOf: (index: number) => Record<string, string>): Promise<number> {
  let least = Infinity
  for (let index = 0; index < REQUESTS; index++) {
    await pause(APART_MS)
    const before = Link.flights
    const { status } = await server.call('POST', '/emails', { body: anEmailBody(), headers: headersOf(index) })
    least = Math.min(least, Link.flights - before)
    expect(status).toBe(200)
  }
  return least
}

it('two: who it is, and the mail with its job', async () => {
  expect(await flightsOf(() => ({}))).toBe(2)
})

it('three with an Idempotency-Key: who it is, whether the key was used, and the mail with its job and its answer', async () => {
  expect(await flightsOf(index => ({ 'idempotency-key': `key ${index}` }))).toBe(3)
})
