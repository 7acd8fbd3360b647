// Backoff: the delay before a failed operation is retried. The delay grows with each retry up to a cap, or is read from
// a table if documentation or RFCs specify each delay. Jitter keeps operations that failed together from being retried
// together.
//
// | Operation | First | Factor | Cap | Jitter |
// | --- | --- | --- | --- | --- |
// | jobs that threw (queue/runner) | 1 s | 2 | 1 h | none: their order is kept |
// | units in conflict with another one, from the second attempt on (store/postgres) | 4 ms | 2 | 200 ms | full |
// | checking a suspected database (store/suspicion) | 1 s, or the duration of a check | 2 | 60 s | none: there is one |
// | a paused destination (delivery/routes) | 5 s | 2 | 2 min | ±20 % |
// | an email (delivery/schedule) | a table, 5 s to 1 h | | 1 h | ±20 % |
// | a webhook event (webhooks/delivery) | a table, 5 s to 10 h, then no more | | | ±5 % |
// | a file download (attachments/fetching) | a table, 10 s to 20 min, then no more | | | none |

interface Jitter {
  /** Bounds of a random factor for the delay; `undefined`: the delay is not changed. `FULL_JITTER`: 0 to the whole delay. */
  readonly jitter?: readonly [least: number, most: number]
}

export interface Growth extends Jitter {
  readonly first_ms: number
  readonly cap_ms: number
}

/** The last delay is used for all later retries. */
export interface DelayTable extends Jitter {
  readonly waits_ms: readonly number[]
}

const FACTOR = 2
export const FULL_JITTER = [0, 1] as const

/** The delay in ms after this many attempts (1 or more). `chance`: a random number from 0 to 1. */
export function backoff(tries: number, figures: Growth | DelayTable, chance = 0.5): number {
  const plain_ms =
    'waits_ms' in figures
      ? figures.waits_ms[Math.min(tries, figures.waits_ms.length) - 1]!
      : Math.min(figures.first_ms * FACTOR ** (tries - 1), figures.cap_ms)
  const [least, most] = figures.jitter ?? [1, 1]
  return Math.round(plain_ms * (least + (most - least) * chance))
}

/** The next delay, computed from the previous one; 0: there was none. */
export function nextDelay(before_ms: number, { first_ms, cap_ms }: Growth): number {
  return Math.min(Math.max(first_ms, FACTOR * before_ms), cap_ms)
}
