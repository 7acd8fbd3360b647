// Each action creates one event for an endpoint, with a payload as described in the contract. The test server validates
// each payload against the contract.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readWebhookExamples } from '../../../src/interfaces/contract/document.ts'
import { capturedOutcomes } from '../../../src/mail/delivery/test-addresses.ts'
import { record } from '../../../src/base/store/signals/record.ts'
import type { Signal } from '../../../src/base/store/signals/signal.ts'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { anEmailBody } from '../../support/emails.ts'
import { anId } from '../../support/ids.ts'
import { type NameServer, nameServer } from '../../support/dns.ts'
import { firstTeamOf } from '../../support/people.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
const TYPES = Object.keys(readWebhookExamples())
let server: TestServer
let own: ReturnType<typeof contactsOf>
let team_id: string
let names: NameServer
let webhook_id: string

beforeAll(async () => {
  const pretence = capturedOutcomes({ code: 250, reply_text: '250 Captured' })
  // endpoint names resolve to no address, which fails immediately
  names = await nameServer(() => [])
  server = await startServer({ DNS_SERVERS: names.address }, { now: time.now, isolated: true, pretence })
  own = contactsOf(server)
  team_id = await firstTeamOf(server, server.admin.email)
})
afterAll(async () => {
  await server.stop()
  await names.close()
})

// each test gets a new endpoint without earlier events, after all emails are delivered
beforeEach(async () => {
  await server.queue.idle()
  const asked = { endpoint: 'https://app.example.org/hook', events: TYPES }
  webhook_id = (await own.ask('POST', '/webhooks', asked)).body.id
})

interface Shown {
  type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each type has data of its own, which the contract describes
  data: any
}

/** The events of the endpoint in the order in which they happened. */
async function told(): Promise<Shown[]> {
  const list = (await own.ask('GET', `/webhooks/${webhook_id}/events?limit=100`)).body.data.toReversed()
  const shown: Shown[] = []
  for (const { id } of list) shown.push((await own.ask('GET', `/webhooks/${webhook_id}/events/${id}`)).body.payload)
  return shown
}

