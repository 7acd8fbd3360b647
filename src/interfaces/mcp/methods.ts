// Implements the methods of MCP.
import type { Context, Middleware } from 'koa'
import type { Caller } from '../../base/operation/operation.ts'
import { once } from '../../base/runtime/lazy.ts'
import { valueOrRefusal, Refusal } from '../../base/text/refusal.ts'
import { RETRY_AFTER_S } from '../http/large-bodies.ts'
import { WARNING_HEADER } from '../http/contract/misspelled-fields.ts'
import type { Contract } from '../http/contract/backend.ts'
import type { Challenge } from '../http/hooks/challenge.ts'
import { type ToolResponse, callOperation } from './call.ts'
import {
  McpFault,
  FORBIDDEN,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isJsonObject,
  LEGACY,
  type Message,
  METHOD_NOT_FOUND,
  SERVER_INFO_KEY,
  SUPPORTED_VERSIONS,
} from './message.ts'
import { requestOf } from './request.ts'
import { errorJson, resultJson } from './result.ts'
import { mayCall, type ToolFilter, readTools, type Tools } from './tools.ts'

export interface MethodParts {
  /** Processes a request as an operation. */
  answer: Contract['answer']
  /** Writes a request to the logs. */
  logged: Middleware
  challenge: Challenge
  version: () => string
}

/** How long a client may cache a list, and that the list is only for its credentials. */
const CACHE_HINTS = '"ttlMs":300000,"cacheScope":"private"'
const CAPABILITIES = { tools: {} }
const INSTRUCTIONS =
  'The email API of one team: sending, contacts, broadcasts, templates, inboxes and the history of each email. Get ids from the list tools. Sent email cannot be recalled: call check-broadcast before sending a broadcast.'

export class McpMethods {
  readonly #parts: MethodParts
  readonly #tools = once(readTools)
  readonly #server = once(() => ({ name: 'lettermill', title: 'Lettermill', version: this.#parts.version() }))

  constructor(parts: MethodParts) {
    this.#parts = parts
  }

