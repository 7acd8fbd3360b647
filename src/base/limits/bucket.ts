// Token buckets: a burst of `at_once` for each key, then `per_minute`. Kept in memory, for the most recently used keys.
// Counts that must survive a restart or be shared by processes are in base/rate-limits. The sending speed of a
// broadcast is in the broadcast's own rows (campaigns/broadcasts/sending).
import { BoundedMap } from './bounded-map.ts'

const KEYS_MAX = 10_000
const MINUTE_MS = 60_000

export interface Rate {
  at_once: number
  per_minute: number
}

type Bucket = Readonly<{ left: number; at_ms: number }>

/** A clock that was set back adds no tokens. */
export function tokensLeft({ left, at_ms }: Bucket, { at_once, per_minute }: Rate, now_ms: number): number {
  return Math.min(at_once, left + (Math.max(0, now_ms - at_ms) * per_minute) / MINUTE_MS)
}

export class Buckets {
  readonly #buckets = new BoundedMap<string, Bucket>(KEYS_MAX)

  /** Takes a token if there is one. */
  take(key: string, rate: Rate, now_ms: number): boolean {
    const isThere = this.left(key, rate, now_ms) >= 1
    if (isThere) this.spend(key, rate, now_ms)
    return isThere
  }

  /** Takes a token even if none is left, which delays the next ones. */
  spend(key: string, rate: Rate, now_ms: number): void {
    this.#buckets.set(key, { left: this.left(key, rate, now_ms) - 1, at_ms: now_ms })
  }

  left(key: string, rate: Rate, now_ms: number): number {
    const bucket = this.#buckets.get(key)
    if (!bucket) return rate.at_once
    const left = tokensLeft(bucket, rate, now_ms)
    this.#buckets.set(key, { left, at_ms: now_ms })
    return left
  }
}
