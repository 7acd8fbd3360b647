// Received emails through the API: lists, single emails in both forms, attachments, raw bytes and access.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { receive } from '../../support/received.ts'
import { checkAnswer } from '../../support/sealed.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../../support/server.ts'

const time = clock()
let server: TestServer
let team: { team_id: string; key: string }
let stranger: { team_id: string; key: string }
beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  team = await aTeam(server, 'Receivers')
  stranger = await aTeam(server, 'Strangers')
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const HOUR_MS = 3_600_000

const get = (path: string, key = team.key): Promise<Reply> => server.call('GET', `/emails/receiving${path}`, { key })
const came = (given: Parameters<typeof receive>[2] = {}, of = team): Promise<string> =>
  receive(server, of.team_id, given)
const download = async (url: string, init: RequestInit = {}): Promise<{ response: Response; bytes: Buffer }> => {
  const response = await fetch(url, init)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const pixel = randomBytes(1000)
const picture = { filename: 'p.png', content_type: 'image/png', content_id: 'p@x', content_disposition: 'inline' }
const aPicture = { ...picture, content: pixel }
const uri = `data:image/png;base64,${pixel.toString('base64')}`

describe('listReceivedEmails', () => {
  it('lists emails newest first, in pages, with the metadata of their attachments', async () => {
    const own = await aTeam(server, 'Listers')
    const ids: string[] = []
    for (const subject of ['One', 'Two', 'Three'])
      ids.unshift(await came({ subject, files: [{ content: 'a file' }, { content: 'b', filename: null }] }, own))
    const all = await get('', own.key)
    expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(all.body.has_more).toBe(false)
    expect(all.body.data[0]).toEqual({
      id: ids[0],
      to: ['in@rx.example.org'],
      from: 'bob@example.net',
      created_at: time.now().toISOString(),
      subject: 'Three',
      bcc: [],
      cc: [],
      reply_to: [],
      received_for: [],
      message_id: '<q1@example.net>',
      attachments: [
        {
          id: expect.any(String),
          filename: 'a.txt',
          size: 6,
          content_type: 'text/plain',
          content_id: null,
          content_disposition: 'attachment',
        },
        expect.objectContaining({ filename: null, size: 1 }),
      ],
    })
    const first = await get('?limit=2', own.key)
    expect([first.body.data.map(({ id }: { id: string }) => id), first.body.has_more]).toEqual([ids.slice(0, 2), true])
    const next = await get(`?limit=2&after=${ids[1]}`, own.key)
    expect([next.body.data.map(({ id }: { id: string }) => id), next.body.has_more]).toEqual([[ids[2]], false])
    const newer = await get(`?before=${ids[2]}`, own.key)
    expect(newer.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  })

  it('streams a long list completely and in order', async () => {
    const own = await aTeam(server, 'Long listers')
    const ids: string[] = []
    for (let count = 0; count < 205; count++) ids.unshift(await came({ subject: `Mail ${count}` }, own))
    const all = await get('', own.key)
    checkAnswer('listReceivedEmails', 200, all.body)
    expect(all.body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
    const most = await get(`?before=${ids[150]}`, own.key)
    expect(most.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 150))
  })

  it('returns only envelope data for an email without sender, subject and id', async () => {
    const own = await aTeam(server, 'Bare listers')
    const nothing = { from_address: null, from_name: null, subject: null, message_id: null, headers: [], text: null }
    const id = await came(
      { ...nothing, state: 'unreadable', problems: ['It has no header.'], authentication: null },
      own,
    )
    const [item] = (await get('', own.key)).body.data
    expect(item).toMatchObject({ id, from: 'bounce@example.net', subject: '', message_id: '' })
    const { body } = await get(`/${id}`, own.key)
    expect(body).toMatchObject({ html: null, text: null, headers: {}, authentication: null })
    expect(body.problems).toEqual(['It has no header.'])
  })

  it('rejects invalid limits, cursors and keys', async () => {
    for (const query of [
      '?limit=0',
      '?limit=101',
      '?after=x',
      `?after=${UNKNOWN}`,
      `?after=${UNKNOWN}&before=${UNKNOWN}`,
    ])
      expect((await get(query)).status).toBe(422)
    const sending = await server.call('POST', '/api-keys', {
      key: team.key,
      body: { name: 'Sending', permission: 'sending_access' },
    })
    const refused = await get('', sending.body.token)
    expect([refused.status, refused.body.name]).toEqual([401, 'restricted_api_key'])
  })
})

describe('getReceivedEmail', () => {
  it('returns the content, by default with embedded images', async () => {
    const html = '<p>Grüße <img src="cid:p@x"></p>'
    const headers: [string, string][] = [
      ['received', 'from a'],
      ['received', 'from b'],
      ['from', 'Bob <bob@example.net>'],
    ]
    const id = await came({ html, text: 'Grüße', headers, files: [aPicture] })
    const { status, body } = await get(`/${id}`)
    expect([status, body.object, body.html_format]).toEqual([200, 'email', 'data_uri'])
    expect(body.html).toBe(html.replace('cid:p@x', uri))
    expect(body.headers).toEqual({ received: 'from a\nfrom b', from: 'Bob <bob@example.net>' })
    expect(body).toMatchObject({ text: 'Grüße', spam: false, problems: [] })
    expect(body.authentication).toEqual({ spf: 'pass', dkim: 'gray', dmarc: 'gray' })
    const asked = await get(`/${id}?html_format=data_uri`)
    expect(asked.body.html).toBe(body.html)
    const plain = await get(`/${id}?html_format=cid`)
    expect([plain.body.html, plain.body.html_format]).toEqual([html, 'cid'])
  })

  it('returns the same content in chunks and in one piece', async () => {
    const parts = ['<p>Grüße 😀</p>', '<img src="cid:p@x">', '"\\\u0001\u2028', 'x'.repeat(70_001)]
    const html = parts.join('').repeat(9)
    const text = '😀"\\'.repeat(60_000)
    const files = [aPicture, ...Array.from({ length: 120 }, (_, count) => ({ content: `file ${count}` }))]
    const [apart, whole] = [
      await came({ html, text, isApart: true, files }),
      await came({ html, text, files: [aPicture] }),
    ]
    for (const [query, shown] of [
      ['', html.replaceAll('cid:p@x', uri)],
      ['?html_format=cid', html],
    ] as const) {
      for (const id of [apart, whole]) {
        const { status, body } = await get(`/${id}${query}`)
        checkAnswer('getReceivedEmail', status, body)
        expect(body.html === shown && body.text === text).toBe(true)
        expect(body.attachments).toHaveLength(id === apart ? 121 : 1)
        expect(body.html_format).toBe(query === '' ? 'data_uri' : 'cid')
      }
    }
  })

  it('keeps cid references if the HTML with its images would exceed 100 MB', async () => {
    const large = { ...picture, content: randomBytes(750_000) }
    const image = '<img src="cid:p@x">'
    const id = await came({ html: image.repeat(110), files: [large] })
    const { body } = await get(`/${id}`)
    expect([body.html, body.html_format]).toEqual([image.repeat(110), 'cid'])
    const fewer = await came({ html: image.repeat(2), files: [large] })
    const shown = (await get(`/${fewer}`)).body
    expect([shown.html.length > 2_000_000, shown.html_format]).toEqual([true, 'data_uri'])
  })

  it('rejects an unknown form and an invalid id', async () => {
    const id = await came()
    const form = await get(`/${id}?html_format=mime`)
    expect([form.status, form.body.name]).toEqual([422, 'validation_error'])
    const bad = await get('/attachments')
    expect([bad.status, bad.body.name, bad.body.message]).toEqual([
      422,
      'invalid_parameter',
      expect.stringContaining('The `email_id` must be a valid UUID'),
    ])
  })

  it('returns emails that GET /emails/{id} does not find', async () => {
    const id = await came()
    expect((await server.call('GET', `/emails/${id}`, { key: team.key })).status).toBe(404)
  })
})

describe('the raw bytes of a received email', () => {
  it('include our trace headers and can be downloaded without credentials for an hour', async () => {
    const raw = Buffer.concat([Buffer.from('Subject: x\r\n\r\n'), randomBytes(600_000)])
    const id = await came({ raw, trace: 'Return-Path: <bob@example.net>\r\nReceived: by us\r\n' })
    const { raw: link } = (await get(`/${id}`)).body
    expect(link.expires_at).toBe(new Date(time.now().getTime() + HOUR_MS).toISOString())
    expect(link.download_url.startsWith(`${server.url}/files/`)).toBe(true)
    const head = Buffer.from('Return-Path: <bob@example.net>\r\nReceived: by us\r\n')
    const expected = Buffer.concat([head, raw])
    const { response, bytes } = await download(link.download_url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'message/rfc822'])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}.eml"`)
    expect(bytes.equals(expected)).toBe(true)
    for (const [from, to] of [
      [0, 9],
      [40, 60],
      [head.length, head.length + 300_000],
      [expected.length - 3, expected.length - 1],
    ] as const) {
      const part = await download(link.download_url, { headers: { range: `bytes=${from}-${to}` } })
      expect([part.response.status, part.bytes.equals(expected.subarray(from, to + 1))]).toEqual([206, true])
    }
    const twin = (await get(`/${await came({ raw, trace: 'X-Other: 1\r\n' })}`)).body.raw.download_url
    expect((await download(twin)).response.headers.get('etag')).not.toBe(response.headers.get('etag'))
    time.forward(HOUR_MS)
    expect((await download(link.download_url)).response.status).toBe(404)
  })
})

