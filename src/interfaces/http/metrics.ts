// Serves GET /metrics for a monitoring system; checks the token if one is set.
import { hash, timingSafeEqual } from 'node:crypto'
import type { Middleware } from 'koa'
import { refusal } from '../../base/text/refusal.ts'

interface MetricsPage {
  media_type: string
  read: () => Promise<string>
}

/** Without a token, every client that reaches the page may read it, so it should have a separate port. */
export function metricsRoutes({ media_type, read }: MetricsPage, token: string | undefined): Middleware {
  const expected = token === undefined ? undefined : digest(token)
  return async (ctx, next) => {
    if (ctx.path !== '/metrics') return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw refusal('method_not_allowed', `${ctx.method} is not allowed for this path. Allowed: GET, HEAD.`)
    }
    // digests have one length, so the duration of the comparison reveals nothing
    const given = /^bearer +(\S.*)$/i.exec(ctx.get('authorization'))?.[1]
    if (expected && !timingSafeEqual(digest(given ?? ''), expected)) {
      ctx.set('WWW-Authenticate', 'Bearer realm="metrics"')
      throw refusal(
        given === undefined ? 'missing_api_key' : 'invalid_api_key',
        'Send the value of METRICS_TOKEN as `Authorization: Bearer <token>`.',
        401,
      )
    }
    ctx.set('Cache-Control', 'no-store')
    ctx.res.setHeader('Content-Type', media_type)
    ctx.body = await read()
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
