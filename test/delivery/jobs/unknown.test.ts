// Emails with an unknown outcome: resent or failed, as the operator configured. Both are recorded. Also covers the
// fields of an attempt.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverEmail } from '../../../src/mail/delivery/jobs.ts'
import type { Queue } from '../../../src/base/queue/runner.ts'
import { databases } from '../../support/databases.ts'
import { killWorker } from '../../support/kill-worker.ts'
import { type Deliveries, openDeliveries, type DeliveryJob } from '../../support/deliveries.ts'
import { type MailSink, mailSink, type SinkOptions } from '../../support/mail-sink.ts'

const SECOND = 1000
const HOUR = 3_600_000

describe.each(databases)('delivery on %s', (_, open) => {
  let on: Deliveries
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    closing.push(opened.remove, () => opened.database.close())
    on = await openDeliveries(opened.database)
    closing.push(() => on.close())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aSink(options: SinkOptions = {}): Promise<MailSink> {
    const sink = await mailSink(options)
    closing.push(() => sink.close())
    return sink
  }
  const phases = async (id: string): Promise<unknown[]> => (await on.attempts(id)).map(({ phase }) => phase)
  const outcomes = async (id: string): Promise<unknown[]> => (await on.attempts(id)).map(({ outcome }) => outcome)

  /** The first process dies after the server accepted the email and before that was stored. A second one continues. */
  async function dieBetween(
    sink: MailSink,
    unknown: 'resend' | 'hold',
    id: () => Promise<string>,
  ): Promise<[string, Queue]> {
    const dead = Promise.withResolvers<void>()
    closing.push(() => dead.resolve())
    const deliver = on.delivering(sink.url, { unknown })
    const first = await on.newProcess(work => deliver(endingWith(work, () => dead.promise)))
    const sent = await id()
    await expect.poll(() => sink.messages.length).toBeGreaterThan(0)
    await expect.poll(() => phases(sent)).toContain('handing')
    await killWorker(first, on.database)
    return [sent, await on.sendingTo(sink.url, { unknown })]
  }

  describe('with resending disabled', () => {
    it('never sends a second copy after a crash between 250 and commit, and reports it', async () => {
      const sink = await aSink()
      const to = ['grace@example.net', 'alan@example.net']
      const [id, queue] = await dieBetween(sink, 'hold', () => on.send({ to }))
      await queue.idle()
      await on.later(queue, 200 * HOUR)
      expect(sink.completed()).toBe(1)
      expect(await outcomes(id)).toEqual(['unknown'])
      const { last_event, recipients } = await on.find(id)
      expect(last_event).toBe('failed')
      const reply = expect.stringContaining('The outcome is unknown')
      expect(recipients).toEqual(to.map(address => ({ address, status: 'unknown', code: null, reply })))
      expect(await on.events(id)).toMatchObject([
        { type: 'failed', detail: { recipients: to, words: reply, attempt: 1 } },
      ])
    })

    it('never sends a second copy after a lost connection', async () => {
      const sink = await aSink({ message: () => 'reset' })
      const queue = await on.sendingTo(sink.url, { unknown: 'hold' })
      const id = await on.send()
      await queue.idle()
      await on.later(queue, 200 * HOUR)
      expect([sink.completed(), await outcomes(id)]).toEqual([1, ['unknown']])
      expect(await on.find(id)).toMatchObject({ last_event: 'failed', recipients: [{ status: 'unknown' }] })
    })

    it('retries recipients that were temporarily refused in the same attempt', async () => {
      const sink = await aSink({
        message: (_message, count) => (count === 1 ? 'reset' : undefined),
        recipient: (address, count) =>
          count <= 2 && address.startsWith('ken') ? { code: 450, words: 'Later' } : undefined,
      })
      const queue = await on.sendingTo(sink.url, { unknown: 'hold' })
      const id = await on.send({ to: ['grace@example.net', 'ken@example.net'] })
      await queue.idle()
      expect((await on.find(id)).last_event).toBe('delivery_delayed')
      await on.later(queue, 5 * SECOND)
      expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['ken@example.net']])
      const { last_event, recipients } = await on.find(id)
      const states = Object.fromEntries(recipients.map(({ address, status }) => [address, status]))
      expect(states).toEqual({ 'grace@example.net': 'unknown', 'ken@example.net': 'delivered' })
      expect(last_event).toBe('failed')
    })

    it('sends an email whose attempt died before the message was complete', async () => {
      const sink = await aSink()
      const dead = Promise.withResolvers<never>()
      const first = await on.newProcess(deliverEmail({ sender: { send: () => dead.promise } }))
      const id = await on.send()
      await expect.poll(() => phases(id)).toEqual(['open'])
      await killWorker(first, on.database)
      const queue = await on.sendingTo(sink.url, { unknown: 'hold' })
      await queue.idle()
      expect([(await on.find(id)).last_event, await outcomes(id)]).toEqual(['delivered', ['interrupted', 'taken']])
      dead.reject(new Error('long dead'))
    })
  })

  it('resends with the same Message-ID when resending is enabled', async () => {
    const sink = await aSink()
    const [id, queue] = await dieBetween(sink, 'resend', () => on.send())
    await queue.idle()
    expect([sink.messages.length, await outcomes(id)]).toEqual([2, ['unknown', 'taken']])
    for (const { raw } of sink.messages) expect(raw).toContain(`Message-ID: <${id}@example.org>`)
  })

  it('retries until the configured expiry', async () => {
    const sink = await aSink({ message: () => ({ code: 451, words: 'Busy' }) })
    const queue = await on.sendingTo(sink.url, { expiry_ms: HOUR })
    const id = await on.send()
    await queue.idle()
    await on.later(queue, HOUR - SECOND)
    expect((await on.find(id)).last_event).toBe('delivery_delayed')
    await on.later(queue, SECOND)
    expect((await on.find(id)).last_event).toBe('failed')
  })

  it('stores the host, TLS, reply and next attempt of each attempt', async () => {
    const sink = await aSink({ message: (_message, count) => (count === 1 ? { code: 451, words: 'Busy' } : undefined) })
    const queue = await on.sendingTo(sink.url)
    const id = await on.send()
    const next_at = new Date(on.time.now().getTime() + 5 * SECOND).toISOString()
    await queue.idle()
    await on.later(queue, 5 * SECOND)
    const known = { destination: 'example.net', host: '127.0.0.1', tls: '' }
    expect(await on.attempts(id)).toMatchObject([
      { ...known, code: 451, next_at, outcome: 'not_taken' },
      { ...known, code: 250, next_at: null, outcome: 'taken' },
    ])
    await sink.close()
    const other = await on.send()
    await queue.idle()
    expect(await on.attempts(other)).toMatchObject([{ host: '127.0.0.1', tls: null, code: null }])
  })
})

/** The same job with a different finish function. */
function endingWith(work: DeliveryJob, finish: DeliveryJob['finish']): DeliveryJob {
  const [read, look, note] = [work.read.bind(work), work.write.bind(work), work.record.bind(work)]
  return { ...work, read, write: look, record: note, postpone: work.postpone.bind(work), finish }
}
