// Parsing delivery and complaint reports of many kinds of servers.
import { describe, expect, it } from 'vitest'
import { parseReport } from '../../../src/mail/bounces/reports/report.ts'
import type { Report } from '../../../src/mail/bounces/reports/report-types.ts'
import { classifyBounce } from '../../../src/base/text/bounce-class.ts'
import { firstLines, FEW_HEADERS_BYTES, readMail } from '../../../src/base/net/read-mail.ts'
import { arf, dsn, failed, wired, worded } from '../../support/reports.ts'
import { spent_ms } from '../../support/cpu-time.ts'

const ANA = 'ana@example.net'

async function read(raw: string | Buffer): Promise<Report | undefined> {
  const mail = await readMail(firstLines(Buffer.from(raw)))
  return (
    mail && parseReport({ ...mail, parts: mail.parts.map(({ type, content }) => ({ type, text: content.toString() })) })
  )
}

/** Summary such as `bounced permanent ana@example.net`, one for each recipient. */
async function told(raw: string): Promise<string[]> {
  const report = await read(raw)
  if (!report) return []
  if (report.kind === 'complaint') return [`complained ${report.addresses.join(' ')}`.trim()]
  return report.recipients.map(({ outcome, addresses, code, words, status }) => {
    const bounce = outcome === 'bounced' ? ` ${classifyBounce({ code, words, status })}` : ''
    return `${outcome}${bounce} ${addresses.join(' ')}`.trim()
  })
}

const fields = (action: string, status: string, rest = ''): string =>
  `Final-Recipient: rfc822; ${ANA}\nAction: ${action}\nStatus: ${status}${rest}`

