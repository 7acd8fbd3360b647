// What a spam filter of the operator says of a mail, by the HTTP interface of rspamd (`/checkv2`): the mail is the body, and
// what is known of its way stands in headers. Which of its answers mean spam.

/** The filter sees the beginning of what is larger, as filters do by themselves. */
export const SPAM_CHECKED_BYTES = 2_000_000

export interface SpamFound {
  isSpam: boolean
  score: number | null
}

/** Actions of rspamd that take a mail for spam. Others say to wait, or nothing. */
const SPAM_ACTIONS = new Set(['reject', 'add header', 'rewrite subject', 'quarantine'])

export function spamAnswer(body: unknown): SpamFound | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { action, score, required_score } = body as Record<string, unknown>
  const known = typeof score === 'number' && Number.isFinite(score) ? score : null
  if (typeof action === 'string') return { isSpam: SPAM_ACTIONS.has(action), score: known }
  // a filter that only counts
  return known !== null && typeof required_score === 'number'
    ? { isSpam: known >= required_score, score: known }
    : undefined
}

/** Of a header of the request: one line, of what HTTP takes. */
export function headerValue(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 500)
}
