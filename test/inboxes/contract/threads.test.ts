// Threads and their emails: receiving, read status and folders.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { inboxesOf, receiveFor } from '../../support/inboxes.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let teams = 0

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

/** A new team with an inbox. */
async function aDesk() {
  const name = `desk${++teams}.example.com`
  const own = await inboxesOf(server, name, await aTeam(server, name))
  const id = await own.anInbox()
  const at = (path: string): string => `/inboxes/${id}/threads${path}`
  const change = async (thread: string, body: object) => (await own.ask('PATCH', at(`/${thread}`), body)).body
  const emails = async (thread: string, query = '') => (await own.ask('GET', at(`/${thread}/emails${query}`))).body.data
  const receive = (mail: Parameters<typeof own.receive>[0] = {}) => {
    time.forward(1000)
    return own.receive(mail)
  }
  return { ...own, id, at, change, emails, receive }
}

describe('listInboxThreads', () => {
  it('returns a thread with the data of its newest email', async () => {
    const desk = await aDesk()
    await desk.receive({ id: '<a@x>', subject: 'Invoice', name: 'Mira, Example' })
    await desk.receive({ id: '<b@x>', refs: ['<a@x>'], subject: 'Re: Invoice', from: 'noah@example.net', files: 1 })
    const [thread, ...others] = await desk.threads(desk.id)
    expect(others).toEqual([])
    expect(thread).toMatchObject({
      subject: 'Invoice',
      from: 'noah@example.net',
      to: [`help@${desk.domain}`],
      email_count: 2,
      has_attachment: true,
      has_draft: false,
      read: false,
      folder: 'inbox',
      labels: [],
    })
    const [newer, older] = await desk.emails(thread.id)
    expect([newer.from, older.from]).toEqual(['noah@example.net', '"Mira, Example" <mira@example.net>'])
    expect(newer.attachments).toEqual([{ id: newer.attachments[0].id, filename: 'file-0.txt', size: 5 }])
  })

  it('lists threads in pages by their newest email, forward and backward', async () => {
    const desk = await aDesk()
    for (let number = 0; number < 5; number++) await desk.receive({ subject: `s${number}`, id: `<${number}@x>` })
    await desk.receive({ refs: ['<1@x>'], id: '<again@x>' })
    const list = async (query: string) => (await desk.ask('GET', desk.at(`?${query}`))).body
    const subjects = ({ data, has_more }: { data: { subject: string }[]; has_more: boolean }) => [
      data.map(({ subject }) => subject).join(' '),
      has_more,
    ]
    const first = await list('limit=2')
    const second = await list(`limit=2&after=${first.data[1].id}`)
    const third = await list(`limit=2&after=${second.data[1].id}`)
    expect([first, second, third].map(subjects)).toEqual([
      ['s1 s4', true],
      ['s3 s2', true],
      ['s0', false],
    ])
    expect(subjects(await list(`limit=2&before=${third.data[0].id}`))).toEqual(['s3 s2', true])
    expect(subjects(await list(`limit=2&before=${second.data[0].id}`))).toEqual(['s1 s4', false])
  })

  it.each([
    'after=x',
    'before=5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10',
    'limit=0',
    'folders=lost',
    'labels=x',
    'read=maybe',
  ])('rejects %s', async query => {
    const desk = await aDesk()
    expect((await desk.ask('GET', desk.at(`?${query}`))).status).toBe(422)
  })

  it('filters by folder, label and read status', async () => {
    const desk = await aDesk()
    for (const subject of ['one', 'two', 'three', 'four']) await desk.receive({ subject })
    const [four, three, two] = await desk.threads(desk.id)
    await desk.change(four.id, { folder: 'archive', read: true })
    await desk.change(three.id, { folder: 'spam' })
    await desk.change(two.id, { read: true })
    const label = async (name: string) => (await desk.ask('POST', `/inboxes/${desk.id}/labels`, { name })).body.id
    const [red, blue] = [await label('Red'), await label('Blue')]
    await desk.ask('POST', desk.at(`/${four.id}/labels`), { labels: [red] })
    await desk.ask('POST', desk.at(`/${two.id}/labels`), { labels: [red, blue] })
    const found = async (query: string) => (await desk.threads(desk.id, query)).map(({ subject }) => subject).join(' ')
    expect(await found('?folders=archive,spam')).toBe('four three')
    expect(await found('?folders=inbox')).toBe('two one')
    expect(await found('?read=true')).toBe('four two')
    expect(await found('?read=false&folders=inbox')).toBe('one')
    expect(await found(`?labels=${red}`)).toBe('four two')
    expect(await found(`?labels=${red},${blue}&folders=inbox`)).toBe('two')
    expect(await found(`?labels=${blue}&read=false`)).toBe('')
    expect(await found('?folders=trash')).toBe('')
  })
})

