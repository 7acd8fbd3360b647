// Writes all error bodies.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../../base/store/database.ts'
import { Refusal, refusal } from '../../base/text/refusal.ts'
import { sendJson } from './json-response.ts'
import { requestLog } from './request-log.ts'

/** The error format of an operation: the API's, or OAuth's (RFC 6749 5.2). */
type ErrorShape = 'api' | 'oauth'

/** RFC 9111 5.2.2: only the caller's own cache may store the response, and must revalidate it each time. */
export const NOT_SHARED = 'private, no-cache'

/**
 * Responds to a thrown error. A refusal is already a response; anything else is a bug, which is logged in full and
 * returned without details.
 */
export function sendError(ctx: Context, thrown: unknown, shape: ErrorShape): void {
  const { status, body, headers } = toRefusal(thrown, requestLog(ctx).logger)
  // a redirect has no body; set before the status, because Koa changes the status to 204 for an empty body
  if (body === undefined) ctx.body = null
  else sendJson(ctx, shape === 'oauth' ? oauthBody(status, body) : body)
  ctx.status = status
  // a cache may store a 404 that has no Cache-Control
  if (!ctx.res.hasHeader('Cache-Control')) ctx.set('Cache-Control', NOT_SHARED)
  ctx.set(headers)
  // the rest of the body was not read
  if (status === 413 || status === 408) ctx.set('Connection', 'close')
}

/** Converts a thrown error to a refusal. Failures of the database and bugs are logged. */
export function toRefusal(thrown: unknown, log: Logger): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof DatabaseUnavailable) {
    log.error({ err: thrown.cause }, 'database unavailable')
    return refusal('service_unavailable', 'The database is not available and nothing was stored. Try again later.')
  }
  log.error({ err: thrown }, 'request failed')
  return refusal(
    'application_error',
    'Something went wrong on the server. Its log has the cause under the x-request-id.',
  )
}

/** The OAuth form of a refusal that was thrown before OAuth's own rules ran. */
function oauthBody(status: number, body: unknown): unknown {
  if (typeof body === 'object' && body !== null && 'error' in body) return body
  const { name, message } = body as { name: string; message: string }
  // RFC 6749 5.2: descriptions contain no quotation marks or backslashes
  return { error: oauthName(status, name), error_description: message.replaceAll(/["\\]/g, "'") }
}

function oauthName(status: number, name: string): string {
  if (status >= 500) return status === 503 ? 'temporarily_unavailable' : 'server_error'
  if (status === 403 || name === 'restricted_api_key') return 'insufficient_scope' // RFC 6750 3.1
  return status === 401 ? 'invalid_token' : 'invalid_request'
}
