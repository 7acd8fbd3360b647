// Receiving email: accepted by the SMTP server, stored as received, and parsed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBodiesOf, readRaw } from '../../../src/inbound/receiving/actions.ts'
import { findReceivedRecord, listReceivedAttachments } from '../../../src/inbound/receiving/store.ts'
import { clock } from '../../support/clock.ts'
import { zoneServer, type NameServer } from '../../support/dns.ts'
import { firstTeamOf } from '../../support/people.ts'
import { aReceivingDomain, newestReceived, receive } from '../../support/receiving.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const time = clock()
let names: NameServer
let server: TestServer
let team_id: string

beforeAll(async () => {
  names = await zoneServer({ 'example.net': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } })
  server = await startServer({ SMTP_IN_PORT: '0', DNS_SERVERS: names.address }, { now: time.now })
  team_id = await firstTeamOf(server, server.admin.email)
  await aReceivingDomain(server.database, team_id, 'rx.example.org', time.now())
})
afterAll(async () => {
  await server.stop()
  await names.close()
})

const rawOf = async (id: string): Promise<string> => {
  const whole = (await server.database.read(tx => findReceivedRecord(tx, { team_id, id })))!
  const pieces: Buffer[] = []
  for await (const piece of readRaw(body => server.database.read(body), whole)) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

describe('an email', () => {
  it('is stored as received after our trace headers, and parsed', async () => {
    const message =
      'From: =?utf-8?Q?B=C3=B6b?= <bob@example.net>\r\nTo: in@rx.example.org\r\nSubject: Hi\r\nMessage-ID: <q1@example.net>\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\ncaf\xe9\r\n' +
      '--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8gd29ybGQhIQ==\r\n--b--\r\n'
    const reply = await receive(server, ['in@rx.example.org', 'hidden@rx.example.org'], message)
    expect(reply).toMatch(/^250 OK: stored as /)
    const found = await newestReceived(server.database, team_id)
    expect(reply).toContain(`stored as ${found.id}`)
    expect(found).toMatchObject({
      state: 'read',
      from_address: 'bob@example.net',
      from_name: 'Böb',
      to: ['in@rx.example.org'],
      received_for: ['in@rx.example.org', 'hidden@rx.example.org'],
      subject: 'Hi',
      message_id: '<q1@example.net>',
      is_automatic: false,
      verdict: 'ok',
      attachments: 1,
      authentication: { spf: 'pass', dkim: 'gray', dmarc: 'gray' },
      problems: [],
    })
    const bodies = await server.database.read(tx => findBodiesOf({ tx, team_id }, found.id))
    expect(bodies!.html).toBeNull()
    const files = await server.database.read(tx => listReceivedAttachments(tx, { team_id, email_id: found.id }))
    expect(files).toMatchObject([
      { filename: 'a.txt', content_type: 'text/plain', size: 13, content_disposition: 'attachment' },
    ])
    const raw = await rawOf(found.id)
    expect(raw).toMatch(/^Return-Path: <bob@example\.net>\r\nReceived: from mx\.example\.net \(\[127\.0\.0\.1\]\)/)
    expect(raw).toContain('Authentication-Results: ')
  })

  it('accepts ids and senders in any script, and no sender can inject a header', async () => {
    // text that does not compress
    const letters = Array.from({ length: 990 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)))
    const long = letters.join('')
    const reply = await receive(
      server,
      'in@rx.example.org',
      `From: <${long}@example.net>\r\nMessage-ID: <${long}@x>\r\nReferences: <${long}@y> <r@x>\r\nSubject: \0${long}\r\n\r\nx`,
      'a\u010aX-Forged:1@example.net',
    )
    expect(reply).toMatch(/^250 /)
    const found = await newestReceived(server.database, team_id)
    expect(found).toMatchObject({ state: 'read', message_id: null, references: ['<r@x>'] })
    expect(found.subject).toHaveLength(991)
    expect(await rawOf(found.id)).not.toMatch(/\nX-Forged/)
  })

  it('is stored as unreadable when its parsed content cannot be stored', async () => {
    const { subscribers } = server.database
    const refuse = async (_: unknown, { received }: { received: { state: string } }): Promise<void> => {
      if (received.state === 'read') throw new Error('it cannot be stored')
    }
    server.database.subscribers = { ...subscribers!, 'email.received': [refuse as never] }
    const accepted_at = time.now().toISOString()
    const reply = await receive(server, 'in@rx.example.org', 'From: bob@example.net\r\nSubject: lost\r\n\r\nx')
    for (let attempt = 0; attempt < 2; attempt++) {
      time.forward(60_000)
      await server.queue.idle()
    }
    server.database.subscribers = subscribers
    const found = await newestReceived(server.database, team_id)
    expect(found).toMatchObject({ state: 'unreadable', envelope_from: 'bob@example.net', subject: null })
    expect(found.problems).toHaveLength(1)
    expect(await rawOf(found.id)).toContain('Subject: lost')
    // although it was parsed two minutes later
    expect([found.id, found.created_at]).toEqual([/stored as (\S+)/.exec(reply)![1], accepted_at])
  })
})
