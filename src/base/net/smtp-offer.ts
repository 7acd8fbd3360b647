// Offers one email on a connection to a mail server (RFC 5321 3.3). Content and addresses are never logged here.
import { isAscii } from 'node:buffer'
import type { Envelope, MailMessage } from './mail-message.ts'
import type { FailureScope, RefusedRecipient, SmtpResult, SmtpReply } from './smtp-result.ts'
import { smtpReply, type ServerReply } from './smtp-replies.ts'
import type { SmtpSession } from './smtp-session.ts'
import { SmtpFailure, toSmtpFailure } from './smtp-socket.ts'

interface MailToOffer {
  envelope: Envelope
  message: MailMessage
  /** Awaited just before the server receives the complete message. If it throws, the message stays incomplete. */
  handing: () => Promise<void>
  /** Called when a chunk of the message was written to the socket. */
  moved: () => void
}

export interface OfferResult {
  answer: SmtpResult
  /** What the connection can be used for: the next email, the next email after a reset, or nothing. */
  after: 'next' | 'reset' | 'close'
  /** The connection broke before any reply to this email. */
  unheard?: true
}

/** Never throws. */
export async function offerMail(session: SmtpSession, offered: MailToOffer): Promise<OfferResult> {
  const ours = refusedByUs(session, offered)
  if (ours !== undefined) return { answer: notAcceptedResult('ours', { code: null, reply_text: ours }), after: 'next' }
  const progress = { heard: false, handed: false, refused: [] as RefusedRecipient[] }
  try {
    return await converse(session, offered, progress)
  } catch (error) {
    const { reply } = toSmtpFailure(error)
    const { heard, refused, handed } = progress
    // a refusal counts, however late the connection broke; any other reply may belong to another command
    const isUnknown = handed && !(reply.code !== null && reply.code >= 400)
    const answer = { ...notAcceptedResult('connection', reply, refused), wasHandedOver: isUnknown }
    return { answer, after: 'close', ...(!heard && { unheard: true }) }
  }
}

interface Progress {
  heard: boolean
  handed: boolean
  refused: RefusedRecipient[]
}

async function converse(session: SmtpSession, offered: MailToOffer, progress: Progress): Promise<OfferResult> {
  const { socket, features } = session
  const { to } = offered.envelope
  const commands = [mailCommand(session, offered), ...to.map(address => `RCPT TO:<${address}>`), 'DATA']
  const isPipelining = features.has('PIPELINING')
  if (isPipelining) socket.write(`${commands.join('\r\n')}\r\n`)
  const ask = async (index: number): Promise<ServerReply> => {
    const reply = await (isPipelining ? socket.nextReply() : socket.command(commands[index]!))
    // RFC 5321 3.8: with 421 the server closes the connection, regardless of the command it replies to
    if (reply.code === 421) throw new SmtpFailure(smtpReply(reply))
    progress.heard = true
    return reply
  }
  const mail = await ask(0)
  if (!isGood(mail)) return afterRest(refusal(mail, progress), isPipelining ? commands.length - 1 : 0, socket)
  for (const [index, address] of to.entries()) {
    const reply = await ask(index + 1)
    if (reply.code === null) return refusal(reply, progress)
    if (!isGood(reply)) progress.refused.push({ address, reply: smtpReply(reply) })
  }
  const isRefusedByAll = progress.refused.length === to.length
  if (isRefusedByAll && !isPipelining) return refusedByAll(progress, 'reset')
  const data = await ask(commands.length - 1)
  // a server that accepts DATA after refusing every recipient does not receive the message
  if (isRefusedByAll) return refusedByAll(progress, isRefusal(data) ? 'reset' : 'close')
  if (data.code !== 354) return refusal(data, progress)
  await sendMessage(session, offered, progress)
  return acceptedResult(await socket.nextReply(), progress)
}

/** Reads the replies to the other pipelined commands. They do not change the refusal. */
async function afterRest(offering: OfferResult, count: number, socket: SmtpSession['socket']): Promise<OfferResult> {
  try {
    for (let index = 0; index < count && offering.after === 'reset'; index++) {
      // a server that accepts DATA here must not receive a message, so the connection is closed
      if (!isRefusal(await socket.nextReply()) && index === count - 1) return { ...offering, after: 'close' }
    }
    return offering
  } catch {
    return { ...offering, after: 'close' }
  }
}

function acceptedResult(last: ServerReply, { refused }: Progress): OfferResult {
  const reply = smtpReply(last)
  if (isGood(last)) return { answer: { accepted: true, reply, refused }, after: 'next' }
  if (last.code === 421) return { answer: notAcceptedResult('connection', reply, refused), after: 'close' }
  if (isRefusal(last)) return { answer: notAcceptedResult('mail', reply, refused), after: 'reset' }
  // not a valid reply to a message: it is unknown whether the server accepted it
  return { answer: { ...notAcceptedResult('mail', reply, refused), wasHandedOver: true }, after: 'close' }
}

