// Webhook requests to real HTTP servers with arbitrary responses.
import type http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import type { WebhookParts } from '../../../src/integrations/webhooks/delivery/jobs.ts'
import { replayEvent, replayFailed } from '../../../src/integrations/webhooks/delivery/actions.ts'
import { newSigningSecret } from '../../../src/integrations/webhooks/secrets/actions.ts'
import { publicId } from '../../../src/integrations/webhooks/public-ids.ts'
import { saveSecrets, saveWebhook } from '../../../src/integrations/webhooks/store.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { type RequestHandler, destination, type Destination } from '../../support/destination.ts'
import { openPostings, type Postings, verified } from '../../support/webhooks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The delay after each attempt. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

const answer =
  (status: number, headers: http.OutgoingHttpHeaders = {}, body: string | Buffer = 'said'): RequestHandler =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
const mails = statement<object, { subject: string; text: string; to: string; from: string }>(knex =>
  knex('emails').select('subject', 'text', 'to', 'from').orderBy('id'),
)

describe.each(databases)('webhook requests on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>
  let posting: Postings
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    ;({ database, team_id, end } = await withTeams(open))
    posting = await openPostings(database, team_id)
  })
  afterEach(async () => {
    await posting.close()
    for (const close of closing.splice(0)) await close()
    await end()
  })

  const sink = async (answering: RequestHandler): Promise<Destination> => {
    const made = await destination(answering)
    closing.push(made.close)
    return made
  }
  /** Another process with different settings. */
  const again = async (parts: Partial<WebhookParts>): Promise<void> => {
    await posting.close()
    posting = await openPostings(database, team_id, parts)
  }

  describe('an event', () => {
    it('is sent to each endpoint with identical bytes, signed in both header families', async () => {
      const { url, received } = await sink(answer(200))
      const [one, two] = [await posting.endpoint('one', `${url}/a`), await posting.endpoint('two', `${url}/b`)]
      await posting.recordTopic()
      await posting.later()
      expect(received.map(post => post.url).toSorted()).toEqual(['/a', '/b'])
      for (const post of received) {
        const { signing_secret } = post.url === '/a' ? one : two
        expect(verified(signing_secret, post, posting.time.now())).toMatchObject({ type: 'topic.updated' })
        expect(post.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'lettermill' })
        expect(post.headers['svix-id']).toMatch(/^msg_[0-9A-Za-z]{27}$/)
      }
      expect(received[0]!.headers['svix-id']).toBe(received[1]!.headers['svix-id'])
      expect(await posting.deliveries(one.id)).toMatchObject([
        { status: 'success', attempts: 1, next_attempt_at: null },
      ])
      expect(await posting.attempts(one.id)).toMatchObject([{ http_status_code: 200, response: 'said' }])
    })

    it('is sent to a changed URL without exposing the signing secret', async () => {
      const [before, after] = [await sink(answer(200)), await sink(answer(200))]
      const { id, signing_secret } = await posting.endpoint('one', before.url)
      await database.unit(async tx => saveWebhook(tx, { team_id, id, endpoint: after.url, events: null }))
      await posting.recordTopic()
      await posting.later()
      expect([before.received.length, after.received.length]).toEqual([0, 1])
      const [{ url, headers, body }] = after.received as [(typeof after.received)[0]]
      const key = signing_secret.slice('whsec_'.length)
      expect(JSON.stringify([url, headers, body])).not.toContain(key)
      expect(verified(signing_secret, after.received[0]!, posting.time.now())).toBeTruthy()
    })

    it('fails after eight attempts, each with a new signature over the same bytes', async () => {
      const { url, received } = await sink(answer(500, {}, 'oops'))
      const { id, signing_secret } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      for (const [index, delay] of DELAYS.entries()) {
        expect(received).toHaveLength(index + 1)
        expect(await posting.deliveries(id)).toMatchObject([{ status: 'attempting', attempts: index + 1 }])
        await posting.later(delay * 0.8)
        expect(received).toHaveLength(index + 1)
        await posting.later(delay * 0.4)
        expect(verified(signing_secret, received.at(-1)!, posting.time.now())).toBeTruthy()
      }
      expect(received).toHaveLength(8)
      await posting.later(2 * DAY)
      expect(received).toHaveLength(8)
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'failed', attempts: 8, next_attempt_at: null }])
      expect(new Set(received.map(({ body }) => body)).size).toBe(1)
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8)
      expect((await posting.attempts(id)).map(each => each.response)).toEqual(Array.from({ length: 8 }, () => 'oops'))
    })

    it('succeeds after rejected attempts', async () => {
      let times = 0
      const { url } = await sink((request, response) => answer(++times < 3 ? 503 : 204)(request, response))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      await posting.later(6 * SECOND)
      await posting.later(6 * MINUTE)
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'success', attempts: 3, next_attempt_at: null }])
      expect((await posting.attempts(id)).map(each => each.http_status_code)).toEqual([503, 503, 204])
    })

    it('fails immediately when the endpoint requests it', async () => {
      const { url } = await sink(answer(400, { 'webhook-delivery': 'abort-message' }))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'failed', attempts: 1, next_attempt_at: null }])
    })

    it.each([301, 302, 307, 404, 410])('is retried after a %i without following the redirect', async status => {
      const other = await sink(answer(200))
      const { url, received } = await sink(answer(status, { location: other.url }))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      expect([received.length, other.received.length]).toEqual([1, 0])
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'attempting', attempts: 1 }])
    })
  })

  describe('a response', () => {
    it('of a megabyte is truncated', async () => {
      const { url } = await sink(answer(200, {}, 'x'.repeat(1_000_000)))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      const [attempt] = await posting.attempts(id)
      expect(attempt).toMatchObject({ http_status_code: 200 })
      expect(attempt!.response).toHaveLength(65_536)
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'success' }])
    })

    it('that never ends is truncated', async () => {
      const { url } = await sink((_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(10_000)));
          response.once('drain', more)
        }
        response.writeHead(200)
        more()
      })
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'success' }])
    })

    it('with NUL and invalid UTF-8 is stored', async () => {
      const { url } = await sink(answer(500, {}, Buffer.from([0x61, 0, 0xff, 0xc3, 0x62])))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      expect(await posting.attempts(id)).toMatchObject([{ response: 'a���b' }])
    })

    it('that does not arrive times out with the reason', async () => {
      await again({ limit_ms: 300 })
      const { url } = await sink(() => {})
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      const response = 'no complete response within 0.3 seconds'
      expect(await posting.attempts(id)).toMatchObject([{ http_status_code: 0, response }])
    })

    it('that arrives one character at a time times out as well', async () => {
      await again({ limit_ms: 300 })
      const { url } = await sink((_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      })
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      expect(await posting.attempts(id)).toMatchObject([{ http_status_code: 0 }])
      expect(await posting.deliveries(id)).toMatchObject([{ status: 'attempting' }])
    })

    it('that is cut off fails, as does an unreachable server', async () => {
      const { url } = await sink((_request, response) => void response.socket!.destroy())
      const one = await posting.endpoint('one', url)
      const gone = await destination(answer(200))
      await gone.close()
      const two = await posting.endpoint('two', gone.url)
      await posting.recordTopic()
      await posting.later()
      const [broke] = await posting.attempts(one.id)
      const [absent] = await posting.attempts(two.id)
      expect(broke).toMatchObject({ http_status_code: 0, response: expect.stringMatching(/ECONNRESET|hang up/) })
      expect(absent).toMatchObject({ http_status_code: 0, response: expect.stringContaining('ECONNREFUSED') })
    })

    it('is not requested from a private network unless allowed', async () => {
      const { id } = await posting.endpoint('one', 'http://10.0.0.1:8080/hook')
      await posting.recordTopic()
      await posting.later()
      expect(await posting.attempts(id)).toMatchObject([
        { http_status_code: 0, response: expect.stringContaining('private network') },
      ])
    })
  })

  describe('first attempts', () => {
    it('for one object are sent sequentially in event order, despite failures', async () => {
      let seed = 7
      const chance = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
      const open = new Map<string, number>()
      const order = new Map<string, string[]>()
      const overlaps: string[] = []
      const { url } = await sink(({ body, headers }, response) => {
        const about = (JSON.parse(body) as { data: { id: string } }).data.id
        const seen = order.get(about) ?? []
        order.set(about, seen)
        if (!seen.includes(headers['svix-id'] as string)) {
          seen.push(headers['svix-id'] as string)
          if (open.get(about)) overlaps.push(about)
          open.set(about, 1)
          setTimeout(() => {
            open.set(about, 0)
            response.writeHead(chance() < 0.3 ? 500 : 200).end()
          }, chance() * 10)
        } else response.writeHead(200).end()
      })
      const { id } = await posting.endpoint('one', url)
      for (let round = 0; round < 20; round++)
        for (const about of ['a', 'b', 'c', 'd', 'e']) await posting.recordTopic(about)
      await posting.later()
      await posting.later(10 * SECOND)
      expect(overlaps).toEqual([])
      const deliveries = await posting.deliveries(id)
      expect(deliveries.every(({ status }) => status === 'success')).toBe(true)
      for (const [about, seen] of order) {
        const ids = deliveries.filter(each => each.about === about).map(each => publicId('msg', each.event_id))
        expect(seen).toEqual(ids)
      }
      expect(order.size).toBe(5)
    })

    it('start with ten concurrent requests and never exceed a hundred', async () => {
      let [open, most, first] = [0, 0, 0]
      const { url, received } = await sink((_request, response) => {
        open++
        most = Math.max(most, open)
        // the first requests are answered while no others arrive
        if (received.length <= 10) first = Math.max(first, open)
        setTimeout(() => {
          open--
          response.end()
        }, 30)
      })
      await posting.endpoint('one', url)
      for (let index = 0; index < 400; index++) await posting.recordTopic(`topic ${index}`)
      await posting.later()
      expect(received).toHaveLength(400)
      expect(first).toBeLessThanOrEqual(10)
      expect(most).toBeLessThanOrEqual(100)
    })

    it('do not wait for an unresponsive endpoint', async () => {
      await again({ limit_ms: 60_000 })
      const waiting: http.ServerResponse[] = []
      const dead = await sink((_request, response) => void waiting.push(response))
      const quick = await sink(answer(200))
      await posting.endpoint('one', dead.url)
      await posting.endpoint('two', quick.url)
      for (let index = 0; index < 50; index++) await posting.recordTopic(`topic ${index}`)
      const idle = posting.later()
      await expect.poll(() => quick.received.length, { timeout: 60_000 }).toBe(50)
      expect(dead.received.length).toBeLessThanOrEqual(10)
      expect(waiting).toHaveLength(dead.received.length)
      // later requests are answered as well
      const timer = setInterval(() => waiting.splice(0).forEach(response => response.end()), 5)
      await idle
      clearInterval(timer)
    })
  })

  it('signs with two keys for a day after a rotation, and only with the two newest after a second one', async () => {
    const { url, received } = await sink(answer(200))
    const { id, signing_secret: first } = await posting.endpoint('one', url)
    const rotate = async (): Promise<string> => {
      const [now, { secret }] = [posting.time.now(), await posting.webhook(id)]
      return database.unit(async tx => {
        const made = await newSigningSecret(tx, now)
        const previous_until = new Date(now.getTime() + DAY).toISOString()
        saveSecrets(tx, { team_id, id, secret: made.sealed, previous_secret: secret, previous_until })
        return made.signing_secret
      })
    }
    const post = async (): Promise<(secret: string) => boolean> => {
      await posting.recordTopic()
      await posting.later()
      return secret => {
        try {
          verified(secret, received.at(-1)!, posting.time.now())
          return true
        } catch {
          return false
        }
      }
    }
    const second = await rotate()
    const both = await post()
    expect([both(first), both(second)]).toEqual([true, true])
    expect(String(received.at(-1)!.headers['svix-signature']).split(' ')).toHaveLength(2)
    const third = await rotate()
    const newest = await post()
    expect([first, second, third].map(newest)).toEqual([false, true, true])
    posting.time.forward(DAY + 1)
    const one = await post()
    expect([first, second, third].map(one)).toEqual([false, false, true])
  })

  describe('an endpoint that fails', () => {
    it('is reported at its first failure, then disabled and reported after five days', async () => {
      const { url, received } = await sink(answer(500))
      const { id } = await posting.endpoint('one', `${url}/hook`)
      let disabled_after = 0
      for (let hours = 0; hours < 6 * 24; hours += 4) {
        await posting.recordTopic(`topic ${hours}`)
        await posting.later()
        if (hours === 0) expect(await database.read(tx => tx.all(mails, {}))).toHaveLength(1)
        await posting.later(4 * HOUR)
        const { status } = await posting.webhook(id)
        if (status === 'disabled' && disabled_after === 0) disabled_after = hours + 4
      }
      expect(disabled_after).toBeGreaterThanOrEqual(5 * 24)
      expect(disabled_after).toBeLessThanOrEqual(5 * 24 + 8)
      expect(await posting.webhook(id)).toMatchObject({ disabled_reason: expect.stringContaining('five days') })
      const told = await database.read(tx => tx.all(mails, {}))
      expect(told.map(({ subject }) => subject)).toEqual(['Webhook delivery failed', 'Webhook endpoint disabled'])
      for (const { text, to } of told) {
        expect(text).toContain(`${url}/hook`)
        expect(to).toContain('one@example.com')
      }
      const count = received.length
      await posting.later(DAY)
      expect(received).toHaveLength(count)
    })

    it('is not disabled when one request succeeds in between', async () => {
      let isWell = false
      const { url } = await sink((request, response) => answer(isWell ? 200 : 500)(request, response))
      const { id } = await posting.endpoint('one', url)
      for (let days = 0; days < 8; days++) {
        isWell = days === 4
        await posting.recordTopic(`topic ${days}`)
        await posting.later()
        await posting.later(DAY)
      }
      expect(await posting.webhook(id)).toMatchObject({ status: 'enabled', failing_since: expect.any(String) })
    })

    it('is reported at most once a day', async () => {
      let times = 0
      const { url } = await sink((request, response) => answer(times++ % 2 === 0 ? 500 : 200)(request, response))
      await posting.endpoint('one', url)
      for (let index = 0; index < 6; index++) {
        await posting.recordTopic()
        await posting.later()
      }
      expect(await database.read(tx => tx.all(mails, {}))).toHaveLength(1)
    })
  })

  describe('a replay', () => {
    const replay = (webhook_id: string, event_id: string): Promise<void> =>
      database.unit(tx => replayEvent({ tx, team_id, now: posting.time.now() }, { webhook_id, event_id }))

    it('adds one attempt and does not change the schedule', async () => {
      const { url, received } = await sink(answer(500))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic()
      await posting.later()
      const [before] = await posting.deliveries(id)
      await replay(id, before!.event_id)
      await posting.later()
      expect(received).toHaveLength(2)
      expect(received[0]!.headers['svix-id']).toBe(received[1]!.headers['svix-id'])
      expect(await posting.deliveries(id)).toEqual([before])
      expect(await posting.attempts(id)).toHaveLength(2)
    })

    it('that succeeds marks a failed delivery as successful', async () => {
      let isWell = false
      const abort = { 'webhook-delivery': 'abort-message' }
      const { url } = await sink((request, response) => answer(isWell ? 200 : 500, abort)(request, response))
      const { id } = await posting.endpoint('one', url)
      await posting.recordTopic('a')
      await posting.recordTopic('b')
      await posting.later()
      isWell = true
      await posting.later(HOUR)
      const since = posting.time.now()
      await posting.recordTopic('c')
      await posting.later()
      isWell = false
      await posting.recordTopic('d')
      await posting.later()
      isWell = true
      const statuses = async () => (await posting.deliveries(id)).map(({ status }) => status)
      expect(await statuses()).toEqual(['failed', 'failed', 'success', 'failed'])
      await database.unit(tx => replayFailed({ tx, team_id, now: posting.time.now() }, { webhook_id: id, since }))
      await posting.later()
      expect(await statuses()).toEqual(['failed', 'failed', 'success', 'success'])
      await replay(id, (await posting.deliveries(id))[0]!.event_id)
      await posting.later()
      expect(await statuses()).toEqual(['success', 'failed', 'success', 'success'])
      expect(await posting.webhook(id)).toMatchObject({ failing_since: null })
    })
  })
})
