// Reports about an email that was handed over: on its delivery (RFC 3464, and servers' own forms), or complaints (RFC 5965).
// Which email a report is about is not read from it: the return path that it came to names the email.
import { complaintIn } from './complaint.ts'
import { deliveryStatusIn } from './delivery-status.ts'
import type { Report, ReportMail } from './reported.ts'
import { wordedBounceIn } from './worded-bounce.ts'

/** What a mail reports; `undefined`: it is no report, but for example a notice of absence. */
export function reportIn(mail: ReportMail): Report | undefined {
  const complaint = complaintIn(mail)
  if (complaint) return complaint
  const told = deliveryStatusIn(mail)
  const recipients = told.length > 0 ? told : wordedBounceIn(mail)
  return recipients.length > 0 ? { kind: 'delivery', recipients } : undefined
}
