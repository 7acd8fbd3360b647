// /healthz: the process runs. /readyz: it can do its work.
import type { Middleware } from 'koa'
import { refusal } from '../../base/text/refusal.ts'
import { sendJson } from './json-response.ts'

/** True, or the problem as text for an operator. Without paths and addresses, because the page is public. */
export type CheckResult = true | string

/**
 * `worker` identifies the responding process. `checks` run at each request of /readyz; one that finds a problem or
 * throws changes the response to 503. `notes` are shown in addition and change nothing.
 */
export function healthRoutes(
  worker: string,
  checks: Record<string, () => Promise<CheckResult>>,
  notes: Record<string, () => unknown> = {},
): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.set('Cache-Control', 'no-store')
      sendJson(ctx, { status: 'alive', worker })
      return
    }
    if (ctx.path !== '/readyz') return next()
    ctx.set('Cache-Control', 'no-store')
    const found: Record<string, 'ok' | 'failed'> = {}
    const reasons: Record<string, string> = {}
    for (const [name, check] of Object.entries(checks)) {
      const finding = await check().catch((error: unknown) =>
        error instanceof Error ? error.message : 'the check failed',
      )
      found[name] = finding === true ? 'ok' : 'failed'
      if (finding !== true) reasons[name] = finding
    }
    const ok = Object.keys(reasons).length === 0
    ctx.status = ok ? 200 : 503
    sendJson(ctx, {
      status: ok ? 'ready' : 'not ready',
      checks: found,
      ...(!ok && { reasons }),
      ...Object.fromEntries(Object.entries(notes).map(([name, note]) => [name, note()])),
    })
  }
}

/** Replaces all other interfaces in a process that serves no requests. */
export const notServedHere: Middleware = () => {
  throw refusal('not_found', 'This process does not serve requests (ROLES=worker). Use a process with ROLES=web.')
}
