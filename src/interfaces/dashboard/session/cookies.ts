// The cookies: `session`; `visit`, for forms before the login; `login`, a right password that waits for a code;
// `provider`, a login that waits for an OpenID provider; `invitation`, its token; and `browser`, for a known browser.
import type { Context } from 'koa'
import type { Site } from '../site.ts'

export type CookieName = 'session' | 'visit' | 'login' | 'provider' | 'invitation' | 'browser'

/** Changes of cookies in a response; `null` removes one. */
export type CookieChanges = Partial<Record<CookieName, string | null>>

/** Lifetimes of cookies. Other cookies end when the browser is closed. The lifetime of a session is stored with the session. */
export const LIFETIMES_S: Partial<Record<CookieName, number>> = { browser: 365 * 24 * 3600 }

/** `__Host-` prevents other hosts of the same domain and unencrypted pages from setting the cookie. It requires https. */
function nameOf(name: CookieName, { is_https }: Site): string {
  return `${is_https ? '__Host-' : ''}lettermill_${name}`
}

export function cookieOf(ctx: Context, site: Site, name: CookieName): string | undefined {
  return ctx.cookies.get(nameOf(name, site), { signed: false })
}

export function changeCookies(ctx: Context, site: Site, changes: CookieChanges): void {
  // the public URL decides, because a proxy in front of this server may terminate TLS
  ctx.cookies.secure = site.is_https
  for (const [name, value] of Object.entries(changes) as [CookieName, string | null][]) {
    const lifetime_s = LIFETIMES_S[name]
    ctx.cookies.set(nameOf(name, site), value, {
      signed: false,
      // Lax, not Strict: a person who follows a client's link to the consent page must be logged in there. The cookie of a
      // known browser is not a credential, and only our own forms need it.
      sameSite: name === 'browser' ? 'strict' : 'lax',
      ...(lifetime_s !== undefined && { maxAge: lifetime_s * 1000 }),
    })
  }
}
