// Routes emails through one of several relays, or directly to the mail servers of a domain. Records the replies for this
// process and others: how many connections each destination accepts, and whether encryption worked.
import type { Logger } from 'pino'
import { findTlsMode } from '../../../identity/domains/actions.ts'
import { withCache } from '../../../base/net/dns-cache.ts'
import type { Dns } from '../../../base/net/dns.ts'
import type { HttpClient } from '../../../base/net/http-client.ts'
import type { RelayRule } from '../../../base/net/relays.ts'
import type { RelayStatus } from '../../../base/net/relay-status.ts'
import { notSentResult, type SmtpResult } from '../../../base/net/smtp-result.ts'
import { SmtpClient } from '../../../base/net/smtp-client.ts'
import { type RelayedMail, type SmtpLimits, type SmtpSender, smtpSender } from '../../../base/net/smtp.ts'
import type { Database } from '../../../base/store/database.ts'
import type { Sender } from '../sender.ts'
import { findHops, type RoutedHop } from './direct/actions.ts'
import { Gates, type WaitReason, plainDomain } from './gates.ts'
import { Ledger } from './ledger/actions.ts'
import { smtpOutcomeOf } from './pace.ts'
import { RelayLog } from './relay-log/actions.ts'
import { type MailRoute, orderRelays, matchingRelays } from './relays.ts'
import { StsPolicies } from './sts/actions.ts'
import { tlsResultOf } from './tls-results.ts'

interface RoutesParts {
  /** Email goes directly to mail servers, unless a relay is configured for it. */
  isDirect: boolean
  relays: readonly RelayRule[]
  /** Limits of connections to relays. */
  smtp: Partial<SmtpLimits>
  mx_port: number
  allowed: { includes(ip: string): boolean }
  /** Host names of this server. */
  ours: readonly string[]
  database: Database
  dns: Dns
  http: Pick<HttpClient, 'send'>
  now: () => Date
  log: Logger
  /** How long delivery of an email is attempted. */
  expiry_ms: number
  chance?: () => number
  /** The port that MTA-STS policies are fetched from, if not 443. */
  sts_port?: number | undefined
}

/** How long a relay that was down is tried after the others. */
const DOWN_FOR_MS = 30_000
const IPV6_AWAY_FOR_MS = 600_000
/** Time limits for a mail server that responds slowly (RFC 5321 4.5.3.2 grants five minutes). */
const DIRECT_LIMITS = { connect_ms: 30_000, greeting_ms: 120_000 }

export class Routes implements Required<Sender> {
  readonly gates: Gates
  readonly #parts: RoutesParts
  readonly #chance: () => number
  readonly #senders: ReadonlyMap<string, SmtpSender>
  /** Senders that require encryption, created on first use. */
  readonly #strictSenders = new Map<string, SmtpSender>()
  readonly #direct: SmtpClient
  readonly #dns: Pick<Dns, 'query'>
  readonly #sts: StsPolicies
  readonly #ledger: Ledger
  /** No IPv6 address is tried before this time, because this machine has no IPv6 route. */
  #ipv6_away_until_ms = -Infinity

  constructor(parts: RoutesParts) {
    const { relays, smtp, database, http, now, sts_port, isDirect } = parts
    this.#parts = parts
    this.#chance = parts.chance ?? Math.random
    this.#senders = new Map(relays.map(relay => [relay.name, this.#newSender(relay, relay.name, smtp)]))
    this.#direct = new SmtpClient({ ...DIRECT_LIMITS, ...smtp })
    this.#dns = withCache(parts.dns)
    this.#sts = new StsPolicies({ database, dns: this.#dns, http, now, port: sts_port })
    const isPaced = (domain: string): boolean =>
      isDirect && matchingRelays(relays, { from_domain: '', to_domain: domain }).length === 0
    this.gates = new Gates(relays, isPaced, () => now().getTime(), parts.expiry_ms)
    this.#ledger = new Ledger(this.gates, parts)
  }

  /** Reads pauses and recent replies. Throws if the database cannot be read. */
  start(): Promise<void> {
    return this.#ledger.start()
  }

