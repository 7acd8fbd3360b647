// Attachments in delivery: a mail server receives the same bytes that were sent, and no other parts.
import { randomBytes } from 'node:crypto'
import PostalMime, { type Email as Parsed } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { type TestServer, startServer } from '../../support/server.ts'

let sink: MailSink
let server: TestServer
beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const send = async (attachments: unknown[], fields: object = {}): Promise<string> => {
  const { status, body } = await server.call('POST', '/emails', { body: { ...anEmailBody(), ...fields, attachments } })
  expect([status, body]).toEqual([200, { id: expect.any(String) }])
  return body.id
}
const arrived = async (id: string): Promise<{ raw: string; parsed: Parsed }> => {
  const messages = await sink.received(1)
  await server.queue.idle()
  const { raw } = messages.find(message => message.raw.includes(id))!
  return { raw, parsed: await PostalMime.parse(raw) }
}
const contentOf = ({ attachments }: Parsed, index: number): Buffer =>
  Buffer.from(attachments[index]!.content as unknown as ArrayBuffer)

describe('a delivered email', () => {
  it('has its attachments, byte by byte, with inline ones next to the HTML that displays them', async () => {
    const [logo, report] = [randomBytes(3001), randomBytes(500_000)]
    const id = await send(
      [
        { filename: 'logo.png', content: logo.toString('base64'), content_id: 'logo' },
        { filename: 'Bericht März 📎 "x".pdf', content: report.toString('base64') },
        { filename: false, content: [1, 2, 3] },
        { filename: 'a.csv', content: 'YQ==', content_type: 'text/csv; charset=utf-8' },
        { filename: 'a.eml', content: 'YQ==' },
      ],
      { html: '<img src="cid:logo">' },
    )
    const { raw, parsed } = await arrived(id)
    expect(parsed.html).toContain('cid:logo')
    expect(
      parsed.attachments.map(({ filename, mimeType, disposition, contentId }) => [
        filename,
        mimeType,
        disposition,
        contentId,
      ]),
    ).toEqual([
      ['logo.png', 'image/png', 'inline', '<logo>'],
      ['Bericht März 📎 "x".pdf', 'application/pdf', 'attachment', undefined],
      [null, 'application/octet-stream', 'attachment', undefined],
      ['a.csv', 'text/csv', 'attachment', undefined],
      ['a.eml', 'application/octet-stream', 'attachment', undefined],
    ])
    expect([contentOf(parsed, 0).equals(logo), contentOf(parsed, 1).equals(report)]).toEqual([true, true])
    expect([...contentOf(parsed, 2)]).toEqual([1, 2, 3])
    expect(raw).toContain('charset=utf-8')
    // RFC 5322 2.1.1
    expect(raw.split('\r\n').filter(line => line.length > 998)).toEqual([])
    expect((await server.call('GET', `/emails/${id}`)).body.last_event).toBe('delivered')
  })

  it('has empty files, without losing other files', async () => {
    const id = await send(
      [
        { filename: 'empty.txt', content: '' },
        { filename: 'list.txt', content: [] },
        { filename: 'dot.png', content: '', content_id: 'dot' },
        { filename: 'a.txt', content: 'YQ==' },
      ],
      { html: '<img src="cid:dot">' },
    )
    const { parsed } = await arrived(id)
    expect(parsed.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['dot.png', 'inline'],
      ['empty.txt', 'attachment'],
      ['list.txt', 'attachment'],
      ['a.txt', 'attachment'],
    ])
    expect(parsed.attachments.map((_, index) => contentOf(parsed, index).toString())).toEqual(['', '', '', 'a'])
    expect((await server.call('GET', `/emails/${id}`)).body.last_event).toBe('delivered')
  })

  it('has no injected header, for any filename', async () => {
    const id = await send([
      { filename: `a"; x="\u0085${'ä'.repeat(200)}`.replace('\u0085', ''), content: 'YQ==', content_id: 'a"b' },
      { filename: '=?utf-8?q?=0D=0ABcc:_x@example.org?=', content: 'YQ==' },
    ])
    const { raw, parsed } = await arrived(id)
    const heads = raw.split(/\r\n--[^\r\n]+\r\n/).map(part => part.slice(0, part.indexOf('\r\n\r\n')))
    const names = heads.flatMap(head => [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => name!.toLowerCase()))
    expect([...new Set(names)].toSorted()).toEqual([
      'content-disposition',
      'content-id',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(parsed.attachments).toHaveLength(2)
  })
})
