import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContent } from '../../../src/mail/attachments/actions.ts'
import { findByHashes } from '../../../src/mail/attachments/store/blobs.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { THREAD_EMAILS_MAX } from '../../../src/inbound/inboxes/rules.ts'
import { clock } from '../../support/clock.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = await inboxesOf(server, 'answers.example.com')
  inbox = await own.anInbox('help', { from_name: 'Help, Desk' })
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Receives an email and returns its thread and the path for replies. */
async function received(mail: Parameters<typeof own.receive>[0] = {}) {
  const id = await own.receive(mail)
  const thread = (await own.threads(inbox))[0]
  return { id, thread, path: `/inboxes/${inbox}/threads/${thread.id}/emails/${id}` }
}
const emailOf = async (id: string) => (await own.ask('GET', `/emails/${id}`)).body
const shown = async (thread: string) => (await own.ask('GET', `/inboxes/${inbox}/threads/${thread}/emails`)).body.data
/** Stores a file like the SMTP server does for a received email. */
async function aBlob(text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await storeContent({ database: server.database, now: time.now }, own.team_id, { hash, bytes })
  const found = await server.database.read(tx => findByHashes({ tx, team_id: own.team_id }, [hash]))
  return found.get(hash)!.id
}

describe('replyToInboxEmail', () => {
  it('sends the reply to the author from the inbox address and adds it to the thread immediately', async () => {
    const { id, thread, path } = await received({
      subject: 'Invoice',
      id: '<i1@example.net>',
      refs: ['<i0@example.net>'],
    })
    const before = (await own.ask('GET', `/inboxes/${inbox}/threads/${thread.id}`)).body
    const { status, body } = await own.ask('POST', `${path}/reply`, { text: 'It is paid.' })
    expect([status, Object.keys(body)]).toEqual([200, ['id']])
    const sent = await emailOf(body.id)
    expect(sent).toMatchObject({
      from: '"Help, Desk" <help@answers.example.com>',
      to: ['mira@example.net'],
      cc: [],
      subject: 'Re: Invoice',
      text: 'It is paid.',
    })
    const [first] = await shown(thread.id)
    expect(first).toMatchObject({ id: body.id, direction: 'outbound', to: ['mira@example.net'], read: true })
    const after = (await own.ask('GET', `/inboxes/${inbox}/threads/${thread.id}`)).body
    expect([after.read, after.folder]).toEqual([before.read, before.folder])
    expect((await shown(thread.id)).map((each: { id: string }) => each.id)).toEqual([body.id, id])
  })

  it('adds an email that answers the reply to the same thread', async () => {
    const { thread, path } = await received({ subject: 'Chain' })
    const { body } = await own.ask('POST', `${path}/reply`, { text: 'One' })
    const { message_id } = await emailOf(body.id)
    const back = await own.receive({ subject: 'Something else', in_reply_to: [message_id] })
    expect((await shown(thread.id)).map((each: { id: string }) => each.id)).toContain(back)
    // a reply to a sent email goes to its recipients
    const second = await own.ask('POST', `/inboxes/${inbox}/threads/${thread.id}/emails/${body.id}/reply`, {
      text: 'Two',
    })
    expect(await emailOf(second.body.id)).toMatchObject({ to: ['mira@example.net'], subject: 'Re: Chain' })
  })

  it('starts a new thread when the thread is full', async () => {
    const { thread, path } = await received({ subject: 'Full' })
    const fill = statement<{ id: string }>((knex, param) =>
      knex('inbox_threads')
        .where({ id: param('id') })
        .update({ email_count: THREAD_EMAILS_MAX }),
    )
    await server.database.unit(tx => tx.run(fill, { id: thread.id }))
    const { body } = await own.ask('POST', `${path}/reply`, { text: 'One more' })
    const [newest] = await own.threads(inbox)
    expect([newest.id === thread.id, newest.subject, newest.email_count]).toEqual([false, 'Re: Full', 1])
    expect((await shown(newest.id)).map((each: { id: string }) => each.id)).toEqual([body.id])
    expect(await shown(thread.id)).toHaveLength(1)
  })

  it('sends a reply to all participants except the inbox itself', async () => {
    const { path } = await received({
      more: { cc: ['bo@example.net', 'HELP@answers.example.com'], reply_to: ['list@example.net'] },
    })
    const { body } = await own.ask('POST', `${path}/reply`, {
      html: '<p>All</p>',
      reply_all: true,
      cc: 'cy@example.net',
      bcc: ['di@example.net'],
    })
    expect(await emailOf(body.id)).toMatchObject({
      to: ['list@example.net'],
      cc: ['bo@example.net', 'cy@example.net'],
      bcc: ['di@example.net'],
    })
  })

  it('accepts attachments, custom headers and another subject', async () => {
    const { path, thread } = await received()
    const attachments = [{ filename: 'a.txt', content: base64('abc'), content_type: 'text/plain' }]
    const { body } = await own.ask('POST', `${path}/reply`, {
      text: 'x',
      subject: 'Mine',
      headers: { 'X-Kind': 'a' },
      attachments,
    })
    expect((await emailOf(body.id)).subject).toBe('Mine')
    const files = (await own.ask('GET', `/emails/${body.id}/attachments`)).body.data
    expect(files).toMatchObject([{ filename: 'a.txt', size: 3 }])
    expect((await shown(thread.id))[0].attachments).toEqual([{ id: files[0].id, filename: 'a.txt', size: 3 }])
  })

  it('sends one reply per idempotency key', async () => {
    const { path, thread } = await received()
    const key = { 'idempotency-key': 'reply-once' }
    const first = await own.ask('POST', `${path}/reply`, { text: 'Once' }, key)
    const again = await own.ask('POST', `${path}/reply`, { text: 'Once' }, key)
    expect(again.body).toEqual(first.body)
    expect(await shown(thread.id)).toHaveLength(2)
    expect((await own.ask('POST', `${path}/reply`, { text: 'Other' }, key)).status).toBe(409)
  })

  it('rejects an idempotency key that was used for another email', async () => {
    const [one, other] = [await received({ subject: 'One' }), await received({ subject: 'Other' })]
    const key = { 'idempotency-key': 'reply-to-two' }
    expect((await own.ask('POST', `${one.path}/reply`, { text: 'Same' }, key)).status).toBe(200)
    expect((await own.ask('POST', `${other.path}/reply`, { text: 'Same' }, key)).body).toMatchObject({
      statusCode: 409,
      name: 'invalid_idempotent_request',
    })
    expect(await shown(other.thread.id)).toHaveLength(1)
  })

  it('makes the reply searchable by its text and its HTML', async () => {
    const { path } = await received()
    const { body } = await own.ask('POST', `${path}/reply`, { text: 'kingfisher', html: '<p>woodpecker</p>' })
    for (const word of ['kingfisher', 'woodpecker']) {
      const { data } = (await own.ask('GET', `/inboxes/${inbox}/threads/search?query=${word}`)).body
      expect(data).toMatchObject([{ matched_email_id: body.id }])
    }
  })

  const ten = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ filename: `${at}.txt`, content: base64('a') }))
  it.each<[string, object, RegExp]>([
    ['a reply without text or HTML', {}, /`html` or `text`/],
    ['the header In-Reply-To', { text: 'x', headers: { 'in-REPLY-to': '<a@b>' } }, /set by the server/],
    ['the header References', { text: 'x', headers: { References: '<a@b>' } }, /set by the server/],
    ['the header Reply-To', { text: 'x', headers: { 'reply-to': 'a@example.net' } }, /set by the server/],
    ['an empty header name', { text: 'x', headers: { '': 'a' } }, /headers/],
    ['a line break in a header', { text: 'x', headers: { 'X-A': 'a\r\nBcc: b@example.net' } }, /headers/],
    ['a NUL in a header', { text: 'x', headers: { 'X-A': 'a\0' } }, /headers/],
    ['an empty file', { text: 'x', attachments: [{ filename: 'a.txt', content: '' }] }, /empty|content/],
    ['an empty list of bytes', { text: 'x', attachments: [{ filename: 'a.txt', content: [] }] }, /empty/],
    ['11 files', { text: 'x', attachments: ten(11) }, /at most 10/],
    ['a path on localhost', { text: 'x', attachments: [{ filename: 'a', path: 'http://localhost:8080/a' }] }, /public/],
    ['a path at 127.0.0.1', { text: 'x', attachments: [{ filename: 'a', path: 'http://127.0.0.1/a' }] }, /public/],
    ['a path at 0.0.0.0', { text: 'x', attachments: [{ filename: 'a', path: 'http://0.0.0.0/a' }] }, /public/],
    ['a blocked file type', { text: 'x', attachments: [{ filename: 'a.exe', content: base64('a') }] }, /\.exe/],
    [
      'an invalid media type',
      { text: 'x', attachments: [{ filename: 'a', content: base64('a'), content_type: 'pdf' }] },
      /media type/,
    ],
    ['51 recipients', { text: 'x', cc: Array.from({ length: 50 }, (_, at) => `a${at}@example.net`) }, /At most 50/],
  ])('rejects %s', async (_, body, message) => {
    const { path } = await received()
    const answer = await own.ask('POST', `${path}/reply`, body)
    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(message)
  })

  it('accepts 10 attachments and 50 recipients, and null headers', async () => {
    const { path } = await received()
    const cc = Array.from({ length: 49 }, (_, at) => `a${at}@example.net`)
    const { status } = await own.ask('POST', `${path}/reply`, { text: 'x', cc, attachments: ten(10), headers: null })
    expect(status).toBe(200)
  })

  it('returns 404 for an unknown email and for another team', async () => {
    const { id, thread, path } = await received()
    const at = (of: string) => own.ask('POST', `/inboxes/${of}/reply`, { text: 'x' })
    expect((await at(`${inbox}/threads/${thread.id}/emails/${UNKNOWN}`)).body).toMatchObject({
      statusCode: 404,
      message: 'Email not found',
    })
    expect((await at(`${inbox}/threads/${UNKNOWN}/emails/${id}`)).body).toMatchObject({
      statusCode: 404,
      message: 'Thread not found',
    })
    const other = await inboxesOf(server, 'other-answers.example.com', await aTeam(server, 'Other answers'))
    expect((await other.ask('POST', `${path}/reply`, { text: 'x' })).body).toMatchObject({
      statusCode: 404,
      message: 'Inbox not found',
    })
    expect((await other.ask('POST', `${path}/forward`, { to: 'a@example.net' })).status).toBe(404)
  })
})

