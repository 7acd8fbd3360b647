// The results of a broadcast: recipients by event, clicked links and counts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findContact, updateContact } from '../../../src/audience/contacts/actions.ts'
import { acceptEmail, findEmailToDeliver, recordEvents } from '../../../src/mail/emails/actions.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { clock } from '../../support/clock.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aTeam, type Reply, startServer, type TestServer } from '../../support/server.ts'
import { aTrackedDomain, receivedBy, visit } from '../../support/tracked.ts'
import { waitUntil } from '../../support/wait-until.ts'

const time = clock(new Date().toISOString())
const FROM = 'Ada <ada@tracked.example.org>'
const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const PEOPLE = 7

let sink: MailSink
let server: TestServer
let stranger: { team_id: string; key: string }
let draft: string
let sent: string
/** Contacts in the order of their creation. */
const contacts: { id: string; email: string; email_id: string }[] = []

const setContact = statement<{ team_id: string; id: string; contact_id: string }>((knex, place) =>
  knex('emails')
    .where({ team_id: place('team_id'), id: place('id') })
    .update({ contact_id: place('contact_id') }),
)
const insertRecipient = statement<{
  broadcast_id: string
  contact_id: string
  team_id: string
  email: string
  email_id: string
}>((knex, place) =>
  knex('broadcast_recipients').insert({
    broadcast_id: place('broadcast_id'),
    contact_id: place('contact_id'),
    team_id: place('team_id'),
    email: place('email'),
    email_id: place('email_id'),
  }),
)
const teamOf = statement<{ id: string }, { team_id: string }>((knex, place) =>
  knex('broadcasts').select('team_id').where('id', place('id')),
)

const LINKS = '<a href="https://example.com/pricing">Prices</a> <a href="https://example.com/news">News</a>'
let team_id: string

async function aBroadcast(segment_id: string, name: string): Promise<string> {
  const body = { name, segment_id, from: FROM, subject: 'News', html: LINKS }
  return (await server.call('POST', '/broadcasts', { body })).body.id
}

/** Adds a recipient to the broadcast, with an email in progress. */
async function aRecipient(broadcast_id: string, email: string): Promise<void> {
  const { id: contact_id } = (await server.call('POST', '/contacts', { body: { email } })).body
  const email_id = await server.database.unit(async tx => {
    const body = { from: FROM, to: email, subject: 'News', html: LINKS }
    const origin = { kind: 'broadcast', id: broadcast_id } as const
    const { id } = await acceptEmail(tx, { team_id, body, origin }, time.now())
    tx.put(setContact, { team_id, id, contact_id })
    tx.put(insertRecipient, { broadcast_id, contact_id, team_id, email, email_id: id })
    return id
  })
  contacts.push({ id: contact_id, email, email_id })
}

async function settled(): Promise<void> {
  for (const { email_id } of contacts) {
    const lastEvent = async () => (await server.call('GET', `/emails/${email_id}`)).body.last_event
    await waitUntil(async () => (await lastEvent()) !== 'queued')
  }
}

