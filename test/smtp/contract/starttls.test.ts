// STARTTLS on both SMTP servers with a certificate that the client checks, and attempts to bypass it or to keep the
// server busy.
import { writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETURN_PATHS, ReturnPaths } from '../../../src/mail/bounces/return-path.ts'
import { serverSecret } from '../../../src/base/store/server-secret.ts'
import { testAuthority } from '../../support/certificates.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { dsn, failed } from '../../support/reports.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { deliverMessage, smtpTalk } from '../../support/smtp-talk.ts'

const NAME = 'mx.ours.example'
const authority = testAuthority()
let sink: MailSink
let server: TestServer
let paths: ReturnPaths
const port = (door: 'reports' | 'submission'): number => server.mail_ports[door]!

beforeAll(async () => {
  const { key, cert } = authority.issue({ name: NAME, dns: [NAME] })
  const folder = temporaryFolder()
  const [SMTP_IN_KEY_FILE, SMTP_IN_CERT_FILE] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  writeFileSync(SMTP_IN_KEY_FILE, key)
  writeFileSync(SMTP_IN_CERT_FILE, cert)
  sink = await mailSink()
  const ports = { SMTP_IN_PORT: '0', SMTP_SUBMISSION_PORT: '0' }
  server = await startServer({ SMTP_URL: sink.url, ...ports, SMTP_IN_KEY_FILE, SMTP_IN_CERT_FILE })
  paths = new ReturnPaths(await server.database.unit(tx => serverSecret(tx, RETURN_PATHS, new Date())))
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

let count = 0
/** Sends an email; returns its id and the return path for its reports. */
async function delivered(): Promise<{ id: string; to: string; path: string }> {
  const to = `encrypted-${++count}@example.net`
  const { id } = (await server.call('POST', '/emails', { body: anEmailBody({ to }) })).body
  await expect.poll(() => lastEvent(id)).toBe('delivered')
  return { id, to, path: paths.returnPathOf(id, 'send.example.org', to) }
}
const lastEvent = async (id: string): Promise<string> => (await server.call('GET', `/emails/${id}`)).body.last_event

function transport(door: 'reports' | 'submission', auth?: { user: string; pass: string }) {
  const checked = { ca: [authority.cert], servername: NAME }
  return createTransport({ host: '127.0.0.1', port: port(door), requireTLS: true, tls: checked, ...(auth && { auth }) })
}

/**
 * Sends STARTTLS in plain text and returns the encrypted connection. `before` is a line sent first; `with_it` is sent
 * in the same packet as STARTTLS.
 */
async function upgraded(
  door: 'reports' | 'submission',
  { before, with_it = '' }: { before?: string; with_it?: string },
): Promise<{ clear: string; socket: tls.TLSSocket }> {
  const plain = net.connect(port(door), '127.0.0.1')
  let clear = ''
  const heard = (piece: Buffer): unknown => (clear += piece.toString())
  plain.on('data', heard)
  const said = (words: RegExp): Promise<void> => expect.poll(() => clear).toMatch(words)
  await said(/^220 .*\r\n/)
  plain.write('EHLO x.example\r\n')
  await said(/^250 .*\r\n/m)
  clear = ''
  if (before !== undefined) {
    plain.write(before)
    await said(/^2\d\d .*\r\n/)
    clear = ''
  }
  plain.write(`STARTTLS\r\n${with_it}`)
  await said(/^220 .*\r\n/)
  plain.off('data', heard)
  const socket = tls.connect({ socket: plain, ca: [authority.cert], servername: NAME })
  socket.on('error', () => {})
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  return { clear, socket }
}

async function answersTo(socket: tls.TLSSocket, line: string): Promise<string> {
  let text = ''
  const heard = (piece: Buffer): unknown => (text += piece.toString())
  socket.on('data', heard)
  socket.write(`${line}\r\n`)
  await expect.poll(() => text).toMatch(/^\d{3} .*\r\n$/m)
  socket.off('data', heard)
  return text
}

describe('STARTTLS', () => {
  it('accepts a report over a connection with a verified certificate', async () => {
    const { id, to, path: return_path } = await delivered()
    const reports = transport('reports')
    const envelope = { from: '', to: return_path }
    const { response } = await reports.sendMail({ envelope, raw: dsn([failed(to)]) })
    reports.close()
    expect(response).toMatch(/^250 /)
    expect(await lastEvent(id)).toBe('bounced')
  })

  it('accepts a submitted email and offers a login', async () => {
    const submission = transport('submission', { user: 'resend', pass: server.key })
    const { response } = await submission.sendMail({
      from: 'a@example.org',
      to: 'b@example.net',
      subject: 'S',
      text: 'T',
    })
    submission.close()
    expect(response).toMatch(/^250 .*Accepted as /)
  })

  it('fails for a client that expects another name', async () => {
    const wrong = createTransport({
      host: '127.0.0.1',
      port: port('reports'),
      requireTLS: true,
      tls: { ca: [authority.cert], servername: 'other.example' },
    })
    await expect(wrong.sendMail({ envelope: { from: '', to: 'x@y.example' }, raw: 'x' })).rejects.toThrow(/altnames/)
    wrong.close()
  })

  it.each(['reports', 'submission'] as const)(
    'discards plain text sent along with it on the port for %s',
    async door => {
      const { path: return_path } = await delivered()
      const injected = `EHLO evil.example\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<${return_path}>\r\nDATA\r\nx\r\n.\r\nNOOP\r\n`
      const { clear, socket } = await upgraded(door, { with_it: injected })
      expect(clear).toMatch(/^220 [^\r\n]*\r\n$/)
      // the first reply answers the first encrypted command, and earlier commands are discarded
      expect(await answersTo(socket, 'NOOP')).toMatch(/^250 [^\r\n]*\r\n$/)
      expect(await answersTo(socket, `RCPT TO:<${return_path}>`)).toMatch(/^5\d\d /)
      expect(await answersTo(socket, 'EHLO good.example')).toMatch(/^250-[^]*\r\n250 SIZE \d+\r\n$/)
      socket.destroy()
    },
  )

  it('discards a login from before it', async () => {
    const login = `AUTH PLAIN ${Buffer.from(`\0resend\0${server.key}`).toString('base64')}\r\n`
    const { socket } = await upgraded('submission', { before: login })
    await answersTo(socket, 'EHLO x.example')
    expect(await answersTo(socket, 'MAIL FROM:<a@example.org>')).toMatch(/^530 /)
    socket.destroy()
  })
})

describe('both SMTP servers', () => {
  it.each(['reports', 'submission'] as const)(
    'close an endless line on the port for %s and keep working',
    async door => {
      const talk = await smtpTalk(port(door))
      talk.send('EHLO ')
      const more = setInterval(() => talk.send('x'.repeat(10_000)), 5)
      await talk.closed()
      clearInterval(more)
      const next = await smtpTalk(port(door))
      expect(await next.say('EHLO x.example')).toMatch(/^250 /)
      next.end()
    },
  )

  it.each(['reports', 'submission'] as const)('answer pipelined commands on the port for %s in order', async door => {
    const lines = [
      'EHLO x',
      'NOOP',
      'FOO bar',
      'RSET',
      'VRFY a',
      'DATA',
      'RCPT TO:<a@b.example>',
      '\0\xff',
      'NOOP',
      'QUIT',
    ]
    const socket = net.connect(port(door), '127.0.0.1')
    let text = ''
    socket.on('data', piece => (text += piece.toString('latin1')))
    // a client that sends before the greeting is rejected
    await expect.poll(() => text).toMatch(/^220 /)
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'))
    await new Promise(resolve => socket.once('close', resolve))
    const codes = text.split('\r\n').flatMap(line => /^(\d{3}) /.exec(line)?.[1] ?? [])
    expect(codes.map(code => code[0])).toEqual(['2', '2', '2', '5', '2', '2', '5', '5', '5', '2', '2'])
  })

  it('accept a report with a line of megabytes and serve others meanwhile', async () => {
    const { id, to, path: return_path } = await delivered()
    const long = `${dsn([failed(to)])}\r\n${'x'.repeat(5_000_000)}\r\n`
    const taken = deliverMessage(port('reports'), return_path, long)
    const { path: other_path, to: other_to, id: other } = await delivered()
    expect(await deliverMessage(port('reports'), other_path, dsn([failed(other_to)]))).toMatch(/^250 /)
    expect(await taken).toMatch(/^250 /)
    expect([await lastEvent(id), await lastEvent(other)]).toEqual(['bounced', 'bounced'])
  })

  it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r'])(
    'do not end an email at %j, which would allow smuggling',
    async end => {
      const talk = await smtpTalk(port('submission'))
      await talk.say('EHLO x.example')
      await talk.say(`AUTH PLAIN ${Buffer.from(`\0resend\0${server.key}`).toString('base64')}`)
      for (const line of ['MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.net>', 'DATA']) await talk.say(line)
      const second =
        'MAIL FROM:<evil@example.org>\r\nRCPT TO:<c@example.net>\r\nDATA\r\nFrom: evil@example.org\r\nTo: c@example.net\r\nSubject: evil\r\n\r\nx\r\n'
      talk.send(`From: a@example.org\r\nTo: b@example.net\r\nSubject: Smuggled\r\n\r\nfirst${end}${second}`)
      expect(await talk.say('.')).toMatch(/^250 .*Accepted as /)
      expect(await talk.say('NOOP')).toMatch(/^250 /)
      talk.end()
      const { body } = await server.call('GET', '/emails?limit=1')
      expect(body.data[0]).toMatchObject({ subject: 'Smuggled', to: ['b@example.net'] })
    },
  )
})
