// Reports about an email that was handed over: delivery status (RFC 3464 and servers' own formats) and complaints (RFC 5965).
// The return path that received the report names the email; the content of the report does not.
import { parseComplaint } from './complaint.ts'
import { parseDeliveryStatus } from './delivery-status.ts'
import type { Report, ReportMail } from './report-types.ts'
import { parseWordedBounce } from './worded-bounce.ts'

/** Parses the report in a message; `undefined` if it is not a report, such as an out-of-office reply. */
export function parseReport(mail: ReportMail): Report | undefined {
  const complaint = parseComplaint(mail)
  if (complaint) return complaint
  const told = parseDeliveryStatus(mail)
  const recipients = told.length > 0 ? told : parseWordedBounce(mail)
  return recipients.length > 0 ? { kind: 'delivery', recipients } : undefined
}
