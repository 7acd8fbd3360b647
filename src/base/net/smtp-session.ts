// Opens a connection to a mail server: greeting, features, encryption and login. Emails are then offered on it
// (smtp-offer.ts).
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type tls from 'node:tls'
import { daneFault } from './dane.ts'
import type { NextHop, TlsPolicy } from './smtp-hop.ts'
import { logIn } from './smtp-login.ts'
import { smtpReply, type ServerReply } from './smtp-replies.ts'
import { SmtpSocket, SmtpFailure, smtpFailure } from './smtp-socket.ts'

export interface SessionLimits {
  /** The host name for `EHLO`, if servers can look it up. */
  own_name?: string
  /** How long to wait for the connection. */
  connect_ms: number
  /** How long to wait for the server's greeting. */
  greeting_ms: number
  /** How long the server may be silent. RFC 5321 4.5.3.2.6 allows ten minutes to accept a message. */
  silence_ms: number
}

export interface SmtpSession {
  socket: SmtpSocket
  /** The features that the server offers (RFC 1869), by their keywords. */
  features: ReadonlyMap<string, string>
  host: string
  address: string | undefined
  /** Protocol and cipher; `null`: not encrypted. */
  tls: string | null
}

/** Throws `SmtpFailure` if the server cannot be used. `ending` aborts the attempt. */
export async function openSmtpSession(hop: NextHop, limits: SessionLimits, ending: AbortSignal): Promise<SmtpSession> {
  try {
    return await beginSession(hop, limits, ending)
  } catch (error) {
    if (!(error instanceof EncryptionFailed)) throw error
    // an email that requires no encryption is sent without it, like to a server that does not offer STARTTLS
    if (hop.tls === 'opportunistic' && !hop.secure) return beginSession({ ...hop, tls: 'off' }, limits, ending)
    throw error
  }
}

class EncryptionFailed extends SmtpFailure {}

async function beginSession(hop: NextHop, limits: SessionLimits, ending: AbortSignal): Promise<SmtpSession> {
  const socket = await SmtpSocket.connect(hop, limits.connect_ms, secureOptions(hop), ending)
  try {
    socket.breakAfterSilence(limits.greeting_ms)
    const greeting = await socket.nextReply()
    if (greeting.code === null || greeting.code >= 300) throw new SmtpFailure(smtpReply(greeting))
    let features = await greet(socket, hop, limits)
    if (await encryptSession(socket, hop, features, limits)) {
      socket.breakAfterSilence(limits.greeting_ms)
      features = await greet(socket, hop, limits)
    }
    if (hop.auth) await logIn(socket, features.get('AUTH'), hop.auth)
    socket.breakAfterSilence(limits.silence_ms)
    return { socket, features, host: hop.host, address: socket.address, tls: tlsInWords(socket.encrypted) }
  } catch (error) {
    socket.destroy(smtpFailure('The connection is not in use'))
    throw error
  }
}

/** Our name in EHLO (RFC 5321 4.1.4): one that servers can look up, otherwise an address literal. */
function ownName(given: string | undefined): string {
  const name = [given, hostname()].find(each => each?.includes('.') && !isIP(each) && /^[\w.-]+$/.test(each))
  return name ?? '[127.0.0.1]'
}

async function greet(
  socket: SmtpSocket,
  { auth, secure, tls: policy }: NextHop,
  { own_name }: SessionLimits,
): Promise<Map<string, string>> {
  const reply = await socket.command(`EHLO ${ownName(own_name)}`)
  if (isGood(reply)) return featuresOf(reply)
  const needsMore = auth !== undefined || (!secure && !mayGoWithout(policy))
  if (reply.code === null || reply.code < 500 || needsMore) throw new SmtpFailure(smtpReply(reply))
  // RFC 5321 3.2: an old server without EHLO, which has no features
  const older = await socket.command(`HELO ${ownName(own_name)}`)
  if (!isGood(older)) throw new SmtpFailure(smtpReply(older))
  return new Map()
}

function featuresOf({ lines }: ServerReply): Map<string, string> {
  const features = new Map<string, string>()
  for (const line of lines.slice(1)) {
    // some old servers write AUTH=
    const [, name, value] = /^\d{3}[ -]([\w-]+)[ =]?(.*)/.exec(line) ?? []
    if (name !== undefined)
      features.set(name.toUpperCase(), `${features.get(name.toUpperCase()) ?? ''} ${value!}`.trim())
  }
  return features
}

/** Returns whether the connection is now encrypted. */
async function encryptSession(
  socket: SmtpSocket,
  hop: NextHop,
  features: ReadonlyMap<string, string>,
  { greeting_ms }: SessionLimits,
): Promise<boolean> {
  const policy = hop.tls
  if (hop.secure || policy === 'off') return false
  if (!features.has('STARTTLS')) {
    if (mayGoWithout(policy)) return false
    throw smtpFailure('The server does not support STARTTLS, which is required')
  }
  const reply = await socket.command('STARTTLS')
  if (reply.code !== 220) throw new EncryptionFailed(smtpReply(reply))
  try {
    await socket.encrypt(secureOptions(hop), greeting_ms)
  } catch (error) {
    throw new EncryptionFailed((error as SmtpFailure).reply)
  }
  const fault = typeof policy === 'object' && daneFault(policy.dane, socket.encrypted!, [hop.servername])
  if (fault) throw new EncryptionFailed({ code: null, reply_text: fault })
  return true
}

/** Whether a server that offers no encryption may receive email without it. */
function mayGoWithout(policy: TlsPolicy): boolean {
  return policy === 'off' || policy === 'opportunistic' || policy === 'opportunistic-checked'
}

function secureOptions({ servername, tls: policy }: NextHop): tls.ConnectionOptions {
  // TLSA records are compared afterwards and replace the certificate authority
  const rejectUnauthorized = typeof policy === 'string' && policy !== 'opportunistic' && policy !== 'encrypted'
  return { rejectUnauthorized, ...(isIP(servername) ? { host: servername } : { servername }) }
}

function tlsInWords(socket: tls.TLSSocket | undefined): string | null {
  return socket ? `${socket.getProtocol()} ${socket.getCipher().name}` : null
}

function isGood({ code }: ServerReply): boolean {
  return code !== null && code < 300
}