  /** The JSON of the response; `undefined` for a notification. Throws the fault of an invalid message. */
  async answer(ctx: Context, message: Message, caller: Caller): Promise<string | undefined> {
    const { id, is_modern } = message
    if (id === undefined) return undefined
    const members = await this.#membersOf(ctx, message, caller)
    const every = is_modern
      ? `"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_KEY]: this.#server() })},`
      : ''
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${members === '' ? every.slice(0, -1) : every + members}}}`
  }

  /** The JSON of the members of a result. */
  #membersOf(ctx: Context, message: Message, caller: Caller): string | Promise<string> {
    const { method, params, is_modern } = message
    switch (method) {
      case 'tools/call':
        return this.#call(ctx, params, caller)
      case 'tools/list':
        return this.#list(ctx, message, caller)
      case is_modern && 'server/discover':
        return membersJson(
          { supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions: INSTRUCTIONS },
          CACHE_HINTS,
        )
      case !is_modern && 'initialize':
        return membersJson({
          protocolVersion: LEGACY.find(each => each === params.protocolVersion) ?? LEGACY[0],
          capabilities: CAPABILITIES,
          serverInfo: this.#server(),
          instructions: INSTRUCTIONS,
        })
      case !is_modern && 'ping':
        return ''
    }
    // clients of the modern revision evaluate the status; older ones treat any status except 200 as a broken connection
    throw new McpFault(METHOD_NOT_FOUND, 'Unknown method.', { status: is_modern ? 404 : 200 })
  }

  #list(ctx: Context, { params, is_modern }: Message, caller: Caller): string {
    const tools = this.#tools()
    const cursor = params.cursor ?? undefined
    const known = cursor === undefined || typeof cursor === 'string'
    const page = known ? tools.page(caller.scopes, narrowingOf(ctx, tools), cursor) : undefined
    if (!page) throw new McpFault(INVALID_PARAMS, 'Invalid `cursor`. Start without a cursor.')
    const next = page.next_cursor === undefined ? '' : `,"nextCursor":"${page.next_cursor}"`
    return `${is_modern ? `${CACHE_HINTS},` : ''}"tools":${page.tools}${next}`
  }

  async #call(ctx: Context, { name, arguments: sent }: Message['params'], caller: Caller): Promise<string> {
    const given = sent ?? {}
    const tools = this.#tools()
    const tool = typeof name === 'string' ? tools.find(name, narrowingOf(ctx, tools)) : undefined
    if (!tool) throw new McpFault(INVALID_PARAMS, 'Unknown tool. See tools/list for all tools.')
    if (!isJsonObject(given)) throw new McpFault(INVALID_PARAMS, '`params.arguments` must be an object.')
    const request = valueOrRefusal(() => requestOf(tool, given))
    if (request instanceof Refusal) {
      if (!mayCall(tool, caller)) throw this.#forbidden(ctx, tool, caller)
      return errorJson(request.body as object)
    }
    const { name: tool_name } = tool.tool
    const answered = await callOperation(
      ctx,
      { caller, operation: tool.operation, tool: tool_name, request },
      this.#parts,
    )
    const { status, json, header } = answered
    // identifies the call in the request log
    ctx.set('x-request-id', header('x-request-id')!)
    if (status < 300) return resultJson(json, header(WARNING_HEADER))
    // 429 takes precedence over missing permissions
    if ((status === 401 || status === 403) && !mayCall(tool, caller)) throw this.#forbidden(ctx, tool, caller)
    return refusedJson(answered)
  }

  /** With the challenge that makes a client request more access from the user; a key cannot get more. */
  #forbidden(ctx: Context, { scopes }: { scopes: readonly string[] }, { kind }: Caller): McpFault {
    const scope = scopes.join(' ')
    if (kind === 'oauth_token') this.#parts.challenge(ctx, `error="insufficient_scope", scope="${scope}"`)
    const who = kind === 'oauth_token' ? 'This access token lacks the scope' : 'This API key lacks the permission'
    return new McpFault(FORBIDDEN, `${who} ${scope}.`, { status: 403 })
  }
}

function membersJson(members: object, more?: string): string {
  const json = JSON.stringify(members).slice(1, -1)
  return more === undefined ? json : `${json},${more}`
}

/** The error that the API returned, and how many seconds to wait if waiting helps. */
function refusedJson({ status, json = '{}', header }: ToolResponse): string {
  if (status === 500) {
    throw new McpFault(
      INTERNAL_ERROR,
      'Something went wrong on the server. Its log has the cause under the x-request-id.',
    )
  }
  const wait = header('retry-after') ?? (status === 503 ? RETRY_AFTER_S : undefined)
  return errorJson({ ...JSON.parse(json), ...(wait !== undefined && { retry_after: Number(wait) }) })
}

/** `?toolsets=emails,contacts&read_only=true` */
function narrowingOf({ querystring }: Context, { toolsets: known }: Tools): ToolFilter {
  if (querystring === '') return { toolsets: undefined, read_only: false }
  const query = new URLSearchParams(querystring)
  const named = query
    .getAll('toolsets')
    .flatMap(each => each.split(','))
    .filter(each => each !== '')
  const read_only = query.get('read_only') ?? 'false'
  if (!named.every(each => known.has(each))) {
    const words = `\`toolsets\` in the URL must be a comma-separated list of: ${[...known].join(', ')}.`
    throw new McpFault(INVALID_PARAMS, words, { status: 400 })
  }
  if (read_only !== 'true' && read_only !== 'false')
    throw new McpFault(INVALID_PARAMS, '`read_only` in the URL must be true or false.', { status: 400 })
  return { toolsets: named.length > 0 ? new Set(named) : undefined, read_only: read_only === 'true' }
}
