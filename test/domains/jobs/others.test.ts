// Where domains need not be verified, a domain that a team has verified is still that team's alone: whichever way mail goes.
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignName, namesAbove } from '../../../src/identity/domains/rules.ts'
import { clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain } from '../../support/domains.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aTeam, type Reply, startServer, type TestServer } from '../../support/server.ts'

const time = clock()
const zone: Record<string, Names> = {}
let names: NameServer
let sink: MailSink
let server: TestServer
/** Has verified held.example. */
let owner: { key: string }

beforeAll(async () => {
  names = await zoneServer(zone)
  sink = await mailSink()
  server = await startServer(
    {
      MAIL_HOST: 'mail.sender.example',
      DNS_SERVERS: names.address,
      SMTP_IN_PORT: '0',
      SMTP_SUBMISSION_PORT: '0',
      SMTP_URL: sink.url,
      UNVERIFIED_DOMAINS: 'allow',
    },
    { now: time.now },
  )
  owner = await aTeam(server, 'Owner')
  await aVerifiedDomain(server, zone, 'held.example', { key: owner.key })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
  await names.close()
})

const mail = (from: string, more: object = {}): object => ({
  from,
  to: 'x@y.example',
  subject: 'S',
  text: 'T',
  ...more,
})
const send = (body: object, key = server.key): Promise<Reply> => server.call('POST', '/emails', { key, body })
const REFUSED = /another team has verified `held\.example`/

describe('mail of a team from a domain that another team has verified', () => {
  it.each(['held.example', 'HELD.example', 'mail.held.example', `${'a.'.repeat(20)}held.example`])(
    'is refused: %s',
    async domain => {
      const { status, body } = await send(mail(`Boss <boss@${domain}>`))
      expect([status, body.name, body.message]).toEqual([403, 'validation_error', expect.stringMatching(REFUSED)])
    },
  )

  it('is accepted of the other team, and of both from what neither has verified', async () => {
    expect((await send(mail('a@held.example'), owner.key)).status).toBe(200)
    for (const { key } of [owner, server])
      for (const domain of ['free.example', 'notheld.example', 'sub.free.example'])
        expect((await send(mail(`a@${domain}`), key)).status).toBe(200)
  })

  it('is refused in a batch, in a template and over SMTP', async () => {
    const batch = await server.call('POST', '/emails/batch', { body: [mail('a@free.example'), mail('a@held.example')] })
    expect([batch.status, batch.body.message]).toEqual([403, expect.stringMatching(REFUSED)])
    const { body } = await server.call('POST', '/templates', {
      body: { name: 'T', from: 'a@held.example', subject: 'S', html: '<p>T</p>' },
    })
    await server.call('POST', `/templates/${body.id}/publish`)
    const { status } = await send({ to: 'x@y.example', template: { id: body.id } })
    expect(status).toBe(403)
    const transport = createTransport({
      host: '127.0.0.1',
      port: server.mail_ports.submission!,
      ignoreTLS: true,
      auth: { user: 'resend', pass: server.key },
    })
    await expect(
      transport.sendMail({ from: 'a@held.example', to: 'x@y.example', subject: 'S', text: 'T' }),
    ).rejects.toThrow(REFUSED)
    transport.close()
  })

  it('is refused as a broadcast', async () => {
    const { body: segment } = await server.call('POST', '/segments', { body: { name: 'All' } })
    const asked = { segment_id: segment.id, from: 'a@held.example', subject: 'S', html: '<p>T</p>' }
    const { body: broadcast } = await server.call('POST', '/broadcasts', { body: asked })
    const { status, body } = await server.call('POST', `/broadcasts/${broadcast.id}/send`)
    expect([status, body.message]).toEqual([403, expect.stringMatching(REFUSED)])
  })

  it('is not sent when it was scheduled before the other team verified it', async () => {
    const scheduled_at = new Date(time.now().getTime() + 3_600_000).toISOString()
    const { body } = await send(mail('a@soon.example', { scheduled_at }))
    await aVerifiedDomain(server, zone, 'soon.example', { key: owner.key })
    time.forward(3_601_000)
    await server.queue.idle()
    const email = (await server.call('GET', `/emails/${body.id}`)).body
    expect(email.last_event).toBe('failed')
    expect(JSON.stringify(email.recipients)).toContain('another team has verified `soon.example`')
    expect(sink.messages.some(({ raw }) => raw.includes('soon.example'))).toBe(false)
  })

  it('is accepted below it from what the team has verified itself', async () => {
    await aVerifiedDomain(server, zone, 'own.held.example')
    expect((await send(mail('a@own.held.example'))).status).toBe(200)
    expect((await send(mail('a@deep.own.held.example'))).status).toBe(200)
    expect((await send(mail('a@own.held.example'), owner.key)).status).toBe(403)
  })
})

it('asks the nearest name that is verified, however long the name is', () => {
  expect(namesAbove('a.b.example.com')).toEqual(['a.b.example.com', 'b.example.com', 'example.com'])
  expect([namesAbove('example.com'), namesAbove('localhost')]).toEqual([['example.com'], ['localhost']])
  const holders = new Map([
    ['example.com', 'one'],
    ['b.example.com', 'two'],
  ])
  expect(foreignName('a.b.example.com', 'one', holders)).toBe('b.example.com')
  expect(foreignName('a.b.example.com', 'two', holders)).toBeUndefined()
  expect(foreignName('c.example.com', 'two', holders)).toBe('example.com')
  expect(foreignName('other.com', 'two', holders)).toBeUndefined()
})
