// Finds the caller, and counts the request against the rate limit of its team. Throws the 401 that tells which credentials to
// send, or the 429.
import type { Context } from 'koa'
import type { Caller } from '../../../base/operation/operation.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import { DpopRefusal } from '../../../identity/oauth/actions.ts'
import type { Identify } from '../parts.ts'
import { requestLog } from '../request-log.ts'
import type { Traits } from '../traits.ts'
import { type Challenge, INVALID_TOKEN } from './challenge.ts'
import type { LimitRate } from './limit-rate.ts'

export interface Arrived {
  ctx: Context
  now: Date
}

export interface Identified extends Arrived {
  /** `undefined` where no credentials are needed. */
  caller: Caller | undefined
}

interface Known {
  caller?: Caller
}

export function identify(
  { open_to }: Pick<Traits, 'open_to'>,
  ask: Identify,
  challenge: Challenge,
  limit?: LimitRate,
): (arrived: Arrived) => Identified | Promise<Identified> {
  const unknown = ({ ctx, now }: Arrived): Identified => ({ ctx, now, caller: undefined })
  const known = async ({ ctx, now }: Arrived): Promise<Identified> => {
    const { authorization } = ctx.headers
    try {
      // a call of a tool at /mcp comes with the caller of its message
      const caller = (ctx.state as Known).caller ?? (await ask(authorization, now, ctx.req))
      const log = requestLog(ctx)
      log.team_id = caller.team_id
      log.caller = caller
      // before the body is read, so that a request over the limit costs little
      const limiting = limit?.(ctx.res, caller.team_id, now)
      if (limiting) await limiting
      return { ctx, now, caller }
    } catch (error) {
      if (error instanceof DpopRefusal) challenge(ctx, `error="${error.error}"`, 'DPoP')
      else if (error instanceof Refusal && error.status === 401)
        challenge(ctx, authorization ? INVALID_TOKEN : undefined)
      throw error
    }
  }
  if (open_to === 'callers') return known
  if (open_to === 'anybody') return unknown
  // a client's own credentials (Basic) are checked by the operation itself
  return arrived =>
    (/^(?:bearer|dpop)(?: |$)/i.test(arrived.ctx.headers.authorization ?? '') ? known : unknown)(arrived)
}
