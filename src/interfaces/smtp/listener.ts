// An SMTP server at one address. It limits connections, memory and time, so that no client can exhaust the process. Other
// modules decide which recipients and logins it accepts, and what happens to a message (mail-in.ts, submission.ts).
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { Budget } from '../../base/threads/budget.ts'
import { networkAround } from '../../base/net/client-ip.ts'
import { Connections } from './connections.ts'
import { BufferedMessage } from './buffered-message.ts'

export interface SmtpAddress {
  host: string
  port: number
  /** The setting that contains the port, for error messages. */
  setting: string
}

export interface SmtpBounds {
  /** Limits for simultaneous connections: see `ConnectionBounds`. */
  connections_max: number
  connections_of_one_max: number
  connections_of_network_max?: number
  /** Maximum size of one message; a larger one is refused with 552. */
  message_bytes_max: number
  /**
   * Maximum memory for all messages that are arriving or being stored; one network, address or team has at most half of
   * it.
   */
  in_hand_bytes_max: number
  /** How long a connection may be silent, and how long it may last in total. */
  idle_ms: number
  connection_ms: number
  /** How long a connection may take to log in, if required. */
  login_ms?: number
}

/** A negative reply. Its message is sent to the client. */
export class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, words: string) {
    super(words)
    this.responseCode = responseCode
  }
}

export interface Transaction {
  session: SMTPServerSession
  /** The message while it arrives. Throws `BrokenOff` if the connection breaks. */
  pieces: AsyncIterable<Buffer>
  /** Reserves memory for up to this many bytes of it, which is released when `take` is done. */
  hold: (bytes_max: number) => BufferedMessage
}

/** The options of each listener. */
export interface SmtpListenerOptions {
  name: string
  certificate: { key_file: string; cert_file: string } | undefined
  log: Logger
  bounds?: Partial<SmtpBounds>
}

interface SmtpTalk {
  bounds: SmtpBounds
  /** The message of log entries about errors without a reply: a broken connection, a bug of ours. */
  trouble: string
  /** Throws an `SmtpRefusal`. `before`: how many recipients of this message were already accepted. */
  checkRecipient: (address: string, session: SMTPServerSession, before: number) => Promise<void>
  /** Checks a login or throws an `SmtpRefusal`. Absent: the listener requires no login. */
  logIn?: (password: string, session: SMTPServerSession) => Promise<{ team_id: string }>
  /** Reads the message to its end and returns the text of the 250 reply, or throws an `SmtpRefusal`. */
  take: (transaction: Transaction) => Promise<string>
}

export interface SmtpListener {
  port: number
  /** Bytes of memory that messages use now. */
  bytesInHand(): number
  /** Accepts no more connections; open ones have this much time to finish. */
  close(patience_ms: number): Promise<void>
}

const NO_TLS = 'Authentication requires TLS, but this server has no certificate (SMTP_IN_CERT_FILE)'

/**
 * How long a connection that we have closed stays open for its client to read the last reply: some never close their
 * side.
 */
const LINGER_MS = 2_000

/** Whether a password can be sent: the connection is encrypted or stays on this machine. */
function isPrivate({ secure, remoteAddress }: SMTPServerSession): boolean {
  return secure || remoteAddress === '::1' || remoteAddress.startsWith('127.')
}

function endUnlessLoggedIn(server: SMTPServer, session: SMTPServerSession, { login_ms }: SmtpBounds): void {
  if (login_ms === undefined) return
  setTimeout(() => {
    if (session.user) return
    for (const connection of server.connections as Set<OpenConnection>)
      if (connection.session === session) connection.send(421, 'Authentication timeout')
  }, login_ms).unref()
}

/**
 * Makes room for a new connection: closes the oldest one that has not completed `EHLO` yet, of the same network or, if
 * the server is full, of any. So idle connections do not block mail servers. `false`: there was none.
 */
