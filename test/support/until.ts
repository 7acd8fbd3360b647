import { setTimeout as pause } from 'node:timers/promises'

/** Waits until it is so. It is given up after a time in which it surely would be, on whatever machine. */
export async function until(isSo: () => boolean | Promise<boolean>, within_ms = 60_000): Promise<void> {
  for (const deadline = performance.now() + within_ms; !(await isSo()); await pause(20)) {
    if (performance.now() > deadline) throw new Error(`It was not so within ${within_ms} ms: ${isSo}`)
  }
}
