// A browser that somebody has logged in with before. Its cookie is no credential: all it does is that wrong passwords
// which strangers try on the account do not keep this browser from trying the right one. It ends with the password.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import { randomToken } from '../../secrets/tokens.ts'
import type { User } from '../../teams/actions.ts'
import { cookieOf, setLastingCookie } from './cookies.ts'
import type { Site } from '../site.ts'

const LIFETIME_S = 365 * 24 * 3600
const FORM = /^(?<id>[\w-]{43})\.(?<until>\d{10,12})\.(?<seal>[\w-]{43})$/

type Account = Pick<User, 'id' | 'password_hash'>

export class KnownBrowsers {
  readonly #secret: string
  readonly #site: Site

  constructor(secret: string, site: Site) {
    this.#secret = secret
    this.#site = site
  }

  /** The id of the browser, if somebody has logged in to this account with it since the password is what it is. */
  idOf(ctx: Context, account: Account | undefined, now: Date): string | undefined {
    const { id, until, seal } = FORM.exec(cookieOf(ctx, this.#site, 'browser') ?? '')?.groups ?? {}
    if (!account || !id || !until || !seal || Number(until) * 1000 <= now.getTime()) return undefined
    return timingSafeEqual(Buffer.from(this.#seal(account, id, until)), Buffer.from(seal)) ? id : undefined
  }

  /** Somebody has just shown that they know the password. */
  remember(ctx: Context, account: Account, now: Date): void {
    const id = this.idOf(ctx, account, now) ?? randomToken()
    const until = String(Math.floor(now.getTime() / 1000) + LIFETIME_S)
    setLastingCookie(ctx, this.#site, 'browser', `${id}.${until}.${this.#seal(account, id, until)}`, LIFETIME_S)
  }

  #seal(account: Account, id: string, until: string): string {
    const sealed = JSON.stringify([account.id, account.password_hash, id, until])
    return createHmac('sha256', this.#secret).update(sealed).digest('base64url')
  }
}
