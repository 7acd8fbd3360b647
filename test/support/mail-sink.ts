// A mail server for tests: takes what it is given over real SMTP and keeps it, and can be slow, refuse or break off.
import { type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** What the sink answers instead of taking something: a reply, or no reply but a reset connection. */
export type SinkAnswer = { code: number; words: string } | 'reset' | undefined

export interface SinkMessage {
  /** Whether it came encrypted. */
  encrypted: boolean
  from: string
  recipients: string[]
  /** The message as it came over the wire, with CRLF line ends. */
  raw: string
}

export interface SinkOptions {
  /** How long the sink thinks before it answers each command, the greeting included. */
  latency_ms?: number
  greeting_ms?: number
  /** Accept no mail without this login. */
  login?: { user: string; password: string }
  /** Offers STARTTLS, with this certificate, or else with one that nobody vouches for. */
  starttls?: boolean | { key: string; cert: string }
  /** Where it listens, unless that is a free port of 127.0.0.1. */
  host?: string
  port?: number
  /** Announces no AUTH, whoever asks. */
  hideLogin?: boolean
  /** Asked for each recipient, with how many recipients there were so far (counted from 1). */
  recipient?: (address: string, count: number) => SinkAnswer
  /** What to wait for before a recipient is answered. */
  hold?: (address: string) => Promise<unknown> | undefined
  /** Asked for each complete message, with how many there were so far (counted from 1). */
  message?: (message: SinkMessage, count: number) => SinkAnswer
}

export interface MailSink {
  /** For SMTP_URL. */
  url: string
  port: number
  /** What was taken, that is, answered with 250. */
  messages: SinkMessage[]
  /** How many messages arrived completely, taken or not. */
  completed(): number
  connections(): number
  /** Waits until this many messages were taken; throws after `timeout_ms`. */
  received(count: number, timeout_ms?: number): Promise<SinkMessage[]>
  close(): Promise<void>
}

type Done = (error?: Error | null) => void

/** Starts a sink on a free port of this machine. */
export async function mailSink(options: SinkOptions = {}): Promise<MailSink> {
  const messages: SinkMessage[] = []
  const counts = { connections: 0, recipients: 0, completed: 0 }
  const server = new SMTPServer({
    disabledCommands: [...(options.starttls ? [] : ['STARTTLS']), ...(options.hideLogin ? ['AUTH'] : [])],
    authOptional: options.login === undefined || options.hideLogin === true,
    allowInsecureAuth: true,
    ...(typeof options.starttls === 'object' && options.starttls),
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const right = username === options.login?.user && password === options.login?.password
      done(right ? null : refused(535, 'Wrong user or password'), { user: username })
    },
    onConnect(_session, done) {
      counts.connections += 1
      later(options.greeting_ms ?? options.latency_ms, done)
    },
    onMailFrom: (_address, _session, done) => later(options.latency_ms, done),
    onRcptTo({ address }, session, done) {
      counts.recipients += 1
      const answer = options.recipient?.(address, counts.recipients)
      const held = options.hold?.(address)
      if (held) void held.then(() => say(session, answer, done))
      else later(options.latency_ms, () => say(session, answer, done))
    },
    onData: (stream, session, done) => void arriving(stream, session, done),
  })

  async function arriving(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done): Promise<void> {
    const message = await complete(stream, session)
    // a connection that broke before the end of a message leaves nothing to answer
    if (!message) return
    counts.completed += 1
    const answer = options.message?.(message, counts.completed)
    await pause(options.latency_ms)
    if (answer === undefined) messages.push(message)
    say(session, answer, done)
  }

  function say(session: SMTPServerSession, answer: SinkAnswer, done: Done): void {
    if (answer !== 'reset') return done(answer && refused(answer.code, answer.words))
    for (const connection of server.connections) {
      if (connection.id === session.id) (connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
    }
  }

  // without a listener the process would end at the first reset connection
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const login = options.login
    ? `${encodeURIComponent(options.login.user)}:${encodeURIComponent(options.login.password)}@`
    : ''
  return {
    url: `smtp://${login}${options.host ?? '127.0.0.1'}:${port}`,
    port,
    messages,
    completed: () => counts.completed,
    connections: () => counts.connections,
    async received(count, timeout_ms = 60_000) {
      const end = Date.now() + timeout_ms
      while (messages.length < count) {
        if (Date.now() > end) throw new Error(`The sink has ${messages.length} messages, ${count} were expected`)
        await pause(5)
      }
      return messages
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

async function complete(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<SinkMessage | undefined> {
  // the envelope is emptied for the next message on this connection
  const { mailFrom, rcptTo } = session.envelope
  const message = { from: mailFrom ? mailFrom.address : '', recipients: rcptTo.map(({ address }) => address) }
  const pieces: Buffer[] = []
  try {
    for await (const piece of stream) pieces.push(piece as Buffer)
  } catch {
    return undefined
  }
  return { ...message, encrypted: session.secure, raw: Buffer.concat(pieces).toString('utf8') }
}

function later(delay_ms: number | undefined, then: () => void): void {
  if (delay_ms) setTimeout(then, delay_ms)
  else then()
}

function refused(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code })
}

/** The id of the email that a mail is, which our Message-ID carries; `none` for one that is not ours. */
export function idIn(raw: string): string {
  return /^Message-ID:\s*<([0-9a-f-]{36})@/im.exec(raw)?.[1] ?? 'none'
}