describe('listReceivedEmailAttachments', () => {
  it('lists attachments in order, each with a download link', async () => {
    const bytes = randomBytes(300_000)
    const files = [
      { content: bytes, filename: 'a.bin', content_type: 'application/pdf; name="x"' },
      { ...aPicture, content_disposition: null },
      { content: 'c', filename: null, content_disposition: 'INLINE; size=1', content_type: 'evil"\r\nX: y' },
      { content: 'd', content_disposition: 'form-data' },
    ]
    const id = await came({ files })
    const { status, body } = await get(`/${id}/attachments`)
    expect(status).toBe(200)
    expect(
      body.data.map((each: Record<string, unknown>) => [each.filename, each.content_disposition, each.size]),
    ).toEqual([
      ['a.bin', 'attachment', 300_000],
      ['p.png', 'inline', 1000],
      [null, 'inline', 1],
      ['a.txt', 'attachment', 1],
    ])
    const got = await download(body.data[0].download_url)
    expect(got.bytes.equals(bytes)).toBe(true)
    expect(got.response.headers.get('content-type')).toBe('application/pdf')
    const odd = await download(body.data[2].download_url)
    expect([odd.response.status, odd.response.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    const one = await get(`/${id}/attachments/${body.data[1].id}`)
    expect(one.body).toMatchObject({ object: 'attachment', id: body.data[1].id, content_id: 'p@x' })
    expect((await download(one.body.download_url)).bytes.equals(pixel)).toBe(true)
    const page = await get(`/${id}/attachments?limit=1&after=${body.data[0].id}`)
    expect([page.body.data.map((each: { id: string }) => each.id), page.body.has_more]).toEqual([
      [body.data[1].id],
      true,
    ])
  })

  it('lists all of many attachments', async () => {
    const files = Array.from({ length: 250 }, (_, count) => ({ content: 'x', filename: `${count}.txt` }))
    const id = await came({ files })
    const { body } = await get(`/${id}/attachments`)
    checkAnswer('listReceivedEmailAttachments', 200, body)
    expect(body.data.map((each: { filename: string }) => each.filename)).toEqual(files.map(({ filename }) => filename))
    expect((await get(`?limit=1`)).body.data[0].attachments).toHaveLength(100)
  })
})

describe('getReceivedEmailAttachment', () => {
  it('returns 404 for an unknown attachment and one of another email', async () => {
    const [id, other] = [await came({ files: [aPicture] }), await came()]
    const [file] = (await get(`/${id}/attachments`)).body.data
    for (const reply of [await get(`/${id}/attachments/${UNKNOWN}`), await get(`/${other}/attachments/${file.id}`)])
      expect([reply.status, reply.body.message]).toEqual([404, 'Attachment not found'])
  })
})

describe('above the quota', () => {
  it('an email is stored and listed, and its content is withheld', async () => {
    const limited = await startServer({ QUOTA_DAILY: '2' })
    try {
      const { team_id, key } = await aTeam(limited)
      const [first, , third] = [
        await receive(limited, team_id),
        await receive(limited, team_id),
        await receive(limited, team_id, { files: [aPicture] }),
      ]
      const ask = (path: string, method = 'GET'): Promise<Reply> => limited.call(method, path, { key })
      const usage = (await ask('/usage')).body.emails.daily
      expect(usage).toMatchObject({ used: 3, received: 3, sent: 0 })
      expect((await ask('/emails/receiving')).body.data).toHaveLength(3)
      expect((await ask(`/emails/receiving/${first}`)).status).toBe(200)
      for (const reply of [
        await ask(`/emails/receiving/${third}`),
        await ask(`/emails/receiving/${third}/attachments`),
        await ask(`/emails/receiving/${third}/attachments/${UNKNOWN}`),
        await ask(`/emails/${third}/share`, 'POST'),
      ])
        expect([reply.status, reply.body.name]).toEqual([403, 'email_above_quota'])
    } finally {
      await limited.stop()
    }
    expect(limited.breaches).toEqual([])
  })
})

describe('a shared received email', () => {
  it('is visible with its attachments through the link until it expires', async () => {
    const html = '<p>Hello <img src="cid:p@x"></p>'
    const id = await came({ html, from_name: 'Bob B.', cc: ['c@example.com'], files: [aPicture] })
    const { status, body } = await server.call('POST', `/emails/${id}/share`, {
      key: team.key,
      body: { expires_in: '2h' },
    })
    expect([status, body.object, body.id]).toEqual([200, 'email', id])
    const open = (url: string): Promise<Response> => fetch(url, { headers: { accept: 'text/html' } })
    const page = await (await open(body.url)).text()
    for (const words of ['Bob B. &lt;bob@example.net&gt;', 'in@rx.example.org', 'c@example.com', 'p.png'])
      expect(page).toContain(words)
    const frame = /<iframe[^>]* src="([^"]+)"/s.exec(page)![1]!.replaceAll('&amp;', '&')
    const shown = await (await open(server.url + frame)).text()
    const picture_url = /src="([^"]+)"/.exec(shown)![1]!
    expect((await download(picture_url)).bytes.equals(pixel)).toBe(true)
    time.forward(2 * HOUR_MS)
    expect((await open(body.url)).status).toBe(404)
    expect((await download(picture_url)).response.status).toBe(404)
    const foreign = await server.call('POST', `/emails/${id}/share`, { key: stranger.key })
    expect([foreign.status, foreign.body.message]).toEqual([404, 'Email not found'])
  })
})
