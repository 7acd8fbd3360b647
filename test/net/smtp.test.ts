import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { envelopeOf, buildMessage, recipientsOf } from '../../src/mail/delivery/message.ts'
import { recipientOutcomes } from '../../src/mail/delivery/schedule.ts'
import type { SmtpResult } from '../../src/base/net/smtp-result.ts'
import { type SmtpLimits, type SmtpSender, smtpSender } from '../../src/base/net/smtp.ts'
import { mailSink, type MailSink, type SinkOptions } from '../support/mail-sink.ts'
import { anEmail } from '../support/emails.ts'

let closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  closing = []
})

async function aSink(options: SinkOptions = {}): Promise<MailSink> {
  const sink = await mailSink(options)
  closing.push(() => sink.close())
  return sink
}

function aSender(url: string, limits: Partial<SmtpLimits> = {}): SmtpSender {
  const sender = smtpSender(url, { closing_ms: 200, ...limits })
  closing.push(() => sender.close())
  return sender
}

const email = anEmail({ to: ['Grace <grace@example.net>'], cc: ['alan@example.net'], bcc: ['secret@example.net'] })
const recipients = recipientsOf(email)
const mail = () => ({ envelope: envelopeOf(email, recipients), message: buildMessage(email) })
const outcomes = (answer: SmtpResult) => recipientOutcomes(recipients, answer).map(({ outcome }) => outcome)

