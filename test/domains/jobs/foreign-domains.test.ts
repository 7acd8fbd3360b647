// If verification is not required, a domain that a team has verified is still reserved for that team, for every way of
// sending.
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignName, namesAbove } from '../../../src/identity/domains/rules.ts'
import { clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain } from '../../support/domains.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aPerson } from '../../support/pages.ts'
import { aTeam, type Reply, startServer, type TestServer } from '../../support/server.ts'

const time = clock()
const zone: Record<string, Names> = {}
let names: NameServer
let sink: MailSink
let server: TestServer
/** Verifies held.example. */
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

describe('an email from a domain that another team has verified', () => {
  it.each(['held.example', 'HELD.example', 'mail.held.example', `${'a.'.repeat(20)}held.example`])(
    'is rejected: %s',
    async domain => {
      const { status, body } = await send(mail(`Boss <boss@${domain}>`))
      expect([status, body.name, body.message]).toEqual([403, 'validation_error', expect.stringMatching(REFUSED)])
    },
  )

  it('is accepted from the verifying team, and from both teams if neither has verified the domain', async () => {
    expect((await send(mail('a@held.example'), owner.key)).status).toBe(200)
    for (const { key } of [owner, server])
      for (const domain of ['free.example', 'notheld.example', 'sub.free.example'])
        expect((await send(mail(`a@${domain}`), key)).status).toBe(200)
  })

  it('is rejected in a batch and over SMTP', async () => {
    const batch = await server.call('POST', '/emails/batch', { body: [mail('a@free.example'), mail('a@held.example')] })
    expect([batch.status, batch.body.message]).toEqual([403, expect.stringMatching(REFUSED)])
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

  it('is rejected as a template, broadcast or automation that was stored before the domain was verified', async () => {
    const from = 'a@later.example'
    const ids = {
      template: await aTemplate(from),
      broadcast: await aBroadcast(from),
      automation: await anAutomation(from),
    }
    await server.call('POST', `/templates/${ids.template}/publish`)
    await aVerifiedDomain(server, zone, 'later.example', { key: owner.key })
    const sent = [
      await send({ to: 'x@y.example', template: { id: ids.template } }),
      await server.call('POST', `/broadcasts/${ids.broadcast}/send`),
      await server.call('PATCH', `/automations/${ids.automation}`, { body: { status: 'enabled' } }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([403, 403, 422])
    for (const { body } of sent) expect(body.message).toContain('another team has verified `later.example`')
    // settings other than the sender can still be changed
    const changed = [
      await server.call('PATCH', `/templates/${ids.template}`, { body: { from, subject: 'Other' } }),
      await server.call('PATCH', `/broadcasts/${ids.broadcast}`, { body: { from, subject: 'Other' } }),
      await server.call('PATCH', `/automations/${ids.automation}`, { body: graphFrom(from) }),
    ]
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('is not sent if it was scheduled before the other team verified the domain', async () => {
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

  it('is accepted from a subdomain that the team has verified itself', async () => {
    await aVerifiedDomain(server, zone, 'own.held.example')
    expect((await send(mail('a@own.held.example'))).status).toBe(200)
    expect((await send(mail('a@deep.own.held.example'))).status).toBe(200)
    expect((await send(mail('a@own.held.example'), owner.key)).status).toBe(403)
  })
})

const created = async (path: string, body: object): Promise<string> =>
  (await server.call('POST', path, { body })).body.id
const aTemplate = (from: string): Promise<string> =>
  created('/templates', { name: 'T', from, subject: 'S', html: '<p>T</p>' })
const aBroadcast = async (from: string): Promise<string> =>
  created('/broadcasts', {
    segment_id: await created('/segments', { name: 'All' }),
    from,
    subject: 'S',
    html: '<p>T</p>',
  })
const anAutomation = (from: string): Promise<string> =>
  created('/automations', { name: 'A', status: 'disabled', ...graphFrom(from) })

function graphFrom(from: string): object {
  return {
    steps: [
      { key: 'begin', type: 'trigger', config: { event_name: 'user.signed_up' } },
      { key: 'welcome', type: 'send_email', config: { template: { id: 'welcome' }, from } },
    ],
    connections: [{ from: 'begin', to: 'welcome' }],
  }
}

describe('a sender whose domain another team has verified', () => {
  const FOREIGN = 'Boss <boss@mail.held.example>'
  const OWN = 'a@free.example'

  it('is rejected in a broadcast', async () => {
    const segment_id = await created('/segments', { name: 'Some' })
    const asked = { segment_id, subject: 'S', html: '<p>T</p>' }
    const { body: before } = await server.call('GET', '/broadcasts')
    await expectRefused(server.call('POST', '/broadcasts', { body: { ...asked, from: FOREIGN } }))
    expect((await server.call('GET', '/broadcasts')).body).toEqual(before)
    const id = await created('/broadcasts', { ...asked, from: OWN })
    await expectRefused(server.call('PATCH', `/broadcasts/${id}`, { body: { from: FOREIGN } }))
    expect((await server.call('GET', `/broadcasts/${id}`)).body.from).toBe(OWN)
    expect(
      (await server.call('POST', '/broadcasts', { key: owner.key, body: { ...asked, from: FOREIGN } })).status,
    ).toBe(404)
  })

  it('is rejected in a template', async () => {
    const asked = { name: 'Foreign', subject: 'S', html: '<p>T</p>' }
    await expectRefused(server.call('POST', '/templates', { body: { ...asked, from: FOREIGN } }))
    const id = await created('/templates', { ...asked, from: OWN })
    await expectRefused(server.call('PATCH', `/templates/${id}`, { body: { from: FOREIGN } }))
    const theirs = await server.call('POST', '/templates', { key: owner.key, body: { ...asked, from: FOREIGN } })
    expect(theirs.status).toBe(201)
  })

  it('is rejected in an automation, and the error names the step', async () => {
    const asked = { name: 'Foreign', status: 'disabled' }
    const refused = await expectRefused(
      server.call('POST', '/automations', { body: { ...asked, ...graphFrom(FOREIGN) } }),
    )
    expect(refused.body.message).toMatch(/^Step "welcome": /)
    const id = await created('/automations', { ...asked, ...graphFrom(OWN) })
    await expectRefused(server.call('PATCH', `/automations/${id}`, { body: graphFrom(FOREIGN) }))
  })

  it('is rejected in a sign-up form', async () => {
    const person = aPerson(server)
    await person.logIn('/sign-up-forms')
    await person.get('/sign-up-forms')
    const form = { name: 'News', consent: 'Yes, please.', topic_id: '', segment_id: '' }
    const refused = await person.post('/sign-up-forms/make', { ...form, from: FOREIGN })
    expect([refused.status, refused.text.includes('another team has verified')]).toEqual([422, true])
    const { location } = await person.post('/sign-up-forms/make', { ...form, from: OWN })
    const path = location!.split('?')[0]!
    expect((await person.post(`${path}/change`, { ...form, from: FOREIGN })).status).toBe(422)
    expect((await person.post(`${path}/change`, { ...form, name: 'Other', from: OWN })).status).toBe(303)
  })

  it('is rejected in a broadcast that is created on the page', async () => {
    const person = aPerson(server)
    await person.logIn('/broadcasts')
    await person.get('/broadcasts')
    const segment_id = await created('/segments', { name: 'Of the page' })
    const form = { name: 'N', from_name: 'Boss', subject: 'S', segment_id, topic_id: 'none' }
    const refused = await person.post('/broadcasts/make', { ...form, from_address: 'boss@held.example' })
    expect([refused.status, refused.text.includes('another team has verified')]).toEqual([422, true])
    expect((await person.post('/broadcasts/make', { ...form, from_address: OWN })).status).toBe(303)
  })

  it('is accepted if the team has verified a subdomain', async () => {
    await aVerifiedDomain(server, zone, 'below.held.example')
    await expect(aTemplate('a@below.held.example')).resolves.toEqual(expect.any(String))
  })
})

async function expectRefused(asked: Promise<Reply>): Promise<Reply> {
  const answer = await asked
  expect([answer.status, answer.body.name]).toEqual([403, 'validation_error'])
  expect(answer.body.message).toMatch(REFUSED)
  return answer
}

it('is checked against the nearest verified name, for names of any length', () => {
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
