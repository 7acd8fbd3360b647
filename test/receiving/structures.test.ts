// The structure of valid and invalid emails: the parsed parts of each, and the reported problems.
import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { readInThread } from '../../src/inbound/receiving/in-threads/actions.ts'
import type { ReadMailParts } from '../../src/inbound/receiving/reading/actions.ts'

type Read = ReadMailParts & { contents: Buffer[] }

async function read(mail: string | Buffer, piece_bytes = 1_000_000): Promise<Read> {
  const bytes = typeof mail === 'string' ? Buffer.from(mail, 'latin1') : mail
  const contents: Buffer[][] = []
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += piece_bytes) yield bytes.subarray(at, at + piece_bytes)
  }
  const parts = await readInThread({ team_id: 'a', bytes: bytes.length, pieces }, async ({ of, data }) => {
    if (typeof of === 'number') (contents[of] ??= []).push(Buffer.from(data))
  })
  return { ...parts, contents: contents.map(all => Buffer.concat(all)) }
}

const lines = (...all: string[]): string => all.join('\r\n')
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
const part = (type: string, body: string, ...head: string[]): string =>
  lines('--b', `Content-Type: ${type}`, ...head, '', body)
const mixed = (...parts: string[]): string =>
  lines('From: a@example.net', 'Content-Type: multipart/mixed; boundary=b', '', ...parts, '--b--', '')

describe('the content of an email', () => {
  it.each<[string, string, { html?: string | null; text?: string | null }]>([
    ['without a type is text', 'Subject: x\r\n\r\nHello\r\n', { text: 'Hello\n', html: null }],
    ['of HTML alone is HTML', 'Content-Type: text/html\r\n\r\n<p>x</p>', { html: '<p>x</p>', text: null }],
    [
      'in both forms has both',
      lines(
        'Content-Type: multipart/alternative; boundary=b',
        '',
        part('text/plain', 'x'),
        part('text/html', '<p>x</p>'),
        '--b--',
      ),
      { text: 'x', html: '<p>x</p>' },
    ],
    [
      'in quoted-printable',
      lines(
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'caf=C3=A9 =',
        'x',
      ),
      { text: 'café x' },
    ],
    [
      'in base64',
      lines('Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', 'Y2Fmw6k='),
      { text: 'café' },
    ],
    ['in damaged base64', lines('Content-Transfer-Encoding: base64', '', 'SGVs*bG8', '!!'), { text: 'Hello' }],
    ['in ISO 8859-1', lines('Content-Type: text/plain; charset=iso-8859-1', '', 'caf\xe9'), { text: 'café' }],
    ['in windows-1252', lines('Content-Type: text/plain; charset=windows-1252', '', '\x80'), { text: '€' }],
    [
      'in ISO 2022-JP',
      lines('Content-Type: text/plain; charset=iso-2022-jp', '', '\x1b$B$3$s\x1b(B'),
      { text: 'こん' },
    ],
    ['in Shift_JIS', lines('Content-Type: text/plain; charset=shift_jis', '', '\x82\xb1'), { text: 'こ' }],
    ['in GB18030', lines('Content-Type: text/plain; charset=gb18030', '', '\xc4\xe3'), { text: '你' }],
    ['in KOI8-R', lines('Content-Type: text/plain; charset=koi8-r', '', '\xc1'), { text: 'а' }],
    [
      'in UTF-16',
      lines(
        'Content-Type: text/plain; charset=utf-16le',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('né', 'utf16le').toString('base64'),
      ),
      { text: 'né' },
    ],
    ['in UTF-8 with a byte order mark', `Subject: x\r\n\r\n\xef\xbb\xbf${utf8('é')}`, { text: 'é' }],
    ['in undeclared UTF-8', `Subject: x\r\n\r\n${utf8('é')}`, { text: 'é' }],
    ['in flowed format', lines('Content-Type: text/plain; format=flowed', '', 'a ', 'b'), { text: 'a b' }],
    [
      'before and after an attachment is joined',
      mixed(
        part('text/plain', 'one'),
        part('image/png', 'x', 'Content-Disposition: attachment'),
        part('text/plain', 'two'),
      ),
      { text: 'one\ntwo' },
    ],
    [
      'as HTML with a text footer has the footer in both forms',
      mixed(part('text/html', '<p>x</p>'), part('text/plain', 'footer & <b>')),
      { text: 'footer & <b>', html: '<p>x</p>\n<div style="white-space: pre-wrap">footer &amp; &lt;b&gt;</div>' },
    ],
    ['with NUL is stored without it', 'Subject: x\r\n\r\na\0b', { text: 'ab' }],
    ['of an empty email', '', { text: '', html: null }],
    ['of an unterminated header', 'Subject: x', { text: '' }],
    [
      'without its announced boundary',
      lines('Content-Type: multipart/mixed; boundary=b', '', 'nothing'),
      { text: null, html: null },
    ],
    ['in a multipart without a boundary', lines('Content-Type: multipart/mixed', '', 'x'), {}],
    [
      'in an unterminated multipart',
      lines('Content-Type: multipart/mixed; boundary=b', '', part('text/plain', 'x')),
      { text: 'x' },
    ],
    [
      'in an unterminated inner multipart',
      mixed('--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nx', part('text/plain', 'y')),
      { text: 'x\ny' },
    ],
    [
      'with the same boundary in nested parts',
      mixed('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx', '--b--'),
      {},
    ],
  ])('%s', async (_, mail, expected) => {
    const { html, text } = await read(mail)
    expect({ html, text }).toMatchObject(expected)
    // in chunks of any size
    if (mail.length < 2_000) expect(await read(mail, 7)).toMatchObject({ html, text })
  })
})

