// Scheduled emails with a real mail server: sent on time, once, and not at all if canceled in time.
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, type SinkAnswer, mailSink } from '../../support/mail-sink.ts'
import { aGrantedClient, disableClient } from '../../support/oauth.ts'
import { raceTables } from '../../support/race.ts'
import type { Signal } from '../../../src/base/store/signals/signal.ts'
import { subscribersCalling, collectInto } from '../../support/signals.ts'
import { type Reply, type TestServer, startServer } from '../../support/server.ts'

const HOUR_MS = 3_600_000

describe('a scheduled email', () => {
  let time: Clock
  let server: TestServer
  let sink: MailSink
  let answer: SinkAnswer

  beforeEach(async () => {
    time = clock()
    answer = undefined
    sink = await mailSink({ message: () => answer })
    server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
  })
  afterEach(async () => {
    await server.stop()
    await sink.close()
  })

  const post = (fields: object, key = server.key): Promise<Reply> =>
    server.call('POST', '/emails', { body: { ...anEmailBody(), ...fields }, key })
  const schedule = async (scheduled_at = 'in 1 hour', key = server.key): Promise<string> => {
    const { status, body } = await post({ scheduled_at }, key)
    expect(status).toBe(200)
    return body.id
  }
  const get = async (id: string): Promise<Reply['body']> => (await server.call('GET', `/emails/${id}`)).body
  const reschedule = (id: string, scheduled_at: unknown): Promise<Reply> =>
    server.call('PATCH', `/emails/${id}`, { body: { scheduled_at } })
  const cancel = (id: string): Promise<Reply> => server.call('POST', `/emails/${id}/cancel`)
  const later = async (wait_ms: number): Promise<void> => {
    time.forward(wait_ms)
    await server.queue.idle()
  }

  it('has the status scheduled, and is sent once at that time with that date', async () => {
    const id = await schedule('2026-11-20T14:00:00+0100')
    const scheduled = { last_event: 'scheduled', scheduled_at: '2026-11-20T13:00:00.000Z' }
    expect(await get(id)).toMatchObject({ ...scheduled, recipients: [] })
    expect((await server.call('GET', '/emails')).body.data).toMatchObject([{ id, ...scheduled }])
    await later(HOUR_MS - 1)
    expect([sink.completed(), (await get(id)).last_event]).toEqual([0, 'scheduled'])
    await later(1)
    expect(await get(id)).toMatchObject({ ...scheduled, last_event: 'delivered' })
    await later(HOUR_MS)
    expect(sink.messages).toHaveLength(1)
    const { date, messageId } = await PostalMime.parse(sink.messages[0]!.raw)
    expect([date, messageId]).toEqual(['2026-11-20T13:00:00.000Z', `<${id}@example.org>`])
  })

  it.each(['/email', '/emails/sending', '/email/sending'])('is also accepted at %s', async path => {
    const { body } = await server.call('POST', path, { body: { ...anEmailBody(), scheduled_at: 'in 5 min' } })
    expect(await get(body.id)).toMatchObject({ last_event: 'scheduled', scheduled_at: '2026-11-20T12:05:00.000Z' })
  })

  it('is sent immediately without a time, and rejected with an invalid time', async () => {
    const { body } = await post({ scheduled_at: null })
    await server.queue.idle()
    expect(await get(body.id)).toMatchObject({ last_event: 'delivered', scheduled_at: null })
    for (const scheduled_at of ['soon', 'yesterday', 'in 31 days', '', 7, 'x'.repeat(65), ['in 1 hour']]) {
      const { status, body } = await post({ scheduled_at })
      expect([status, body.name]).toEqual([422, 'validation_error'])
      expect(body.message).toMatch(/^Invalid `scheduled_at` field: /)
    }
    expect((await server.call('GET', '/emails')).body.data).toHaveLength(1)
  })

  it('is retried for the full expiry after the scheduled time', async () => {
    answer = { code: 451, words: '4.7.1 Later' }
    const id = await schedule('in 30 days')
    await later(30 * 24 * HOUR_MS)
    expect((await get(id)).last_event).toBe('delivery_delayed')
    answer = undefined
    await later(4 * 24 * HOUR_MS)
    expect((await get(id)).last_event).toBe('delivered')
  })

  describe('rescheduleEmail', () => {
    it('changes the time of an email, to an earlier or a later one', async () => {
      const [sooner, later_on] = [await schedule(), await schedule()]
      const { status, body } = await reschedule(sooner, 'in 1 min')
      expect([status, body]).toEqual([200, { object: 'email', id: sooner }])
      expect((await reschedule(later_on, '2026-11-20T15:00:00Z')).status).toBe(200)
      expect((await get(later_on)).scheduled_at).toBe('2026-11-20T15:00:00.000Z')
      await later(60_000)
      expect(await Promise.all([sooner, later_on].map(async id => (await get(id)).last_event))).toEqual([
        'delivered',
        'scheduled',
      ])
      await later(2 * HOUR_MS)
      expect([sink.messages.length, (await get(later_on)).last_event]).toEqual([1, 'scheduled'])
      await later(HOUR_MS)
      expect([sink.messages.length, (await get(later_on)).last_event]).toEqual([2, 'delivered'])
    })
  })

  describe('cancelEmail', () => {
    it('cancels an email permanently, once', async () => {
      const id = await schedule()
      const first = await cancel(id)
      expect([first.status, first.body]).toEqual([200, { object: 'email', id }])
      const second = await cancel(id)
      expect([second.status, second.body.message]).toEqual([
        422,
        'Only a `scheduled` email can be canceled; the last event of this email is `canceled`.',
      ])
      expect(await get(id)).toMatchObject({ last_event: 'canceled', scheduled_at: '2026-11-20T13:00:00.000Z' })
      await later(2 * HOUR_MS)
      expect([sink.completed(), (await get(id)).last_event]).toEqual([0, 'canceled'])
      const { status, body } = await reschedule(id, 'in 1 hour')
      expect([status, body.message]).toEqual([
        422,
        'Only a `scheduled` email can be rescheduled; the last event of this email is `canceled`.',
      ])
    })
  })

  it('cannot be changed after sending, or to an invalid time', async () => {
    const { body: sent } = await post({})
    await server.queue.idle()
    expect((await cancel(sent.id)).body).toEqual({
      statusCode: 422,
      message: 'Only a `scheduled` email can be canceled; the last event of this email is `delivered`.',
      name: 'validation_error',
    })
    expect((await reschedule(sent.id, 'in 1 hour')).status).toBe(422)
    const id = await schedule()
    for (const wrong of ['yesterday', 'in 31 days', 'whenever', '', null, 7]) {
      const { status, body } = await reschedule(id, wrong)
      expect([wrong, status, body.name]).toEqual([wrong, 422, 'validation_error'])
    }
    expect((await server.call('PATCH', `/emails/${id}`, { body: {} })).body).toMatchObject({
      statusCode: 422,
      name: 'missing_required_field',
      message: 'Missing `scheduled_at` field.',
    })
    expect((await get(id)).scheduled_at).toBe('2026-11-20T13:00:00.000Z')
  })

  it('fails when the key that scheduled it was deleted, even if another key rescheduled it', async () => {
    const { body: made } = await server.call('POST', '/api-keys', { body: { name: 'Passing' } })
    const [gone, still] = [await schedule('in 1 hour', made.token), await schedule()]
    expect((await reschedule(gone, 'in 2 hours')).status).toBe(200)
    await server.call('DELETE', `/api-keys/${made.id}`)
    await later(2 * HOUR_MS)
    expect(await get(still)).toMatchObject({ last_event: 'delivered' })
    const reply = 'The API key that scheduled this email was deleted or disabled'
    expect(await get(gone)).toMatchObject({
      last_event: 'failed',
      recipients: [{ address: 'grace@example.net', status: 'failed', code: null, reply }],
    })
    await later(HOUR_MS)
    expect(sink.messages).toHaveLength(1)
  })

  it('records no email.sent when the key that scheduled it is deleted', async () => {
    const { body: made } = await server.call('POST', '/api-keys', { body: { name: 'Deleted' } })
    const [failed, sent] = [await schedule('in 1 hour', made.token), await schedule()]
    await server.call('DELETE', `/api-keys/${made.id}`)
    const heard: Signal[] = []
    server.database.subscribers = subscribersCalling(collectInto(heard))
    await later(HOUR_MS)
    const typesOf = (id: string): string[] =>
      heard.flatMap(signal => ('email' in signal && (signal.email as { id: string }).id === id ? signal.type : []))
    expect([typesOf(failed), typesOf(sent)]).toEqual([['email.failed'], ['email.sent', 'email.delivered']])
  })

  it('fails when the access of its client was revoked or the client was disabled', async () => {
    const aClient = async (): Promise<{ id: string; client_id: string }> => {
      const { client_id, access_token } = await aGrantedClient(server)
      return { client_id, id: await schedule('in 1 hour', access_token) }
    }
    const revoked = await aClient()
    const { body: grants } = await server.call('GET', '/oauth/grants')
    const [disabled, allowed] = [await aClient(), await aClient()]
    expect((await server.call('DELETE', `/oauth/grants/${grants.data[0].id}`)).status).toBe(200)
    await disableClient(server, disabled.client_id)
    await later(HOUR_MS)
    const emails = await Promise.all([revoked, disabled, allowed].map(({ id }) => get(id)))
    expect(emails.map(({ last_event }) => last_event)).toEqual(['failed', 'failed', 'delivered'])
    expect(emails[0].recipients[0].reply).toBe('The access of the app that scheduled this email was revoked')
  })

  it('is sent on time after the clock was set back or forward, neither lost nor duplicated', async () => {
    const id = await schedule('in 1 hour')
    time.back(5 * HOUR_MS)
    await server.queue.idle()
    await later(HOUR_MS)
    // by the remaining delay it would be due now
    expect([sink.completed(), (await get(id)).last_event]).toEqual([0, 'scheduled'])
    await later(5 * HOUR_MS)
    expect([sink.completed(), (await get(id)).last_event]).toEqual([1, 'delivered'])
    time.back(7 * HOUR_MS)
    await server.queue.idle()
    await later(7 * HOUR_MS)
    expect(sink.completed()).toBe(1)
  })

  it('can be canceled or rescheduled while its job is running', async () => {
    for (const change of [cancel, (id: string) => reschedule(id, 'in 2 hours')]) {
      const id = await schedule('in 1 min')
      const raced = raceTables(server.database, 'email_states')
      time.forward(60_000)
      const delivering = server.queue.idle()
      await raced.begun
      expect((await change(id)).status).toBe(200)
      await delivering
      expect((await raced).again).toBe(true)
      await server.queue.idle()
      expect(sink.completed()).toBe(0)
      expect((await get(id)).last_event).toBe(change === cancel ? 'canceled' : 'scheduled')
    }
    await later(2 * HOUR_MS)
    expect(sink.completed()).toBe(1)
  })

  it('is sent when sending starts first, and a later change is rejected', async () => {
    for (const change of [cancel, (id: string) => reschedule(id, 'in 2 hours')]) {
      const before = sink.completed()
      const id = await schedule('in 1 min')
      time.forward(59_999)
      const raced = raceTables(server.database, 'email_states')
      const changing = change(id)
      await raced.begun
      time.forward(1)
      const delivering = server.queue.idle()
      const { status, body } = await changing
      expect([status, body.name]).toEqual([422, 'validation_error'])
      await delivering
      expect((await raced).again).toBe(true)
      await server.queue.idle()
      expect([sink.completed() - before, (await get(id)).last_event]).toEqual([1, 'delivered'])
    }
  })
})
