// Receives email from other servers. Email for a receiving domain, or for an inbox that uses forwarding, is stored
// while it arrives; email to the return path of an email is read as a bounce or complaint. All other recipients are
// refused, so the server is not an open relay. A 250 is sent when the email is on stable storage.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { SMTPServerSession } from 'smtp-server'
import { Buckets, type Rate } from '../../base/limits/bucket.ts'
import { networkAround } from '../../base/net/client-ip.ts'
import type { Database } from '../../base/store/database.ts'
import { domainOf, parseAddress, withAsciiDomain } from '../../base/text/addresses.ts'
import { findForwardedInbox } from '../../inbound/inboxes/actions.ts'
import { mayBeForwarded } from '../../inbound/inboxes/rules.ts'
import { checkInThread } from '../../inbound/receiving/in-threads/actions.ts'
import {
  type IncomingEnvelope,
  IncomingMail,
  type ReceivingDomain,
  ReceivingDomains,
} from '../../inbound/receiving/arrivals/actions.ts'
import { countHops, HOPS_MAX, LineEnds } from '../../inbound/receiving/lines.ts'
import type { MailToCheck } from '../../inbound/receiving/checking/actions.ts'
import type { ReturnPaths } from '../../mail/bounces/return-path.ts'
import type { BufferedMessage } from './buffered-message.ts'
import * as smtp from './listener.ts'
import { REPORT_BYTES, ReportReceiver } from './reports.ts'

export interface MailInOptions extends smtp.SmtpListenerOptions {
  database: Database
  return_paths: ReturnPaths
  now: () => Date
  /** For bounces and complaints. */
  rate?: Partial<Rate>
  /** For recipients of email. */
  rates?: Partial<typeof RATES>
  /** If present, an email that fails DMARC is refused if the policy of its domain is `reject`. If absent, it is accepted. */
  refusing?: Pick<MailToCheck, 'mail_host' | 'dns_servers'> | undefined
}

const BOUNDS: smtp.SmtpBounds = {
  connections_max: 1_000,
  connections_of_one_max: 200,
  connections_of_network_max: 250,
  message_bytes_max: 60_000_000,
  in_hand_bytes_max: 128_000_000,
  idle_ms: 60_000,
  connection_ms: 600_000,
}

/**
 * Maximum recipients of one email; after a 452 a server sends the email to the others in another transaction (RFC 5321
 * 4.5.3.1.10).
 */
const RECIPIENTS_MAX = 100
/** Maximum number of teams with recipients in one email, because the email is stored once for each of them. */
const TEAMS_MAX = 10
/** Refused recipients after which a connection is closed, so that addresses cannot be guessed. */
const WRONG_MAX = 10
/** Bytes of one email in memory at a time: one or several chunks of stored content. */
const PART_BYTES = 262_144
/** How long an email waits for memory before it is refused with 452. */
const MEMORY_WAIT_MS = 10_000

/** Rates of recipients, so that a flood from one network, or for one domain or team, leaves room for the others. */
const RATES: Record<'network' | 'domain' | 'team', Rate> = {
  network: { at_once: 5_000, per_minute: 30_000 },
  domain: { at_once: 10_000, per_minute: 30_000 },
  team: { at_once: 20_000, per_minute: 60_000 },
}

/** The state of a session so far. */
interface SessionState {
  /** How many recipients were refused as unknown. */
  wrong: number
  /** The recipients of the current email, by lower-case address; `undefined`: one of our return paths. */
  receivers: Map<string, ReceivingDomain | undefined>
}

export function openMailIn(address: smtp.SmtpAddress, door: MailInOptions): Promise<smtp.SmtpListener> {
  const trouble = 'SMTP connection error'
  const { checkRecipient, take } = new MailIn(door)
  return smtp.listenForMail(address, door, { bounds: BOUNDS, trouble, checkRecipient, take })
}

class MailIn {
  readonly #door: MailInOptions
  readonly #reports: ReportReceiver
  readonly #receivers: ReceivingDomains
  readonly #buckets = new Buckets()
  readonly #states = new WeakMap<SMTPServerSession, SessionState>()

  constructor(door: MailInOptions) {
    this.#door = door
    this.#reports = new ReportReceiver(door)
    this.#receivers = new ReceivingDomains(body => door.database.read(body))
  }

