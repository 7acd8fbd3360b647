// Fixed windows of a second: so many under each key, and as many again when the next window begins. There is no burst beyond
// that, and nothing is kept of a window that is over. Counted in memory: what several processes have together is counted in
// base/rate-limits/windows.

export const WINDOW_MS = 1000
/** What `take` gives when nothing is left. */
export const REFUSED = -1

export function windowOf(now_ms: number): number {
  return Math.floor(now_ms / WINDOW_MS)
}

/**
 * Whether a new window has begun. A clock that is put right by a moment stays in its window, so that it gives nothing twice;
 * one that was set back goes on from there.
 */
export function isNewWindow(window: number, current: number): boolean {
  return window > current || window < current - 1
}

export class Windows {
  readonly limit: number
  #window = 0
  /** As many keys as were used within a second. */
  readonly #left = new Map<string, number>()

  constructor(limit: number) {
    this.limit = limit
  }

  /** Takes one; how many are left then, or `REFUSED`. */
  take(key: string, now_ms: number): number {
    const window = windowOf(now_ms)
    if (window !== this.#window && isNewWindow(window, this.#window)) {
      this.#window = window
      this.#left.clear()
    }
    const left = (this.#left.get(key) ?? this.limit) - 1
    if (left < 0) return REFUSED
    this.#left.set(key, left)
    return left
  }
}
