// The only file that opens an SMTP connection. It hands over finished mails and reports what the server said; what that
// means for an email is decided elsewhere. Nothing of a mail is logged here.
import { Readable } from 'node:stream'
import {
  createTransport,
  type NodemailerError,
  type SendMailOptions,
  type SMTPPoolOptions,
  type SMTPPoolSentMessageInfo,
  type Transporter,
} from 'nodemailer'
import { type RelayStatus, RelayWatch } from './relay-status.ts'
import type { About, RefusedRecipient, SmtpAnswer, SmtpReply } from './smtp-answer.ts'
import { CONNECTIONS, type Encryption, relayOf } from './relay.ts'
import { shortened as shortenedTo } from '../text/length.ts'

export interface SmtpSender {
  /**
   * Offers one mail, once. `handing` is awaited when the message is about to be complete on the other side: what it
   * writes down is known after a crash. If it throws, the message stays incomplete and so is not sent.
   */
  send(mail: SendMailOptions, handing?: () => Promise<void>): Promise<SmtpAnswer>
  /** Connects and logs in, without a mail: whether that can be done. */
  check(): Promise<RelayStatus>
  /** What the server last said about itself. */
  status(): RelayStatus
  /** Takes nothing more, lets what is under way finish for so long, then closes the connections. */
  close(patience_ms?: number): Promise<void>
}

export interface SmtpLimits {
  connections: number
  encryption: Encryption
  /** How long to wait for the connection. */
  connect_ms: number
  /** How long to wait for the server's first words. */
  greeting_ms: number
  /** How long all before the message's end may take without progress, and how much longer for each recipient. */
  before_ms: number
  recipient_ms: number
  /** How long the server may stay silent. RFC 5321 4.5.3.2.6 grants it ten minutes for taking a message. */
  silence_ms: number
  /** How long a close waits for mails under way. */
  closing_ms: number
}

const LIMITS: SmtpLimits = {
  connections: CONNECTIONS,
  encryption: 'opportunistic',
  connect_ms: 30_000,
  greeting_ms: 60_000,
  before_ms: 120_000,
  recipient_ms: 5_000,
  silence_ms: 600_000,
  closing_ms: 10_000,
}

/** A sender to the relay at `smtp://` or `smtps://[user:password@]host[:port]`. Throws when the URL is not one. */
export function smtpSender(url: string, limits: Partial<SmtpLimits> = {}): SmtpSender {
  const all = { ...LIMITS, ...limits }
  const { closing_ms } = all
  const relay = relayOf(url)
  const pool = createTransport({ ...relay, ...(relay.auth && LOGIN), ...poolOptions(all) })
  pool.use('stream', (mail, next) => {
    const { watched } = mail.data as Watched
    if (watched) mail.message.processFunc(input => Readable.from(lastHeldBack(input, watched), { objectMode: false }))
    next()
  })
  const underway = new Set<Promise<unknown>>()
  const watch = new RelayWatch()
  return {
    send(mail, handing) {
      const sending = offerMail(pool, mail, all, handing).finally(() => underway.delete(sending))
      underway.add(sending)
      sending.then(
        answer => watch.note(answer),
        () => {},
      )
      return sending
    },
    async check() {
      await pool.verify().then(
        () => watch.up(),
        (error: NodemailerError) => watch.down(replyOf(error)),
      )
      return watch.status
    },
    status: () => watch.status,
    async close(patience_ms = closing_ms) {
      pool.close()
      const force = setTimeout(() => {
        try {
          pool.transporter.close?.({ force: true })
        } catch {
          // what cannot be closed ends with the process
        }
      }, patience_ms)
      await Promise.allSettled(underway)
      clearTimeout(force)
    },
  }
}

const REPLY_TEXT_MAX = 1000

type Pool = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>
type Watched = SendMailOptions & { watched?: Progress }

/** How far one mail is on its way. */
interface Progress {
  /** A piece of the message was taken off our hands. */
  moved(): void
  /** Resolves when the message may be complete. */
  handing(): Promise<void>
}

async function offerMail(
  pool: Pool,
  mail: SendMailOptions,
  { before_ms, recipient_ms }: SmtpLimits,
  handing?: () => Promise<void>,
): Promise<SmtpAnswer> {
  let handed = false
  const impatience = new AbortController()
  const patience_ms = before_ms + recipient_ms * (mail.maxRecipients ?? 1)
  const timer = setTimeout(() => impatience.abort(), patience_ms)
  const watched: Progress = {
    moved: () => void timer.refresh(),
    async handing() {
      await handing?.()
      // from here on only the server's silence counts, for which it has ten minutes
      clearTimeout(timer)
      handed = true
    },
  }
  try {
    const { response, rejectedErrors } = await pool.sendMail({ ...mail, watched, signal: impatience.signal } as Watched)
    return took(response, refusedOf(rejectedErrors))
  } catch (cause) {
    if (impatience.signal.aborted) return stalled(patience_ms)
    return failed(cause as NodemailerError, handed)
  } finally {
    clearTimeout(timer)
  }
}

