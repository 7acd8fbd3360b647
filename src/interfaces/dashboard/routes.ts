// All pages of the dashboard. They work without JavaScript and load nothing from other servers. The block editor is better with
// its script.
import Router from '@koa/router'
import type { Middleware } from 'koa'
import { requestLog } from '../http/request-log.ts'
import { withoutSlash } from '../http/static-files.ts'
import { accessOf, pageArea } from './access.ts'
import { type DashboardPage, type PageParts, createAnswering, openPage } from './page.ts'
import { accountPages } from './pages/account/actions.ts'
import { passkeyPages } from './pages/account/passkeys/actions.ts'
import { agentPages } from './pages/agents/actions.ts'
import { apiKeyPages } from './pages/api-keys/actions.ts'
import { auditPages } from './pages/audit-events.ts'
import { automationPages } from './pages/automations/actions.ts'
import { builderPages } from './pages/automations/builder/actions.ts'
import { runPages } from './pages/automations/runs/actions.ts'
import { simulationPages } from './pages/automations/simulation/actions.ts'
import { abTestPages } from './pages/broadcasts/ab-test.ts'
import { broadcastPages } from './pages/broadcasts/actions.ts'
import { previewPages } from './pages/broadcasts/preview.ts'
import { recipientPages } from './pages/broadcasts/recipients.ts'
import { sendingPages } from './pages/broadcasts/sending.ts'
import { clientPages } from './pages/clients/actions.ts'
import { contactImportPages } from './pages/contacts/imports/actions.ts'
import { contactPages } from './pages/contacts/actions.ts'
import { contactPrivacyPages } from './pages/contacts/privacy/actions.ts'
import { contactPropertyPages } from './pages/contact-properties.ts'
import { consentPages } from './pages/consent/actions.ts'
import { deliveryPages } from './pages/delivery.ts'
import { devicePages } from './pages/device/actions.ts'
import { domainPages } from './pages/domains/actions.ts'
import { emailPages } from './pages/emails/actions.ts'
import { grantPages } from './pages/grants/actions.ts'
import { imagePages } from './pages/images.ts'
import { inboxPages } from './pages/inboxes/actions.ts'
import { inboxAgentPages } from './pages/inboxes/agent.ts'
import { inboxDraftPages } from './pages/inboxes/drafts/actions.ts'
import { inboxForwardPages } from './pages/inboxes/forward.ts'
import { inboxLabelPages } from './pages/inboxes/labels.ts'
import { inboxThreadPages } from './pages/inboxes/threads/actions.ts'
import { invitationPages } from './pages/invitation/actions.ts'
import { loginPages } from './pages/login/actions.ts'
import { providerPages } from './pages/login/provider/actions.ts'
import { logPages } from './pages/logs.ts'
import { mailboxPages } from './pages/mailbox/actions.ts'
import { searchPages } from './pages/search/actions.ts'
import { recipientLookPages } from './pages/recipient-pages.ts'
import { segmentPages } from './pages/segments/actions.ts'
import { rulePages } from './pages/segments/by-rule/actions.ts'
import { sharedPages } from './pages/shared/actions.ts'
import { peoplePages } from './pages/people/actions.ts'
import { startPages } from './pages/start/actions.ts'
import { suppressionPages } from './pages/suppressions.ts'
import { teamPages } from './pages/team/actions.ts'
import { teamNamePages } from './pages/team/names/actions.ts'
import { templateVersionPages } from './pages/templates/versions.ts'
import { templatePages } from './pages/templates/actions.ts'
import { topicPages } from './pages/topics.ts'
import { twoFactorPages } from './pages/two-factor/actions.ts'
import { usagePages } from './pages/usage.ts'
import { answerSignUp } from './pages/sign-up/actions.ts'
import { signUpFormPages } from './pages/sign-up-forms.ts'
import { answerLeaver } from './pages/unsubscribe/actions.ts'
import { webhookPages } from './pages/webhooks/actions.ts'
import { webhookEventPages } from './pages/webhooks/events/actions.ts'
import type { DashboardParts } from './parts.ts'
import { ASSETS, SIGN_UP_PATH, UNSUBSCRIBE_PATH } from './paths.ts'
import { asProblem, notFound, wantsPage, wrongMethod } from './problems.ts'
import { pagePath } from './session/local-path.ts'
import { RateLimiter } from './session/rate-limiter.ts'
import { siteOf } from './site.ts'
import { accentStylesheet, icon, stylesheet } from './ui/assets.ts'
import { redirectTo, showProblem } from './ui/page.ts'
import { script } from './ui/scripts.ts'

