// The pages a person sees. They work without JavaScript, and load nothing from anywhere else.
import Router from '@koa/router'
import type { Middleware } from 'koa'
import { requestLog } from '../http/request-log.ts'
import { withoutSlash } from '../http/static-files.ts'
import { AccountPages } from './pages/account/actions.ts'
import { ApiKeyPages } from './pages/api-keys/actions.ts'
import { icon, stylesheet } from './ui/assets.ts'
import { AutomationPages } from './pages/automations/actions.ts'
import { ClientPages } from './pages/clients/actions.ts'
import { ConsentPages } from './pages/consent/actions.ts'
import { GrantPages } from './pages/grants/actions.ts'
import { InvitationPages } from './pages/invitation/actions.ts'
import { KnownBrowsers } from './session/known-browser.ts'
import { LoginPages } from './pages/login/actions.ts'
import { MailboxPages } from './pages/mailbox/actions.ts'
import { OwnTeamPages } from './pages/team/own-teams.ts'
import { pagePath } from './session/local-path.ts'
import { goTo, showProblem } from './ui/page.ts'
import type { DashboardParts } from './parts.ts'
import { asProblem, notFound, wantsPage, wrongMethod } from './problems.ts'
import { RunPages } from './pages/automations/runs/actions.ts'
import { type Site, siteOf } from './site.ts'
import { TeamPages } from './pages/team/actions.ts'
import { Throttle } from './session/rate-limiter.ts'
import { type Visiting, createOnlooking, createPersonVisiting, createVisiting } from './session/visitor.ts'

export interface Dashboard {
  /** Comes before the operations: where a page has the address of an operation, a person who shows no key gets the page. */
  first: Middleware
  /** The last door: what it does not know is not found, as a page for browsers and as JSON for everybody else. */
  last: Middleware
}

export function dashboardRoutes(parts: DashboardParts): Dashboard {
  const site = siteOf(parts.public_url)
  const router = routerOf(parts, site)
  const onlooking = createOnlooking(parts, site)
  const routes = router.routes() as unknown as Middleware
  const methods = router.allowedMethods() as unknown as Middleware
  const last: Middleware = async (ctx, next) => {
    try {
      const plain = withoutSlash(ctx.path)
      // as everywhere, one address has one way to be written
      if (plain !== undefined && ctx.method !== 'POST' && router.match(plain, 'GET').route)
        return goTo(ctx, site, plain + ctx.search)
      await routes(ctx, async () => methods(ctx, next))
      if (ctx.body !== undefined) return
      if (ctx.status === 405) throw wrongMethod()
      if (ctx.status === 404 && wantsPage(ctx)) throw notFound()
    } catch (error) {
      showProblem(ctx, site, asProblem(error, requestLog(ctx).logger), await onlooking(ctx))
    }
  }
  const first: Middleware = (ctx, next) => {
    const isPerson = ctx.headers.authorization === undefined && wantsPage(ctx)
    return isPerson && router.match(ctx.path, ctx.method).route ? last(ctx, next) : next()
  }
  return { first, last }
}

type Route = [method: 'get' | 'post', path: string, page: Middleware]

function routerOf(parts: DashboardParts, site: Site): Router {
  const visiting = createVisiting(parts, site)
  const throttle = new Throttle()
  const browsers = new KnownBrowsers(parts.browser_secret, site)
  const login = new LoginPages(parts, site, throttle, browsers)
  const account = new AccountPages(parts, site, visiting, throttle, browsers)
  const routes: Route[] = [
    ['get', '/', ctx => goTo(ctx, site, '/mailbox')],
    ['get', '/login', login.show],
    ['post', '/login', login.submit],
    ['post', '/logout', login.logOut],
    ['get', '/account', account.show],
    ['post', '/account/password', account.changePassword],
    ['post', '/account/log-out-everywhere', account.logOutEverywhere],
    ...accessRoutes(parts, site, visiting),
    ...teamRoutes(parts, site, visiting),
    ...mailboxRoutes(parts, site, visiting),
    ...automationRoutes(site, visiting),
    ['get', '/dashboard.css', stylesheet],
    ['get', '/icon.svg', icon],
  ]
  // as the operations' router does: one address has one way to be written
  const router = new Router({ sensitive: true })
  // first, or `/mailbox/clear` would be taken for a mail
  for (const [method, path, page] of [...reopened(routes, site), ...routes]) router[method](path, page as never)
  return router
}

/** A form's own address may stay in the address bar, with what went wrong. Opened again, it leads to the form's page. */
function reopened(routes: readonly Route[], site: Site): Route[] {
  const pages = new Set(routes.filter(([method]) => method === 'get').map(([, path]) => path))
  const forms = routes.map(([, path]) => path).filter(path => !pages.has(path))
  return forms.map(path => ['get', path, ctx => goTo(ctx, site, pagePath(ctx.path))])
}

function accessRoutes(parts: DashboardParts, site: Site, visiting: Visiting): Route[] {
  const consent = new ConsentPages(parts, site, createPersonVisiting(parts, site))
  const grants = new GrantPages(parts, site, visiting)
  const clients = new ClientPages(parts, site, visiting)
  const keys = new ApiKeyPages(parts, site, visiting)
  return [
    ['get', '/api-keys', keys.list],
    ['post', '/api-keys/make', keys.make],
    ['post', '/api-keys/:id/rename', keys.rename],
    ['post', '/api-keys/:id/restrict', keys.restrict],
    ['post', '/api-keys/:id/delete', keys.remove],
    ['get', '/consent/:sealed', consent.show],
    ['post', '/consent/:sealed', consent.submit],
    ['get', '/grants', grants.list],
    ['post', '/grants/:id/revoke', grants.revoke],
    ['get', '/clients', clients.list],
    ['post', '/clients', clients.add],
    ['post', '/clients/:id/disable', clients.disable],
    ['post', '/clients/:id/enable', clients.enable],
  ]
}

function teamRoutes(parts: DashboardParts, site: Site, visiting: Visiting): Route[] {
  const team = new TeamPages(parts, site, visiting)
  const own = new OwnTeamPages(parts, site, visiting)
  const invitation = new InvitationPages(parts, site)
  return [
    ['get', '/team', team.show],
    ['post', '/team/invite', team.invite],
    ['post', '/team/withdraw', team.withdraw],
    ['post', '/team/role', team.changeRole],
    ['post', '/team/remove', team.remove],
    ['post', '/team/found', own.found],
    ['post', '/team/switch', own.choose],
    ['get', '/invitation', invitation.show],
    ['post', '/invitation', invitation.accept],
  ]
}

function mailboxRoutes(parts: DashboardParts, site: Site, visiting: Visiting): Route[] {
  const mailbox = new MailboxPages(parts, site, visiting)
  return [
    ['get', '/mailbox', mailbox.list],
    ['post', '/mailbox/clear', mailbox.clear],
    ['get', '/mailbox/:id', mailbox.show],
    ['get', '/mailbox/:id/html', mailbox.frame],
    ['get', '/mailbox/:id/raw', mailbox.source],
  ]
}

function automationRoutes(site: Site, visiting: Visiting): Route[] {
  const automations = new AutomationPages(site, visiting)
  const runs = new RunPages(site, visiting)
  return [
    ['get', '/automations', automations.list],
    ['get', '/automations/:id', automations.show],
    ['post', '/automations/:id/enable', automations.enable],
    ['post', '/automations/:id/disable', automations.disable],
    ['get', '/automations/:id/runs', runs.list],
    ['get', '/automations/:id/runs/:run_id', runs.show],
    ['post', '/automations/:id/runs/:run_id/cancel', runs.cancel],
  ]
}
