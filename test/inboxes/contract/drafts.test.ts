import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAFTS_MAX } from '../../../src/inbound/inboxes/drafts/rules.ts'
import { addToInbox } from '../../../src/inbound/inboxes/store/inboxes.ts'
import { clock } from '../../support/clock.ts'
import { type Destination, destination } from '../../support/destination.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string
/** Serves files. */
let files: Destination

beforeAll(async () => {
  files = await destination(({ url }, answer) => {
    if (url === '/none') answer.writeHead(404).end()
    else
      answer
        .writeHead(200, { 'content-type': url === '/typed' ? 'Image/PNG; x=1' : '??' })
        .end(url === '/empty' ? '' : 'from afar')
  })
  server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'true' }, { now: time.now })
  own = await inboxesOf(server, 'drafts.example.com')
  inbox = await own.anInbox()
})
afterAll(async () => {
  await server.stop()
  await files.close()
})

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const create = (body: object, headers?: Record<string, string>) =>
  own.ask('POST', `/inboxes/${inbox}/drafts`, body, headers)
const add = async (body: object): Promise<string> => {
  const made = await create(body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}
const draftAt = (id: string) => `/inboxes/${inbox}/drafts/${id}`
const get = async (id: string) => (await own.ask('GET', draftAt(id))).body
const send = (id: string, body?: object, headers?: Record<string, string>) =>
  own.ask('POST', `${draftAt(id)}/send`, body, headers)
const drafts = async (): Promise<number> => (await own.ask('GET', `/inboxes/${inbox}`)).body.drafts
const emailOf = async (id: string) => (await own.ask('GET', `/emails/${id}`)).body

async function received(mail: Parameters<typeof own.receive>[0] = {}) {
  const id = await own.receive(mail)
  const thread = (await own.threads(inbox))[0]
  return { id, thread, answer: { thread_id: thread.id, reply_to_email_id: id } }
}

describe('createInboxDraft and getInboxDraft', () => {
  it('stores the draft', async () => {
    const before = await drafts()
    const { status, body } = await create({
      to: 'mira@example.net',
      cc: null,
      subject: 'Hi',
      text: 'It is\n on its way.',
    })
    expect([status, body]).toEqual([201, { object: 'inbox_draft', id: body.id }])
    const now = time.now().toISOString()
    const said = { to: ['mira@example.net'], cc: [], bcc: [], subject: 'Hi', html: null, text: 'It is\n on its way.' }
    const of = { type: 'standalone', thread_id: null, reply_to_email_id: null, email_id: null, attachments: [] }
    expect(await get(body.id)).toEqual({
      object: 'inbox_draft',
      id: body.id,
      ...said,
      ...of,
      created_at: now,
      updated_at: now,
    })
    const { data } = (await own.ask('GET', `/inboxes/${inbox}/drafts?limit=1`)).body
    expect(data[0]).toMatchObject({ id: body.id, snippet: 'It is on its way.' })
    expect(data[0]).not.toHaveProperty('text')
    expect(await drafts()).toBe(before + 1)
  })

  it('creates one draft per idempotency key and accepts the same file URL again', async () => {
    const body = { subject: 'Once', attachments: [{ path: `${files.url}/a`, filename: 'a.txt' }] }
    const first = await create(body, { 'idempotency-key': 'draft-once' })
    expect((await create(body, { 'idempotency-key': 'draft-once' })).body).toEqual(first.body)
    expect((await create({ ...body, subject: 'Twice' }, { 'idempotency-key': 'draft-once' })).status).toBe(409)
  })

  it('stores its attachments immediately, including those from a URL', async () => {
    const asked = [
      { content: base64('abc'), filename: 'b.txt', content_type: 'text/plain' },
      { path: `${files.url}/file`, filename: 'c.pdf' },
      { path: `${files.url}/typed`, filename: 'd.bin' },
    ]
    const id = await add({ subject: 'Files', attachments: asked })
    const times = files.received.length
    const { attachments } = await get(id)
    expect(attachments).toMatchObject([
      { filename: 'b.txt', content_type: 'text/plain', size: 3 },
      { filename: 'c.pdf', content_type: 'application/pdf', size: 9 },
      { filename: 'd.bin', content_type: 'image/png', size: 9 },
    ])
    const listed = (await own.ask('GET', `/inboxes/${inbox}/drafts`)).body.data.find(
      (each: { id: string }) => each.id === id,
    )
    expect(listed.attachments).toEqual(attachments)
    expect(files.received).toHaveLength(times)
  })

  it.each<[string, object, RegExp]>([
    ['an empty draft', {}, /at least one/i],
    [
      'an empty file',
      { attachments: [{ content: '', filename: 'a.txt', content_type: 'text/plain' }] },
      /content|empty/,
    ],
    ['an empty file at a URL', { attachments: [{ path: 'AT/empty', filename: 'a.txt' }] }, /empty/],
    ['a missing file', { attachments: [{ path: 'AT/none', filename: 'a.txt' }] }, /could not be fetched: .*404/],
    [
      'a file on an unknown host',
      { attachments: [{ path: 'http://nowhere.invalid/a', filename: 'a.txt' }] },
      /could not be fetched/,
    ],
    ['a path that is not an HTTP URL', { attachments: [{ path: 'file:///etc/passwd', filename: 'a.txt' }] }, /path/],
    [
      'a blocked file type',
      { attachments: [{ content: base64('a'), filename: 'a.bat', content_type: 'text/plain' }] },
      /\.bat/,
    ],
    [
      '51 recipients',
      {
        to: Array.from({ length: 30 }, (_, n) => `a${n}@x.org`),
        bcc: Array.from({ length: 21 }, (_, n) => `b${n}@x.org`),
      },
      /At most 50/,
    ],
    ['an invalid address', { to: 'mira' }, /`to`/],
    ['a subject with a line break', { subject: 'a\nb' }, /`subject`/],
    ['a thread without a message', { text: 'x', thread_id: UNKNOWN }, /Send both `thread_id` and `reply_to_email_id`/],
    [
      'a message without a thread',
      { text: 'x', reply_to_email_id: UNKNOWN },
      /Send both `thread_id` and `reply_to_email_id`/,
    ],
  ])('rejects %s', async (_, body, message) => {
    const answer = await create(JSON.parse(JSON.stringify(body).replaceAll('AT/', `${files.url}/`)))
    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(message)
  })

  it('rejects attachments of more than 25 MB in total', async () => {
    const file = (bytes: number) => ({
      content: Buffer.alloc(bytes, 'a').toString('base64'),
      filename: 'a.txt',
      content_type: 'text/plain',
    })
    const most = 25 * 1024 * 1024
    expect((await create({ attachments: [file(most)] })).status).toBe(201)
    expect((await create({ attachments: [file(most), { ...file(1), filename: 'b.txt' }] })).status).toBe(422)
  })
})

describe('listInboxDrafts', () => {
  it('lists drafts in pages, newest first', async () => {
    const [first, second] = [await add({ subject: 'First' }), await add({ subject: 'Second' })]
    const page = (query: string) => own.ask('GET', `/inboxes/${inbox}/drafts?limit=1${query}`)
    expect((await page('')).body).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ id: second, snippet: null }],
    })
    expect((await page(`&after=${second}`)).body.data).toMatchObject([{ id: first, subject: 'First' }])
    expect((await page(`&after=${UNKNOWN}`)).status).toBe(422)
  })
})

