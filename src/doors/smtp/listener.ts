// The listening side of SMTP: takes an address, bounds what any of the connections can take up, and gives the address back.
// What may be said, and what is done with a mail, is for who opens it.
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { Budget } from '../../base/threads/budget.ts'
import { networkAround } from '../../base/net/caller-ip.ts'
import { Connections } from './connections.ts'
import { HeldMessage } from './held-message.ts'

export interface SmtpAddress {
  host: string
  port: number
  /** What says which port. */
  setting: string
}

export interface SmtpBounds {
  /** At the same time, in all, and from one network or, once it has logged in, of one team. */
  connections_max: number
  connections_of_one_max: number
  connections_of_network_max?: number
  /** Of a message; more is refused. */
  message_bytes_max: number
  /** Of all messages that come in or are being taken; half of it for one network or team. */
  in_hand_bytes_max: number
  /** How long a connection may be silent, and how long it may last, whatever it says. */
  idle_ms: number
  connection_ms: number
  /** How long a connection may take to log in, where it has to. */
  login_ms?: number
}

/** What is answered instead of taking something; its words go to the other side. */
export class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, words: string) {
    super(words)
    this.responseCode = responseCode
  }
}

export interface Transaction {
  session: SMTPServerSession
  /** The message, as it comes. It breaks off (throws) when the connection does. */
  pieces: AsyncIterable<Buffer>
  /** Memory for so much of it. */
  hold: (bytes_max: number) => HeldMessage
}

/** What every door is given. */
export interface SmtpDoor {
  name: string
  certificate: { key_file: string; cert_file: string } | undefined
  log: Logger
  bounds?: Partial<SmtpBounds>
}

interface SmtpTalk {
  bounds: SmtpBounds
  /** How the log calls what no reply tells: a connection that broke, a fault of ours. */
  trouble: string
  /** Of so many before it. Throws an `SmtpRefusal`. */
  checkRecipient: (address: string, session: SMTPServerSession, before: number) => Promise<void>
  /** Checks the login; without it no login is needed. Throws an `SmtpRefusal`. */
  logIn?: (password: string, session: SMTPServerSession) => Promise<{ team_id: string }>
  /** What is answered with 250. Throws an `SmtpRefusal` to answer otherwise. It reads the message to its end. */
  take: (transaction: Transaction) => Promise<string>
}

export interface SmtpListener {
  port: number
  /** Bytes of memory that the messages in hand take up. */
  bytesInHand(): number
  /** Takes nothing more; who is in the middle of something may finish it for so long. */
  close(patience_ms: number): Promise<void>
}

const NO_TLS = 'Logging in needs encryption, for which this server has no certificate (SMTP_IN_CERT_FILE)'

/** Whether the connection cannot be overheard: it is encrypted or stays on this machine. */
function isPrivate({ secure, remoteAddress }: SMTPServerSession): boolean {
  return secure || remoteAddress === '::1' || remoteAddress.startsWith('127.')
}

function endUnlessLoggedIn(server: SMTPServer, session: SMTPServerSession, { login_ms }: SmtpBounds): void {
  if (login_ms === undefined) return
  setTimeout(() => {
    if (session.user) return
    for (const connection of server.connections as Set<Ending>)
      if (connection.session === session) connection.send(421, 'No login in time')
  }, login_ms).unref()
}

/**
 * Ends the connection that has been silent longest since its greeting, of those that keep the new one out; whether there was
 * one.
 */
function endSilent(server: SMTPServer, { remoteAddress }: SMTPServerSession, connections: Connections): boolean {
  if (!connections.areOfNetworks) return false
  const network = networkAround(remoteAddress)
  const silent = [...(server.connections as Set<Ending>)].filter(
    ({ session, hostNameAppearsAs }) => !hostNameAppearsAs && connections.ownerOf(session) !== undefined,
  )
  const beside = silent.find(({ session }) => networkAround(session.remoteAddress) === network)
  const ending = beside ?? (connections.isFull ? silent[0] : undefined)
  if (!ending) return false
  connections.remove(ending.session)
  ending.send(421, 'Others wait to be served')
  return true
}

interface Ending {
  session: SMTPServerSession
  /** Empty until it has said `EHLO`. */
  hostNameAppearsAs: string | false
  send(code: number, words: string): void
}

