// The largest possible email, from the request to the mail server, while other requests are served.
import { once } from 'node:events'
import http from 'node:http'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../support/beside.ts'
import { spent_ms } from '../support/cpu-time.ts'
import type { LargeMailInput, LargeMailResult } from '../support/large-mail.ts'
import { type TestServer, startServer } from '../support/server.ts'

/** 41,943,024 bytes in base64, plus the HTML of the email: larger emails are rejected (`rules.test.ts`). */
const LARGEST = 31_457_268
/**
 * Longest processor time of the main thread without a pause, independent of the load of the machine. Garbage collection
 * on a busy machine took 280 ms of it, and reading such a body in one step takes a second.
 */
const HELD_MAX_MS = 700

let worker: Worker
let server: TestServer
beforeAll(async () => {
  worker = new Worker(new URL('../support/large-mail.ts', import.meta.url))
  const [{ url }] = (await once(worker, 'message')) as [{ url: string }]
  server = await startServer({ SMTP_URL: url })
})
afterAll(async () => {
  await worker.terminate()
  await server.stop()
})

async function send(asked: Omit<LargeMailInput, 'url' | 'key'>): Promise<LargeMailResult & { held_ms: number }> {
  const { result, held_ms } = await whileWatched(async () => {
    worker.postMessage({ ...asked, url: server.url, key: server.key })
    const [told] = (await once(worker, 'message')) as [LargeMailResult]
    return told
  })
  return { ...result, held_ms }
}

/** The response, and the longest time for which the request blocked the event loop. */
async function whileWatched<T>(act: () => Promise<T>): Promise<{ result: T; held_ms: number }> {
  let [held_ms, last_ms] = [0, spent_ms()]
  const timer = setInterval(() => {
    const now_ms = spent_ms()
    held_ms = Math.max(held_ms, now_ms - last_ms)
    last_ms = now_ms
  }, 2)
  const result = await act()
  clearInterval(timer)
  return { result, held_ms }
}

describe('the largest email', () => {
  it('arrives byte by byte, without blocking other requests', async () => {
    // warms up what runs once per process
    await send({ file_bytes: 300_000, form: 'base64' })
    const { status, body, sent, arrived, hasLongLine, held_ms } = await send({ file_bytes: LARGEST, form: 'base64' })
    expect([status, body]).toEqual([200, expect.stringContaining('id')])
    expect([arrived, hasLongLine]).toEqual([sent, false])
    expect(held_ms).toBeLessThan(HELD_MAX_MS)
  })

  it('is stored in small parts', async () => {
    const { n, most } = (
      await sql<{ n: number; most: number }>(
        server,
        'select count(*) as n, max(octet_length(data)) as most from blob_chunks where number > 5',
      )
    )[0]!
    expect([n > 100, most]).toEqual([true, 262_144])
  })

  it('does not block other requests as a batch of a hundred', async () => {
    const html = `<p>${'Hello you '.repeat(3_900)}</p>`
    const one = { from: 'ada@example.org', to: 'grace@example.net', subject: 'One of many', html }
    const body = JSON.stringify(Array.from({ length: 100 }, () => one))
    const { result, held_ms } = await whileWatched(async () => {
      const answer = await server.call('POST', '/emails/batch', { body })
      await server.queue.idle()
      return answer
    })
    expect([result.status, result.body.data]).toEqual([200, expect.any(Array)])
    const fates = await sql<{ last_event: string; n: number }>(
      server,
      "select last_event, count(*) as n from email_states join emails on emails.id = email_states.email_id where subject = 'One of many' group by last_event",
    )
    expect(fates).toEqual([{ last_event: 'delivered', n: 100 }])
    expect(held_ms).toBeLessThan(HELD_MAX_MS)
  })

  it('arrives if its bytes are sent as a list', async () => {
    const { status, sent, arrived } = await send({ file_bytes: 2_000_000, form: 'list' })
    expect([status, arrived]).toEqual([200, sent])
  })

  it('is not read if its content length exceeds the maximum', async () => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-length': 58_000_001 }
    const request = http.request(`${server.url}/emails`, { method: 'POST', headers }).on('error', () => {})
    request.flushHeaders()
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(413)
    request.destroy()
  })
})
