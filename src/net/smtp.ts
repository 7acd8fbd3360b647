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
import { relayOf } from './relay.ts'

/** What the server said, or what broke when it said nothing (`code` is null then). */
export interface SmtpReply {
  code: number | null
  words: string
}

/** A recipient that the server did not take. */
export interface RefusedRecipient {
  address: string
  reply: SmtpReply
}

export type SmtpAnswer =
  /** The message was taken for every recipient but the refused ones. */
  | { taken: true; reply: SmtpReply; refused: RefusedRecipient[] }
  /**
   * It was taken for nobody. `about`: the server judged this mail, or the connection (its login and encryption too)
   * failed. `handed`: the message may have been complete on the other side, so it is not known whether it was taken.
   */
  | { taken: false; about: 'mail' | 'connection'; reply: SmtpReply; refused: RefusedRecipient[]; handed: boolean }

export interface SmtpSender {
  /**
   * Offers one mail, once. `handing` is awaited when the message is about to be complete on the other side: what it
   * writes down is known after a crash. If it throws, the message stays incomplete and so is not sent.
   */
  send(mail: SendMailOptions, handing?: () => Promise<void>): Promise<SmtpAnswer>
  /** Takes nothing more, lets what is under way finish for a while, then closes the connections. */
  close(): Promise<void>
}

export interface SmtpLimits {
  connections: number
  /** How long to wait for the connection. */
  connect_ms: number
  /** How long to wait for the server's first words. */
  greeting_ms: number
  /** How long the server may stay silent. RFC 5321 4.5.3.2.6 grants it ten minutes for taking a message. */
  silence_ms: number
  /** How long a close waits for mails under way. */
  closing_ms: number
}

const LIMITS: SmtpLimits = {
  connections: 40,
  connect_ms: 30_000,
  greeting_ms: 60_000,
  silence_ms: 600_000,
  closing_ms: 10_000,
}

/** A sender to the relay at `smtp://` or `smtps://[user:password@]host[:port]`. Throws when the URL is not one. */
export function smtpSender(url: string, limits: Partial<SmtpLimits> = {}): SmtpSender {
  const { closing_ms, ...rest } = { ...LIMITS, ...limits }
  const pool = createTransport({ ...relayOf(url), ...poolOptions(rest) })
  pool.use('stream', (mail, next) => {
    const { handing } = mail.data as Handed
    if (handing) mail.message.processFunc(input => Readable.from(lastHeldBack(input, handing), { objectMode: false }))
    next()
  })
  const underway = new Set<Promise<unknown>>()
  return {
    send(mail, handing) {
      const sending = offered(pool, mail, handing).finally(() => underway.delete(sending))
      underway.add(sending)
      return sending
    },
    async close() {
      pool.close()
      const force = setTimeout(() => pool.transporter.close?.({ force: true }), closing_ms)
      await Promise.allSettled(underway)
      clearTimeout(force)
    },
  }
}

const WORDS_LIMIT = 1000

type Pool = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>
type Handed = SendMailOptions & { handing?: () => Promise<void> }

async function offered(pool: Pool, mail: SendMailOptions, handing?: () => Promise<void>): Promise<SmtpAnswer> {
  let handed = false
  const data: Handed = {
    ...mail,
    async handing() {
      await handing?.()
      handed = true
    },
  }
  try {
    const { response, rejectedErrors } = await pool.sendMail(data)
    return { taken: true, reply: replyOf(response), refused: refusedOf(rejectedErrors) }
  } catch (cause) {
    return failed(cause as NodemailerError, handed)
  }
}

function failed(error: NodemailerError, handed: boolean): SmtpAnswer {
  const about = error.code === 'EENVELOPE' || error.code === 'EMESSAGE' ? 'mail' : 'connection'
  return {
    taken: false,
    about,
    reply: { code: error.responseCode ?? null, words: wordsOf(error) },
    refused: refusedOf(error.rejectedErrors),
    // a reply says what became of the message, however late it broke
    handed: handed && error.responseCode === undefined,
  }
}

function refusedOf(errors: NodemailerError[] | undefined): RefusedRecipient[] {
  return (errors ?? []).map(error => ({
    address: error.recipient!,
    reply: { code: error.responseCode ?? null, words: wordsOf(error) },
  }))
}

function replyOf(response: string): SmtpReply {
  return { code: Number.parseInt(response, 10) || null, words: shortened(response) }
}

function wordsOf(error: NodemailerError): string {
  return shortened(error.response ?? error.message)
}

function shortened(words: string): string {
  return words.trim().slice(0, WORDS_LIMIT)
}

/** Passes the message on, but lets go of its last piece only after `handing`. A generator: it waits to be read. */
async function* lastHeldBack(message: Readable, handing: () => Promise<void>): AsyncGenerator<Buffer> {
  let last: Buffer | undefined
  for await (const piece of message) {
    if (last) yield last
    last = piece as Buffer
  }
  await handing()
  if (last) yield last
}

function poolOptions(limits: Omit<SmtpLimits, 'closing_ms'>): SMTPPoolOptions & { pool: true } {
  return {
    pool: true,
    maxConnections: limits.connections,
    maxMessages: 1000,
    // a message of which nothing was sent may change to another connection; more often than that is a new attempt
    maxRequeues: 2,
    connectionTimeout: limits.connect_ms,
    dnsTimeout: limits.connect_ms,
    greetingTimeout: limits.greeting_ms,
    socketTimeout: limits.silence_ms,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