async function follow(email: string, link: number, times: number): Promise<void> {
  const { links } = await receivedBy(sink, email)
  for (let count = 0; count < times; count++) await visit(links[link]!)
}

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => (address.startsWith('gone') ? { code: 550, words: '5.1.1 No such user' } : undefined),
  })
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now })
  stranger = await aTeam(server)
  await aTrackedDomain(server, 'tracked.example.org')
  const segment_id = (await server.call('POST', '/segments', { body: { name: 'All' } })).body.id
  draft = await aBroadcast(segment_id, 'A draft')
  sent = await aBroadcast(segment_id, 'Sent')
  team_id = (await server.database.read(tx => tx.get(teamOf, { id: sent })))!.team_id
  const refused = 'held-back@example.net'
  await server.call('POST', '/suppressions', { body: { email: refused } })
  for (let person = 1; person <= PEOPLE; person++) await aRecipient(sent, `Mira-${person}@example.com`)
  for (const email of ['gone@example.com', refused]) await aRecipient(sent, email)
  await settled()
  time.forward(60_000)
  for (const { email } of contacts.slice(0, 3)) await visit((await receivedBy(sink, email)).picture!)
  await follow(contacts[0]!.email, 0, 3)
  await follow(contacts[0]!.email, 1, 1)
  await follow(contacts[1]!.email, 0, 2)
  await visit((await receivedBy(sink, contacts[5]!.email)).links[0]!, { method: 'HEAD' })
  await server.database.unit(async tx => {
    const email = (await findEmailToDeliver(tx, { team_id, email_id: contacts[1]!.email_id }))!
    const detail = { recipients: [contacts[1]!.email], code: null, words: '', attempt: 0 }
    await recordEvents({ tx, now: time.now() }, email, [{ type: 'complained', detail }])
    const contact = (await findContact(tx, team_id, contacts[2]!.id))!
    await updateContact({ tx, now: time.now(), through: { email_id: null, broadcast_id: sent } }, contact, {
      unsubscribed: true,
    })
    // changed by another actor, which is not counted for the broadcast
    const other = (await findContact(tx, team_id, contacts[3]!.id))!
    await updateContact({ tx, now: time.now() }, other, { unsubscribed: true })
  })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const recipients = (query: string, id = sent, key?: string): Promise<Reply> =>
  server.call('GET', `/broadcasts/${id}/recipients${query}`, { ...(key !== undefined && { key }) })
const emails = ({ body }: Reply): string[] => body.data.map(({ email }: { email: string }) => email)
const named = (...indexes: number[]): string[] => indexes.map(index => contacts[index]!.email)

describe('listBroadcastRecipients', () => {
  it.each([
    ['sent', [0, 1, 2, 3, 4, 5, 6, 7]],
    ['delivered', [0, 1, 2, 3, 4, 5, 6]],
    ['opened', [0, 1, 2]],
    ['clicked', [0, 1]],
    ['bounced', [7]],
    ['complained', [1]],
    ['suppressed', [8]],
    ['unsubscribed', [2]],
  ] as const)('lists recipients who were %s', async (type, who) => {
    const reply = await recipients(`?type=${type}`)
    expect([reply.status, reply.body.has_more, emails(reply)]).toEqual([200, false, named(...who)])
  })

  it('returns the number of events, the clicked links and the type of bounce', async () => {
    const [first] = contacts
    const one = { id: expect.any(String), contact_id: first!.id, email: first!.email }
    expect((await recipients('?type=opened')).body.data[0]).toEqual({ ...one, count: 1 })
    expect((await recipients('?type=clicked')).body.data[0]).toEqual({
      ...one,
      count: 4,
      clicked_links: [
        { url: 'https://example.com/pricing', clicks: 3 },
        { url: 'https://example.com/news', clicks: 1 },
      ],
    })
    expect((await recipients('?type=delivered')).body.data[0]).toEqual(one)
    expect((await recipients('?type=bounced')).body.data[0]).toMatchObject({ bounce_type: 'permanent' })
  })

  it('filters by a part of the address, case-insensitively, and by bounce type', async () => {
    expect(emails(await recipients('?type=delivered&email=MIRA-3'))).toEqual(named(2))
    expect(emails(await recipients('?type=opened&email=example.com'))).toEqual(named(0, 1, 2))
    expect(emails(await recipients('?type=sent&email=%25'))).toEqual([])
    expect(emails(await recipients('?type=bounced&bounce_type=permanent'))).toEqual(named(7))
    expect(emails(await recipients('?type=bounced&bounce_type=transient'))).toEqual([])
  })

  it.each(['delivered', 'delivered&email=mira', 'opened'])('returns pages of %s in both directions', async type => {
    const all = (await recipients(`?type=${type}`)).body.data
    const forward: unknown[] = []
    let query = ''
    for (let more = true; more;) {
      const { body } = await recipients(`?type=${type}&limit=2${query}`)
      forward.push(...body.data)
      more = body.has_more
      query = `&after=${body.data.at(-1).id}`
    }
    expect(forward).toEqual(all)
    const back = await recipients(`?type=${type}&limit=2&before=${all.at(-1).id}`)
    expect(back.body.data).toEqual(all.slice(-3, -1))
  })

  it('rejects invalid parameters', async () => {
    const cursor = (await recipients('?type=opened')).body.data[0].id
    for (const [query, words] of [
      ['', '`type`'],
      ['?type=read', '`type`'],
      ['?type=opened&bounce_type=permanent', '`bounce_type` requires `type=bounced`'],
      ['?type=bounced&bounce_type=soft', '`bounce_type`'],
      ['?type=opened&limit=101', 'limit'],
      ['?type=opened&after=nothing', 'The `after` cursor is not an item of this list'],
      [`?type=opened&after=${cursor}&before=${cursor}`, 'Give either `after` or `before`'],
    ] as const) {
      const { status, body } = await recipients(query)
      expect([query, status, body.message]).toEqual([query, 422, expect.stringContaining(words)])
    }
  })

  it('returns an empty list for a draft', async () => {
    for (const type of ['sent', 'opened']) expect((await recipients(`?type=${type}`, draft)).body.data).toEqual([])
  })
})

