// The MIME structure of an email submitted over SMTP: it is sent as submitted, although the API returns its parsed
// parts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTransport } from 'nodemailer'
import { sql } from '../../support/beside.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { aTrackedDomain, readMail } from '../../support/tracked.ts'
import { waitUntil } from '../../support/wait-until.ts'

let sink: MailSink
let server: TestServer
beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, SMTP_SUBMISSION_PORT: '0', UNVERIFIED_DOMAINS: 'allow' })
  await aTrackedDomain(server, 'tracked.example')
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

let mails = 0
/** Submits an email with these lines as its content. Returns its id and the message that the recipient receives. */
async function submit(
  lines: readonly string[],
  { from = 'ada@example.org', more = '' } = {},
): Promise<{ id: string; raw: string; content: string }> {
  const to = `p${++mails}@example.net`
  const head = `From: ${from}\r\nTo: ${to}\r\nSubject: Plan\r\nMIME-Version: 1.0\r\n${more}`
  const port = server.mail_ports.submission!
  const transport = createTransport({ port, host: '127.0.0.1', ignoreTLS: true, auth: { user: 'x', pass: server.key } })
  const raw = Buffer.from(head + lines.join('\r\n'), 'latin1')
  const { response } = await transport.sendMail({ envelope: { from, to }, raw })
  transport.close()
  const sent = (): string | undefined => sink.messages.find(({ recipients }) => recipients.includes(to))?.raw
  await waitUntil(() => sent() !== undefined)
  const got = sent()!
  const content = got.slice(got.indexOf('Content-Type:')).trimEnd()
  return { id: /Accepted as (\S+)/.exec(response)![1]!, raw: got, content }
}

const part = (boundary: string, ...lines: string[]): string[] => [`--${boundary}`, ...lines]
const CALENDAR = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'VERSION:2.0', 'END:VCALENDAR']
const TEXT = ['Content-Type: text/plain', '', 'Hello', '']
const HTML = ['Content-Type: text/html; charset=us-ascii', '', '<p>Hello</p>', '']

const INVITATION = [
  'Content-Type: multipart/alternative; boundary=B',
  '',
  ...part('B', ...TEXT),
  ...part('B', ...HTML),
  ...part('B', 'Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', ...CALENDAR),
  '--B--',
]
const mixedWith = (...lines: string[]): string[] => [
  'Content-Type: multipart/mixed; boundary=B',
  '',
  ...part('B', ...TEXT),
  ...part('B', ...lines),
  '--B--',
]

