// Decides which emails may be sent now. An email waits while it is paused, while its destination is in backoff or has its
// maximum of connections, and while all of its relays are at their limit per minute.
import { domainToASCII } from 'node:url'
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import { Buckets, type Rate } from '../../../base/limits/bucket.ts'
import type { RelayRule } from '../../../base/net/relays.ts'
import type { Gate } from '../../../base/queue/shares.ts'
import { EXPIRY_MS } from '../schedule.ts'
import { INITIAL_PACE, type Pace, updatedPace, type SmtpOutcome } from './pace.ts'
import type { MailRoute } from './relays.ts'

const SCOPES = ['all', 'destination', 'sender', 'relay'] as const
export type PausedScope = (typeof SCOPES)[number]

export function isPauseScope(text: string): text is PausedScope {
  return SCOPES.some(scope => scope === text)
}

/** The name that emails wait for, and the reason. */
export interface WaitReason {
  name: string
  reason: string
}

/** The last reply of a destination, and its pace. */
export interface DestinationState {
  pace: Pace
  code: number | null
  reply_text: string | null
  host: string | null
  tls: string | null
  delivered_at: string | null
  replied_at: string
}

const REMEMBERED_MAX = 20_000
const [FROM, BY] = ['from:', 'by:']

/** The stored form of a domain's name: lower case, in the ASCII form of DNS. */
export function plainDomain(domain: string): string {
  const small = domain.toLowerCase().replace(/\.$/, '')
  return /^[\x21-\x7e]*$/.test(small) ? small : domainToASCII(small) || small
}

/** What emails that were set aside under this name wait for. */
export function parseWaitName(name: string): { scope: Exclude<PausedScope, 'all'>; names: string[] } {
  if (name.startsWith(FROM)) return { scope: 'sender', names: [name.slice(FROM.length)] }
  if (name.startsWith(BY)) return { scope: 'relay', names: name.slice(BY.length).split(',') }
  return { scope: 'destination', names: [name] }
}

export class Gates implements Gate {
  readonly patience_ms: number
  readonly #relays: readonly RelayRule[]
  readonly #now_ms: () => number
  readonly #isPaced: (domain: string) => boolean
  #paused: ReadonlySet<string> = new Set()
  readonly #states = new BoundedMap<string, DestinationState>(REMEMBERED_MAX)
  readonly #buckets = new Buckets()
  /** The relay with a slot reserved for an email in delivery, by the email's name. */
  readonly #reserved = new Map<string, string>()

  /** `isPaced`: whether email to this domain goes directly to its servers. `patience_ms`: how long an email may wait. */
  constructor(
    relays: readonly RelayRule[],
    isPaced: (domain: string) => boolean,
    now_ms: () => number,
    patience_ms: number = EXPIRY_MS,
  ) {
    this.patience_ms = patience_ms
    this.#relays = relays
    this.#isPaced = isPaced
    this.#now_ms = now_ms
  }

  /** Replaces the pauses, each a scope and a name. */
  setPauses(all: readonly { scope: PausedScope; name: string }[]): void {
    this.#paused = new Set(all.map(({ scope, name }) => `${scope} ${name}`))
  }

  isPaused(scope: PausedScope, name = ''): boolean {
    return this.#paused.size > 0 && this.#paused.has(`${scope} ${name}`)
  }

  isClosed(): boolean {
    return this.isPaused('all')
  }

