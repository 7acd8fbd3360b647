// Token buckets: so many at once under each key, and then as many as come back in a minute. Kept in memory, of the keys that
// were used last: what must survive a restart, or be shared by processes, is counted in base/rate-limits, and the pace of a
// broadcast stands in the broadcast's own rows (campaigns/broadcasts/sending).
import { BoundedMap } from './bounded-map.ts'

const KEYS_MAX = 10_000
const MINUTE_MS = 60_000

export interface Rate {
  at_once: number
  per_minute: number
}

type Bucket = Readonly<{ left: number; at_ms: number }>

/** A clock that was set back gives nothing. */
export function leftIn({ left, at_ms }: Bucket, { at_once, per_minute }: Rate, now_ms: number): number {
  return Math.min(at_once, left + (Math.max(0, now_ms - at_ms) * per_minute) / MINUTE_MS)
}

export class Buckets {
  readonly #buckets = new BoundedMap<string, Bucket>(KEYS_MAX)

  /** Takes one, if there is one left under this key. */
  take(key: string, rate: Rate, now_ms: number): boolean {
    const isThere = this.left(key, rate, now_ms) >= 1
    if (isThere) this.spend(key, rate, now_ms)
    return isThere
  }

  /** Takes one, be there one left or not: then the next ones come later. */
  spend(key: string, rate: Rate, now_ms: number): void {
    this.#buckets.set(key, { left: this.left(key, rate, now_ms) - 1, at_ms: now_ms })
  }

  left(key: string, rate: Rate, now_ms: number): number {
    const bucket = this.#buckets.get(key)
    if (!bucket) return rate.at_once
    const left = leftIn(bucket, rate, now_ms)
    this.#buckets.set(key, { left, at_ms: now_ms })
    return left
  }
}
