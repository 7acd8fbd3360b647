import { expect } from 'vitest'

/** Milliseconds of CPU time that `work` takes in this thread; other load on the machine does not count. */
export function effort_ms(work: () => void): number {
  const before_ms = spent_ms()
  work()
  return spent_ms() - before_ms
}

/** Milliseconds of CPU time that this thread has used. */
export function spent_ms(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const TIMES = 80_000
const PARTS = 16

/**
 * Fails if `read` takes much longer for many repetitions in one call than for the same number in sixteen calls:
 * quadratic growth takes sixteen times as long. Uses the best of three runs, because compilation and garbage collection
 * also take time.
 */
export function expectLinear(read: (times: number) => void): void {
  const best_ms = (work: () => void): number => Math.min(...[1, 2, 3].map(() => effort_ms(work)))
  const parts_ms = best_ms(() => {
    for (let part = 0; part < PARTS; part++) read(TIMES / PARTS)
  })
  expect(best_ms(() => read(TIMES))).toBeLessThan(4 * parts_ms + 20)
}
