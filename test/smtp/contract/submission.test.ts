// Email submission over SMTP: the same result and rules as the API, with a reply after storing.
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aSendingKey, aTeam, type TestServer, startServer } from '../../support/server.ts'
import { smtpTalk } from '../../support/smtp-talk.ts'

let sink: MailSink
let server: TestServer
let port: number

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, SMTP_SUBMISSION_PORT: '0' })
  port = server.mail_ports.submission!
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

type Mail = Parameters<ReturnType<typeof createTransport>['sendMail']>[0]

async function handIn(mail: Mail, pass = server.key): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, auth: { user: 'resend', pass } })
  try {
    return (await transport.sendMail(mail)).response
  } finally {
    transport.close()
  }
}
const MAIL = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Invoice 7', text: 'Thank you!' }
const idIn = (reply: string): string => /Accepted as ([0-9a-f-]{36})/.exec(reply)![1]!
const get = async (id: string) => (await server.call('GET', `/emails/${id}`)).body

describe('a submitted email', () => {
  it('equals the email that the API would have created, and is delivered', async () => {
    const reply = await handIn({
      ...MAIL,
      to: ['"Hopper, Grace" <grace@example.net>', 'bob@example.net'],
      cc: 'cem@example.net',
      bcc: 'dora@example.net',
      replyTo: 'billing@example.org',
      subject: 'Rechnung für März 🎉',
      html: '<p>Grüße</p>',
      headers: { 'X-Campaign': 'spring' },
      attachments: [{ filename: 'a.txt', content: 'hello\n' }],
    })
    expect(reply).toMatch(/^250 .*Accepted as /)
    const id = idIn(reply)
    expect(await get(id)).toMatchObject({
      from: '"Ada" <ada@example.org>',
      to: ['"Hopper, Grace" <grace@example.net>', 'bob@example.net'],
      cc: ['cem@example.net'],
      bcc: ['dora@example.net'],
      reply_to: ['billing@example.org'],
      subject: 'Rechnung für März 🎉',
      html: expect.stringMatching(/^<p>Grüße<\/p>\n?$/),
    })
    await server.queue.idle()
    const delivered = sink.messages.filter(({ raw }) => raw.includes(id))
    expect(delivered.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      ['bob', 'cem', 'dora', 'grace'].map(name => `${name}@example.net`),
    )
    expect(delivered[0]!.raw).toMatch(/^X-Campaign: spring\r$/m)
    expect(delivered[0]!.raw).toContain(Buffer.from('hello\n').toString('base64'))
    expect(delivered[0]!.raw).not.toContain('dora')
  })

  it('may contain empty files, one of them inline', async () => {
    const attachments = [
      { filename: 'empty.txt', content: '' },
      { filename: 'dot.png', content: '', cid: 'dot' },
      { filename: 'a.txt', content: 'a' },
    ]
    const id = idIn(await handIn({ ...MAIL, html: '<img src="cid:dot">', attachments }))
    const { data } = (await server.call('GET', `/emails/${id}/attachments`)).body
    const files = data.map(({ filename, size, content_id }: Record<string, unknown>) => [filename, size, content_id])
    expect(files.toSorted()).toEqual([
      ['a.txt', 1, null],
      ['dot.png', 0, 'dot'],
      ['empty.txt', 0, null],
    ])
    expect((await fetch(data[0].download_url)).status).toBe(200)
  })

  it('is sent once per idempotency key', async () => {
    const mail = {
      ...MAIL,
      headers: { 'Resend-Idempotency-Key': 'invoice-7' },
      messageId: '<1@x.example>',
      date: new Date(0),
    }
    const [first, again] = [await handIn(mail), await handIn(mail)]
    expect(idIn(again)).toBe(idIn(first))
    await expect(handIn({ ...mail, text: 'Another' })).rejects.toThrow(
      /^.*554.*Idempotency-Key was used with another body/,
    )
  })

  it('is accepted with a key with sending access', async () => {
    expect(await handIn(MAIL, await aSendingKey(server))).toMatch(/^250 /)
  })

  it('may have a single recipient that no header names', async () => {
    const id = idIn(await handIn({ ...MAIL, to: undefined, bcc: 'erin@example.net' }))
    expect(await get(id)).toMatchObject({ to: ['erin@example.net'], bcc: [] })
  })
})

describe('a submitted email is rejected', () => {
  it.each([
    ['without content', { ...MAIL, text: undefined }, /554.*Missing `html` or `text` field/],
    ['without a subject', { ...MAIL, subject: undefined }, /554.*Missing `subject` field/],
    ['from two senders', { ...MAIL, from: ['a@example.org', 'b@example.org'] as never }, /554.*Invalid `from` field/],
    ['to hidden recipients only', { ...MAIL, to: undefined, bcc: 'a@x.example, b@x.example' }, /550.*`To` header/],
  ])('%s, with the message of the API', async (_, mail, words) => {
    await expect(handIn(mail)).rejects.toThrow(words)
  })

  it('with an unknown key, and without a login', async () => {
    await expect(handIn(MAIL, 're_nobody_0000000000000000')).rejects.toThrow(/535.*API key is invalid/)
    const talk = await smtpTalk(port)
    await talk.say('EHLO x.example')
    expect(await talk.say('MAIL FROM:<ada@example.org>')).toMatch(/^530 /)
    talk.end()
  })

  it('with an API key that was deleted after the login', async () => {
    const { key } = await aTeam(server, 'Submitting')
    expect(await handIn(MAIL, key)).toMatch(/^250 /)
    const { id } = (await server.call('GET', '/api-keys', { key })).body.data[0]
    const talk = await smtpTalk(port)
    await talk.say('EHLO x.example')
    expect(await talk.say(`AUTH PLAIN ${Buffer.from(`\0resend\0${key}`).toString('base64')}`)).toMatch(/^235 /)
    await server.call('DELETE', `/api-keys/${id}`, { key })
    for (const line of ['MAIL FROM:<ada@example.org>', 'RCPT TO:<grace@example.net>', 'DATA']) await talk.say(line)
    expect(await talk.say('From: ada@example.org\r\nTo: grace@example.net\r\nSubject: x\r\n\r\nx\r\n.')).toMatch(
      /^550 /,
    )
    talk.end()
  })

  it('with more recipients than an email may have', async () => {
    const talk = await smtpTalk(port)
    await talk.say('EHLO x.example')
    await talk.say(`AUTH PLAIN ${Buffer.from(`\0resend\0${server.key}`).toString('base64')}`)
    await talk.say('MAIL FROM:<ada@example.org>')
    for (let count = 0; count < 50; count++) expect(await talk.say(`RCPT TO:<p${count}@example.net>`)).toMatch(/^250 /)
    expect(await talk.say('RCPT TO:<one-more@example.net>')).toMatch(/^452 /)
    talk.end()
  })

  it('log no key', () => {
    expect(server.logged()).not.toContain(server.key)
  })
})