/** What only begins like a 250 is none: then it is not known what the server did. */
function took(response: string, refused: RefusedRecipient[]): SmtpAnswer {
  const code = codeOf(response)
  const reply = { code, reply_text: shortened(response) }
  if (code !== null) return { taken: true, reply, refused }
  return { taken: false, about: 'mail', reply, refused, handed: true }
}

function stalled(after_ms: number): SmtpAnswer {
  const reply_text = `The server was not done after ${after_ms / 1000} seconds`
  return {
    taken: false,
    about: 'connection',
    reply: { code: null, reply_text },
    refused: [],
    handed: false,
    stalled: true,
  }
}

function failed(error: NodemailerError, handed: boolean): SmtpAnswer {
  const { code, reply_text } = replyOf(error)
  return {
    taken: false,
    about: aboutOf(error),
    reply: { code, reply_text },
    refused: refusedOf(error.rejectedErrors),
    // a refusal says what became of the message, however late it broke; anything else may belong to another command
    handed: handed && !(code !== null && code >= 400),
  }
}

/** Nodemailer looks at size and form before it says anything, so there is no response then. */
function aboutOf({ code, response }: NodemailerError): About {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'connection'
  return response === undefined ? 'ours' : 'mail'
}

function refusedOf(errors: NodemailerError[] | undefined): RefusedRecipient[] {
  return (errors ?? []).map(error => ({
    address: error.recipient!,
    reply: replyOf(error),
  }))
}

function replyOf({ response, message }: NodemailerError): SmtpReply {
  return { code: codeOf(response ?? ''), reply_text: shortened(response ?? message) }
}

/** RFC 5321 4.2: three digits, the first from 2 to 5; then a space, a hyphen or the end. Anything else is garbled. */
function codeOf(response: string): number | null {
  const code = /^[2-5]\d\d(?=[ \r\n-]|$)/.exec(response)?.[0]
  return code === undefined ? null : Number(code)
}

function shortened(reply_text: string): string {
  return shortenedTo(reply_text.trim(), REPLY_TEXT_MAX)
}

/** Nodemailer looks at each byte of a piece before it lets anybody else run. */
function* slices(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length; start += PIECE_BYTES) yield piece.subarray(start, start + PIECE_BYTES)
}

const PIECE_BYTES = 65_536

/** Passes the message on, but lets go of its last piece only after `handing`. A generator: it waits to be read. */
async function* lastHeldBack(message: Readable, { moved, handing }: Progress): AsyncGenerator<Buffer> {
  let last: Buffer | undefined
  for await (const whole of message) {
    for (const piece of slices(whole as Buffer)) {
      if (last) yield last
      moved()
      last = piece
    }
  }
  await handing()
  if (last) yield last
}

/**
 * With a login in the URL nothing is sent without it. Nodemailer would go on where the server offers none; forced, it
 * takes PLAIN then, and ours does not send a password that was not asked for.
 */
const LOGIN = { forceAuth: true, customAuth: { PLAIN: loggedIn } }

async function loggedIn({ auth, authMethods, sendCommand }: PlainLogin): Promise<void> {
  if (!authMethods.includes('PLAIN')) {
    const offer = authMethods.length > 0 ? `only ${authMethods.join(', ')}` : 'none'
    throw new Error(
      `The server offers no login that we know (${offer}), and SMTP_URL has one: nothing is sent without it`,
    )
  }
  const { user, pass } = auth.credentials
  const { status } = await sendCommand(`AUTH PLAIN ${Buffer.from(`\0${user}\0${pass}`).toString('base64')}`)
  if (status !== 235) throw new Error('The server refused the login')
}

type PlainLogin = Parameters<NonNullable<SMTPPoolOptions['customAuth']>[string]>[0]

function poolOptions(limits: SmtpLimits): SMTPPoolOptions & { pool: true } {
  return {
    pool: true,
    maxConnections: limits.connections,
    maxMessages: 1000,
    // a message of which nothing was sent may change to another connection; more often than that is a new attempt
    maxRequeues: 2,
    requireTLS: limits.encryption === 'required',
    ignoreTLS: limits.encryption === 'off',
    connectionTimeout: limits.connect_ms,
    dnsTimeout: limits.connect_ms,
    greetingTimeout: limits.greeting_ms,
    socketTimeout: limits.silence_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
