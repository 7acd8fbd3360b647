// Emails with a topic: contacts who are not subscribed when the email is sent do not receive it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let sink: MailSink

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

let made = 0
const post = async (path: string, body: object): Promise<Reply['body']> =>
  (await server.call('POST', path, { body })).body
const aTopic = async (default_subscription: string): Promise<string> =>
  (await post('/topics', { name: `Topic ${made++}`, default_subscription })).id
const aContact = async (topic_id?: string, subscription?: string): Promise<string> => {
  const email = `Contact${made++}@Example.net`
  const topics = topic_id === undefined ? [] : [{ id: topic_id, subscription }]
  await post('/contacts', { email, topics })
  return email.toLowerCase()
}
const choose = (email: string, id: string, subscription: string): Promise<Reply> =>
  server.call('PATCH', `/contacts/${email}/topics`, { body: [{ id, subscription }] })
const send = async (fields: object): Promise<string> => (await post('/emails', { ...anEmailBody(), ...fields })).id
const get = async (id: string): Promise<Reply['body']> => (await server.call('GET', `/emails/${id}`)).body
const becomes = async (id: string): Promise<unknown> => {
  await server.queue.idle()
  const { last_event, recipients } = await get(id)
  return [last_event, ...recipients.map(({ status }: { status: string }) => status)]
}

describe('an email with a topic', () => {
  it('is sent to subscribed recipients only, for any form of the address', async () => {
    const topic_id = await aTopic('opt_in')
    const [wants, chose, against] = [
      await aContact(),
      await aContact(topic_id, 'opt_in'),
      await aContact(topic_id, 'opt_out'),
    ]
    const id = await send({
      topic_id: topic_id.toUpperCase(),
      to: [wants, `Her <${against}>`],
      cc: chose,
      bcc: ['no.contact@example.net'],
    })
    await server.queue.idle()
    const email = await get(id)
    expect(email.topic_id).toBe(topic_id)
    expect(email.recipients).toContainEqual({
      address: against,
      status: 'failed',
      code: null,
      reply: 'The contact is not subscribed to the topic of this email',
    })
    const offered = sink.messages.flatMap(({ recipients }) => recipients)
    expect(offered.toSorted()).toEqual([wants, chose, 'no.contact@example.net'].toSorted())
    expect((await server.call('GET', '/emails')).body.data[0]).toMatchObject({ id, topic_id })
  })

  it('fails when no recipient is subscribed, including addresses that are not contacts', async () => {
    const topic_id = await aTopic('opt_out')
    const chose = await aContact(topic_id, 'opt_in')
    const before = sink.completed()
    for (const to of [await aContact(), 'nobody@example.net']) {
      expect(await becomes(await send({ topic_id, to }))).toEqual(['failed', 'failed'])
    }
    expect(sink.completed()).toBe(before)
    expect(await becomes(await send({ topic_id, to: chose }))).toEqual(['delivered', 'delivered'])
  })

  it('uses the subscriptions at the time of sending, and fails if the topic was deleted', async () => {
    const [topic_id, gone] = [await aTopic('opt_in'), await aTopic('opt_in')]
    const [later, unsubscribed, other] = [await aContact(), await aContact(), await aContact()]
    const ids = await Promise.all([
      send({ topic_id, to: later, scheduled_at: 'in 1 hour' }),
      send({ topic_id, to: unsubscribed, scheduled_at: 'in 1 hour' }),
      send({ topic_id: gone, to: other, scheduled_at: 'in 1 hour' }),
    ])
    expect((await choose(later, topic_id, 'opt_out')).status).toBe(200)
    await server.call('PATCH', `/contacts/${unsubscribed}`, { body: { unsubscribed: true } })
    await server.call('DELETE', `/topics/${gone}`)
    time.forward(3_600_000)
    await server.queue.idle()
    const emails = await Promise.all(ids.map(get))
    expect(emails.map(({ last_event, recipients }) => [last_event, recipients[0].reply])).toEqual([
      ['failed', 'The contact is not subscribed to the topic of this email'],
      ['failed', 'The contact is unsubscribed'],
      ['failed', 'The topic of this email was deleted'],
    ])
  })

  it('is rejected when the topic belongs to another team', async () => {
    const { key } = await aTeam(server)
    const { body: strange } = await server.call('POST', '/topics', {
      key,
      body: { name: 'A', default_subscription: 'opt_in' },
    })
    const { status, body } = await server.call('POST', '/emails', { body: { ...anEmailBody(), topic_id: strange.id } })
    expect([status, body]).toEqual([
      422,
      {
        statusCode: 422,
        message: `Invalid \`topic_id\` field: unknown topic; received "${strange.id}".`,
        name: 'validation_error',
      },
    ])
    expect((await server.call('POST', '/emails', { body: { ...anEmailBody(), topic_id: 'x' } })).status).toBe(422)
    expect((await server.call('POST', '/emails', { body: { ...anEmailBody(), topic_id: null } })).status).toBe(200)
    const both = [anEmailBody(), { ...anEmailBody(), topic_id: strange.id }]
    expect((await server.call('POST', '/emails/batch', { body: both })).body.message).toMatch(
      /^Email at index 1: Invalid `topic_id`/,
    )
  })
})