describe('a text without a known character set', () => {
  const html = (meta: string, text: string): string => `Content-Type: text/html\r\n\r\n<head>${meta}</head>${text}`
  it.each<[string, string, string, string]>([
    ['a byte order mark (little endian)', 'Subject: x\r\n\r\n\xff\xfea\0', 'a', 'utf-16le'],
    ['a byte order mark (big endian)', 'Subject: x\r\n\r\n\xfe\xff\0a', 'a', 'utf-16be'],
    ['its meta element', html('<meta charset="windows-1251">', '\xcf\xf0'), 'Пр', 'windows-1251'],
    [
      'its older meta element',
      html('<META http-equiv=Content-Type content="text/html; charset=KOI8-R">', '\xf0'),
      'П',
      'koi8-r',
    ],
    ['its bytes', 'Content-Type: text/plain\r\n\r\n\xdcber \x96 5 \x80', 'Über – 5 €', 'windows-1252'],
    ['its bytes if the meta element is unknown', html('<meta charset=x-none>', '\x80'), '€', 'windows-1252'],
    ['its bytes if the meta element is impossible', html('<meta charset=utf-16>', '\x80'), '€', 'windows-1252'],
  ])('is decoded by %s', async (_, mail, text, charset) => {
    const { html: shown, text: plain, problems } = await read(mail)
    expect((shown ?? plain)!.replace(/<head>.*<\/head>/, '')).toBe(text)
    expect(problems).toEqual([`A text has no character set and was read as ${charset}.`])
  })

  it.each([
    ['us-ascii', 'A text has the character set us-ascii but contains other characters and was read as windows-1252.'],
    ['x-none', 'A text has the unknown character set x-none and was read as windows-1252.'],
  ])('is decoded by its bytes if it names %s', async (charset, problem) => {
    const { text, problems } = await read(`Content-Type: text/plain; charset=${charset}\r\n\r\n\x80`)
    expect([text, problems]).toEqual(['€', [problem]])
  })

  it('in ASCII has no problem', async () => {
    expect((await read('Subject: x\r\n\r\nHello')).problems).toEqual([])
    expect((await read('Content-Type: text/plain; charset=us-ascii\r\n\r\nHello')).problems).toEqual([])
  })
})

