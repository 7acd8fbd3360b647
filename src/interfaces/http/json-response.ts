// Sends JSON responses.
import type { Context } from 'koa'
import { loggedResponseBody, requestLog } from './request-log.ts'

/**
 * Serializes the value itself: Koa would compare it with many types first, among them `Response`, and reading that name loads an
 * HTTP client of 3 MB.
 */
export function sendJson(ctx: Context, body: unknown): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  const json = JSON.stringify(body)
  ctx.body = json
  requestLog(ctx).answered = loggedResponseBody(json)
}
