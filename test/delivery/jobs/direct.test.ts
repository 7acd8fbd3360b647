// Direct delivery to the mail servers of a domain: which servers are tried, in which order, and the errors on failure.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Names } from '../../support/dns.ts'
import { type DirectServer, directServer, pollUntil } from '../../support/direct.ts'
import { startServer } from '../../support/server.ts'

let direct: DirectServer

beforeAll(async () => {
  direct = await directServer()
})
afterAll(() => direct.stop())
afterEach(() => direct.closeSinks())

const look = async (id: string): Promise<{ last_event: string; recipients: { status: string; reply: string }[] }> =>
  (await direct.server.call('GET', `/emails/${id}`)).body
const event = async (id: string): Promise<string> => (await look(id)).last_event
const reply = async (id: string): Promise<string | undefined> => (await look(id)).recipients?.[0]?.reply

describe('the mail server of a domain', () => {
  it('is the preferred one, or the next one when it is unreachable', async () => {
    direct.zone['prefers.example'] = { MX: ['20 b.prefers.example', '10 a.prefers.example'] }
    direct.zone['a.prefers.example'] = { A: ['127.0.0.2'] }
    direct.zone['b.prefers.example'] = { A: ['127.0.0.3'] }
    const second = await direct.sinkAt('127.0.0.3')
    const fallen = await direct.send('x@prefers.example')
    await second.received(1)
    await pollUntil(() => event(fallen)).toBe('delivered')
    const first = await direct.sinkAt('127.0.0.2')
    await direct.send('y@prefers.example')
    expect((await first.received(1))[0]!.recipients).toEqual(['y@prefers.example'])
    expect(second.messages).toHaveLength(1)
  })

  it('is the domain itself when it has no MX record, also behind a CNAME', async () => {
    direct.zone['plain.example'] = { A: ['127.0.0.4'] }
    direct.zone['alias.example'] = { CNAME: ['plain.example'] }
    const sink = await direct.sinkAt('127.0.0.4')
    await direct.send('x@plain.example')
    await direct.send('y@Alias.Example')
    await sink.received(2)
  })

  it('is contacted at its IPv4 address when IPv6 is unreachable', async () => {
    direct.zone['both.example'] = { AAAA: ['::1'], A: ['127.0.0.5'] }
    const sink = await direct.sinkAt('127.0.0.5')
    const id = await direct.send('x@both.example')
    await sink.received(1)
    await pollUntil(() => event(id)).toBe('delivered')
  })

  it('is resolved by the Punycode name of the domain', async () => {
    direct.zone['xn--bcher-kva.example'] = { A: ['127.0.0.6'] }
    const sink = await direct.sinkAt('127.0.0.6')
    await direct.send('x@bücher.example')
    await sink.received(1)
  })

  it('is the last one tried when it refuses permanently', async () => {
    direct.zone['refuses.example'] = { MX: ['10 a.refuses.example', '20 b.refuses.example'] }
    direct.zone['a.refuses.example'] = { A: ['127.0.0.7'] }
    direct.zone['b.refuses.example'] = { A: ['127.0.0.8'] }
    const second = await direct.sinkAt('127.0.0.8')
    await direct.sinkAt('127.0.0.7', { recipient: () => ({ code: 550, words: '5.1.1 Nobody here' }) })
    const id = await direct.send('x@refuses.example')
    await pollUntil(() => event(id)).toBe('bounced')
    expect(await reply(id)).toContain('Nobody here')
    expect(second.connections()).toBe(0)
  })
})

describe('an email to an undeliverable domain', () => {
  it.each<[string, Names | undefined, string]>([
    ['null-mx.example', { MX: ['0 .'] }, 'The domain null-mx.example does not accept email (null MX)'],
    ['nowhere.example', undefined, 'The domain nowhere.example does not exist'],
    ['empty.example', { TXT: ['x'] }, 'The domain empty.example has no mail server: empty.example has no IP address'],
    ['gone.example', { MX: ['10 gone.gone.example'] }, 'No mail server of gone.example can be reached'],
  ])('to %s bounces with the reason', async (domain, records, words) => {
    if (records) direct.zone[domain] = records
    const id = await direct.send(`x@${domain}`)
    await pollUntil(() => event(id)).toBe('bounced')
    expect(await reply(id)).toContain(words)
  })

  it('is delayed while the lookup fails', async () => {
    direct.zone['troubled.example'] = 'SERVFAIL'
    const id = await direct.send('x@troubled.example')
    await pollUntil(() => event(id)).toBe('delivery_delayed')
    expect(await reply(id)).toBe(
      'The lookup of the mail servers of troubled.example failed: the DNS server responded with SERVFAIL',
    )
  })
})

describe('private addresses', () => {
  it('are refused unless allowed, also for an MX record', async () => {
    const own = await startServer({
      DELIVERY: 'direct',
      UNVERIFIED_DOMAINS: 'allow',
      DNS_SERVERS: direct.names.address,
      MX_PORT: String(direct.port),
    })
    direct.zone['private.example'] = { MX: ['10 mx.private.example'] }
    direct.zone['mx.private.example'] = { A: ['127.0.0.9', '10.0.0.1'], AAAA: ['::1'] }
    const sink = await direct.sinkAt('127.0.0.9')
    const body = { from: 'me@from.example', to: 'x@private.example', subject: 'S', text: 'T' }
    const { id } = (await own.call('POST', '/emails', { body })).body
    await pollUntil(async () => (await own.call('GET', `/emails/${id}`)).body.recipients?.[0]?.reply).toContain(
      'mx.private.example is in a private network or on this machine, which is not allowed',
    )
    expect(sink.connections()).toBe(0)
    await own.stop()
  })
})
