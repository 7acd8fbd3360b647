// Email of a verified domain as a mail server receives it over SMTP. An independent library verifies its signatures.
import { Resolver } from 'node:dns/promises'
import { authenticate, dkimVerify } from 'mailauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../../support/domains.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const zone: Record<string, Names> = {}
let names: NameServer
let sink: MailSink
let server: TestServer
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
let domain: any

beforeAll(async () => {
  names = await zoneServer(zone)
  sink = await mailSink()
  server = await startServer({ MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_URL: sink.url })
  domain = await aVerifiedDomain(server, zone, 'mail.signed.example')
  zone['_dmarc.signed.example'] = { TXT: ['v=DMARC1; p=reject'] }
})
afterAll(async () => {
  await server.stop()
  await sink.close()
  await names.close()
})

const resolverOf = () => {
  const dns = new Resolver()
  dns.setServers([names.address])
  return (name: string, kind: string) => dns.resolve(name, kind as 'TXT')
}

async function arrived(more: object): Promise<string> {
  const count = sink.messages.length + 1
  const body = { from: 'Ada <ada@mail.signed.example>', to: 'ana@example.net', subject: 'Hello', ...more }
  const { status } = await server.call('POST', '/emails', { body })
  expect(status).toBe(200)
  return (await sink.received(count)).at(-1)!.raw
}

const LONG = 'a word and '.repeat(200)

describe('an email of a verified domain', () => {
  it.each<[string, object]>([
    ['a plain text', { text: 'Hello' }],
    ['HTML and the plain text generated from it', { html: '<p>Hello  <b>you</b></p>\n\n\n' }],
    ['spaces, tabs and empty lines at the end', { text: 'a  b\t c \r\n\t\r\n  \r\n\r\n\r\n' }],
    ['dots at the beginning of lines', { text: '.\r\n..\r\n.hello\r\n\r\n.' }],
    ['letters of other scripts', { text: 'Grüße, 你好', subject: 'Grüße', headers: { 'X-Words': 'ä ö ü' } }],
    ['long lines and a long subject', { text: LONG, subject: 'word '.repeat(80).trim() }],
    ['an empty body', { html: '<p></p>', text: '' }],
    [
      'many recipients and headers',
      {
        to: Array.from({ length: 20 }, (_, index) => `Person ${index} <p${index}@example.net>`),
        reply_to: ['r@example.org'],
        headers: { 'List-Unsubscribe': '<https://example.com/u>', 'In-Reply-To': '<a@example.com>' },
        text: 'x',
      },
    ],
    [
      'an attachment of a megabyte',
      {
        text: 'x',
        attachments: [{ filename: 'a.bin', content: Buffer.alloc(1_000_000, 'abc ').toString('base64') }],
      },
    ],
    ['a large text', { text: 'line of text with  spaces \r\n'.repeat(20_000) }],
  ])('with %s has two signatures that verify, and passes DMARC', async (_, more) => {
    const raw = await arrived(more)
    const result = await authenticate(raw, {
      ip: '192.0.2.1',
      helo: 'mail.sender.example',
      sender: 'ada@mail.signed.example',
      resolver: resolverOf(),
      disableArc: true,
      disableBimi: true,
    })
    const signatures = (
      result.dkim as unknown as { results: { status: { result: string }; algo: string; signingDomain: string }[] }
    ).results
    expect(signatures.map(({ algo, signingDomain, status }) => [algo, signingDomain, status.result])).toEqual([
      ['rsa-sha256', 'mail.signed.example', 'pass'],
      ['ed25519-sha256', 'mail.signed.example', 'pass'],
    ])
    expect((result.dmarc as unknown as { status: { result: string }; alignment: object }).status.result).toBe('pass')
  })

  it.each<[string, (raw: string) => string]>([
    ['another body', raw => raw.replace('Hello', 'Hallo')],
    ['another subject', raw => raw.replace(/^Subject: .*$/m, 'Subject: Other')],
    ['a second From', raw => `From: <eve@evil.example>\r\n${raw}`],
    ['a second Subject', raw => `Subject: Other\r\n${raw}`],
    ['an added Reply-To', raw => `Reply-To: <eve@evil.example>\r\n${raw}`],
    ['an added Cc', raw => `Cc: <eve@evil.example>\r\n${raw}`],
  ])('does not verify with %s', async (_, change) => {
    const raw = await arrived({ text: 'Hello' })
    const changed = change(raw)
    expect(changed).not.toBe(raw)
    const { results } = (await dkimVerify(changed, { resolver: resolverOf() })) as {
      results: { status: { result: string } }[]
    }
    expect(results.map(({ status }) => status.result)).not.toContain('pass')
  })

  it('of an unverified domain has no signature', async () => {
    expect(await arrived({ from: 'a@unsigned.example', text: 'x' })).not.toContain('DKIM-Signature')
  })

  it('is signed with new keys when they are found, and the log never contains a private key', async () => {
    const fresh = (await server.call('POST', `/domains/${domain.id}/dkim/rotate`)).body.records
    expect(await arrived({ text: 'x' })).toContain(`s=${domain.records[0].host.split('.')[0]};`)
    addRecords(zone, fresh)
    await server.call('POST', `/domains/${domain.id}/verify`)
    const selector = fresh[0].host.split('.')[0]
    await expect
      .poll(async () => (await arrived({ text: 'x' })).includes(`s=${selector};`), { timeout: 60_000, interval: 500 })
      .toBe(true)
    expect(server.logged()).not.toMatch(/PRIVATE KEY|MIIEv/)
  })
})
