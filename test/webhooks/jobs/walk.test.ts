// From a request to the receiver and back: the received payload equals the one that the API returns, and results are
// counted.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Webhook as Verifier } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { statement } from '../../../src/base/store/statement.ts'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { type Destination, destination, type ReceivedRequest } from '../../support/destination.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const time = clock()
const DAY = time.now().toISOString().slice(0, 10)
const attempts = statement<{ webhook_id: string }, { count: number }>((knex, param) =>
  knex('webhook_attempts').count({ count: '*' }).where('webhook_id', param('webhook_id')),
)
let server: TestServer
let receiver: Destination
let own: ReturnType<typeof contactsOf>
let status = 200

beforeAll(async () => {
  receiver = await destination((_, response) => void response.writeHead(status).end(`status ${status}`))
  server = await startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }, { now: time.now })
  own = contactsOf(server)
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})

let added = 0
/** An endpoint with the requests that it received and its secret. */
const add = async () => {
  const at = `/hook/${++added}`
  const asked = { endpoint: receiver.url + at, events: ['topic.created'] }
  const { id, signing_secret } = (await own.ask('POST', '/webhooks', asked)).body
  return { id, signing_secret, received: () => receiver.received.filter(({ url }) => url === at) }
}
const get = async (path: string) => (await own.ask('GET', path)).body

describe('an endpoint', () => {
  it('receives the payload of the API, signed with its secret, and its response is listed and counted', async () => {
    const { id, signing_secret, received } = await add()
    status = 200
    await own.aTopic({ name: 'Grüße' })
    await server.queue.idle()
    const [{ headers, body }] = received() as [ReceivedRequest]
    const event_id = String(headers['webhook-id'])
    const signature = new Verifier(signing_secret).sign(event_id, time.now(), body)
    expect([headers['webhook-signature'], headers['svix-signature']]).toEqual([signature, signature])
    const shown = await get(`/webhooks/${id}/events/${event_id}`)
    expect(shown).toMatchObject({ id: event_id, status: 'success', next_attempt_at: null })
    expect(JSON.stringify(shown.payload)).toBe(body)
    const [attempt] = (await get(`/webhooks/${id}/events/${event_id}/attempts`)).data
    expect(attempt).toEqual({
      id: expect.stringMatching(/^atmpt_[0-9A-Za-z]{27}$/),
      http_status_code: 200,
      response: 'status 200',
      sent_at: time.now().toISOString(),
    })
  })

  it('receives signatures that the libraries of both header families verify, and reject after a change', async () => {
    const { signing_secret, received } = await add()
    status = 200
    await own.aTopic({ name: 'Verified' })
    await server.queue.idle()
    const [{ headers, body }] = received() as [ReceivedRequest]
    const family = (name: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([each, value]) =>
          each.startsWith(`${name}-`) ? [[each, String(value)]] : [],
        ),
      )
    const ways = [
      { library: new Svix(signing_secret), signed: family('svix') },
      { library: new Svix(signing_secret), signed: family('webhook') },
      { library: new Verifier(signing_secret), signed: family('webhook') },
    ]
    // the libraries use the system clock
    vi.useFakeTimers({ toFake: ['Date'], now: time.now() })
    try {
      for (const { library, signed } of ways) {
        expect(Object.keys(signed)).toHaveLength(3)
        expect(() => library.verify(body, signed)).not.toThrow()
        expect(() => library.verify(body.replace('Verified', 'Changed'), signed)).toThrow('No matching signature')
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('that fails is retried automatically and on request, and all attempts are counted', async () => {
    const { id } = await add()
    status = 500
    await own.aTopic()
    await server.queue.idle()
    const [event] = (await get(`/webhooks/${id}/events`)).data
    expect(event.status).toBe('attempting')
    const { next_attempt_at } = await get(`/webhooks/${id}/events/${event.id}`)
    expect(Date.parse(next_attempt_at) - time.now().getTime()).toBeLessThanOrEqual(6000)
    await own.ask('POST', `/webhooks/${id}/events/${event.id}/replay`)
    await server.queue.idle()
    expect((await get(`/webhooks/${id}/events/${event.id}`)).next_attempt_at).toBe(next_attempt_at)
    status = 200
    await own.ask('POST', `/webhooks/${id}/test`, { type: 'topic.created' })
    await server.queue.idle()
    const list = (query: string) => get(`/webhooks/${id}/events/${event.id}/attempts?${query}`)
    const all = (await list('')).data
    expect(all.map((each: { http_status_code: number }) => each.http_status_code)).toEqual([500, 500])
    const first = await list('limit=1')
    expect([first.data[0].id, first.has_more]).toEqual([all[0].id, true])
    const second = await list(`limit=1&after=${all[0].id}`)
    expect([second.data[0].id, second.has_more]).toEqual([all[1].id, false])
    const statistics = await get(`/webhooks/${id}/statistics`)
    expect(statistics).toMatchObject({ waiting: 1, days: [{ day: DAY, attempts: 3, succeeded: 1 }] })
    const [counted] = await server.database.read(tx => tx.all(attempts, { webhook_id: id }))
    expect(statistics.days[0].attempts).toBe(counted!.count)
  })

  it('that is disabled receives nothing, and pending events once it is enabled again', async () => {
    const { id, received } = await add()
    status = 500
    await own.aTopic()
    await server.queue.idle()
    await own.ask('PATCH', `/webhooks/${id}`, { status: 'disabled' })
    status = 200
    time.forward(60_000)
    await server.queue.idle()
    expect(received()).toHaveLength(1)
    await own.ask('PATCH', `/webhooks/${id}`, { status: 'enabled' })
    await server.queue.idle()
    expect(received()).toHaveLength(2)
    expect((await get(`/webhooks/${id}/events`)).data).toMatchObject([{ status: 'success' }])
  })

  it('that was deleted receives nothing', async () => {
    const { id, received } = await add()
    status = 500
    await own.aTopic()
    await server.queue.idle()
    await own.ask('DELETE', `/webhooks/${id}`)
    time.forward(60_000)
    await own.aTopic()
    await server.queue.idle()
    expect(received()).toHaveLength(1)
    const [left] = await server.database.read(tx => tx.all(attempts, { webhook_id: id }))
    expect(left!.count).toBe(0)
  })
})
