// Forms: reading them, and whether one was sent from a page of ours by the person who saw it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from 'koa'
import { mediaType, readBody } from '../../http/body.ts'
import { PARAMETERS_MAX, hasTooManyParameters } from '../../http/parameters.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'

/** Room for the longest password and the longest way on after logging in. */
const FORM_LIMIT_BYTES = 32_768

/** The fields of the form. Refuses what comes from another site before it reads anything of it. */
export async function readForm(ctx: Context, site: Site): Promise<URLSearchParams> {
  if (!isFromUs(ctx.headers, site)) {
    const message = `This form was not sent from a page at ${site.public_url}, so nothing was done. Open that address and try again there. If people are to use another one, set PUBLIC_URL to it and start the server again.`
    throw problem(403, 'Not sent from here', message)
  }
  const body = await readBody(ctx.req, FORM_LIMIT_BYTES)
  if (mediaType(ctx.req) !== 'application/x-www-form-urlencoded') {
    throw problem(415, 'Not a form', 'This address only takes forms.')
  }
  if (hasTooManyParameters(body)) {
    throw problem(400, 'Too many fields', `A form has at most ${PARAMETERS_MAX} fields here, so nothing was done.`)
  }
  const form = new URLSearchParams(body.toString())
  // a lenient decoder wrote U+FFFD in the place of bytes that are no text
  if ([...form].flat().some(text => text.includes('\uFFFD') || text.includes('\0'))) {
    throw problem(400, 'Not readable', 'Something in this form is no text, so nothing was done.')
  }
  return form
}

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
 * say what the browser has in its address bar, so then nobody knows.
 */
export function isForeign(headers: IncomingHttpHeaders, { hosts }: Site): boolean {
  const behind_proxy = PROXY_HEADERS.some(name => headers[name] !== undefined)
  return !behind_proxy && headers.host !== undefined && !hosts.has(headers.host.toLowerCase())
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** The token for forms shown to whoever holds this cookie. Without the cookie it says nothing, so it may be in a page. */
export function formToken(secret: string, cookie: string): string {
  return createHmac('sha256', secret).update(cookie).digest('base64url')
}

export function isFormToken(secret: string, cookie: string, token: string | null): boolean {
  const expected = Buffer.from(formToken(secret, cookie))
  const given = Buffer.from(token ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Throws unless the form has the token that belongs to this cookie. */
export function checkFormToken(secret: string, cookie: string, form: URLSearchParams): void {
  if (isFormToken(secret, cookie, form.get('form_token'))) return
  throw problem(403, 'This page was too old', 'Nothing was done. Go back, load the page again and repeat your choice.')
}
