// The request as received, for operations that check everything themselves.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { RawRequest } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { mediaType } from './body.ts'
import { PARAMETERS_MAX, hasTooManyParameters } from './parameters.ts'

/** A class, because an object literal with a getter creates a hidden class per request, which only a full collection frees. */
export class RawRequestView implements RawRequest {
  readonly #ctx: Context
  readonly body: Buffer

  constructor(ctx: Context, body: Buffer) {
    this.#ctx = ctx
    this.body = body
  }

  get querystring(): string {
    return rawQuery(this.#ctx.req)
  }
  get content_type(): string | undefined {
    return mediaType(this.#ctx.req)
  }
  get authorization(): string | undefined {
    return this.#ctx.headers.authorization
  }
  get dpop(): string | undefined {
    return this.#ctx.headers.dpop as string | undefined
  }
  get ip(): string {
    return this.#ctx.ip
  }
}

/** Refuses too many parameters before they are parsed, because each becomes several objects. */
export function refuseManyParameters(request: IncomingMessage, body: Buffer | undefined, status: 400 | 422): void {
  const isForm = body && mediaType(request) === 'application/x-www-form-urlencoded'
  if (!hasTooManyParameters(rawQuery(request)) && !(isForm && hasTooManyParameters(body))) return
  throw refusal('validation_error', `Too many parameters: at most ${PARAMETERS_MAX} are allowed.`, status)
}

/** The query as sent: a parser would trim and unescape parts that OAuth's rules have to read. */
function rawQuery({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}
