// Privacy of one contact: all stored data can be exported and erased.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { acceptEmail } from '../../../src/mail/emails/actions.ts'
import { eraseNextPart } from '../../../src/campaigns/privacy/erasure/actions.ts'
import { type ErasureRecord, findErasure } from '../../../src/campaigns/privacy/erasure/store.ts'
import type { Tx } from '../../../src/base/store/database.ts'
import { ERASERS, PERSONAL_LISTS } from '../../../src/app/personal.ts'
import { openPersonExport, personPieces } from '../../../src/campaigns/privacy/export/actions.ts'
import { clock } from '../../support/clock.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aKnownPerson, type TestPerson, NAMES, OTHER, PERSON, readTheirMail } from '../../support/person.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { insertCaptured } from '../../../src/mail/delivery/store.ts'
import { tablesWith } from '../../support/stored-text.ts'
import { checkAnswer } from '../../support/sealed.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

const time = clock(new Date().toISOString())
/** More emails than one page, and than one step of a part processes. */
const MUCH = 250
const SOON = { timeout: 60_000, interval: 20 }
const BOUNCE = `5.1.1 <${PERSON}> is nobody here`

let sink: MailSink
let server: TestServer
let person: TestPerson
let isGone = false
let stranger: { team_id: string; key: string }

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => (isGone && address === PERSON ? { code: 550, words: BOUNCE } : undefined),
  })
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now })
  stranger = await aTeam(server)
  person = await aKnownPerson(server, sink)
  // one of the run, one to the contact alone, one with another recipient, and one of the broadcast
  await vi.waitFor(() => {
    // deferred emails are retried
    time.forward(1000)
    expect(sink.messages.filter(({ recipients }) => recipients.includes(PERSON))).toHaveLength(4)
  }, SOON)
  await server.queue.idle()
  time.forward(60_000)
  await readTheirMail(sink)
  await strangersPerson()
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

/** Another team has a contact with the same address. */
async function strangersPerson(): Promise<void> {
  const { key } = stranger
  await server.call('POST', '/contacts', { key, body: { email: PERSON, first_name: NAMES.first } })
  await server.call('POST', '/suppressions', { key, body: { email: PERSON } })
  const body = { from: 'Acme <hi@example.org>', to: PERSON, subject: NAMES.first, text: NAMES.first }
  const { id } = (await server.call('POST', '/emails', { key, body })).body
  const lastEvent = async () => (await server.call('GET', `/emails/${id}`, { key })).body.last_event
  await vi.waitFor(async () => expect(await lastEvent()).toBe('suppressed'), SOON)
}

const contactOf = statement<{ id: string }, { team_id: string }>((knex, place) =>
  knex('contacts').select('team_id').where('id', place('id')),
)

