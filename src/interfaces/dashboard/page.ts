// Handles page requests: looks up the visitor, checks the CSRF token, runs a form as one transaction, and shows its result after
// the commit. A `GET` request only reads, so that pages work even if nothing can be stored.
import type { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { requestLog } from '../http/request-log.ts'
import { Html, html } from '../../base/html/html.ts'
import { Refusal } from '../../base/text/refusal.ts'
import type { Actor } from '../../base/store/actor.ts'
import type { TeamTx, Tx } from '../../base/store/database.ts'
import {
  type LiveSession,
  findLiveSession,
  hasFlash,
  storeFlash,
  readLiveSession,
} from '../../identity/teams/sessions/actions.ts'
import type { SessionOrigin } from '../../identity/teams/sessions/rules.ts'
import { hasFactor } from '../../identity/teams/factors/actions.ts'
import type { OwnTeam } from '../../identity/teams/store.ts'
import { type Access, type Guarded, type AccessRule, checkAccess } from './access.ts'
import type { DashboardParts } from './parts.ts'
import { FormFault, PageProblem, problem } from './problems.ts'
import { type CookieChanges, type CookieName, changeCookies, cookieOf } from './session/cookies.ts'
import { checkCsrfToken } from './session/csrf.ts'
import { saveSeenIfWritable, consumeFlashIfWritable } from './session/if-writable.ts'
import { loginPath, pagePath } from './session/local-path.ts'
import type { RateLimiter } from './session/rate-limiter.ts'
import { readForm } from './session/read-form.ts'
import { readUpload } from './session/read-upload.ts'
import { type VisitContext, type Person, type Visitor, findPerson, findVisitor, contextOf } from './session/visitor.ts'
import type { Site } from './site.ts'
import { doneBox } from './ui/flash.ts'
import { redirectTo, pageHeaders, readerOf, showPage } from './ui/page.ts'
import { withLabels } from './ui/field-labels.ts'
import { type FormOutcome, renderFor } from './ui/reader.ts'

export interface PageParts extends DashboardParts {
  site: Site
  /** Limits password attempts. */
  limiter: RateLimiter
  /** Who may open each page, by its method and path. */
  access: Access
}

/** A method and a path, where `:id` is a parameter. */
type PageAddress = `${'GET' | 'POST'} /${string}`

type Parameter<At extends string> = At extends `${infer Head}/${infer Rest}`
  ? Parameter<Head> | Parameter<Rest>
  : At extends `:${infer Name}`
    ? Name
    : never

interface PageRequest<At extends PageAddress = PageAddress> {
  params: Readonly<Record<Parameter<At>, string>>
  query: URLSearchParams
  /** Empty if the request has no form. */
  form: URLSearchParams
  path: string
  cookie: (name: CookieName) => string | undefined
  parts: PageParts
  /** Set if the page is shown again because its form was refused: the reason, with the `Refusal` as its cause, if any. */
  fault?: FormFault
}

/** A request inside the transaction that looked up the visitor. It writes only for a form. Only `tx` may be awaited in it. */
export interface Visit<Who, At extends PageAddress = PageAddress> extends PageRequest<At> {
  tx: Tx
  visitor: Who
  /** The team of the visitor. With `tx` and `now`, it turns the visit of a member into a `TeamUnit`. */
  team_id: Who extends Visitor ? string : string | undefined
  now: Date
  /** The token of the visitor's session. */
  session: string
}

/** A request outside of any transaction, for pages that wait for something else or require no login. */
export interface OpenRequest<At extends PageAddress = PageAddress> extends PageRequest<At> {
  ctx: Context
  /**
   * Runs `act` for the logged-in member of a team, in a transaction that writes only for a form. Without a session, redirects
   * to the login.
   */
  asVisitor: <T>(act: (visit: Visit<Visitor, At>) => Promise<T>) => Promise<T>
  /** Like `asVisitor`, also for a person without a team. */
  asPerson: <T>(act: (visit: Visit<Person, At>) => Promise<T>) => Promise<T>
}

/** A page in the frame of the logged-in person. */
export interface View {
  cookies?: CookieChanges
  title: string
  body: (outcome: FormOutcome) => Html
  /** Texts for forms that redirect here, by the value of `done` in the URL. */
  done?: Record<string, string>
  /** For the forms of a page without a session. */
  csrf_token?: string
  /** Why the form of the request was refused, and its fields. */
  refused?: { trouble: string; form: URLSearchParams }
  /** The flash message for this page. */
  flash?: Html
  status?: number
  retry_after_s?: number | undefined
  /** Seconds after which the browser reloads the page. */
  refresh_s?: number | undefined
  /** The page is shown in an iframe of another page, so that reloading it preserves text typed in the other page. */
  is_part?: boolean
  /** Additional sources in `form-action` of the page's policy (CSP), besides our own origin. */
  form_targets?: string[]
  /** Sources in `script-src` of the page's policy, if it has scripts. */
  script_source?: string
}

export interface Redirect {
  cookies?: CookieChanges
  location: string
}

/** A redirect of a `page` to another path, with a flash message: a secret that is shown once and cannot be looked up again. */
interface RedirectWithFlash extends Redirect {
  flash: Html
}

/** A response that is not a page of the dashboard, such as a file. */
export interface FileAnswer {
  type: string
  headers: Record<string, string>
  content: string | Readable
}

/** A returned problem rolls the transaction back, like a thrown one. */
export type PageOutcome = View | Redirect | FileAnswer | PageProblem

interface PageOptions {
  /** Maximum bytes of the form, if it needs more than other forms. */
  form_bytes?: number
  /** Opening the page is recorded in the audit log, so it runs in a writing transaction. */
  isRecorded?: true
  /** The form uploads a file: always for an import or an image, optionally for an email that `findTarget` finds, or a 404. */
  takes_file?: 'import' | 'attachment' | 'image'
  findTarget?(unit: TeamTx & { params: object }): Promise<unknown>
  /** What a refused form shows, and its transaction is undone: the page with the typed form, or a page with this title. */
  refused?: DashboardPage | string
}

export interface DashboardPage extends PageOptions {
  method: 'GET' | 'POST'
  path: string
  /** Who may open the page or send the form. */
  who: AccessRule
  answer(request: OpenRequest): Promise<PageOutcome>
}

/**
 * A page for members of a team, in one transaction, which writes only for a form.
 * @param who Who may open it (access.ts).
 * @example page('GET /topics/:id', 'member', async visit => ({ title: 'Topic', body: () => html`…` }))
 */
export function page<At extends PageAddress>(
  at: At,
  who: AccessRule,
  act: (visit: Visit<Visitor, At>) => Promise<PageOutcome | RedirectWithFlash>,
  options?: PageOptions,
): DashboardPage {
  const answer = async ({ asVisitor, parts }: OpenRequest<At>): Promise<PageOutcome> => {
    const { outcome, flash_at } = await asVisitor(async visit => {
      const outcome = await act(visit)
      if (outcome instanceof PageProblem) throw outcome
      const { tx, session: token } = visit
      if ('location' in outcome && 'flash' in outcome) return { outcome: storeFlashFor(visit, outcome) }
      const flash_at = { token, page: pagePath(visit.path) }
      return 'body' in outcome && (await hasFlash(tx, flash_at)) ? { outcome, flash_at } : { outcome }
    })
    return flash_at && 'body' in outcome ? withFlash(outcome, await consumeFlashIfWritable(parts, flash_at)) : outcome
  }
  return openPage(at, who, answer, options)
}

function withFlash(view: View, markup: string | undefined): View {
  if (markup === undefined) return view
  return { ...view, flash: new Html(markup) }
}

/** Stores a flash message for the page that an `openPage` redirects to. */
export function storeFlashFor(
  { tx, session, now }: Pick<Visit<Visitor>, 'tx' | 'session' | 'now'>,
  { flash, ...redirect }: RedirectWithFlash,
): Redirect {
  storeFlash(tx, { token: session, page: redirect.location, flash: flash.toString() }, now)
  return redirect
}

/** Like `page`, also for a person without a team. */
export function personPage<At extends PageAddress>(
  at: At,
  act: (visit: Visit<Person, At>) => Promise<PageOutcome>,
): DashboardPage {
  return openPage(at, 'person', ({ asPerson }) => asPerson(act))
}

/** A page outside of any transaction. `asVisitor` and `asPerson` of its request start one. */
export function openPage<At extends PageAddress>(
  at: At,
  who: AccessRule,
  answer: (request: OpenRequest<At>) => Promise<PageOutcome>,
  options: PageOptions = {},
): DashboardPage {
  const [method, path] = at.split(' ') as [DashboardPage['method'], string]
  return { method, path, who, answer, ...options }
}

/** Thrown if a team requires a second factor and the person has none; redirects to the page that sets one up. */
class FactorRequired extends Error {}

/** Thrown if there is no live session; causes a redirect to the login. */
class NotLoggedIn extends Error {}

type FindPerson<V extends Person> = (tx: Tx, live: LiveSession, known: VisitContext) => Promise<V>

type Call = PageRequest & Pick<OpenRequest, 'ctx'> & { isUnit: boolean }
/** The browser that starts a session with this request. */
export function originOf(ctx: Context): SessionOrigin {
  return { user_agent: ctx.get('user-agent'), ip: ctx.ip }
}

/** The actor of a person's request, for pages that start transactions themselves. */
export function actorOf(ctx: Context, { id, email }: { id: string; email: string }): Actor {
  return { kind: 'person', id, name: email, ip: ctx.ip, request_id: requestLog(ctx).id }
}

/** Converts pages to middleware for the router. */
export function createAnswering(parts: PageParts): (page: DashboardPage) => Middleware {
  return page => {
    const { method, form_bytes, takes_file, isRecorded = false } = page
    const read = (ctx: Context): Promise<URLSearchParams> =>
      takes_file
        ? readUpload(ctx, parts, { takes_file, form_bytes, findUploader: () => findUploader(ctx, parts, page) })
        : readForm(ctx, parts.site, form_bytes)
    const answerRequest: Middleware = async ctx => {
      const asked: Call = {
        ctx,
        params: ctx.params as PageRequest['params'],
        query: new URLSearchParams(ctx.querystring),
        form: method === 'POST' ? await read(ctx) : new URLSearchParams(),
        path: ctx.path,
        cookie: name => cookieOf(ctx, parts.site, name),
        parts,
        isUnit: method === 'POST' || isRecorded,
      }
      let visitor: Visitor | undefined
      let csrf_token: string | undefined
      const opened = (request: Call): OpenRequest => ({
        ...request,
        asVisitor: async act => {
          const visit = await enter(request, findVisitor, async found => {
            await authorize(found, page, request.params['user_id' as never] ?? found.form.get('user_id'))
            return act(found)
          })
          visitor = visit.visitor
          csrf_token = visitor.csrf_token
          return visit.found
        },
        asPerson: async act => {
          const visit = await enter(request, findPerson, async found => {
            await checkFactor(found.tx, found.visitor, found.visitor.teams)
            return act(found)
          })
          csrf_token = visit.visitor.csrf_token
          return visit.found
        },
      })
      show(asked, await respond(page, asked, opened), { visitor, csrf_token })
    }
    return async (ctx, next) => {
      try {
        await answerRequest(ctx, next)
      } catch (error) {
        if (error instanceof FactorRequired) return redirectTo(ctx, parts.site, '/two-factor?done=needed')
        if (!(error instanceof NotLoggedIn)) throw error
        redirectTo(ctx, parts.site, loginPath(ctx.method === 'GET' ? ctx.url : pagePath(ctx.path)))
      }
    }
  }
}

/** Refuses a visitor who may not open this page or send this form. `about`: the id of the user whom the page is about. */
async function authorize(
  { tx, visitor }: Pick<Visit<Visitor>, 'tx' | 'visitor'>,
  page: Guarded,
  about: string | null | undefined,
): Promise<void> {
  checkAccess(page, visitor, about)
  // a person can open their own account without the second factor that their team requires
  if (page.who !== 'account') await checkFactor(tx, visitor, [visitor.team])
}

/** The visitor who may upload a file with this form, if there is a live session. Refuses others before a body is read. */
async function findUploader(ctx: Context, parts: PageParts, page: Guarded & PageOptions) {
  const session = cookieOf(ctx, parts.site, 'session')
  if (!session) return undefined
  return parts.database.read(async tx => {
    const live = await readLiveSession(tx, session, parts.now())
    if (!live) return undefined
    const visitor = await findVisitor(tx, live, contextOf(parts, session))
    await authorize({ tx, visitor }, page, undefined)
    await page.findTarget?.({ tx, team_id: visitor.team.id, params: ctx.params as object })
    return { team_id: visitor.team.id, session }
  })
}

/** Every live session of a person with a second factor has passed it, so having one is sufficient. */
async function checkFactor(tx: Tx, { user, has_two_factors }: Person, teams: readonly OwnTeam[]): Promise<void> {
  if (has_two_factors) return
  if (teams.some(team => team.needs_two_factors) && !(await hasFactor(tx, user.id))) throw new FactorRequired()
}

/** Runs a page. If its form is refused, runs the page that contains the form, with the reason in `fault`. */
async function respond(
  { answer, refused }: DashboardPage,
  asked: Call,
  opened: (request: Call) => OpenRequest,
): Promise<PageOutcome> {
  try {
    return await answer(opened(asked))
  } catch (error) {
    if (refused === undefined || !(error instanceof Refusal || error instanceof FormFault)) throw error
    if (typeof refused === 'string') throw problem(error.status, refused, withLabels(error.message))
    const fault = error instanceof FormFault ? error : Object.assign(new FormFault(error.message), { cause: error })
    const outcome = await refused.answer(opened({ ...asked, fault }))
    if (!('body' in outcome)) return outcome
    const { message: trouble, status, retry_after_s } = fault
    const { form } = asked
    return { ...outcome, status, retry_after_s, refused: { trouble, form } }
  }
}

/** Looks up the session and runs `act`, in one transaction. A form without the CSRF token of the session is refused (403). */
async function enter<V extends Person, T>(
  { ctx, isUnit, ...asked }: Call,
  who: FindPerson<V>,
  act: (visit: Visit<V>) => Promise<T>,
): Promise<{ visitor: V; found: T }> {
  const { parts, form } = asked
  const session = asked.cookie('session')
  if (!session) throw new NotLoggedIn()
  const now = parts.now()
  const run = async (tx: Tx, live: LiveSession) => {
    const visitor = await who(tx, live, contextOf(parts, session))
    const team_id = visitor.team?.id as Visit<V>['team_id']
    const found = await act({ ...asked, tx, visitor, team_id, now, session })
    if (found instanceof PageProblem) throw found
    return { visitor, found, is_seen_due: live.is_seen_due }
  }
  const runUnit = async (tx: Tx) => {
    const live = await findLiveSession(tx, session, now)
    if (!live) return undefined
    if (ctx.method === 'POST') checkCsrfToken(parts.csrf_secret, session, form)
    tx.actor = actorOf(ctx, live.user)
    return run(tx, live)
  }
  const runView = async (tx: Tx) => {
    const live = await readLiveSession(tx, session, now)
    return live && run(tx, live)
  }
  const visit = await (isUnit ? parts.database.unit(runUnit) : parts.database.readSnapshot(runView))
  if (!visit) throw new NotLoggedIn()
  if (!isUnit && visit.is_seen_due) await saveSeenIfWritable(parts, session)
  requestLog(ctx).team_id = visit.visitor.team?.id
  return visit
}

function show(
  { ctx, parts, query }: Call,
  outcome: PageOutcome,
  known: { visitor: Visitor | undefined; csrf_token: string | undefined },
): void {
  const { site } = parts
  if (outcome instanceof PageProblem) throw outcome
  if ('content' in outcome) return showFile(ctx, site, outcome)
  changeCookies(ctx, site, outcome.cookies ?? {})
  if ('location' in outcome) return redirectTo(ctx, site, outcome.location)
  const { body, done: texts = {}, csrf_token = known.csrf_token, refused, flash, ...shown } = outcome
  const { visitor } = known
  const message = doneBox(query, texts)
  const done = message || flash ? html`${message}${flash}` : undefined
  const form_outcome = { done, trouble: refused?.trouble, form: refused?.form ?? new URLSearchParams() }
  const reader = { ...readerOf(ctx, parts, visitor), csrf_token, outcome: form_outcome }
  const note = visitor?.team.role === 'viewer' && !shown.is_part && VIEWER_NOTE
  renderFor(reader, () => showPage(ctx, site, { ...shown, visitor, body: html`${note}${body(form_outcome)}` }))
}

/** Pages show their forms to every member; the server refuses those that the role may not send. */
const VIEWER_NOTE = html`<p class="soft">Your role is viewer: you can view everything here, but not edit it.</p>`

function showFile(ctx: Context, site: Site, { type, headers, content }: FileAnswer): void {
  ctx.set({ ...pageHeaders(site), ...headers })
  ctx.type = type
  ctx.body = content
}
