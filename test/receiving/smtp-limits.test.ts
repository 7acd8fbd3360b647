// Limits of the SMTP server and concurrent traffic: connections, rates, interrupted emails, disabled domains, and
// emails together with reports.
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { type MailInOptions, openMailIn } from '../../src/interfaces/smtp/mail-in.ts'
import type { SmtpListener } from '../../src/interfaces/smtp/listener.ts'
import { listReceivedItems } from '../../src/inbound/receiving/store.ts'
import { RETURN_PATHS, ReturnPaths } from '../../src/mail/bounces/return-path.ts'
import { statement } from '../../src/base/store/statement.ts'
import { serverSecret } from '../../src/base/store/server-secret.ts'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { firstTeamOf } from '../support/people.ts'
import { aReceivingDomain } from '../support/receiving.ts'
import { dsn, failed } from '../support/reports.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { deliverMessage, smtpTalk, type SmtpTalk } from '../support/smtp-talk.ts'
import { waitUntil } from '../support/wait-until.ts'

const time = clock()
const TO = 'in@rx.example.org'
const MAIL = 'From: bob@example.net\r\nSubject: x\r\n\r\nHello\r\n'
let sink: MailSink
let server: TestServer
let team_id: string
let paths: ReturnPaths

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, SMTP_IN_PORT: '0', DNS_SERVERS: '127.0.0.1:9' }, { now: time.now })
  team_id = await firstTeamOf(server, server.admin.email)
  await aReceivingDomain(server.database, team_id, 'rx.example.org', time.now())
  paths = new ReturnPaths(await server.database.unit(tx => serverSecret(tx, RETURN_PATHS, time.now())))
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

async function aDoor(more: Partial<MailInOptions>): Promise<SmtpListener> {
  const { database } = server
  const door = {
    database,
    return_paths: paths,
    name: 'x',
    certificate: undefined,
    now: time.now,
    log: pino({ level: 'silent' }),
  }
  return openMailIn({ host: '127.0.0.1', port: 0, setting: 'SMTP_IN_PORT' }, { ...door, ...more })
}

const count = async (): Promise<number> => {
  await server.queue.idle()
  return (await server.database.read(tx => listReceivedItems(tx, { team_id }, { limit: 10_000 }))).rows.length
}
const blobs = statement<{ team_id: string }, { sweep_at: string }>((knex, param) =>
  knex('blobs')
    .select('sweep_at')
    .where({ team_id: param('team_id'), state: 'open' }),
)

describe('connections', () => {
  it('that are idle are closed in favor of others from their address, network or any network', async () => {
    const bounds = { connections_max: 12, connections_of_one_max: 8, connections_of_network_max: 10 }
    const door = await aDoor({ bounds })
    const silent = await Promise.all(Array.from({ length: 30 }, () => smtpTalk(door.port, '127.0.0.2')))
    const others: SmtpTalk[] = []
    for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.9.0.1', '127.9.0.2', '127.9.0.3']) {
      const talk = await smtpTalk(door.port, from)
      expect(await talk.say('EHLO x'), from).toMatch(/^250 /)
      others.push(talk)
    }
    for (const talk of [...silent, ...others]) talk.end()
    await door.close(100)
  })

  it('that were closed free their slot, even if their clients never close them', async () => {
    const door = await aDoor({
      bounds: { connections_max: 6, connections_of_one_max: 4, connections_of_network_max: 5 },
    })
    const never: net.Socket[] = []
    for (let count = 0; count < 30; count++) {
      const from = { host: '127.0.0.1', localAddress: '127.0.0.2' }
      const socket = net.connect({ port: door.port, ...from, allowHalfOpen: true }).on('error', () => {})
      await new Promise(resolve => socket.once('data', resolve).once('close', resolve))
      never.push(socket)
      const talk = await smtpTalk(door.port, '127.9.0.1')
      expect(await talk.say('EHLO x')).toMatch(/^250 /)
      talk.end()
    }
    for (const socket of never) socket.destroy()
    await door.close(100)
  })

  it('that are active are limited per address and network', async () => {
    const door = await aDoor({ bounds: { connections_of_one_max: 2, connections_of_network_max: 3 } })
    const talks: SmtpTalk[] = []
    for (const from of ['127.0.0.2', '127.0.0.2', '127.0.0.3']) {
      const talk = await smtpTalk(door.port, from)
      await talk.say('EHLO x')
      talks.push(talk)
    }
    for (const from of ['127.0.0.2', '127.0.0.4'])
      expect((await smtpTalk(door.port, from)).replies[0]).toMatch(/^421 Too many connections/)
    const elsewhere = await smtpTalk(door.port, '127.9.0.1')
    expect(elsewhere.replies[0]).toMatch(/^220 /)
    for (const talk of [...talks, elsewhere]) talk.end()
    await door.close(100)
  })

  it('20 connections of one network deliver 200 emails concurrently', async () => {
    const before = await count()
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const own: string[] = []
        for (let mail = 0; mail < 10; mail++)
          own.push(await deliverMessage(server.mail_ports.reports!, TO, MAIL, 'bob@example.net'))
        return own
      }),
    )
    expect(new Set(replies.flat().map(reply => reply.slice(0, 3)))).toEqual(new Set(['250']))
    expect((await count()) - before).toBe(200)
  })
})

