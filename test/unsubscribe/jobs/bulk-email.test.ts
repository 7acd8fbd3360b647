// Unsubscribing from bulk email: broadcasts, and marketing emails of automations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Signal } from '../../../src/base/store/signals/signal.ts'
import { record } from '../../../src/base/store/signals/record.ts'
import { subscribers } from '../../../src/app/subscribers.ts'
import { anAutomation, sendEvent } from '../../support/automations.ts'
import { chain, mail } from '../../automations/rules/support.ts'
import { contactsOf } from '../../support/contacts.ts'
import { headerOfMessage, unsubscribeLinkIn, oneClickUnsubscribe } from '../../support/unsubscribing.ts'
import { type MailSink, mailSink, type SinkMessage } from '../../support/mail-sink.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { isRehearsal } from '../../support/twice.ts'

let sink: MailSink
let server: TestServer
let own: ReturnType<typeof contactsOf>
const heard: Signal[] = []

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url })
  own = contactsOf(server)
  const keep = async (tx: Parameters<typeof record>[0], signal: Signal): Promise<void> => {
    if (!isRehearsal(tx)) heard.push(signal)
  }
  server.database.subscribers = {
    ...subscribers,
    'contact.updated': [...subscribers['contact.updated'], keep],
    'contact.topics.updated': [...subscribers['contact.topics.updated'], keep],
  }
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})
let count = 0
const aMember = async (segment: string, more: object = {}): Promise<string> => {
  const email = `many-${++count}@example.net`
  await own.aContact(email, { segments: [{ id: segment }], ...more })
  return email
}
const got = (address: string): SinkMessage[] => sink.messages.filter(({ recipients }) => recipients.includes(address))
const arrived = async (address: string): Promise<SinkMessage> => {
  await expect.poll(() => got(address).length).toBe(1)
  return got(address)[0]!
}
const aBroadcast = async (segment_id: string, more: object = {}): Promise<string> => {
  const content = { from: 'news@acme.example', subject: 'News', html: '<p>Hello</p>' }
  const id = (await own.ask('POST', '/broadcasts', { segment_id, ...content, ...more })).body.id
  expect((await own.ask('POST', `/broadcasts/${id}/send`)).status).toBe(200)
  return id
}
const fateOf = async (address: string): Promise<[string, string] | undefined> => {
  const { data } = (await own.ask('GET', '/emails?limit=100')).body
  const found = data.find((each: { to: string[] }) => each.to[0] === address)
  if (!found) return undefined
  const { last_event, recipients } = (await own.ask('GET', `/emails/${found.id}`)).body
  return [last_event, recipients?.[0]?.reply]
}

/** Blocks all email from now on; the result releases it. */
async function pauseMail(): Promise<() => Promise<unknown>> {
  const { id } = (await own.ask('POST', '/delivery/pauses', { scope: 'all' })).body
  // the signal is handled a moment later
  const probe = async (): Promise<string> => {
    const body = { from: 'a@acme.example', to: `probe-${++count}@example.net`, subject: 'S', text: 'x' }
    const sent = (await own.ask('POST', '/emails', body)).body
    await server.queue.idle()
    return (await own.ask('GET', `/emails/${sent.id}`)).body.last_event
  }
  await expect.poll(probe).toBe('queued')
  return () => own.ask('DELETE', `/delivery/pauses/${id}`)
}

