/** A clock that changes only when the test moves it. */
export interface Clock {
  now: () => Date
  forward(duration_ms: number): void
  /** Moves the clock back, like the correction of a clock that was fast. */
  back(duration_ms: number): void
}

export function clock(start = '2026-11-20T12:00:00.000Z'): Clock {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    forward: duration_ms => {
      at += duration_ms
    },
    back: duration_ms => {
      at -= duration_ms
    },
  }
}
