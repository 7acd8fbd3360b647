// The sending speed of a broadcast, for each destination and in total.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { callAt, type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const MINUTE_MS = 60_000
const time = clock()
const folder = temporaryFolder()
let sink: MailSink
let server: TestServer
let key: string
let own: ReturnType<typeof contactsOf>

const begin = async (): Promise<void> => {
  server = await startServer({ SMTP_URL: sink.url, DATA_DIR: folder }, { now: time.now })
  key ??= server.key
  const { url } = server
  own = contactsOf({ ...server, call: (method, path, ask = {}) => callAt(url, key, method, path, ask) })
}
beforeAll(async () => {
  sink = await mailSink()
  await begin()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
/** A segment with this number of contacts in each domain, in the order of the domains. */
const someIn = async (domains: Record<string, number>): Promise<string> => {
  const id = await own.aSegment()
  for (const [domain, size] of Object.entries(domains))
    for (let member = 0; member < size; member++) await own.aContact(`m${++count}@${domain}`, { segments: [{ id }] })
  return id
}
const sent = async (segment_id: string, more: object): Promise<string> => {
  const written = { from: 'news@acme.example', subject: 'Hi', text: 'Hello', send: true }
  return (await own.ask('POST', '/broadcasts', { ...written, segment_id, ...more })).body.id
}
const broadcast = async (id: string) => (await own.ask('GET', `/broadcasts/${id}`)).body
const arrivedAt = (domain: string): number =>
  sink.messages.filter(({ recipients }) => recipients[0]!.endsWith(`@${domain}`)).length
const arrived = (domains: string[]): number[] => domains.map(arrivedAt)
/** The sender looks for recipients again after a short delay, so the clock must move. */
const eventually = <T>(read: () => T) => expect.poll(() => (time.forward(25), read()))
/** Waits until all permitted emails are sent; the delay between two looks for recipients passes several times. */
const settled = async (): Promise<void> => {
  for (let look = 0; look < 6; look++) {
    time.forward(300)
    await server.queue.idle()
  }
}

it('sends to each destination at its own speed, independently of the others, also after a restart', async () => {
  const domains = ['slow.example', 'SMALL.example', 'other.example'].map(domain => domain.toLowerCase())
  const segment_id = await someIn({ 'slow.example': 55, 'SMALL.example': 1, 'small.example': 1, 'other.example': 3 })
  const id = await sent(segment_id, { per_minute_per_destination: 1 })
  await eventually(() => arrived(domains)).toEqual([1, 1, 1])
  await settled()
  expect(arrived(domains)).toEqual([1, 1, 1])
  expect(await broadcast(id)).toMatchObject({ status: 'queued', recipients: 60, emails: 3 })
  await server.stop()
  await begin()
  await settled()
  expect(arrived(domains)).toEqual([1, 1, 1])
  for (const expected of [
    [2, 2, 2],
    [3, 2, 3],
    [4, 2, 3],
  ]) {
    time.forward(MINUTE_MS)
    await eventually(() => arrived(domains)).toEqual(expected)
    await settled()
    expect(arrived(domains)).toEqual(expected)
  }
  await own.ask('PATCH', `/broadcasts/${id}`, { per_minute_per_destination: null })
  time.forward(MINUTE_MS)
  await eventually(() => broadcast(id)).toMatchObject({ status: 'sent', emails: 60 })
  await eventually(() => arrived(domains)).toEqual([55, 2, 3])
})

it('does not exceed the total speed', async () => {
  const domains = ['first.example', 'second.example']
  const segment_id = await someIn({ 'first.example': 4, 'second.example': 4 })
  const id = await sent(segment_id, { per_minute: 2, per_minute_per_destination: 1 })
  let most = 1
  await eventually(() => arrived(domains)).toEqual([1, 0])
  for (let half_minute = 0; half_minute < 9; half_minute++) {
    time.forward(MINUTE_MS / 2)
    await settled()
    most++
    const [first, second] = arrived(domains) as [number, number]
    expect(first + second).toBeLessThanOrEqual(most)
    for (const each of [first, second]) expect(each).toBeLessThanOrEqual(Math.floor(most / 2) + 1)
    // no destination is starved by the other one
    if (half_minute > 0) expect(second).toBeGreaterThan(0)
  }
  await eventually(() => broadcast(id)).toMatchObject({ status: 'sent', emails: 8 })
  await eventually(() => arrived(domains)).toEqual([4, 4])
})

it('skips contacts who unsubscribed meanwhile, and stops when it is canceled', async () => {
  const segment_id = await someIn({ 'leaving.example': 4 })
  const leaves = `m${count - 2}@leaving.example`
  const id = await sent(segment_id, { per_minute_per_destination: 1 })
  await eventually(() => arrivedAt('leaving.example')).toBe(1)
  await settled()
  await own.ask('PATCH', `/contacts/${leaves}`, { unsubscribed: true })
  time.forward(MINUTE_MS)
  await eventually(() => arrivedAt('leaving.example')).toBe(2)
  expect((await own.ask('POST', `/broadcasts/${id}/cancel`)).status).toBe(200)
  time.forward(2 * MINUTE_MS)
  await settled()
  expect(arrivedAt('leaving.example')).toBe(2)
  expect(sink.messages.flatMap(({ recipients }) => recipients)).not.toContain(leaves)
  expect(await broadcast(id)).toMatchObject({ status: 'canceled', recipients: 4, emails: 2 })
})