function endSilent(server: SMTPServer, { remoteAddress }: SMTPServerSession, connections: Connections): boolean {
  if (!connections.areOfNetworks) return false
  const network = networkAround(remoteAddress)
  const silent = [...(server.connections as Set<OpenConnection>)].filter(
    ({ session, hostNameAppearsAs }) => !hostNameAppearsAs && connections.ownerOf(session) !== undefined,
  )
  const beside = silent.find(({ session }) => networkAround(session.remoteAddress) === network)
  const ending = beside ?? (connections.isFull ? silent[0] : undefined)
  if (!ending) return false
  connections.remove(ending.session)
  ending.send(421, 'Idle connection closed')
  // one that never closes its side would otherwise still occupy the room of others
  ending._socket.destroySoon()
  return true
}

interface OpenConnection {
  session: SMTPServerSession
  /** Empty until the client has sent `EHLO` or `HELO`. */
  hostNameAppearsAs: string | false
  send(code: number, words: string): void
  _socket: Socket
}

/** Throws a sentence for the operator if it cannot listen at the address, or cannot read the certificate. */
export async function listenForMail(
  address: SmtpAddress,
  { name, certificate, log, bounds: changed }: SmtpListenerOptions,
  { bounds: usual, trouble, checkRecipient, logIn, take }: SmtpTalk,
): Promise<SmtpListener> {
  const bounds = { ...usual, ...changed }
  const onTrouble = (error: unknown): void => log.warn({ err: error }, trouble)
  const connections = new Connections(bounds)
  const budget = new Budget(bounds.in_hand_bytes_max, bounds.in_hand_bytes_max / 2)
  const without_tls = certificate ? [] : ['STARTTLS']
  const server: SMTPServer = new SMTPServer({
    ...(certificate && tlsOf(certificate)),
    name,
    disabledCommands: [...without_tls, ...(logIn ? [] : ['AUTH'])],
    authOptional: !logIn,
    authMethods: ['PLAIN', 'LOGIN'],
    // without this the library also refuses logins on the loopback; `onConnect` disables AUTH if the password would be
    // sent unprotected
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: bounds.message_bytes_max,
    rejectOversized: true,
    socketTimeout: bounds.idle_ms,
    onConnect(session, done) {
      if (!connections.add(session) && !(endSilent(server, session, connections) && connections.add(session)))
        return done(new SmtpRefusal(421, 'Too many connections from your address or network'))
      if (logIn) {
        if (!isPrivate(session)) Object.assign(session, { disabledCommands: ['AUTH', ...without_tls] })
        endUnlessLoggedIn(server, session, bounds)
      }
      done(null)
    },
    onSecure(_, session, done) {
      Object.assign(session, { disabledCommands: undefined })
      done(null)
    },
    ...(logIn &&
      loggingIn(logIn, connections, certificate ? 'Must issue a STARTTLS command first' : NO_TLS, onTrouble)),
    onRcptTo({ address: recipient }, session, done) {
      void answerWhenDone(checkRecipient(recipient, session, session.envelope.rcptTo.length), done, onTrouble)
    },
    onClose(session) {
      connections.remove(session)
    },
    onData(stream, session, done) {
      const held: BufferedMessage[] = []
      const hold = (bytes_max: number): BufferedMessage => {
        const message = new BufferedMessage(budget, connections.ownerOf(session), bytes_max)
        held.push(message)
        return message
      }
      const pieces = boundedPieces(stream, bounds)
      const taking = take({ session, pieces, hold }).finally(() => held.forEach(each => each.release()))
      void answerWhenDone(taking, done, onTrouble)
    },
  })
  // without an `error` handler the first connection that is reset would end the process
  server.on('error', error => onTrouble(error))
  // limits a client that sends slowly enough never to be idle
  server.server.on('connection', (socket: Socket) => {
    const end = setTimeout(() => socket.destroy(), bounds.connection_ms).unref()
    socket.once('close', () => clearTimeout(end))
    socket.once('finish', () => setTimeout(() => socket.destroy(), LINGER_MS).unref())
  })
  // `connections` counts from `onConnect` on; this limits sockets that are open before it
  server.server.maxConnections = 2 * bounds.connections_max
  const port = await listening(server, address)
  return { port, bytesInHand: () => budget.used, close: patience_ms => closeAfter(server, patience_ms) }
}

