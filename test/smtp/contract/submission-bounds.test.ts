// Limits of the submission server on memory, connections and logins for strangers and teams, and the conditions for
// offering a login.
import { networkInterfaces } from 'node:os'
import net from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { BufferedMessage } from '../../../src/interfaces/smtp/buffered-message.ts'
import { LoginThrottle } from '../../../src/interfaces/smtp/login-throttle.ts'
import { openSubmission } from '../../../src/interfaces/smtp/submission.ts'
import type { SmtpBounds, SmtpListener } from '../../../src/interfaces/smtp/listener.ts'
import { refusal } from '../../../src/base/text/refusal.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { type SmtpTalk, smtpTalk } from '../../support/smtp-talk.ts'

let server: TestServer
const open: SmtpListener[] = []
beforeAll(async () => {
  server = await startServer({})
})
afterAll(async () => {
  await Promise.all(open.map(listener => listener.close(0)))
  await server.stop()
})

let doors = 0
/** A submission server on which the key is the name of the team, and which answers a message with its beginning. */
async function aDoor(bounds: Partial<SmtpBounds>, host = '127.0.0.1', time = { ms: 0 }): Promise<SmtpListener> {
  const day = ++doors * 86_400_000
  const listener = await openSubmission(
    { host, port: 0, setting: 'SMTP_SUBMISSION_PORT' },
    {
      name: 'x.example',
      certificate: undefined,
      log: pino({ level: 'silent' }),
      bounds,
      throttle: new LoginThrottle(server.database, () => new Date(day + time.ms)),
      checkKey: async key => {
        if (key.startsWith('team')) return { team_id: key }
        throw refusal('invalid_api_key', 'API key is invalid')
      },
      askApi: async ({ api_key }) => ({ status: 200, body: { id: api_key } }),
    },
  )
  open.push(listener)
  return listener
}

const login = (key: string): string => `AUTH PLAIN ${Buffer.from(`\0resend\0${key}`).toString('base64')}`
async function logIn({ port }: SmtpListener, key: string): Promise<{ talk: SmtpTalk; reply: string }> {
  const talk = await smtpTalk(port)
  await talk.say('EHLO x.example')
  return { talk, reply: await talk.say(login(key)) }
}
async function begin(door: SmtpListener, key: string): Promise<SmtpTalk> {
  const { talk } = await logIn(door, key)
  for (const line of ['MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.net>', 'DATA']) await talk.say(line)
  talk.send('From: a@example.org\r\nTo: b@example.net\r\nSubject: x\r\n\r\n')
  return talk
}
const line = (length: number): string => `${'x'.repeat(length)}\r\n`

describe('unfinished messages', () => {
  afterEach(() => vi.restoreAllMocks())

  it('use limited memory in total', async () => {
    const in_hand_bytes_max = 4_000_000
    const door = await aDoor({ in_hand_bytes_max })
    const [held, most] = [new Map<BufferedMessage, number>(), { held: 0, counted: 0 }]
    const add = BufferedMessage.prototype.add
    vi.spyOn(BufferedMessage.prototype, 'add').mockImplementation(function (
      this: BufferedMessage,
      piece: Buffer,
    ): boolean {
      const is_kept = add.call(this, piece)
      held.set(this, this.bytes.length)
      const bytes = [...held.values()].reduce((sum, each) => sum + each)
      Object.assign(most, { held: Math.max(most.held, bytes), counted: Math.max(most.counted, door.bytesInHand()) })
      return is_kept
    })
    const unfinished: SmtpTalk[] = []
    // at most 50 clients that have not logged in are connected
    for (const team of ['team-a', 'team-b'])
      unfinished.push(...(await Promise.all(Array.from({ length: 50 }, () => begin(door, team)))))
    for (const talk of unfinished) talk.send(line(500).repeat(300))
    const replies = await Promise.all(unfinished.map(talk => talk.say('.')))
    expect(new Set(replies.map(reply => reply.slice(0, 3)))).toEqual(new Set(['250', '452']))
    expect(most.counted).toBeLessThanOrEqual(in_hand_bytes_max)
    expect(most.counted).toBeGreaterThan(in_hand_bytes_max / 2)
    expect(most.held).toBeLessThanOrEqual(in_hand_bytes_max)
    expect(door.bytesInHand()).toBe(0)
    for (const talk of unfinished) talk.end()
  })

  it('share a memory limit, half of which is available to one team', async () => {
    const door = await aDoor({ in_hand_bytes_max: 4_000_000 })
    const unfinished = await Promise.all(Array.from({ length: 10 }, () => begin(door, 'team-a')))
    for (const talk of unfinished) talk.send(line(500).repeat(2_000))
    const replies = await Promise.all(unfinished.map(talk => talk.say('.')))
    expect(replies.filter(reply => reply.startsWith('452 '))).not.toHaveLength(0)
    expect(replies.filter(reply => reply.startsWith('250 '))).not.toHaveLength(0)
    expect(replies.every(reply => /^(?:452 .*later|250 )/.test(reply))).toBe(true)
    const again = await begin(door, 'team-a')
    again.send(line(500).repeat(2_000))
    // the memory of earlier messages was released
    expect(await again.say('.')).toMatch(/^250 .*Accepted as team-a/)
    for (const talk of [...unfinished, again]) talk.end()
  })

  it('of one team leave memory for other teams', async () => {
    const door = await aDoor({ in_hand_bytes_max: 4_000_000 })
    const unfinished = await Promise.all(Array.from({ length: 10 }, () => begin(door, 'team-a')))
    for (const talk of unfinished) talk.send(line(500).repeat(2_000))
    const other = await begin(door, 'team-b')
    other.send(line(500).repeat(2_000))
    expect(await other.say('.')).toMatch(/^250 .*Accepted as team-b/)
    for (const talk of [...unfinished, other]) talk.end()
  })
})

