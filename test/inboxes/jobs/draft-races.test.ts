// What is decided about drafts, when several requests decide it at the same time.
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** How it was answered, and how often. */
async function statusesOf(asked: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

it('a draft that is sent many times at once leaves one email', async () => {
  const { id } = (await create({ to: 'once@example.net', subject: 'Once', text: 'x' })).body
  const before = await drafts()
  const send = () => own.ask('POST', `/inboxes/${inbox}/drafts/${id}/send`, {})
  expect(await statusesOf(TIMES.map(send))).toEqual({ 200: 1, 409: 7 })
  const { data } = (await own.ask('GET', '/emails?limit=100')).body
  expect(data.filter(({ to }: { to: string[] }) => to[0] === 'once@example.net')).toHaveLength(1)
  expect(await drafts()).toBe(before - 1)
  expect((await own.threads(inbox, '?folders=sent'))[0]).toMatchObject({ subject: 'Once', email_count: 1 })
})

it('a message that is answered by many drafts at once has one', async () => {
  const email = await own.receive()
  const [thread] = await own.threads(inbox)
  const before = await drafts()
  const answer = { thread_id: thread.id, reply_to_email_id: email, text: 'x' }
  expect(await statusesOf(TIMES.map(() => create(answer)))).toEqual({ 201: 1, 409: 7 })
  expect(await drafts()).toBe(before + 1)
  expect((await own.threads(inbox))[0]).toMatchObject({ id: thread.id, has_draft: true })
})

it('replies that are sent at once all stand in the thread, which counts them', async () => {
  const email = await own.receive({ subject: 'Many' })
  const [thread] = await own.threads(inbox)
  const reply = () => own.ask('POST', `/inboxes/${inbox}/threads/${thread.id}/emails/${email}/reply`, { text: 'x' })
  expect(await statusesOf(TIMES.map(reply))).toEqual({ 200: 8 })
  expect((await own.threads(inbox))[0]).toMatchObject({ id: thread.id, email_count: 9, read: false })
  expect((await own.ask('GET', `/inboxes/${inbox}/threads/${thread.id}/emails?limit=50`)).body.data).toHaveLength(9)
})

it('a draft that is sent, changed and removed at once is one of these', async () => {
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
