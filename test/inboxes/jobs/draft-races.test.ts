// Concurrent requests that change drafts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireInbox, requireThread } from '../../../src/inbound/inboxes/actions.ts'
import { removeInboxDraft } from '../../../src/inbound/inboxes/drafts/actions.ts'
import { removeInboxThread } from '../../../src/inbound/inboxes/threads/actions.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string

beforeAll(async () => {
  server = await startServer()
  own = await inboxesOf(server, 'races.example.com')
  inbox = await own.anInbox()
})
afterAll(() => server.stop())

const TIMES = [1, 2, 3, 4, 5, 6, 7, 8]
const create = (body: object) => own.ask('POST', `/inboxes/${inbox}/drafts`, body)
const drafts = async (): Promise<number> => (await own.ask('GET', `/inboxes/${inbox}`)).body.drafts

/** The number of responses for each status. */
async function statusesOf(asked: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

it('concurrent send requests for a draft send one email', async () => {
  const { id } = (await create({ to: 'once@example.net', subject: 'Once', text: 'x' })).body
  const before = await drafts()
  const send = () => own.ask('POST', `/inboxes/${inbox}/drafts/${id}/send`, {})
  expect(await statusesOf(TIMES.map(send))).toEqual({ 200: 1, 409: 7 })
  const { data } = (await own.ask('GET', '/emails?limit=100')).body
  expect(data.filter(({ to }: { to: string[] }) => to[0] === 'once@example.net')).toHaveLength(1)
  expect(await drafts()).toBe(before - 1)
  expect((await own.threads(inbox, '?folders=sent'))[0]).toMatchObject({ subject: 'Once', email_count: 1 })
})

it('concurrent drafts for the same message create one draft', async () => {
  const email = await own.receive()
  const [thread] = await own.threads(inbox)
  const before = await drafts()
  const answer = { thread_id: thread.id, reply_to_email_id: email, text: 'x' }
  expect(await statusesOf(TIMES.map(() => create(answer)))).toEqual({ 201: 1, 409: 7 })
  expect(await drafts()).toBe(before + 1)
  expect((await own.threads(inbox))[0]).toMatchObject({ id: thread.id, has_draft: true })
})

it('concurrent replies are all stored and counted in the thread', async () => {
  const email = await own.receive({ subject: 'Many' })
  const [thread] = await own.threads(inbox)
  const reply = () => own.ask('POST', `/inboxes/${inbox}/threads/${thread.id}/emails/${email}/reply`, { text: 'x' })
  expect(await statusesOf(TIMES.map(reply))).toEqual({ 200: 8 })
  expect((await own.threads(inbox))[0]).toMatchObject({ id: thread.id, email_count: 9, read: false })
  expect((await own.ask('GET', `/inboxes/${inbox}/threads/${thread.id}/emails?limit=50`)).body.data).toHaveLength(9)
})

it('concurrent requests to send and delete a draft have one winner', async () => {
  for (const number of TIMES) {
    const { id } = (await create({ to: `either-${number}@example.net`, subject: 'Either', text: 'x' })).body
    const before = await drafts()
    const at = `/inboxes/${inbox}/drafts/${id}`
    const [sent, removed] = await Promise.all([own.ask('POST', `${at}/send`, {}), own.ask('DELETE', at)])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([sent.status, removed.status])
    expect(await drafts()).toBe(before - 1)
  }
})

it('sending is idempotent per key and draft, and a missing body equals an empty one', async () => {
  const draft = { to: 'a@example.net', subject: 'No body', text: 'x' }
  const [id, other] = [(await create(draft)).body.id, (await create(draft)).body.id]
  const key = { 'idempotency-key': 'send-without-body' }
  const send = (of: string, body?: object) => own.ask('POST', `/inboxes/${inbox}/drafts/${of}/send`, body, key)
  const answers = await Promise.all([send(id), send(id, {}), send(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await send(other)).body).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
  expect((await own.ask('GET', `/inboxes/${inbox}/drafts/${other}`)).body.email_id).toBeNull()
})

it('a draft of a reply is unavailable and no longer counted once its thread is deleted', async () => {
  const email = await own.receive()
  const [thread] = await own.threads(inbox)
  const before = await drafts()
  const { id } = (await create({ thread_id: thread.id, reply_to_email_id: email, text: 'x' })).body
  await server.database.unit(async tx => {
    const unit = { tx, team_id: own.team_id, now: server.now() }
    const of = await requireInbox(unit, inbox)
    await removeInboxThread(unit, await requireThread(unit, of, thread.id))
    // before a job has deleted it
    await expect(removeInboxDraft(unit, of, id)).rejects.toThrow('Draft not found')
  })
  expect(await drafts()).toBe(before)
})
