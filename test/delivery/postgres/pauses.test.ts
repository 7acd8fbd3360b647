// A pause that one process sets applies to all processes. Each of the two has its own mail servers, so the sender of an
// email is known.
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Gates } from '../../../src/mail/delivery/routes/gates.ts'
import { pollUntil } from '../../support/direct.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'

const DATA_DIR = temporaryFolder()
const sinks: MailSink[] = []
let one: TestServer
let two: TestServer

beforeAll(async () => {
  const PORT = String(await freePort())
  const shared = { DATA_DIR, PUBLIC_URL: `http://localhost:${PORT}`, STOP_SECONDS: '1', UNVERIFIED_DOMAINS: 'allow' }
  for (let count = 0; count < 4; count++) sinks.push(await mailSink({ latency_ms: 5 }))
  const [main_one, by_one, main_two, by_two] = sinks.map(({ url }) => url)
  const env = (main: string, by: string): Record<string, string> => {
    return { ...shared, SMTP_URL: main, SMTP_RELAYS: `by=${by};domains=ruled.example` }
  }
  one = await startServer({ ...env(main_one!, by_one!), PORT })
  two = await startServer(env(main_two!, by_two!))
})
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await Promise.all(sinks.map(sink => sink.close()))
  rmSync(DATA_DIR, { recursive: true })
})
afterEach(async () => {
  const { body } = await call('GET', '/delivery/pauses')
  for (const { id } of body.data) await call('DELETE', `/delivery/pauses/${id}`)
})

const call: TestServer['call'] = (method, path, ask) => one.call(method, path, { key: one.key, ...ask })

const mail = (to: string, from = 'me@from.example'): object => ({ from, to, subject: 'S', text: 'T' })

async function sent(bodies: object[], by = one): Promise<void> {
  const { status, body } = await by.call('POST', '/emails/batch', { key: one.key, body: bodies })
  expect(status, JSON.stringify(body)).toBe(200)
}

const told = vi.spyOn(Gates.prototype, 'setPauses')

/** The number of processes that apply this pause, according to the last list that each has loaded. */
function heldIn(id: string): number {
  const last = new Map(
    told.mock.calls.map(([all], index) => [told.mock.contexts[index], all as readonly { id?: string }[]]),
  )
  return [...last.values()].filter(all => all.some(pause => pause.id === id)).length
}

/** The number of emails to this address, by process. */
function cameTo(address: string): [number, number] {
  const [main_one = 0, by_one = 0, main_two = 0, by_two = 0] = sinks.map(
    ({ messages }) => messages.filter(({ recipients }) => recipients.includes(address)).length,
  )
  return [main_one + by_one, main_two + by_two]
}
const all = (address: string): number => cameTo(address)[0] + cameTo(address)[1]

describe('a pause set through one of two processes', () => {
  it.each([
    ['all', { scope: 'all' }, 'x@all.example', undefined],
    ['a domain', { scope: 'destination', name: 'paused.example' }, 'x@paused.example', undefined],
    ['a sender', { scope: 'sender', name: 'stopped.example' }, 'x@sent.example', 'me@stopped.example'],
    ['a relay', { scope: 'relay', name: 'by' }, 'x@ruled.example', undefined],
  ])(
    'of %s applies to both, and queued emails are sent when it ends',
    async (what, body, to, from) => {
      // both must be sending, or the test would not cover one of them
      await pollUntil(async () => {
        for (const by of [one, two]) {
          await sent(
            Array.from({ length: 20 }, () => mail(to, from)),
            by,
          )
        }
        return cameTo(to).every(count => count > 0)
      }).toBe(true)
      for (const { queue } of [one, two]) await queue.idle()
      const before = all(to)
      const { body: made } = await (what === 'a domain' ? two : one).call('POST', '/delivery/pauses', {
        key: one.key,
        body: { reason: 'To see', ...body },
      })
      await pollUntil(() => heldIn(made.id)).toBe(2)
      const other = `other-${what.replace(/\W/g, '-')}@else.example`
      await sent([
        ...Array.from({ length: 40 }, () => mail(to, from)),
        ...Array.from({ length: 20 }, () => mail(other)),
      ])
      if (body.scope !== 'all') await pollUntil(() => all(other)).toBe(20)
      for (const { queue } of [one, two]) await queue.idle()
      expect(all(to)).toBe(before)
      await call('DELETE', `/delivery/pauses/${made.id}`)
      await pollUntil(() => all(to)).toBe(before + 40)
      await pollUntil(() => all(other)).toBe(20)
    },
    90_000,
  )
})