describe('getInboxThread', () => {
  it('returns a thread, and 404 for another inbox or team', async () => {
    const desk = await aDesk()
    await desk.receive({ subject: 'Only here' })
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    expect((await desk.ask('GET', desk.at(`/${id}`))).body).toEqual({
      object: 'inbox_thread',
      id,
      subject: 'Only here',
      folder: 'inbox',
      labels: [],
      read: false,
    })
    const second = await desk.anInbox('second')
    const { status, body } = await desk.ask('GET', `/inboxes/${second}/threads/${id}`)
    expect([status, body.message]).toEqual([404, 'Thread not found'])
    const strange = await server.call('GET', desk.at(`/${id}`))
    expect([strange.status, strange.body.message]).toEqual([404, 'Inbox not found'])
    expect((await desk.ask('GET', desk.at('/nothing'))).status).toBe(422)
  })
})

describe('updateInboxThread', () => {
  it('marks a thread as read or unread and updates the unread count of the inbox', async () => {
    const desk = await aDesk()
    for (const subject of ['a', 'b', 'c']) await desk.receive({ subject })
    const [c, b] = await desk.threads(desk.id)
    expect(await desk.unread(desk.id)).toBe(3)
    expect(await desk.change(c.id, { read: true })).toMatchObject({ read: true, folder: 'inbox' })
    expect(await desk.change(c.id, { read: true })).toMatchObject({ read: true })
    expect(await desk.unread(desk.id)).toBe(2)
    await desk.change(b.id, { folder: 'archive' })
    expect(await desk.unread(desk.id)).toBe(1)
    await desk.change(b.id, { folder: 'inbox' })
    await desk.change(c.id, { read: false })
    expect(await desk.unread(desk.id)).toBe(3)
    expect((await desk.emails(c.id))[0].read).toBe(false)
  })

  it('rejects the folder `sent`, unknown folders and an empty body', async () => {
    const desk = await aDesk()
    await desk.receive()
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    for (const body of [{ folder: 'sent' }, { folder: 'x' }, { read: 'x' }, {}]) {
      expect((await desk.ask('PATCH', desk.at(`/${id}`), body)).status).toBe(422)
    }
  })
})

describe('a received email', () => {
  it('marks its thread as unread and moves it to the inbox, and earlier emails stay read', async () => {
    const desk = await aDesk()
    const first = await desk.receive({ id: '<p@x>' })
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    await desk.change(id, { read: true, folder: 'archive' })
    expect(await desk.unread(desk.id)).toBe(0)
    await desk.receive({ refs: ['<p@x>'] })
    expect((await desk.ask('GET', desk.at(`/${id}`))).body).toMatchObject({ folder: 'inbox', read: false })
    expect(await desk.unread(desk.id)).toBe(1)
    const emails = await desk.emails(id)
    expect(emails.map((email: { read: boolean }) => email.read)).toEqual([false, true])
    expect(emails[1].id).toBe(first)
    expect((await desk.ask('GET', `/inboxes/${desk.id}`)).body.last_received).toBe(emails[0].received_at)
  })

  it('is stored in a separate thread in the spam folder if it is spam, and not counted as unread', async () => {
    const desk = await aDesk()
    await desk.receive({ id: '<good@x>' })
    await desk.receive({ verdict: 'spam', refs: ['<good@x>'], subject: 'Win', id: '<bad@x>' })
    await desk.receive({ refs: ['<bad@x>'], subject: 'Good again' })
    const threads = await desk.threads(desk.id)
    expect(threads.map(({ subject, folder }) => `${subject} ${folder}`)).toEqual([
      'Good again inbox',
      'Win spam',
      'Hello inbox',
    ])
    expect(await desk.unread(desk.id)).toBe(2)
    await desk.change(threads[1].id, { folder: 'inbox' })
    expect(await desk.unread(desk.id)).toBe(3)
  })

  it('appears once in each inbox that it is addressed to, and not for another team', async () => {
    const [desk, stranger] = [await aDesk(), await aDesk()]
    const second = await desk.anInbox('second')
    const third = await desk.anInbox('third')
    const to = [`help@${desk.domain}`, `Second@${desk.domain}`, `help@${stranger.domain}`]
    const id = await desk.receive({ to })
    for (const inbox of [desk.id, second]) {
      const [thread] = await desk.threads(inbox)
      const { body } = await desk.ask('GET', `/inboxes/${inbox}/threads/${thread.id}/emails/${id}`)
      expect(body).toMatchObject({ id, direction: 'inbound', subject: 'Hello', text: 'It works.', html: null })
    }
    expect(await desk.threads(third)).toEqual([])
    expect(await stranger.threads(stranger.id)).toEqual([])
  })

  it('joins a thread by subject only as a reply without references from the same person', async () => {
    const desk = await aDesk()
    const count = async () => (await desk.threads(desk.id)).length
    await desk.receive({ subject: 'Offer' })
    await desk.receive({ subject: 'Re: Offer' })
    expect(await count()).toBe(1)
    await desk.receive({ subject: 'Offer' })
    await desk.receive({ subject: 'RE: offer', from: 'noah@example.net' })
    await desk.receive({ subject: 'Re: Offers' })
    await desk.receive({ subject: 'Re: Offer', refs: ['<unknown@x>'] })
    expect(await count()).toBe(5)
  })

  it('is counted exactly when several arrive while threads are read and moved', async () => {
    const desk = await aDesk()
    await desk.receive({ id: '<root@x>' })
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    const address = `help@${desk.domain}`
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        if (index % 4 === 0) return desk.change(id, { read: index % 8 === 0 })
        if (index % 4 === 1) return desk.change(id, { folder: index % 8 === 1 ? 'archive' : 'inbox' })
        const mail = index % 4 === 2 ? { refs: ['<root@x>'] } : { subject: `New ${index}`, refs: [`<n${index % 3}@x>`] }
        return receiveFor(server, desk.team_id, address, mail)
      }),
    )
    const threads = await desk.threads(desk.id, '?limit=100')
    const unread = threads.filter(({ read, folder }) => !read && folder === 'inbox').length
    expect(await desk.unread(desk.id)).toBe(unread)
    expect(threads).toHaveLength(4)
    expect(threads.reduce((sum, { email_count }) => sum + email_count, 0)).toBe(13)
    for (const thread of threads) expect(await desk.emails(thread.id, '?limit=100')).toHaveLength(thread.email_count)
  })
})

