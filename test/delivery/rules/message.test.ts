import * as fc from 'fast-check'
import PostalMime, { type Email as Parsed } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { envelopeOf, buildMessage, recipientsOf } from '../../../src/mail/delivery/message.ts'
import type { Email } from '../../../src/mail/emails/rules.ts'
import { type Envelope, readMessage } from '../../../src/base/net/mail-message.ts'
import { Refusal } from '../../../src/base/text/refusal.ts'
import { plainText } from '../../../src/base/text/plain-text.ts'
import { anEmail, EMAIL_ID } from '../../support/emails.ts'
import { effort_ms } from '../../support/cpu-time.ts'

interface Composed {
  raw: string
  head: string
  parsed: Parsed
  envelope: Envelope
}

async function composed(email: Email, recipients = recipientsOf(email)): Promise<Composed> {
  const raw = (await readMessage(buildMessage(email))).toString('utf8')
  const envelope = envelopeOf(email, recipients)
  return { raw, head: raw.slice(0, raw.indexOf('\r\n\r\n')), parsed: await PostalMime.parse(raw), envelope }
}

const headerNames = ({ parsed }: Composed) => parsed.headers.map(({ key }) => key).toSorted()

describe('a composed message', () => {
  test('contains the submitted fields', async () => {
    const email = anEmail({
      to: ['"Hopper, Grace" <grace@example.net>', 'alan@example.net'],
      cc: 'Zoë <zoe@example.net>',
      reply_to: ['billing@example.org', 'Help <help@example.org>'],
      subject: 'Grüße 李',
      headers: { 'X-Entity-Ref-ID': '7', 'List-Unsubscribe': '<https://example.org/u>' },
    })
    const { parsed, head } = await composed(email)
    expect(parsed).toMatchObject({
      from: { name: 'Ada', address: 'ada@example.org' },
      to: [
        { name: 'Hopper, Grace', address: 'grace@example.net' },
        { name: '', address: 'alan@example.net' },
      ],
      cc: [{ name: 'Zoë', address: 'zoe@example.net' }],
      replyTo: [{ address: 'billing@example.org' }, { address: 'help@example.org' }],
      subject: 'Grüße 李',
      messageId: `<${EMAIL_ID}@example.org>`,
      date: '2026-11-20T10:01:02.000Z',
    })
    expect(head).toMatch(/^X-Entity-Ref-ID: 7\r$/m)
    expect(head).toMatch(/^List-Unsubscribe: <https:\/\/example.org\/u>\r$/m)
    expect(head).not.toMatch(/nodemailer/i)
  })

  test('has bcc recipients only in the envelope', async () => {
    const { raw, envelope } = await composed(anEmail({ bcc: ['secret@example.net', 'grace@example.net'] }))
    expect(raw).not.toContain('secret')
    expect(envelope).toEqual({ from: 'ada@example.org', to: ['grace@example.net', 'secret@example.net'] })
  })

  test('goes once to an address that differs only in case, across all fields', () => {
    const email = anEmail({
      to: ['Ana@example.net', 'ana@EXAMPLE.net', 'Bob <bob@example.net>'],
      cc: 'Ana <ANA@example.net>',
      bcc: ['BOB@example.net', 'eve@example.net'],
    })
    expect(recipientsOf(email)).toEqual(['Ana@example.net', 'bob@example.net', 'eve@example.net'])
  })

  test('goes only to the remaining recipients', async () => {
    const { envelope, parsed } = await composed(anEmail({ cc: 'alan@example.net' }), ['alan@example.net'])
    expect(envelope.to).toEqual(['alan@example.net'])
    expect(parsed.to).toMatchObject([{ address: 'grace@example.net' }])
  })

  test('is identical each time', async () => {
    const texts = [anEmail(), anEmail()].map(async email => (await composed(email)).raw)
    expect(new Set(await Promise.all(texts)).size).toBe(1)
  })

  test.each([
    ['a path', '/etc/passwd'],
    ['a file URL', 'file:///etc/passwd'],
    ['a URL', 'http://127.0.0.1:9/'],
    ['a data URL', 'data:text/html,x'],
  ])('treats %s as text', async (_what, text) => {
    const { parsed } = await composed(anEmail({ html: text, text }))
    expect(parsed.text?.trim()).toBe(text)
    expect(parsed.html?.trim()).toBe(text)
    expect(parsed.attachments).toEqual([])
  })
})

