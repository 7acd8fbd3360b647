// Parses reports in a worker thread.
import { beginningOf, FEW_HEADERS_BYTES, readMail } from '../../../../base/net/read-mail.ts'
import { reportIn } from '../report.ts'
import type { Report } from '../reported.ts'

/** Parses a report. Runs in a thread. */
export async function readReport(bytes: Uint8Array): Promise<Report | undefined> {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mail = await readMail(beginningOf(message), FEW_HEADERS_BYTES)
  if (!mail) return undefined
  const { headers, subject, text } = mail
  const parts = mail.parts.map(({ type, content }) => ({ type, text: content.toString('utf8') }))
  return reportIn({ headers, subject, text, parts })
}
