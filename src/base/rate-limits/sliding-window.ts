// How often something may happen within a span of time: decided by when it happened.

/** When something happened, in ms, the oldest first. */
export type Times = readonly number[]

/** Those that are not older than the window. */
export function timesWithin(times: Times, window_ms: number, now: Date): number[] {
  return times.filter(time => time + window_ms > now.getTime())
}

/** How long until there is room for one more of `allowed`; 0 when there is. Of `times`, all lie in the window. */
export function waitOf(times: Times, allowed: number, window_ms: number, now: Date): number {
  return times.length < allowed ? 0 : times[0]! + window_ms - now.getTime()
}
