// Webhook events and audit events of inboxes, and retention. The test server validates each payload against the
// contract.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFromInboxes, purgeTrash } from '../../../src/inbound/inboxes/threads/actions.ts'
import { clock } from '../../support/clock.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const DAY_MS = 86_400_000
const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>

beforeAll(async () => {
  server = await startServer({}, { now: time.now, isolated: true })
  own = await inboxesOf(server, 'events.example.com')
})
afterAll(() => server.stop())

interface Shown {
  type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each type has data of its own, which the contract describes
  data: any
}

async function toldWhile(happens: () => Promise<unknown>): Promise<Shown[]> {
  const events = ['inbox.created', 'inbox.updated', 'inbox.deleted', 'inbox.thread.created', 'inbox.email.received']
  const more = ['inbox.thread.folder.updated', 'inbox.thread.labels.updated']
  const asked = { endpoint: 'https://app.example.org/hook', events: [...events, ...more] }
  const { id } = (await own.ask('POST', '/webhooks', asked)).body
  await happens()
  const list = (await own.ask('GET', `/webhooks/${id}/events?limit=100`)).body.data.toReversed()
  const shown: Shown[] = []
  for (const event of list) shown.push((await own.ask('GET', `/webhooks/${id}/events/${event.id}`)).body.payload)
  await own.ask('DELETE', `/webhooks/${id}`)
  return shown
}

describe('an inbox', () => {
  it('sends events when it is created, updated and deleted, and records the actor in the audit log', async () => {
    let id = ''
    const told = await toldWhile(async () => {
      id = await own.anInbox('told', { name: 'Old' })
      await own.ask('PATCH', `/inboxes/${id}`, { name: 'New' })
      await own.ask('DELETE', `/inboxes/${id}`)
    })
    expect(told).toMatchObject([
      { type: 'inbox.created', data: { source: 'api', inbox_id: id, inbox: { name: 'Old', unread: 0 } } },
      { type: 'inbox.updated', data: { source: 'api', inbox_id: id, inbox: { name: 'New' } } },
      { type: 'inbox.deleted', data: { source: 'api', inbox_id: id } },
    ])
    const audit = (await own.ask('GET', `/audit-events?object_id=${id}`)).body.data
    expect(audit).toMatchObject([
      { action: 'inbox.deleted', actor: { type: 'api_key' }, object: { id, name: 'told@events.example.com' } },
      { action: 'inbox.created', actor: { type: 'api_key' }, object: { id } },
    ])
  })
})

describe('a thread', () => {
  it('sends events when it starts, receives an email, moves and is labeled', async () => {
    const inbox = await own.anInbox()
    const label = (await own.ask('POST', `/inboxes/${inbox}/labels`, { name: 'Red', color: '#ff0000' })).body
    let [first, second, thread] = ['', '', '']
    const told = await toldWhile(async () => {
      first = await own.receive({ id: '<a@x>', files: 1 })
      thread = (await own.threads(inbox))[0].id
      await own.ask('PATCH', `/inboxes/${inbox}/threads/${thread}`, { folder: 'archive' })
      await own.ask('PATCH', `/inboxes/${inbox}/threads/${thread}`, { read: true })
      await own.ask('PUT', `/inboxes/${inbox}/threads/${thread}/labels`, { labels: [label.id] })
      await own.ask('PUT', `/inboxes/${inbox}/threads/${thread}/labels`, { labels: [label.id] })
      second = await own.receive({ refs: ['<a@x>'] })
    })
    const red = { id: label.id, name: 'Red', color: '#FF0000' }
    const of = { inbox_id: inbox, thread_id: thread }
    expect(told).toMatchObject([
      { type: 'inbox.thread.created', data: { ...of, source: 'system', email_id: first } },
      { type: 'inbox.email.received', data: { ...of, email: { id: first, read: false, attachments: [{ size: 5 }] } } },
      { type: 'inbox.thread.folder.updated', data: { ...of, source: 'api', from: 'inbox', to: 'archive' } },
      { type: 'inbox.thread.labels.updated', data: { ...of, source: 'api', added: [red], removed: [] } },
      { type: 'inbox.email.received', data: { email_id: second, thread: { labels: [red], folder: 'inbox' } } },
      { type: 'inbox.thread.folder.updated', data: { source: 'system', from: 'archive', to: 'inbox' } },
    ])
  })
})

describe('the trash', () => {
  it('deletes threads that were in it for thirty days', async () => {
    const inbox = await own.anInbox('trash')
    const to = ['trash@events.example.com']
    for (const subject of ['old', 'new', 'kept']) await own.receive({ to, subject })
    const [, fresh, old] = await own.threads(inbox)
    await own.ask('PATCH', `/inboxes/${inbox}/threads/${old.id}`, { folder: 'trash' })
    time.forward(DAY_MS)
    await own.ask('PATCH', `/inboxes/${inbox}/threads/${fresh.id}`, { folder: 'trash' })
    const left = async () => (await own.threads(inbox)).map(({ subject }: { subject: string }) => subject)
    const purge = () => server.database.unit(tx => purgeTrash(tx, time.now()))
    time.forward(29 * DAY_MS)
    await purge()
    expect(await left()).toEqual(['kept', 'new', 'old'])
    time.forward(1)
    await purge()
    expect(await left()).toEqual(['kept', 'new'])
  })
})

describe('a deleted email', () => {
  it('is removed from its thread, and the thread is deleted with its last email', async () => {
    const inbox = await own.anInbox('removed')
    const to = ['removed@events.example.com']
    const first = await own.receive({ to, id: '<r@x>' })
    const second = await own.receive({ to, refs: ['<r@x>'], text: 'only here' })
    const drop = (id: string) =>
      server.database.unit(tx => removeFromInboxes({ tx, team_id: own.team_id, now: time.now() }, id))
    await drop(second)
    const [thread] = await own.threads(inbox)
    expect(thread.email_count).toBe(1)
    expect((await own.ask('GET', `/inboxes/${inbox}/threads/search?query=only`)).body.data).toEqual([])
    await drop(first)
    expect(await own.threads(inbox)).toEqual([])
    expect(await own.unread(inbox)).toBe(0)
  })
})
