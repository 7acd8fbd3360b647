// A sliding window: how often something may happen within a period, based on the times at which it happened.

/** Times in ms, the oldest first. */
export type SortedTimes = readonly number[]

/** The times that are within the window. */
export function timesWithin(times: SortedTimes, window_ms: number, now: Date): number[] {
  return times.filter(time => time + window_ms > now.getTime())
}

/** How long in ms until one more of `allowed` has room; 0: now. All of `times` must be within the window. */
export function waitUntilRoom(times: SortedTimes, allowed: number, window_ms: number, now: Date): number {
  return times.length < allowed ? 0 : times[0]! + window_ms - now.getTime()
}