describe('removeInboxThread', () => {
  it('deletes the thread with its search index and keeps its emails', async () => {
    const desk = await aDesk()
    for (let number = 0; number < 12; number++) await desk.receive({ id: `<${number}@x>`, refs: ['<0@x>'] })
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    expect((await desk.ask('DELETE', desk.at(`/${id}`))).body).toEqual({ object: 'inbox_thread', id, deleted: true })
    expect((await desk.ask('DELETE', desk.at(`/${id}`))).status).toBe(404)
    expect(await desk.threads(desk.id)).toEqual([])
    expect((await desk.ask('GET', desk.at('/search?query=works'))).body.data).toEqual([])
    expect(await desk.unread(desk.id)).toBe(0)
    await desk.receive({ refs: ['<0@x>'] })
    expect(await desk.threads(desk.id)).toHaveLength(1)
  })
})

describe('listInboxThreadEmails', () => {
  it('lists emails in pages, newest first', async () => {
    const desk = await aDesk()
    const ids: string[] = []
    for (let number = 0; number < 5; number++)
      ids.unshift(await desk.receive({ id: `<${number}@x>`, refs: ['<0@x>'], html: '<p>x</p>' }))
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    const page = async (query: string) => (await desk.ask('GET', desk.at(`/${id}/emails?limit=2${query}`))).body
    const first = await page('')
    const second = await page(`&after=${first.data[1].id}`)
    expect([...first.data, ...second.data].map(email => email.id)).toEqual(ids.slice(0, 4))
    expect([first.has_more, first.data[0].html]).toEqual([true, '<p>x</p>'])
    expect((await page(`&before=${second.data[0].id}`)).data.map((email: { id: string }) => email.id)).toEqual(
      ids.slice(0, 2),
    )
  })

  it('shortens a page of large emails and continues on the next one', async () => {
    const desk = await aDesk()
    for (let number = 0; number < 4; number++)
      await desk.receive({ id: `<${number}@x>`, refs: ['<0@x>'], text: 'x'.repeat(2_500_000) })
    const [{ id }] = (await desk.threads(desk.id)) as [{ id: string }]
    const { body } = await desk.ask('GET', desk.at(`/${id}/emails`))
    expect([body.data.length, body.has_more]).toEqual([2, true])
    const rest = (await desk.ask('GET', desk.at(`/${id}/emails?after=${body.data[1].id}`))).body
    expect([rest.data.length, rest.has_more]).toEqual([2, false])
    // the same applies to pages backward
    const ids = [...body.data, ...rest.data].map(email => email.id)
    const back = (await desk.ask('GET', desk.at(`/${id}/emails?before=${ids[3]}`))).body
    expect([back.data.map((email: { id: string }) => email.id), back.has_more]).toEqual([ids.slice(1, 3), true])
  })
})

describe('getInboxThreadEmail', () => {
  it('returns 404 for an email of another thread', async () => {
    const desk = await aDesk()
    const one = await desk.receive({ subject: 'one' })
    await desk.receive({ subject: 'two' })
    const [two, first] = await desk.threads(desk.id)
    expect((await desk.ask('GET', desk.at(`/${first.id}/emails/${one}`))).status).toBe(200)
    const { status, body } = await desk.ask('GET', desk.at(`/${two.id}/emails/${one}`))
    expect([status, body.message]).toEqual([404, 'Email not found'])
  })
})
