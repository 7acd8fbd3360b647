// Searching the threads of an inbox by the content of their emails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let stranger: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string
const ids: Record<string, string> = {}

const mails: Record<string, Parameters<typeof own.receive>[0]> = {
  offer: { id: '<offer@x>', subject: 'Offer for Zürich', from: 'mira@example.net', text: 'Eleven bicycles, please.' },
  answer: { refs: ['<offer@x>'], subject: 'Re: Offer', from: 'noah@example.org', text: 'Twelve bicycles.', files: 1 },
  html: {
    from: 'news@example.org',
    subject: 'Newsletter',
    html: '<style>p{}</style><p>Only <b>marked</b> up &amp; hidden</p>',
    text: null,
  },
  both: { from: 'zoo@example.org', subject: 'Both', html: '<p>penguin</p>', text: 'walrus' },
  person: { subject: 'Hello', from: 'mira.b@example.com', name: 'Mira Beck', text: 'Nothing.' },
  cjk: { from: 'ito@example.org', subject: '請求書のお知らせ', text: '' },
  marks: {
    from: 'ole@example.org',
    subject: 'Straße 🎉',
    html: '<p>sm&oslash;rrebr&oslash;d f&uuml;r &Eacute;va</p>',
    text: Array.from({ length: 40 }, (_, number) => `n${number}`).join(' '),
  },
}

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  own = await inboxesOf(server, 'search.example.com', await aTeam(server, 'Searching'))
  stranger = await inboxesOf(server, 'strange.example.com', await aTeam(server, 'Strange'))
  inbox = await own.anInbox()
  await stranger.anInbox()
  await own.anInbox('second')
  for (const [name, mail] of Object.entries(mails)) {
    time.forward(86_400_000)
    ids[name] = await own.receive(mail)
  }
  await stranger.receive({ ...mails.offer })
  await own.receive({ ...mails.offer, to: [`second@${own.domain}`] })
})
afterAll(() => server.stop())

interface Found {
  id: string
  subject: string
  matched_email_id: string | null
}
const search = async (query: string): Promise<Found[]> =>
  (await own.ask('GET', `/inboxes/${inbox}/threads/search?${query}`)).body.data
/** The names of the emails that matched. */
const found = async (query: string): Promise<string> => {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return (await search(query)).map(({ matched_email_id }) => names.get(matched_email_id ?? '') ?? 'none').join(' ')
}

