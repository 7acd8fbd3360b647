// P11: after an unsubscribe request was acknowledged, no new attempt sends the affected email.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import {
  unsubscribeWhileSending,
  unsubscribeLinkIn,
  sendWithTopic,
  oneClickUnsubscribe,
} from '../../support/unsubscribing.ts'
import { type MailSink, mailSink, type SinkOptions } from '../../support/mail-sink.ts'
import { serverProcess } from '../../support/process.ts'
import { databaseOf, removeDatabaseOf } from '../../support/databases.ts'
import { callAt, type TestServer, startServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'
import { temporaryFolder } from '../../support/folder.ts'

const time = clock()
let answer: SinkOptions['recipient']
let hold: SinkOptions['hold']
const offered: string[] = []

let sink: MailSink
let server: TestServer
let own: ReturnType<typeof contactsOf>
beforeAll(async () => {
  sink = await mailSink({
    recipient: (address, count) => {
      offered.push(address)
      return answer?.(address, count)
    },
    hold: address => hold?.(address),
  })
  server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
  own = contactsOf(server)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const send = async (topic_id: string, to: string, more: object = {}): Promise<string> =>
  (await own.ask('POST', '/emails', { from: 'a@example.com', to, subject: 'S', text: 'x', topic_id, ...more })).body.id
const email = async (id: string) => (await own.ask('GET', `/emails/${id}`)).body
const timesOffered = (address: string): number => offered.filter(each => each === address).length

describe('an unsubscribed recipient', () => {
  it.each([
    ['a contact, the topic', true, 'The contact is not subscribed to the topic of this email'],
    [
      'an address that is not a contact, the topic',
      false,
      'The recipient has unsubscribed from the topic of this email',
    ],
  ])('is excluded from pending email: %s', async (_, isContact, reply) => {
    const to = `waiting-${isContact}@example.net`
    const topic_id = await own.aTopic()
    if (isContact) await own.aContact(to)
    const link = unsubscribeLinkIn(await sendWithTopic(server, sink, topic_id, to))
    const id = await send(topic_id, to, { scheduled_at: 'in 1 hour' })
    const other = await send(await own.aTopic(), to, { scheduled_at: 'in 1 hour' })
    expect((await oneClickUnsubscribe(link)).status).toBe(204)
    time.forward(3_600_000)
    await server.queue.idle()
    expect(await email(id)).toMatchObject({ last_event: 'failed', recipients: [{ reply }] })
    expect((await email(other)).last_event).toBe('delivered')
  })

  it('is excluded after unsubscribing from everything, deletion, and another creation or import', async () => {
    const to = 'everything@example.net'
    const topic_id = await own.aTopic()
    const contact = await own.aContact(to)
    const link = unsubscribeLinkIn(await sendWithTopic(server, sink, topic_id, to))
    const form = { body: 'act=leave' }
    expect((await oneClickUnsubscribe(link, form)).status).toBe(303)
    const whenAsked = async (): Promise<[string, string]> => {
      const id = await send(topic_id, to)
      await server.queue.idle()
      const { last_event, recipients } = await email(id)
      return [last_event, recipients[0].reply]
    }
    expect(await whenAsked()).toEqual(['failed', 'The contact is unsubscribed'])
    await own.ask('DELETE', `/contacts/${contact}`)
    expect(await whenAsked()).toEqual(['failed', 'The recipient has unsubscribed'])
    await own.aContact(to)
    expect(await whenAsked()).toEqual(['failed', 'The contact is unsubscribed'])
    // email that is not bulk email is not affected
    const id = (await own.ask('POST', '/emails', { from: 'a@example.com', to, subject: 'S', text: 'x' })).body.id
    await server.queue.idle()
    expect((await email(id)).last_event).toBe('delivered')
  })

  it('is excluded from the next attempt if the first was in progress at a slow server', async () => {
    const to = 'slow@example.net'
    const topic_id = await own.aTopic()
    const link = unsubscribeLinkIn(await sendWithTopic(server, sink, topic_id, to))
    let release = (): void => {}
    const held = new Promise<void>(resolve => (release = resolve))
    hold = address => (address === to ? held : undefined)
    answer = address => (address === to ? { code: 451, words: 'Later' } : undefined)
    const before = timesOffered(to)
    const id = await send(topic_id, to)
    await expect.poll(() => timesOffered(to)).toBe(before + 1)
    expect((await oneClickUnsubscribe(link)).status).toBe(204)
    release()
    await expect.poll(async () => (await email(id)).last_event).toBe('delivery_delayed')
    ;[hold, answer] = [undefined, undefined]
    time.forward(3_600_000)
    await server.queue.idle()
    expect([(await email(id)).last_event, timesOffered(to)]).toEqual(['failed', before + 1])
  })

  it('is excluded immediately, while a slow server receives email for many others', async () => {
    const slow = await mailSink({ latency_ms: 5 })
    const sending = await startServer({ SMTP_URL: slow.url, SMTP_CONNECTIONS: '2' })
    try {
      const { late, failed, delivered } = await unsubscribeWhileSending(sending, sending, slow)
      expect(late).toEqual([])
      expect([failed > 0, delivered >= 30]).toEqual([true, true])
    } finally {
      await sending.stop()
      await slow.close()
    }
  })

  it('stays unsubscribed if the process is killed right after the response', async () => {
    const own_sink = await mailSink()
    const folder = temporaryFolder()
    const key = 're_bootstrapped_0123456789abcdefghij'
    const env = {
      ...(await databaseOf(folder)),
      DATA_DIR: folder,
      SMTP_URL: own_sink.url,
      ADMIN_PASSWORD: 'correct horse battery',
      BOOTSTRAP_API_KEY: key,
    }
    const first = await serverProcess({ ...env, PORT: String(await freePort()) })
    const to = 'killed@example.net'
    const ask = (url: string, method: string, path: string, body?: unknown) => callAt(url, key, method, path, { body })
    const topic = await ask(first.url, 'POST', '/topics', { name: 'News', default_subscription: 'opt_in' })
    const call: TestServer['call'] = (method, path, more) => callAt(first.url, key, method, path, more ?? {})
    const link = unsubscribeLinkIn(await sendWithTopic({ call }, own_sink, topic.body.id, to))
    const scheduled_at = 'in 1 hour'
    const body = { from: 'a@example.com', to, subject: 'S', text: 'x', topic_id: topic.body.id, scheduled_at }
    const { id } = (await ask(first.url, 'POST', '/emails', body)).body
    expect((await oneClickUnsubscribe(link)).status).toBe(204)
    await first.kill()
    const second = await serverProcess({ ...env, PORT: String(await freePort()) })
    try {
      await ask(second.url, 'PATCH', `/emails/${id}`, { scheduled_at: new Date(Date.now() + 1000).toISOString() })
      const last_event = async () => (await ask(second.url, 'GET', `/emails/${id}`)).body.last_event
      await expect.poll(last_event).toBe('failed')
      expect(own_sink.messages).toHaveLength(1)
    } finally {
      await second.stop()
      await own_sink.close()
      await removeDatabaseOf(folder)
    }
  })
})
