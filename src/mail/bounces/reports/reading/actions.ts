// Parses reports in a worker thread.
import { firstLines, FEW_HEADERS_BYTES, readMail } from '../../../../base/net/read-mail.ts'
import { parseReport } from '../report.ts'
import type { Report } from '../report-types.ts'

/** Parses a report. Runs in a thread. */
export async function readReport(bytes: Uint8Array): Promise<Report | undefined> {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mail = await readMail(firstLines(message), FEW_HEADERS_BYTES)
  if (!mail) return undefined
  const { headers, subject, text } = mail
  const parts = mail.parts.map(({ type, content }) => ({ type, text: content.toString('utf8') }))
  return parseReport({ headers, subject, text, parts })
}
