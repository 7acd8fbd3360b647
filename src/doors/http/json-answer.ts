// JSON as the body of an answer.
import type { Context } from 'koa'
import { keptAnswer, requestLog } from './request-log.ts'

/**
 * As text: Koa compares a value that it serializes with many types first, among them `Response`, and reading that name
 * loads an HTTP client of 3 MB.
 */
export function answerJson(ctx: Context, body: unknown): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  const json = JSON.stringify(body)
  ctx.body = json
  requestLog(ctx).answered = keptAnswer(json)
}
