// Attachments from the request to the download link.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acrossTeams, statement } from '../../src/base/store/statement.ts'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { type RequestOptions, type Reply, type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let stranger: { key: string }
beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  stranger = await aTeam(server)
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const HOUR_MS = 3_600_000

const send = (attachments: unknown, ask: RequestOptions = {}): Promise<Reply> =>
  server.call('POST', '/emails', { body: { ...anEmailBody(), attachments }, ...ask })
const sent = async (attachments: unknown): Promise<string> => {
  const { status, body } = await send(attachments)
  expect([status, body]).toEqual([200, { id: expect.any(String) }])
  return body.id
}
const list = async (id: string, ask: RequestOptions = {}, query = ''): Promise<Reply> =>
  server.call('GET', `/emails/${id}/attachments${query}`, ask)
const download = async (url: string, init: RequestInit = {}): Promise<{ response: Response; bytes: Buffer }> => {
  const response = await fetch(url, init)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64')
const content = 'YQ=='
const NOTHING = Buffer.alloc(0)

describe('an attachment of sendEmail', () => {
  const file = randomBytes(1000)
  const large = randomBytes(700_000)

  it.each<[string, Buffer, unknown]>([
    ['base64', file, base64(file)],
    ['base64 in lines', file, file.toString('base64').replaceAll(/.{76}/g, '$&\r\n')],
    ['base64 for addresses, without padding', file, file.toString('base64url')],
    ['a list of bytes', file, [...file]],
    ['a Buffer serialized as JSON', file, file],
    ['much base64', large, base64(large)],
    ['a long list of bytes', large, [...large]],
    ['a large Buffer', large, large],
    ['nothing in base64', NOTHING, ''],
    ['spaces in base64', NOTHING, ' \n'],
    ['an empty list', NOTHING, []],
    ['an empty Buffer', NOTHING, NOTHING],
  ])('is accepted as %s, and is stored unchanged', async (_, bytes, given) => {
    const id = await sent([{ filename: 'a.bin', content: given }])
    const [attachment] = (await list(id)).body.data
    expect(attachment).toMatchObject({ filename: 'a.bin', size: bytes.length })
    expect((await download(attachment.download_url)).bytes.equals(bytes)).toBe(true)
  })

  it.each([
    ['`/` escaped', '\\/\\/\\/\\/'],
    ['`+` escaped', '\\u002b\\u002B\\u002F\\u002f'],
    ['line ends', '//\\n//\\r\\n'],
  ])('may have %s, as some JSON encoders write it', async (_, written) => {
    const body = JSON.stringify({ ...anEmailBody(), attachments: [{ content: '|' }] }).replace('|', written)
    const { status, body: answer } = await server.call('POST', '/emails', { body })
    expect(status).toBe(200)
    const [attachment] = (await list(answer.id)).body.data
    expect((await download(attachment.download_url)).bytes).toHaveLength(3)
  })

  it.each<[unknown, string]>([
    [[{}], '`attachments[0]` field: it must have `content` or `path`'],
    [[{ content }, { filename: 'a' }], '`attachments[1]` field: it must have'],
    [[{ content }, { filename: 'a', content: null, path: '' }], '`attachments[1]` field: it must have'],
    [[{ content: ' = ' }], 'ends in the middle'],
    [[{ content: null, path: null }], '`attachments[0]` field: it must have'],
    [[{ content, path: 'https://example.org/a' }], 'not both'],
    [[{ content: 'YWJj*A==' }], '`attachments[0].content` field: it must be base64; at character 5 it has "*"'],
    [[{ content: 'data:text/plain;base64,YQ==' }], 'at character 5 it has ":"'],
    [[{ content: 'YWJjZ' }], 'ends in the middle, after 5 letters'],
    [[{ content: 'YQ==YQ==' }], 'at character 5 it has "Y"'],
    [[{ content: 'YQ=' }], 'ends in the middle'],
    [[{ content: [1, 256] }], '`attachments[0].content[1]` field'],
    [[{ content: [1, -1] }], '`attachments[0].content[1]` field'],
    [[{ content: [1.5] }], '`attachments[0].content[0]` field'],
    [[{ content: ['a'] }], '`attachments[0].content[0]` field'],
    [[{ content: { type: 'Buffer', data: [300] } }], '`attachments[0].content.data[0]` field'],
    [[{ path: 'ftp://example.org/a' }], '`attachments[0].path` field: it must begin with https:// or http://'],
    [[{ path: '/etc/passwd' }], '`attachments[0].path` field'],
    [[{ content, filename: 'setup.EXE' }], '`.exe`'],
    [[{ content, filename: 'a.pdf.js. . ' }], '`.js`'],
    [[{ content, filename: 'a\r\nBcc: x@example.org' }], 'no control characters'],
    [[{ content, filename: 'a\u202Efdp.txt' }], 'no control characters'],
    [[{ content, filename: 'x'.repeat(256) }], 'at most 255 characters'],
    [[{ content, filename: true }], 'a text or false'],
    [[{ content, content_type: 'text/plain\r\nBcc: x@example.org' }], '`attachments[0].content_type` field'],
    [[{ content, content_type: 'text' }], '`attachments[0].content_type` field'],
    [[{ content, contentType: 'multipart/mixed' }], '`attachments[0].contentType` field'],
    [[{ content, content_type: 'text/plain; name="a.exe"' }], 'without its name'],
    [[{ content, content_id: 'a b' }], '`attachments[0].content_id` field'],
    [[{ content, content_id: 'a>\r\nBcc: x@example.org' }], '`attachments[0].content_id` field'],
    [[{ content, inline_content_id: 'x'.repeat(128) }], '`attachments[0].inline_content_id` field'],
  ])('is rejected: %j', async (attachments, words) => {
    const { status, body } = await send(attachments)
    expect([status, body.name, body.message]).toEqual([422, 'invalid_attachment', expect.stringContaining(words)])
  })

  it.each([{}, 'a', [7], ['a'], [{ content: 7 }], [{ content: { a: 1 } }], [{ content, filename: 7 }], [{ path: 7 }]])(
    'is rejected for an invalid field: %j',
    async attachments => {
      const { status, body } = await send(attachments)
      expect([status, body.name]).toEqual([422, expect.stringMatching(/^(?:validation_error|missing_required_field)$/)])
      expect(body.message).toContain('`attachments')
    },
  )

  it('is named by its filename, by the last segment of its path, or by its position', async () => {
    const names = [
      'report.pdf',
      String.raw`C:\files\a.csv`,
      '../../etc/passwd',
      '..',
      '',
      null,
      undefined,
      false,
      'ü 📎.txt',
    ]
    const id = await sent(names.map(filename => ({ filename, content })))
    const { data } = (await list(id)).body
    expect(data.map((each: { filename: string }) => each.filename)).toEqual([
      'report.pdf',
      'a.csv',
      'passwd',
      'attachment-3',
      'attachment-4',
      'attachment-5',
      'attachment-6',
      null,
      'ü 📎.txt',
    ])
  })

  it('has the given content type, the type of its filename extension, or a generic type', async () => {
    const id = await sent([
      { content, filename: 'a.pdf' },
      { content, filename: 'a.pdf', content_type: 'text/csv; charset=utf-8' },
      { content, filename: 'a.pdf', contentType: 'image/png' },
      { content },
      { content, filename: 'a.unheard-of', content_type: '' },
    ])
    const { data } = (await list(id)).body
    expect(data.map((each: { content_type: string }) => each.content_type)).toEqual([
      'application/pdf',
      'text/csv; charset=utf-8',
      'image/png',
      'application/octet-stream',
      'application/octet-stream',
    ])
  })

  it('accepts common spellings of content_type without a hint, and other spellings with a hint', async () => {
    const spelled = async (field: string): Promise<[unknown, string | null]> => {
      const { body, headers } = await send([{ content, [field]: 'image/png' }])
      const [attachment] = (await list(body.id)).body.data
      return [attachment.content_type, headers.get('X-Lettermill-Warning')]
    }
    expect(await spelled('content_type')).toEqual(['image/png', null])
    expect(await spelled('contentType')).toEqual(['image/png', null])
    expect(await spelled('ContentType')).toEqual([
      'application/octet-stream',
      'unknown field "attachments[0].ContentType" ignored; did you mean "content_type"?',
    ])
    const { status, body } = await send([{ content, contentType: 7 }])
    expect([status, body.message]).toEqual([422, expect.stringContaining('`attachments[0].contentType`')])
  })

  it('is inline if the HTML can refer to it', async () => {
    const id = await sent([
      { content, filename: 'a.png', content_id: 'logo' },
      { content, filename: 'b.png', inline_content_id: '<logo@example.org>' },
      { content, filename: 'c.png', content_id: 'x'.repeat(127) },
      { content, filename: 'd.png', content_id: '' },
    ])
    const { data } = (await list(id)).body
    expect(data).toMatchObject([
      { content_disposition: 'inline', content_id: 'logo' },
      { content_disposition: 'inline', content_id: 'logo@example.org' },
      { content_disposition: 'inline', content_id: 'x'.repeat(127) },
      { content_disposition: 'attachment', content_id: null },
    ])
  })

  it('can be one of at most a hundred', async () => {
    const some = (count: number) => Array.from({ length: count }, () => ({ content }))
    expect((await list(await sent(some(100)))).body.data).toHaveLength(100)
    const { status, body } = await send(some(101))
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining('at most 100 attachments are allowed; received 101'),
    ])
  })

  it('is absent if the list is empty or missing', async () => {
    for (const none of [[], null, undefined]) expect((await list(await sent(none))).body.data).toEqual([])
  })

  it('that differs makes a request with the same idempotency key a different one, in every format', async () => {
    const key = { headers: { 'idempotency-key': 'with a file' } }
    const first = await send([{ content: base64('one') }], key)
    expect((await send([{ content: [...Buffer.from('one')] }], key)).body).toEqual(first.body)
    expect((await send([{ content: base64('two') }], key)).status).toBe(409)
    expect((await list(first.body.id)).body.data).toHaveLength(1)
  })

  it('can be sent with a template', async () => {
    const template = {
      name: 'Receipt',
      alias: 'receipt-with-file',
      subject: 'Hi',
      html: '<p>Hi</p>',
      from: 'ada@example.org',
    }
    await server.call('POST', '/templates', { body: template })
    await server.call('POST', '/templates/receipt-with-file/publish')
    const body = { to: 'grace@example.net', template: { id: 'receipt-with-file' }, attachments: [{ content }] }
    const answer = await server.call('POST', '/emails', { body })
    expect((await list(answer.body.id)).body.data).toHaveLength(1)
  })

  it('of a rejected request does not count toward the limit of unused files', async () => {
    const pending = acrossTeams(
      'a test',
      statement<Record<string, never>, { files: number }>(knex =>
        knex('blobs').count({ files: '*' }).where('pending', 1),
      ),
    )
    const files = Array.from({ length: 3 }, () => ({ filename: 'a.txt', content: base64(randomBytes(50)) }))
    const body = { ...anEmailBody({ to: 'bad address' }), attachments: files }
    expect((await server.call('POST', '/emails', { body })).status).toBe(422)
    expect(await server.database.read(tx => tx.get(pending, {}))).toEqual({ files: 0 })
  })

  it('of a rejected request is not stored', async () => {
    const { status } = await send([{ content }], {
      body: { ...anEmailBody(), to: 'nobody', attachments: [{ content }] },
    })
    expect(status).toBe(422)
  })
})

