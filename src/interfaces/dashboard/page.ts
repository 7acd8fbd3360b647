// Handles all page requests: reads the form, looks up the visitor, checks the CSRF token, runs a form as one transaction, and
// shows its result after the commit. A `GET` request only reads, so that pages work even if nothing can be stored.
import type { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { requestLog } from '../http/request-log.ts'
import { Html, html } from '../../base/html/html.ts'
import { Refusal } from '../../base/text/refusal.ts'
import type { Actor } from '../../base/store/actor.ts'
import type { Tx } from '../../base/store/database.ts'
import {
  type LiveSession,
  findLiveSession,
  hasFlash,
  keepFlash,
  lookAtSession,
} from '../../identity/teams/sessions/actions.ts'
import type { SessionOrigin } from '../../identity/teams/sessions/rules.ts'
import { hasFactor } from '../../identity/teams/factors/actions.ts'
import type { OwnTeam } from '../../identity/teams/store.ts'
import { type Who, checkAccess, mayFollow } from './access.ts'
import type { DashboardParts } from './parts.ts'
import { FormFault, PageProblem, problem } from './problems.ts'
import { type CookieChanges, type CookieName, changeCookies, cookieOf } from './session/cookies.ts'
import { checkCsrfToken } from './session/csrf.ts'
import { saveSeenIfStorable, takeFlashIfStorable } from './session/if-storable.ts'
import { loginPath, pagePath } from './session/local-path.ts'
import type { RateLimiter } from './session/rate-limiter.ts'
import { readForm } from './session/read-form.ts'
import { readUpload } from './session/read-upload.ts'
import { type KnownOfVisitor, type Person, type Visitor, findPerson, findVisitor, knownOf } from './session/visitor.ts'
import type { Site } from './site.ts'
import { doneBox } from './ui/flash.ts'
import { goTo, pageHeaders, showPage } from './ui/page.ts'
import { withLabels } from './ui/field-labels.ts'
import { localeOf, writeFor } from './ui/reader.ts'

export interface PageParts extends DashboardParts {
  site: Site
  /** Limits password attempts. */
  limiter: RateLimiter
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

interface Effects {
  cookies?: CookieChanges
}

/** What a page shows about the preceding form. */
export interface FormOutcome {
  /** The result of the form and, on a `page`, the flash message. */
  done: Html | undefined
  /** Why the form was refused. */
  trouble: string | undefined
  /** The fields of a refused form, to fill it in again; otherwise empty. */
  form: URLSearchParams
}

/** A page in the frame of the logged-in person. */
export interface View extends Effects {
  title: string
  body: (outcome: FormOutcome) => Html
  /** Texts for forms that redirect here, by the value of `done` in the URL. */
  done?: Record<string, string>
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

export interface Redirect extends Effects {
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
  /** The form uploads a file: always for an import or an image, optionally as an attachment of an email. */
  takes_file?: 'import' | 'attachment' | 'image'
  /** What a refused form shows, and its transaction is undone: the page with the typed form, or a page with this title. */
  refused?: DashboardPage | string
}

export interface DashboardPage extends PageOptions {
  method: 'GET' | 'POST'
  path: string
  answer(request: OpenRequest): Promise<PageOutcome>
}

/** A page for members of a team, in one transaction, which writes only for a form. */
export function page<At extends PageAddress>(
  at: At,
  act: (visit: Visit<Visitor, At>) => Promise<PageOutcome | RedirectWithFlash>,
  options?: PageOptions,
): DashboardPage {
  const answer = async ({ asVisitor, parts }: OpenRequest<At>): Promise<PageOutcome> => {
    const { outcome, flash_at } = await asVisitor(async visit => {
      const outcome = await act(visit)
      if (outcome instanceof PageProblem) throw outcome
      const { tx, session: token } = visit
      if ('flash' in outcome) return { outcome: keepFlashFor(visit, outcome) }
      const flash_at = { token, page: pagePath(visit.path) }
      return 'body' in outcome && (await hasFlash(tx, flash_at)) ? { outcome, flash_at } : { outcome }
    })
    return flash_at && 'body' in outcome ? withFlash(outcome, await takeFlashIfStorable(parts, flash_at)) : outcome
  }
  return openPage(at, answer, options)
}

function withFlash(view: View, markup: string | undefined): View {
  if (markup === undefined) return view
  const flash = new Html(markup)
  return { ...view, body: ({ done, ...shown }) => view.body({ ...shown, done: html`${done}${flash}` }) }
}

/** Stores a flash message for the page that an `openPage` redirects to. */
export function keepFlashFor(
  { tx, session, now }: Pick<Visit<Visitor>, 'tx' | 'session' | 'now'>,
  { flash, ...redirect }: RedirectWithFlash,
): Redirect {
  keepFlash(tx, { token: session, page: redirect.location, flash: flash.toString() }, now)
  return redirect
}

/** Like `page`, also for a person without a team. */
export function personPage<At extends PageAddress>(
  at: At,
  act: (visit: Visit<Person, At>) => Promise<PageOutcome>,
): DashboardPage {
  return openPage(at, ({ asPerson }) => asPerson(act))
}

export function openPage<At extends PageAddress>(
  at: At,
  answer: (request: OpenRequest<At>) => Promise<PageOutcome>,
  options: PageOptions = {},
): DashboardPage {
  const [method, path] = at.split(' ') as [DashboardPage['method'], string]
  return { method, path, answer, ...options }
}

/** Thrown if a team requires a second factor and the person has none; causes a redirect to the page that sets one up. */
class NeedsFactor extends Error {}

/** Thrown if there is no live session; causes a redirect to the login. */
class NotLoggedIn extends Error {}

type FindPerson<V extends Person> = (tx: Tx, live: LiveSession, known: KnownOfVisitor) => Promise<V>

type Called = PageRequest & Pick<OpenRequest, 'ctx'> & { isUnit: boolean }

/** The browser that starts a session with this request. */
export function originOf(ctx: Context): SessionOrigin {
  return { user_agent: ctx.get('user-agent'), ip: ctx.ip }
}

/** The actor of a person's request, for pages that start transactions themselves. */
export function actorOf(ctx: Context, { id, email }: { id: string; email: string }): Actor {
  return { kind: 'person', id, name: email, ip: ctx.ip, request_id: requestLog(ctx).id }
}

/** Converts pages, each with its access rule, to middleware for the router. */
export function createAnswering(parts: PageParts): (page: DashboardPage, rule: Who) => Middleware {
  return (page, rule) => {
    const { method, path, form_bytes, takes_file, isRecorded = false } = page
    const guard = { at: `${method} ${path}`, rule }
    const read = (ctx: Context): Promise<URLSearchParams> =>
      takes_file
        ? readUpload(ctx, parts, { takes_file, form_bytes, findUploader: () => findUploader(ctx, parts, guard) })
        : readForm(ctx, parts.site, form_bytes)
    const answerRequest: Middleware = async ctx => {
      const asked: Called = {
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
      const opened = (request: Called): OpenRequest => ({
        ...request,
        asVisitor: async act => {
          const visit = await enter(request, findVisitor, async found => {
            await authorize(found, guard, request.params['user_id' as never] ?? found.form.get('user_id'))
            return act(found)
          })
          visitor = visit.visitor
          return visit.found
        },
        asPerson: async act => {
          const visit = await enter(request, findPerson, async found => {
            await checkFactor(found.tx, found.visitor, found.visitor.teams)
            return act(found)
          })
          return visit.found
        },
      })
      show(asked, await answerOrSayWhy(page, asked, opened), visitor)
    }
    return async (ctx, next) => {
      try {
        await answerRequest(ctx, next)
      } catch (error) {
        if (error instanceof NeedsFactor) return goTo(ctx, parts.site, '/two-factor?done=needed')
        if (!(error instanceof NotLoggedIn)) throw error
        goTo(ctx, parts.site, loginPath(ctx.method === 'GET' ? ctx.url : pagePath(ctx.path)))
      }
    }
  }
}

/** Refuses a visitor who may not open this page or send this form. `about`: the id of the user whom the page is about. */
async function authorize(
  { tx, visitor }: Pick<Visit<Visitor>, 'tx' | 'visitor'>,
  { at, rule }: { at: string; rule: Who },
  about: string | null | undefined,
): Promise<void> {
  checkAccess(at, rule, visitor, about)
  // a person can open their own account without the second factor that their team requires
  if (rule !== 'account') await checkFactor(tx, visitor, [visitor.team])
}

/** The visitor who may upload a file with this form, if there is a live session. Refuses others before a body is read. */
async function findUploader(ctx: Context, parts: PageParts, guard: { at: string; rule: Who }) {
  const session = cookieOf(ctx, parts.site, 'session')
  if (!session) return undefined
  return parts.database.read(async tx => {
    const live = await lookAtSession(tx, session, parts.now())
    if (!live) return undefined
    const visitor = await findVisitor(tx, live, knownOf(parts, session))
    await authorize({ tx, visitor }, guard, undefined)
    return { team_id: visitor.team.id, session }
  })
}

/** Every live session of a person with a second factor has passed it, so having one is sufficient. */
async function checkFactor(tx: Tx, { user, has_two_factors }: Person, teams: readonly OwnTeam[]): Promise<void> {
  if (has_two_factors) return
  if (teams.some(team => team.needs_two_factors) && !(await hasFactor(tx, user.id))) throw new NeedsFactor()
}

/** Runs a page. If its form is refused, runs the page that contains the form, with the reason in `fault`. */
async function answerOrSayWhy(
  { answer, refused }: DashboardPage,
  asked: Called,
  opened: (request: Called) => OpenRequest,
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
    return { ...outcome, status, retry_after_s, body: ({ done }) => outcome.body({ done, trouble, form }) }
  }
}

/** Looks up the session and runs `act`, in one transaction. A form without the CSRF token of the session is refused (403). */
async function enter<V extends Person, T>(
  { ctx, isUnit, ...asked }: Called,
  who: FindPerson<V>,
  act: (visit: Visit<V>) => Promise<T>,
): Promise<{ visitor: V; found: T }> {
  const { parts, form } = asked
  const session = asked.cookie('session')
  if (!session) throw new NotLoggedIn()
  const now = parts.now()
  const run = async (tx: Tx, live: LiveSession) => {
    const visitor = await who(tx, live, knownOf(parts, session))
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
    const live = await lookAtSession(tx, session, now)
    return live && run(tx, live)
  }
  const visit = await (isUnit ? parts.database.unit(runUnit) : parts.database.readSnapshot(runView))
  if (!visit) throw new NotLoggedIn()
  if (!isUnit && visit.is_seen_due) await saveSeenIfStorable(parts, session)
  requestLog(ctx).team_id = visit.visitor.team?.id
  return visit
}

function show({ ctx, parts: { site, now }, query }: Called, outcome: PageOutcome, visitor: Visitor | undefined): void {
  if (outcome instanceof PageProblem) throw outcome
  if ('content' in outcome) return showFile(ctx, site, outcome)
  changeCookies(ctx, site, outcome.cookies ?? {})
  if ('location' in outcome) return goTo(ctx, site, outcome.location)
  const { body, done = {}, ...shown } = outcome
  const without_form = { done: doneBox(query, done), trouble: undefined, form: new URLSearchParams() }
  const reader = {
    locale: localeOf(ctx.get('accept-language')),
    time_zone: visitor?.team.time_zone ?? 'UTC',
    now: now(),
    mayOpen: (path: string) => visitor === undefined || mayFollow(path, visitor),
  }
  const note = visitor?.team.role === 'viewer' && !shown.is_part && VIEWER_NOTE
  writeFor(reader, () => showPage(ctx, site, { ...shown, visitor, body: html`${note}${body(without_form)}` }))
}

/** Pages show their forms to every member; the server refuses those that the role may not send. */
const VIEWER_NOTE = html`<p class="soft">You have read-only access to this team.</p>`

function showFile(ctx: Context, site: Site, { type, headers, content }: FileAnswer): void {
  ctx.set({ ...pageHeaders(site), ...headers })
  ctx.type = type
  ctx.body = content
}
