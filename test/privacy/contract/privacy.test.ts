// One person: all that is kept of them is theirs to have.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { acceptEmail } from '../../../src/emails/actions.ts'
import { PERSONAL_LISTS } from '../../../src/personal.ts'
import { openPersonExport, personPieces } from '../../../src/privacy/export/actions.ts'
import { expectHidden, itIsRefusedToSendingKeys } from '../../support/access.ts'
import { clock } from '../../support/clock.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aKnownPerson, type KnownPerson, NAMES, OTHER, PERSON, readTheirMail } from '../../support/person.ts'
import { checkAnswer } from '../../support/sealed.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

const time = clock(new Date().toISOString())
/** More emails than are read at a time, and than are looked at in one go of a part. */
const MUCH = 250
const SOON = { timeout: 15_000, interval: 20 }
const BOUNCE = `5.1.1 <${PERSON}> is nobody here`

let sink: MailSink
let server: TestServer
let person: KnownPerson
let isGone = false
let stranger: { team_id: string; key: string }

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => (isGone && address === PERSON ? { code: 550, words: BOUNCE } : undefined),
  })
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now })
  stranger = await aTeam(server)
  person = await aKnownPerson(server, sink)
  // the run's, one alone, one with somebody else, and the broadcast's
  await vi.waitFor(() => {
    // what was put off comes again
    time.forward(1000)
    expect(sink.messages.filter(({ recipients }) => recipients.includes(PERSON))).toHaveLength(4)
  }, SOON)
  await server.queue.idle()
  time.forward(60_000)
  await readTheirMail(sink)
  isGone = true
  const says = {
    from: 'Acme <hi@tracked.example.org>',
    to: PERSON,
    subject: `Good bye, ${NAMES.first}`,
    text: NAMES.last,
  }
  person.emails.bounced = (await server.call('POST', '/emails', { body: says })).body.id
  const lastEvent = async () => (await server.call('GET', `/emails/${person.emails.bounced}`)).body.last_event
  await vi.waitFor(async () => expect(await lastEvent()).toBe('bounced'), SOON)
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

describe('exportContact', () => {
  it('gives everything that is kept about the contact, by its id or its address', async () => {
    const { status, body, headers } = await server.call('GET', `/contacts/${person.contact_id}/export`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    checkAnswer('exportContact', 200, body)
    expect(body.contact).toMatchObject({
      id: person.contact_id,
      email: PERSON,
      first_name: NAMES.first,
      properties: { nickname: { value: 'Zuzalinka the Great' } },
    })
    expect(body.segments).toEqual([expect.objectContaining({ id: person.segment_id, name: 'Everybody' })])
    expect(body.topics).toEqual([
      { id: person.topic_id, name: 'News', subscription: 'opt_out', chosen_at: expect.any(String) },
    ])
    expect(body.suppression).toMatchObject({ origin: 'bounce', source_id: person.emails.bounced })
    expect(body.automation_runs).toEqual([
      expect.objectContaining({
        event_name: 'trial.started',
        payload: { note: 'Querbein asked for it' },
        status: 'running',
        steps: expect.arrayContaining([expect.objectContaining({ key: 'nudge', status: 'completed' })]),
      }),
    ])
    expect(body.broadcasts).toEqual([
      expect.objectContaining({
        id: person.broadcast_id,
        email: PERSON,
        facts: expect.arrayContaining([expect.objectContaining({ type: 'opened', count: 1 })]),
        links: [{ url: `https://shop.example/news?who=${PERSON}`, clicks: 1 }],
      }),
    ])
    const again = (await server.call('GET', `/contacts/${PERSON.toUpperCase()}/export`)).body
    expect({ ...again, exported_at: '' }).toEqual({ ...body, exported_at: '' })
  })

  it('gives each email to the address with what became of it, and not who else it went to', async () => {
    const { body } = await server.call('GET', `/contacts/${PERSON}/export`)
    const byId = new Map<string, object>(body.emails.map((email: { id: string }) => [email.id, email]))
    // those of the run and of the broadcast, too
    expect(byId.size).toBe(6)
    expect(byId.get(person.emails.alone)).toMatchObject({
      received_as: ['to'],
      status: 'delivered',
      subject: `Dear ${NAMES.first}`,
      opened: 1,
      clicked: 1,
      events: expect.arrayContaining([
        expect.objectContaining({
          type: 'clicked',
          link: expect.stringContaining('shop.example'),
          network: '10.0.0.0',
        }),
      ]),
    })
    expect(byId.get(person.emails.shared)).toMatchObject({ received_as: ['cc'], status: 'delivered', opened: null })
    expect(byId.get(person.emails.scheduled)).toMatchObject({ last_event: 'scheduled', status: null })
    expect(byId.get(person.emails.bounced)).toMatchObject({
      status: 'bounced',
      events: [expect.objectContaining({ type: 'bounced', code: 550, reply: expect.stringContaining('nobody here') })],
    })
    expect(JSON.stringify(body)).not.toContain(OTHER)
  })

  it('is hidden from other teams, and knows nothing of theirs', async () => {
    await server.call('POST', '/contacts', { key: stranger.key, body: { email: PERSON, first_name: 'Other' } })
    const { body } = await server.call('GET', `/contacts/${PERSON}/export`, { key: stranger.key })
    expect([body.contact.first_name, body.emails, body.broadcasts, body.automation_runs]).toEqual(['Other', [], [], []])
    const unknown = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
    const hidden = { id: person.contact_id, unknown, message: 'Contact not found' }
    await expectHidden(server, 'GET', id => `/contacts/${id}/export`, hidden)
  })

  it('is read a part at a time, and not before that is asked for', async () => {
    const { team_id, key } = await aTeam(server, 'A team with much mail')
    const address = 'reader@example.net'
    await server.call('POST', '/contacts', { key, body: { email: address } })
    const body = { from: 'Acme <hi@example.org>', to: address, subject: 'News', text: 'Hello' }
    const scheduled_at = new Date(time.now().getTime() + 86_400_000).toISOString()
    for (let start = 0; start < MUCH; start += 50)
      await server.database.unit(async tx => {
        for (let count = 0; count < 50; count++)
          await acceptEmail(tx, { team_id, body: { ...body, scheduled_at } }, time.now())
      })
    const wanted = await server.database.unit(tx => openPersonExport(tx, team_id, address, time.now()))
    let reads = 0
    const pieces = personPieces(work => (reads++, server.database.read(work)), wanted, PERSONAL_LISTS)
    const sizes: number[] = []
    let whole = ''
    for await (const piece of pieces) {
      sizes.push(piece.match(/"message_id"/g)?.length ?? 0)
      // nothing is read ahead of whoever takes it
      expect(reads).toBeLessThanOrEqual(sizes.length)
      whole += piece
    }
    expect(JSON.parse(whole).emails).toHaveLength(MUCH)
    expect(Math.max(...sizes)).toBe(20)
  })

  itIsRefusedToSendingKeys(() => server, 'GET', '/contacts/x/export')
})
