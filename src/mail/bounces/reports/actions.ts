// Parses mails to return paths, which any stranger can send, in a thread of their own, so that no content can block requests
// or the mails of teams.
import { Threads } from '../../../base/threads/pool.ts'
import { taskOf } from '../../../base/threads/tasks.ts'
import type * as reading from './reading/actions.ts'
import type { Report } from './reported.ts'

const threads = new Threads({ size: 1, waiting_max: 200 })
/** An ordinary report takes a few milliseconds. */
const READING_LIMIT_MS = 5_000
const READ_REPORT = taskOf<typeof reading, 'readReport'>(new URL('./reading/actions.ts', import.meta.url), 'readReport')

/** `network`: the sender's network, for a fair share of the thread. Throws `ThreadFailed` if another try may succeed. */
export function readReportApart(message: Buffer, network: string): Promise<Report | undefined> {
  return threads.run(READ_REPORT, [message], { limit_ms: READING_LIMIT_MS, owner: network })
}
