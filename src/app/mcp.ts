// Opens the /mcp endpoint.
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Config } from '../base/config/config.ts'
import { refusal } from '../base/text/refusal.ts'
import type { Contract } from '../interfaces/http/contract/backend.ts'
import { type RequestListeners, logRequests } from '../interfaces/http/request-log.ts'
import { MCP_METADATA_PATH, type McpParts, mcpEndpoint } from '../interfaces/mcp/endpoint.ts'
import { readVersion } from './monitoring.ts'

interface McpBackends extends Pick<McpParts, 'identify' | 'limit_rate' | 'now'> {
  contract: Contract
  listening: RequestListeners
  log: Logger
}

/** If the settings disable it, neither the endpoint nor its description is served. */
export function openMcp(
  { mcp, public_url }: Config,
  { contract, listening, log, ...calling }: McpBackends,
): Middleware {
  if (!mcp) return notThere
  return mcpEndpoint({
    ...mcp,
    ...calling,
    public_url,
    answer: contract.answer,
    logged: logRequests(log, listening),
    version: readVersion,
  })
}

const notThere: Middleware = ({ path }, next) => {
  if (path !== MCP_METADATA_PATH && path !== `${MCP_METADATA_PATH}/`) return next()
  throw refusal('not_found', 'MCP is disabled on this server. Set MCP=on to enable it.')
}