describe('exportContact', () => {
  it('returns everything that is stored about the contact, by id or address', async () => {
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

  it('returns each email to the address with its history, without other recipients', async () => {
    const { body } = await server.call('GET', `/contacts/${PERSON}/export`)
    const byId = new Map<string, object>(body.emails.map((email: { id: string }) => [email.id, email]))
    // including those of the run and of the broadcast
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
          // the visitors' addresses count up across all tests
          network: expect.stringMatching(/^10\.0\.\d+\.0$/),
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

  it('contains none of the data of another team', async () => {
    const { body } = await server.call('GET', `/contacts/${PERSON}/export`, { key: stranger.key })
    expect([body.emails.length, body.topics, body.broadcasts, body.automation_runs]).toEqual([1, [], [], []])
  })

  it('is read one part at a time, and only on demand', async () => {
    const { team_id, key } = await aTeam(server, 'A team with much mail')
    const address = 'reader@example.net'
    await server.call('POST', '/contacts', { key, body: { email: address } })
    const body = { from: 'Acme <hi@example.org>', to: address, subject: 'News', text: 'Hello' }
    const scheduled_at = new Date(time.now().getTime() + 20 * 86_400_000).toISOString()
    for (let start = 0; start < MUCH; start += 50)
      await server.database.unit(async tx => {
        for (let count = 0; count < 50; count++)
          await acceptEmail(tx, { team_id, body: { ...body, scheduled_at } }, time.now())
      })
    const wanted = await server.database.unit(tx => openPersonExport({ tx, team_id, now: time.now() }, address))
    let reads = 0
    const pieces = personPieces(work => (reads++, server.database.read(work)), wanted, PERSONAL_LISTS)
    const sizes: number[] = []
    let whole = ''
    for await (const piece of pieces) {
      sizes.push(piece.match(/"message_id"/g)?.length ?? 0)
      // nothing is read before the client requests it
      expect(reads).toBeLessThanOrEqual(sizes.length)
      whole += piece
    }
    expect(JSON.parse(whole).emails).toHaveLength(MUCH)
    expect(Math.max(...sizes)).toBe(20)
  })
})

type Row = Record<string, unknown>

/** The tables with this word in rows of the team or of no team. */
const holding = (word: string): Promise<string[]> =>
  tablesWith(server.database_url, word, (row: Row) => row.team_id !== stranger.team_id)
const heldByStranger = (): Promise<string[]> =>
  tablesWith(server.database_url, NAMES.first, (row: Row) => row.team_id === stranger.team_id)
const metrics = async () => (await server.call('GET', '/emails/metrics')).body.totals
const erasureOf = async (id: string, key = server.key) =>
  (await server.call('GET', `/contacts/erasures/${id}`, { key })).body
/** Waits until the erasure is completed, including deferred parts. */
const completed = (id: string, key?: string): Promise<void> =>
  vi.waitFor(async () => {
    time.forward(60_000)
    expect((await erasureOf(id, key)).status).toBe('completed')
  }, SOON)

describe('eraseContact', () => {
  let erasure_id: string
  let before: { strangers: string[]; metrics: object }

  beforeAll(async () => {
    const { team_id } = (await server.database.read(tx => tx.get(contactOf, { id: person.contact_id })))!
    // a captured email, from a time without a mail server
    await server.database.unit(async tx => {
      const at = {
        id: tx.newId('captured_mail'),
        team_id,
        email_id: person.emails.alone,
        created_at: time.now().toISOString(),
      }
      insertCaptured(tx, {
        ...at,
        message_id: 'x',
        from: 'a@example.org',
        to: [PERSON],
        subject: NAMES.last,
        raw: NAMES.last,
      })
    })
    before = { strangers: await heldByStranger(), metrics: await metrics() }
    // the search finds the word in the expected tables
    for (const word of [NAMES.first, NAMES.last]) {
      expect(await holding(word)).toEqual(
        expect.arrayContaining(['contacts', 'emails', 'captured_mail', 'email_states']),
      )
    }
    const { status, body } = await server.call('POST', `/contacts/${PERSON.toUpperCase()}/erase`)
    expect([status, body]).toEqual([
      201,
      {
        object: 'contact_erasure',
        id: expect.any(String),
        contact_id: person.contact_id,
        status: 'in_progress',
        emails: 0,
        created_at: expect.any(String),
        completed_at: null,
      },
    ])
    erasure_id = body.id
    await completed(erasure_id)
  })

  it('leaves no personal data in any table, and reports when it is completed', async () => {
    expect(await erasureOf(erasure_id)).toMatchObject({ emails: 6, completed_at: expect.any(String) })
    // file contents are deleted some time after the last reference
    await vi.waitFor(async () => {
      time.forward(600_000)
      const names = [...(await holding(NAMES.first)), ...(await holding(NAMES.last))]
      expect(names).toEqual([])
    }, SOON)
    // last, because these requests are logged with the address
    for (const path of [person.contact_id, PERSON]) {
      expect((await server.call('GET', `/contacts/${path}`)).status).toBe(404)
    }
  })

  it('keeps the data of others, and the counts', async () => {
    expect(await holding(OTHER)).toEqual(
      expect.arrayContaining(['broadcast_recipients', 'contacts', 'email_states', 'emails']),
    )
    expect(await metrics()).toEqual(before.metrics)
    expect((await server.call('GET', `/emails/${person.emails.shared}`)).body).toMatchObject({
      to: [OTHER],
      cc: [],
      subject: '',
      html: null,
      last_event: 'clicked',
      recipients: [expect.objectContaining({ address: OTHER, status: 'delivered' })],
    })
    expect((await server.call('GET', `/emails/${person.emails.alone}`)).body).toMatchObject({
      to: [],
      last_event: 'clicked',
    })
    expect((await server.call('GET', `/emails/${person.emails.scheduled}`)).body.last_event).toBe('canceled')
  })

  it('sends nothing to the address anymore, even if it is added again', async () => {
    isGone = false
    const toThem = () => sink.messages.filter(({ recipients }) => recipients.includes(PERSON)).length
    const sent = toThem()
    await server.call('POST', '/contacts', { body: { email: PERSON, segments: [person.segment_id] } })
    expect((await server.call('GET', `/contacts/${PERSON}`)).body.unsubscribed).toBe(true)
    const body = { from: 'Acme <hi@tracked.example.org>', to: PERSON, subject: 'Hello', text: 'Hello' }
    const { id } = (await server.call('POST', '/emails', { body })).body
    await vi.waitFor(async () => {
      const { last_event, recipients } = (await server.call('GET', `/emails/${id}`)).body
      expect([last_event, recipients[0]?.reply]).toEqual([
        'suppressed',
        expect.stringContaining('The address was erased'),
      ])
    }, SOON)
    expect(toThem()).toBe(sent)
    // found by address, like any suppression, for a recipient who wants email again
    expect((await server.call('GET', `/suppressions/${PERSON}`)).body).toMatchObject({ origin: 'bounce' })
    expect((await server.call('DELETE', `/suppressions/${PERSON}`)).status).toBe(200)
  })

  it('keeps what another team stores about the same address', async () => {
    expect(before.strangers).toEqual(expect.arrayContaining(['contacts', 'emails', 'email_states', 'suppressions']))
    expect(await heldByStranger()).toEqual(expect.arrayContaining(before.strangers))
    const { key } = stranger
    expect((await server.call('GET', `/contacts/${PERSON}`, { key })).body.first_name).toBe(NAMES.first)
    const { status } = await server.call('GET', `/contacts/erasures/${erasure_id}`, { key })
    expect(status).toBe(404)
  })

  it('resumes if the process ended during the erasure', async () => {
    const email = 'wanderer.quux@example.net'
    const { team_id, key } = await aTeam(server, 'A team of which somebody goes')
    const contact = (await server.call('POST', '/contacts', { key, body: { email } })).body
    const scheduled_at = new Date(time.now().getTime() + 20 * 86_400_000).toISOString()
    const body = { from: 'Acme <hi@example.org>', to: email, subject: 'To Quux', text: 'Hi', scheduled_at }
    await server.database.unit(async tx => {
      for (let count = 0; count < 25; count++) await acceptEmail(tx, { team_id, body }, time.now())
    })
    await server.queue.stop()
    const { id } = (await server.call('POST', `/contacts/${contact.id}/erase`, { key })).body
    const part = async (tx: Tx): Promise<ErasureRecord> => {
      const erasure = (await findErasure(tx, team_id, id))!
      return eraseNextPart({ tx, now: time.now() }, { ...erasure, address: erasure.address! }, ERASERS)
    }
    expect((await server.database.unit(part)).emails).toBe(10)
    const killed = async (tx: Tx): Promise<void> => {
      await part(tx)
      throw new Error('killed')
    }
    await expect(server.database.unit(killed)).rejects.toThrow('killed')
    expect(await holding('quux')).toEqual(expect.arrayContaining(['contact_erasures', 'emails']))
    await server.queue.start()
    await completed(id, key)
    expect((await erasureOf(id, key)).emails).toBe(25)
    expect(await holding('quux')).toEqual([])
  })

  it('waits for an email that other recipients have not received yet, and reports it', async () => {
    const [email, other] = ['waiter.corge@example.net', 'else@example.net']
    const { key } = await aTeam(server, 'A team whose mail is on its way')
    await server.call('POST', '/contacts', { key, body: { email } })
    const at = (hours: number): string => new Date(time.now().getTime() + hours * 3_600_000).toISOString()
    const mail = { from: 'Acme <hi@example.org>', subject: 'To Corge', text: 'Corge', scheduled_at: at(2) }
    await server.call('POST', '/emails', { key, body: { ...mail, to: email } })
    const shared = (await server.call('POST', '/emails', { key, body: { ...mail, to: other, cc: email } })).body.id
    const seen = async () => (await server.call('GET', `/emails/${shared}`, { key })).body
    const { id } = (await server.call('POST', `/contacts/${email}/erase`, { key })).body
    await vi.waitFor(async () => expect((await erasureOf(id, key)).status).toBe('waiting'), SOON)
    // checked again without a change
    for (let minutes = 0; minutes < 3; minutes++) {
      time.forward(60_000)
      await server.queue.idle()
    }
    expect(await erasureOf(id, key)).toMatchObject({ status: 'waiting', emails: 1, completed_at: null })
    expect(await seen()).toMatchObject({ to: [other], cc: [email], subject: 'To Corge', last_event: 'scheduled' })
    time.forward(2 * 3_600_000)
    await completed(id, key)
    expect((await erasureOf(id, key)).emails).toBe(2)
    const got = sink.messages.filter(({ raw }) => raw.includes('To Corge'))
    expect(got.map(({ recipients, raw }) => [recipients, raw.includes('\r\nCorge')])).toEqual([[[other], true]])
    expect(await seen()).toMatchObject({ to: [other], cc: [], subject: '', text: null, last_event: 'delivered' })
    expect(await holding('corge')).toEqual([])
  })
})

describe('getContactErasure', () => {
  it('returns 404 for an unknown erasure', async () => {
    const { status, body } = await server.call('GET', '/contacts/erasures/5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10')
    expect([status, body.message]).toEqual([404, 'Contact erasure not found'])
  })
})
