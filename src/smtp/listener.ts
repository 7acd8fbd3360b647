// The listening side of SMTP: takes an address, bounds what any of the connections can take up, and gives the address back.
// What may be said, and what is done with a mail, is for who opens it.
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { BoundedMap } from '../limits/bounded-map.ts'

export interface SmtpAddress {
  host: string
  port: number
  /** What says which port. */
  setting: string
}

export interface SmtpBounds {
  /** At the same time, in all and from one address. */
  connections_max: number
  connections_of_one_max: number
  /** Of a message; more is refused. */
  message_bytes_max: number
  /** What is kept of a message to be read; the rest is taken and forgotten. */
  kept_bytes_max: number
  /** How long a connection may be silent, and how long it may last, whatever it says. */
  idle_ms: number
  connection_ms: number
}

export interface Certificate {
  key_file: string
  cert_file: string
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
  /** As far as it is kept. */
  message: Buffer
}

export interface SmtpTalk extends Pick<SMTPServerOptions, 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'authOptional'> {
  name: string
  /** What is answered with 250. Throws an `SmtpRefusal` to answer otherwise. */
  take: (transaction: Transaction) => Promise<string>
  /** Hears of what no reply tells: a connection that broke, a fault of ours. */
  onTrouble: (error: unknown) => void
}

export interface SmtpListener {
  port: number
  /** Takes nothing more; who is in the middle of something may finish it for so long. */
  close(patience_ms: number): Promise<void>
}

const ADDRESSES_MAX = 10_000

/** Throws a sentence for the operator when it cannot listen there, or the certificate cannot be used. */
export async function listenForMail(
  address: SmtpAddress,
  talk: SmtpTalk,
  bounds: SmtpBounds,
  certificate: Certificate | undefined,
): Promise<SmtpListener> {
  const { name, take, onTrouble, ...says } = talk
  const connected = new BoundedMap<string, number>(ADDRESSES_MAX)
  const server = new SMTPServer({
    ...says,
    ...(certificate && tlsOf(certificate)),
    name,
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(says.onAuth ? [] : ['AUTH'])],
    authMethods: ['PLAIN', 'LOGIN'],
    // who opens it says where a login may go without encryption
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    size: bounds.message_bytes_max,
    rejectOversized: true,
    maxClients: bounds.connections_max,
    socketTimeout: bounds.idle_ms,
    onConnect({ remoteAddress }, done) {
      const count = (connected.get(remoteAddress) ?? 0) + 1
      connected.set(remoteAddress, count)
      done(count > bounds.connections_of_one_max ? new SmtpRefusal(421, 'Too many connections from there') : null)
    },
    onClose({ remoteAddress }) {
      const count = (connected.get(remoteAddress) ?? 1) - 1
      if (count > 0) connected.set(remoteAddress, count)
      else connected.delete(remoteAddress)
    },
    onData(stream, session, done) {
      const taking = receive(stream, bounds).then(message => (message ? take({ session, message }) : 'Nobody is there'))
      void answerWhenDone(taking, done, onTrouble)
    },
  })
  // without a listener the process would end at the first connection that is reset
  server.on('error', error => onTrouble(error))
  // however much comes in, and however slowly: nobody stays for ever
  server.server.on('connection', (socket: Socket) => {
    const end = setTimeout(() => socket.destroy(), bounds.connection_ms).unref()
    socket.once('close', () => clearTimeout(end))
  })
  const port = await listening(server, address)
  return { port, close: patience_ms => closeAfter(server, patience_ms) }
}

function tlsOf({ key_file, cert_file }: Certificate): { key: Buffer; cert: Buffer } {
  try {
    return { key: readFileSync(key_file), cert: readFileSync(cert_file) }
  } catch (error) {
    throw new Error(`The certificate for SMTP cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** The beginning of a message; nothing when the connection broke before its end. Throws when it is too large. */
async function receive(
  stream: SMTPServerDataStream,
  { kept_bytes_max, message_bytes_max }: SmtpBounds,
): Promise<Buffer | undefined> {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (bytes < kept_bytes_max) kept.push(piece.subarray(0, kept_bytes_max - bytes))
      bytes += piece.length
    }
  } catch {
    return undefined
  }
  if (bytes > message_bytes_max) throw new SmtpRefusal(552, 'The message is too large')
  return Buffer.concat(kept)
}

/** Says what came of it, once that is known. */
export async function answerWhenDone<Said>(
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
  if (error instanceof SmtpRefusal) return error
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