describe('listEmailAttachments', () => {
  it('returns attachments in order, completely or in pages', async () => {
    const names = ['a', 'b', 'c', 'd'].map(name => `${name}.txt`)
    const id = await sent(names.map(filename => ({ filename, content })))
    const { status, body } = await list(id)
    expect([status, body.object, body.has_more]).toEqual([200, 'list', false])
    expect(body.data.map((each: { filename: string }) => each.filename)).toEqual(names)
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'filename',
      'size',
      'content_type',
      'content_disposition',
      'content_id',
      'download_url',
      'expires_at',
    ])
    const page = (await list(id, {}, '?limit=2')).body
    expect([page.has_more, page.data.length]).toEqual([true, 2])
    const rest = (await list(id, {}, `?limit=2&after=${page.data[1].id}`)).body
    expect([rest.has_more, rest.data.map((each: { filename: string }) => each.filename)]).toEqual([
      false,
      ['c.txt', 'd.txt'],
    ])
  })
})

describe('getEmailAttachment', () => {
  const one = (email: string, id: string, ask: RequestOptions = {}): Promise<Reply> =>
    server.call('GET', `/emails/${email}/attachments/${id}`, ask)

  it('returns an attachment', async () => {
    const id = await sent([{ filename: 'a.txt', content }])
    const [listed] = (await list(id)).body.data
    const { status, body } = await one(id, listed.id)
    expect([status, body.object]).toEqual([200, 'attachment'])
    expect({ ...body, download_url: '' }).toEqual({ object: 'attachment', ...listed, download_url: '' })
  })

  it('returns 404 for an unknown attachment, and one of another email or team', async () => {
    const [id, other] = [await sent([{ content }]), await sent([{ content }])]
    const [{ id: attachment_id }] = (await list(id)).body.data
    expect((await one(id, UNKNOWN)).body).toMatchObject({ statusCode: 404, message: 'Attachment not found' })
    expect((await one(other, attachment_id)).body).toMatchObject({ statusCode: 404, message: 'Attachment not found' })
    expect((await one(UNKNOWN, attachment_id)).body).toMatchObject({ statusCode: 404, message: 'Email not found' })
    expect((await one(id, attachment_id, { key: stranger.key })).body).toMatchObject({ message: 'Email not found' })
  })
})