  readonly checkRecipient = async (recipient: string, session: SMTPServerSession, before: number): Promise<void> => {
    const state = this.#stateOf(session)
    if (before === 0) state.receivers.clear()
    if (before >= RECIPIENTS_MAX) throw new smtp.SmtpRefusal(452, 'Too many recipients')
    if (await this.#reports.acceptsReportsAt(recipient, session.remoteAddress)) {
      state.receivers.set(recipient.toLowerCase(), undefined)
      return
    }
    const name = domainOf(parseAddress(`postmaster@${domainOf(recipient)}`)?.address ?? '')
    const receiver =
      (await this.#findForwarded(recipient)) ?? (name === '' ? undefined : await this.#receivers.find(name))
    if (!receiver) return refuseWrong(state)
    this.#bound(state, receiver, { name, ip: session.remoteAddress })
    state.receivers.set(recipient.toLowerCase(), receiver)
  }

  readonly take = async (transaction: smtp.Transaction): Promise<string> => {
    const { session } = transaction
    const { receivers } = this.#stateOf(session)
    const all = session.envelope.rcptTo.map(({ address }) => ({
      address: asGiven(address, session),
      receiver: receivers.get(address.toLowerCase()),
    }))
    const returned = all.filter(({ receiver }) => !receiver).map(({ address }) => address)
    const recipients = all.flatMap(({ address, receiver }) => (receiver ? [{ address, receiver }] : []))
    if (recipients.length === 0) {
      const message = await smtp.readWholeMessage(transaction, REPORT_BYTES)
      await this.#reports.note(message, returned, session.remoteAddress)
      return 'Noted'
    }
    const envelope = { from: senderOf(session), recipients, peer: peerOf(session) }
    const mail = new IncomingMail(this.#door, envelope)
    const beginning = returned.length > 0 ? transaction.hold(REPORT_BYTES) : undefined
    // forwarding breaks SPF, which is then no evidence about the author (RFC 7960)
    const isForwarded = recipients.some(({ receiver }) => receiver.isForwarded)
    const checking = this.#door.refusing && !isForwarded ? refusedByDomain(envelope, this.#door.refusing) : undefined
    const id = await storeMail(transaction, { mail, beginning, checking }).catch(async (error: unknown) => {
      await mail.discard().catch(() => {})
      throw error
    })
    if (beginning) await this.#reports.note(beginning.bytes, returned, session.remoteAddress)
    return `OK: stored as ${id}`
  }

  /** Finds the inbox of a forwarding address, which is at this server's own name and requires no receiving domain. */
  async #findForwarded(recipient: string): Promise<ReceivingDomain | undefined> {
    if (!mayBeForwarded(recipient)) return undefined
    const receiver = await this.#door.database.read(tx => findForwardedInbox(tx, recipient))
    return receiver && { ...receiver, isForwarded: true }
  }

  #stateOf(session: SMTPServerSession): SessionState {
    const state = this.#states.get(session) ?? { wrong: 0, receivers: new Map() }
    this.#states.set(session, state)
    return state
  }

