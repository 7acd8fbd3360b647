// Logging in and out.
import type { Context, Middleware } from 'koa'
import { networkOf } from '../../../net/caller-ip.ts'
import { isPassword } from '../../../secrets/passwords.ts'
import { type User, findUserByEmail } from '../../../teams/actions.ts'
import { endSession, findLiveSession, startSession } from '../../../teams/sessions/actions.ts'
import { cookieOf, removeCookie, setCookie } from '../../session/cookies.ts'
import { checkFormToken, readForm } from '../../session/csrf.ts'
import { Guests } from '../../session/guests.ts'
import { askerNote } from '../consent/view.ts'
import { type Html, html } from '../../../html/html.ts'
import type { KnownBrowsers } from '../../session/known-browser.ts'
import { localPath, loginPath } from '../../session/local-path.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import type { Site } from '../../site.ts'
import { type Throttle, limitsOf, waitText } from '../../session/rate-limiter.ts'
import { tokenField, troubleBox } from '../../ui/forms.ts'

export class LoginPages {
  readonly #parts: DashboardParts
  readonly #site: Site
  readonly #throttle: Throttle
  readonly #browsers: KnownBrowsers
  readonly #guests: Guests

  constructor(parts: DashboardParts, site: Site, throttle: Throttle, browsers: KnownBrowsers) {
    this.#parts = parts
    this.#site = site
    this.#throttle = throttle
    this.#browsers = browsers
    this.#guests = new Guests(parts.form_secret, site)
  }

  readonly show: Middleware = async ctx => {
    const { database, now } = this.#parts
    const next = localPath(new URLSearchParams(ctx.querystring).get('next'))
    const session = cookieOf(ctx, this.#site, 'session')
    const live = session && (await database.unit(tx => findLiveSession(tx, session, now())))
    if (live) goTo(ctx, this.#site, next)
    else await this.#showForm(ctx, { next })
  }

  readonly submit: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const next = localPath(form.get('next'))
    const email = (form.get('email') ?? '').trim()
    if (!this.#guests.isForm(ctx, form)) {
      return this.#showForm(ctx, { next, email, status: 403, trouble: 'This page was too old. Please try again.' })
    }
    const user = await this.#parts.database.read(tx => findUserByEmail(tx, email))
    const browser = this.#browsers.idOf(ctx, user, this.#parts.now())
    const account = email.toLowerCase()
    const limits = limitsOf({ account, password_hash: user?.password_hash, ip: ctx.ip, browser })
    const { wait_ms } = this.#throttle.take(limits, this.#parts.now())
    if (wait_ms > 0) return this.#showWait(ctx, { next, email, wait_ms })
    const password = form.get('password') ?? ''
    const known = await this.#throttle.unlessFull(limits, () => isOf(user, password, browser, ctx.ip))
    if (!known || !(await this.#logIn(ctx, known))) {
      const trouble = 'The email address or the password is not right.'
      return this.#showForm(ctx, { next, email, status: 422, trouble })
    }
    this.#throttle.forget(limits)
    goTo(ctx, this.#site, next)
  }

  readonly logOut: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const session = cookieOf(ctx, this.#site, 'session')
    if (session) {
      checkFormToken(this.#parts.form_secret, session, form)
      await this.#parts.database.unit(tx => endSession(tx, session))
      removeCookie(ctx, this.#site, 'session')
    }
    goTo(ctx, this.#site, loginPath(localPath(form.get('next'))))
  }

  /**
   * A new session each time: one that somebody else slipped into this browser must not become theirs. None when the
   * password was changed while it was checked: that ended the sessions of whoever knows the old one.
   */
  async #logIn(ctx: Context, user: User): Promise<boolean> {
    const old = cookieOf(ctx, this.#site, 'session')
    const session = await this.#parts.database.unit(async tx => {
      const current = await findUserByEmail(tx, user.email)
      if (current?.password_hash !== user.password_hash) return undefined
      if (old) await endSession(tx, old)
      return startSession(tx, user.id, this.#parts.now())
    })
    if (!session) return false
    setCookie(ctx, this.#site, 'session', session)
    removeCookie(ctx, this.#site, 'visit')
    this.#browsers.remember(ctx, user, this.#parts.now())
    return true
  }

  async #showWait(
    ctx: Context,
    { next, email, wait_ms }: { next: string; email: string; wait_ms: number },
  ): Promise<void> {
    ctx.set('Retry-After', String(Math.ceil(wait_ms / 1000)))
    await this.#showForm(ctx, { next, email, status: 429, trouble: waitText(wait_ms) })
  }

  /** Whoever was sent here by a client is told by which. */
  async #asker(next: string): Promise<Html | undefined> {
    const [, sealed] = /^\/consent\/([\w-]+)$/.exec(next) ?? []
    const { database, oauth } = this.#parts
    const request = sealed && (await database.read(tx => oauth.findAuthorizationRequest(tx, sealed)))
    return request && !request.is_answered ? askerNote(request) : undefined
  }

  async #showForm(ctx: Context, { next, email, status, trouble }: LoginForm): Promise<void> {
    const asker = await this.#asker(next)
    const form_token = this.#guests.formToken(ctx)
    const body = html`<section class="card">
      <h1>Log in</h1>
      ${asker} ${troubleBox(trouble)}
      <form method="post" action="/login">
        ${tokenField({ form_token })}
        <input type="hidden" name="next" value="${next}" />
        <label for="email">Email address</label>
        <input
          id="email"
          name="email"
          type="text"
          inputmode="email"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          value="${email}"
        />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button class="main">Log in</button>
      </form>
      <details class="forgotten">
        <summary>Forgot the password?</summary>
        <p>
          Whoever runs this server can give you a new one, also while it runs:
          <code>npm run password:reset -- ${'<email address>'}</code>
        </p>
      </details>
    </section>`
    showPage(ctx, this.#site, { title: 'Log in', body, ...(status && { status }) })
  }
}

/**
 * The user, if this is their password. Takes as long for an unknown address as for a wrong password, and holds no unit of
 * work meanwhile.
 */
async function isOf(
  user: User | undefined,
  password: string,
  browser: string | undefined,
  ip: string,
): Promise<User | undefined> {
  const [caller, known] = browser === undefined ? [networkOf(ip), false] : [`browser ${browser}`, true]
  return (await isPassword(password, user?.password_hash, caller, known)) ? user : undefined
}

interface LoginForm {
  next: string
  email?: string
  status?: number
  trouble?: string
}