describe('connections', () => {
  it('are limited per network before the login, and per team after it', async () => {
    const door = await aDoor({ connections_of_one_max: 2 })
    const strangers = [await smtpTalk(door.port), await smtpTalk(door.port)]
    expect((await smtpTalk(door.port)).replies).toEqual([expect.stringMatching(/^421 Too many connections/)])
    for (const talk of strangers) talk.end()
    await expect
      .poll(async () => (await logIn(door, 'team-a')).reply, { timeout: 10_000 })
      .toMatch(/^(?:235|421 Too many connections from this team)/)
    // clients that have logged in no longer count towards the first limit
    await expect.poll(async () => (await logIn(door, 'team-a')).reply, { timeout: 10_000 }).toMatch(/^421 .*this team/)
    expect((await logIn(door, 'team-b')).reply).toMatch(/^235/)
  })

  it('without a login are closed', async () => {
    const door = await aDoor({ login_ms: 300 })
    const silent = await smtpTalk(door.port)
    const { talk } = await logIn(door, 'team-a')
    await silent.closed()
    expect(await talk.say('NOOP')).toMatch(/^250 /)
    talk.end()
  })
})

describe('logins', () => {
  it('are rate limited after wrong keys only', async () => {
    const time = { ms: 0 }
    const door = await aDoor({}, '127.0.0.1', time)
    for (let count = 0; count < 3; count++) (await logIn(door, 'team-a')).talk.end()
    const { talk } = await logIn(door, 'wrong')
    const replies: string[] = []
    while (replies.length < 40 && !replies.at(-1)?.startsWith('421')) replies.push(await talk.say(login('wrong')))
    expect(replies.length).toBe(31)
    expect(replies.at(-1)).toMatch(/^421 Too many failed logins, try again in \d+ s/)
    expect((await logIn(door, 'team-a')).reply).toMatch(/^421 Too many failed/)
    time.ms = 15 * 60_000 + 1
    expect((await logIn(door, 'team-a')).reply).toMatch(/^235/)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find(each => each?.family === 'IPv4' && !each.internal)?.address

  it.skipIf(outside === undefined)('are offered without TLS only on the same machine', async () => {
    const door = await aDoor({}, '0.0.0.0')
    const heard = async (host: string, lines: string[]): Promise<string> => {
      const socket = net.connect(door.port, host)
      let text = ''
      socket.on('data', piece => (text += piece.toString()))
      await expect.poll(() => text).toMatch(/^220 .*\r\n/)
      for (const [index, said] of lines.entries()) {
        socket.write(`${said}\r\n`)
        await expect.poll(() => text.split('\r\n').filter(each => /^\d{3} /.test(each)).length).toBe(index + 2)
      }
      socket.destroy()
      return text
    }
    expect(await heard('127.0.0.1', ['EHLO x.example'])).toContain('AUTH PLAIN LOGIN')
    const text = await heard(outside!, [
      'EHLO x.example',
      login('team-a'),
      'MAIL FROM:<a@example.org>',
      'RCPT TO:<b@x.example>',
    ])
    expect(text).not.toContain('AUTH')
    expect(text).not.toContain('235')
    expect(text).toMatch(/\r\n530 .*SMTP_IN_CERT_FILE.*\r\n503 /)
  })
})
