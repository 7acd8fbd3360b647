// Runs an operation as if it had been requested over HTTP: through the same stages, with an entry in the request log.
// Only the caller is already known.
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { innerRequest } from '../../base/net/inner-request.ts'
import type { Caller } from '../../base/operation/operation.ts'
import type { OperationId } from '../../../generated/api.ts'
import type { Contract } from '../http/contract/backend.ts'
import type { ToolRequest } from './request.ts'

/** The log stores 300 characters of a user agent, and the tool is at its end. */
const AGENT_MAX = 200
/** Maximum bytes of a streamed response: it is in memory as a whole until its long texts are truncated. */
const PIECES_MAX = 16_000_000

export interface ToolResponse {
  status: number
  /** Its JSON, `{}` if it is empty; `undefined`: it is too long. */
  json: string | undefined
  header(name: string): string | undefined
}

interface ToolCall {
  caller: Caller
  operation: OperationId
  tool: string
  request: ToolRequest
}

/** `answer`: processes a request as an operation; `logged`: writes a request to the logs. */
export async function callOperation(
  outer: Context,
  { caller, operation, tool, request }: ToolCall,
  { answer, logged }: { answer: Contract['answer']; logged: Middleware },
): Promise<ToolResponse> {
  const agent = outer.headers['user-agent']
  const headers = {
    ...request.headers,
    accept: '*/*',
    'user-agent': `${agent === undefined ? '' : `${agent.slice(0, AGENT_MAX)} `}mcp/${tool}`,
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  }
  const { req, res } = innerRequest(outer.req, { ...request, headers })
  const ctx = outer.app.createContext(req, res) as Context
  const state: { caller?: Caller } = ctx.state
  state.caller = caller
  try {
    await logged(ctx, () => answer(ctx, operation, request.params))
    const { body } = ctx
    const json = body instanceof Readable ? await textOf(body) : ((body as string | null | undefined) ?? '{}')
    return {
      status: ctx.status,
      json,
      header: name => res.getHeader(name)?.toString(),
    }
  } finally {
    // releases what the request had reserved
    res.emit('close')
  }
}

async function textOf(stream: Readable): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > PIECES_MAX) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
