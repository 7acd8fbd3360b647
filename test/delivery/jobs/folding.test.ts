// Header lines as a mail server receives them: no line exceeds the limit (RFC 5322 2.1.1), and unfolding (2.2.3)
// returns the submitted value.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeOf, buildMessage, recipientsOf } from '../../../src/mail/delivery/message.ts'
import type { Email } from '../../../src/mail/emails/rules.ts'
import { type SmtpSender, smtpSender } from '../../../src/base/net/smtp.ts'
import { anEmail } from '../../support/emails.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'

let sink: MailSink
let sender: SmtpSender

beforeAll(async () => {
  sink = await mailSink()
  sender = smtpSender(sink.url, { closing_ms: 100 })
})
afterAll(async () => {
  await sender.close()
  await sink.close()
})

async function received(email: Email): Promise<string> {
  const before = sink.messages.length
  const mail = { envelope: envelopeOf(email, recipientsOf(email)), message: buildMessage(email) }
  expect(await sender.send(mail)).toMatchObject({ accepted: true })
  const { raw } = sink.messages[before]!
  const lines = raw.split('\r\n')
  expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(998)
  return raw
}

function unfolded(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n(?=[ \t])/g, '')
  return head
    .split('\r\n')
    .find(line => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}

const LONG = 'a'.repeat(997)

describe('a header', () => {
  test.each([
    ['a long word', 'X-Long', LONG],
    ['several long words', 'X-Long', `${LONG} ${LONG}\t${LONG} b`],
    ['many words', 'X-Many', 'word '.repeat(1500).trim()],
    ['consecutive spaces', 'X-Spaces', `a${' '.repeat(3000)}b`],
    ['a long name and a long word', `X-${'N'.repeat(98)}`, LONG],
    ['an id', 'In-Reply-To', `<${'i'.repeat(990)}@b>`],
    [
      'many ids',
      'References',
      Array.from({ length: 100 }, (_, index) => `<${index}.${'r'.repeat(60)}@example.org>`).join(' '),
    ],
  ])('keeps its value with %s', async (_what, name, value) => {
    const raw = await received(anEmail({ headers: { [name]: value } }))
    expect(unfolded(raw, name)).toBe(value)
  })

  test('keeps its value in a non-ASCII script, without spaces', async () => {
    const value = 'é'.repeat(4000)
    const written = unfolded(await received(anEmail({ headers: { 'X-Other': value } })), 'X-Other')!
    const words = written.split(' ').map(word => /^=\?UTF-8\?B\?(.*)\?=$/.exec(word)![1]!)
    expect(words.map(word => Buffer.from(word, 'base64').toString()).join('')).toBe(value)
  })
})

describe('a subject', () => {
  test.each([
    's'.repeat(998),
    `${'s'.repeat(900)} ${'t'.repeat(97)}`,
    '李'.repeat(998),
    'word '.repeat(199) + 'end',
    `${'='.repeat(900)}?_`,
  ])('keeps its value (case %#)', async subject => {
    expect((await PostalMime.parse(await received(anEmail({ subject })))).subject).toBe(subject)
  })
})

describe('addresses', () => {
  test('accept fifty names of the maximum length', async () => {
    const to = Array.from({ length: 50 }, (_, index) => ({
      name: `${index}${'n'.repeat(900)}`,
      address: `a${index}@example.net`,
    }))
    const raw = await received(anEmail({ to: to.map(({ name, address }) => `${name} <${address}>`) }))
    expect((await PostalMime.parse(raw)).to).toEqual(to)
  })

  // a name is at most as long as the submitted text including escapes, so it always fits on a line
  test.each([
    ['without quotes', 'n'.repeat(979), 'n'.repeat(979)],
    ['in quotes, with escapes', `"${'q\\"'.repeat(325)}"`, 'q"'.repeat(325)],
    ['in quotes, in a non-ASCII script', `"${'é'.repeat(970)}"`, 'é'.repeat(970)],
  ])('accept a name of the maximum length, %s', async (_what, given, name) => {
    const parsed = await PostalMime.parse(await received(anEmail({ from: `${given} <ada@example.org>` })))
    expect(parsed.from).toEqual({ name, address: 'ada@example.org' })
  })
})
