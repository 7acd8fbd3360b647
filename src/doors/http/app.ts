// The door for programs: every request comes in here.
import Koa, { type Middleware, type Request } from 'koa'
import type { Logger } from 'pino'
import { type Proxies, callerIp } from '../../base/net/caller-ip.ts'
import { refusal } from '../../base/text/refusal.ts'
import { answerError } from './errors.ts'
import { RETRY_AFTER_S } from './large-bodies.ts'
import { type RequestListeners, logRequests } from './request-log.ts'

interface AppParts extends RequestListeners {
  log: Logger
  proxies: Proxies
}

/**
 * The application: each of `doors` answers or hands on; what none of them knows is 404. `ctx.ip` is the caller's address
 * as `proxies` let us know it.
 */
export function createApp(doors: Middleware[], { log, proxies, ...listeners }: AppParts): Koa {
  const app = new Koa()
  // errors are answered and logged below; Koa's own handler would print them once more
  app.silent = true
  // computed when it is read: most requests never do
  Object.defineProperty(app.request, 'ip', {
    get(this: Request) {
      return callerIp(this.req.socket.remoteAddress ?? '', this.get('x-forwarded-for'), proxies)
    },
  })
  app.use(logRequests(log, listeners))
  app.use(async (ctx, next) => {
    ctx.res.setHeader('X-Content-Type-Options', 'nosniff')
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) {
        throw refusal('not_found', 'There is nothing at this path. GET /openapi.json lists what there is.')
      }
    } catch (error) {
      answerError(ctx, error, 'api')
    }
    // whichever door says so, the caller learns when to come again (RFC 9110 10.2.3): trouble is over in seconds, or needs a person
    if (ctx.status === 503 && !ctx.res.hasHeader('Retry-After')) ctx.set('Retry-After', String(RETRY_AFTER_S))
  })
  for (const door of doors) app.use(door)
  return app
}