describe('a draft of a reply', () => {
  it('defaults to the author and marks its thread as having a draft', async () => {
    const { id, thread, answer } = await received({ subject: 'Question' })
    const draft = await add({ ...answer, text: 'Yes.' })
    expect(await get(draft)).toMatchObject({
      type: 'reply',
      to: ['mira@example.net'],
      subject: 'Re: Question',
      thread_id: thread.id,
      reply_to_email_id: id,
    })
    expect((await own.threads(inbox))[0]).toMatchObject({ id: thread.id, has_draft: true })
    const sent = await send(draft)
    expect(sent.status).toBe(200)
    expect(await emailOf(sent.body.id)).toMatchObject({
      to: ['mira@example.net'],
      subject: 'Re: Question',
      text: 'Yes.',
    })
    expect((await own.threads(inbox))[0]).toMatchObject({ id: thread.id, has_draft: false, email_count: 2 })
    expect(await get(draft)).toMatchObject({ email_id: sent.body.id })
  })

  it('is the only unsent draft for its message', async () => {
    const { answer } = await received()
    const first = await add({ ...answer, text: 'One' })
    expect((await create({ ...answer, text: 'Two' })).body).toMatchObject({
      statusCode: 409,
      message: expect.stringMatching(/already has an unsent draft reply/),
    })
    await send(first)
    const second = await add({ ...answer, text: 'Two' })
    await own.ask('DELETE', draftAt(second))
    await add({ ...answer, text: 'Three' })
  })

  it('returns 404 for an unknown thread or message', async () => {
    const { answer } = await received()
    expect((await create({ ...answer, thread_id: UNKNOWN, text: 'x' })).status).toBe(404)
    expect((await create({ ...answer, reply_to_email_id: UNKNOWN, text: 'x' })).status).toBe(404)
  })

  it('is deleted with its thread', async () => {
    const { thread, answer } = await received()
    const before = await drafts()
    const id = await add({ ...answer, text: 'x' })
    await own.ask('DELETE', `/inboxes/${inbox}/threads/${thread.id}`)
    await server.queue.idle()
    expect((await own.ask('GET', draftAt(id))).status).toBe(404)
    expect(await drafts()).toBe(before)
  })
})

