// Refuses a request before its body is read, which may be large.
import type { Context } from 'koa'
import { refusal } from '../../../base/text/refusal.ts'
import type { Traits } from '../traits.ts'
import { shown } from '../../../base/text/shown.ts'
import type { Identified } from './identify.ts'
import type { Parsed } from './parse-body.ts'

const TOO_MUCH_WAITS =
  'Too many mails wait to be delivered, so nothing was accepted. Try again after the seconds in Retry-After.'

type HasRoom = (mails: number) => boolean

/** Refuses (406) a client that does not accept the media type of the answer, and (503) an email for which there is no room. */
export function admit(
  { sends, gives_csv, gives_events }: Traits,
  hasRoomForMail: HasRoom = () => true,
): (identified: Identified) => Identified {
  const own = gives_csv ? 'text/csv' : gives_events ? 'text/event-stream' : undefined
  const types = own === undefined ? ['json'] : [own, 'json']
  const wanted =
    own === undefined
      ? 'The answer is JSON: accept application/json.'
      : `The answer is ${gives_csv ? 'a CSV' : 'a stream of events'}: accept ${own}.`
  return identified => {
    if (!accepts(identified.ctx, types)) throw refusal('validation_error', wanted, 406)
    if (sends && !hasRoomForMail(1)) throw refusal('service_unavailable', TOO_MUCH_WAITS)
    return identified
  }
}

const ITEMS_MAX = 100

/**
 * The same for a list of emails, of which `admit` has counted one: refuses (422) a value that is no list or too long a one.
 * `undefined` for other operations.
 */
export function admitItems(
  { batch }: Traits,
  hasRoomForMail: HasRoom = () => true,
): ((parsed: Parsed) => Parsed) | undefined {
  if (!batch) return undefined
  return parsed => {
    const { value } = parsed.json
    if (!Array.isArray(value) || value.length === 0 || value.length > ITEMS_MAX) {
      throw refusal('validation_error', `Send a list of 1 to ${ITEMS_MAX} items as the body; received ${shown(value)}.`)
    }
    if (!hasRoomForMail(value.length - 1)) throw refusal('service_unavailable', TOO_MUCH_WAITS)
    return parsed
  }
}

function accepts(ctx: Context, types: string[]): boolean {
  const { accept } = ctx.headers
  return accept === undefined || accept.includes('*/*') || ctx.accepts(types) !== false
}
