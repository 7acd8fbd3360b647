// Logging in and out.
import type { Context, Middleware } from 'koa'
import { isPassword } from '../secrets/passwords.ts'
import { randomToken } from '../secrets/tokens.ts'
import { type User, endSession, findUserByEmail, startSession, userOfSession } from '../teams/actions.ts'
import { cookieOf, removeCookie, setCookie } from './cookies.ts'
import { checkFormToken, formToken, isFormToken, readForm } from './forms.ts'
import { html } from './html.ts'
import { localPath, loginPath } from './local-path.ts'
import { goTo, showPage } from './page.ts'
import type { DashboardParts } from './parts.ts'
import type { Site } from './site.ts'
import { type Limit, Throttle } from './throttle.ts'

const ACCOUNT_TRIES = 10
/** More than for an account: many people can share an address. */
const ADDRESS_TRIES = 30

export class LoginPages {
  readonly #parts: DashboardParts
  readonly #site: Site
  readonly #throttle = new Throttle()

  constructor(parts: DashboardParts, site: Site) {
    this.#parts = parts
    this.#site = site
  }

  readonly show: Middleware = async ctx => {
    const { database, now } = this.#parts
    const next = localPath(new URLSearchParams(ctx.querystring).get('next'))
    const session = cookieOf(ctx, this.#site, 'session')
    const user = session && (await database.unit(tx => userOfSession(tx, session, now())))
    if (user) goTo(ctx, this.#site, next)
    else this.#showForm(ctx, { next })
  }

  readonly submit: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const next = localPath(form.get('next'))
    const email = (form.get('email') ?? '').trim()
    const visit = cookieOf(ctx, this.#site, 'visit')
    if (!visit || !isFormToken(this.#parts.form_secret, visit, form.get('form_token'))) {
      return this.#showForm(ctx, { next, email, status: 403, trouble: 'This page was too old. Please try again.' })
    }
    const [account, address] = limitsOf(email, ctx.ip)
    const { wait_ms } = this.#throttle.take([account, address], this.#parts.now())
    if (wait_ms > 0) return this.#showWait(ctx, { next, email, wait_ms })
    const user = await this.#userWith(email, form.get('password') ?? '')
    if (!user) {
      const trouble = 'The email address or the password is not right.'
      return this.#showForm(ctx, { next, email, status: 422, trouble })
    }
    this.#throttle.forget(account.key)
    this.#throttle.giveBack(address.key)
    await this.#logIn(ctx, user)
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

  /** Takes as long for an unknown address as for a wrong password, and holds no unit of work meanwhile. */
  async #userWith(email: string, password: string): Promise<User | undefined> {
    const user = await this.#parts.database.read(tx => findUserByEmail(tx, email))
    return (await isPassword(password, user?.password_hash)) ? user : undefined
  }

  /** A new session each time: one that somebody else slipped into this browser must not become theirs. */
  async #logIn(ctx: Context, user: User): Promise<void> {
    const old = cookieOf(ctx, this.#site, 'session')
    const session = await this.#parts.database.unit(async tx => {
      if (old) await endSession(tx, old)
      return startSession(tx, user.id, this.#parts.now())
    })
    setCookie(ctx, this.#site, 'session', session)
    removeCookie(ctx, this.#site, 'visit')
  }

  #showWait(ctx: Context, { next, email, wait_ms }: { next: string; email: string; wait_ms: number }): void {
    ctx.set('Retry-After', String(Math.ceil(wait_ms / 1000)))
    const minutes = Math.ceil(wait_ms / 60_000)
    const trouble = `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
    this.#showForm(ctx, { next, email, status: 429, trouble })
  }

  #showForm(ctx: Context, { next, email, status, trouble }: LoginForm): void {
    const known = cookieOf(ctx, this.#site, 'visit')
    const visit = known ?? randomToken()
    if (!known) setCookie(ctx, this.#site, 'visit', visit)
    const body = html`<section class="card">
      <h1>Log in</h1>
      ${trouble && html`<p class="trouble" role="alert" id="trouble">${trouble}</p>`}
      <form method="post" action="/login">
        <input type="hidden" name="form_token" value="${formToken(this.#parts.form_secret, visit)}" />
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
    </section>`
    showPage(ctx, this.#site, { title: 'Log in', body, ...(status && { status }) })
  }
}

interface LoginForm {
  next: string
  email?: string
  status?: number
  trouble?: string
}

function limitsOf(email: string, ip: string): [account: Limit, address: Limit] {
  // no address is longer (RFC 5321 4.5.3.1), and nobody may fill the memory with names
  const account = email.toLowerCase().slice(0, 320)
  return [
    { key: `account ${account}`, tries: ACCOUNT_TRIES },
    { key: `address ${ip}`, tries: ADDRESS_TRIES },
  ]
}