describe('the relay sender', () => {
  test('sends an email once, to every recipient', async () => {
    const sink = await aSink()
    const answer = await aSender(sink.url).send(mail())
    expect(answer).toMatchObject({ accepted: true, refused: [], reply: { code: 250 } })
    expect(sink.messages).toMatchObject([{ from: 'ada@example.org', recipients }])
    expect(sink.messages[0]!.raw).not.toContain('secret@example.net')
    expect(outcomes(answer)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('keeps connections open for the next email', async () => {
    const sink = await aSink()
    const sender = aSender(sink.url, { connections: 2 })
    await Promise.all(Array.from({ length: 20 }, () => sender.send(mail())))
    expect(sink.messages).toHaveLength(20)
    expect(sink.connections()).toBeLessThanOrEqual(2)
  })

  test('logs in with the user and password of the URL', async () => {
    const sink = await aSink({ login: { user: 'relay@example.org', password: 'p@ss/word:' } })
    expect((await aSender(sink.url).send(mail())).accepted).toBe(true)
  })

  test('treats a rejected login as a temporary connection failure', async () => {
    const sink = await aSink({ login: { user: 'relay', password: 'right' } })
    const answer = await aSender(sink.url.replace('right', 'wrong')).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', reply: { code: 535 }, wasHandedOver: false })
    expect(outcomes(answer)).toEqual(['transient', 'transient', 'transient'])
  })

  test('sends nothing without its login if the server offers no authentication', async () => {
    const sink = await aSink({ login: { user: 'relay', password: 'right' }, hideLogin: true })
    const answer = await aSender(sink.url).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
    expect(answer.reply.reply_text).toContain('offers no supported method')
    expect(outcomes(answer)).toEqual(['transient', 'transient', 'transient'])
    expect(sink.messages).toEqual([])
  })

  test('sends nothing over a plain connection when TLS is required', async () => {
    const sink = await aSink()
    const answer = await aSender(sink.url, { encryption: 'required' }).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
    expect(outcomes(answer)).toEqual(['transient', 'transient', 'transient'])
    expect(sink.messages).toEqual([])
  })

  test.each(['required', 'opportunistic'] as const)('checks the certificate where TLS is %s', async encryption => {
    const sink = await aSink({ starttls: true })
    const answer = await aSender(sink.url, { encryption }).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
    expect(answer.reply.reply_text).toMatch(/certificate/)
    expect(sink.messages).toEqual([])
  })

  test('does not use TLS if it is off', async () => {
    const sink = await aSink({ starttls: true })
    expect((await aSender(sink.url, { encryption: 'off' }).send(mail())).accepted).toBe(true)
  })

  test.each([
    [451, 'transient'],
    [452, 'transient'],
    [503, 'transient'],
    [550, 'permanent'],
    [554, 'permanent'],
  ])("reports a message that is answered with %i as %s, with the server's reply", async (code, outcome) => {
    const sink = await aSink({ message: () => ({ code, words: '5.7.1 Not today' }) })
    const answer = await aSender(sink.url).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'mail', wasHandedOver: false })
    expect(answer.reply).toEqual({ code, reply_text: `${code} 5.7.1 Not today` })
    expect(outcomes(answer)).toEqual([outcome, outcome, outcome])
  })

  test('reports each recipient by its own reply', async () => {
    const replies: Record<string, { code: number; words: string }> = {
      'alan@example.net': { code: 550, words: '5.1.1 No such user' },
      'secret@example.net': { code: 451, words: '4.7.1 Greylisted' },
    }
    const sink = await aSink({ recipient: address => replies[address] })
    const answer = await aSender(sink.url).send(mail())
    expect(recipientOutcomes(recipients, answer)).toMatchObject([
      { address: 'grace@example.net', outcome: 'delivered', code: 250 },
      { address: 'alan@example.net', outcome: 'permanent', code: 550, reply_text: '550 5.1.1 No such user' },
      { address: 'secret@example.net', outcome: 'transient', code: 451, reply_text: '451 4.7.1 Greylisted' },
    ])
    expect(sink.messages[0]!.recipients).toEqual(['grace@example.net'])
  })

  test('reports each recipient if all are rejected', async () => {
    const sink = await aSink({ recipient: address => ({ code: address.startsWith('g') ? 450 : 550, words: 'No' }) })
    expect(outcomes(await aSender(sink.url).send(mail()))).toEqual(['transient', 'permanent', 'permanent'])
    expect(sink.completed()).toBe(0)
  })

  test('sends other emails on a connection on which one was rejected', async () => {
    const sink = await aSink({ message: (_message, count) => (count % 2 ? { code: 451, words: 'Later' } : undefined) })
    const sender = aSender(sink.url, { connections: 1 })
    const answers = [await sender.send(mail()), await sender.send(mail()), await sender.send(mail())]
    expect(answers.map(({ accepted }) => accepted)).toEqual([false, true, false])
    expect(sink.connections()).toBe(1)
  })

  test('reports that an email may have been accepted if the connection breaks after its end', async () => {
    const sink = await aSink({ message: () => 'reset' })
    const answer = await aSender(sink.url).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: true, reply: { code: null } })
    expect(outcomes(answer)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(sink.completed()).toBe(1)
  })

  test('reports the same if the email reused a connection', async () => {
    const sink = await aSink({ message: (_message, count) => (count > 1 ? 'reset' : undefined) })
    const sender = aSender(sink.url, { connections: 1 })
    await sender.send(mail())
    expect(await sender.send(mail())).toMatchObject({ accepted: false, wasHandedOver: true })
    expect(sink.completed()).toBe(2)
  })

  test('reports that an email was not accepted if the connection breaks before its end', async () => {
    const sink = await aSink({ recipient: () => 'reset' })
    const answer = await aSender(sink.url).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
    expect(sink.completed()).toBe(0)
  })

  test('sends on a new connection if an idle one was closed', async () => {
    const sockets = new Set<Socket>()
    const sink = await aSink()
    const between = await listening(socket => {
      const onward = connect(sink.port, '127.0.0.1')
      sockets.add(socket)
      socket.pipe(onward).pipe(socket)
      for (const end of [socket, onward]) end.on('error', () => {})
    })
    const sender = aSender(`smtp://127.0.0.1:${between}`, { connections: 1 })
    await sender.send(mail())
    for (const socket of sockets) socket.resetAndDestroy()
    expect((await sender.send(mail())).accepted).toBe(true)
    expect(sink.messages).toHaveLength(2)
  })

  test('gives up on a server that sends no greeting', async () => {
    const sink = await aSink({ greeting_ms: 30_000 })
    const answer = await aSender(sink.url, { greeting_ms: 50 }).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
  })

  test('gives up on a server that does not reply to the message, with an unknown outcome', async () => {
    const sink = await aSink({ message: () => undefined, latency_ms: 0 })
    const silent = await listening(socket => {
      const onward = connect(sink.port, '127.0.0.1')
      socket.pipe(onward)
      onward.on('data', data => {
        if (!data.toString().includes('queued')) socket.write(data)
      })
      for (const end of [socket, onward]) end.on('error', () => {})
    })
    const answer = await aSender(`smtp://127.0.0.1:${silent}`, { silence_ms: 200 }).send(mail())
    expect(answer).toMatchObject({ accepted: false, wasHandedOver: true })
  })

  test('reports an unreachable relay', async () => {
    const port = await listening(() => {})
    await Promise.all(closing.splice(0).map(close => close()))
    const answer = await aSender(`smtp://127.0.0.1:${port}`).send(mail())
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false, reply: { code: null } })
    expect(answer.reply.reply_text).toContain('ECONNREFUSED')
  })
})

