// What the status of an email means, for a person who wants to know why it did not arrive.
import type { LastEvent } from '../../../../mail/emails/rules.ts'

const WORDS: Record<LastEvent, string> = {
  queued: 'Accepted. The first delivery attempt starts soon.',
  scheduled: 'Will be sent at the scheduled time.',
  canceled: 'Canceled before it was sent.',
  sent: 'Accepted by the relay.',
  delivered: 'Accepted by the recipients’ mail server. If it is not in the inbox, check the spam folder.',
  delivery_delayed: 'Delivery failed temporarily. Lettermill will retry automatically.',
  bounced: 'Permanently rejected by the mail server of at least one recipient.',
  complained: 'Delivered. A recipient marked it as spam.',
  opened: 'Delivered and opened.',
  clicked: 'Delivered. A recipient clicked a link.',
  failed: 'Not delivered. See the history for the reason.',
  suppressed: 'Not sent because its recipients are suppressed.',
}

export const STATUSES = Object.keys(WORDS) as LastEvent[]

export function statusWords(status: LastEvent): string {
  return WORDS[status]
}

/** The reply with its code once. Most servers start a reply with its code, and some repeat it. */
export function repliedWords(code: number | undefined, reply: string): string {
  if (code === undefined) return reply
  if (reply.startsWith(`${code} ${code} `)) return reply.slice(`${code} `.length)
  return reply.startsWith(String(code)) ? reply : `${code} ${reply}`
}
