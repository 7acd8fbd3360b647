// The configured spam filter, with the HTTP interface of rspamd (`/checkv2`): the email is the body of a request, and its
// headers contain the IP address, EHLO name and envelope. This file parses its responses.

/** Bytes of an email that are sent to the filter: filters do not examine more of large emails. */
export const SPAM_CHECKED_BYTES = 2_000_000

export interface SpamVerdict {
  isSpam: boolean
  score: number | null
}

/** Actions of rspamd that mark spam. Other actions request greylisting or nothing. */
const SPAM_ACTIONS = new Set(['reject', 'add header', 'rewrite subject', 'quarantine'])

export function parseSpamResponse(body: unknown): SpamVerdict | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { action, score, required_score } = body as Record<string, unknown>
  const known = typeof score === 'number' && Number.isFinite(score) ? score : null
  if (typeof action === 'string') return { isSpam: SPAM_ACTIONS.has(action), score: known }
  // an adapter of SpamAssassin returns only scores
  return known !== null && typeof required_score === 'number'
    ? { isSpam: known >= required_score, score: known }
    : undefined
}

/** A value for a header of the request: printable ASCII only, so that no sender can add headers with a line break. */
export function headerValue(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 500)
}
