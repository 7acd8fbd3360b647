// How a thread reads a mail that came to a return path: by the rules of the room that reports are for.
import { reportIn } from '../mail/bounces/reports/report.ts'
import type { Report } from '../mail/bounces/reports/reported.ts'
import { beginningOf, FEW_HEADERS_BYTES, readMail } from '../base/net/read-mail.ts'

export async function readReport(bytes: Uint8Array): Promise<{ report: Report | undefined }> {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mail = await readMail(beginningOf(message), FEW_HEADERS_BYTES)
  if (!mail) return { report: undefined }
  const { headers, subject, text } = mail
  const parts = mail.parts.map(({ type, content }) => ({ type, text: content.toString('utf8') }))
  return { report: reportIn({ headers, subject, text, parts }) }
}
