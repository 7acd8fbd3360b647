// Unsubscribe headers and links of emails as a mail server receives them over SMTP, by the published requirements of
// large mailbox providers.
import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation, sendEvent } from '../../support/automations.ts'
import { chain, mail, trigger } from '../../automations/rules/support.ts'
import { contactsOf } from '../../support/contacts.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain } from '../../support/domains.ts'
import { headerOfMessage, unsubscribeLinkIn, sendWithTopic, oneClickUnsubscribe } from '../../support/unsubscribing.ts'
import { type MailSink, mailSink, type SinkMessage } from '../../support/mail-sink.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const PUBLIC_URL = 'https://mail.sender.example'
const FROM = 'Ada <ada@mail.signed.example>'

const zone: Record<string, Names> = {}
let names: NameServer
let sink: MailSink
let server: TestServer
let own: ReturnType<typeof contactsOf>

beforeAll(async () => {
  names = await zoneServer(zone)
  sink = await mailSink()
  const env = { MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_URL: sink.url, PUBLIC_URL }
  server = await startServer(env)
  own = contactsOf(server)
  await aVerifiedDomain(server, zone, 'mail.signed.example')
})
afterAll(async () => {
  await server.stop()
  await sink.close()
  await names.close()
})

/** The request of a mailbox provider, which uses the public URL, sent to this server. */
const reached = (link: string): string => link.replace(PUBLIC_URL, server.url)

let made = 0
const address = (): string => `reader${made++}@example.net`
const arrived = async (more: object, to = address()) => {
  const topic_id = await own.aTopic()
  return { topic_id, to, message: await sendWithTopic(server, sink, topic_id, to, { from: FROM, ...more }) }
}

async function signatures(raw: string) {
  const dns = new Resolver()
  dns.setServers([names.address])
  const resolver = (name: string, kind: string) => dns.resolve(name, kind as 'TXT')
  const { results } = (await dkimVerify(Buffer.from(raw), { resolver })) as unknown as {
    results: { status: { result: string }; signingDomain: string; signingHeaders: { keys: string } }[]
  }
  return results.map(({ status, signingDomain: domain, signingHeaders }) => ({
    result: status.result,
    domain,
    headers: signingHeaders.keys
      .toLowerCase()
      .split(':')
      .map(name => name.trim()),
  }))
}