/** Throws a sentence for the operator when it cannot listen there, or the certificate cannot be used. */
export async function listenForMail(
  address: SmtpAddress,
  { name, certificate, log, bounds: changed }: SmtpDoor,
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
    // where a login would be in the clear, none is offered below
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: bounds.message_bytes_max,
    rejectOversized: true,
    socketTimeout: bounds.idle_ms,
    onConnect(session, done) {
      if (!connections.add(session) && !(endSilent(server, session, connections) && connections.add(session)))
        return done(new SmtpRefusal(421, 'Too many connections from there'))
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
    ...(logIn && loggingIn(logIn, connections, certificate ? 'Begin with STARTTLS' : NO_TLS, onTrouble)),
    onRcptTo({ address: recipient }, session, done) {
      void answerWhenDone(checkRecipient(recipient, session, session.envelope.rcptTo.length), done, onTrouble)
    },
    onClose(session) {
      connections.remove(session)
    },
    onData(stream, session, done) {
      const held: HeldMessage[] = []
      const hold = (bytes_max: number): HeldMessage => {
        const message = new HeldMessage(budget, connections.ownerOf(session), bytes_max)
        held.push(message)
        return message
      }
      const pieces = boundedPieces(stream, bounds)
      const taking = take({ session, pieces, hold }).finally(() => held.forEach(each => each.release()))
      void answerWhenDone(taking, done, onTrouble)
    },
  })
  // without a listener the process would end at the first connection that is reset
  server.on('error', error => onTrouble(error))
  // however much comes in, and however slowly: a connection has an end
  server.server.on('connection', (socket: Socket) => {
    const end = setTimeout(() => socket.destroy(), bounds.connection_ms).unref()
    socket.once('close', () => clearTimeout(end))
  })
  // those that wait for their greeting count, too
  server.server.maxConnections = 2 * bounds.connections_max
  const port = await listening(server, address)
  return { port, bytesInHand: () => budget.taken, close: patience_ms => closeAfter(server, patience_ms) }
}

/** Asks for a login, where the server offers one, and says which way there is one where it does not. */
function loggingIn(
  logIn: NonNullable<SmtpTalk['logIn']>,
  connections: Connections,
  without: string,
  onTrouble: (error: unknown) => void,
): SMTPServerOptions {
  return {
    onAuth({ password }, session, done) {
      const logging_in = logIn(password ?? '', session).then(user => {
        if (!connections.logIn(session, user.team_id)) throw new SmtpRefusal(421, 'Too many connections of this team')
        return { user }
      })
      void answerWhenDone(logging_in, done, onTrouble)
    },
    // the server asks for a login only where it offers one
    onMailFrom(_, session, done) {
      done(session.user ? null : new SmtpRefusal(530, without))
    },
  }
}

function tlsOf({ key_file, cert_file }: NonNullable<SmtpDoor['certificate']>): { key: Buffer; cert: Buffer } {
  try {
    return { key: readFileSync(key_file), cert: readFileSync(cert_file) }
  } catch (error) {
    throw new Error(`The certificate for SMTP cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** A message that broke off before its end: no answer can be given. */
export class BrokenOff extends Error {}

async function* boundedPieces(
  stream: SMTPServerDataStream,
  { message_bytes_max }: SmtpBounds,
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length
      // it is heard to its end, as nothing can be answered before
      if (bytes <= message_bytes_max) yield piece
    }
  } catch {
    throw new BrokenOff()
  }
  if (bytes > message_bytes_max) throw new SmtpRefusal(552, 'The message is too large')
}

/** All of a message. */
export async function wholeOf({ pieces, hold }: Transaction, bytes_max: number): Promise<Buffer> {
  const held = hold(bytes_max)
  let has_room = true
  for await (const piece of pieces) has_room &&= held.add(piece)
  if (!has_room) throw new SmtpRefusal(452, 'Too much mail is in hand; please try again later')
  return held.bytes
}

/** Says what came of it, once that is known. */
async function answerWhenDone<Said>(
  work: Promise<Said>,
  done: (error?: Error | null, said?: Said) => void,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  const outcome = await work.then(
    said => ({ said }),
    (error: unknown) => ({ refusal: refusalOf(error, onTrouble) }),
  )
  if ('refusal' in outcome) done(outcome.refusal)
  else done(null, outcome.said)
}

function refusalOf(error: unknown, onTrouble: (error: unknown) => void): Error {
  if (error instanceof SmtpRefusal || error instanceof BrokenOff) return error
  onTrouble(error)
  return new SmtpRefusal(451, 'It could not be stored; please try again later')
}

function listening(server: SMTPServer, { host, port, setting }: SmtpAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(new Error(`Mail cannot be listened for at ${host}:${port} (${setting}): ${error.message}`))
    server.server.once('error', failed)
    server.listen(port, host, () => {
      server.server.off('error', failed)
      resolve((server.server.address() as AddressInfo).port)
    })
  })
}

function closeAfter(server: SMTPServer, patience_ms: number): Promise<void> {
  Object.assign(server.options, { closeTimeout: patience_ms })
  return new Promise(resolve => server.close(() => resolve()))
}