/**
 * A refusal before the message. After a reply that is not a refusal, the state of the connection is unknown, so it is
 * closed.
 */
function refusal(reply: ServerReply, { refused }: Progress): OfferResult {
  return { answer: notAcceptedResult('mail', smtpReply(reply), refused), after: isRefusal(reply) ? 'reset' : 'close' }
}

function refusedByAll({ refused }: Progress, after: OfferResult['after']): OfferResult {
  return { answer: notAcceptedResult('mail', refused.at(-1)!.reply, refused), after }
}

export function notAcceptedResult(
  about: FailureScope,
  reply: SmtpReply,
  refused: RefusedRecipient[] = [],
): Extract<SmtpResult, { accepted: false }> {
  return { accepted: false, scope: about, reply, refused, wasHandedOver: false }
}

function mailCommand({ features }: SmtpSession, { envelope, message }: MailToOffer): string {
  const size = features.has('SIZE') ? ` SIZE=${message.bytes}` : ''
  // only the lines of message ids can contain other scripts; all others are encoded as ASCII
  const isOther = !isAscii(message.head) || !/^\p{ASCII}*$/u.test(envelope.from + envelope.to.join(''))
  const body = isOther && features.has('8BITMIME') ? ' BODY=8BITMIME' : ''
  const utf8 = isOther && features.has('SMTPUTF8') ? ' SMTPUTF8' : ''
  return `MAIL FROM:<${envelope.from}>${size}${body}${utf8}`
}

/** The reason why we do not offer the email; `undefined` if we do. */
function refusedByUs({ features }: SmtpSession, { envelope, message }: MailToOffer): string | undefined {
  const { from, to } = envelope
  if (to.length === 0) return 'The message has no recipients'
  const addresses = [from, ...to]
  // control characters, spaces or angle brackets could end the command and start another one
  if (addresses.some(address => /[\p{Cc}\s<>]/u.test(address))) return 'An address contains invalid characters'
  if (!features.has('SMTPUTF8') && addresses.some(address => /\P{ASCII}/u.test(address)))
    return 'The server does not support internationalized addresses (SMTPUTF8)'
  const most = Number(/^\d+/.exec(features.get('SIZE') ?? '')?.[0] ?? 0)
  if (most > 0 && message.bytes > most)
    return `The server accepts at most ${most} bytes per message; the message has ${message.bytes}`
  return undefined
}

const END = Buffer.from('\r\n')
const LAST = Buffer.from('.\r\n')
/** A larger message is written in chunks, so that progress is visible and it is never in memory twice. */
const PIECE_BYTES = 65_536

async function sendMessage(
  { socket }: SmtpSession,
  { message, handing, moved }: MailToOffer,
  progress: Progress,
): Promise<void> {
  const hand = async (): Promise<void> => {
    await handing()
    progress.handed = true
  }
  const { head, body } = message
  if (Buffer.isBuffer(body) && head.length + body.length <= PIECE_BYTES) {
    const whole = stuffed(Buffer.concat([head, END, body]), true)
    await hand()
    socket.write(Buffer.concat([whole, ...(endsLine(whole) ? [] : [END]), LAST]))
    return
  }
  let last: Buffer = Buffer.concat([head, END])
  let isBegin = true
  for await (const piece of pieces(body)) {
    const stuffedPiece = stuffed(last, isBegin)
    isBegin = endsLine(last)
    await socket.writePiece(stuffedPiece)
    moved()
    last = piece
  }
  const whole = stuffed(last, isBegin)
  await hand()
  socket.write(Buffer.concat([whole, ...(endsLine(whole) ? [] : [END]), LAST]))
}

async function* pieces(body: MailMessage['body']): AsyncGenerator<Buffer> {
  if (!Buffer.isBuffer(body)) {
    for await (const piece of body()) if (piece.length > 0) yield piece
    return
  }
  for (let start = 0; start < body.length; start += PIECE_BYTES) yield body.subarray(start, start + PIECE_BYTES)
}

function endsLine(piece: Buffer): boolean {
  return piece.at(-1) === 10
}

const DOT_LINE = Buffer.from('\n.')
const DOT = Buffer.from('.')

/** RFC 5321 4.5.2: doubles a dot at the start of a line. `isBegin`: whether the chunk starts with a new line. */
function stuffed(piece: Buffer, isBegin: boolean): Buffer {
  const parts: Buffer[] = isBegin && piece[0] === 46 ? [DOT] : []
  let start = 0
  for (let at = piece.indexOf(DOT_LINE); at !== -1; at = piece.indexOf(DOT_LINE, start)) {
    parts.push(piece.subarray(start, at + 2), DOT)
    start = at + 2
  }
  if (parts.length === 0) return piece
  return Buffer.concat([...parts, piece.subarray(start)])
}

function isGood({ code }: ServerReply): boolean {
  return code !== null && code < 300
}

function isRefusal({ code }: ServerReply): boolean {
  return code !== null && code >= 400
}