  /** Accepts no more email, waits `patience_ms` for deliveries in progress, then closes the connections. */
  async close(patience_ms?: number): Promise<void> {
    const senders = [...this.#senders.values(), ...this.#strictSenders.values()]
    await Promise.all(senders.map(sender => sender.close(patience_ms)))
    await this.#direct.close(patience_ms)
    await this.#ledger.stop()
  }

  /** A domain is a separate part if its email goes directly or is paused. */
  partsOf(from_domain: string, to_domains: readonly string[]): string[][] {
    if (to_domains.length < 2) return [[...to_domains]]
    const parts = new Map<string, string[]>()
    for (const domain of to_domains) {
      const relays = matchingRelays(this.#parts.relays, routeOf(from_domain, domain))
      const isAlone = relays.length === 0 || this.gates.isPaused('destination', plainDomain(domain))
      const key = isAlone ? `to ${domain}` : relays.map(({ name }) => name).join(',')
      parts.set(key, [...(parts.get(key) ?? []), domain])
    }
    return [...parts.values()]
  }

  waitReasonOf(way: MailRoute): WaitReason | undefined {
    return this.gates.waitReasonOf(way, matchingRelays(this.#parts.relays, routeOf(way.from_domain, way.to_domain)))
  }

  release(mail: string): void {
    this.gates.release(mail)
  }

  async send(mail: RelayedMail, handing: () => Promise<void>, way: MailRoute): Promise<SmtpResult> {
    const plain = routeOf(way.from_domain, way.to_domain)
    const relays = matchingRelays(this.#parts.relays, plain)
    const mustEncrypt = await this.#mustEncrypt(way.team_id, plain.from_domain)
    if (relays.length > 0) return this.#sendByRelay(relays, { mail, handing }, { ...way, mustEncrypt })
    if (this.#parts.isDirect) return this.#sendDirectly({ mail, handing }, plain.to_domain, mustEncrypt)
    return notSentResult(`No relay for email from ${plain.from_domain} to ${plain.to_domain}; check SMTP_RELAYS`)
  }

  /** Whether the sending domain requires encryption. Read for each attempt, so that a change applies from the next one. */
  async #mustEncrypt(team_id: string | undefined, domain: string): Promise<boolean> {
    if (team_id === undefined) return false
    return (await this.#parts.database.read(tx => findTlsMode(tx, team_id, domain))) === 'enforced'
  }

  async #sendByRelay(
    relays: readonly RelayRule[],
    { mail, handing }: HandoverInput,
    { mustEncrypt, mail: mail_name, isFurther }: MailRoute & { mustEncrypt: boolean },
  ): Promise<SmtpResult> {
    const usable = relays.filter(({ name }) => this.gates.mayUse(name, mail_name, isFurther))
    const isDown = (name: string): boolean => this.#isDown(this.#senders.get(name)!.status())
    let answer: SmtpResult = notSentResult('All relays are paused or have reached their limit')
    for (const relay of orderRelays(usable, isDown, this.#chance)) {
      // other emails may have used up the relay's limit meanwhile
      if (!this.gates.mayUse(relay.name, mail_name, isFurther)) continue
      this.gates.use(relay, mail_name)
      const handed = watched(handing)
      answer = await this.#senderTo(relay, mustEncrypt).send(mail, handed.handing)
      this.#ledger.recordRelayReply(relay.name, answer)
      if (!mayTryNext(answer, handed)) return answer
    }
    return answer
  }

  #senderTo(relay: RelayRule, mustEncrypt: boolean): SmtpSender {
    const { name } = relay
    if (!mustEncrypt) return this.#senders.get(name)!
    const sender =
      this.#strictSenders.get(name) ??
      this.#newSender(relay, `${name}, encrypted`, { ...this.#parts.smtp, encryption: 'required' })
    this.#strictSenders.set(name, sender)
    return sender
  }

  /** `name`: the relay's name in the log. */
  #newSender({ url, connections }: RelayRule, name: string, limits: Partial<SmtpLimits>): SmtpSender {
    const told = new RelayLog(name, new URL(url).host, this.#parts)
    return smtpSender(url, { ...limits, connections, onChange: status => told.record(status) })
  }

  #isDown({ state, at }: RelayStatus): boolean {
    return state === 'down' && at !== null && Date.now() - Date.parse(at) < DOWN_FOR_MS
  }

  async #sendDirectly({ mail, handing }: HandoverInput, domain: string, mustEncrypt: boolean): Promise<SmtpResult> {
    const { mx_port: port, allowed, ours } = this.#parts
    const parts = { dns: this.#dns, sts: this.#sts, allowed, port, ours, chance: this.#chance }
    const found = await findHops(parts, domain, mustEncrypt)
    if ('findings' in found) for (const finding of found.findings ?? []) this.#ledger.count(domain, finding)
    if ('refused' in found) return refusedByUs(`${found.code} ${found.refused}`)
    const answer =
      'delay' in found ? notSentResult(found.delay) : await this.#sendAlong(found.hops, { mail, handing }, domain)
    const reached = answer.address !== undefined
    const told = smtpOutcomeOf(answer.reply.code, answer.reply.reply_text, { accepted: answer.accepted, reached })
    this.#ledger.recordReply(domain, told, answer)
    return answer
  }

  async #sendAlong(hops: readonly RoutedHop[], { mail, handing }: HandoverInput, domain: string): Promise<SmtpResult> {
    let answer: SmtpResult = notSentResult(`No mail server of ${domain} could be reached`)
    for (const hop of this.#withIpv6(hops)) {
      const handed = watched(handing)
      answer = explained(await this.#direct.offer({ hop, ...mail, handing: handed.handing }), hop)
      const result = tlsResultOf(hop.policy, answer)
      if (result) this.#ledger.count(domain, result)
      if (!mayTryNext(answer, handed)) return answer
      if (isNoRoute(answer) && hop.address?.includes(':'))
        this.#ipv6_away_until_ms = performance.now() + IPV6_AWAY_FOR_MS
    }
    return answer
  }

  /** The hops without IPv6 addresses, while this machine has no IPv6 route and other hops remain. */
  #withIpv6(hops: readonly RoutedHop[]): readonly RoutedHop[] {
    const four = hops.filter(({ address }) => !address?.includes(':'))
    return performance.now() < this.#ipv6_away_until_ms && four.length > 0 ? four : hops
  }

  /** The combined state of all relays: up if one is up, because email can be sent then. */
  status(): RelayStatus {
    const all = [...this.#senders.values()].map(sender => sender.status())
    return all.find(({ state }) => state === 'up') ?? all.find(({ state }) => state === 'down') ?? UNKNOWN
  }

  /** The state of each relay, by its name. */
  statuses(): ReadonlyMap<string, RelayStatus> {
    return new Map([...this.#senders].map(([name, sender]) => [name, sender.status()]))
  }

  async check(): Promise<RelayStatus> {
    await Promise.all([...this.#senders.values()].map(sender => sender.check()))
    return this.status()
  }
}

const UNKNOWN: RelayStatus = { state: 'unknown', code: null, reply_text: '', at: null }

function routeOf(from_domain: string, to_domain: string): MailRoute {
  return { from_domain: plainDomain(from_domain), to_domain: plainDomain(to_domain) }
}

/** An email, and the callback that runs just before the message is complete at the server. */
interface HandoverInput {
  mail: RelayedMail
  handing: () => Promise<void>
}

interface ObservedHandover extends Pick<HandoverInput, 'handing'> {
  /** The message may be complete at the server. */
  wasHanding: boolean
}

function watched(handing: () => Promise<void>): ObservedHandover {
  const watching: ObservedHandover = {
    wasHanding: false,
    async handing() {
      watching.wasHanding = true
      await handing()
    },
  }
  return watching
}

/** Whether the next relay or host may be tried: only if no message was sent, because a recipient might receive it twice. */
function mayTryNext(answer: SmtpResult, { wasHanding }: ObservedHandover): boolean {
  return !answer.accepted && answer.scope === 'connection' && !answer.wasHandedOver && !wasHanding && !answer.stalled
}

function isNoRoute({ reply }: SmtpResult): boolean {
  return /ENETUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT/.test(reply.reply_text)
}

/** Adds to the reply why the failed encryption was required. */
function explained(answer: SmtpResult, { because, host }: RoutedHop): SmtpResult {
  if (answer.accepted || answer.scope !== 'connection' || because === undefined || answer.tls) return answer
  const { code, reply_text } = answer.reply
  if (code !== null) return answer
  return { ...answer, reply: { code, reply_text: `${reply_text} (${because} requires TLS at ${host})` } }
}

function refusedByUs(reply_text: string): SmtpResult {
  return { accepted: false, scope: 'ours', reply: { code: null, reply_text }, refused: [], wasHandedOver: false }
}
