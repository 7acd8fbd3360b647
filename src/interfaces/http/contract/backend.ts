// Wires the contract: one OpenAPIBackend routes each request to its operation, authorizes it by the security schemes,
// validates it and calls the registered handler (docs/decisions/router.md).
import type { Context as KoaContext, Middleware, Next } from 'koa'
import { type Context, type Document, type Handler, OpenAPIBackend } from 'openapi-backend'
import type { OperationId } from '../../../../generated/api.ts'
import { once } from '../../../base/runtime/lazy.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { readDocument, servedDefinition } from '../../contract/document.ts'
import { sendError } from '../errors.ts'
import { operationRunner, rawOperationRunner, type OperationRunner } from '../hooks/act.ts'
import { responseWriter, type WriteResponse } from '../hooks/respond.ts'
import { type ReceiveRequest, requestReceiver, rawRequestReceiver } from '../hooks/receive.ts'
import { stillAuthorizedCheck, securityHandlers } from '../hooks/security.ts'
import { requestLog } from '../request-log.ts'
import { refusalOf } from '../validation.ts'
import { MisspelledFields, WARNING_HEADER } from './misspelled-fields.ts'
import type { AnyResponse, AnyHandler, ContractParts } from './parts.ts'
import { ContractRequest } from './request.ts'
import { IndexedRouter, type RoutedOperation } from './router.ts'
import { type OperationTraits, operationTraits } from './traits.ts'
import { ContractValidator, itemFaults, findMisspelledFields } from './validator.ts'

/** The operations of the contract with their handlers. */
export interface Contract {
  api: OpenAPIBackend
  /** Responds to requests whose path is in the contract, and calls the next middleware for others. */
  door: Middleware
  /** Responds to a request as this operation, regardless of its path. */
  answer(ctx: KoaContext, operation: OperationId, params: Record<string, string>): Promise<void>
}

/** How requests of an operation are processed, derived from the contract at its first request. */
interface Plan {
  traits: OperationTraits
  receive: ReceiveRequest
  act: OperationRunner
  answer: WriteResponse
  lookalikes: () => MisspelledFields
}

/** Uses the definition unchanged. The library would also resolve external references, which are never used. */
class LocalBackend extends OpenAPIBackend {
  override async loadDocument(): Promise<Document> {
    return (this.document = this.inputDocument as Document)
  }
}

/**
 * Throws if an operation has no handler, a handler has no operation, or a security scheme has no handler. `definition`
 * defaults to the parts of the contract that routing and authorization require.
 */
export async function openContract(parts: ContractParts, definition = servedDefinition()): Promise<Contract> {
  const api = new LocalBackend({
    definition,
    quick: true,
    strict: true,
    validate: ({ request }) => requestIn(request).traits?.own_rules === false,
  })
  await api.init()
  const router = new IndexedRouter(api.definition)
  const validator = new ContractValidator({ router, document: readDocument })
  Object.assign(api, { router, validator })
  const plans = new Map(router.getOperations().map(operation => planBy(operation, parts)))
  for (const [scheme, handler] of Object.entries(securityHandlers(parts))) api.registerSecurityHandler(scheme, handler)
  api.register(hooks({ api, router, validator, planOf: id => plans.get(id)!() }))
  for (const id of Object.keys(parts.handlers))
    api.register(id, (({ request }) => plans.get(id)!().act(requestIn(request))) satisfies Handler)
  refuseMissingHandlers(api)
  return bound(api, parts)
}

function planBy(operation: RoutedOperation, parts: ContractParts): [id: string, plan: () => Plan] {
  const { operationId: id, method, path } = operation
  const plan = (): Plan => {
    const traits = operationTraits(readDocument(), method, path)
    const handler: AnyHandler = parts.handlers[id]!
    return {
      traits,
      receive: traits.own_rules ? rawRequestReceiver(traits) : requestReceiver(traits, parts),
      act: traits.own_rules ? rawOperationRunner(traits, handler, parts) : operationRunner(traits, handler, parts),
      answer: responseWriter(traits, parts.database, stillAuthorizedCheck(traits, parts)),
      lookalikes: once(() => findMisspelledFields(traits)),
    }
  }
  return [id, once(plan)]
}

function refuseMissingHandlers({ handlers, securityHandlers, router, definition }: OpenAPIBackend): void {
  const operation = router.getOperations().find(({ operationId }) => !handlers[operationId!])
  if (operation) throw new Error(`No handler for ${operation.operationId}`)
  const scheme = Object.keys(definition.components?.securitySchemes ?? {}).find(name => !securityHandlers[name])
  if (scheme !== undefined) throw new Error(`No handler for the security scheme ${scheme}`)
}

/** The library types requests by their JSON; each is the one that was passed to `handleRequest`. */
const requestIn = (request: Context['request']): ContractRequest => request as unknown as ContractRequest

