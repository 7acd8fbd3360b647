// Opens /mcp.
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Config } from '../base/config/config.ts'
import type { Contract } from '../doors/http/contract.ts'
import { type RequestListeners, logRequests } from '../doors/http/request-log.ts'
import { type McpParts, mcpDoor } from '../doors/mcp/door.ts'
import { readVersion } from './watching.ts'

interface Behind extends Pick<McpParts, 'identify' | 'limit_rate' | 'now'> {
  contract: Contract
  listening: RequestListeners
  log: Logger
}

/** Where the settings turn it off, it passes each request on. */
export function openMcp({ mcp, public_url }: Config, { contract, listening, log, ...calling }: Behind): Middleware {
  if (!mcp) return (_, next) => next()
  const { answers } = contract
  return mcpDoor({ ...mcp, ...calling, public_url, answers, logged: logRequests(log, listening), version: readVersion })
}
