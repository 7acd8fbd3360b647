// CSRF protection: a form must be sent from one of our pages, by the person to whom the page was shown.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { randomToken } from '../../../base/secrets/tokens.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'

/** The field of a form with the CSRF token. */
export const CSRF_FIELD = 'form_token'

/**
 * Whether the headers prove that one of our pages sent the request. A cross-site page can neither forge nor omit them. A
 * request without any of them was not sent by a supported browser, and is refused.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, { origins }: Site): boolean {
  const { origin, referer } = headers
  const fetch_site = headers['sec-fetch-site']
  if (fetch_site !== undefined && fetch_site !== 'same-origin') return false
  if (origin !== undefined && origin !== 'null') return origins.has(origin)
  if (fetch_site !== undefined) return true
  return referer !== undefined && origins.has(URL.parse(referer)?.origin ?? '')
}

/**
 * Whether the page was opened at a URL from which its forms cannot be sent. `false` behind a proxy, where the Host header may
 * differ from the URL in the browser.
 */
export function isForeign(headers: IncomingHttpHeaders, { hosts }: Site): boolean {
  const behind_proxy = PROXY_HEADERS.some(name => headers[name] !== undefined)
  return !behind_proxy && headers.host !== undefined && !hosts.has(headers.host.toLowerCase())
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** The CSRF token of forms for the holder of a cookie. It is useless without the cookie, so a page may contain it. */
export function csrfToken(secret: string, cookie: string): string {
  return createHmac('sha256', secret).update(cookie).digest('base64url')
}

export function isCsrfToken(secret: string, cookie: string, token: string | null): boolean {
  const expected = Buffer.from(csrfToken(secret, cookie))
  const given = Buffer.from(token ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Refuses (403) a form without the CSRF token of this session. */
export function checkCsrfToken(secret: string, session: string, form: URLSearchParams): void {
  if (isCsrfToken(secret, session, form.get(CSRF_FIELD))) return
  throw problem(403, 'Page expired', 'Nothing was saved. Go back, reload the page and try again.')
}

/** The CSRF token of a form before the login, bound to a separate cookie, which is set if it is missing. */
export function guestCsrfToken(
  secret: string,
  known: string | undefined,
): { csrf_token: string; cookies: { visit?: string } } {
  const visit = known ?? randomToken()
  return { csrf_token: csrfToken(secret, visit), cookies: known === undefined ? { visit } : {} }
}

export function isFormOfGuest(secret: string, visit: string | undefined, form: URLSearchParams): boolean {
  return visit !== undefined && isCsrfToken(secret, visit, form.get(CSRF_FIELD))
}
