// Fixed windows of a second: so many under each key, and as many again in the next window. There is no burst beyond that, and
// past windows are forgotten. Counted in memory; several processes are counted together in base/rate-limits/windows.

export const WINDOW_MS = 1000
/** The result of `take` when nothing is left. */
export const REFUSED = -1

export function windowOf(now_ms: number): number {
  return Math.floor(now_ms / WINDOW_MS)
}

/**
 * Whether a new window has begun. A clock corrected by a moment stays in its window, so that nothing is given twice; one that
 * was set back further begins a new window.
 */
export function isNewWindow(window: number, current: number): boolean {
  return window > current || window < current - 1
}

export class Windows {
  readonly limit: number
  #window = 0
  /** Has the keys of the current second, so it stays small. */
  readonly #left = new Map<string, number>()

  constructor(limit: number) {
    this.limit = limit
  }

  /** Takes one. Returns how many are left, or `REFUSED`. */
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
