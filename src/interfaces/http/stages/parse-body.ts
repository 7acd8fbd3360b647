// Parses the JSON of the body, if there is one.
import { type JsonBody, jsonBody, refuseOtherType } from '../json-body.ts'
import { mediaType } from '../body.ts'
import { requestLog } from '../request-log.ts'
import type { Traits } from '../traits.ts'
import type { Identified } from './identify.ts'
import type { Received } from './read-body.ts'

export interface Parsed extends Identified {
  json: JsonBody
}

const NO_BODY: JsonBody = { value: undefined, hash: undefined, large: false }

export function parseBody({ body, idempotent }: Traits): (received: Received) => Parsed | Promise<Parsed> {
  if (!body) return ({ ctx, now, caller }) => ({ ctx, now, caller, json: NO_BODY })
  const { required, forms } = body
  return ({ ctx, now, caller, bytes }) => {
    if (bytes.length === 0 && !required) return { ctx, now, caller, json: NO_BODY }
    refuseOtherType(mediaType(ctx.req))
    const hashed = idempotent && ctx.headers['idempotency-key'] !== undefined
    const log = requestLog(ctx)
    log.sent = 'not_json'
    const parsed = (json: JsonBody): Parsed => {
      log.sent = json.logged
      return { ctx, now, caller, json }
    }
    const json = jsonBody(bytes, forms, hashed, caller?.team_id)
    return json instanceof Promise ? json.then(parsed) : parsed(json)
  }
}