describe('listBroadcastClickedLinks', () => {
  const links = (query = '', id = sent, key?: string): Promise<Reply> =>
    server.call('GET', `/broadcasts/${id}/clicked-links${query}`, { ...(key !== undefined && { key }) })

  it('lists links by clicks in descending order, in pages', async () => {
    const { status, body } = await links()
    const all = [
      { id: expect.any(String), url: 'https://example.com/pricing', clicks: 5, unique_clicks: 2 },
      { id: expect.any(String), url: 'https://example.com/news', clicks: 1, unique_clicks: 1 },
    ]
    expect([status, body]).toEqual([200, { object: 'list', has_more: false, data: all }])
    const first = (await links('?limit=1')).body
    expect([first.has_more, first.data]).toEqual([true, [body.data[0]]])
    expect((await links(`?limit=1&after=${first.data[0].id}`)).body).toMatchObject({
      has_more: false,
      data: [body.data[1]],
    })
    expect((await links(`?before=${body.data[1].id}`)).body.data).toEqual([body.data[0]])
  })

  it('rejects an invalid cursor, and is empty for a draft', async () => {
    expect((await links('?after=nothing')).status).toBe(422)
    expect((await links('', draft)).body.data).toEqual([])
  })
})

describe('getBroadcastMetrics', () => {
  const counts = {
    sent: 8,
    delivered: 7,
    bounced: 1,
    complained: 1,
    suppressed: 1,
    failed: 0,
    opened: 3,
    unique_opened: 3,
    clicked: 6,
    unique_clicked: 2,
    unsubscribed: 1,
    delivery_rate: 87.5,
    open_rate: 42.86,
    click_rate: 28.57,
    bounce_rate: 12.5,
    complaint_rate: 14.29,
    unsubscribe_rate: 14.29,
  }

  it('counts the results of each broadcast and in total', async () => {
    const { status, body } = await server.call('GET', '/broadcasts/metrics')
    expect([status, body.object, body.totals]).toEqual([200, 'metrics', counts])
    expect(body.data).toEqual([
      { broadcast_id: sent, broadcast_name: 'Sent', ...counts },
      expect.objectContaining({ broadcast_id: draft, sent: 0, delivery_rate: 0 }),
    ])
  })

  it('counts the given broadcasts of the team only', async () => {
    const { body } = await server.call('GET', `/broadcasts/metrics?broadcast_id=${sent},${UNKNOWN}`)
    expect(body.data).toEqual([{ broadcast_id: sent, broadcast_name: 'Sent', ...counts }])
    const theirs = await server.call('GET', `/broadcasts/metrics?broadcast_id=${sent}`, { key: stranger.key })
    expect([theirs.status, theirs.body.data]).toEqual([200, []])
    expect((await server.call('GET', '/broadcasts/metrics?broadcast_id=welcome')).status).toBe(422)
  })
})
