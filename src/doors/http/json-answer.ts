// JSON as the body of an answer.
import type { Context } from 'koa'

/**
 * As text: what Koa is told to serialize it first tells from many other things, among them `Response`, and whoever reads
 * that name loads an HTTP client of 3 MB.
 */
export function answerJson(ctx: Context, body: unknown): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(body)
}
