// Whether a form was sent from a page of ours, and by the person who saw it (CSRF).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { randomToken } from '../../../base/secrets/tokens.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'

/** The field of a form that the token is in. */
export const CSRF_FIELD = 'form_token'

/**
 * Whether a browser says that one of our own pages sent this. A cross-site page can neither forge nor leave out these
 * headers; a request with none of them does not come from a browser that we can protect.
 */
export function isFromUs(headers: IncomingHttpHeaders, { origins }: Site): boolean {
  const { origin, referer } = headers
  const fetch_site = headers['sec-fetch-site']
  if (fetch_site !== undefined && fetch_site !== 'same-origin') return false
  if (origin !== undefined && origin !== 'null') return origins.has(origin)
  if (fetch_site !== undefined) return true
  return referer !== undefined && origins.has(URL.parse(referer)?.origin ?? '')
}

/**
 * Whether the page was asked for under an address that its forms cannot be sent from. Behind a proxy a request need not
 * say what the browser has in its address bar, so then it is unknown.
 */
export function isForeign(headers: IncomingHttpHeaders, { hosts }: Site): boolean {
  const behind_proxy = PROXY_HEADERS.some(name => headers[name] !== undefined)
  return !behind_proxy && headers.host !== undefined && !hosts.has(headers.host.toLowerCase())
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** The CSRF token for forms shown with this cookie. Without the cookie it is worth nothing, so it may be in a page. */
export function csrfToken(secret: string, cookie: string): string {
  return createHmac('sha256', secret).update(cookie).digest('base64url')
}

export function isCsrfToken(secret: string, cookie: string, token: string | null): boolean {
  const expected = Buffer.from(csrfToken(secret, cookie))
  const given = Buffer.from(token ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Throws unless the form has the token that belongs to this session. */
export function checkCsrfToken(secret: string, session: string, form: URLSearchParams): void {
  if (isCsrfToken(secret, session, form.get(CSRF_FIELD))) return
  throw problem(403, 'This page was too old', 'Nothing was done. Go back, load the page again and repeat your choice.')
}

/** For a form that is shown before the login: bound to a cookie that means nothing else. */
export function guestCsrf(
  secret: string,
  known: string | undefined,
): { csrf_token: string; cookies: { visit?: string } } {
  const visit = known ?? randomToken()
  return { csrf_token: csrfToken(secret, visit), cookies: known === undefined ? { visit } : {} }
}

export function isFormOfGuest(secret: string, visit: string | undefined, form: URLSearchParams): boolean {
  return visit !== undefined && isCsrfToken(secret, visit, form.get(CSRF_FIELD))
}
