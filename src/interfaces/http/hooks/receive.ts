// Reads and parses a request once its caller is authorized: unauthorized requests must not use memory.
import type { Context as KoaContext } from 'koa'
import { collectBody, mediaType } from '../body.ts'
import type { ContractParts } from '../contract/parts.ts'
import { declaredQuery } from '../contract/query.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { BodyTraits, OperationTraits } from '../contract/traits.ts'
import { type JsonBody, jsonBody, NO_BODY, refuseOtherType } from '../json-body.ts'
import { refuseManyParameters } from '../raw-request.ts'
import { requestLog } from '../request-log.ts'
import { admit, admitItems } from './admit.ts'
import { receiveUpload } from './receive-upload.ts'

/** Reads query and body into the request. Returns a promise only if there is something to wait for. */
export type ReceiveRequest = (request: ContractRequest, ctx: KoaContext) => Promise<void> | undefined

/** For the operations of the API. */
export function requestReceiver(traits: OperationTraits, parts: ContractParts): ReceiveRequest {
  const { body, query } = traits
  const admitted = admit(traits, parts.hasRoomForMail)
  const readQuery = (request: ContractRequest, ctx: KoaContext): void => {
    if (ctx.querystring === '') return
    // before `ctx.query` is read, which takes time quadratic in the number of parameters
    refuseManyParameters(ctx.req, request.bytes, 422)
    request.query = declaredQuery(ctx, query)
  }
  if (!body) {
    return (request, ctx) => {
      admitted(ctx)
      readQuery(request, ctx)
      return undefined
    }
  }
  if (body.upload) {
    const { uploads } = parts
    return async (request, ctx) => {
      admitted(ctx)
      await receiveUpload(request, ctx, { ...body, upload: body.upload! }, uploads)
      readQuery(request, ctx)
    }
  }
  const parse = parsing(traits, body)
  const admitList = admitItems(traits, parts.hasRoomForMail)
  return async (request, ctx) => {
    admitted(ctx)
    const team_id = request.caller?.team_id
    request.bytes = await collectBody(ctx.req, body.limit_bytes, { response: ctx.res, team_id })
    const parsed = parse(request, ctx)
    request.json = parsed instanceof Promise ? await parsed : parsed
    requestLog(ctx).sent = request.json.logged
    admitList?.(request.json.value)
    readQuery(request, ctx)
  }
}

/** Parses the JSON of a body that was read. */
function parsing(
  { idempotent }: OperationTraits,
  { required, forms }: BodyTraits,
): (request: ContractRequest, ctx: KoaContext) => JsonBody | Promise<JsonBody> {
  return ({ bytes, caller }, ctx) => {
    if (bytes!.length === 0 && !required) return NO_BODY
    refuseOtherType(mediaType(ctx.req))
    const hashed = idempotent && ctx.req.headers['idempotency-key'] !== undefined
    requestLog(ctx).sent = 'not_json'
    return jsonBody(bytes!, forms, hashed, caller?.team_id)
  }
}

/** For OAuth's own operations, which validate and refuse requests by their own rules. */
export function rawRequestReceiver({ body }: OperationTraits): ReceiveRequest {
  return async (request, ctx) => {
    const taker = { response: ctx.res, team_id: request.caller?.team_id }
    if (body) request.bytes = await collectBody(ctx.req, body.limit_bytes, taker)
    refuseManyParameters(ctx.req, request.bytes, 400)
  }
}
