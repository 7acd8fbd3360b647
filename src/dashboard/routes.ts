// The pages a person sees. They work without JavaScript, and load nothing from anywhere else.
import Router from '@koa/router'
import type { Middleware } from 'koa'
import { requestLog } from '../http/request-log.ts'
import { icon, stylesheet } from './assets.ts'
import { ConsentPages } from './consent.ts'
import { LoginPages } from './login.ts'
import { MailboxPages } from './mailbox.ts'
import { goTo, showProblem } from './page.ts'
import type { DashboardParts } from './parts.ts'
import { asProblem, notFound, wantsPage, wrongMethod } from './problems.ts'
import { type Site, siteOf } from './site.ts'
import { createVisiting } from './visitor.ts'

/** The last door: what it does not know is not found, as a page for browsers and as JSON for everybody else. */
export function dashboardRoutes(parts: DashboardParts): Middleware {
  const site = siteOf(parts.public_url)
  const router = routerOf(parts, site)
  const routes = router.routes() as unknown as Middleware
  const methods = router.allowedMethods() as unknown as Middleware
  return async (ctx, next) => {
    try {
      await routes(ctx, async () => methods(ctx, next))
      if (ctx.body !== undefined) return
      if (ctx.status === 405) throw wrongMethod()
      if (ctx.status === 404 && wantsPage(ctx)) throw notFound()
    } catch (error) {
      showProblem(ctx, site, asProblem(error, requestLog(ctx).logger))
    }
  }
}

function routerOf(parts: DashboardParts, site: Site): Router {
  const visiting = createVisiting(parts, site)
  const login = new LoginPages(parts, site)
  const consent = new ConsentPages(parts, site, visiting)
  const mailbox = new MailboxPages(site, visiting)
  const routes: [method: 'get' | 'post', path: string, page: Middleware][] = [
    ['get', '/', ctx => goTo(ctx, site, '/mailbox')],
    ['get', '/login', login.show],
    ['post', '/login', login.submit],
    ['post', '/logout', login.logOut],
    ['get', '/consent/:id', consent.show],
    ['post', '/consent/:id', consent.submit],
    ['get', '/mailbox', mailbox.list],
    ['get', '/mailbox/:id', mailbox.show],
    ['get', '/mailbox/:id/html', mailbox.frame],
    ['get', '/mailbox/:id/raw', mailbox.source],
    ['get', '/dashboard.css', stylesheet],
    ['get', '/icon.svg', icon],
  ]
  const router = new Router()
  for (const [method, path, page] of routes) router[method](path, page as never)
  return router
}