describe('attachments', () => {
  it.each<[string, string, object[]]>([
    [
      'with their names',
      mixed(part('application/pdf', 'x', 'Content-Disposition: attachment; filename="a b.pdf"')),
      [{ filename: 'a b.pdf', content_type: 'application/pdf', size: 1, content_disposition: 'attachment' }],
    ],
    [
      'with names in RFC 2231',
      mixed(
        part('application/pdf', 'x', "Content-Disposition: attachment; filename*0*=utf-8''%E2%82%AC; filename*1=.pdf"),
      ),
      [{ filename: '€.pdf' }],
    ],
    [
      'with names in encoded words',
      mixed(part('application/pdf; name="=?utf-8?B?4oKsLnBkZg==?="', 'x')),
      [{ filename: '€.pdf' }],
    ],
    [
      'without a name',
      mixed(part('application/octet-stream', 'x', 'Content-Disposition: attachment')),
      [{ filename: null, content_type: 'application/octet-stream' }],
    ],
    [
      'inline with their id',
      lines(
        'Content-Type: multipart/related; boundary=b',
        '',
        part('text/html', '<img src="cid:i@x">'),
        part('image/png', 'x', 'Content-ID: <i@x>', 'Content-Disposition: inline'),
        '--b--',
      ),
      [{ content_id: 'i@x', content_disposition: 'inline', content_type: 'image/png' }],
    ],
    [
      'in a calendar invitation',
      lines(
        'Content-Type: multipart/alternative; boundary=b',
        '',
        part('text/plain', 'x'),
        part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'),
        '--b--',
      ),
      [{ content_type: 'text/calendar', size: 15 }],
    ],
    [
      'in Outlook format (TNEF)',
      mixed(
        part(
          'application/ms-tnef',
          'eJ8+Ig==',
          'Content-Transfer-Encoding: base64',
          'Content-Disposition: attachment; filename=winmail.dat',
        ),
      ),
      [{ filename: 'winmail.dat', content_type: 'application/ms-tnef', size: 4 }],
    ],
    [
      'as attached emails',
      mixed(part('message/rfc822', 'Subject: inner\r\n\r\nx')),
      [{ content_type: 'message/rfc822', size: 19 }],
    ],
    [
      'as text',
      mixed(part('text/plain', 'x'), part('text/plain', 'y', 'Content-Disposition: attachment; filename=y.txt')),
      [{ filename: 'y.txt', size: 1 }],
    ],
    [
      'as the entire email',
      lines('Content-Type: application/pdf; name=a.pdf', 'Content-Transfer-Encoding: base64', '', 'eHg='),
      [{ filename: 'a.pdf', size: 2 }],
    ],
    [
      'in a signed email',
      lines(
        'Content-Type: multipart/signed; boundary=b',
        '',
        part('text/plain', 'x'),
        part('application/pgp-signature', 'sig'),
        '--b--',
      ),
      [{ content_type: 'application/pgp-signature' }],
    ],
    [
      'in a report',
      lines(
        'Content-Type: multipart/report; boundary=b',
        '',
        part('text/plain', 'x'),
        part('message/delivery-status', 'Action: failed'),
        '--b--',
      ),
      [{ content_type: 'message/delivery-status' }],
    ],
    [
      'with a multi-line name',
      mixed(part('a/b', 'x', 'Content-Disposition: attachment; filename="a\tb"')),
      [{ filename: 'a b' }],
    ],
    [
      'with an invalid type',
      mixed(part('nonsense', 'x', 'Content-Disposition: attachment')),
      [{ content_type: 'application/octet-stream' }],
    ],
  ])('are found %s', async (_, mail, expected) => {
    const { files, contents } = await read(mail)
    expect(files).toMatchObject(expected)
    expect(contents.map(({ length }) => length)).toEqual(files.map(({ size }) => size))
  })

  it('with many chunks are complete at any size', async () => {
    for (const size of [0, 1, 262_143, 262_144, 262_145, 3_000_001]) {
      const bytes = Buffer.alloc(size, 'abcdefg')
      const encoded = bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
      const { contents, files } = await read(mixed(part('a/b', encoded, 'Content-Transfer-Encoding: base64')), 262_144)
      expect(files[0]!.size).toBe(size)
      expect(contents[0]!.equals(bytes)).toBe(true)
    }
  })
})

