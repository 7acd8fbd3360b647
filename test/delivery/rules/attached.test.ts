// Any attachments of an email are found byte for byte by an independent parser, and no others.
import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { type MessageAttachment, buildMessage } from '../../../src/mail/delivery/message.ts'
import { type MailMessage, readMessage } from '../../../src/base/net/mail-message.ts'
import { anEmail } from '../../support/emails.ts'

interface Given {
  filename: string
  content_type: string
  content_id: string | null
  content: Buffer
  /** The number of bytes per read. */
  piece: number
}

function attached({ filename, content_type, content_id, content, piece }: Given): MessageAttachment {
  async function* read(): AsyncGenerator<Buffer> {
    for (let start = 0; start < content.length; start += piece) yield content.subarray(start, start + piece)
  }
  return { filename, content_type, content_id, bytes: content.length, read }
}

const file = (fields: Partial<Given> = {}): Given => ({
  filename: 'invoice.pdf',
  content_type: 'application/pdf',
  content_id: null,
  content: Buffer.from('%PDF-1.7'),
  piece: 1000,
  ...fields,
})

/** The message as it is sent; its length must match the announced size. */
async function written(message: MailMessage): Promise<string> {
  const raw = await readMessage(message)
  expect(raw.length).toBe(message.bytes)
  // a body that is not kept in memory can be read again
  expect(await readMessage(message)).toEqual(raw)
  const text = raw.toString('latin1')
  expect(text).not.toMatch(/[^\r]\n|\r[^\n]|[\0\x80-\xff]/)
  expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998)
  return text
}

const bytesOf = (content: unknown): Buffer => Buffer.from(content as ArrayBuffer)
const lines = (text: string | undefined): string => (text ?? '').replaceAll(/\r\n?/g, '\n').trimEnd()

describe('a message with files', () => {
  it('places inline images with the HTML and other files after it', async () => {
    const given = [file({ content_id: 'logo', filename: 'logo.png', content_type: 'image/png' }), file()]
    const raw = await written(buildMessage(anEmail({ html: '<img src="cid:logo">Hi' }), given.map(attached)))
    expect(raw).toMatch(
      /multipart\/mixed.*multipart\/related.*multipart\/alternative.*Content-ID: <logo>.*invoice\.pdf/s,
    )
    const { attachments } = await PostalMime.parse(raw)
    expect(attachments).toMatchObject([
      { filename: 'logo.png', mimeType: 'image/png', disposition: 'inline', contentId: '<logo>', related: true },
      { filename: 'invoice.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ])
  })

  it('keeps at most one chunk of a file in memory', async () => {
    let [read, taken, most] = [0, 0, 0]
    const bytes = 20_000_000
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let start = 0; start < bytes; start += 100_000) {
        read += 100_000
        most = Math.max(most, read - taken)
        yield Buffer.alloc(100_000, 7)
      }
    }
    const { body } = buildMessage(anEmail(), [{ ...attached(file()), bytes, read: pieces }])
    expect(Buffer.isBuffer(body)).toBe(false)
    for await (const piece of (body as () => AsyncIterable<Buffer>)()) taken += (piece.length * 57) / 78
    expect(most).toBeLessThan(300_000)
  })

  const name = fc.oneof(
    fc.constantFrom('a.txt', 'Ünï cödé 李.pdf', 'a"b\\c.txt', "it's (1).txt", `${'long'.repeat(60)}.txt`, 'a;b=c.txt'),
    fc.stringMatching(/^[ -~]{1,40}$/).map(text => `${text.trim()}.bin`),
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map(array => Buffer.from(array)),
    fc.integer({ min: 0, max: 600 }).map(length => Buffer.alloc(length, '\r\n.\r\n--=_')),
  )
  const given = fc.record({
    filename: name,
    content_type: fc.constantFrom('application/pdf', 'text/plain', 'image/png', 'application/octet-stream'),
    content_id: fc.option(fc.stringMatching(/^[a-z0-9.]{1,20}$/), { freq: 3 }),
    content: bytes,
    piece: fc.integer({ min: 1, max: 200 }),
  })
  const text = fc.oneof(
    fc.constantFrom(
      'Hi',
      '.',
      '..\n.',
      'From me\nFrom you',
      ' trailing \n\t\n',
      'é',
      '李'.repeat(300),
      'x'.repeat(2000),
    ),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter(each => !/[\p{Cc}\uFEFF]/u.test(each) && each.trim() !== ''),
  )

  it('is parsed into the same files and texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 4 }), text, text, async (all, html, plain) => {
        // a parser mistakes inline text files for a part of the body
        const files = all.filter(each => each.content_id === null || each.content_type !== 'text/plain')
        const email = anEmail({ html, text: plain, headers: { 'X-A': 'b' } })
        const parsed = await PostalMime.parse(await written(buildMessage(email, files.map(attached))))
        expect(lines(parsed.html)).toBe(lines(html))
        expect(lines(parsed.text)).toBe(lines(plain))
        const inOrder = [
          ...files.filter(each => each.content_id !== null),
          ...files.filter(each => each.content_id === null),
        ]
        expect(
          parsed.attachments.map(({ filename, contentId, content }) => [filename, contentId, bytesOf(content)]),
        ).toEqual(
          inOrder.map(({ filename, content_id, content }) => [
            filename,
            content_id === null ? undefined : `<${content_id}>`,
            content,
          ]),
        )
        const own = ['date', 'from', 'to', 'subject', 'message-id', 'x-a', 'mime-version', 'content-type']
        const names = parsed.headers.map(({ key }) => key)
        expect(names.filter(key => !own.includes(key) && key !== 'content-transfer-encoding')).toEqual([])
        expect(new Set(names).size).toBe(names.length)
      }),
      { numRuns: 500 },
    )
  })
})
