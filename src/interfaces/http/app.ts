// The Koa application of the HTTP port: every request passes through it.
import Koa, { type Middleware, type Request } from 'koa'
import type { Logger } from 'pino'
import { type Proxies, clientIp, isFromProxy } from '../../base/net/client-ip.ts'
import { refusal } from '../../base/text/refusal.ts'
import { sendError } from './errors.ts'
import { RETRY_AFTER_S } from './large-bodies.ts'
import { type RequestListeners, logRequests } from './request-log.ts'

interface AppParts extends RequestListeners {
  log: Logger
  proxies: Proxies
}

const UNTRUSTED_PROXY = 'X-Forwarded-For ignored: peer is not in TRUSTED_PROXIES'

/**
 * Each of `doors` responds to a request or calls the next one; a request without a response gets 404. `ctx.ip` is the
 * caller's address, as far as `proxies` can be trusted to report it.
 */
export function createApp(doors: Middleware[], { log, proxies, ...listeners }: AppParts): Koa {
  const app = new Koa()
  // errors are handled and logged below; Koa's own handler would print them again
  app.silent = true
  let isProxyNoted = false
  // computed on access: most requests never read it
  Object.defineProperty(app.request, 'ip', {
    get(this: Request) {
      const [peer, forwarded_for] = [this.req.socket.remoteAddress ?? '', this.get('x-forwarded-for')]
      if (!isProxyNoted && forwarded_for !== '' && !isFromProxy(peer, proxies)) {
        isProxyNoted = true
        log.warn({ peer }, UNTRUSTED_PROXY)
      }
      return clientIp(peer, forwarded_for, proxies)
    },
  })
  app.use(logRequests(log, listeners))
  app.use(async (ctx, next) => {
    ctx.res.setHeader('X-Content-Type-Options', 'nosniff')
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) {
        throw refusal('not_found', 'Unknown path. See GET /openapi.json for all operations.')
      }
    } catch (error) {
      sendError(ctx, error, 'api')
    }
    // RFC 9110 10.2.3: every 503 contains the time to retry, whichever interface sent it; such failures end in seconds
    // or require a person
    if (ctx.status === 503 && !ctx.res.hasHeader('Retry-After')) ctx.set('Retry-After', String(RETRY_AFTER_S))
  })
  for (const door of doors) app.use(door)
  return app
}
