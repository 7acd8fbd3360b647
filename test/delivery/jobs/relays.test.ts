// Delivery through several relays: selection, failover and rate limits per minute.
import net, { type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { buildMessage } from '../../../src/mail/delivery/message.ts'
import { Routes } from '../../../src/mail/delivery/routes/actions.ts'
import { listAttempts } from '../../../src/mail/delivery/store.ts'
import { EMPTY_DNS } from '../../../src/base/net/dns.ts'
import { parseRelays } from '../../../src/base/net/relays.ts'
import { anEmail } from '../../support/emails.ts'
import { clock } from '../../support/clock.ts'
import { pollUntil } from '../../support/direct.ts'
import { type NameServer, zoneServer } from '../../support/dns.ts'
import { type MailSink, mailSink, type SinkOptions } from '../../support/mail-sink.ts'
import { firstTeamOf } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aSink(options: SinkOptions = {}): Promise<MailSink> {
  const sink = await mailSink(options)
  closing.push(() => sink.close())
  return sink
}

async function aServer(
  env: Record<string, string>,
  options: Parameters<typeof startServer>[1] = {},
): Promise<TestServer> {
  const server = await startServer({ UNVERIFIED_DOMAINS: 'allow', STOP_SECONDS: '1', ...env }, options)
  closing.push(() => server.stop())
  return server
}

const BATCH_MAX = 100

/** Sends `count` emails to each of these addresses and returns their ids. */
async function sent({ call }: TestServer, count: number, ...to: string[]): Promise<string[]> {
  const all = to.flatMap(address => Array.from({ length: count }, () => address))
  const ids: string[] = []
  for (let from = 0; from < all.length; from += BATCH_MAX) {
    const body = all.slice(from, from + BATCH_MAX).map(address => mailTo(address))
    const answer = await call('POST', '/emails/batch', { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    ids.push(...answer.body.data.map(({ id }: { id: string }) => id))
  }
  return ids
}
const mailTo = (to: string): object => ({ from: 'me@from.example', to, subject: 'S', text: 'T' })

const lastEvent = async ({ call }: TestServer, id: string): Promise<string> =>
  (await call('GET', `/emails/${id}`)).body.last_event

/** The number of attempts for each email. */
async function triesOf(server: TestServer, ids: string[]): Promise<number[]> {
  const team_id = await firstTeamOf(server, server.admin.email)
  const tries: number[] = []
  for (const email_id of ids)
    tries.push((await server.database.read(tx => listAttempts(tx, { team_id, email_id }))).length)
  return tries
}

const recipientsAt = ({ messages }: MailSink): string[] => messages.flatMap(({ recipients }) => recipients)

describe('a relay that is down', () => {
  it('is skipped in the first attempt of each email, and gets its share again when it is back', async () => {
    const port = await freePort()
    const two = await aSink()
    const server = await aServer({ SMTP_RELAYS: `one=smtp://127.0.0.1:${port};weight=9 two=${two.url};weight=1` })
    const ids = await sent(server, 40, 'x@a.example')
    await pollUntil(() => two.messages.length).toBe(40)
    await server.queue.idle()
    expect(await triesOf(server, ids)).toEqual(ids.map(() => 1))
    // a relay that is down is used when no other is left, so its return is noticed
    await two.close()
    const one = await mailSink({ port })
    closing.push(() => one.close())
    const later = await sent(server, 20, 'x@a.example')
    await pollUntil(() => one.messages.length).toBe(20)
    await server.queue.idle()
    expect(await triesOf(server, later)).toEqual(later.map(() => 1))
  })

  it('causes neither losses nor duplicates for the emails in progress when it disconnects', async () => {
    let gone = false
    const one = await aSink({ recipient: () => (gone ? 'reset' : undefined) })
    const two = await aSink()
    const server = await aServer({ SMTP_RELAYS: `one=${one.url} two=${two.url}` })
    const ids = await sent(server, 50, 'x@a.example')
    await pollUntil(() => one.messages.length).toBeGreaterThan(0)
    gone = true
    ids.push(...(await sent(server, 50, 'x@a.example')))
    await pollUntil(() => one.messages.length + two.messages.length).toBe(100)
    await server.queue.idle()
    expect(await triesOf(server, ids)).toEqual(ids.map(() => 1))
  })
})

describe('a relay that does not respond', () => {
  it('is skipped after a timeout, and later emails do not try it', async () => {
    const silent = net.createServer(socket => void socket.on('error', () => {}))
    let connections = 0
    silent.on('connection', () => connections++)
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise(resolve => silent.close(resolve)))
    const sink = await aSink()
    const server = await aServer({})
    const { port } = silent.address() as AddressInfo
    const routes = new Routes({
      isDirect: false,
      relays: parseRelays(`silent=smtp://127.0.0.1:${port};weight=1000 two=${sink.url};weight=1`, 5),
      smtp: { greeting_ms: 300, closing_ms: 100 },
      mx_port: 25,
      allowed: { includes: () => true },
      ours: [],
      database: server.database,
      dns: EMPTY_DNS,
      http: { send: () => Promise.reject(new Error('Nothing is fetched')) },
      now: () => new Date(),
      log: pino({ level: 'silent' }),
      expiry_ms: 3_600_000,
    })
    closing.push(() => routes.close(0))
    const mail = {
      envelope: { from: 'me@from.example', to: ['x@a.example'] },
      message: buildMessage(anEmail()),
    }
    const way = { from_domain: 'from.example', to_domain: 'a.example' }
    const send = () => routes.send(mail, async () => {}, way)
    expect(await Promise.all([1, 2, 3].map(send))).toMatchObject([1, 2, 3].map(() => ({ accepted: true })))
    const before = connections
    expect(before).toBeGreaterThan(0)
    for (let count = 0; count < 20; count++) expect(await send()).toMatchObject({ accepted: true })
    expect(connections).toBe(before)
    expect(sink.messages).toHaveLength(23)
  })
})

describe('relays with weights', () => {
  it('receive emails in proportion to their weights, and a standby relay receives none', async () => {
    const [one, two, spare] = [await aSink(), await aSink(), await aSink()]
    const relays = `one=${one.url};weight=3 two=${two.url};weight=1 spare=${spare.url};weight=0`
    const server = await aServer({ SMTP_RELAYS: relays })
    await sent(server, 400, 'x@a.example')
    await pollUntil(() => one.messages.length + two.messages.length).toBe(400)
    // five standard deviations around 300
    expect(Math.abs(one.messages.length - 300)).toBeLessThan(44)
    expect(spare.messages).toEqual([])
  })
})

describe('a relay for some domains', () => {
  it('receives all emails to these domains and no others, also while it is down', async () => {
    const port = await freePort()
    const main = await aSink()
    const server = await aServer({ SMTP_URL: main.url, SMTP_RELAYS: `eu=smtp://127.0.0.1:${port};domains=eu.example` })
    const [ruled] = await sent(server, 1, 'x@eu.example')
    await pollUntil(() => lastEvent(server, ruled!)).toBe('delivery_delayed')
    await sent(server, 100, 'y@other.example')
    await pollUntil(() => main.messages.length).toBe(100)
    const eu = await mailSink({ port })
    closing.push(() => eu.close())
    await sent(server, 100, 'z@eu.example')
    await pollUntil(() => recipientsAt(eu).filter(address => address === 'z@eu.example').length).toBe(100)
    expect(recipientsAt(main)).not.toContain('x@eu.example')
    expect(recipientsAt(eu)).not.toContain('y@other.example')
  })

  it('receives their emails when all other emails are delivered directly', async () => {
    const port = await freePort()
    const names: NameServer = await zoneServer({
      'ruled.example': { A: ['127.0.0.71'] },
      'plain.example': { A: ['127.0.0.72'] },
    })
    closing.push(() => names.close())
    const [relay, ruled, plain] = [
      await aSink(),
      await aSink({ host: '127.0.0.71', port }),
      await aSink({ host: '127.0.0.72', port }),
    ]
    const server = await aServer({
      DELIVERY: 'direct',
      DNS_SERVERS: names.address,
      MX_PORT: String(port),
      ALLOW_PRIVATE_ADDRESSES: 'true',
      SMTP_RELAYS: `by=${relay.url};domains=ruled.example`,
    })
    await sent(server, 20, 'x@ruled.example', 'y@plain.example')
    const { status } = await server.call('POST', '/emails', {
      body: { ...mailTo('x@ruled.example'), cc: 'y@plain.example' },
    })
    expect(status).toBe(200)
    await pollUntil(() => [relay.messages.length, plain.messages.length]).toEqual([21, 21])
    expect(new Set(recipientsAt(relay))).toEqual(new Set(['x@ruled.example']))
    expect(new Set(recipientsAt(plain))).toEqual(new Set(['y@plain.example']))
    expect(ruled.connections()).toBe(0)
  })
})

describe('a relay with a limit of emails per minute', () => {
  const SECOND = 1000

  it.each([
    [60, 1],
    [300, 5],
  ])(
    'of %d sends %d emails per second without wasted attempts',
    async (per_minute, a_second) => {
      const time = clock()
      const sink = await aSink()
      const server = await aServer({ SMTP_RELAYS: `one=${sink.url};per_minute=${per_minute}` }, { now: time.now })
      const ids = await sent(server, 12 * a_second, 'x@a.example')
      for (let second = 0; second < 12; second++) {
        // poll the queue now, not at the next interval
        await server.queue.idle()
        await pollUntil(() => sink.messages.length).toBe((second + 1) * a_second)
        await server.queue.idle()
        expect(sink.messages.length).toBe((second + 1) * a_second)
        time.forward(SECOND)
      }
      await server.queue.idle()
      expect(await triesOf(server, ids)).toEqual(ids.map(() => 1))
      for (const id of ids) expect(await lastEvent(server, id)).toBe('delivered')
    },
    60_000,
  )

  it('leaves emails over the limit to another relay with capacity', async () => {
    const time = clock()
    const [one, two] = [await aSink(), await aSink()]
    const relays = `one=${one.url};weight=9;per_minute=120 two=${two.url};weight=1`
    const server = await aServer({ SMTP_RELAYS: relays }, { now: time.now })
    const ids = await sent(server, 100, 'x@a.example')
    await pollUntil(() => one.messages.length + two.messages.length).toBe(100)
    await server.queue.idle()
    expect(one.messages.length).toBe(2)
    expect(await triesOf(server, ids)).toEqual(ids.map(() => 1))
  })
})