const CASES: [title: string, raw: string, expected: string[]][] = [
  [
    'Postfix: unknown user',
    dsn([failed(ANA, 'smtp; 550 5.1.1 <ana@example.net>: Recipient address rejected: User unknown')]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Postfix: no such domain',
    dsn([
      fields(
        'failed',
        '5.4.4',
        '\nDiagnostic-Code: X-Postfix; Host or domain name not found. Name service error for name=nowhere.example type=AAAA: Host not found',
      ),
    ]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Postfix: still trying',
    dsn([
      fields(
        'delayed',
        '4.4.1',
        '\nDiagnostic-Code: X-Postfix; connect to mx.example.net[192.0.2.1]:25: Connection timed out\nWill-Retry-Until: Fri, 27 Nov 2026 10:00:00 +0000',
      ),
    ]),
    [`delivery_delayed ${ANA}`],
  ],
  [
    'Postfix: expired',
    dsn([
      fields(
        'failed',
        '4.4.1',
        '\nDiagnostic-Code: X-Postfix; connect to mx.example.net[192.0.2.1]:25: Connection timed out',
      ),
    ]),
    [`bounced transient ${ANA}`],
  ],
  [
    'Postfix: original recipient first',
    dsn([
      `Original-Recipient: rfc822;${ANA}\nFinal-Recipient: rfc822; alias@inner.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 User unknown`,
    ]),
    [`bounced permanent ${ANA} alias@inner.example`],
  ],
  [
    'Gmail: does not exist, folded',
    dsn([
      `Final-Recipient: rfc822; ${ANA}\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; gmail-smtp-in.l.example. (192.0.2.2, the server\n for the domain example.net.)\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address for typos or\n 550 5.1.1 unnecessary spaces.\nLast-Attempt-Date: Sun, 22 Nov 2026 02:00:00 -0800 (PST)`,
    ]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Gmail: over quota',
    dsn([failed(ANA, 'smtp; 452-4.2.2 The email account that you tried to reach is over quota.', '4.2.2')]),
    [`bounced transient ${ANA}`],
  ],
  [
    'Gmail: blocked as spam',
    dsn([
      failed(ANA, 'smtp; 550-5.7.1 Our system has detected that this message is likely unsolicited mail.', '5.7.1'),
    ]),
    [`bounced transient ${ANA}`],
  ],
  [
    'Exchange: recipient not found',
    dsn([
      failed(
        ANA,
        'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@example.net not found by SMTP address lookup',
        '5.1.10',
      ),
    ]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Exchange Online: access denied at the edge',
    dsn([failed(ANA, 'smtp;550 5.4.1 Recipient address rejected: Access denied.', '5.4.1')]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Exchange: delivery restricted',
    dsn([
      failed(ANA, 'smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', '5.7.133'),
    ]),
    [`bounced transient ${ANA}`],
  ],
  [
    'Outlook: mailbox unavailable',
    dsn([failed(ANA, 'smtp;550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', '5.5.0')]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Yahoo: no account',
    dsn([failed(ANA, "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account", '5.0.0')]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Sendmail: status followed by text',
    dsn([failed(ANA, 'SMTP; 550 5.1.1 <ana@example.net>... User unknown', '5.1.1 (user unknown)')]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Sendmail: X-Actual-Recipient',
    dsn([
      `Final-Recipient: RFC822; ana@example.net\nX-Actual-Recipient: RFC822; ana@mail.example.net\nAction: failed\nStatus: 5.1.1`,
    ]),
    [`bounced permanent ${ANA} ana@mail.example.net`],
  ],
  [
    'Exim with fields',
    dsn([
      `Action: failed\nFinal-Recipient: rfc822;${ANA}\nStatus: 5.0.0\nRemote-MTA: dns; mx.example.net\nDiagnostic-Code: smtp; 550 Unrouteable address`,
    ]),
    [`bounced permanent ${ANA}`],
  ],
  ['mailbox full', dsn([failed(ANA, 'smtp; 552 5.2.2 Mailbox full', '5.2.2')]), [`bounced transient ${ANA}`]],
  ['too large', dsn([failed(ANA, 'smtp; 552 5.3.4 Message too big', '5.3.4')]), [`bounced transient ${ANA}`]],
  [
    'several recipients with separate results',
    dsn([
      failed(ANA),
      fields('delivered', '2.0.0').replace(ANA, 'bob@example.net'),
      fields('delayed', '4.0.0').replace(ANA, 'cem@example.net'),
    ]),
    [`bounced permanent ${ANA}`, 'delivered bob@example.net', 'delivery_delayed cem@example.net'],
  ],
  ['a relay to a server without reports', dsn([fields('relayed', '2.0.0')]), [`delivered ${ANA}`]],
  ['an expansion to a list', dsn([fields('expanded (to multi-recipient alias)', '2.0.0')]), [`delivered ${ANA}`]],
  ['a status without an action', dsn([`Final-Recipient: rfc822;${ANA}\nStatus: 5.2.1`]), [`bounced permanent ${ANA}`]],
  ['an address in angle brackets', dsn([failed('<Ana@Example.net>')]), [`bounced permanent ${ANA}`]],
  [
    'an address without a type',
    dsn([`Final-Recipient: ${ANA}\nAction: failed\nStatus: 5.1.1`]),
    [`bounced permanent ${ANA}`],
  ],
  [
    'an address of another type',
    dsn([`Final-Recipient: X400; /C=US/G=ANA\nAction: failed\nStatus: 5.1.1`]),
    ['bounced permanent'],
  ],
  [
    'an international recipient in base64',
    wired(
      `From: mailer-daemon@mx.example\nMIME-Version: 1.0\nContent-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/global-delivery-status\nContent-Transfer-Encoding: base64\n\n${Buffer.from('Reporting-MTA: dns; mx\n\nFinal-Recipient: utf-8; jürgen@example.net\nAction: failed\nStatus: 5.1.1\n').toString('base64')}\n--x--\n`,
    ),
    ['bounced permanent jürgen@example.net'],
  ],
  [
    'the status part only',
    wired(`Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n${failed(ANA)}\n`),
    [`bounced permanent ${ANA}`],
  ],
  [
    'qmail',
    worded(
      `Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${ANA}>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown user\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <x@example.org>\nTo: other@example.net\n`,
    ),
    [`bounced permanent ${ANA}`],
  ],
  [
    'qmail: no mailbox here',
    worded(
      `Hi. This is the qmail-send program at mx.example.net.\n\n<${ANA}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n`,
    ),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Exim as plain text',
    worded(
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${ANA}\n    host mx.example.net [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${ANA}>:\n    550 5.1.1 No such user\n\n------ This is a copy of the message, including all the headers. ------\n`,
      `X-Failed-Recipients: ${ANA}\nFrom: Mail Delivery System <Mailer-Daemon@mx.example.net>\nSubject: Mail delivery failed: returning message to sender\nAuto-Submitted: auto-replied\n`,
    ),
    [`bounced permanent ${ANA}`],
  ],
  [
    'Postfix as plain text',
    worded(
      `This is the mail system at host mx.example.net.\n\n<${ANA}>: host mx.example.net[192.0.2.1] said: 550 5.1.1 User unknown (in reply to\n    RCPT TO command)\n`,
    ),
    [`bounced permanent ${ANA}`],
  ],
  [
    'a hosted mailbox over quota as plain text',
    worded(`Delivery to the following recipient failed permanently:\n\n${ANA}: 552 5.2.2 mailbox is full\n`),
    [`bounced transient ${ANA}`],
  ],
  [
    'a warning as plain text',
    worded(
      `This message is a warning: it has not yet been delivered and will be retried.\n\n<${ANA}>: 451 4.4.1 timed out\n`,
      'From: Mail Delivery System <mailer-daemon@mx.example>\nSubject: Warning: message delayed 24 hours\n',
    ),
    [`delivery_delayed ${ANA}`],
  ],
  [
    'a complaint',
    arf(`Feedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1\nOriginal-Rcpt-To: <${ANA}>`),
    [`complained ${ANA}`],
  ],
  [
    'a complaint with several recipients',
    arf(`Feedback-Type: abuse\nOriginal-Rcpt-To: ${ANA}\nOriginal-Rcpt-To: rfc822;bob@example.net`),
    [`complained ${ANA} bob@example.net`],
  ],
  [
    'a complaint with a redacted recipient',
    arf('Feedback-Type: abuse\nUser-Agent: X/1\nVersion: 1\nOriginal-Rcpt-To: redacted'),
    ['complained'],
  ],
  ['a complaint of fraud', arf(`Feedback-Type: fraud\nOriginal-Rcpt-To: ${ANA}`), [`complained ${ANA}`]],
  ['a not-spam report', arf(`Feedback-Type: not-spam\nOriginal-Rcpt-To: ${ANA}`), []],
  [
    'an authentication failure report',
    arf(`Feedback-Type: auth-failure\nAuth-Failure: dkim\nOriginal-Rcpt-To: ${ANA}`),
    [],
  ],
  [
    'an absence notice',
    worded(
      `I am out of the office. In urgent cases write to <${ANA}>: he does not exist.`,
      'From: Grace <grace@example.net>\nSubject: Out of office\nAuto-Submitted: auto-replied\n',
    ),
    [],
  ],
  ['an ordinary email', worded('Hello!', 'From: a@example.net\nSubject: hi\n'), []],
  [
    'a newsletter from a daemon address',
    worded('Dear user,\n\nwrite to ana@example.net: we like mail.', 'From: no-reply@example.net\nSubject: News\n'),
    [],
  ],
  ['a report without recipients', dsn([]), []],
  ['an unknown action', dsn([fields('exploded', '5.1.1')]), []],
]

describe('a report', () => {
  it.each(CASES)('of %s is parsed', async (_, raw, expected) => {
    expect(await told(raw)).toEqual(expected)
  })

  it('contains the reply of the server without its type', async () => {
    const report = await read(dsn([failed(ANA, 'smtp; 550 5.1.1 No such\n user here')]))
    expect(report).toMatchObject({ recipients: [{ code: 550, words: '550 5.1.1 No such user here', status: '5.1.1' }] })
  })

  it('has a limited number of recipients and length of replies', async () => {
    const many = Array.from({ length: 5000 }, (_, number) => failed(`p${number}@example.net`))
    const report = await read(dsn(many))
    expect(report?.kind === 'delivery' && report.recipients.length).toBeLessThan(100)
    const long = await read(dsn([failed(ANA, `smtp; 550 ${'x'.repeat(100_000)}`)]))
    expect(long?.kind === 'delivery' && long.recipients[0]!.words.length).toBeLessThanOrEqual(500)
  })
})

describe('a hostile report', () => {
  const chance = (seed: number) => (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }

  it('with an oversized header is not parsed', async () => {
    const report = (names: number): Buffer =>
      Buffer.from(`From: ${'a@b.example, '.repeat(names)}mailer-daemon@c.example\r\nSubject: x\r\n\r\nx\r\n`)
    expect((await readMail(report(1000), FEW_HEADERS_BYTES))?.subject).toBe('x')
    expect(await readMail(report(2000), FEW_HEADERS_BYTES)).toBeUndefined()
    expect((await readMail(report(2000)))?.subject).toBe('x')
  })

  it('is parsed without an error when it is damaged', async () => {
    const random = chance(7)
    const whole = CASES.map(([, raw]) => raw)
    for (let round = 0; round < 1500; round++) {
      const raw = Buffer.from(whole[Math.floor(random() * whole.length)]!)
      for (let change = 0; change < 1 + random() * 12; change++) {
        const at = Math.floor(random() * raw.length)
        const how = random()
        if (how < 0.5) raw[at] = Math.floor(random() * 256)
        else if (how < 0.8) raw.copyWithin(at, Math.floor(random() * raw.length))
        else raw.subarray(at, at + Math.floor(random() * 40)).fill(Math.floor(random() * 256))
      }
      const report = await read(raw.subarray(0, Math.floor(random() * 2 * raw.length)))
      const named = report?.kind === 'delivery' ? report.recipients.flatMap(({ addresses }) => addresses) : []
      for (const address of named) expect(address).toMatch(/^[^\s<>]+@[^\s<>]+$/)
    }
  })

  it.each([
    ['empty', ''],
    [
      'deeply nested',
      `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(3000)}`,
    ],
    ['full of header fields', `${'X: y\r\n'.repeat(40_000)}\r\n`],
    ['one long line', `Subject: x\r\n\r\n${'a'.repeat(250_000)}`],
    ['full of addresses', worded(`<a@b.example>: 550 no\n`.repeat(9000))],
    ['full of groups', dsn([], '', 'X: y\n\n'.repeat(30_000))],
  ])('is parsed quickly when it is %s', async (_, raw) => {
    const before_ms = spent_ms()
    await read(raw)
    expect(spent_ms() - before_ms).toBeLessThan(2000)
  })
})
