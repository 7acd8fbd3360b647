// Decides how to handle a server's response when fetching a file: accept, follow a redirect, retry or give up.
import { backoff, type DelayTable } from '../../../base/limits/backoff.ts'
import type { ResponseHead } from '../../../base/net/http-client.ts'
import { urlFault } from '../../../base/text/destination.ts'

/** Why a file could not be fetched. `again`: a retry may succeed. */
export class FetchFault extends Error {
  readonly again: boolean
  /** How long the server asked to wait (`Retry-After`). */
  readonly after_ms: number

  constructor(message: string, again: boolean, after_ms = 0) {
    super(message)
    this.name = 'FetchFault'
    this.again = again
    this.after_ms = after_ms
  }
}

export const REDIRECTS_MAX = 5

/** Maximum attempts for a file; together they take less than an hour. */
const FETCH_TRIES_MAX = 5
const MINUTE_MS = 60_000
const TRIES: DelayTable = { waits_ms: [10_000, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS] }
const WAIT_MAX_MS = 20 * MINUTE_MS

/** The time of the next attempt after this one, counted from 1; `undefined` after the last attempt. */
export function nextFetchAt(tries: number, now: Date, after_ms = 0): Date | undefined {
  if (tries >= FETCH_TRIES_MAX) return undefined
  return new Date(now.getTime() + Math.max(backoff(tries, TRIES), Math.min(after_ms, WAIT_MAX_MS)))
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PASSING = new Set([408, 425, 429])

/** The URL that a response redirects to; `undefined` if it does not redirect. Throws if that URL is invalid. */
export function redirectTarget(
  { status, location }: Pick<ResponseHead, 'status' | 'location'>,
  url: string,
): string | undefined {
  if (!REDIRECTS.has(status)) return undefined
  const target = location === null ? undefined : URL.parse(location, url)?.href
  const fault = target === undefined ? 'is missing' : urlFault(target)
  if (target === undefined || fault !== undefined) {
    throw new FetchFault(`the server returned a redirect (${status}) whose URL ${fault}`, false)
  }
  return target
}

/** Throws if the body of a response is not the file. */
export function checkFile(head: ResponseHead, bytes_max: number, now: Date): void {
  const { status, content_encoding, content_length } = head
  if (status !== 200) throw new FetchFault(`the server returned ${status}`, isPassing(status), waitOf(head, now))
  if (content_encoding !== null && !/^identity$/i.test(content_encoding)) {
    throw new FetchFault(
      `the response has the content encoding ${content_encoding.slice(0, 20)}, which was not requested`,
      false,
    )
  }
  if ((content_length ?? 0) > bytes_max) throw tooLargeFile(bytes_max)
}

export function tooLargeFile(bytes_max: number): FetchFault {
  return new FetchFault(`the file is larger than the remaining ${bytes_max} bytes of this email`, false)
}

function isPassing(status: number): boolean {
  return status >= 500 || PASSING.has(status)
}

/** `Retry-After` in seconds or as a date (RFC 9110 10.2.3). */
function waitOf({ retry_after }: ResponseHead, now: Date): number {
  if (retry_after === null) return 0
  const wait_ms = /^\d{1,9}$/.test(retry_after) ? Number(retry_after) * 1000 : Date.parse(retry_after) - now.getTime()
  return Number.isFinite(wait_ms) ? Math.max(0, wait_ms) : 0
}
