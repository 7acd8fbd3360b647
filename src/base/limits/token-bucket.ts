// How often something may happen to each of many, such as networks: so many at once, and then as many as come back in a
// minute. Kept in memory, of those that came last; what counts across processes and restarts is in the database.
import { BoundedMap } from './bounded-map.ts'

const KEYS_MAX = 10_000
const MINUTE_MS = 60_000

export class TokenBuckets {
  readonly #at_once: number
  readonly #per_minute: number
  readonly #buckets = new BoundedMap<string, { left: number; at_ms: number }>(KEYS_MAX)

  constructor({ at_once, per_minute }: { at_once: number; per_minute: number }) {
    this.#at_once = at_once
    this.#per_minute = per_minute
  }

  /** Whether there is one left under this key, which is taken. */
  take(key: string, now_ms: number): boolean {
    const left = this.#leftOf(key, now_ms)
    if (left < 1) return false
    this.#buckets.set(key, { left: left - 1, at_ms: now_ms })
    return true
  }

  /** Whether there is one left under this key. */
  has(key: string, now_ms: number): boolean {
    return this.#leftOf(key, now_ms) >= 1
  }

  #leftOf(key: string, now_ms: number): number {
    const bucket = this.#buckets.get(key)
    if (!bucket) return this.#at_once
    // a clock that was set back gives nothing
    const back = (Math.max(0, now_ms - bucket.at_ms) / MINUTE_MS) * this.#per_minute
    return Math.min(this.#at_once, bucket.left + back)
  }
}
