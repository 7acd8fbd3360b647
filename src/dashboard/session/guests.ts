// Forms for people who are not logged in. Their tokens are bound to a cookie that means nothing else.
import type { Context } from 'koa'
import { randomToken } from '../../secrets/tokens.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { formToken, isFormToken } from './csrf.ts'
import type { Site } from '../site.ts'

export class Guests {
  readonly #form_secret: string
  readonly #site: Site

  constructor(form_secret: string, site: Site) {
    this.#form_secret = form_secret
    this.#site = site
  }

  /** The token for a form in this answer. */
  formToken(ctx: Context): string {
    const known = cookieOf(ctx, this.#site, 'visit')
    const visit = known ?? randomToken()
    if (!known) setCookie(ctx, this.#site, 'visit', visit)
    return formToken(this.#form_secret, visit)
  }

  isForm(ctx: Context, form: URLSearchParams): boolean {
    const visit = cookieOf(ctx, this.#site, 'visit')
    return visit !== undefined && isFormToken(this.#form_secret, visit, form.get('form_token'))
  }
}