  #bound({ receivers }: SessionState, { team_id }: ReceivingDomain, { name, ip }: { name: string; ip: string }): void {
    const teams = new Set([...receivers.values()].flatMap(each => each?.team_id ?? []))
    if (!teams.has(team_id) && teams.size >= TEAMS_MAX)
      throw new smtp.SmtpRefusal(452, 'Too many recipients of different teams')
    const now_ms = this.#door.now().getTime()
    const rates = { ...RATES, ...this.#door.rates }
    const keys = { network: networkAround(ip), domain: name, team: team_id }
    for (const what of ['network', 'domain', 'team'] as const)
      if (this.#buckets.left(`${what} ${keys[what]}`, rates[what], now_ms) < 1)
        throw new smtp.SmtpRefusal(
          450,
          `Too much mail ${what === 'network' ? 'from your network' : 'for this domain'}; please try again later`,
        )
    for (const what of ['network', 'domain', 'team'] as const)
      this.#buckets.spend(`${what} ${keys[what]}`, rates[what], now_ms)
  }
}

function refuseWrong(state: SessionState): never {
  if (++state.wrong >= WRONG_MAX) throw new smtp.SmtpRefusal(421, 'Too many unknown recipients')
  throw new smtp.SmtpRefusal(550, 'Mailbox unavailable')
}

interface IncomingState {
  mail: IncomingMail
  /** The first bytes of an email that is also for a return path, to be read as a bounce or complaint. */
  beginning: BufferedMessage | undefined
  /** The DMARC check, if failures are refused. */
  checking: MailCheck | undefined
}

/** Stores an email in parts, and returns its id. */
async function storeMail(
  { pieces, hold }: smtp.Transaction,
  { mail, beginning, checking }: IncomingState,
): Promise<string> {
  const part = hold(PART_BYTES)
  const ends = new LineEnds()
  let hops = 0
  let isFirst = true
  const storePart = async (isLast: boolean): Promise<string | undefined> => {
    if (isFirst) hops = countHops(part.bytes)
    isFirst = false
    if (hops > HOPS_MAX) throw new smtp.SmtpRefusal(554, 'Too many hops, possible mail loop')
    if (isLast) return mail.finish(part.bytes)
    await mail.addPart(part.bytes)
    part.clear()
    return undefined
  }
  let refused: unknown
  for await (const piece of pieces) {
    // the rest of DATA is read and discarded: SMTP allows no reply before its end (RFC 5321 4.1.1.4)
    if (refused !== undefined) continue
    ends.add(piece)
    try {
      if (ends.hasBareLineEnd) throw new smtp.SmtpRefusal(550, 'Lines must end in CRLF; bare CR or LF is not allowed')
      if (beginning && beginning.left > 0) heldOrRefused(beginning.add(piece))
      await checking?.add(piece)
      for (let rest = piece; rest.length > 0;) {
        if (part.left === 0) await storePart(false)
        const some = rest.subarray(0, part.left)
        heldOrRefused(await part.addInTime(some, MEMORY_WAIT_MS))
        rest = rest.subarray(some.length)
      }
    } catch (error) {
      refused = error
    }
  }
  const isRefused = await checking?.end()
  if (refused !== undefined) throw refused
  if (isRefused) throw new smtp.SmtpRefusal(550, 'Message rejected by the DMARC policy of its domain')
  return (await storePart(true))!
}

/** Checks an email with DMARC while it arrives. An email that cannot be checked is not refused. */
interface MailCheck {
  add(piece: Buffer): Promise<void>
  /** Whether to refuse the email. */
  end(): Promise<boolean>
}

function refusedByDomain(
  { from: sender, peer, recipients }: IncomingEnvelope,
  by: NonNullable<MailInOptions['refusing']>,
): MailCheck {
  const copy = new PassThrough()
  const mail = { team_id: recipients[0]!.receiver.team_id, bytes: 0, pieces: () => copy as AsyncIterable<Buffer> }
  const checked = checkInThread(mail, { ip: peer.ip, helo: peer.helo, sender, ...by }).then(
    ({ asks_to_reject }) => asks_to_reject,
    () => false,
  )
  void checked.then(() => copy.destroy())
  return {
    add: async piece => {
      if (!copy.destroyed && !copy.write(piece)) await Promise.race([once(copy, 'drain'), checked])
    },
    end: async () => {
      copy.end()
      return checked
    },
  }
}

function heldOrRefused(isHeld: boolean): void {
  if (!isHeld) throw smtp.noRoomRefusal()
}

function senderOf(session: SMTPServerSession): string {
  const { mailFrom } = session.envelope
  return mailFrom === false ? '' : asGiven(mailFrom.address, session)
}

/**
 * The library converts every domain to Unicode. Without SMTPUTF8 (RFC 6531) the client sent it in ASCII, so it is
 * stored in ASCII.
 */
function asGiven(address: string, { envelope: { mailFrom } }: SMTPServerSession): string {
  const isInternational = mailFrom !== false && mailFrom.args !== false && 'SMTPUTF8' in mailFrom.args
  return isInternational || /^[\x20-\x7e]*$/.test(address) ? address : withAsciiDomain(address)
}

function peerOf({ remoteAddress: ip, hostNameAppearsAs, transmissionType: protocol }: SMTPServerSession) {
  return { ip, helo: hostNameAppearsAs || '', protocol }
}