/** All pages, by subject. The first part of a path is the folder of its page. Of two paths that match, the first one wins. */
export const AREAS = [
  pageArea({ anybody: 'Log in and out, accept invitations, open shared emails' }, [
    ...loginPages,
    ...providerPages,
    ...invitationPages,
    ...sharedPages,
  ]),
  pageArea({ person: 'Connect apps to their own teams' }, [...consentPages, ...devicePages]),
  pageArea({ account: 'Own account: password, two-factor authentication, passkeys, sessions' }, [
    ...accountPages,
    ...passkeyPages,
    ...twoFactorPages,
  ]),
  pageArea({ member: 'Start page and search' }, [...startPages, ...searchPages]),
  pageArea({ member: 'Emails: view, share, cancel, send again; delete captured emails' }, [
    ...emailPages,
    ...mailboxPages,
    ...peoplePages,
  ]),
  pageArea({ member: 'Inboxes: create, edit, delete; read, organize, reply, forward' }, [
    ...inboxPages,
    ...inboxAgentPages,
    ...inboxDraftPages,
    ...inboxForwardPages,
    ...inboxLabelPages,
    ...inboxThreadPages,
  ]),
  pageArea({ member: 'Broadcasts: view, edit, send' }, [
    ...broadcastPages,
    ...abTestPages,
    ...previewPages,
    ...recipientPages,
    ...sendingPages,
  ]),
  pageArea({ member: 'Templates: view, edit, publish' }, [...templatePages, ...templateVersionPages]),
  pageArea({ member: 'Images: view, upload, delete; branding of recipient pages' }, [
    ...imagePages,
    ...recipientLookPages,
  ]),
  pageArea({ member: 'Automations: create, edit, simulate, enable, disable; view and cancel runs' }, [
    ...automationPages,
    ...builderPages,
    ...runPages,
    ...simulationPages,
  ]),
  pageArea(
    {
      member: 'Contacts, properties, segments and topics: view, import, edit, erase',
      worker: 'Contacts: export',
    },
    // `/contacts/imports` before `/contacts/:id`, and `/segments/by-rule` before `/segments/:id`
    [
      ...contactImportPages,
      ...contactPrivacyPages,
      ...contactPages,
      ...contactPropertyPages,
      ...rulePages,
      ...segmentPages,
      ...topicPages,
    ],
  ),
  pageArea({ member: 'Suppressions: view, add, remove' }, suppressionPages),
  pageArea({ member: 'Forms: create, edit, delete; view sign-ups' }, signUpFormPages),
  pageArea({ builder: 'Domains: view, add, verify, claim, edit, delete' }, domainPages),
  pageArea({ developer: 'Webhooks: view with secrets and events; create, edit, test, replay, delete' }, [
    ...webhookPages,
    ...webhookEventPages,
  ]),
  pageArea(
    {
      worker: 'API keys: view, create (marketers: sending access only)',
      builder: 'API keys: rename, restrict, delete',
    },
    apiKeyPages,
  ),
  pageArea({ member: 'Connected apps and agents: view, revoke' }, [...agentPages, ...grantPages]),
  pageArea({ developer: 'Request log: view with bodies' }, logPages),
  pageArea({ everyone: 'Usage: view' }, usagePages),
  pageArea({ developer: 'Audit log: view, download' }, auditPages),
  pageArea(
    {
      everyone: 'Team: view members',
      self: 'Team: leave; remove members',
      admin: 'Team: name, invitations, roles (owner role: owners only)',
      owner: 'Team: require two-factor authentication',
      account: 'Team: switch to another one',
      operator: 'Server: create teams',
    },
    [...teamPages, ...teamNamePages],
  ),
  pageArea({ operator: 'Server: register and disable OAuth clients, view and pause delivery' }, [
    ...clientPages,
    ...deliveryPages,
  ]),
]

