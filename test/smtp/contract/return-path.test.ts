// The SMTP server for return paths: a report to an address that identifies an email updates that email once, and
// nothing else has an effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETURN_PATHS, ReturnPaths } from '../../../src/mail/bounces/return-path.ts'
import { addVerifiedDomain } from '../../../src/identity/domains/actions.ts'
import { listEmailEvents } from '../../../src/mail/emails/store.ts'
import { serverSecret } from '../../../src/base/store/server-secret.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { firstTeamOf } from '../../support/people.ts'
import { arf, dsn, failed, worded } from '../../support/reports.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { openMailIn } from '../../../src/interfaces/smtp/mail-in.ts'
import { deliverMessage, smtpTalk } from '../../support/smtp-talk.ts'
import { pino } from 'pino'

const DAY = 24 * 3_600_000
let time: Clock
let sink: MailSink
let server: TestServer
let team_id: string
let paths: ReturnPaths
let port: number

beforeAll(async () => {
  time = clock()
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, SMTP_IN_PORT: '0' }, { now: time.now })
  team_id = await firstTeamOf(server, server.admin.email)
  paths = new ReturnPaths(await server.database.unit(tx => serverSecret(tx, RETURN_PATHS, time.now())))
  port = server.mail_ports.reports!
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

let count = 0
const anAddress = (): string => `reported-${++count}@example.net`
/** `path` is the return path of the first recipient. */
async function sent(...to: [string, ...string[]]): Promise<{ id: string; path: string }> {
  const { body } = await server.call('POST', '/emails', { body: anEmailBody({ to }) })
  await server.queue.idle()
  const { id } = body
  return { id, path: paths.returnPathOf(id, 'send.example.org', to[0]) }
}
const get = async (path: string) => (await server.call('GET', path)).body
const events = (id: string) => server.database.read(tx => listEmailEvents(tx, { team_id, email_id: id }))
const types = async (id: string): Promise<string[]> => (await events(id)).map(({ type }) => type)
const statuses = async (id: string) =>
  Object.fromEntries(
    (await get(`/emails/${id}`)).recipients.map((each: { address: string; status: string }) => [
      each.address,
      each.status,
    ]),
  )

