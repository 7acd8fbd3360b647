// The number of database round trips of a send request, each of which adds to its duration.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PostgresConnection } from '../../../src/base/store/postgres/connection.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const REQUESTS = 20
/** Longer than the interval in which notifications of other processes are batched. */
const APART_MS = 30

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  // queries of the queue are not part of the request
  await server.queue.stop()
})
afterAll(() => server.stop())

/** The minimum, because a heartbeat may fall into any request. */
async function flightsOf(headersOf: (index: number) => Record<string, string>): Promise<number> {
  let least = Infinity
  for (let index = 0; index < REQUESTS; index++) {
    await pause(APART_MS)
    const before = PostgresConnection.flights
    const { status } = await server.call('POST', '/emails', { body: anEmailBody(), headers: headersOf(index) })
    least = Math.min(least, PostgresConnection.flights - before)
    expect(status).toBe(200)
  }
  return least
}

it('takes two: authentication, and the email with its job', async () => {
  expect(await flightsOf(() => ({}))).toBe(2)
})

it('takes three with an Idempotency-Key: authentication, the key, and the email with its job and response', async () => {
  expect(await flightsOf(index => ({ 'idempotency-key': `key ${index}` }))).toBe(3)
})