export const PAGES: readonly DashboardPage[] = AREAS.flatMap(({ pages }) => pages)

/** The access rule of every page. */
export const ACCESS = accessOf(PAGES)

export interface Dashboard {
  /** Runs before the operations of the API: on a shared path, a browser without a key gets the page. */
  first: Middleware
  /** The last middleware: answers 404, as a page for browsers and as JSON for other clients. */
  last: Middleware
}

/** Creates the middleware of the dashboard. */
export function dashboardRoutes(parts: DashboardParts, pages: readonly DashboardPage[] = PAGES): Dashboard {
  const site = siteOf(parts.public_url)
  const access = accessOf(pages)
  const router = createRouter(pages, { ...parts, site, access, limiter: new RateLimiter(parts.database) })
  const routes = router.routes() as unknown as Middleware
  const methods = router.allowedMethods() as unknown as Middleware
  const last: Middleware = async (ctx, next) => {
    // a request with a key for a single object is for the API, even if the object does not exist
    const isProgram = /^bearer /i.test(ctx.get('authorization')) && !wantsPage(ctx)
    if (isProgram && router.match(ctx.path, ctx.method).path.some(isOfOne)) return next()
    try {
      const plain = withoutSlash(ctx.path)
      // each URL has one spelling, as everywhere on this server
      if (plain !== undefined && ctx.method !== 'POST' && router.match(plain, 'GET').route)
        return redirectTo(ctx, site, plain + ctx.search)
      await routes(ctx, async () => methods(ctx, next))
      if (ctx.body !== undefined) return
      if (ctx.status === 405) throw wrongMethod()
      if (ctx.status === 404 && wantsPage(ctx)) throw notFound()
    } catch (error) {
      await showProblem(ctx, { ...parts, site, access }, asProblem(error, requestLog(ctx).logger))
    }
  }
  const first: Middleware = (ctx, next) => {
    if (ctx.path === UNSUBSCRIBE_PATH) return answerLeaver(ctx, { ...parts, site })
    if (ctx.path.startsWith(SIGN_UP_PATH)) return answerSignUp(ctx, { ...parts, site })
    const isPerson = ctx.headers.authorization === undefined && wantsPage(ctx)
    return isPerson && router.match(ctx.path, ctx.method).route ? last(ctx, next) : next()
  }
  return { first, last }
}

function createRouter(pages: readonly DashboardPage[], parts: PageParts): Router {
  const answering = createAnswering(parts)
  // case-sensitive, as in the router of the operations: each URL has one spelling
  const router = new Router({ sensitive: true })
  // these come first, because otherwise `/mailbox/:id` would match `/mailbox/clear`
  for (const page of reopened(pages)) router.get(page.path, answering(page) as never)
  for (const page of pages) router[page.method === 'GET' ? 'get' : 'post'](page.path, answering(page) as never)
  router.get(ASSETS.stylesheet, stylesheet as never)
  router.get(ASSETS.accent, accentStylesheet as never)
  router.get(ASSETS.icon, icon as never)
  router.get(ASSETS.scripts, script as never)
  return router
}

/** Whether a page is about a single object, so that its path contains an id. */
function isOfOne({ path }: { path: string | RegExp }): boolean {
  return String(path).includes(':')
}

/** Redirects from the URL of a form to its page: after a refusal, the browser's address bar still shows the form's URL. */
function reopened(pages: readonly DashboardPage[]): DashboardPage[] {
  const opened = new Set(pages.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const forms = pages.filter(({ path }) => !opened.has(path))
  return forms.map(form =>
    openPage(`GET ${form.path as '/'}`, 'anybody', async ({ path }) => ({ location: pagePath(path) })),
  )
}
