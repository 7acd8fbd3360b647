// How connections to mail servers are reused, shared and closed.
import net, { type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { envelopeOf, buildMessage, recipientsOf } from '../../src/mail/delivery/message.ts'
import type { SmtpResult } from '../../src/base/net/smtp-result.ts'
import { type ClientLimits, SmtpClient } from '../../src/base/net/smtp-client.ts'
import type { NextHop } from '../../src/base/net/smtp-hop.ts'
import { anEmail } from '../support/emails.ts'
import { type MailSink, mailSink, type SinkOptions } from '../support/mail-sink.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aSink(options: SinkOptions = {}): Promise<MailSink> {
  const sink = await mailSink(options)
  closing.push(() => sink.close())
  return sink
}

function aClient(limits: Partial<ClientLimits> = {}): SmtpClient {
  const client = new SmtpClient({ closing_ms: 100, ...limits })
  closing.push(() => client.close())
  return client
}

const hopTo = (port: number, fields: Partial<NextHop> = {}): NextHop => ({
  host: '127.0.0.1',
  port,
  tls: 'off',
  servername: '127.0.0.1',
  ...fields,
})

function send(client: SmtpClient, hop: NextHop, html = 'Hi', handing?: () => Promise<void>): Promise<SmtpResult> {
  const email = anEmail({ html })
  const envelope = envelopeOf(email, recipientsOf(email))
  return client.offer({ hop, envelope, message: buildMessage(email), handing })
}

/** A proxy that admits this many connections and refuses others; forwards the commands and counts them. */
async function aDoor(port: number, most: number): Promise<{ port: number; open: () => number; commands: string[] }> {
  let open = 0
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = net.createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    if (open >= most) return void socket.end('421 too many connections\r\n')
    open++
    socket.on('close', () => open--)
    socket.on('data', part => commands.push(part.toString('latin1')))
    const onward = net.connect(port, '127.0.0.1').on('error', () => {})
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as net.AddressInfo).port, open: () => open, commands }
}

describe('connections to a mail server', () => {
  it('wait for each other if the server admits fewer than we would open', async () => {
    const sink = await aSink({ latency_ms: 5 })
    const door = await aDoor(sink.port, 2)
    const client = aClient({ connections: 20 })
    // wait until one is admitted before the others connect
    await send(client, hopTo(door.port))
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(client, hopTo(door.port))))
    expect(answers.filter(({ accepted }) => !accepted)).toEqual([])
    expect(sink.messages).toHaveLength(41)
  })

  it('are limited per hop', async () => {
    const sink = await aSink({ latency_ms: 5 })
    const client = aClient()
    const hop = hopTo(sink.port, { connections: 3 })
    await Promise.all(Array.from({ length: 20 }, () => send(client, hop)))
    expect(sink.connections()).toBe(3)
  })

  it('are closed when they have been idle for a while, and after a number of emails', async () => {
    const sink = await aSink()
    const door = await aDoor(sink.port, 10)
    const client = aClient({ idle_ms: 100, mails_max: 2 })
    for (let count = 0; count < 5; count++) await send(client, hopTo(door.port))
    expect(sink.connections()).toBe(3)
    await expect.poll(() => door.open()).toBe(0)
    expect(door.commands.filter(command => command.startsWith('QUIT'))).toHaveLength(3)
  })

  it('leave no state when they are closed, or could not be opened', async () => {
    const sink = await aSink()
    const client = aClient({ idle_ms: 50 })
    const nowhere = await aDoor(sink.port, 0)
    for (let count = 0; count < 10; count++) {
      await send(client, hopTo(sink.port, { servername: `mx${count}.example.org` }))
      await send(client, hopTo(nowhere.port, { servername: `mx${count}.example.net` }))
    }
    expect(client.hops).toBeLessThanOrEqual(10)
    await expect.poll(() => client.hops).toBe(0)
  })

  it('are not shared between hops with different settings', async () => {
    const sink = await aSink()
    const client = aClient()
    await send(client, hopTo(sink.port))
    await send(client, hopTo(sink.port, { tls: 'opportunistic' }))
    await send(client, hopTo(sink.port, { servername: 'mail.example.org' }))
    expect(sink.connections()).toBe(3)
  })

  it.each([
    ['mail.example.org', /^EHLO mail\.example\.org\r\n$/],
    // names that cannot be resolved
    ['localhost', /^EHLO (?!localhost)\S+\r\n$/],
    ['192.0.2.1', /^EHLO (?!192)\S+\r\n$/],
  ])('send the name of this server in EHLO: %s', async (own_name, greeting) => {
    const sink = await aSink()
    const door = await aDoor(sink.port, 1)
    await send(aClient({ own_name }), hopTo(door.port))
    expect(door.commands[0]).toMatch(greeting)
  })

  it('send a small email in two writes', async () => {
    const sink = await aSink()
    const door = await aDoor(sink.port, 1)
    await send(aClient(), hopTo(door.port))
    expect(door.commands.map(command => command.slice(0, 4))).toEqual(['EHLO', 'MAIL', 'Date'])
    expect(door.commands[1]).toMatch(/^MAIL FROM:.*\r\nRCPT TO:.*\r\nDATA\r\n$/)
  })
})

describe('encryption', () => {
  it('is used with any certificate if the email would be sent in the clear otherwise, and is reported', async () => {
    const sink = await aSink({ starttls: true })
    const answer = await send(aClient(), hopTo(sink.port, { tls: 'opportunistic' }))
    expect(answer).toMatchObject({ accepted: true, host: '127.0.0.1', address: '127.0.0.1' })
    expect(answer.tls).toMatch(/^TLSv1\.[23] \w+$/)
    expect((await send(aClient(), hopTo(sink.port))).tls).toBeNull()
  })
})

describe('a message', () => {
  it('of some megabytes is delivered, with dots at the start of lines', async () => {
    const sink = await aSink()
    const html = '.\n..\n.hidden\n'.repeat(30_000)
    const handed: number[] = []
    const answer = await send(aClient(), hopTo(sink.port), html, async () => void handed.push(sink.completed()))
    expect([answer.accepted, handed]).toEqual([true, [0]])
    expect(sink.messages[0]!.raw.endsWith(`\r\n\r\n${html.replaceAll('\n', '\r\n')}\r\n--=_${EMAIL}--\r\n`)).toBe(true)
  })

  it('whose file cannot be read is not sent, and can be sent later', async () => {
    const sink = await aSink()
    const email = anEmail()
    async function* read(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(100_000)
      throw new Error('the disk is gone')
    }
    const bytes = 200_000
    const file = { filename: 'a.bin', content_type: 'application/octet-stream', content_id: null, bytes, read }
    const envelope = envelopeOf(email, recipientsOf(email))
    const answer = await aClient().offer({ hop: hopTo(sink.port), envelope, message: buildMessage(email, [file]) })
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
    expect(answer.reply.reply_text).toContain('the disk is gone')
    expect(sink.completed()).toBe(0)
  })
})

const EMAIL = anEmail().id
