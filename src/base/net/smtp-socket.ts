// A connection to a mail server as commands and replies: the transmission and its time limits, but not the meaning.
// Once the connection is broken, every wait fails with the reason, and nothing more is written.
import net from 'node:net'
import tls from 'node:tls'
import type { SmtpReply } from './smtp-result.ts'
import type { NextHop } from './smtp-hop.ts'
import { ReplyReader, type ServerReply, smtpReply, cleanReply } from './smtp-replies.ts'

/** The connection is no longer usable; contains the server's reply if there was one. */
export class SmtpFailure extends Error {
  readonly reply: SmtpReply

  constructor(reply: SmtpReply) {
    super(reply.reply_text)
    this.reply = reply
  }
}

export function toSmtpFailure(error: unknown): SmtpFailure {
  if (error instanceof SmtpFailure) return error
  const { message, code } = error as NodeJS.ErrnoException
  // if all addresses of a name fail for different reasons, the message is empty
  return new SmtpFailure({ code: null, reply_text: cleanReply(message || String(code ?? error)) })
}

export function smtpFailure(reply_text: string): SmtpFailure {
  return new SmtpFailure({ code: null, reply_text })
}

export class SmtpSocket {
  #socket: net.Socket
  #reader = new ReplyReader()
  #waiting: { resolve: (reply: ServerReply) => void; reject: (error: SmtpFailure) => void } | undefined
  #broken: SmtpFailure | undefined
  #unlisten: () => void = () => {}
  /** Called when the connection breaks, or when the server sends something without a command. */
  onUnrest: () => void = () => {}

  private constructor(socket: net.Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  /** Throws if there is no connection in time. `ending` destroys the socket in any state. */
  static async connect(
    hop: NextHop,
    within_ms: number,
    secure: tls.ConnectionOptions,
    ending: AbortSignal,
  ): Promise<SmtpSocket> {
    const to = { host: hop.address ?? hop.host, port: hop.port, noDelay: true }
    const socket = hop.secure ? tls.connect({ ...to, ...secure }) : net.connect(to)
    ending.addEventListener('abort', () => socket.destroy(toSmtpFailure(ending.reason)), { once: true })
    await awaitOpen(socket, hop.secure ? 'secureConnect' : 'connect', within_ms, 'The connection could not be opened')
    return new SmtpSocket(socket)
  }

  get address(): string | undefined {
    return this.#socket.remoteAddress
  }

  get isUsable(): boolean {
    return this.#broken === undefined && this.#reader.replies.length === 0 && !this.#reader.isWithin
  }

  get encrypted(): tls.TLSSocket | undefined {
    return this.#socket instanceof tls.TLSSocket ? this.#socket : undefined
  }

  /** RFC 3207: replies that came before TLS are dropped, because an attacker on the way may have sent them. */
  async encrypt(secure: tls.ConnectionOptions, within_ms: number): Promise<void> {
    if (!this.isUsable) throw this.#break(smtpFailure('The server sent data before the TLS handshake'))
    const plain = this.#socket
    this.#unlisten()
    const socket = tls.connect({ ...secure, socket: plain })
    this.#socket = socket
    try {
      await awaitOpen(socket, 'secureConnect', within_ms, 'The TLS handshake failed')
    } catch (error) {
      plain.destroy()
      throw this.#break(toSmtpFailure(error))
    }
    this.#reader = new ReplyReader()
    this.#listen(socket)
  }

  /** From now on the connection breaks after this time without any byte read or written. */
  breakAfterSilence(silence_ms: number): void {
    this.#socket.setTimeout(silence_ms)
  }

  /** Returns whether more may be written immediately. */
  write(data: string | Buffer): boolean {
    if (this.#broken) throw this.#broken
    return typeof data === 'string' ? this.#socket.write(data, 'utf8') : this.#socket.write(data)
  }

  /** Writes, and waits until the buffer of the socket has drained. */
  async writePiece(piece: Buffer): Promise<void> {
    if (this.write(piece)) return
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        this.#socket.off('drain', settle).off('close', settle)
        if (this.#broken) reject(this.#broken)
        else resolve()
      }
      this.#socket.once('drain', settle).once('close', settle)
    })
  }

  /** The next reply; throws when the connection is broken. */
  nextReply(): Promise<ServerReply> {
    const reply = this.#reader.replies.shift()
    if (reply) return Promise.resolve(reply)
    if (this.#broken) return Promise.reject(this.#broken)
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
  }

  async command(command: string): Promise<ServerReply> {
    this.write(`${command}\r\n`)
    return this.nextReply()
  }

  /** Ends the connection with QUIT. */
  quit(): void {
    if (this.#broken) return
    this.#socket.end('QUIT\r\n')
    this.#break(smtpFailure('The connection was closed'), QUIT_WITHIN_MS)
  }

  /** Ends the connection immediately; a pending wait fails with `why`. */
  destroy(why: SmtpFailure): void {
    this.#break(why)
  }

  #listen(socket: net.Socket): void {
    const hear = (piece: Buffer): void => this.#onData(piece)
    const fail = (error: Error): void => void this.#break(toSmtpFailure(error))
    const tire = (): void =>
      void this.#break(smtpFailure(`No response from the server for ${(socket.timeout ?? 0) / 1000} seconds`))
    const close = (): void => void this.#break(smtpFailure('The server closed the connection'))
    socket.on('data', hear).on('error', fail).on('timeout', tire).on('close', close)
    this.#unlisten = () => socket.off('data', hear).off('error', fail).off('timeout', tire).off('close', close)
  }

  #onData(piece: Buffer): void {
    if (this.#broken) return
    const wrong = this.#reader.take(piece)
    if (wrong !== undefined) return void this.#break(smtpFailure(wrong))
    const { replies } = this.#reader
    if (replies.length === 0) return
    const waiting = this.#waiting
    if (!waiting) return this.onUnrest()
    this.#waiting = undefined
    waiting.resolve(replies.shift()!)
  }

  #break(why: SmtpFailure, after_ms = 0): SmtpFailure {
    const { replies } = this.#reader
    if (this.#broken) return this.#broken
    // an earlier 421 counts, because it contains the server's reason for closing
    const last = replies.find(({ code }) => code === 421)
    this.#broken = last ? new SmtpFailure(smtpReply(last)) : why
    if (after_ms === 0) this.#socket.destroy()
    else setTimeout(() => this.#socket.destroy(), after_ms).unref()
    this.#waiting?.reject(this.#broken)
    this.#waiting = undefined
    this.onUnrest()
    return this.#broken
  }
}

const QUIT_WITHIN_MS = 2_000

async function awaitOpen(socket: net.Socket, event: string, within_ms: number, otherwise: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(smtpFailure(`${otherwise} after ${within_ms / 1000} seconds`)), within_ms)
  const closed = (): void => reject(smtpFailure('The server closed the connection'))
  socket.once(event, resolve).once('error', reject).once('close', closed)
  try {
    await promise
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    throw toSmtpFailure(error)
  } finally {
    clearTimeout(timer)
    socket.off(event, resolve).off('error', reject).off('close', closed)
  }
}