  /** Why a claimed email must wait; `undefined` if it can be sent. `relays`: the relays that it may use. */
  waitReasonOf({ from_domain, to_domain, mail }: MailRoute, relays: readonly RelayRule[]): WaitReason | undefined {
    const [from, to] = [plainDomain(from_domain), plainDomain(to_domain)]
    if (this.isClosed()) return { name: to, reason: 'All email is paused by the operator' }
    if (this.isPaused('sender', from))
      return { name: FROM + from, reason: `Sending from ${from} is paused by the operator` }
    if (this.isPaused('destination', to)) return { name: to, reason: `Email to ${to} is paused by the operator` }
    if (relays.length === 0 || this.#hasRoom(relays, mail)) return undefined
    const names = relays.map(({ name }) => name)
    const isPaused = names.every(name => this.isPaused('relay', name))
    const which = names.length === 1 ? `The relay ${names[0]} is` : `The relays ${names.join(', ')} are`
    const why = isPaused ? 'paused by the operator' : 'at the limit of emails per minute'
    return { name: BY + names.join(','), reason: `${which} ${why}` }
  }

  /**
   * Whether one of the relays has a free slot, which is then reserved: emails checked at the same moment must not share it.
   */
  #hasRoom(relays: readonly RelayRule[], mail: string | undefined): boolean {
    const usable = relays.filter(({ name }) => this.mayUse(name, mail))
    const isLimited = usable.every(({ per_minute }) => per_minute !== undefined)
    if (mail !== undefined && usable.length > 0 && isLimited) this.#reserved.set(mail, usable[0]!.name)
    return usable.length > 0
  }

  /** Releases the slot reserved for an email. */
  release(mail: string): void {
    this.#reserved.delete(mail)
  }

  mayClaim(name: string, held: number): boolean {
    if (name.startsWith(FROM)) return !this.isPaused('sender', name.slice(FROM.length))
    if (name.startsWith(BY)) return this.#mayUseAny(name.slice(BY.length).split(','))
    const domain = plainDomain(name)
    if (this.isPaused('destination', domain)) return false
    if (!this.#isPaced(domain)) return true
    const { concurrency, rests_until_ms } = this.paceOf(domain)
    return held < concurrency && this.#now_ms() >= rests_until_ms
  }

  /** Whether one of these relays may be used, or none is configured anymore, so that the email gets another route. */
  #mayUseAny(names: readonly string[]): boolean {
    return names.some(name => this.mayUse(name)) || !names.some(name => this.#relays.some(each => each.name === name))
  }

  /**
   * `mail`: its own reservation does not count against it. `isFurther`: the email already had a slot and goes to another
   * recipient.
   */
  mayUse(name: string, mail?: string, isFurther = false): boolean {
    const relay = this.#relays.find(each => each.name === name)
    if (relay === undefined || this.isPaused('relay', name)) return false
    return (
      isFurther ||
      relay.per_minute === undefined ||
      this.#buckets.left(name, rateOf(relay.per_minute), this.#now_ms()) - this.#reservedFor(name, mail) >= 1
    )
  }

  /** How many emails other than `mail` have a slot on a relay: at most the number of emails in delivery. */
  #reservedFor(name: string, mail: string | undefined): number {
    let kept = 0
    for (const [other, relay] of this.#reserved) if (relay === name && other !== mail) kept++
    return kept
  }

  /** Counts one more email through this relay. */
  use(relay: RelayRule, mail?: string): void {
    const { name, per_minute } = relay
    if (mail !== undefined) this.release(mail)
    if (per_minute === undefined) return
    this.#buckets.spend(name, rateOf(per_minute), this.#now_ms())
  }

  paceOf(domain: string): Pace {
    return this.#states.get(domain)?.pace ?? INITIAL_PACE
  }

  stateOf(name: string): DestinationState | undefined {
    return this.#states.get(name)
  }

  /** Applies the state of a destination that another process recorded. */
  setState(name: string, heard: DestinationState): void {
    this.#states.set(name, heard)
  }

  /** Records a reply of a destination. `about`: further details of the reply. */
  recordReply(
    name: string,
    told: SmtpOutcome,
    about: Pick<DestinationState, 'code' | 'reply_text' | 'host' | 'tls'>,
    chance: number,
  ): DestinationState {
    const at = new Date(this.#now_ms()).toISOString()
    const before = this.#states.get(name)
    const heard: DestinationState = {
      ...about,
      tls: about.tls ?? (told === 'taken' ? null : (before?.tls ?? null)),
      pace: updatedPace(before?.pace ?? INITIAL_PACE, told, this.#now_ms(), chance),
      delivered_at: told === 'taken' ? at : (before?.delivered_at ?? null),
      replied_at: at,
    }
    this.#states.set(name, heard)
    return heard
  }
}

/** Slots are refilled evenly; at most one second's worth is available at a time. */
function rateOf(per_minute: number): Rate {
  return { at_once: Math.max(1, per_minute / 60), per_minute }
}