describe('a bounce', () => {
  it('is recorded for a delivered email and suppresses the address', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    expect((await get(`/emails/${id}`)).last_event).toBe('delivered')
    expect(await deliverMessage(port, path.toUpperCase(), dsn([failed(ana.toUpperCase())]))).toMatch(/^250 /)
    const email = await get(`/emails/${id}`)
    const state = { address: ana, status: 'bounced', code: 550, reply: '550 5.1.1 No such user' }
    expect(email).toMatchObject({ last_event: 'bounced', recipients: [state] })
    const detail = { recipients: [ana], code: 550, words: state.reply, attempt: 0, bounce: 'permanent' }
    expect((await events(id)).at(-1)).toMatchObject({ type: 'bounced', detail })
    expect(await get(`/suppressions/${ana}`)).toMatchObject({ origin: 'bounce', source_id: id })
    const next = await sent(ana)
    expect((await get(`/emails/${next.id}`)).last_event).toBe('suppressed')
  })

  it('counts once when it arrives repeatedly', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    const report = dsn([failed(ana)])
    const replies = await Promise.all(Array.from({ length: 8 }, () => deliverMessage(port, path, report)))
    time.forward(DAY)
    replies.push(
      await deliverMessage(port, path, report),
      await deliverMessage(port, path, worded(`<${ana}>: 550 5.1.1 unknown user`)),
    )
    expect(new Set(replies.map(reply => reply.slice(0, 3)))).toEqual(new Set(['250']))
    expect(await types(id)).toEqual(['delivered', 'bounced'])
    await server.call('DELETE', `/suppressions/${ana}`)
    await deliverMessage(port, path, report)
    expect((await get(`/suppressions/${ana}`)).statusCode).toBe(404)
  })

  it('affects only the recipient that it names', async () => {
    const [ana, bob] = [anAddress(), anAddress()]
    const { id, path } = await sent(ana, bob)
    await deliverMessage(port, path, dsn([failed(ana, 'smtp; 552 5.2.2 Mailbox full', '5.2.2')]))
    expect(await statuses(id)).toEqual({ [ana]: 'bounced', [bob]: 'delivered' })
    expect((await get(`/emails/${id}`)).last_event).toBe('bounced')
    expect((await events(id)).at(-1)).toMatchObject({ detail: { bounce: 'transient' } })
    expect((await get(`/suppressions/${ana}`)).statusCode).toBe(404)
  })

  it('without an address applies to the recipient of the return path', async () => {
    const nameless = 'Final-Recipient: X400; /C=US/G=ANA\nAction: failed\nStatus: 5.1.1'
    const [ana, bob] = [anAddress(), anAddress()]
    const { id, path } = await sent(ana, bob)
    expect(await deliverMessage(port, path, dsn([nameless]))).toMatch(/^250 /)
    expect(await statuses(id)).toEqual({ [ana]: 'bounced', [bob]: 'delivered' })
  })

  it('changes nothing when it names a recipient of another email', async () => {
    const [ana, bob] = [anAddress(), anAddress()]
    const { id, path } = await sent(ana)
    const other = await sent(bob)
    expect(await deliverMessage(port, path, dsn([failed(bob)]))).toMatch(/^250 /)
    expect([await types(id), await types(other.id)]).toEqual([['delivered'], ['delivered']])
    expect((await get(`/suppressions/${bob}`)).statusCode).toBe(404)
  })

  it('that arrives during delivery ends the attempts for that recipient only', async () => {
    const [ana, bob] = [anAddress(), anAddress()]
    const busy = await mailSink({ recipient: () => ({ code: 451, words: '4.3.0 Later' }) })
    const other = await startServer({ SMTP_URL: busy.url, SMTP_IN_PORT: '0' }, { now: time.now })
    try {
      const { id } = (await other.call('POST', '/emails', { body: anEmailBody({ to: [ana, bob] }) })).body
      await other.queue.idle()
      const secret = await other.database.unit(tx => serverSecret(tx, RETURN_PATHS, time.now()))
      const path = new ReturnPaths(secret).returnPathOf(id, 'send.example.org', ana)
      await deliverMessage(other.mail_ports.reports!, path, dsn([failed(ana)]))
      const { body } = await other.call('GET', `/emails/${id}`)
      expect(body.last_event).toBe('delivery_delayed')
      time.forward(60_000)
      await other.queue.idle()
      const after = (await other.call('GET', `/emails/${id}`)).body
      expect(
        after.recipients.map(({ address, status }: { address: string; status: string }) => [address, status]),
      ).toEqual(
        expect.arrayContaining([
          [ana, 'bounced'],
          [bob, 'delivery_delayed'],
        ]),
      )
    } finally {
      await other.stop()
      await busy.close()
    }
  })
})

describe('other reports', () => {
  it('record a delay and its end once each, and the email stays delivered', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    const delayed = dsn([`Final-Recipient: rfc822;${ana}\nAction: delayed\nStatus: 4.4.1`])
    const delivered = dsn([`Final-Recipient: rfc822;${ana}\nAction: delivered\nStatus: 2.0.0`])
    await deliverMessage(port, path, delivered)
    expect(await types(id)).toEqual(['delivered'])
    await deliverMessage(port, path, delayed)
    expect(await statuses(id)).toEqual({ [ana]: 'delivery_delayed' })
    expect((await get(`/emails/${id}`)).last_event).toBe('delivered')
    for (let round = 0; round < 3; round++)
      for (const report of [delivered, delayed]) await deliverMessage(port, path, report)
    expect(await types(id)).toEqual(['delivered', 'delivery_delayed', 'delivered'])
    expect(await statuses(id)).toEqual({ [ana]: 'delivered' })
  })

  it('record a complaint and suppress its sender', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    const report = arf(`Feedback-Type: abuse\nUser-Agent: X/1\nVersion: 1\nOriginal-Rcpt-To: ${ana}`)
    for (let round = 0; round < 2; round++)
      expect(await deliverMessage(port, path, report, 'fbl@x.example')).toMatch(/^250 /)
    expect(await get(`/emails/${id}`)).toMatchObject({
      last_event: 'complained',
      recipients: [{ status: 'complained' }],
    })
    expect(await types(id)).toEqual(['delivered', 'complained'])
    expect(await get(`/suppressions/${ana}`)).toMatchObject({ origin: 'complaint', source_id: id })
  })

  it('accept personal replies, absence notices and non-emails without an effect', async () => {
    const { id, path } = await sent(anAddress())
    for (const mail of ['Subject: Re: Invoice\r\n\r\nThanks!', '', '\0\0\0', arf('Feedback-Type: not-spam')])
      expect(await deliverMessage(port, path, mail)).toMatch(/^250 /)
    expect(await types(id)).toEqual(['delivered'])
  })
})

