// A person's own account: their password, and leaving every place where they are logged in.
import type { Context, Middleware } from 'koa'
import { networkOf } from '../../../net/caller-ip.ts'
import { hashOfPassword, isPassword } from '../../../secrets/passwords.ts'
import { type User, passwordFault, replacePassword } from '../../../teams/actions.ts'
import { endSessionsOfUser, startSession } from '../../../teams/sessions/actions.ts'
import { accountBody } from './view.ts'
import { removeCookie, setCookie } from '../../session/cookies.ts'
import { readForm } from '../../session/csrf.ts'
import type { KnownBrowsers } from '../../session/known-browser.ts'
import { goTo, showPage } from '../../ui/page.ts'
import type { DashboardParts } from '../../parts.ts'
import { problem } from '../../problems.ts'
import type { Site } from '../../site.ts'
import { type Throttle, limitsOf, waitText } from '../../session/rate-limiter.ts'
import type { Visiting } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'

const DONE = {
  password:
    'Your password was changed. You are logged out everywhere else, and the access you gave to applications ended.',
}

export class AccountPages {
  readonly #parts: DashboardParts
  readonly #site: Site
  readonly #visiting: Visiting
  readonly #throttle: Throttle
  readonly #browsers: KnownBrowsers

  constructor(parts: DashboardParts, site: Site, visiting: Visiting, throttle: Throttle, browsers: KnownBrowsers) {
    this.#parts = parts
    this.#site = site
    this.#visiting = visiting
    this.#throttle = throttle
    this.#browsers = browsers
  }

  readonly show: Middleware = async ctx => this.#show(ctx)

  readonly changePassword: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(ctx, async (_, { user }) => user, form)
    if (!visit) return
    const trouble = await this.#troubleWith(ctx, visit.found, form)
    if (trouble) return this.#show(ctx, trouble)
    const password_hash = await hashOfPassword(form.get('new_password')!, networkOf(ctx.ip))
    await this.#replace(ctx, form, visit.found, password_hash)
  }

  readonly logOutEverywhere: Middleware = async ctx => {
    const form = await readForm(ctx, this.#site)
    const visit = await this.#visiting(ctx, (tx, { user }) => endSessionsOfUser(tx, user.id), form)
    if (!visit) return
    removeCookie(ctx, this.#site, 'session')
    goTo(ctx, this.#site, '/login')
  }

  /** Whoever sits at an open session must not be able to guess on, so the old password has its own tries. */
  async #troubleWith(
    ctx: Context,
    { id, email, password_hash }: User,
    form: URLSearchParams,
  ): Promise<Trouble | undefined> {
    const password = form.get('new_password') ?? ''
    const fault = passwordFault(password, email)
    if (fault) return { status: 422, text: fault }
    if (password !== form.get('new_password_again')) return { status: 422, text: 'The new passwords are not the same.' }
    const limits = limitsOf({ account: `change ${id}`, ip: ctx.ip })
    const { wait_ms } = this.#throttle.take(limits, this.#parts.now())
    if (wait_ms > 0) {
      ctx.set('Retry-After', String(Math.ceil(wait_ms / 1000)))
      return { status: 429, text: waitText(wait_ms) }
    }
    const old = form.get('old_password') ?? ''
    if (!(await this.#throttle.unlessFull(limits, () => isPassword(old, password_hash, networkOf(ctx.ip))))) {
      return { status: 422, text: 'The old password is not right.' }
    }
    this.#throttle.forget(limits)
    return undefined
  }

  /** Ends whatever somebody who knew the old password could have begun: every session and every grant. */
  async #replace(ctx: Context, form: URLSearchParams, user: User, password_hash: string): Promise<void> {
    const { oauth } = this.#parts
    const visit = await this.#visiting(
      ctx,
      async (tx, { team }, now) => {
        if (!(await replacePassword(tx, user.id, user.password_hash, password_hash))) {
          throw problem(409, 'Changed meanwhile', 'Your password was changed somewhere else at the same time.')
        }
        await endSessionsOfUser(tx, user.id)
        await oauth.revokeGrantsOfUser(tx, user.id, 'password_changed', now)
        return startSession(tx, user.id, now, team.id)
      },
      form,
    )
    if (!visit) return
    setCookie(ctx, this.#site, 'session', visit.found)
    this.#browsers.remember(ctx, { id: user.id, password_hash }, this.#parts.now())
    goTo(ctx, this.#site, '/account?done=password')
  }

  async #show(ctx: Context, trouble?: Trouble): Promise<void> {
    const visit = await this.#visiting(ctx, async () => undefined)
    if (!visit) return
    const { visitor } = visit
    showPage(ctx, this.#site, {
      title: 'Account',
      section: 'account',
      visitor,
      body: accountBody(visitor, doneBox(ctx.querystring, DONE), trouble?.text),
      ...(trouble && { status: trouble.status }),
    })
  }
}

interface Trouble {
  status: number
  text: string
}
