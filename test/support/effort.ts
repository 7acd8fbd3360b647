import { expect } from 'vitest'

/** Milliseconds of processor time that `work` takes in this thread: what else the machine is doing does not count. */
export function effort_ms(work: () => void): number {
  const before_ms = spent_ms()
  work()
  return spent_ms() - before_ms
}

/** Milliseconds of processor time that this thread has had. */
export function spent_ms(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const TIMES = 80_000
const PARTS = 16

/**
 * Fails if `read` takes much longer for so many repetitions at once than for as many in sixteen parts: with a growth by the
 * square it takes sixteen times as long. The best of three counts, as compiling and collecting memory take time, too.
 */
export function expectLinear(read: (times: number) => void): void {
  const best_ms = (work: () => void): number => Math.min(...[1, 2, 3].map(() => effort_ms(work)))
  const parts_ms = best_ms(() => {
    for (let part = 0; part < PARTS; part++) read(TIMES / PARTS)
  })
  expect(best_ms(() => read(TIMES))).toBeLessThan(4 * parts_ms + 20)
}
