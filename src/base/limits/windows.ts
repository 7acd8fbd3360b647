// Windows of one second, with a maximum number of requests for each key. A window starts with the first request after
// the previous one ended, so a burst never spans two of them. Counted in memory; base/rate-limits/windows counts
// several processes together.

export const WINDOW_MS = 1000
/** The result of `take` when nothing is left. */
export const NONE_LEFT = -1

export interface WindowLimiter {
  readonly limit: number
  /** Takes one. Returns the number left in this window, as far as this process can tell, or `NONE_LEFT`. */
  take(team_id: string, now_ms: number): number | Promise<number>
}

/** The second of the clock. */
export function windowOf(now_ms: number): number {
  return Math.floor(now_ms / WINDOW_MS)
}

/**
 * Whether a new second of the clock has started. After a small clock correction the same second continues, so that
 * nothing is granted twice; a larger step back starts a new one.
 */
export function isNewWindow(window: number, current: number): boolean {
  return window > current || window < current - 1
}

/** Whether a window with that start time is still open. A small clock correction does not end it. */
export function isWindowOpen(begun_ms: number, now_ms: number): boolean {
  return Math.abs(now_ms - begun_ms) < WINDOW_MS
}

export class Windows implements WindowLimiter {
  readonly limit: number
  readonly #windows = new OpenWindows<{ begun_ms: number; left: number }>()

  constructor(limit: number) {
    this.limit = limit
  }

  /** Takes one. Returns how many are left, or `NONE_LEFT`. */
  take(key: string, now_ms: number): number {
    const window = this.#windows.get(key, now_ms)
    if (!window) {
      this.#windows.set(key, { begun_ms: now_ms, left: this.limit - 1 })
      return this.limit - 1
    }
    return window.left === 0 ? NONE_LEFT : --window.left
  }
}

/** The open windows by their keys. Those that have ended are removed with each second of the clock, so there are few. */
export class OpenWindows<Window extends { begun_ms: number }> {
  readonly #windows = new Map<string, Window>()
  #second = 0

  get(key: string, now_ms: number): Window | undefined {
    const second = windowOf(now_ms)
    if (second !== this.#second) {
      this.#second = second
      for (const [each, { begun_ms }] of this.#windows) if (!isWindowOpen(begun_ms, now_ms)) this.#windows.delete(each)
    }
    const window = this.#windows.get(key)
    return window && isWindowOpen(window.begun_ms, now_ms) ? window : undefined
  }

  set(key: string, window: Window): void {
    this.#windows.set(key, window)
  }
}
