// Pausing and resuming delivery: all emails, a destination domain, a sender domain or a relay. Paused emails are
// accepted and stay queued without an attempt. Other emails are delivered, and emails are sent immediately after a
// resume.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { clock } from '../../support/clock.ts'
import { aTeam, type Reply, startServer, type TestServer } from '../../support/server.ts'

let one: MailSink
let two: MailSink
let server: TestServer

beforeAll(async () => {
  one = await mailSink()
  two = await mailSink()
  server = await startServer({
    SMTP_URL: one.url,
    SMTP_RELAYS: `second=${two.url};domains=two.example`,
    STOP_SECONDS: '1',
  })
})
afterAll(async () => {
  await server.stop()
  await one.close()
  await two.close()
})
afterEach(async () => {
  const { body } = await server.call('GET', '/delivery/pauses')
  for (const { id } of body.data) await server.call('DELETE', `/delivery/pauses/${id}`)
})

const eventually = <T>(look: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(look)

async function paused(body: object): Promise<string> {
  const { status, body: made } = await server.call('POST', '/delivery/pauses', { body })
  expect(status, JSON.stringify(made)).toBe(201)
  return made.id
}

/** Waits until a pause takes effect (pauses are read twice a second), by sending emails until one stays queued. */
async function heard(to: string, from?: string, by = server): Promise<void> {
  const isKept = async (): Promise<boolean> => {
    const id = await sent(to, from, by)
    await by.queue.idle()
    return (await by.call('GET', `/emails/${id}`)).body.last_event === 'queued'
  }
  await expect.poll(isKept, { interval: 100 }).toBe(true)
}

async function sent(to: string | string[], from = 'me@from.example', by = server): Promise<string> {
  const body = { from, to, subject: 'S', text: 'T' }
  return (await by.call('POST', '/emails', { body })).body.id
}
const lastWords = async (id: string): Promise<string> =>
  (await server.call('GET', `/emails/${id}?include=timeline`)).body.timeline.at(-1).words
const event = async (id: string): Promise<string> => (await server.call('GET', `/emails/${id}`)).body.last_event

describe('createDeliveryPause', () => {
  it('accepts null for optional fields', async () => {
    await paused({ scope: 'all', name: null, reason: null })
    const { body } = await server.call('GET', '/delivery/pauses')
    expect(body.data).toMatchObject([{ scope: 'all', name: null, reason: null }])
    const refused = await server.call('POST', '/delivery/pauses', { body: { scope: 'destination', name: null } })
    expect([refused.status, refused.body.name]).toEqual([422, 'missing_required_field'])
  })

  it.each([
    [{ scope: 'all' }, 'x@a.example', 'me@from.example', 'all email is paused'],
    [
      { scope: 'destination', name: 'Paused.Example' },
      'x@paused.example',
      'me@from.example',
      'email to paused.example is paused',
    ],
    [
      { scope: 'sender', name: 'stopped.example' },
      'x@a.example',
      'me@stopped.example',
      'email from stopped.example is paused',
    ],
    [{ scope: 'relay', name: 'second' }, 'x@two.example', 'me@from.example', 'the relay second is paused'],
  ])('%j queues emails to %s from %s and sends them when the pause ends', async (body, to, from, what) => {
    const id = await paused({ reason: 'To see', ...body })
    await heard(to, from)
    const email = await sent(to, from)
    const other = body.scope === 'all' ? undefined : await sent('other@else.example')
    if (other) await eventually(() => event(other)).toBe('delivered')
    await server.queue.idle()
    expect(await event(email)).toBe('queued')
    // the timeline shows why the email is queued
    await eventually(() => lastWords(email)).toBe(`Waiting, because ${what}: To see`)
    expect((await server.call('DELETE', `/delivery/pauses/${id}`)).status).toBe(200)
    await eventually(() => event(email)).toBe('delivered')
    expect(JSON.stringify((await server.call('GET', `/emails/${email}?include=timeline`)).body.timeline)).not.toContain(
      'Waits',
    )
  })

  it('pauses only the recipients at the paused domain', async () => {
    await paused({ scope: 'destination', name: 'paused.example' })
    await heard('a@paused.example')
    const email = await sent(['a@paused.example', 'a@going.example'])
    const gone = (): boolean =>
      one.messages.some(({ recipients }) => recipients.length === 1 && recipients[0] === 'a@going.example')
    await eventually(gone).toBe(true)
    await server.queue.idle()
    const { recipients, last_event } = (await server.call('GET', `/emails/${email}`)).body
    expect(recipients).toEqual([expect.objectContaining({ address: 'a@going.example', status: 'delivered' })])
    expect(last_event).toBe('queued')
  })
})

describe('listDeliveryPauses', () => {
  it('returns each pause with its reason, and a repeated pause once', async () => {
    const id = await paused({ scope: 'destination', name: 'bücher.example', reason: 'They asked us to' })
    expect(await paused({ scope: 'destination', name: 'BÜCHER.example' })).toBe(id)
    const { body } = await server.call('GET', '/delivery/pauses')
    expect(body.data).toEqual([
      {
        id,
        scope: 'destination',
        name: 'xn--bcher-kva.example',
        reason: 'They asked us to',
        created_at: expect.any(String),
      },
    ])
  })
})

describe('createDeliveryPause with invalid fields', () => {
  it.each([
    [{ scope: 'destination' }, 'Missing `name` field: a domain such as example.com.'],
    [{ scope: 'relay', name: ' ' }, 'Missing `name` field: the name of a relay.'],
    [{ scope: 'all', name: 'x' }, 'Invalid `name` field: omit it for `all`.'],
    [{ scope: 'sender', name: 'a b' }, 'Invalid `name` field: must be a domain such as example.com; received "a b".'],
  ])('rejects %j with an explanation', async (body, message) => {
    const answer = await server.call('POST', '/delivery/pauses', { body })
    expect([answer.status, answer.body.message]).toEqual([422, message])
  })
})

describe('removeDeliveryPause', () => {
  it('returns 404 for an unknown pause', async () => {
    const { status } = await server.call('DELETE', '/delivery/pauses/3f6b1c08-92d4-4e7a-a5c1-7d08e2f4b913')
    expect(status).toBe(404)
  })
})

describe('listDeliveryDestinations', () => {
  it('returns the last replies of relays and the number of queued emails', async () => {
    const email = await sent('x@two.example')
    await eventually(() => event(email)).toBe('delivered')
    const rows = async (): Promise<{ name: string }[]> => (await server.call('GET', '/delivery/destinations')).body.data
    await eventually(async () => (await rows()).map(({ name }) => name)).toContain('relay:second')
    const second = (await rows()).find(({ name }) => name === 'relay:second')
    expect(second).toMatchObject({ state: 'open', waiting: 0, code: 250, rests_until: null, failures: 0 })
    await paused({ scope: 'relay', name: 'second' })
    await heard('y@two.example')
    const waiting = async (): Promise<unknown> => (await rows()).find(({ name }) => name === 'relay:second')
    await eventually(waiting).toMatchObject({ state: 'paused', waiting: 1 })
    const page = (await server.call('GET', '/delivery/destinations?limit=1')).body
    expect([page.data.length, page.has_more]).toEqual([1, true])
    const rest = (await server.call('GET', `/delivery/destinations?after_name=${page.data[0].name}`)).body
    expect(rest.data.map(({ name }: { name: string }) => name)).not.toContain(page.data[0].name)
  })
})

describe('listTlsReports', () => {
  it('returns an empty list for a day without deliveries', async () => {
    expect((await server.call('GET', '/delivery/tls-reports?day=2020-01-01')).body.data).toEqual([])
    expect((await server.call('GET', '/delivery/tls-reports?day=yesterday')).status).toBe(422)
  })
})

describe('another team', () => {
  it.each([
    ['GET', '/delivery/destinations', undefined],
    ['GET', '/delivery/pauses', undefined],
    ['POST', '/delivery/pauses', { scope: 'all' }],
    ['DELETE', '/delivery/pauses/3f6b1c08-92d4-4e7a-a5c1-7d08e2f4b913', undefined],
    ['GET', '/delivery/tls-reports', undefined],
  ])('receives 403 for %s %s', async (method, path, body) => {
    const { key } = await aTeam(server, `Strangers ${method} ${path.replaceAll('/', ' ')}`)
    const answer = await server.call(method, path, { key, ...(body && { body }) })
    expect([answer.status, answer.body.name]).toEqual([403, 'invalid_permission'])
  })
})

describe('an email that stays paused until it expires', () => {
  it('fails with the reason, and newer emails stay queued', async () => {
    const time = clock()
    const own = await startServer({ SMTP_URL: one.url, EMAIL_EXPIRY_HOURS: '1' }, { now: time.now })
    const send = (to: string | string[], from?: string): Promise<string> => sent(to, from, own)
    const get = async (id: string): Promise<Reply['body']> => (await own.call('GET', `/emails/${id}`)).body
    const pause = (body: object): Promise<Reply> => own.call('POST', '/delivery/pauses', { body })
    try {
      await pause({ scope: 'destination', name: 'paused.example' })
      await pause({ scope: 'sender', name: 'stopped.example' })
      await heard('probe@late.example', 'me@stopped.example', own)
      await heard('probe@paused.example', undefined, own)
      const to_paused = await send('a@paused.example')
      const from_stopped = await send('a@late.example', 'me@stopped.example')
      await own.queue.idle()
      await pause({ scope: 'all' })
      await heard('probe@late.example', undefined, own)
      const all_paused = await send(['a@late.example', 'a@paused.example'])
      time.forward(30 * 60_000)
      const younger = [await send('b@late.example'), await send('b@paused.example')]
      time.forward(30 * 60_000)
      for (const [id, reason] of [
        [to_paused, 'is paused by the operator'],
        [from_stopped, 'is paused by the operator'],
        [all_paused, 'All email is paused by the operator'],
      ] as const) {
        // emails with several parts are checked repeatedly
        await expect
          .poll(
            async () => {
              time.forward(10_000)
              return (await get(id)).last_event
            },
            { timeout: 60_000, interval: 500 },
          )
          .toBe('failed')
        expect((await get(id)).recipients[0].reply).toContain(reason)
      }
      for (const id of younger) expect((await get(id)).last_event).toBe('queued')
      expect(one.messages.flatMap(({ recipients }) => recipients)).not.toContain('a@late.example')
    } finally {
      await own.stop()
    }
  })
})