describe('searchInboxThreads', () => {
  it.each([
    ['query=bicycles', 'answer'],
    ['query=ELEVEN bicycles', 'offer'],
    ['query=eleven twelve', ''],
    ['query=bicy', ''],
    ['query=zurich', 'offer'],
    ['query=hidden', 'html'],
    ['query=penguin', 'both'],
    ['query=walrus', 'both'],
    ['query=mira', 'person offer'],
    ['query=mira.b@example.com', 'person'],
    ['query=Beck', 'person'],
    ['query=請求', 'cjk'],
    ['query=style', ''],
    ['query=unknown', ''],
    ['query=STRASSE', 'marks'],
    ['query=straße', 'marks'],
    ['query=🎉', 'marks'],
    ['query=straße 🎈', ''],
    ['query=smørrebrød für eva', 'marks'],
    [`query=${Array.from({ length: 40 }, (_, number) => `n${number}`).join(' ')}`, 'marks'],
    [`query=${Array.from({ length: 40 }, (_, number) => `n${number}`).join(' ')} unknown`, ''],
    [`query=${encodeURIComponent('"bicycles" OR * AND (')}`, ''],
    [`query=${encodeURIComponent("bicycles') -- :*")}`, 'answer'],
    [`query=${encodeURIComponent('?!')}`, ''],
    ['from=mira', 'person offer'],
    ['from=mira@example.net', 'offer'],
    ['from=mira,noah@example.org', 'person answer'],
    ['from=Mira Beck', 'person'],
    ['from=help@search.example.com', ''],
    ['to=help@search.example.com&query=bicycles', 'answer'],
    ['cc=help@search.example.com', ''],
    ['bcc=anybody', ''],
    ['has_attachment=true', 'answer'],
    ['has_attachment=false&query=bicycles', 'offer'],
    ['query=bicycles&from=mira', 'offer'],
    ['query=bicycles&start_date=2026-11-22', 'answer'],
    ['query=bicycles&end_date=2026-11-21', 'offer'],
    ['start_date=2026-11-22&end_date=2026-11-23', 'html answer'],
    ['query=bicycles&end_date=2026-11-20', ''],
    ['query=bicycles&start_date=2026-11-22 00:00:00.000%2B00', 'answer'],
    ['query=bicycles&start_date=2026-11-22T00:00:00%2B0200', 'answer'],
    ['query=bicycles&folders=archive', ''],
    ['query=bicycles&read=false', 'answer'],
    ['query=bicycles&read=true', ''],
  ])('finds threads by %s', async (query, names) => {
    expect(await found(query)).toBe(names)
  })

  it('lists all threads without a matched email if the search term is empty', async () => {
    expect(await found('')).toBe('none none none none none none')
    expect(await found('folders=inbox&query=')).toBe('none none none none none none')
    expect(await found('folders=spam')).toBe('')
  })

  it('filters by label', async () => {
    const label = (await own.ask('POST', `/inboxes/${inbox}/labels`, { name: 'Wanted' })).body.id
    const [thread] = await search('query=bicycles')
    expect(await found(`query=bicycles&labels=${label}`)).toBe('')
    await own.ask('POST', `/inboxes/${inbox}/threads/${thread!.id}/labels`, { labels: [label] })
    expect(await found(`query=bicycles&labels=${label}`)).toBe('answer')
    expect(await found(`labels=${label}`)).toBe('none')
  })

  it('lists each thread once, in pages forward and backward', async () => {
    const id = await own.anInbox('pages')
    const to = [`pages@${own.domain}`]
    for (let number = 0; number < 10; number++) {
      const refs = [`<p${number % 5}@x>`]
      await own.receive({ to, subject: `t${number % 5}`, refs, text: number === 9 ? 'other' : 'common' })
    }
    const page = async (query: string) =>
      (await own.ask('GET', `/inboxes/${id}/threads/search?query=common&limit=2${query}`)).body
    const subjects = ({ data, has_more }: { data: Found[]; has_more: boolean }) => [
      data.map(({ subject }) => subject).join(' '),
      has_more,
    ]
    const first = await page('')
    const second = await page(`&after=${first.data[1].id}`)
    const third = await page(`&after=${second.data[1].id}`)
    expect([first, second, third].map(subjects)).toEqual([
      ['t3 t2', true],
      ['t1 t0', true],
      ['t4', false],
    ])
    expect(subjects(await page(`&before=${third.data[0].id}`))).toEqual(['t1 t0', true])
    expect(subjects(await page(`&before=${second.data[0].id}`))).toEqual(['t3 t2', false])
  })

  it.each([
    'start_date=soon',
    'end_date=2026-02-30',
    'end_date=2026-02-30T08:00:00Z',
    'after=5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10&query=x',
    'has_attachment=1',
  ])('rejects %s', async query => {
    expect((await own.ask('GET', `/inboxes/${inbox}/threads/search?${query}`)).status).toBe(422)
  })

  it('accepts as many words as fit into the query', async () => {
    const words = String.fromCodePoint(...Array.from({ length: 500 }, (_, index) => 0x4e00 + index))
    expect(await found(`query=${encodeURIComponent(words)}`)).toBe('')
  })

  it('rejects a query that is too long', async () => {
    const long = (length: number) => own.ask('GET', `/inboxes/${inbox}/threads/search?query=${'x'.repeat(length)}`)
    expect([(await long(500)).status, (await long(501)).status]).toEqual([200, 422])
  })
})
