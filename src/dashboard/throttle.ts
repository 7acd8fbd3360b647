// How often somebody may try a password, per account and per address. Kept in memory: a restart forgets it, which gives
// an attacker ten more tries, and costs nothing to anybody else.

export interface Limit {
  key: string
  tries: number
}

const ACCOUNT_TRIES = 10
/** More than for an account: many people can share an address. */
const ADDRESS_TRIES = 30
const WINDOW_MS = 15 * 60_000
const KEYS_MAX = 10_000

export class Throttle {
  readonly #tries = new Map<string, number[]>()

  /**
   * Notes a try under each key, before it is known how it ends: many at the same time must not all get through. Answers
   * how long to wait when one of the keys has no tries left, and then notes nothing.
   */
  take(limits: Limit[], now: Date): { wait_ms: number } {
    const at = now.getTime()
    const waits = limits.map(({ key, tries }) => {
      const recent = this.#recent(key, at)
      return recent.length < tries ? 0 : recent[0]! + WINDOW_MS - at
    })
    const wait_ms = Math.max(...waits)
    if (wait_ms === 0) for (const { key } of limits) this.#note(key, [...this.#recent(key, at), at])
    return { wait_ms }
  }

  /** The try was right: it does not count, and neither do those before it under `key`. */
  forget(key: string): void {
    this.#tries.delete(key)
  }

  /** Takes one try back. */
  giveBack(key: string): void {
    this.#tries.get(key)?.pop()
  }

  #recent(key: string, at: number): number[] {
    return (this.#tries.get(key) ?? []).filter(time => time + WINDOW_MS > at)
  }

  #note(key: string, times: number[]): void {
    // the most recent key stands last, so that the first one is the one to give up when there are too many
    this.#tries.delete(key)
    this.#tries.set(key, times)
    if (this.#tries.size > KEYS_MAX) this.#tries.delete(this.#tries.keys().next().value!)
  }
}

/** What a try at the password of `account` counts against. */
export function limitsOf(account: string, address: string): [account: Limit, address: Limit] {
  return [
    // no address is longer (RFC 5321 4.5.3.1), and nobody may fill the memory with names
    { key: `account ${account.slice(0, 320)}`, tries: ACCOUNT_TRIES },
    { key: `address ${address}`, tries: ADDRESS_TRIES },
  ]
}

export function waitText(wait_ms: number): string {
  const minutes = Math.ceil(wait_ms / 60_000)
  return `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
