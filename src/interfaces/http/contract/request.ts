// A request as openapi-backend routes and validates it, and the findings of the hooks about it.
import type { Context as KoaContext } from 'koa'
import type { ParsedRequest, Request } from 'openapi-backend'
import type { OperationId } from '../../../../generated/api.ts'
import type { Caller } from '../../../base/operation/operation.ts'
import type { FileContent } from '../../../base/text/extract-contents.ts'
import type { Refusal } from '../../../base/text/refusal.ts'
import { type JsonBody, NO_BODY } from '../json-body.ts'
import type { OperationTraits } from './traits.ts'

export class ContractRequest implements Request, ParsedRequest {
  readonly ctx: KoaContext
  readonly now: Date
  /** In lower case; `get` for HEAD. */
  readonly method: string
  readonly path: string
  /** The segments of the path, once routed. */
  parts: string[] = []
  /** Set for a request that is not routed by its path, such as a tool call. */
  readonly operation_id: OperationId | undefined
  params: Record<string, string>
  /** Those of its operation, once found. */
  traits: OperationTraits | undefined
  /** The declared parameters only. */
  query: Record<string, never> = {}
  /** `undefined` if no credentials are required. */
  caller: Caller | undefined
  bytes: Buffer | undefined
  json: JsonBody = NO_BODY
  /** For a list whose items are validated separately: the refusals of items, by index. */
  faults: ReadonlyMap<number, Refusal> | undefined
  /** The MIME content of a message that was submitted over SMTP; the API itself does not accept any. */
  submitted: FileContent | undefined
  /** Undoes what was stored for a request that is refused later. */
  discard: (() => Promise<void>) | undefined

  /** `params` are passed with `operation_id`; otherwise they are read from the path. */
  constructor(ctx: KoaContext, now: Date, operation_id?: OperationId, params: Record<string, string> = {}) {
    this.ctx = ctx
    this.now = now
    const { method, path } = ctx
    this.path = path
    this.method = method === 'HEAD' ? 'get' : method.toLowerCase()
    this.operation_id = operation_id
    this.params = params
  }

  get headers(): Record<string, never> {
    return this.ctx.req.headers as Record<string, never>
  }

  get cookies(): Record<string, never> {
    return {}
  }

  get requestBody(): object | undefined {
    return this.json.value
  }
}