describe('a rate limit', () => {
  it.each(['network', 'domain', 'team'] as const)('per %s asks the client to retry later', async what => {
    const door = await aDoor({ rates: { [what]: { at_once: 2, per_minute: 1 } } })
    for (const reply of [/^250 /, /^250 /, /^450 .*later/])
      expect(await deliverMessage(door.port, TO, MAIL)).toMatch(reply)
    time.forward(60_000)
    for (const reply of [/^250 /, /^450 /]) expect(await deliverMessage(door.port, TO, MAIL)).toMatch(reply)
    await door.close(100)
  })
})

describe('an email', () => {
  it('that is interrupted is not stored, and its partial content is released', async () => {
    const before = await count()
    const talk = await smtpTalk(server.mail_ports.reports!)
    for (const line of ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${TO}>`, 'DATA']) await talk.say(line)
    talk.send(`${'a'.repeat(998)}\r\n`.repeat(1_000))
    const open = () => server.database.read(tx => tx.all(blobs, { team_id }))
    await waitUntil(async () => (await open()).length === 1)
    talk.end()
    await waitUntil(async () => (await open()).every(({ sweep_at }) => sweep_at <= time.now().toISOString()))
    expect(await count()).toBe(before)
  })

  it('to a domain and to a return path is stored and processed as a report', async () => {
    const ana = 'ana@example.net'
    const { id } = (await server.call('POST', '/emails', { body: anEmailBody({ to: ana }) })).body
    await server.queue.idle()
    const before = await count()
    const path = paths.returnPathOf(id, 'send.example.org', ana)
    const report = dsn([failed(ana)]).replaceAll(/\r?\n/g, '\r\n')
    expect(await deliverMessage(server.mail_ports.reports!, [path, TO], report)).toMatch(/^250 /)
    expect((await count()) - before).toBe(1)
    expect((await server.call('GET', `/emails/${id}`)).body.last_event).toBe('bounced')
  })

  it('is answered with 451 and not stored when writing fails', async () => {
    const before = await count()
    const { unit } = server.database
    server.database.unit = () => Promise.reject(new Error('no space'))
    try {
      expect(await deliverMessage(server.mail_ports.reports!, TO, MAIL)).toMatch(/^451 /)
    } finally {
      server.database.unit = unit
    }
    expect(await count()).toBe(before)
  })
})

describe('a domain', () => {
  it('with receiving disabled rejects email after a short delay, and accepts it once enabled', async () => {
    const { data } = (await server.call('GET', '/domains')).body
    const { id } = data.find((each: { name: string }) => each.name === 'rx.example.org')
    const set = (receiving: string) => server.call('PATCH', `/domains/${id}`, { body: { capabilities: { receiving } } })
    expect(await deliverMessage(server.mail_ports.reports!, TO, MAIL)).toMatch(/^250 /)
    expect((await set('disabled')).status).toBe(200)
    await waitUntil(async () => (await deliverMessage(server.mail_ports.reports!, TO, MAIL)).startsWith('550'))
    await set('enabled')
    expect(await deliverMessage(server.mail_ports.reports!, TO, MAIL)).toMatch(/^250 /)
  })
})
