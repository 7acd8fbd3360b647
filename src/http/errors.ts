// The only writer of error bodies.
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../store/database.ts'
import { Refusal, refusal } from '../refusal.ts'

/** Which shape an operation's errors have: the API's, or OAuth's (RFC 6749 5.2). */
export type ErrorShape = 'api' | 'oauth'

/** Answers what was thrown. A refusal is an answer; anything else is a bug, logged in full and told in general. */
export function answerError(ctx: Context, thrown: unknown, shape: ErrorShape, log: Logger): void {
  const { status, body, headers } = asRefusal(thrown, log)
  // a redirect has no body. Before the status, for Koa takes no body to mean 204
  ctx.body = body === undefined ? null : shape === 'oauth' ? oauthBody(status, body) : body
  ctx.status = status
  ctx.set(headers)
  if (status === 413) ctx.set('Connection', 'close')
}

/** What was thrown, as an answer. Trouble and bugs are logged. */
export function asRefusal(thrown: unknown, log: Logger): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof DatabaseUnavailable) {
    log.error({ err: thrown.cause }, 'the database cannot be written')
    return refusal('service_unavailable', 'Nothing can be stored at the moment and nothing was. Try again later.')
  }
  log.error({ err: thrown }, 'a request failed')
  return refusal(
    'application_error',
    'Something went wrong on the server. Its log has the cause under the x-request-id.',
  )
}

/** A refusal made before OAuth's own rules were asked, said in their words. */
function oauthBody(status: number, body: unknown): unknown {
  if (typeof body === 'object' && body !== null && 'error' in body) return body
  const { message } = body as { message: string }
  const error = status < 500 ? 'invalid_request' : status === 503 ? 'temporarily_unavailable' : 'server_error'
  // RFC 6749 5.2: no quotation marks or backslashes in a description
  return { error, error_description: message.replaceAll(/["\\]/g, "'") }
}
