// What the status of an email means, for a person who wants to know why it did not arrive.
import type { LastEvent } from '../../../../mail/emails/rules.ts'

const WORDS: Record<LastEvent, string> = {
  queued: 'It was accepted and waits for its first attempt.',
  scheduled: 'It will be sent when its time has come.',
  canceled: 'It was canceled before its time and is not sent.',
  sent: 'It was handed over.',
  delivered:
    'The mail server of its recipients took it. If they do not find it, it is with their provider: in the spam folder, or held back.',
  delivery_delayed: 'It could not be delivered yet and will be tried again.',
  bounced: 'A mail server refused it for good, for at least one recipient.',
  complained: 'It was delivered, and a recipient marked it as unwanted.',
  opened: 'It was delivered and opened.',
  clicked: 'It was delivered, and a link in it was followed.',
  failed: 'It was given up, and the timeline says why.',
  suppressed: 'It was not sent, as its recipients are suppressed.',
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
