// Parses messages to return paths in a separate thread. Any stranger can send them, so their content must not block requests or
// the mail of teams.
import { Threads } from '../../../base/threads/pool.ts'
import { threadTask } from '../../../base/threads/tasks.ts'
import type * as reading from './reading/actions.ts'
import type { Report } from './report-types.ts'

const threads = new Threads({ size: 1, waiting_max: 200 })
/** An ordinary report is parsed in a few milliseconds. */
const READING_LIMIT_MS = 5_000
const READ_REPORT = threadTask<typeof reading, 'readReport'>(
  new URL('./reading/actions.ts', import.meta.url),
  'readReport',
)

/** `network`: the sender's network, for a fair share of the thread. Throws `ThreadFailed` if a retry may succeed. */
export function readReportInThread(message: Buffer, network: string): Promise<Report | undefined> {
  return threads.run(READ_REPORT, [message], { limit_ms: READING_LIMIT_MS, owner: network })
}