describe('a header', () => {
  const FIELDS = ['From: Bob <bob@example.net>', 'To: in@x.example', 'Subject: hi']
  const END = ['Message-ID: <a@b.example>', 'Content-Type: text/html; charset=utf-8', '', `<p>${utf8('é')}</p>`]
  const many = (count: number, text: (index: number) => string, between: string): string =>
    Array.from({ length: count }, (_, index) => text(index)).join(between)

  it.each<[string, string, (long: string) => string[]]>([
    [
      'subject',
      many(20_000, index => `=?utf-8?q?w${index}?=`, '\r\n '),
      long => [FIELDS[0]!, FIELDS[1]!, `Subject: ${long}`],
    ],
    [
      'subject',
      many(20_000, index => `=?utf-8?q?w${index}?=`, ' '),
      long => [FIELDS[0]!, FIELDS[1]!, `Subject: ${long}`],
    ],
    ['to', many(50_000, index => `p${index}@x.example`, ',\r\n '), long => [FIELDS[0]!, `To: ${long}`, FIELDS[2]!]],
    ['to', many(50_000, index => `p${index}@x.example`, ', '), long => [FIELDS[0]!, `To: ${long}`, FIELDS[2]!]],
    ['to', many(50_000, index => `p${index}@x.example`, '\r\nTo: '), long => [FIELDS[0]!, `To: ${long}`, FIELDS[2]!]],
    ['from', '('.repeat(300_000), long => [`From: Bob ${long} <bob@example.net>`, FIELDS[1]!, FIELDS[2]!]],
    ['from', '(a) '.repeat(100_000), long => [`From: Bob ${long} <bob@example.net>`, FIELDS[1]!, FIELDS[2]!]],
    ['', 'b\r\nX-A: '.repeat(50_000), long => [`X-A: ${long}`, ...FIELDS]],
    ['', 'b\r\n c'.repeat(50_000), long => [`X-A: ${long}`, ...FIELDS]],
  ])('with an overlong field loses only that field %s', async (name, long, fields) => {
    const mail = lines(...fields(long), ...END)
    const found = await read(mail, 10_000)
    const expected = { from_address: 'bob@example.net', to: ['in@x.example'], subject: 'hi' }
    const lost = { from: 'from_address', to: 'to', subject: 'subject' }[name]
    const whole = Object.entries(expected).filter(([field]) => field !== lost)
    expect(found).toMatchObject({ ...Object.fromEntries(whole), message_id: '<a@b.example>', html: '<p>é</p>' })
    const problem =
      name === ''
        ? 'The header is too long, so some fields are missing. See the original.'
        : `The header field ${name} is too long and was truncated.`
    expect(found.problems).toContain(problem)
    if (name === 'to') expect(found.to).toHaveLength(1_000)
    if (name === 'subject') expect(found.subject).toMatch(/^w0w1w2/)
  })

  it('is decoded in every encoding', async () => {
    const mail = lines(
      'From: "Ada, L." <ada@example.net>, bob@example.net',
      'To: undisclosed-recipients:;',
      'Cc: G: a@example.org, =?utf-8?Q?B=C3=A9?= <b@example.org>;',
      'Reply-To: r@example.net',
      `Subject: =?utf-8?Q?caf=C3=A9?= ${utf8('é')}`,
      'References: <1@x>',
      ' <2@x> junk <3@x>',
      'In-Reply-To: <3@x>',
      'Message-ID:',
      ' <m@example.net>',
      'Received: from a by b for <list@example.org>; Thu',
      '',
      'x',
    )
    expect(await read(mail)).toMatchObject({
      from_address: 'ada@example.net',
      from_name: 'Ada, L.',
      to: [],
      cc: ['a@example.org', 'b@example.org'],
      reply_to: ['r@example.net'],
      subject: 'café é',
      references: ['<1@x>', '<2@x>', '<3@x>'],
      in_reply_to: ['<3@x>'],
      message_id: '<m@example.net>',
      received_for: ['list@example.org'],
      is_automatic: false,
      problems: [],
    })
  })

  it.each([
    ['Auto-Submitted: auto-replied', true],
    ['Auto-Submitted: no', false],
    ['Precedence: bulk', true],
    ['Precedence: first-class', false],
    ['List-Id: <l.example.org>', true],
    ['X-Auto-Response-Suppress: All', true],
    ['Subject: Re: out of office', false],
  ])('"%s" marks an automatic email: %s', async (field, expected) => {
    expect((await read(`${field}\r\n\r\nx`)).is_automatic).toBe(expected)
  })
})

describe('a hostile email', () => {
  const nested = (depth: number): string =>
    Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    ).join('') + '\r\nx'

  it.each<[string, () => string, RegExp | undefined]>([
    [
      'of 10,000 parts',
      () => mixed(...Array.from({ length: 10_000 }, () => part('text/plain', 'x', 'Content-Disposition: attachment'))),
      /more than/,
    ],
    ['of 200 nested levels', () => nested(200), /nested deeper than/],
    [
      'with a header of a megabyte',
      () => `Subject: x\r\n${'X-A: b\r\n'.repeat(130_000)}\r\nbody`,
      /header is too long/,
    ],
    [
      'with a header line of a megabyte',
      () => `Subject: x\r\nX-A: ${'b'.repeat(1_000_000)}\r\n\r\nbody`,
      /header is too long/,
    ],
    ['with an unterminated header', () => `X-A: b\r\n`.repeat(130_000), /header is too long/],
    ['to 100,000 addresses', () => `To: ${'a@b.example, '.repeat(10_000)}\r\n\r\nbody`, /addresses|too long/],
    ['of empty lines', () => `Subject: x\r\n\r\n${'\r\n'.repeat(500_000)}`, undefined],
    ['of dashes', () => mixed('--bb\r\n'.repeat(100_000)), undefined],
    [
      'in damaged quoted-printable',
      () => lines('Content-Transfer-Encoding: quoted-printable', '', '=\r\n'.repeat(300_000)),
      undefined,
    ],
    ['with 12 MB of text', () => `Subject: x\r\n\r\n${`${'a'.repeat(998)}\r\n`.repeat(12_000)}`, /text is too long/],
    ['in an unknown character set', () => lines('Content-Type: text/plain; charset=klingon', '', 'x'), /character set/],
  ])('%s is parsed as far as possible', async (_, make, problem) => {
    const { problems } = await read(make(), 262_144)
    if (problem) expect(problems.join()).toMatch(problem)
    else expect(problems).toEqual([])
  })
})
