// A mail server for tests: receives email over real SMTP, and can be slow, reject, or drop the connection.
import { type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** What the sink returns instead of accepting: a reply, or a reset connection. */
export type SinkAnswer = { code: number; words: string } | 'reset' | undefined

export interface SinkMessage {
  /** Whether the connection was encrypted. */
  encrypted: boolean
  from: string
  recipients: string[]
  /** The message as received, with CRLF line ends. */
  raw: string
}

export interface SinkOptions {
  /** The delay before each reply, including the greeting. */
  latency_ms?: number
  greeting_ms?: number
  /** Requires this login. */
  login?: { user: string; password: string }
  /** Offers STARTTLS with this certificate; `true` uses a self-signed one. */
  starttls?: boolean | { key: string; cert: string }
  /** The address to listen at; the default is a free port of 127.0.0.1. */
  host?: string
  port?: number
  /** Does not announce AUTH. */
  hideLogin?: boolean
  /** Called for each recipient with the number of recipients so far (counted from 1). */
  recipient?: (address: string, count: number) => SinkAnswer
  /** What to wait for before the reply to a recipient. */
  hold?: (address: string) => Promise<unknown> | undefined
  /** Called for each complete message with the number of messages so far (counted from 1). */
  message?: (message: SinkMessage, count: number) => SinkAnswer
}

export interface MailSink {
  /** The URL for SMTP_URL. */
  url: string
  port: number
  /** The messages accepted with 250. */
  messages: SinkMessage[]
  /** The number of complete messages, accepted or not. */
  completed(): number
  connections(): number
  /** Waits until this many messages were accepted; throws after `timeout_ms`. */
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
    // a connection that failed within a message gets no reply
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

  // without a listener, the first reset connection would end the process
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
  // the envelope is cleared for the next message on this connection
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

/** The id of the email, from our Message-ID; `none` for other messages. */
export function idIn(raw: string): string {
  return /^Message-ID:\s*<([0-9a-f-]{36})@/im.exec(raw)?.[1] ?? 'none'
}