describe('the callback before a message is complete', () => {
  test('runs after the recipients were accepted and before the message is complete', async () => {
    const seen: string[] = []
    const sink = await aSink({
      recipient: () => void seen.push('recipient'),
      message: () => void seen.push('complete'),
    })
    await aSender(sink.url).send(mail(), async () => {
      // time for anything that would arrive
      await new Promise(resolve => setTimeout(resolve, 50))
      seen.push('handing')
    })
    expect(seen).toEqual(['recipient', 'recipient', 'recipient', 'handing', 'complete'])
  })

  test('does not run for an email without accepted recipients', async () => {
    let asked = false
    const sink = await aSink({ recipient: () => ({ code: 550, words: 'No' }) })
    await aSender(sink.url).send(mail(), async () => void (asked = true))
    expect(asked).toBe(false)
  })

  test('stops an email by throwing: the server never receives its end', async () => {
    const sink = await aSink()
    const sender = aSender(sink.url)
    const answer = await sender.send(mail(), () => Promise.reject(new Error('somebody else does it')))
    expect(answer).toMatchObject({ accepted: false, scope: 'connection', wasHandedOver: false })
    expect((await sender.send(mail())).accepted).toBe(true)
    expect(sink.messages).toHaveLength(1)
  })
})

describe('closing a sender', () => {
  test('lets a running email finish', async () => {
    const sink = await aSink({ latency_ms: 30 })
    const sender = aSender(sink.url, { closing_ms: 60_000 })
    const sending = sender.send(mail())
    await expect.poll(() => sink.connections()).toBe(1)
    await sender.close()
    expect((await sending).accepted).toBe(true)
  })

  test('ends after its time limit if the server does not respond', async () => {
    const sink = await aSink({ latency_ms: 30_000 })
    const sender = aSender(sink.url, { closing_ms: 100 })
    const sending = sender.send(mail())
    await expect.poll(() => sink.connections()).toBe(1)
    await sender.close()
    expect(await sending).toMatchObject({ accepted: false, wasHandedOver: false })
  })

  test('rejects emails after that', async () => {
    const sink = await aSink()
    const sender = aSender(sink.url)
    await sender.close()
    expect(await sender.send(mail())).toMatchObject({ accepted: false, scope: 'connection' })
  })
})

describe('the URL of a relay', () => {
  test.each([
    '',
    'mail.example.org',
    'mail.example.org:25',
    'http://mail.example.org',
    'smtp://',
    'smtp:///path',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org?pool=false',
    'smtp://us%er@mail.example.org',
    'smtp://mail.example.org:70000',
    'smtp://user@mail.example.org',
    'smtp://:secret@mail.example.org',
  ])('%j is rejected with a clear error', url => {
    expect(() => smtpSender(url)).toThrow(/SMTP relay/)
  })

  test.each(['smtp://mail.example.org', 'smtps://user:pass@mail.example.org:465/', 'smtp://[::1]:2525'])(
    '%j is accepted',
    async url => {
      await smtpSender(url).close()
    },
  )
})

async function listening(connected: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket)
    connected(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  closing.push(async () => {
    const closed = new Promise(resolve => server.close(resolve))
    // closing waits for open connections
    for (const socket of sockets) socket.destroy()
    await closed
  })
  return address.port
}
