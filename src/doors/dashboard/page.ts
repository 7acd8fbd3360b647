// What happens once around every page: the CSRF token of its form is checked, the visitor is looked up, the page runs as one
// unit of work, and its result is shown when that is committed.
import type { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { requestLog } from '../http/request-log.ts'
import { Html, html } from '../../base/html/html.ts'
import { Refusal } from '../../base/text/refusal.ts'
import type { Actor } from '../../base/store/actor.ts'
import type { Tx } from '../../base/store/database.ts'
import { type LiveSession, findLiveSession, keepFlash, takeFlash } from '../../identity/teams/sessions/actions.ts'
import { ACCESS, checkAccess } from './access.ts'
import type { DashboardParts } from './parts.ts'
import { FormFault, PageProblem, problem } from './problems.ts'
import { type CookieChanges, type CookieName, changeCookies, cookieOf } from './session/cookies.ts'
import { checkCsrfToken } from './session/csrf.ts'
import { loginPath, pagePath } from './session/local-path.ts'
import type { RateLimiter } from './session/rate-limiter.ts'
import { readForm } from './session/read-form.ts'
import { readUpload } from './session/read-upload.ts'
import { type KnownOfVisitor, type Person, type Visitor, findPerson, findVisitor, knownOf } from './session/visitor.ts'
import type { Site } from './site.ts'
import { doneBox } from './ui/flash.ts'
import { goTo, pageHeaders, showPage } from './ui/page.ts'

export interface PageParts extends DashboardParts {
  site: Site
  /** For passwords. */
  limiter: RateLimiter
}

/** A method and an address, in which `:id` is a parameter. */
type PageAddress = `${'GET' | 'POST'} /${string}`

type Parameter<At extends string> = At extends `${infer Head}/${infer Rest}`
  ? Parameter<Head> | Parameter<Rest>
  : At extends `:${infer Name}`
    ? Name
    : never

/** A request for a page. */
interface PageRequest<At extends PageAddress = PageAddress> {
  params: Readonly<Record<Parameter<At>, string>>
  query: URLSearchParams
  /** Empty when nothing was sent. */
  form: URLSearchParams
  path: string
  cookie: (name: CookieName) => string | undefined
  parts: PageParts
  /** Of a page that is shown again, why its form was not acted on; with the refusal as its cause, if that was one. */
  fault?: FormFault
}

/** Within the unit of work in which it was found out who asks. Nothing is awaited in it but `tx`. */
export interface Visit<Who, At extends PageAddress = PageAddress> extends PageRequest<At> {
  tx: Tx
  visitor: Who
  /** The team of the visitor. With `tx` and `now` the visit of a member is a `TeamUnit`. */
  team_id: Who extends Visitor ? string : string | undefined
  now: Date
  /** The token of their session. */
  session: string
}

/** Outside of any unit of work, for pages that wait for something else or that need no login. */
export interface OpenRequest<At extends PageAddress = PageAddress> extends PageRequest<At> {
  ctx: Context
  /** Runs `act` as one unit of work for the person who is logged in; without a session it redirects to the login. */
  asVisitor: <T>(act: (visit: Visit<Visitor, At>) => Promise<T>) => Promise<T>
  /** The same for what a person without a team may do as well. */
  asPerson: <T>(act: (visit: Visit<Person, At>) => Promise<T>) => Promise<T>
}

interface Effects {
  cookies?: CookieChanges
}

/** What a page says of the form that was sent before. */
export interface FormOutcome {
  /** What it did and, on a `page`, what is to be shown this once. */
  done: Html | undefined
  /** What is wrong with it. */
  trouble: string | undefined
  /** What was typed into it, when something is wrong; else nothing. */
  form: URLSearchParams
}

/** Shown in the frame of the logged-in person. */
export interface View extends Effects {
  title: string
  body: (outcome: FormOutcome) => Html
  /** What forms did that lead here, by the name of it in the address. */
  done?: Record<string, string>
  status?: number
  retry_after_s?: number | undefined
  /** After how long the browser loads it again by itself. */
  refresh_s?: number | undefined
  /** It is a part of a page, in a frame there: what is typed beside it stays when it is loaded again. */
  is_part?: boolean
  /** Where forms of this page may lead, besides ourselves. */
  form_targets?: string[]
  /** From where it loads scripts, if it has any. */
  script_source?: string
}

export interface Redirect extends Effects {
  location: string
}

/** A redirect of a `page` to another one, a path alone, with a flash: a secret that is shown once and cannot be looked up. */
interface RedirectWithFlash extends Redirect {
  flash: Html
}

/** Something other than a page of ours. */
interface FileAnswer {
  type: string
  headers: Record<string, string>
  content: string | Readable
}

/** A problem undoes the unit of work, returned like thrown. */
export type PageOutcome = View | Redirect | FileAnswer | PageProblem

interface PageOptions {
  /** How large its form may be, when that is more than forms are. */
  form_bytes?: number
  /** Its form brings a file, which is taken in for an import, or may bring one to attach to an email. */
  takes_file?: 'import' | 'attachment'
  /**
   * What is shown when it is refused, which undoes the unit: the page that the form stands on again, with what was typed, or
   * a page of its own with this title.
   */
  refused?: DashboardPage | string
}

export interface DashboardPage extends PageOptions {
  method: 'GET' | 'POST'
  path: string
  answer(request: OpenRequest): Promise<PageOutcome>
}

/** A page for who is logged in and belongs to a team: one unit of work. */
export function page<At extends PageAddress>(
  at: At,
  act: (visit: Visit<Visitor, At>) => Promise<PageOutcome | RedirectWithFlash>,
  options?: PageOptions,
): DashboardPage {
  return openPage(at, ({ asVisitor }) => asVisitor(async visit => passFlash(visit, await act(visit))), options)
}

/** What is shown once is taken and kept in the unit that shows or makes it. */
async function passFlash(
  { tx, session, path, now }: Visit<Visitor>,
  outcome: PageOutcome | RedirectWithFlash,
): Promise<PageOutcome> {
  if ('flash' in outcome)
    keepFlash(tx, { token: session, page: outcome.location, flash: outcome.flash.toString() }, now)
  if (!('body' in outcome)) return outcome
  const markup = await takeFlash(tx, { token: session, page: pagePath(path) }, now)
  if (markup === undefined) return outcome
  const flash = new Html(markup)
  return { ...outcome, body: ({ done, ...shown }) => outcome.body({ ...shown, done: html`${done}${flash}` }) }
}

/** The same for who belongs to no team as well. */
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

/** Who is not logged in cannot do it. */
class NotLoggedIn extends Error {}

type Who<V extends Person> = (tx: Tx, live: LiveSession, known: KnownOfVisitor) => Promise<V>

type Called = PageRequest & Pick<OpenRequest, 'ctx'>

/** Who acts, of a page that begins its units itself. */
export function actorOf(ctx: Context, { id, email }: { id: string; email: string }): Actor {
  return { kind: 'person', id, name: email, ip: ctx.ip, request_id: requestLog(ctx).id }
}

/** Makes pages into what the router calls. */
export function createAnswering(parts: PageParts): (page: DashboardPage) => Middleware {
  return page => {
    const { method, path, form_bytes, takes_file } = page
    const who = ACCESS.get(`${method} ${path}`) ?? 'member'
    return async ctx => {
      const read = (): Promise<URLSearchParams> =>
        takes_file ? readUpload(ctx, parts, { takes_file, form_bytes }) : readForm(ctx, parts.site, form_bytes)
      const asked: Called = {
        ctx,
        params: ctx.params as PageRequest['params'],
        query: new URLSearchParams(ctx.querystring),
        form: method === 'POST' ? await read() : new URLSearchParams(),
        path: ctx.path,
        cookie: name => cookieOf(ctx, parts.site, name),
        parts,
      }
      let visitor: Visitor | undefined
      const opened = (request: Called): OpenRequest => ({
        ...request,
        asVisitor: async act => {
          const visit = await enter(request, findVisitor, async found => {
            checkAccess(who, found.visitor, request.params['user_id' as never] ?? found.form.get('user_id'))
            return act(found)
          })
          visitor = visit.visitor
          return visit.found
        },
        asPerson: async act => (await enter(request, findPerson, act)).found,
      })
      try {
        const outcome = await answerOrSayWhy(page, asked, opened)
        show(asked, outcome, visitor)
      } catch (error) {
        if (!(error instanceof NotLoggedIn)) throw error
        goTo(ctx, parts.site, loginPath(ctx.method === 'GET' ? ctx.url : pagePath(ctx.path)))
      }
    }
  }
}

/** When a form is refused, its page answers again and finds out why by `fault`. */
async function answerOrSayWhy(
  { answer, refused }: DashboardPage,
  asked: Called,
  opened: (request: Called) => OpenRequest,
): Promise<PageOutcome> {
  try {
    return await answer(opened(asked))
  } catch (error) {
    if (refused === undefined || !(error instanceof Refusal || error instanceof FormFault)) throw error
    if (typeof refused === 'string') throw problem(error.status, refused, error.message)
    const fault = error instanceof FormFault ? error : Object.assign(new FormFault(error.message), { cause: error })
    const outcome = await refused.answer(opened({ ...asked, fault }))
    if (!('body' in outcome)) return outcome
    const { message: trouble, status, retry_after_s } = fault
    const { form } = asked
    return { ...outcome, status, retry_after_s, body: ({ done }) => outcome.body({ done, trouble, form }) }
  }
}

/** One unit of work with the look at the session. A form is only acted on when it has the session's token. */
async function enter<V extends Person, T>(
  { ctx, ...asked }: Called,
  who: Who<V>,
  act: (visit: Visit<V>) => Promise<T>,
): Promise<{ visitor: V; found: T }> {
  const { parts, form } = asked
  const session = asked.cookie('session')
  if (!session) throw new NotLoggedIn()
  const now = parts.now()
  const visit = await parts.database.unit(async tx => {
    const live = await findLiveSession(tx, session, now)
    if (!live) return undefined
    if (ctx.method === 'POST') checkCsrfToken(parts.csrf_secret, session, form)
    tx.actor = actorOf(ctx, live.user)
    const visitor = await who(tx, live, knownOf(parts, session))
    const team_id = visitor.team?.id as Visit<V>['team_id']
    const found = await act({ ...asked, tx, visitor, team_id, now, session })
    if (found instanceof PageProblem) throw found
    return { visitor, found }
  })
  if (!visit) throw new NotLoggedIn()
  requestLog(ctx).team_id = visit.visitor.team?.id
  return visit
}

function show({ ctx, parts: { site }, query }: Called, outcome: PageOutcome, visitor: Visitor | undefined): void {
  if (outcome instanceof PageProblem) throw outcome
  if ('content' in outcome) return showFile(ctx, site, outcome)
  changeCookies(ctx, site, outcome.cookies ?? {})
  if ('location' in outcome) return goTo(ctx, site, outcome.location)
  const { body, done = {}, ...shown } = outcome
  const said = { done: doneBox(query, done), trouble: undefined, form: new URLSearchParams() }
  showPage(ctx, site, { ...shown, visitor, body: body(said) })
}

function showFile(ctx: Context, site: Site, { type, headers, content }: FileAnswer): void {
  ctx.set({ ...pageHeaders(site), ...headers })
  ctx.type = type
  ctx.body = content
}
