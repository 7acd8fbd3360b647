/** A clock that stands still until it is moved. */
export interface Clock {
  now: () => Date
  forward(duration_ms: number): void
  /** As when somebody puts a clock right that was ahead. */
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