describe('each type of event', () => {
  const at = (): Date => time.now()
  const created_at = '2026-11-20T10:00:00.000Z'
  const email = {
    id: anId('email'),
    message_id: '<1@example.org>',
    from: 'Ada <ada@example.org>',
    to: ['Grace <grace@example.net>', 'bob@example.net'],
    subject: 'Invoice 7',
    tags: [{ name: 'kind', value: 'invoice' }],
    headers: { 'X-Entity': '7' },
    template_id: anId('template'),
    created_at,
  }
  const origin = { kind: 'broadcast' as const, id: anId('broadcast') }
  const detail = { recipients: ['grace@example.net'], code: 550, words: '550 5.1.1 No such user', attempt: 1 }
  const visit = {
    recipients: ['grace@example.net'],
    count: 2,
    user_agent: 'Mozilla/5.0',
    ip_address: '192.0.2.0',
    is_listed: true,
    link: 'https://example.org/a',
  }
  const contact = {
    id: anId('contact'),
    email: 'grace@example.net',
    first_name: null,
    last_name: 'Hopper',
    unsubscribed: false,
    created_at,
    updated_at: created_at,
  }
  const topic = { id: anId('topic'), name: 'N', description: null, default_subscription: 'opt_in' as const, created_at }
  const suppression = { id: anId('s'), email: 'x@example.net', origin: 'manual' as const, source_id: null, created_at }
  const domain = {
    id: anId('domain'),
    name: 'mail.example.org',
    status: 'verified',
    region: 'us-east-1',
    sending: true,
    receiving: false,
    created_at,
  }
  const topics = new Map([[anId('topic'), 'opt_out' as const]])
  const inbox = {
    id: anId('inbox'),
    name: null,
    email_address: 'help@example.org',
    domain_id: anId('domain'),
    receiving_address: null,
    from_name: null,
    unread: 0,
    drafts: 0,
    last_received: null,
    created_at,
    updated_at: created_at,
  }
  const ofThread = {
    inbox,
    source: 'api',
    inbox_id: inbox.id,
    thread: { id: anId('thread'), subject: 'Hi', folder: 'inbox', is_read: false },
    from: 'archive',
    to: 'inbox',
    added: [],
    removed: [],
  }
  const people = { cc: [], bcc: [], reply_to: [], attachments: [], read: true, direction: 'outbound' }
  const said = { email, origin, detail, visit, contact, topic, topics, suppression, domain, scheduled_at: created_at }
  const nobody = { recipients: [], to: [], cc: [], bcc: [], received_for: [], attachments: [], from_address: null }
  const received = { ...nobody, id: anId('received'), created_at, envelope_from: 'bob@example.net', is_automatic: true }
  const ofDraft = { thread_id: null, reply_to_email_id: null, email_id: null, created_at, updated_at: created_at }
  const draft = {
    cc: [],
    bcc: [],
    attachments: [],
    id: anId('draft'),
    type: 'standalone',
    to: null,
    subject: null,
    ...ofDraft,
  }
  const facts = { ...said, ...ofThread, email: { ...people, ...email }, received, draft }

  it.each(TYPES)('%s is sent once with the payload of the contract', async type => {
    await server.database.unit(tx => record(tx, { type, team_id, at: at(), ...facts } as unknown as Signal))
    // a complaint also suppresses the sender, which creates another event
    const events = (await told()).filter(event => type !== 'email.complained' || event.type === type)
    expect(events).toMatchObject([{ type, created_at: at().toISOString() }])
    const { data } = events[0]!
    if (type === 'email.received') return expect(data).toMatchObject({ email_id: received.id, from: 'bob@example.net' })
    if (!type.startsWith('email.')) return expect(data.id ?? data.email ?? data.inbox_id).toBeDefined()
    const { id: email_id, to: all, template_id, tags: _tags, headers: _headers, ...same } = email
    const to = ['email.sent', 'email.scheduled'].includes(type) ? all : ['grace@example.net']
    const { id: _id, ...kept } = { ...same, id: undefined }
    const headers = [{ name: 'X-Entity', value: '7' }]
    const told_too = { email_id, to, template_id, broadcast_id: origin.id, tags: { kind: 'invoice' }, headers }
    expect(data).toMatchObject({ ...kept, ...told_too })
  })

  it('includes details of a bounce, a failure, a suppression and a click', async () => {
    for (const type of ['email.bounced', 'email.failed', 'email.suppressed', 'email.clicked'] as const)
      await server.database.unit(tx => record(tx, { type, team_id, at: at(), ...facts }))
    const [bounced, failed, suppressed, clicked] = await told()
    const message = detail.words
    const bounce = { type: 'Undetermined', subType: 'Undetermined', message, diagnosticCode: [`smtp; ${message}`] }
    expect(bounced!.data.bounce).toEqual(bounce)
    expect(failed!.data.failed).toEqual({ reason: message })
    expect(suppressed!.data.suppressed).toEqual({ message, type: 'OnAccountSuppressionList' })
    const { ip_address: ipAddress, link, user_agent: userAgent } = visit
    expect(clicked!.data.click).toEqual({ ipAddress, link, timestamp: at().toISOString(), userAgent })
  })

  it('has an example in the contract, which is used for test events', async () => {
    expect(Object.keys(readWebhookExamples())).toEqual(TYPES)
    for (const type of TYPES) await own.ask('POST', `/webhooks/${webhook_id}/test`, { type })
    expect((await told()).map(({ type }) => type)).toEqual(TYPES)
  })
})

