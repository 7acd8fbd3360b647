// Determines which web pages may send requests to /mcp. A malicious page could otherwise reach a server in the network
// of the person who opened it (DNS rebinding).
import type { Context } from 'koa'
import { refusal } from '../../base/text/refusal.ts'

const ASKED = 'Authorization, Content-Type, DPoP, MCP-Protocol-Version, Mcp-Method, Mcp-Name'
const SHOWN = 'WWW-Authenticate, Retry-After, x-request-id'
const PREFLIGHT_KEPT_S = '600'

/** Refuses (403) a page of another origin. A program that is not a browser sends no origin. */
export function checkOrigin(ctx: Context, origins: ReadonlySet<string>): void {
  const { origin } = ctx.req.headers
  ctx.set('Vary', 'Origin')
  if (origin === undefined) return
  if (!origins.has(origin))
    throw refusal('validation_error', 'This origin is not allowed. Add it to MCP_ALLOWED_ORIGINS.', 403)
  ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': SHOWN })
}

export function sendPreflight(ctx: Context): void {
  ctx.set({
    Allow: 'POST, OPTIONS',
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': ASKED,
    'Access-Control-Max-Age': PREFLIGHT_KEPT_S,
  })
  ctx.status = 204
}
