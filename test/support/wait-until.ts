import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the condition holds. The timeout is long enough for any machine. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, within_ms = 60_000): Promise<void> {
  for (const deadline = performance.now() + within_ms; !(await isSo()); await pause(20)) {
    if (performance.now() > deadline) throw new Error(`It was not so within ${within_ms} ms: ${isSo}`)
  }
}
