// Whether the process lives (/healthz), and whether it can do its work (/readyz).
import type { Middleware } from 'koa'

/** `ready` names what is checked; a check that throws or says false makes the answer 503. */
export function healthRoutes(ready: Record<string, () => Promise<boolean>>): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'alive' }
      return
    }
    if (ctx.path !== '/readyz') return next()
    const checks: Record<string, 'ok' | 'failed'> = {}
    for (const [name, check] of Object.entries(ready)) {
      checks[name] = (await check().catch(() => false)) ? 'ok' : 'failed'
    }
    const ok = Object.values(checks).every(result => result === 'ok')
    ctx.status = ok ? 200 : 503
    ctx.body = { status: ok ? 'ready' : 'not ready', checks }
  }
}