describe('the return path of an email', () => {
  it('from a verified domain is its own, and receives its bounce', async () => {
    const name = 'verified.example'
    await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name }, time.now()))
    const ana = anAddress()
    const body = anEmailBody({ from: `Ada <ada@${name}>`, to: ana })
    const { id } = (await server.call('POST', '/emails', { body })).body
    await server.queue.idle()
    const { from, recipients } = sink.messages.at(-1)!
    expect(recipients).toEqual([ana])
    expect(from).toBe(paths.returnPathOf(id, `send.${name}`, ana))
    await deliverMessage(port, from, dsn([failed(ana)]))
    expect(await types(id)).toEqual(['delivered', 'bounced'])
  })

  it('from a verified domain is separate for each recipient, and a bounce affects only that recipient', async () => {
    const name = 'several.example'
    await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name }, time.now()))
    const [ana, bob, mallory] = [anAddress(), anAddress(), 'mallory@evil.example']
    const before = sink.connections()
    const body = anEmailBody({ from: `Ada <ada@${name}>`, to: [ana, bob], bcc: mallory })
    const { id } = (await server.call('POST', '/emails', { body })).body
    await server.queue.idle()
    const envelopes = sink.messages.slice(-3).map(({ from, recipients }) => [from, recipients])
    expect(envelopes).toEqual([ana, bob, mallory].map(to => [paths.returnPathOf(id, `send.${name}`, to), [to]]))
    expect(new Set(sink.messages.slice(-3).map(({ raw }) => raw)).size).toBe(1)
    expect(sink.connections() - before).toBeLessThanOrEqual(1)
    expect(await statuses(id)).toEqual({ [ana]: 'delivered', [bob]: 'delivered', [mallory]: 'delivered' })
    expect(await types(id)).toEqual(['delivered', 'delivered', 'delivered'])
    const [of_ana, of_bob] = envelopes.map(([from]) => from as string)
    for (const other of [bob, mallory, 'stranger@example.net']) {
      expect(await deliverMessage(port, of_ana!, dsn([failed(other)]))).toMatch(/^250 /)
      expect(await deliverMessage(port, of_ana!, worded(`<${other}>: 550 5.1.1 unknown user`))).toMatch(/^250 /)
      expect(await deliverMessage(port, of_ana!, arf(`Feedback-Type: abuse\nOriginal-Rcpt-To: ${other}`))).toMatch(
        /^250 /,
      )
    }
    expect(await statuses(id)).toEqual({ [ana]: 'delivered', [bob]: 'delivered', [mallory]: 'delivered' })
    await deliverMessage(port, of_ana!, dsn([failed(bob), failed(ana), failed(mallory)]))
    expect(await statuses(id)).toEqual({ [ana]: 'bounced', [bob]: 'delivered', [mallory]: 'delivered' })
    await deliverMessage(port, of_bob!, dsn([failed(bob)]))
    expect(await statuses(id)).toEqual({ [ana]: 'bounced', [bob]: 'bounced', [mallory]: 'delivered' })
    expect((await get(`/suppressions/${mallory}`)).statusCode).toBe(404)
    const elsewhere = paths.returnPathOf(id, `send.${name}`, 'else@else.example')
    expect(await deliverMessage(port, elsewhere, dsn([failed(ana)]))).toMatch(/^550 /)
  })

  it('from an unverified domain is its sender, shared by all recipients', async () => {
    const to = [anAddress(), anAddress()] as const
    await sent(...to)
    expect(sink.messages.at(-1)).toMatchObject({ from: 'ada@example.org', recipients: to })
  })
})