describe('an email about a topic, by the requirements of large mailbox providers (RFC 8058)', () => {
  it('has one https URL and the one-click header, each once and both signed', async () => {
    const { message } = await arrived({ html: '<p>News</p>' })
    expect(unsubscribeLinkIn(message)).toMatch(/^https:\/\/mail\.sender\.example\/unsubscribe\?token=[\w-]+$/)
    expect(headerOfMessage(message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(message.raw.match(/^List-Unsubscribe/gim)).toHaveLength(2)
    const signed = await signatures(message.raw)
    expect(signed).toHaveLength(2)
    for (const { result, headers } of signed) {
      expect([result, headers]).toEqual(['pass', expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post'])])
    }
  })

  it('accepts the one-click request without a login, a cookie or a redirect, and sends nothing afterwards', async () => {
    const { message, to, topic_id } = await arrived({})
    const { status, headers, text } = await oneClickUnsubscribe(reached(unsubscribeLinkIn(message)), {
      credentials: 'omit',
    })
    expect([status, text, headers.get('location'), headers.get('set-cookie')]).toEqual([204, '', null, null])
    // the requirements allow two days
    const { body } = await own.ask('POST', '/emails', { from: FROM, to, subject: 'S', text: 'x', topic_id })
    await server.queue.idle()
    expect((await own.ask('GET', `/emails/${body.id}`)).body).toMatchObject({
      last_event: 'failed',
      recipients: [{ address: to, reply: 'The recipient has unsubscribed from the topic of this email' }],
    })
    expect(sink.messages.filter(({ recipients }) => recipients.includes(to))).toHaveLength(1)
  })

  it('has the visible link in the body, as HTML and as text, at its placeholder', async () => {
    const place = '{{{RESEND_UNSUBSCRIBE_URL}}}'
    const { message } = await arrived({ html: `<a href="${place}">Leave</a>`, text: `Leave: ${place} {{{OTHER}}}` })
    const link = unsubscribeLinkIn(message)
    const body = message.raw.slice(message.raw.indexOf('\r\n\r\n')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(body).toContain(`<a href="${link}">`)
    expect(body).toContain(`Leave: ${link} {{{OTHER}}}`)
    expect((await fetch(reached(link), { headers: { accept: 'text/html' } })).status).toBe(200)
  })

  it('has the link in the text that is generated from HTML', async () => {
    const { message } = await arrived({ html: '<p><a href="{{{UNSUBSCRIBE_URL}}}">Leave</a></p>', text: undefined })
    const text = message.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(text.split(unsubscribeLinkIn(message)).length - 1).toBeGreaterThanOrEqual(3)
  })

  it('can be created from a template with the placeholder, without a value for it', async () => {
    const html = '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>'
    const { body } = await own.ask('POST', '/templates', { name: 'T', from: FROM, subject: 'S', html })
    await own.ask('POST', `/templates/${body.id}/publish`)
    const template = { id: body.id }
    const { message } = await arrived({ template, text: undefined, html: undefined, subject: undefined })
    expect(message.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(`href="${unsubscribeLinkIn(message)}"`)
    const topic_id = await own.aTopic()
    const batch = await own.ask('POST', '/emails/batch', [{ to: address(), template, topic_id }])
    expect(batch.status).toBe(200)
    const own_page = { id: body.id, variables: { RESEND_UNSUBSCRIBE_URL: 'https://example.com/out' } }
    const other = await arrived({ template: own_page, text: undefined, subject: undefined })
    expect(other.message.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain('href="https://example.com/out"')
  })

  it("keeps the sender's own header, without adding ours", async () => {
    const { message } = await arrived({
      headers: { 'list-unsubscribe': '<https://example.com/u>', 'X-Other': 'x' },
    })
    expect([headerOfMessage(message, 'List-Unsubscribe'), headerOfMessage(message, 'List-Unsubscribe-Post')]).toEqual([
      '<https://example.com/u>',
      undefined,
    ])
    const alone = await arrived({ headers: { 'list-unsubscribe-post': 'x' } })
    expect(headerOfMessage(alone.message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(alone.message.raw.match(/^List-Unsubscribe-Post/gim)).toHaveLength(1)
  })
})

describe.each(['a topic', 'a broadcast', 'an automation that is marked'] as const)('an email of %s', kind => {
  it.each(['url-encoded', 'multipart'] as const)(
    'can be unsubscribed from as large mailbox providers require: by one %s request, with a visible link',
    async form => {
      const to = address()
      await own.aContact(to)
      const message = await arrivedFrom(kind, to)
      // RFC 8058 3.1, and what Google and Yahoo require of bulk senders
      for (const name of ['List-Unsubscribe', 'List-Unsubscribe-Post'])
        expect([name, headLines(message).filter(line => line.startsWith(`${name.toLowerCase()}:`)).length]).toEqual([
          name,
          1,
        ])
      const link = unsubscribeLinkIn(message)
      expect(new URL(link).protocol).toBe('https:')
      expect(headerOfMessage(message, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
      const signed = await signatures(message.raw)
      expect(signed.length).toBeGreaterThan(0)
      for (const { result, domain, headers } of signed) {
        expect([result, domain]).toEqual(['pass', 'mail.signed.example'])
        expect(headers).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']))
      }
      const { html = '', text = '' } = await PostalMime.parse(message.raw)
      const seen = /href="(https:\/\/[^"]+)"/.exec(html)![1]!
      expect(text).toContain(seen)

      const before = await standing(to)
      for (const each of [link, seen])
        for (const method of ['GET', 'HEAD']) expect((await fetch(reached(each), { method })).status).toBe(200)
      expect(await (await fetch(reached(seen))).text()).toContain(to)
      expect(await standing(to)).toEqual(before)
      const body = new FormData()
      body.append('List-Unsubscribe', 'One-Click')
      // with its headers
      const asked = form === 'multipart' ? { body, headers: {} } : {}
      const { status, headers, text: said } = await oneClickUnsubscribe(reached(link), asked)
      expect([status, said, headers.get('location'), headers.get('set-cookie')]).toEqual([204, '', null, null])
      const after = await standing(to)
      expect(after).toEqual(kind === 'a topic' ? { ...before, topics: ['opt_out'] } : { ...before, unsubscribed: true })
    },
  )
})

const PLACE = '<p>News</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>'
let topic_left: string | undefined

/** The email that a recipient received, by type of bulk email. */
async function arrivedFrom(kind: string, to: string): Promise<SinkMessage> {
  const content = { from: FROM, subject: 'News', html: PLACE }
  if (kind === 'a topic') {
    const { message, topic_id } = await arrived({ ...content, text: undefined }, to)
    topic_left = topic_id
    return message
  }
  topic_left = undefined
  if (kind === 'a broadcast') {
    const segment_id = await own.aSegment()
    await own.ask('POST', `/contacts/${to}/segments/${segment_id}`)
    const { status } = await own.ask('POST', '/broadcasts', { name: 'News', segment_id, ...content, send: true })
    expect(status).toBe(201)
  } else {
    const alias = `news-${made}`
    await aPublishedTemplate(server, { ...content, alias })
    const graph = chain(trigger(), mail('m', { template: { id: alias } }))
    await anAutomation(server, { ...graph, status: 'enabled', settings: { marketing: true } })
    await sendEvent(server, { email: to })
  }
  const arrivedMail = (): SinkMessage | undefined => sink.messages.find(({ recipients }) => recipients.includes(to))
  await expect.poll(arrivedMail).toBeDefined()
  return arrivedMail()!
}

async function standing(to: string): Promise<{ unsubscribed: boolean; topics: string[] }> {
  const { data } = (await own.ask('GET', `/contacts/${to}/topics?limit=100`)).body
  const topics: { id: string; subscription: string }[] = data.filter(({ id }: { id: string }) => id === topic_left)
  return { unsubscribed: (await own.contact(to)).unsubscribed, topics: topics.map(each => each.subscription) }
}

const headLines = ({ raw }: SinkMessage): string[] => raw.slice(0, raw.indexOf('\r\n\r\n')).toLowerCase().split('\r\n')

describe('other email', () => {
  it('has no unsubscribe header if it has no topic, for any text', async () => {
    const to = address()
    await own.ask('POST', '/emails', { from: FROM, to, subject: 'S', text: '{{{UNSUBSCRIBE_URL}}}' })
    await expect.poll(() => sink.messages.some(({ recipients }) => recipients.includes(to))).toBe(true)
    const message = sink.messages.find(({ recipients }) => recipients.includes(to))!
    expect([headerOfMessage(message, 'List-Unsubscribe'), message.raw]).toEqual([
      undefined,
      expect.stringContaining('{{{UNSUBSCRIBE_URL}}}'),
    ])
  })

  it('has none for several recipients, because a link belongs to one recipient, and is rejected with a placeholder', async () => {
    const to = address()
    const { message, topic_id } = await arrived({ cc: 'other@example.net' }, to)
    expect(headerOfMessage(message, 'List-Unsubscribe')).toBeUndefined()
    for (const content of [
      { html: '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">' },
      { text: '{{{ UNSUBSCRIBE_URL|x }}}' },
    ]) {
      const body = { from: FROM, to: [to, 'b@example.net'], subject: 'S', topic_id, ...content }
      const { status, body: refused } = await own.ask('POST', '/emails', body)
      expect([status, refused.message]).toEqual([422, expect.stringContaining('to each recipient separately')])
    }
    // a repeated recipient counts once
    const same = await arrived({ cc: `Me <${to}>` }, to)
    expect(unsubscribeLinkIn(same.message)).toContain('/unsubscribe?token=')
  })
})
