// Reads a form that one of our pages sent.
import type { Context } from 'koa'
import { mediaType, collectBody } from '../../http/body.ts'
import { PARAMETERS_MAX, hasTooManyParameters } from '../../http/parameters.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'
import { isFromUs } from './csrf.ts'

/** Enough bytes for the longest password and the longest URL to continue at after the login. */
const FORM_LIMIT_BYTES = 32_768

/** The fields of the form. Refuses (403) a request from another site before reading its body. */
export async function readForm(ctx: Context, site: Site, limit_bytes = FORM_LIMIT_BYTES): Promise<URLSearchParams> {
  refuseFromElsewhere(ctx, site)
  const body = await collectBody(ctx.req, limit_bytes)
  if (mediaType(ctx.req) !== 'application/x-www-form-urlencoded') {
    throw problem(415, 'Not a form', 'This address only takes forms.')
  }
  if (hasTooManyParameters(body)) {
    throw problem(400, 'Too many fields', `A form has at most ${PARAMETERS_MAX} fields here, so nothing was done.`)
  }
  const form = new URLSearchParams(body.toString())
  // the lenient decoder replaces invalid bytes by U+FFFD
  if ([...form].flat().some(text => text.includes('\uFFFD') || text.includes('\0'))) {
    throw problem(400, 'Not readable', 'Something in this form is no text, so nothing was done.')
  }
  return form
}

/** Refuses (403) a form that may have been sent from another site. */
export function refuseFromElsewhere(ctx: Context, site: Site): void {
  if (isFromUs(ctx.headers, site)) return
  const message = `This form was not sent from a page at ${site.public_url}, so nothing was done. Open that address and try again there. If people are to use another one, set PUBLIC_URL to it and start the server again.`
  throw problem(403, 'Not sent from here', message)
}
