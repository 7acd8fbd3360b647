// Mails that strangers send to return paths are read in a thread of their own: whatever is in them blocks neither requests
// nor the mails of teams.
import { Threads } from './pool.ts'
import type { Output } from './tasks.ts'

const threads = new Threads({ size: 1, waiting_max: 200 })
/** An ordinary one takes a few milliseconds. */
const READING_LIMIT_MS = 2_000

/** `network`: where it came from. Throws `ThreadFailed` when it could be read another time. */
export function readReportApart(message: Buffer, network: string): Promise<Output<'read_report'>> {
  return threads.run('read_report', { bytes: message }, { limit_ms: READING_LIMIT_MS, owner: network })
}
