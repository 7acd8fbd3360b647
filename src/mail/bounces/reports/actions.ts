// Mails that strangers send to return paths are read in a thread of their own: whatever is in them blocks neither requests
// nor the mails of teams.
import { Threads } from '../../../base/threads/pool.ts'
import { taskOf } from '../../../base/threads/tasks.ts'
import type * as reading from './reading/actions.ts'
import type { Report } from './reported.ts'

const threads = new Threads({ size: 1, waiting_max: 200 })
/** An ordinary one takes a few milliseconds. */
const READING_LIMIT_MS = 5_000
const READ_REPORT = taskOf<typeof reading, 'readReport'>(new URL('./reading/actions.ts', import.meta.url), 'readReport')

/** `network`: where it came from. Throws `ThreadFailed` when it could be read another time. */
export function readReportApart(message: Buffer, network: string): Promise<Report | undefined> {
  return threads.run(READ_REPORT, [message], { limit_ms: READING_LIMIT_MS, owner: network })
}
