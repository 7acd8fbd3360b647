// Serves /mcp: the operations of the API as tools for agents, with the Model Context Protocol (Streamable HTTP). Requests
// are independent: there is no session, so that any process can respond, and each response is one JSON document.
import type { Context, Middleware } from 'koa'
import { FULL_SCOPE } from '../../../generated/scopes.ts'
import { Refusal, refusal } from '../../base/text/refusal.ts'
import { collectBody, mediaType } from '../http/body.ts'
import { jsonBody, refuseOtherType } from '../http/json-body.ts'
import type { Identify } from '../http/contract/parts.ts'
import { challengeWriter } from '../http/hooks/challenge.ts'
import { callerIdentifier } from '../http/hooks/security.ts'
import type { LimitRate } from '../http/hooks/rate-limit.ts'
import { McpMethods, type MethodParts } from './methods.ts'
import { McpFault, idOf, type MessageHeaders, PARSE_ERROR, readMcpMessage } from './message.ts'
import { checkOrigin, sendPreflight } from './origins.ts'

export interface McpParts extends Omit<MethodParts, 'challenge'> {
  identify: Identify
  limit_rate: LimitRate | undefined
  now: () => Date
  public_url: string
  /** Web origins besides that of the public URL that browsers may send requests from. */
  allowed_origins: readonly string[]
}

const PATH = '/mcp'
/** The form in which many clients write the address. */
const PATH_WITH_SLASH = `${PATH}/`
/** RFC 9728 3.1 */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${PATH}`
const BODY_BYTES_MAX = 4_000_000
/** Cheaper than a full parser, which takes a tenth of a call's overhead. */
const ACCEPTS_JSON = /application\/json|application\/\*|\*\/\*/i
/** A message may contain the largest body of an operation. */
const FORMS = { list: true, values_max: 25_100 }

export function mcpEndpoint(parts: McpParts): Middleware {
  const { public_url, now, limit_rate } = parts
  const origins = new Set([new URL(public_url).origin, ...parts.allowed_origins])
  const challenge = challengeWriter(public_url + MCP_METADATA_PATH)
  // the widest scope, because a client requests what it reads here; the user can grant less
  const unidentified = challengeWriter(public_url + MCP_METADATA_PATH, FULL_SCOPE)
  const identify = callerIdentifier(parts.identify, unidentified)
  const methods = new McpMethods({ ...parts, challenge })
  const answer = async (ctx: Context): Promise<void> => {
    ctx.set('Cache-Control', 'no-store')
    checkOrigin(ctx, origins)
    if (ctx.method === 'OPTIONS') return sendPreflight(ctx)
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST, OPTIONS')
      throw refusal('method_not_allowed', `${ctx.method} is not allowed for this path. Allowed: POST.`)
    }
    const caller = await identify(ctx, now())
    const { team_id } = caller
    const value = await readBody(ctx, team_id)
    try {
      if (value instanceof McpFault) throw value
      const message = readMcpMessage(value, headersOf(ctx))
      // a call is counted as the operation that it runs
      if (message.method !== 'tools/call') await limit_rate?.(ctx.res, team_id, now())
      const json = await methods.answer(ctx, message, caller)
      if (json !== undefined) return answerWith(ctx, json)
      ctx.body = null
      ctx.status = 202
    } catch (error) {
      if (!(error instanceof McpFault)) throw error
      const { code, message, status, data } = error
      const body = { jsonrpc: '2.0', id: idOf(value), error: { code, message, ...(data && { data }) } }
      answerWith(ctx, JSON.stringify(body), status)
    }
  }
  return (ctx, next) => (ctx.path === PATH || ctx.path === PATH_WITH_SLASH ? answer(ctx) : next())
}

function headersOf({ headers }: Context): MessageHeaders {
  const { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': name } = headers
  return { version: version?.toString(), method: method?.toString(), name: name?.toString() }
}

/** The value of the body, or the fault of one that is not JSON. */
async function readBody(ctx: Context, team_id: string): Promise<unknown> {
  refuseOtherType(mediaType(ctx.req))
  const bytes = await collectBody(ctx.req, BODY_BYTES_MAX, { response: ctx.res, team_id })
  if (!ACCEPTS_JSON.test(ctx.headers.accept ?? '*/*'))
    throw refusal('validation_error', 'The answer is JSON: accept application/json.', 406)
  try {
    return (await jsonBody(bytes, FORMS, false, team_id)).value
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return new McpFault(PARSE_ERROR, error.message, { status: 400 })
  }
}

function answerWith(ctx: Context, json: string, status = 200): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  ctx.body = json
  ctx.status = status
}