describe('updateInboxDraft', () => {
  it('updates the given fields and replaces all attachments', async () => {
    const id = await add({
      to: 'a@example.net',
      subject: 'One',
      text: 'x',
      attachments: [{ content: base64('a'), filename: 'a.txt', content_type: 'text/plain' }],
    })
    expect((await own.ask('PATCH', draftAt(id), { subject: 'Two', to: null })).body).toEqual({
      object: 'inbox_draft',
      id,
    })
    expect(await get(id)).toMatchObject({ subject: 'Two', to: null, text: 'x', attachments: [{ filename: 'a.txt' }] })
    await own.ask('PATCH', draftAt(id), {
      attachments: [{ content: base64('b'), filename: 'b.txt', content_type: 'text/plain' }],
    })
    expect((await get(id)).attachments).toMatchObject([{ filename: 'b.txt' }])
    await own.ask('PATCH', draftAt(id), { attachments: null })
    expect((await get(id)).attachments).toEqual([])
    expect((await own.ask('PATCH', draftAt(id), {})).status).toBe(422)
  })
})

describe('sendInboxDraft', () => {
  it('sends the draft with its attachments and the requested headers', async () => {
    const id = await add({
      to: ['a@example.net'],
      bcc: 'b@example.net',
      subject: 'S',
      html: '<p>x</p>',
      attachments: [{ path: `${files.url}/file`, filename: 'a.txt' }],
    })
    const sent = await send(id, { headers: { 'X-Kind': 'a' } })
    expect(await emailOf(sent.body.id)).toMatchObject({
      from: 'help@drafts.example.com',
      bcc: ['b@example.net'],
      html: '<p>x</p>',
    })
    expect((await own.ask('GET', `/emails/${sent.body.id}/attachments`)).body.data).toMatchObject([
      { filename: 'a.txt', size: 9 },
    ])
    const [thread] = await own.threads(inbox, '?folders=sent')
    expect(thread).toMatchObject({ subject: 'S', email_count: 1, has_attachment: true, read: true })
    expect((await get(id)).thread_id).toBe(thread.id)
  })

  it('sends once per idempotency key', async () => {
    const id = await add({ to: 'a@example.net', subject: 'Key', text: 'x' })
    const key = { 'idempotency-key': 'send-once' }
    expect((await send(id, {}, key)).body).toEqual((await send(id, {}, key)).body)
  })

  it.each<[string, object, object, RegExp]>([
    ['no recipient', { subject: 'S', text: 'x' }, {}, /`to`/],
    ['no subject', { to: 'a@example.net', text: 'x' }, {}, /`subject`/],
    ['no text', { to: 'a@example.net', subject: 'S' }, {}, /`html` or `text`/],
    [
      'a reserved header',
      { to: 'a@example.net', subject: 'S', text: 'x' },
      { headers: { references: '<a@b>' } },
      /set by the server/,
    ],
  ])('rejects a draft with %s and keeps it', async (_, body, asked, message) => {
    const id = await add(body)
    const answer = await send(id, asked)
    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(message)
    expect((await get(id)).email_id).toBeNull()
  })
})

describe('a draft that was sent', () => {
  it('cannot be updated, deleted or sent again and is not listed', async () => {
    const id = await add({ to: 'a@example.net', subject: 'S', text: 'x' })
    await send(id)
    for (const [method, path, body] of [
      ['PATCH', draftAt(id), { text: 'y' }],
      ['DELETE', draftAt(id), undefined],
      ['POST', `${draftAt(id)}/send`, {}],
    ] as const)
      expect((await own.ask(method, path, body)).body).toMatchObject({ statusCode: 409, name: 'validation_error' })
    const { data } = (await own.ask('GET', `/inboxes/${inbox}/drafts`)).body
    expect(data.map((each: { id: string }) => each.id)).not.toContain(id)
  })
})

