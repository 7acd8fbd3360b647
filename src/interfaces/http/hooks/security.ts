// The security schemes of the contract: finds the caller, checks their scopes, and counts the request against the rate limit of
// their team.
import type { Context as KoaContext } from 'koa'
import type { Context, Handler } from 'openapi-backend'
import type { Caller } from '../../../base/operation/operation.ts'
import { Refusal, refusal } from '../../../base/text/refusal.ts'
import { DpopRefusal } from '../../../identity/oauth/dpop/fault.ts'
import type { ContractParts, Identify } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { OperationTraits } from '../contract/traits.ts'
import { requestLog } from '../request-log.ts'
import { type Challenge, challengeWriter, INVALID_TOKEN } from './challenge.ts'
import type { LimitRate } from './rate-limit.ts'

/** Set if the caller is already identified: a message to /mcp passes its caller to the operation that it calls. */
interface CallerState {
  caller?: Caller
}

/**
 * Returns a function that finds the caller and counts the request. It throws the 401 that describes the credentials to
 * send, or the 429.
 */
export function callerIdentifier(
  ask: Identify,
  challenge: Challenge,
  limit?: LimitRate,
): (ctx: KoaContext, now: Date) => Promise<Caller> {
  return async (ctx, now) => {
    const { authorization } = ctx.req.headers
    try {
      const caller = (ctx.state as CallerState).caller ?? (await ask(authorization, now, ctx.req))
      const log = requestLog(ctx)
      log.team_id = caller.team_id
      log.caller = caller
      // before the body is read, so that a request over the limit costs little
      const limiting = limit?.(ctx.res, caller.team_id, now)
      if (limiting) await limiting
      return caller
    } catch (error) {
      if (error instanceof DpopRefusal) challenge(ctx, `error="${error.error}"`, 'DPoP')
      else if (error instanceof Refusal && error.status === 401)
        challenge(ctx, authorization ? INVALID_TOKEN : undefined)
      throw error
    }
  }
}

/** Throws the refusal that names the missing scope. */
export function authorize(traits: OperationTraits, caller: Caller, refuse?: () => void): void {
  if (caller.scopes.some(scope => traits.sufficient.has(scope))) return
  if (traits.any_key && caller.kind === 'api_key') return
  refuse?.()
  if (caller.kind === 'api_key') {
    throw refusal('restricted_api_key', 'This API key is restricted to only send emails.')
  }
  throw refusal('invalid_permission', `This access token lacks the scope ${traits.scopes.join(' ')}.`)
}

/**
 * The handler of each security scheme. A handler returns the caller if the credentials are valid, returns `undefined` if they
 * belong to another scheme, and throws if they are invalid.
 */
export function securityHandlers({
  identify,
  limit_rate,
  resource_metadata_url,
}: ContractParts): Record<string, Handler> {
  const challenge = challengeWriter(resource_metadata_url)
  const counted = callerIdentifier(identify, challenge, limit_rate)
  const uncounted = callerIdentifier(identify, challenge)
  const callerOf = async (context: Context, ctx: KoaContext): Promise<Caller> => {
    const request = context.request as unknown as ContractRequest
    const traits = request.traits!
    // OAuth's own operations have separate limits
    const caller = await (traits.own_rules ? uncounted : counted)(ctx, request.now)
    // RFC 6750 3.1
    authorize(traits, caller, () => challenge(ctx, `error="insufficient_scope", scope="${traits.scopes.join(' ')}"`))
    request.caller = caller
    return caller
  }
  return {
    ApiKey: (context, ctx: KoaContext) => (isApiKey(ctx) ? callerOf(context, ctx) : undefined),
    // an access token, sent as Bearer or with a DPoP proof; credentials of neither form are refused here
    OAuth: (context, ctx: KoaContext) => {
      const { is_public } = (context.request as unknown as ContractRequest).traits!
      if (isApiKey(ctx) || (is_public && !sendsToken(ctx))) return undefined
      return callerOf(context, ctx)
    },
    // a client's id and secret are checked by the operation's own rules
    OAuthClient: () => undefined,
  }
}

/** For a streamed response: returns a function that checks whether its caller would still be authorized. */
export function stillAuthorizedCheck(
  traits: OperationTraits,
  { identify, now }: ContractParts,
): (ctx: KoaContext) => Promise<boolean> {
  return async ctx => {
    try {
      // the proof of the request was already used
      authorize(
        traits,
        (ctx.state as CallerState).caller ?? (await identify(ctx.req.headers.authorization, now(), 'proven')),
      )
      return true
    } catch {
      return false
    }
  }
}

function isApiKey(ctx: KoaContext): boolean {
  const { caller } = ctx.state as CallerState
  if (caller) return caller.kind === 'api_key'
  return /^bearer +re_/i.test(ctx.req.headers.authorization ?? '')
}

function sendsToken(ctx: KoaContext): boolean {
  return /^(?:bearer|dpop)(?: |$)/i.test(ctx.req.headers.authorization ?? '')
}
