// Emails to several domains: each domain has its own attempts, no domain blocks another, and concurrent results for the
// recipients are all stored.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONCURRENCY_MAX } from '../../../src/mail/delivery/routes/pace.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { ON_POSTGRES } from '../../support/databases.ts'
import { type DirectServer, directServer, pollUntil } from '../../support/direct.ts'
import type { MailSink, SinkOptions } from '../../support/mail-sink.ts'

let direct: DirectServer
let address = 60

beforeAll(async () => {
  direct = await directServer()
})
afterAll(() => direct.stop())
afterEach(() => direct.closeSinks())

function aDomain(domain: string, options: SinkOptions = {}): Promise<MailSink> {
  const host = `127.0.0.${++address}`
  direct.zone[domain] = { A: [host] }
  return direct.sinkAt(host, options)
}

interface Shown {
  last_event: string
  recipients: { address: string; status: string; reply: string }[]
}
const look = async (id: string): Promise<Shown> => (await direct.server.call('GET', `/emails/${id}`)).body
const statuses = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(((await look(id)).recipients ?? []).map(({ address: who, status }) => [who, status]))

const jobs = statement<{ id: string }, { id: string }>((knex, param) =>
  knex('jobs')
    .select('id')
    .whereRaw('id >= ? and id < ?', [param('id'), knex.raw('? || ?', [param('id'), '0'])]),
)

describe('an email to several domains', () => {
  it('has separate attempts and results for each domain', async () => {
    const good = await aDomain('good.example')
    await aDomain('bad.example', { recipient: () => ({ code: 550, words: '5.1.1 Nobody' }) })
    await aDomain('later.example', { recipient: () => ({ code: 450, words: '4.2.0 Greylisted' }) })
    const id = await direct.send(['a@good.example', 'b@bad.example', 'c@good.example'], { cc: ['d@later.example'] })
    await pollUntil(() => statuses(id)).toEqual({
      'a@good.example': 'delivered',
      'b@bad.example': 'bounced',
      'c@good.example': 'delivered',
      'd@later.example': 'delivery_delayed',
    })
    expect((await look(id)).last_event).toBe('delivery_delayed')
    expect(good.messages.map(({ recipients }) => recipients)).toEqual([['a@good.example', 'c@good.example']])
    // only the delayed domain still has a job
    const left = await direct.server.database.read(tx => tx.all(jobs, { id }))
    expect(left.map(job => job.id)).toEqual([`${id}/later.example`])
  })

  it('is delivered when all parts are delivered, and bounced when one part bounces', async () => {
    await aDomain('one.example')
    await aDomain('two.example')
    await aDomain('no.example', { recipient: () => ({ code: 550, words: 'No' }) })
    const all = await direct.send(['a@one.example', 'a@two.example'])
    const some = await direct.send(['a@one.example', 'a@no.example'])
    await pollUntil(async () => (await look(all)).last_event).toBe('delivered')
    await pollUntil(async () => (await look(some)).last_event).toBe('bounced')
  })

  it('stores the status of each recipient when many parts finish concurrently', async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `p${index}.example`)
    const all = await Promise.all(domains.map(domain => aDomain(domain)))
    const ids = await Promise.all(Array.from({ length: 10 }, () => direct.send(domains.map(domain => `x@${domain}`))))
    for (const id of ids) {
      await pollUntil(() => statuses(id)).toEqual(
        Object.fromEntries(domains.map(domain => [`x@${domain}`, 'delivered'])),
      )
      expect((await look(id)).last_event).toBe('delivered')
    }
    // each email was delivered exactly once
    expect(all.map(sink => sink.messages.length)).toEqual(domains.map(() => ids.length))
  })
})

describe('a part whose only recipient is suppressed', () => {
  it('finishes without a connection and does not affect the other parts', async () => {
    const asked = await aDomain('withheld.example')
    await aDomain('other.example', { recipient: () => ({ code: 450, words: '4.2.0 Greylisted' }) })
    await direct.server.call('POST', '/suppressions', { body: { email: 'a@withheld.example' } })
    const id = await direct.send(['a@withheld.example', 'a@other.example'])
    await pollUntil(() => statuses(id)).toEqual({
      'a@withheld.example': 'suppressed',
      'a@other.example': 'delivery_delayed',
    })
    expect((await look(id)).last_event).toBe('delivery_delayed')
    expect(asked.connections()).toBe(0)
  })
})

describe('a slow destination', () => {
  const WAITING = ON_POSTGRES ? 300 : 1000
  const BATCH = 20
  /** A thousand emails of this size are twice as large as the memory limit. */
  const CONTENT_BYTES = 50_000
  const GROWN_BYTES_MAX = 25_000_000

  /** Every tenth email also goes to the fast domain. */
  const toTarpit = (index: number): object => ({
    from: 'me@from.example',
    to: index % 10 === 0 ? ['a@tarpit.example', 'a@fast.example'] : ['a@tarpit.example'],
    subject: `S ${index}`,
    text: 'T'.repeat(CONTENT_BYTES),
  })

  async function acceptAll(count: number, mailAt: (index: number) => object): Promise<void> {
    for (let at = 0; at < count; at += BATCH) {
      const body = Array.from({ length: BATCH }, (_, index) => mailAt(at + index))
      const answer = await direct.server.call('POST', '/emails/batch', { body })
      expect(answer.status, answer.body.message).toBe(200)
    }
  }

  it('does not delay emails to a fast destination, and few of its emails are in memory', async () => {
    const { server } = direct
    const release = Promise.withResolvers<void>()
    const slow = await aDomain('tarpit.example', { hold: () => release.promise })
    const fast = await aDomain('fast.example')
    // warm up first, so that the measurement contains only the queued emails
    await acceptAll(BATCH, index => ({ ...toTarpit(index), to: 'warm@fast.example' }))
    await fast.received(BATCH)
    const before = await usedBytes()
    await acceptAll(WAITING, toTarpit)
    await fast.received(BATCH + WAITING / 10)
    for (let index = 0; index < 50; index++) await direct.send(['b@fast.example'])
    await fast.received(BATCH + WAITING / 10 + 50)
    // the fast destination is done before the slow one has received anything
    expect(slow.messages).toEqual([])
    expect(slow.connections()).toBeGreaterThan(0)
    expect(slow.connections()).toBeLessThanOrEqual(CONCURRENCY_MAX)
    expect(server.queue.inHand().deliver_email).toBeLessThanOrEqual(CONCURRENCY_MAX)
    expect((await usedBytes()) - before).toBeLessThan(GROWN_BYTES_MAX)
    release.resolve()
    await slow.received(WAITING)
    expect(slow.connections()).toBeLessThanOrEqual(2 * CONCURRENCY_MAX)
  }, 180_000)
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function usedBytes(): Promise<number> {
  // external memory is freed one turn after the heap object that referenced it
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage()
    await new Promise(resolve => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