/** Handles logins; a `MAIL FROM` without one is refused with a text that explains how to log in. */
function loggingIn(
  logIn: NonNullable<SmtpTalk['logIn']>,
  connections: Connections,
  without: string,
  onTrouble: (error: unknown) => void,
): SMTPServerOptions {
  return {
    onAuth({ password }, session, done) {
      const logging_in = logIn(password ?? '', session).then(user => {
        if (!connections.logIn(session, user.team_id)) throw new SmtpRefusal(421, 'Too many connections from this team')
        return { user }
      })
      void answerWhenDone(logging_in, done, onTrouble)
    },
    // with `AUTH` disabled (no TLS yet) the library does not require a login itself
    onMailFrom(_, session, done) {
      done(session.user ? null : new SmtpRefusal(530, without))
    },
  }
}

function tlsOf({ key_file, cert_file }: NonNullable<SmtpListenerOptions['certificate']>): {
  key: Buffer
  cert: Buffer
} {
  try {
    return { key: readFileSync(key_file), cert: readFileSync(cert_file) }
  } catch (error) {
    throw new Error(`Invalid SMTP certificate: ${(error as Error).message}`, { cause: error })
  }
}

/** The connection broke before the end of a message, so no reply can be sent. */
class BrokenOff extends Error {}

async function* boundedPieces(
  stream: SMTPServerDataStream,
  { message_bytes_max }: SmtpBounds,
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length
      // the rest of DATA is read and discarded: SMTP allows no reply before its end (RFC 5321 4.1.1.4)
      if (bytes <= message_bytes_max) yield piece
    }
  } catch {
    throw new BrokenOff()
  }
  if (bytes > message_bytes_max) throw new SmtpRefusal(552, 'The message is too large')
}

/** Reads a whole message into memory; bytes beyond `bytes_max` are discarded. */
export async function readWholeMessage({ pieces, hold }: Transaction, bytes_max: number): Promise<Buffer> {
  const held = hold(bytes_max)
  let has_room = true
  for await (const piece of pieces) has_room &&= held.add(piece)
  if (!has_room) throw noRoomRefusal()
  return held.bytes
}

/** The reply when the memory for messages is used up. */
export function noRoomRefusal(): SmtpRefusal {
  return new SmtpRefusal(452, 'Server busy, please try again later')
}

/** Passes the outcome of `work` to the callback of the library; an unexpected error is logged and becomes a 451. */
async function answerWhenDone<Result>(
  work: Promise<Result>,
  done: (error?: Error | null, result?: Result) => void,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  const outcome = await work.then(
    result => ({ result }),
    (error: unknown) => ({ refusal: refusalOf(error, onTrouble) }),
  )
  if ('refusal' in outcome) done(outcome.refusal)
  else done(null, outcome.result)
}

function refusalOf(error: unknown, onTrouble: (error: unknown) => void): Error {
  if (error instanceof SmtpRefusal || error instanceof BrokenOff) return error
  onTrouble(error)
  return new SmtpRefusal(451, 'Internal error, please try again later')
}

function listening(server: SMTPServer, { host, port, setting }: SmtpAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(new Error(`The SMTP server cannot listen at ${host}:${port} (${setting}): ${error.message}`))
    server.server.once('error', failed)
    server.listen(port, host, () => {
      server.server.off('error', failed)
      resolve((server.server.address() as AddressInfo).port)
    })
  })
}

function closeAfter(server: SMTPServer, patience_ms: number): Promise<void> {
  // for 0 the library uses its default, half a minute
  Object.assign(server.options, { closeTimeout: Math.max(1, patience_ms) })
  return new Promise(resolve => server.close(() => resolve()))
}
