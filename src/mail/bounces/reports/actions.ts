// Mails that strangers send to return paths are read in a thread of their own: whatever is in them blocks neither requests
// nor the mails of teams.
import { beginningOf, FEW_HEADERS_BYTES, readMail } from '../../../base/net/read-mail.ts'
import { Threads } from '../../../base/threads/pool.ts'
import { taskOf } from '../../../base/threads/tasks.ts'
import { reportIn } from './report.ts'
import type { Report } from './reported.ts'

const threads = new Threads({ size: 1, waiting_max: 200 })
/** An ordinary one takes a few milliseconds. */
const READING_LIMIT_MS = 2_000
const READ_REPORT = taskOf<{ readReport: typeof readReport }, 'readReport'>(new URL(import.meta.url), 'readReport')

/** `network`: where it came from. Throws `ThreadFailed` when it could be read another time. */
export function readReportApart(message: Buffer, network: string): Promise<Report | undefined> {
  return threads.run(READ_REPORT, [message], { limit_ms: READING_LIMIT_MS, owner: network })
}

/** What a mail to a return path reports. A thread does this. */
async function readReport(bytes: Uint8Array): Promise<Report | undefined> {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mail = await readMail(beginningOf(message), FEW_HEADERS_BYTES)
  if (!mail) return undefined
  const { headers, subject, text } = mail
  const parts = mail.parts.map(({ type, content }) => ({ type, text: content.toString('utf8') }))
  return reportIn({ headers, subject, text, parts })
}