describe('removeInboxDraft', () => {
  it('deletes a draft with its attachments', async () => {
    const id = await add({
      subject: 'S',
      attachments: [{ content: base64('gone'), filename: 'a.txt', content_type: 'text/plain' }],
    })
    const before = await drafts()
    expect((await own.ask('DELETE', draftAt(id))).body).toEqual({ object: 'inbox_draft', id, deleted: true })
    expect((await own.ask('GET', draftAt(id))).body).toMatchObject({ statusCode: 404, message: 'Draft not found' })
    expect(await drafts()).toBe(before - 1)
  })
})

describe('drafts', () => {
  it('return 404 for other teams and other inboxes', async () => {
    const id = await add({ subject: 'Mine' })
    const second = await own.anInbox('second')
    const team = await inboxesOf(server, 'other-drafts.example.com', await aTeam(server, 'Other drafts'))
    const theirs = await team.anInbox('help')
    for (const [ask, of, message] of [
      [own.ask, second, 'Draft not found'],
      [team.ask, theirs, 'Draft not found'],
      [team.ask, inbox, 'Inbox not found'],
    ] as const)
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { text: 'x' }],
        ['DELETE', '', undefined],
        ['POST', '/send', {}],
      ] as const)
        expect((await ask(method, `/inboxes/${of}/drafts/${id}${rest}`, body)).body).toMatchObject({
          statusCode: 404,
          message,
        })
    expect((await get(id)).subject).toBe('Mine')
  })

  it(`are limited to ${DRAFTS_MAX} per inbox`, async () => {
    const full = await own.anInbox('full')
    const of = { team_id: own.team_id, id: full, unread: 0 }
    await server.database.unit(async tx => addToInbox(tx, { ...of, drafts: DRAFTS_MAX - 1 }))
    const make = () => own.ask('POST', `/inboxes/${full}/drafts`, { subject: 'S' })
    expect((await make()).status).toBe(201)
    expect((await make()).body).toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/at most 1000 drafts/),
    })
  })
})

const agent = () => own.ask('GET', `/inboxes/${inbox}/agent`)

describe('getInboxAgent', () => {
  it('returns no instructions by default', async () => {
    expect((await agent()).body).toEqual({ object: 'inbox_agent', instructions: null, tone: null, actions: [] })
    expect((await own.ask('GET', `/inboxes/${UNKNOWN}/agent`)).body).toMatchObject({
      statusCode: 404,
      message: 'Inbox not found',
    })
  })
})

describe('updateInboxAgent', () => {
  it('updates the instructions, the tone and the actions', async () => {
    const told = { instructions: 'Be kind.', tone: 'concise_casual', actions: ['draft_reply', 'archive'] }
    expect((await own.ask('PATCH', `/inboxes/${inbox}/agent`, told)).body).toEqual({ object: 'inbox_agent', id: inbox })
    expect((await agent()).body).toEqual({ object: 'inbox_agent', ...told })
    await own.ask('PATCH', `/inboxes/${inbox}/agent`, { tone: null })
    expect((await agent()).body).toEqual({ object: 'inbox_agent', ...told, tone: null })
  })

  it('adds an audit event only if a value changes', async () => {
    await own.ask('PATCH', `/inboxes/${inbox}/agent`, { actions: ['archive'] })
    await own.ask('PATCH', `/inboxes/${inbox}/agent`, { actions: ['archive'] })
    await own.ask('PATCH', `/inboxes/${inbox}/agent`, { actions: ['archive', 'add_labels'] })
    const { data } = (await own.ask('GET', `/audit-events?action=inbox_agent.updated&object_id=${inbox}`)).body
    expect(data[0]).toMatchObject({
      object: { type: 'inbox_agent', id: inbox },
      changes: { actions: { before: 'archive', after: 'archive add_labels' } },
    })
    expect(data[1].changes.actions.after).toBe('archive')
  })

  it.each([[{}], [{ tone: 'loud' }], [{ actions: ['send'] }], [{ instructions: 'x'.repeat(4001) }]])(
    'rejects %j',
    async body => {
      expect((await own.ask('PATCH', `/inboxes/${inbox}/agent`, body)).status).toBe(422)
    },
  )
})
