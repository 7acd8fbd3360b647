// Reads a form that one of our pages sent.
import type { Context } from 'koa'
import { mediaType, collectBody } from '../../http/body.ts'
import { PARAMETERS_MAX, hasTooManyParameters } from '../../http/parameters.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'
import { isFromOwnPage } from './csrf.ts'

/** Enough bytes for the longest password and the longest URL to continue at after the login. */
const FORM_LIMIT_BYTES = 32_768

/** The fields of the form. Refuses (403) a request from another site before reading its body. */
export async function readForm(ctx: Context, site: Site, limit_bytes = FORM_LIMIT_BYTES): Promise<URLSearchParams> {
  refuseFromElsewhere(ctx, site)
  const body = await collectBody(ctx.req, limit_bytes)
  if (mediaType(ctx.req) !== 'application/x-www-form-urlencoded') {
    throw problem(415, 'Not a form', 'This URL accepts only forms.')
  }
  if (hasTooManyParameters(body)) {
    throw problem(400, 'Too many fields', `A form can have up to ${PARAMETERS_MAX} fields. Nothing was saved.`)
  }
  const form = new URLSearchParams(body.toString())
  // the lenient decoder replaces invalid bytes by U+FFFD
  if ([...form].flat().some(text => text.includes('\uFFFD') || text.includes('\0'))) {
    throw problem(400, 'Invalid form', 'The form contains data that is not text. Nothing was saved.')
  }
  return form
}

/** Refuses (403) a form that may have been sent from another site. */
export function refuseFromElsewhere(ctx: Context, site: Site): void {
  if (isFromOwnPage(ctx.headers, site)) return
  const message = `The form was not sent from a page at ${site.public_url}. Nothing was saved. Open that URL and try again. To use another URL, set PUBLIC_URL and restart the server.`
  throw problem(403, 'Form sent from another site', message)
}
