// Whether it is of any use to read the body, which may be large.
import type { Context } from 'koa'
import { refusal } from '../../refusal.ts'
import type { Traits } from '../traits.ts'
import type { Identified } from './identify.ts'

const TOO_MUCH_WAITS =
  'Too many mails wait to be delivered, so nothing was accepted. Try again after the seconds in Retry-After.'

/** Refuses (406) who takes no JSON, and (503) a mail for which there is no room. */
export function admit({ sends }: Traits, hasRoomForMail = () => true): (identified: Identified) => Identified {
  return identified => {
    if (!acceptsJson(identified.ctx))
      throw refusal('validation_error', 'The answer is JSON: accept application/json.', 406)
    if (sends && !hasRoomForMail()) throw refusal('service_unavailable', TOO_MUCH_WAITS)
    return identified
  }
}

function acceptsJson(ctx: Context): boolean {
  const { accept } = ctx.headers
  return accept === undefined || accept.includes('*/*') || ctx.accepts('json') !== false
}