describe('a broadcast', () => {
  it('has an unsubscribe link in headers and text, and is marked as bulk email', async () => {
    const segment = await own.aSegment()
    const to = await aMember(segment)
    const html = '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>'
    const id = await aBroadcast(segment, { html, text: 'Leave: {{{UNSUBSCRIBE_URL}}}' })
    const message = await arrived(to)
    expect(unsubscribeLinkIn(message).startsWith(`${server.url}/unsubscribe?token=`)).toBe(true)
    const names = ['List-Unsubscribe-Post', 'Precedence', 'X-Entity-Ref-ID']
    expect(names.map(name => headerOfMessage(message, name))).toEqual(['List-Unsubscribe=One-Click', 'bulk', id])
    const body = message.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const links = [...body.matchAll(/http:[^\s">]+\/unsubscribe\?token=[\w-]+/g)].map(([link]) => link)
    expect(links.length).toBeGreaterThanOrEqual(3)
    // all links belong to the same recipient
    expect((await oneClickUnsubscribe(links.at(-1)!)).status).toBe(204)
    expect((await own.contact(to)).unsubscribed).toBe(true)
  })

  it('without a topic unsubscribes from everything, with a topic from that, and records which broadcast it was', async () => {
    const segment = await own.aSegment()
    const [topic_id, to] = [await own.aTopic(), await aMember(segment)]
    const about = await aBroadcast(segment, { topic_id })
    heard.length = 0
    expect((await oneClickUnsubscribe(unsubscribeLinkIn(await arrived(to)))).status).toBe(204)
    expect((await own.contact(to)).unsubscribed).toBe(false)
    expect(heard).toMatchObject([{ type: 'contact.topics.updated', through: { broadcast_id: about } }])
    const other = await aMember(segment)
    const all = await aBroadcast(segment)
    expect((await oneClickUnsubscribe(unsubscribeLinkIn(await arrived(other)))).status).toBe(204)
    expect((await own.contact(other)).unsubscribed).toBe(true)
    expect(heard.at(-1)).toMatchObject({ type: 'contact.updated', through: { broadcast_id: all } })
  })

  it('in progress excludes recipients who unsubscribe meanwhile, and deleted contacts', async () => {
    const segment = await own.aSegment()
    const [leaves, goes, stays] = [await aMember(segment), await aMember(segment), await aMember(segment)]
    const link = unsubscribeLinkIn(await before(leaves))
    const resume = await pauseMail()
    await aBroadcast(segment)
    // all have an email, which is queued
    await expect
      .poll(async () => (await Promise.all([leaves, goes, stays].map(fateOf))).map(fate => fate?.[0]), {
        timeout: 60_000,
      })
      .toEqual(['queued', 'queued', 'queued'])
    expect((await oneClickUnsubscribe(link)).status).toBe(204)
    await own.ask('DELETE', `/contacts/${goes}`)
    await resume()
    await arrived(stays)
    await expect.poll(() => fateOf(leaves)).toEqual(['failed', 'The contact is unsubscribed'])
    await expect.poll(() => fateOf(goes)).toEqual(['failed', 'The contact was deleted'])
    expect([...got(leaves), ...got(goes)]).toEqual([])
  })
})

/** An email of an earlier broadcast to the recipient. */
async function before(address: string): Promise<SinkMessage> {
  const segment = await own.aSegment()
  await own.ask('POST', `/contacts/${address}/segments/${segment}`)
  await aBroadcast(segment)
  const message = await arrived(address)
  sink.messages.splice(sink.messages.indexOf(message), 1)
  return message
}

describe('an automation', () => {
  const aTemplate = async (html: string): Promise<string> => {
    const body = { name: 'T', from: 'a@acme.example', subject: 'S', html }
    const { id } = (await own.ask('POST', '/templates', body)).body
    await own.ask('POST', `/templates/${id}/publish`)
    return id
  }
  const runFor = async (html: string, settings: object, more: object = {}): Promise<string> => {
    const event = `signed.up.${++count}`
    const start = { key: 'start', type: 'trigger', config: { event_name: event } } as const
    const graph = chain(start, mail('m', { template: { id: await aTemplate(html) }, ...more }))
    await anAutomation(server, { status: 'enabled', ...graph, settings })
    const email = `run-${count}@example.net`
    await sendEvent(server, { event, email })
    return email
  }

  it('marked as marketing has an unsubscribe link, and others have one only if their text has it', async () => {
    const marked = await arrived(await runFor('<p>Hi</p>', { marketing: true }))
    expect(headerOfMessage(marked, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOfMessage(marked, 'Precedence')).toBeUndefined()
    const plain = await arrived(await runFor('<p>Hi</p>', {}))
    expect(headerOfMessage(plain, 'List-Unsubscribe')).toBeUndefined()
    const linked = await arrived(await runFor('<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">out</a>', {}))
    expect(linked.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(`href="${unsubscribeLinkIn(linked)}"`)
    const about = await arrived(await runFor('<p>Hi</p>', {}, { topic_id: await own.aTopic() }))
    expect(unsubscribeLinkIn(about)).toContain('token=')
  })

  it('sends nothing to a contact who unsubscribed while the email was queued, if it is marked', async () => {
    const resume = await pauseMail()
    const [marked, plain] = [await runFor('<p>Hi</p>', { marketing: true }), await runFor('<p>Hi</p>', {})]
    for (const email of [marked, plain]) await own.ask('PATCH', `/contacts/${email}`, { unsubscribed: true })
    await resume()
    await expect.poll(() => fateOf(marked)).toEqual(['failed', 'The contact is unsubscribed'])
    await arrived(plain)
    expect(got(marked)).toEqual([])
  })
})
