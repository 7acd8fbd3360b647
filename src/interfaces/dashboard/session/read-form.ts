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
    throw problem(415, 'Not a form', 'This page accepts only forms.')
  }
  if (hasTooManyParameters(body)) {
    throw problem(400, 'Too many fields', `A form can have at most ${PARAMETERS_MAX} fields. Nothing was changed.`)
  }
  const form = new URLSearchParams(body.toString())
  // the lenient decoder replaces invalid bytes by U+FFFD
  if ([...form].flat().some(text => text.includes('\uFFFD') || text.includes('\0'))) {
    throw problem(400, 'Invalid form', 'The form contains invalid text. Nothing was changed.')
  }
  return form
}

/** Refuses (403) a form that may have been sent from another site. */
export function refuseFromElsewhere(ctx: Context, site: Site): void {
  if (isFromUs(ctx.headers, site)) return
  const message = `This form was not sent from a page at ${site.public_url}. Nothing was changed. Open that address and try again. To use another address, set PUBLIC_URL and restart the server.`
  throw problem(403, 'Wrong address', message)
}
