// Attachments and shared emails in the published SDK, command line and MCP server, unmodified and in separate
// processes.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('the SDK', () => {
  let answers: SdkRun['answers']
  let sink: SdkRun['sink']
  let end: SdkRun['end']

  beforeAll(async () => {
    ;({ answers, sink, end } = await sdkRun('attachments-program.ts', { ALLOW_PRIVATE_ADDRESSES: 'true' }))
  })
  afterAll(() => end())

  it('sends bytes, base64 and the file behind a URL', async () => {
    const { raw } = (await sink.received(1))[0]!
    const { attachments } = await PostalMime.parse(raw)
    const told = attachments.map(({ filename, mimeType, contentId, content }) => [
      filename,
      mimeType,
      contentId,
      Buffer.from(content as ArrayBuffer).toString('latin1'),
    ])
    expect(told.toSorted((one, other) => (one[0]! < other[0]! ? -1 : 1))).toEqual([
      ['a.csv', 'text/csv', undefined, 'a;b'],
      ['bytes.bin', 'application/octet-stream', undefined, '\u0000\u0001\u0002\u00ff'],
      ['logo.png', 'image/png', '<logo>', 'logo'],
      ['url.txt', 'text/plain', undefined, 'from a URL'],
    ])
    expect(answers['send nothing'].error).toMatchObject({ statusCode: 422, name: 'invalid_attachment' })
  })

  it('lists, retrieves and downloads them', () => {
    expect(answers.list).toMatchObject({ object: 'list', has_more: false })
    expect(answers.list.data.map(({ filename }: { filename: string }) => filename)).toEqual([
      'bytes.bin',
      'logo.png',
      'a.csv',
      'url.txt',
    ])
    expect(answers.downloads).toEqual(['000102ff', '6c6f676f', '613b62', Buffer.from('from a URL').toString('hex')])
    expect(answers.get).toMatchObject({ object: 'attachment', filename: 'logo.png', size: 4, content_id: 'logo' })
    expect(answers['get unknown'].error).toMatchObject({ statusCode: 404, message: 'Attachment not found' })
  })

  it('shares an email', () => {
    expect(answers.share).toEqual({ object: 'email', id: UUID, url: expect.stringContaining('/shared?token=hidden') })
    expect(answers['share page']).toBe(200)
    expect(answers['share for long'].error).toMatchObject({ message: 'expires_in must not exceed 48 hours' })
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine

  withCommandLine((...made) => ([server, cli] = made))

  it('resend emails sends files, lists and retrieves them, and shares the email', async () => {
    const file = path.join(cli.home, 'report.pdf')
    writeFileSync(file, 'a report')
    const mail = ['--from', 'ada@example.org', '--to', 'grace@example.net', '--subject', 'S', '--html', '<p>H</p>']
    const { id } = await cli.resend(
      'emails',
      'send',
      ...mail,
      '--attachment',
      file,
      `${file};cid=logo;type=image/png;filename=l.png`,
    )
    const { data } = await cli.resend('emails', 'attachments', id)
    expect(data).toMatchObject([
      { filename: 'report.pdf', size: 8, content_type: 'application/pdf', content_disposition: 'attachment' },
      { filename: 'l.png', size: 8, content_type: 'image/png', content_disposition: 'inline', content_id: 'logo' },
    ])
    expect(await cli.resend('emails', 'attachment', id, data[0].id)).toMatchObject({
      object: 'attachment',
      id: data[0].id,
    })
    expect(await (await fetch(data[0].download_url)).text()).toBe('a report')
    expect(await cli.resend('emails', 'share', id, '--expires-in', '1 day')).toMatchObject({ object: 'email', id })
  })

  it('the MCP server sends files, lists and retrieves them, and shares the email', async () => {
    const mcp: Mcp = await startMcp({
      RESEND_API_KEY: server.key,
      RESEND_BASE_URL: server.url,
      SENDER_EMAIL_ADDRESS: 'ada@example.org',
    })
    try {
      const attachments = [{ filename: 'a.txt', content: Buffer.from('by a tool').toString('base64') }]
      const sent = await mcp.call('send-email', {
        from: 'ada@example.org',
        to: ['grace@example.net'],
        replyTo: [],
        subject: 'S',
        text: 'T',
        attachments,
      })
      const emailId = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(sent)![0]
      const listed = await mcp.call('list-sent-email-attachments', { emailId })
      expect(listed).toContain('a.txt | Type: text/plain | Size: 9 bytes')
      const id = /ID: ([0-9a-f-]{36})/.exec(listed)![1]!
      const shown = await mcp.call('get-sent-email-attachment', { emailId, id })
      const [url] = /http\S+/.exec(shown)!
      expect(await (await fetch(url)).text()).toBe('by a tool')
      const shared = await mcp.call('share-email', { id: emailId, expiresIn: '10m' })
      expect((await fetch(/http\S+/.exec(shared)![0])).status).toBe(200)
    } finally {
      mcp.stop()
    }
  })
})
