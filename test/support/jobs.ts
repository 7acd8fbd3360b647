// Job handlers for tests that need one kind of job.
import { type JobKind, QUEUE_SETTINGS } from '../../src/base/queue/kinds.ts'
import type { JobHandlers } from '../../src/base/queue/runner.ts'
import type { Work } from '../../src/base/queue/claimed-work.ts'

/** Handlers for every kind of job, all with the same function; the default does nothing. */
export function everyJob(job: (work: Work<JobKind>) => Promise<void> = async () => {}): JobHandlers {
  return Object.fromEntries(Object.keys(QUEUE_SETTINGS).map(kind => [kind, job])) as unknown as JobHandlers
}