describe('an API request', () => {
  const types = async (): Promise<string[]> => (await told()).map(({ type }) => type)

  it('for contacts and topics creates events with their segments and subscriptions', async () => {
    const [topic_id, segment_id] = [await own.aTopic(), await own.aSegment()]
    const topics = [{ id: topic_id, subscription: 'opt_out' }]
    const id = await own.aContact('ada@example.net', { segments: [{ id: segment_id }], topics })
    await own.ask('PATCH', `/contacts/${id}`, { first_name: 'Ada' })
    await own.ask('DELETE', `/contacts/${id}`)
    await own.ask('PATCH', `/topics/${topic_id}`, { name: 'Newer' })
    await own.ask('DELETE', `/topics/${topic_id}`)
    const events = await told()
    expect(events.map(({ type }) => type)).toEqual([
      'topic.created',
      'contact.created',
      'contact.topics.updated',
      'contact.updated',
      'contact.deleted',
      'topic.updated',
      'topic.deleted',
    ])
    const [, created, chosen, , deleted, , gone] = events
    const is_in = { id, email: 'ada@example.net', audience_id: segment_id, segment_ids: [segment_id] }
    expect(created!.data).toMatchObject({ ...is_in, first_name: null })
    expect(deleted!.data).toMatchObject({ ...is_in, first_name: 'Ada' })
    expect(chosen!.data).toEqual({ email: 'ada@example.net', topics })
    expect(gone!.data).toMatchObject({ id: topic_id, name: 'Newer', deleted: true })
  })

  it('for a domain creates events with all DNS records once its keys exist', async () => {
    const { id } = (await own.ask('POST', '/domains', { name: 'hooks.example.org' })).body
    await own.ask('PATCH', `/domains/${id}`, { capabilities: { receiving: 'enabled' } })
    await own.ask('DELETE', `/domains/${id}`)
    const events = await told()
    expect(events.map(({ type }) => type)).toEqual(['domain.created', 'domain.updated', 'domain.deleted'])
    const purposes = events.map(({ data }) => [
      ...new Set(data.records.map(({ record: each }: { record: string }) => each)),
    ])
    expect(purposes[0]).toEqual(['DKIM', 'SPF'])
    for (const later of purposes.slice(1)) expect(later).toEqual(['DKIM', 'SPF', 'Receiving MX'])
    expect(events[2]!.data).toMatchObject({ id, name: 'hooks.example.org', capabilities: { receiving: 'enabled' } })
  })

  it('for emails creates events with the affected recipients and the template', async () => {
    const template = { name: 'T', alias: 'hook', subject: 'S', html: '<p>Hi</p>' }
    const template_id = (await own.ask('POST', '/templates', template)).body.id
    await own.ask('POST', '/templates/hook/publish')
    const { html: _html, ...body } = anEmailBody({ to: ['Bob <bounced@example.net>', 'fine@example.net'] })
    const { id } = (await own.ask('POST', '/emails', { ...body, template: { id: 'hook' } })).body
    await server.queue.idle()
    const events = await told()
    expect(events.map(({ type }) => type).toSorted()).toEqual(['email.bounced', 'email.delivered', 'email.sent'])
    const of = (type: string) => events.find(each => each.type === type)!.data
    expect(of('email.sent')).toMatchObject({ email_id: id, template_id, to: body.to })
    expect(of('email.delivered')).toMatchObject({ email_id: id, template_id, to: ['fine@example.net'] })
    expect(of('email.bounced')).toMatchObject({ to: ['bounced@example.net'], bounce: { type: 'Permanent' } })
  })

  it('for suppressions creates an event only if one is added or removed', async () => {
    const { id } = (await own.ask('POST', '/suppressions', { email: 'quiet@example.net' })).body
    await own.ask('POST', '/suppressions', { email: 'quiet@example.net' })
    await own.ask('DELETE', `/suppressions/${id}`)
    const data = { id, email: 'quiet@example.net', origin: 'manual', source_id: null }
    expect(await told()).toMatchObject(['suppression.added', 'suppression.removed'].map(type => ({ type, data })))
  })

  it('for batches and scheduled emails creates an event for each email', async () => {
    const some = anEmailBody({ to: 'later@example.net' })
    const later = { ...some, scheduled_at: 'in 1 hour' }
    const { id } = (await own.ask('POST', '/emails', later)).body
    await own.ask('POST', '/emails/batch', [some, some])
    await own.ask('PATCH', `/emails/${id}`, { scheduled_at: 'in 2 hours' })
    const expected = ['email.scheduled', 'email.sent', 'email.sent', 'email.scheduled']
    expect((await types()).filter(type => type !== 'email.delivered')).toEqual(expected)
  })

  it('creates no event when it is rejected', async () => {
    await own.ask('POST', '/topics', { name: '', default_subscription: 'opt_in' })
    await own.ask('POST', '/emails', { ...anEmailBody(), to: 'nobody' })
    await own.ask('POST', '/emails/batch', [anEmailBody(), { ...anEmailBody(), to: 'nobody' }])
    expect(await types()).toEqual([])
  })

  it('creates no event for another team', async () => {
    const stranger = contactsOf(server, (await aTeam(server, 'Hears nothing')).key)
    const asked = { endpoint: 'https://stranger.example.org', events: TYPES }
    const strange_id = (await stranger.ask('POST', '/webhooks', asked)).body.id
    await own.aTopic()
    const heard = (): Promise<string[]> =>
      stranger.ask('GET', `/webhooks/${strange_id}/events`).then(({ body }) => body.data)
    expect(await heard()).toEqual([])
    await stranger.aTopic()
    expect(await heard()).toHaveLength(1)
    expect(await types()).toEqual(['topic.created'])
  })

  it('creates no event for an endpoint that was disabled or unsubscribed from the type', async () => {
    await own.ask('PATCH', `/webhooks/${webhook_id}`, { status: 'disabled' })
    await own.aTopic()
    await own.ask('PATCH', `/webhooks/${webhook_id}`, { status: 'enabled', events: ['topic.deleted'] })
    await own.aTopic()
    expect(await types()).toEqual([])
  })
})
