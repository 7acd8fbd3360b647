// Reports about an email that was handed over: of its delivery (RFC 3464, and the forms that servers have of
// their own) or that a person complained of it (RFC 5965). Which email it is about is not read here: the address says so that
// the report came to.
import { complaintIn } from './complaint.ts'
import { deliveryStatusIn } from './delivery-status.ts'
import type { Report, ReportMail } from './reported.ts'
import { wordedBounceIn } from './worded-bounce.ts'

/** What a mail reports; nothing when it is no report, such as a notice of absence. */
export function reportIn(mail: ReportMail): Report | undefined {
  const complaint = complaintIn(mail)
  if (complaint) return complaint
  const told = deliveryStatusIn(mail)
  const recipients = told.length > 0 ? told : wordedBounceIn(mail)
  return recipients.length > 0 ? { kind: 'delivery', recipients } : undefined
}
