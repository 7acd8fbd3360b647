// How many of a shared kind's jobs each destination may take, so that one that is slow does not hold up the mail to all
// others: as many as what would be left over allows. Who is known to be quick may take nine times what is left, anybody
// else as much. So a slow destination has half of them, the next one half of the rest, and a newcomer always finds some.

const QUICK_MS = 2000
/** For how long it is believed that a destination is quick. */
const KNOWN_FOR_MS = 5000
const QUICK_FACTOR = 9
/** Of so many destinations something is remembered while nothing is in hand for them. */
const KNOWN_MAX = 10_000

/**
 * What else decides whether there is room: for a destination of which so many jobs are in hand, or for a name that jobs
 * were put aside under by who does them. A name that it does not know has room.
 */
export interface Gate {
  mayTake(name: string, held: number): boolean
  /** Nothing of the kind is taken at all. */
  isClosed(): boolean
  /** What waits for room so long is taken without, so that whoever does it can end it. */
  readonly patience_ms?: number
}

interface Share {
  held: number
  /** When something was last done there quickly. */
  quick_at_ms: number
}

export class Shares {
  readonly #total: number
  readonly #gate: Gate | undefined
  readonly #shares = new Map<string, Share>()
  #held = 0

  constructor(total: number, gate?: Gate) {
    this.#total = total
    this.#gate = gate
  }

  mayTake(name: string, now_ms: number): boolean {
    const share = this.#shares.get(name)
    const isQuick = share !== undefined && now_ms - share.quick_at_ms < KNOWN_FOR_MS
    const held = share?.held ?? 0
    if (held >= (this.#total - this.#held) * (isQuick ? QUICK_FACTOR : 1)) return false
    return this.#gate === undefined || this.#gate.mayTake(name, held)
  }

  /** How many of its jobs are in hand. */
  heldOf(name: string): number {
    return this.#shares.get(name)?.held ?? 0
  }

  take(name: string): void {
    const share = this.#shares.get(name) ?? { held: 0, quick_at_ms: -Infinity }
    share.held++
    this.#held++
    this.#shares.set(name, share)
  }

  /** As if it had never been taken. */
  takeBack(name: string): void {
    const share = this.#shares.get(name)!
    share.held--
    this.#held--
    if (share.held === 0 && share.quick_at_ms === -Infinity) this.#shares.delete(name)
  }

  /** `took_ms`: how long it was held. */
  give(name: string, took_ms: number, now_ms: number): void {
    const share = this.#shares.get(name)!
    share.held--
    this.#held--
    if (took_ms < QUICK_MS) share.quick_at_ms = now_ms
    if (share.held === 0 && (took_ms >= QUICK_MS || this.#shares.size > KNOWN_MAX)) this.#shares.delete(name)
  }
}
