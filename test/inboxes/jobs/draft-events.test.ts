// Webhook events for drafts and for emails sent from inboxes. The test server validates each payload against the
// contract.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now, isolated: true })
  own = await inboxesOf(server, 'draft-events.example.com')
  inbox = await own.anInbox()
})
afterAll(() => server.stop())

async function toldWhile(happens: () => Promise<unknown>) {
  const types = ['created', 'updated', 'sent', 'deleted'].map(what => `inbox.draft.${what}`)
  const asked = { endpoint: 'https://app.example.org/hook', events: [...types, 'inbox.email.sent'] }
  const { id } = (await own.ask('POST', '/webhooks', asked)).body
  await happens()
  const list = (await own.ask('GET', `/webhooks/${id}/events?limit=100`)).body.data.toReversed()
  const shown = []
  for (const event of list) shown.push((await own.ask('GET', `/webhooks/${id}/events/${event.id}`)).body.payload)
  await own.ask('DELETE', `/webhooks/${id}`)
  return shown
}

it('a draft of a reply sends events with its thread when it is created, updated and sent', async () => {
  const email = await own.receive({ subject: 'Question' })
  const [thread] = await own.threads(inbox)
  let [draft, sent] = ['', '']
  const told = await toldWhile(async () => {
    const answer = { thread_id: thread.id, reply_to_email_id: email }
    const attachments = [{ content: 'YQ==', filename: 'a.txt', content_type: 'text/plain' }]
    draft = (await own.ask('POST', `/inboxes/${inbox}/drafts`, { ...answer, text: 'Secret words', attachments })).body
      .id
    await own.ask('PATCH', `/inboxes/${inbox}/drafts/${draft}`, { cc: ['bo@example.net'] })
    sent = (await own.ask('POST', `/inboxes/${inbox}/drafts/${draft}/send`)).body.id
  })
  const of = { source: 'api', inbox_id: inbox, thread_id: thread.id, thread: { id: thread.id, folder: 'inbox' } }
  const file = { filename: 'a.txt', content_type: 'text/plain', size: 1 }
  const said = { id: draft, type: 'reply', to: ['mira@example.net'], email_id: null, attachments: [file] }
  const outbound = {
    email_id: sent,
    email: { id: sent, direction: 'outbound', read: true, attachments: [{ filename: 'a.txt' }] },
  }
  expect(told).toMatchObject([
    { type: 'inbox.draft.created', data: { ...of, draft_id: draft, draft: said } },
    { type: 'inbox.draft.updated', data: { ...of, draft_id: draft, draft: { ...said, cc: ['bo@example.net'] } } },
    { type: 'inbox.email.sent', data: { ...of, ...outbound } },
    {
      type: 'inbox.draft.sent',
      data: { ...of, ...outbound, draft_id: draft, draft: { ...said, cc: ['bo@example.net'], email_id: sent } },
    },
  ])
  expect(JSON.stringify(told)).not.toContain('Secret words')
})

it('a new draft sends events without a thread until it is sent', async () => {
  const told = await toldWhile(async () => {
    const made = await own.ask('POST', `/inboxes/${inbox}/drafts`, {
      subject: 'Gone',
      attachments: [{ content: 'YQ==', filename: 'a.txt', content_type: 'text/plain' }],
    })
    await own.ask('DELETE', `/inboxes/${inbox}/drafts/${made.body.id}`)
  })
  expect(told).toMatchObject([
    { type: 'inbox.draft.created', data: { draft: { type: 'standalone' } } },
    { type: 'inbox.draft.deleted', data: { draft: { subject: 'Gone', attachments: [{ filename: 'a.txt' }] } } },
  ])
  for (const { data } of told) expect(data).not.toHaveProperty('thread_id')
})
