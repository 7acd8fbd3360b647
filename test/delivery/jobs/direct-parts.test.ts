// Emails to several domains: each domain has attempts of its own, no domain waits for another, and whatever happens side by
// side, what is known of each recipient is kept.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/store/statement.ts'
import { type DirectServer, directServer, eventually } from '../../support/direct.ts'
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
  it('goes to each by itself, with its own attempts and its own end', async () => {
    const good = await aDomain('good.example')
    await aDomain('bad.example', { recipient: () => ({ code: 550, words: '5.1.1 Nobody' }) })
    await aDomain('later.example', { recipient: () => ({ code: 450, words: '4.2.0 Greylisted' }) })
    const id = await direct.send(['a@good.example', 'b@bad.example', 'c@good.example'], { cc: ['d@later.example'] })
    await eventually(() => statuses(id)).toEqual({
      'a@good.example': 'delivered',
      'b@bad.example': 'bounced',
      'c@good.example': 'delivered',
      'd@later.example': 'delivery_delayed',
    })
    expect((await look(id)).last_event).toBe('delivery_delayed')
    expect(good.messages.map(({ recipients }) => recipients)).toEqual([['a@good.example', 'c@good.example']])
    // nobody but who is late has a job left
    const left = await direct.server.database.read(tx => tx.all(jobs, { id }))
    expect(left.map(job => job.id)).toEqual([`${id}/later.example`])
  })

  it('is delivered when all of its parts are, and bounced when one is', async () => {
    await aDomain('one.example')
    await aDomain('two.example')
    await aDomain('no.example', { recipient: () => ({ code: 550, words: 'No' }) })
    const all = await direct.send(['a@one.example', 'a@two.example'])
    const some = await direct.send(['a@one.example', 'a@no.example'])
    await eventually(async () => (await look(all)).last_event).toBe('delivered')
    await eventually(async () => (await look(some)).last_event).toBe('bounced')
  })

  it('keeps what is known of each recipient, however many parts end at one moment', async () => {
    const domains = Array.from({ length: 12 }, (_, index) => `p${index}.example`)
    const all = await Promise.all(domains.map(domain => aDomain(domain)))
    const ids = await Promise.all(Array.from({ length: 10 }, () => direct.send(domains.map(domain => `x@${domain}`))))
    for (const id of ids) {
      await eventually(() => statuses(id)).toEqual(
        Object.fromEntries(domains.map(domain => [`x@${domain}`, 'delivered'])),
      )
      expect((await look(id)).last_event).toBe('delivered')
    }
    // and nobody has got one twice
    expect(all.map(sink => sink.messages.length)).toEqual(domains.map(() => ids.length))
  }, 60_000)
})

describe('a part whose recipient is suppressed', () => {
  it('ends without being offered, and says nothing of the others', async () => {
    const asked = await aDomain('withheld.example')
    await aDomain('other.example', { recipient: () => ({ code: 450, words: '4.2.0 Greylisted' }) })
    await direct.server.call('POST', '/suppressions', { body: { email: 'a@withheld.example' } })
    const id = await direct.send(['a@withheld.example', 'a@other.example'])
    await eventually(() => statuses(id)).toEqual({
      'a@withheld.example': 'suppressed',
      'a@other.example': 'delivery_delayed',
    })
    expect((await look(id)).last_event).toBe('delivery_delayed')
    expect(asked.connections()).toBe(0)
  })
})

describe('a slow destination', () => {
  it('holds up no mail to a fast one, also of the same email', async () => {
    const release = Promise.withResolvers<void>()
    const slow = await aDomain('tarpit.example', { hold: () => release.promise })
    const fast = await aDomain('fast.example')
    const bodies = Array.from({ length: 300 }, (_, index) => ({
      from: 'me@from.example',
      to: index % 10 === 0 ? ['a@tarpit.example', 'a@fast.example'] : ['a@tarpit.example'],
      subject: `S ${index}`,
      text: 'T',
    }))
    await Promise.all(bodies.map(body => direct.server.call('POST', '/emails', { body })))
    for (let index = 0; index < 50; index++) await direct.send(['b@fast.example'])
    await fast.received(80, 30_000)
    expect(slow.messages).toEqual([])
    release.resolve()
    await slow.received(300, 30_000)
  }, 90_000)
})