describe('the SMTP server', () => {
  it('closes slow and idle connections after a maximum time', async () => {
    const bounds = { idle_ms: 300, connection_ms: 900 }
    const door = { database: server.database, return_paths: paths, name: 'x', certificate: undefined, now: time.now }
    const log = pino({ level: 'silent' })
    const address = { host: '127.0.0.1', port: 0, setting: 'SMTP_IN_PORT' }
    const listener = await openMailIn(address, { ...door, log, bounds })
    const { path } = await sent(anAddress())
    const silent = await smtpTalk(listener.port)
    const slow = await smtpTalk(listener.port)
    for (const line of ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${path}>`, 'DATA']) await slow.say(line)
    const drops = setInterval(() => slow.send('a'), 20)
    await Promise.all([silent.closed(), slow.closed()])
    clearInterval(drops)
    await listener.close(100)
  })

  it('rejects unknown, forged and expired addresses', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    const forged = new ReturnPaths('another secret').returnPathOf(id, 'send.example.org', ana)
    const gone = paths.returnPathOf('5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10', 'send.example.org', ana)
    for (const to of [forged, gone, 'bounces@send.example.org', 'admin@example.com', 'postmaster'])
      expect(await deliverMessage(port, to, dsn([failed('x@example.net')])), to).toMatch(/^550 /)
    time.forward(60 * DAY + 1000)
    expect(await deliverMessage(port, path, dsn([failed('x@example.net')]))).toMatch(/^550 /)
  })

  it('limits the number of reports per network and asks the client to retry later', async () => {
    const door = { database: server.database, return_paths: paths, name: 'x', certificate: undefined, now: time.now }
    const [log, rate] = [pino({ level: 'silent' }), { at_once: 2, per_minute: 1 }]
    const address = { host: '127.0.0.1', port: 0, setting: 'SMTP_IN_PORT' }
    const listener = await openMailIn(address, { ...door, log, rate })
    const { path } = await sent(anAddress())
    const report = dsn([failed('x@example.net')])
    for (const reply of [/^250 /, /^250 /, /^450 .*later/])
      expect(await deliverMessage(listener.port, path, report)).toMatch(reply)
    time.forward(60_000)
    for (const reply of [/^250 /, /^450 /]) expect(await deliverMessage(listener.port, path, report)).toMatch(reply)
    await listener.close(100)
  })

  it('accepts a bounce of dashes only and parses it quickly', async () => {
    const { id, path } = await sent(anAddress())
    const head = 'From: MAILER-DAEMON@example.net\r\nSubject: Undelivered\r\n\r\n'
    expect(await deliverMessage(port, path, `${head}x\r\n${`${'-'.repeat(999)}\r\n`.repeat(131)}`)).toMatch(/^250 /)
    expect(await types(id)).toEqual(['delivered'])
  })

  it('closes the connection after repeated guesses', async () => {
    const talk = await smtpTalk(port)
    await talk.say('EHLO x.example')
    await talk.say('MAIL FROM:<>')
    const replies: string[] = []
    for (let guess = 0; guess < 12 && replies.at(-1) !== 'closed'; guess++)
      replies.push((await talk.say(`RCPT TO:<bounces+${guess}@x.example>`)).slice(0, 3))
    expect(replies.slice(0, 10)).toEqual([...Array.from({ length: 9 }, () => '550'), '421'])
    await talk.closed()
  })

  it('replies 451 and stores nothing when writing fails', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    const { unit } = server.database
    server.database.unit = () => Promise.reject(new Error('no space'))
    try {
      expect(await deliverMessage(port, path, dsn([failed(ana)]))).toMatch(/^451 /)
    } finally {
      server.database.unit = unit
    }
    expect(await types(id)).toEqual(['delivered'])
    expect(await deliverMessage(port, path, dsn([failed(ana)]))).toMatch(/^250 /)
    expect(await types(id)).toEqual(['delivered', 'bounced'])
  })

  it('keeps working after any input from a hundred concurrent connections', async () => {
    const ana = anAddress()
    const { id, path } = await sent(ana)
    const talks = await Promise.all(Array.from({ length: 100 }, () => smtpTalk(port)))
    for (const [index, talk] of talks.entries()) {
      if (index % 5 === 0) talk.send('x'.repeat(200_000))
      if (index % 5 === 1) talk.send('NOOP\r\nRSET\r\nFOO\r\n\0\r\n'.repeat(300))
      if (index % 5 === 2) talk.send(`EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<${path}>\r\nDATA\r\n${'a'.repeat(100_000)}`)
      if (index % 5 === 3) talk.send('EHLO x\r\nMAIL FROM:<\r\nAUTH PLAIN x\r\nSTARTTLS\r\nDATA\r\n')
      if (index % 5 === 4) talk.end()
    }
    expect(await deliverMessage(port, path, dsn([failed(ana)]))).toMatch(/^250 /)
    for (const talk of talks) talk.end()
    expect(await types(id)).toEqual(['delivered', 'bounced'])
    expect((await server.call('GET', '/emails')).status).toBe(200)
  })

  it('does not log addresses or message content', () => {
    const log = server.logged()
    expect(log).toContain('return path email received')
    expect(log).not.toMatch(/reported-\d+@|bounces\+[a-z2-7]{20}/)
  })
})