describe('the link to an attachment', () => {
  const html = '<script>alert(1)</script>'
  const linkOf = async (attachment: object): Promise<{ download_url: string; expires_at: string }> =>
    (await list(await sent([attachment]))).body.data[0]

  it('downloads the file and never displays it', async () => {
    const { download_url } = await linkOf({ filename: '📎 "x".html', content: base64(html) })
    const { response, bytes } = await download(download_url)
    expect([response.status, bytes.toString()]).toEqual([200, html])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': `attachment; filename="?? \\"x\\".html"; filename*=UTF-8''%F0%9F%93%8E%20%22x%22.html`,
      'content-length': String(html.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    })
    const head = await fetch(download_url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(html.length)])
  })

  it('serves byte ranges', async () => {
    const file = randomBytes(600_000)
    const { download_url } = await linkOf({ content: base64(file) })
    const part = async (range: string): Promise<unknown[]> => {
      const { response, bytes } = await download(download_url, { headers: { range } })
      return [response.status, response.headers.get('content-range'), bytes]
    }
    expect(await part('bytes=0-9')).toEqual([206, 'bytes 0-9/600000', file.subarray(0, 10)])
    expect(await part('bytes=262143-262144')).toEqual([
      206,
      'bytes 262143-262144/600000',
      file.subarray(262_143, 262_145),
    ])
    expect(await part('bytes=599999-')).toEqual([206, 'bytes 599999-599999/600000', file.subarray(599_999)])
    expect(await part('bytes=-300000')).toEqual([206, 'bytes 300000-599999/600000', file.subarray(300_000)])
    expect((await part('bytes=600000-')).slice(0, 2)).toEqual([416, 'bytes */600000'])
    expect((await part('bytes=-0')).slice(0, 2)).toEqual([416, 'bytes */600000'])
    for (const other of ['bytes=5-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      expect((await part(other)).slice(0, 2)).toEqual([200, null])
    }
  })

  it('expires after an hour', async () => {
    const { download_url, expires_at } = await linkOf({ content })
    expect(Date.parse(expires_at) - time.now().getTime()).toBe(HOUR_MS)
    time.forward(HOUR_MS - 1)
    expect((await download(download_url)).response.status).toBe(200)
    time.forward(1)
    const { response, bytes } = await download(download_url)
    expect([response.status, JSON.parse(bytes.toString()).name]).toEqual([404, 'not_found'])
  })

  it('cannot be forged, and serves no page', async () => {
    const { download_url } = await linkOf({ content })
    const token = download_url.split('/').at(-1)!
    const flipped = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41)
    for (const wrong of [flipped, token.slice(0, -1), `${token}=`, '', 'x', '%00', `${token}/x`]) {
      expect((await download(`${server.url}/files/${wrong}`)).response.status).toBe(404)
    }
    expect((await fetch(download_url, { method: 'POST' })).status).toBe(404)
  })

  it('does not occur in the log', async () => {
    const { download_url } = await linkOf({ content })
    await download(download_url)
    expect(server.logged()).not.toContain(download_url.split('/').at(-1))
  })
})

describe('file contents', () => {
  it('are stored once per team, and never shared between teams', async () => {
    const file = randomBytes(2000)
    const attachment = { content: base64(file) }
    const etag = async (id: string, ask: RequestOptions = {}): Promise<string | null> =>
      (await download((await list(id, ask)).body.data[0].download_url)).response.headers.get('etag')
    const [one, two] = [await sent([attachment]), await sent([attachment, attachment])]
    const theirs = (await send([attachment], { key: stranger.key })).body.id
    expect(await etag(one)).toBe(await etag(two))
    expect(await etag(theirs, { key: stranger.key })).not.toBe(await etag(one))
  })

  it('remain the same after many are stored concurrently', async () => {
    const file = randomBytes(900_000)
    const hash = createHash('sha256').update(file).digest('hex')
    const ids = await Promise.all(Array.from({ length: 6 }, () => sent([{ content: base64(file) }])))
    for (const id of ids) {
      const { bytes } = await download((await list(id)).body.data[0].download_url)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
    }
  })
})