describe('the content of a submitted email', () => {
  it.each<[string, string[]]>([
    ['an invitation as an alternative', INVITATION],
    [
      'an attached invitation',
      mixedWith(
        'Content-Type: text/calendar; charset=utf-8; method=REQUEST; name="invite.ics"',
        'Content-Disposition: attachment; filename="invite.ics"',
        '',
        ...CALENDAR,
      ),
    ],
    ['an attached email', mixedWith('Content-Type: message/rfc822', '', 'From: a@b.example', 'Subject: x', '', 'Hi')],
    [
      'a disposition notification',
      [
        'Content-Type: multipart/report; report-type=disposition-notification; boundary=B',
        '',
        ...part('B', ...TEXT),
        ...part('B', 'Content-Type: message/disposition-notification', '', 'Final-Recipient: rfc822; a@b.example', ''),
        '--B--',
      ],
    ],
    [
      'an AMP alternative',
      [
        'Content-Type: multipart/alternative; boundary=B',
        '',
        ...part('B', ...TEXT),
        ...part('B', 'Content-Type: text/x-amp-html; charset=utf-8', '', '<html amp4email></html>', ''),
        ...part('B', ...HTML),
        '--B--',
      ],
    ],
    [
      'a signed email',
      [
        'Content-Type: multipart/signed; micalg=sha-256; protocol="application/pkcs7-signature"; boundary=B',
        '',
        ...part('B', ...HTML),
        ...part('B', 'Content-Type: application/pkcs7-signature; name=smime.p7s', '', 'AAAA'),
        '--B--',
      ],
    ],
    [
      'images next to the HTML, between texts',
      [
        'Content-Type: multipart/mixed; boundary="b 1"',
        'Content-Language: de',
        '',
        'A preamble.',
        ...part('b 1', ...TEXT),
        '--b 1',
        'Content-Type: multipart/related; type="text/html"; boundary=b2',
        '',
        ...part('b2', ...HTML),
        ...part(
          'b2',
          'Content-Type: image/gif',
          'Content-ID: <g@x>',
          'Content-Transfer-Encoding: base64',
          '',
          'R0lGODlh',
          '',
        ),
        '--b2--',
        '',
        ...part('b 1', ...TEXT),
        '--b 1--',
        'An epilogue.',
      ],
    ],
    ['HTML only', HTML],
    ['text with soft line ends', ['Content-Type: text/plain; format=flowed; delsp=yes', '', 'One ', 'line.']],
  ])('is sent as submitted: %s', async (_, lines) => {
    expect((await submit(lines)).content).toBe(lines.join('\r\n').trimEnd())
  })

  it('is composed by the server if the resulting structure is the same', async () => {
    const file = ['Content-Type: text/csv; name=a.csv', 'Content-Disposition: attachment; filename=a.csv', '', '1,2']
    const { id, content } = await submit(mixedWith(...file))
    expect(content).toContain(`boundary="=_${id}_m"`)
    const stored = await sql(server, 'select filename from email_attachments where email_id = ?', id)
    expect(stored).toEqual([{ filename: 'a.csv' }])
  })

  it('is returned by the API as text, HTML and attachments', async () => {
    const { id } = await submit(INVITATION)
    const { text, html } = (await server.call('GET', `/emails/${id}`)).body
    expect([text.trim(), html.trim()]).toEqual(['Hello', '<p>Hello</p>'])
    const { data } = (await server.call('GET', `/emails/${id}/attachments`)).body
    expect(data).toMatchObject([{ content_type: 'text/calendar' }])
  })

  it('cannot be selected by an API client', async () => {
    const body = { from: 'ada@example.org', to: 'raw@example.net', subject: 'x', text: 'Hello' }
    const headers = { 'x-submitted-content': '00000000-0000-4000-8000-000000000000' }
    const { status } = await server.call('POST', '/emails', { body, headers })
    expect(status).toBe(200)
    await waitUntil(() => sink.messages.some(({ recipients }) => recipients.includes('raw@example.net')))
  })

  it('is re-encoded if a server could reject it', async () => {
    const long = `${'x'.repeat(1200)}\xe4`
    const { raw, content } = await submit([
      'Content-Type: multipart/mixed; boundary=B',
      '',
      ...part('B', 'Content-Type: text/x-log; charset=iso-8859-1', 'Content-Transfer-Encoding: 8bit', '', long),
      ...part('B', 'Content-Type: application/pdf', 'Content-Description: plan', '', '\0\xff'),
      ...part('B', 'Content-Type: message/rfc822', '', 'Subject: x', 'Content-Type: text/plain', '', 'Gespr\xe4ch'),
      ...part('B', ...TEXT),
      '--B--',
    ])
    // oxlint-disable-next-line no-control-regex -- what may not be in it
    expect(/[\0\x80-\uffff]|[^\r\n]{999}/.test(raw)).toBe(false)
    expect(content).toContain(
      'Content-Type: text/x-log; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nxxx',
    )
    expect(content.replaceAll('=\r\n', '')).toContain(`${'x'.repeat(1200)}=E4\r\n--B\r\n`)
    expect(content).toContain('Content-Description: plan\r\nContent-Transfer-Encoding: base64\r\n\r\nAP8=\r\n')
    expect(content).toContain(
      'Subject: x\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGespr=E4ch',
    )
  })

  it('is tracked only in its single HTML part', async () => {
    const link = '<a href="https://example.com/">--B Grüße</a>'
    const html = [
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      'Content-Language: de',
      '',
      Buffer.from(link).toString('base64'),
      '',
    ]
    const lines = INVITATION.flatMap(line =>
      line === HTML[0] ? html : HTML.includes(line) && line !== '' ? [] : [line],
    )
    const { raw, content } = await submit(lines, { from: 'ada@tracked.example' })
    const { links, picture, text } = await readMail(raw)
    expect(links).toEqual([expect.stringContaining('/t/c/')])
    expect(picture).toContain('/t/o/')
    expect(text.trim()).toBe('Hello')
    expect(content).toContain(
      ['Content-Type: text/calendar; charset=utf-8; method=REQUEST', '', ...CALENDAR].join('\r\n'),
    )
    expect(content).toContain('Content-Language: de\r\n')
    expect(content.match(/^--B/gm)).toHaveLength(4)
  })

  it.each([
    ['signed', 'multipart/signed; micalg=sha-256; protocol="application/pkcs7-signature"', 1],
    ['two HTML parts', 'multipart/mixed', 2],
  ])('is not tracked: %s', async (_, type, count) => {
    const html = ['Content-Type: text/html', '', '<a href="https://example.com/">x</a>']
    const parts = Array.from({ length: count }, () => part('B', ...html)).flat()
    const lines = [`Content-Type: ${type}; boundary=B`, '', ...parts, '--B--']
    expect((await submit(lines, { from: 'ada@tracked.example' })).content).toBe(lines.join('\r\n'))
  })
})
