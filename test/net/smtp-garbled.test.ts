// A mail server that sends malformed replies at one point of the conversation: noise is never a final status of an
// email.
import net, { type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { envelopeOf, buildMessage, recipientsOf } from '../../src/mail/delivery/message.ts'
import { recipientOutcomes } from '../../src/mail/delivery/schedule.ts'
import { type SmtpLimits, smtpSender } from '../../src/base/net/smtp.ts'
import { anEmail } from '../support/emails.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'end'

const GOOD: Record<Step, string> = {
  greeting: '220 sink ready',
  EHLO: '250-sink\r\n250 8BITMIME',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  end: '250 taken',
}

/** A server that answers one step of each conversation differently or late; `undefined` means no reply. */
async function aServer(
  odd: Step,
  answer: string | (() => Promise<string>) | undefined,
  pipelining = false,
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = net.createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    const say = (step: Step): void => {
      const usual =
        step === 'EHLO' && pipelining ? `${GOOD.EHLO}\r\n250 PIPELINING`.replace('250 8', '250-8') : GOOD[step]
      const words = step === odd ? answer : usual
      if (typeof words === 'function') void words().then(later => socket.write(`${later}\r\n`))
      else if (words !== undefined) socket.write(`${words}\r\n`)
    }
    converse(socket, say)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise(resolve => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`
}

function converse(socket: Socket, say: (step: Step) => void): void {
  let pending = ''
  let inside = false
  say('greeting')
  socket.on('data', part => {
    pending += part.toString('latin1')
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      if (inside && line !== '.') continue
      const verb = inside ? 'end' : line.slice(0, 4).toUpperCase()
      inside = verb === 'DATA'
      if (verb === 'QUIT') socket.end('221 bye\r\n')
      else if (verb === 'RSET') socket.write('250 ok\r\n')
      else if (verb === 'HELO') say('EHLO')
      else say(verb as Step)
    }
  })
}

const email = anEmail()
const recipients = recipientsOf(email)

async function outcomeAt(url: string, limits: Partial<SmtpLimits> = {}): Promise<string | undefined> {
  const sender = smtpSender(url, { closing_ms: 100, connect_ms: 2000, ...limits })
  closing.push(() => sender.close())
  return recipientOutcomes(
    recipients,
    await sender.send({ envelope: envelopeOf(email, recipients), message: buildMessage(email) }),
  )[0]?.outcome
}

describe.each([false, true])('a malformed reply (pipelining: %s)', pipelining => {
  const noise = ['%$!', 'OK', '55', '5500 no', '5xx no', '-550 no', ' 550 no', '999 no']
  describe.each(['MAIL', 'RCPT', 'DATA'] as const)('to %s', step => {
    test.each(noise)('%j is a temporary failure', async words => {
      expect(await outcomeAt(await aServer(step, words, pipelining))).toBe('transient')
    })
  })

  test.each([...noise, '2xx taken', '25 taken', '354 go on'])('to the message, %j leaves it unknown', async words => {
    expect(await outcomeAt(await aServer('end', words, pipelining))).toBe('unknown')
  })

  test.each([...noise, '2 ready'])('to the greeting, %j is a temporary failure', async words => {
    expect(await outcomeAt(await aServer('greeting', words, pipelining))).toBe('transient')
  })
})

describe('a well-formed reply', () => {
  test.each<[Step, string, string]>([
    ['end', '250', 'delivered'],
    ['end', '250 2.0.0 taken', 'delivered'],
    ['end', '550', 'permanent'],
    ['end', '550-no\r\n550 never', 'permanent'],
    ['MAIL', '550 5.1.8 no', 'permanent'],
    ['RCPT', '450 later', 'transient'],
    ['DATA', '554 no', 'permanent'],
  ])('to %s, %j means %3$s', async (step, words, outcome) => {
    expect(await outcomeAt(await aServer(step, words))).toBe(outcome)
  })
})

describe('an email that the client rejects', () => {
  test('fails permanently: no recipients', async () => {
    const sender = smtpSender(await aServer('MAIL', '250 ok'))
    closing.push(() => sender.close())
    const empty = { message: buildMessage(email), envelope: { from: 'ada@example.org', to: [] } }
    const answer = await sender.send(empty)
    expect(answer).toMatchObject({ accepted: false, scope: 'ours', wasHandedOver: false })
    expect(recipientOutcomes(recipients, answer)[0]!.outcome).toBe('permanent')
  })
})

describe('a server that stops responding', () => {
  test.each(['MAIL', 'RCPT', 'DATA'] as const)(
    'after %s is abandoned soon, and the email was not accepted',
    async step => {
      const limits = { before_ms: 300, recipient_ms: 0, silence_ms: 60_000 }
      expect(await outcomeAt(await aServer(step, undefined), limits)).toBe('transient')
    },
  )

  test('after the message gets more time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const late = async (): Promise<string> => {
        await vi.advanceTimersByTimeAsync(500_000)
        return '250 taken'
      }
      expect(await outcomeAt(await aServer('end', late))).toBe('delivered')
      expect(await outcomeAt(await aServer('DATA', late))).toBe('transient')
    } finally {
      vi.useRealTimers()
    }
  })
})
