// Reads the bytes of the body, where the operation takes one.
import { collectBody } from '../body.ts'
import { refuseManyParameters } from '../raw-request.ts'
import type { Traits } from '../traits.ts'
import type { Identified } from './identify.ts'

export interface Received extends Identified {
  bytes: Buffer
}

const NOTHING = Buffer.alloc(0)

export function readBody({ body, own_rules }: Traits): (identified: Identified) => Received | Promise<Received> {
  const received = ({ ctx, now, caller }: Identified, bytes: Buffer): Received => {
    // before `ctx.query` is read, which takes time quadratic in the number of parameters
    if (own_rules) refuseManyParameters(ctx.req, bytes, 400)
    else if (ctx.querystring !== '') refuseManyParameters(ctx.req, bytes, 422)
    return { ctx, now, caller, bytes }
  }
  if (!body) return identified => received(identified, NOTHING)
  const { limit_bytes } = body
  return async identified => {
    const { ctx, caller } = identified
    return received(
      identified,
      await collectBody(ctx.req, limit_bytes, { response: ctx.res, team_id: caller?.team_id }),
    )
  }
}