describe('forwardInboxEmail', () => {
  it('forwards the content and the attachments of the original', async () => {
    const blob_id = await aBlob('the invoice')
    const file = {
      filename: 'in\tvoice.pdf',
      content_type: 'application/pdf; x="',
      content_id: null,
      content_disposition: 'attachment',
      size: 11,
      blob_id,
    }
    const { path, thread } = await received({
      subject: 'Invoice',
      text: 'Please pay.',
      html: '<p>Please <b>pay</b>.</p>',
      more: { files: [file] },
    })
    const { status, body } = await own.ask('POST', `${path}/forward`, { to: 'books@example.net', text: 'For you' })
    expect(status).toBe(200)
    const email = await emailOf(body.id)
    expect(email).toMatchObject({ to: ['books@example.net'], subject: 'Fwd: Invoice' })
    expect(email.text).toMatch(/^For you\n\n-+ Forwarded message.*Please pay\.$/s)
    expect(email.html).toMatch(/For you.*<p>Please <b>pay<\/b>\.<\/p>$/s)
    expect((await own.ask('GET', `/emails/${body.id}/attachments`)).body.data).toMatchObject([
      { filename: 'in voice.pdf', content_type: 'application/pdf', size: 11 },
    ])
    expect((await shown(thread.id))[0]).toMatchObject({ id: body.id, direction: 'outbound' })
  })

  it('counts the attachments of the original towards the limit', async () => {
    const blob_id = await aBlob('one of ten')
    const file = (at: number) => ({
      filename: `${at}.txt`,
      content_type: 'text/plain',
      content_id: null,
      content_disposition: null,
      size: 10,
      blob_id,
    })
    const { path } = await received({ more: { files: Array.from({ length: 10 }, (_, at) => file(at)) } })
    expect((await own.ask('POST', `${path}/forward`, { to: 'a@example.net' })).status).toBe(200)
    const more = { to: 'a@example.net', attachments: [{ filename: 'b.txt', content: base64('b') }] }
    expect((await own.ask('POST', `${path}/forward`, more)).body).toMatchObject({ statusCode: 422 })
  })

  it('rejects an original that was sent with an attachment from a path', async () => {
    const { path, thread } = await received()
    const attachments = [{ filename: 'a.txt', path: 'https://files.example.org/a.txt' }]
    const { body } = await own.ask('POST', `${path}/reply`, { text: 'x', attachments })
    const again = await own.ask('POST', `/inboxes/${inbox}/threads/${thread.id}/emails/${body.id}/forward`, {
      to: 'a@example.net',
    })
    expect(again.body).toMatchObject({ statusCode: 422, message: expect.stringMatching(/`path`/) })
  })

  it('refuses an email that was received above the quota', async () => {
    const limited = await startServer({ QUOTA_DAILY: '1' }, { now: time.now })
    const desk = await inboxesOf(limited, 'quota.example.com', await aTeam(limited, 'Quota'))
    const id = await desk.anInbox()
    await desk.receive()
    const above = await desk.receive({ subject: 'Above', html: '<p>secret</p>' })
    const [thread] = await desk.threads(id)
    const found = async (query: string) =>
      (await desk.ask('GET', `/inboxes/${id}/threads/search?query=${query}`)).body.data
    expect([await found('secret'), (await found('Above')).length]).toEqual([[], 1])
    const path = `/inboxes/${id}/threads/${thread.id}/emails`
    const withheld = { id: above, subject: 'Above', html: null, text: null }
    expect((await desk.ask('GET', path)).body.data).toMatchObject([withheld])
    expect((await desk.ask('GET', `${path}/${above}`)).body).toMatchObject(withheld)
    const forwarded = await desk.ask('POST', `${path}/${above}/forward`, { to: 'a@example.net' })
    expect(forwarded.body).toMatchObject({ statusCode: 422, message: expect.stringMatching(/above the quota/) })
    await limited.stop()
  })

  it('requires a recipient', async () => {
    const { path } = await received()
    expect((await own.ask('POST', `${path}/forward`, { text: 'x' })).body).toMatchObject({
      statusCode: 422,
      name: 'missing_required_field',
    })
  })

  it('forwards once per idempotency key', async () => {
    const { path } = await received()
    const send = () =>
      own.ask('POST', `${path}/forward`, { to: 'a@example.net' }, { 'idempotency-key': 'forward-once' })
    expect((await send()).body).toEqual((await send()).body)
  })
})
