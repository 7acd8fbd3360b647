// Refuses a request before its body, which may be large, is read.
import type { Context } from 'koa'
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import type { OperationTraits } from '../contract/traits.ts'

const TOO_MUCH_WAITS =
  'Too many emails are queued, so nothing was accepted. Try again after the seconds in Retry-After.'

type HasRoom = (mails: number) => boolean

/** Refuses (406) a client that does not accept the media type of the response, and (503) an email for which there is no room. */
export function admit(
  { sends, gives }: Pick<OperationTraits, 'sends' | 'gives'>,
  hasRoomForMail: HasRoom = () => true,
): (ctx: Context) => void {
  const types = gives === undefined ? ['json'] : [gives, 'json']
  const noun = gives === 'text/csv' ? 'a CSV' : gives === undefined ? 'JSON' : 'a stream of events'
  const wanted = `The answer is ${noun}: accept ${gives ?? 'application/json'}.`
  return ctx => {
    if (!accepts(ctx, types)) throw refusal('validation_error', wanted, 406)
    if (sends && !hasRoomForMail(1)) throw refusal('service_unavailable', TOO_MUCH_WAITS)
  }
}

const ITEMS_MAX = 100

/**
 * Checks the body of a batch. Rejects (422) a value that is not a list or has a wrong length, and (503) a list for which there
 * is no room. `admit` has already counted one item. Returns `undefined` for other operations.
 */
export function admitItems(
  { batch }: Pick<OperationTraits, 'batch'>,
  hasRoomForMail: HasRoom = () => true,
): ((value: unknown) => void) | undefined {
  if (!batch) return undefined
  return value => {
    if (!Array.isArray(value) || value.length === 0 || value.length > ITEMS_MAX) {
      throw refusal(
        'validation_error',
        `Send a list of 1 to ${ITEMS_MAX} items as the body; received ${describeValue(value)}.`,
      )
    }
    if (!hasRoomForMail(value.length - 1)) throw refusal('service_unavailable', TOO_MUCH_WAITS)
  }
}

function accepts(ctx: Context, types: string[]): boolean {
  const { accept } = ctx.req.headers
  return accept === undefined || accept.includes('*/*') || ctx.accepts(types) !== false
}