interface HookParts {
  api: OpenAPIBackend
  router: IndexedRouter
  validator: ContractValidator
  planOf: (id: string) => Plan
}

/** openapi-backend's hooks, in call order. They receive Koa's context and the next middleware. */
function hooks({ api, router, validator, planOf }: HookParts): Record<string, Handler> {
  return {
    postRoutingHandler: ({ request, operation }, ctx: KoaContext) => {
      const id = operation?.operationId
      if (id === undefined || (operation as RoutedOperation)['x-unserved'] !== undefined) return
      const { traits } = planOf(id)
      requestIn(request).traits = traits
      const log = requestLog(ctx)
      log.operation = id
      log.rules = traits.logged
      for (const [name, value] of traits.headers) ctx.res.setHeader(name, value)
    },
    notFound: (_, __, next: Next) => next(),
    methodNotAllowed: ({ request }) => void router.refuseMethod(requestIn(request)),
    notImplemented: ({ request, operation }, ctx: KoaContext, next: Next) =>
      refuseUnserved(router, requestIn(request), (operation as RoutedOperation)['x-unserved']!, { ctx, next }),
    postSecurityHandler: ({ request, operation, security }, ctx: KoaContext) => {
      const given = requestIn(request)
      const { traits } = given
      if (!traits || !security.authorized) return undefined
      // wrong credentials, although none are required
      if (traits.is_public) throwWrong(security)
      const { receive, lookalikes } = planOf(traits.id)
      if (traits.own_rules) return receive(given, ctx)
      const compiling = validator.compile(operation)
      // awaited below, unless receiving throws: then its error would be unhandled
      compiling?.catch(() => {})
      const received = receive(given, ctx)
      const warn = (): void => warnOfLookalikes(given, ctx, lookalikes)
      // in this order, so that an upload is stored before it may have to be discarded
      return compiling || received
        ? Promise.resolve(received)
            .then(() => compiling)
            .then(warn)
        : warn()
    },
    unauthorizedHandler: ({ security }) => {
      throwWrong(security)
      throw new Error('No security scheme of the operation rejected the credentials')
    },
    validationFail: (context, ctx: KoaContext) => {
      const request = requestIn(context.request)
      const { id, batch } = request.traits!
      const refused = refusalOf(context.validation.errors ?? [])
      const faults = batch ? itemFaults(request, validator.getRequestValidatorsForOperation(id)) : undefined
      // the fault is not in a single item
      if (!faults || faults.size === 0) throw refused
      request.faults = faults
      return api.handlers[id]!(context, ctx)
    },
    postResponseHandler: ({ request, response }, ctx: KoaContext) => {
      const given = requestIn(request)
      // a response without an operation was written by a hook or middleware
      return given.traits && planOf(given.traits.id).answer(response as AnyResponse, given, ctx)
    },
  }
}

/** Throws the error of the security scheme that refused the credentials. */
function throwWrong({ ApiKey, OAuth }: Context['security']): void {
  const error: unknown = ApiKey?.error ?? OAuth?.error
  if (error) throw error
}

/**
 * Responds for an operation of the published API that this server does not have, unless another middleware has a page
 * at that path.
 */
async function refuseUnserved(
  router: IndexedRouter,
  request: ContractRequest,
  hint: string,
  { ctx, next }: { ctx: KoaContext; next: Next },
): Promise<void> {
  if (router.refuseMethod(request, hint)) return
  await next()
  if (ctx.status !== 404 || (ctx.body !== undefined && ctx.body !== null)) return
  throw refusal('not_found', `Unknown path. ${hint} See GET /openapi.json for all operations.`)
}

function warnOfLookalikes({ json }: ContractRequest, ctx: KoaContext, lookalikes: () => MisspelledFields): void {
  const queried = ctx.querystring !== ''
  if (!queried && json.value === undefined) return
  const warning = lookalikes().warning(json.value, queried ? ctx.query : undefined)
  if (warning !== undefined) ctx.set(WARNING_HEADER, warning)
}

function bound(api: OpenAPIBackend, { now, onAnswer }: ContractParts): Contract {
  const handle = async (request: ContractRequest, ctx: KoaContext, next: Next): Promise<void> => {
    try {
      await api.handleRequest(request, ctx, next)
    } catch (error) {
      if (!request.traits) throw error
      await request.discard?.()
      sendError(ctx, error, request.traits.own_rules ? 'oauth' : 'api')
    }
    if (!onAnswer || !request.traits) return
    const body = typeof ctx.body === 'string' ? JSON.parse(ctx.body) : ctx.body
    onAnswer(request.traits.id, ctx.status, body, ctx.res.getHeaders())
  }
  return {
    api,
    door: (ctx, next) => handle(new ContractRequest(ctx, now()), ctx, next),
    answer: (ctx, operation, params) => handle(new ContractRequest(ctx, now(), operation, params), ctx, async () => {}),
  }
}