describe('the text part', () => {
  test('is generated from the HTML when absent', async () => {
    const { parsed } = await composed(
      anEmail({ html: '<h1>Hi</h1><p>See <a href="https://example.org/7">it</a></p><img src="cid:x">' }),
    )
    expect(parsed.text).toBe('HI\n\nSee it [https://example.org/7]\n')
  })
  test('is omitted when it is explicitly empty', async () => {
    expect((await composed(anEmail({ text: '' }))).parsed.text).toBeUndefined()
  })
  test('is omitted when the HTML contains no text', async () => {
    expect((await composed(anEmail({ html: '<img src="https://example.org/x.png">' }))).parsed.text).toBeUndefined()
  })
  test('can be the only part', async () => {
    const { parsed } = await composed(anEmail({ html: '', text: 'Hello' }))
    expect([parsed.text, parsed.html]).toEqual(['Hello\n', undefined])
  })
  test('is generated in bounded time from deep, wide or broken HTML', () => {
    const hostile = [
      '<div>'.repeat(100_000),
      '<b>x</b>'.repeat(100_000),
      '<'.repeat(500_000),
      '<a href="'.repeat(50_000),
    ]
    expect(effort_ms(() => hostile.forEach(html => plainText(html)))).toBeLessThan(20_000)
  })
})

const OWN = [
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]

// mostly harmless, so that hostile values pass the other checks
const seldom = <T>(harmless: T, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(harmless) }, { weight: 1, arbitrary: rare })

function acceptedOrNot(fields: Parameters<typeof anEmail>[0]): Email | undefined {
  try {
    return anEmail(fields)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

describe('any accepted email', () => {
  const characters = [
    'a',
    ' ',
    ',',
    ';',
    ':',
    '<',
    '>',
    '"',
    '\\',
    '(',
    ')',
    '{',
    '}',
    '\t',
    '\r',
    '\n',
    '\u2028',
    'é',
    '李',
  ]
  const words = ['b@c.de', 'Bcc: x@y.zz', '=?utf-8?Q?=0D=0ABcc:_x@y.zz?=', '%0d%0aBcc: x@y.zz', 'undisclosed:;']
  const hostile = fc.array(fc.constantFrom(...characters, ...words), { maxLength: 8 }).map(parts => parts.join(''))
  const address = seldom(
    'A <a@b.de>',
    fc.oneof(
      hostile,
      hostile.map(name => `${name} <a@b.de>`),
      hostile.map(name => `"${name}" <a@b.de>`),
      hostile.map(local => `${local}@b.de`),
    ),
  )
  const some = fc.array(address, { maxLength: 2 })
  const headerName = seldom(
    'X-A',
    fc.oneof(hostile, fc.constantFrom('References', 'In-Reply-To', 'List-Id', 'Importance')),
  )
  const headers = fc.dictionary(headerName, seldom('x', hostile), { maxKeys: 2 })
  const subject = seldom('Subject', hostile)
  const to = fc.array(address, { minLength: 1, maxLength: 2 })
  const body = fc.record({ from: address, to, cc: some, bcc: some, reply_to: some, subject, headers, text: hostile })

  test('has no additional recipients or headers', async () => {
    let compositions = 0
    await fc.assert(
      fc.asyncProperty(body, async fields => {
        const email = acceptedOrNot(fields)
        if (!email) return
        compositions += 1
        const mail = await composed(email)
        expect(mail.envelope.to.toSorted()).toEqual(recipientsOf(email).toSorted())
        expect(mail.envelope.to.length).toBeLessThanOrEqual(email.to.length + email.cc.length + email.bcc.length)
        expect(mail.parsed.to).toHaveLength(email.to.length)
        expect(mail.parsed.from?.address).toBe(mail.envelope.from)
        expect(mail.head.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/)
        const allowed = new Set([...OWN, ...Object.keys(email.headers).map(name => name.toLowerCase())])
        expect(headerNames(mail).filter(name => !allowed.has(name))).toEqual([])
      }),
      { numRuns: 3000 },
    )
    // otherwise this test would prove nothing
    expect(compositions).toBeGreaterThan(500)
  })
})
