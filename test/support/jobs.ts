// Background work for tests that are about one kind of it.
import { type Kind, QUEUE_SETTINGS } from '../../src/base/queue/kinds.ts'
import type { JobHandlers, Work } from '../../src/base/queue/runner.ts'

/** Every kind of job, all done by the same function; nothing is done unless one is given. */
export function everyJob(job: (work: Work<Kind>) => Promise<void> = async () => {}): JobHandlers {
  return Object.fromEntries(Object.keys(QUEUE_SETTINGS).map(kind => [kind, job])) as unknown as JobHandlers
}
