// Our cookies: the session, the browser that was shown a form before the login, the invitation that led here, and the known
// browser.
import type { Context } from 'koa'
import type { Site } from '../site.ts'

export type CookieName = 'session' | 'visit' | 'invitation' | 'browser'

/** What an answer does to them: `null` removes one. */
export type CookieChanges = Partial<Record<CookieName, string | null>>

/**
 * How long each is kept: until the browser is closed, where nothing is said here. How long a session lives is decided
 * where it is stored.
 */
export const LIFETIMES_S: Partial<Record<CookieName, number>> = { browser: 365 * 24 * 3600 }

/** `__Host-` keeps other hosts of the same domain and unencrypted pages from setting it; it needs https. */
function nameOf(name: CookieName, { is_https }: Site): string {
  return `${is_https ? '__Host-' : ''}lettermill_${name}`
}

export function cookieOf(ctx: Context, site: Site, name: CookieName): string | undefined {
  return ctx.cookies.get(nameOf(name, site), { signed: false })
}

export function changeCookies(ctx: Context, site: Site, changes: CookieChanges): void {
  // a proxy in front of us may speak TLS for us: the address that people use decides
  ctx.cookies.secure = site.is_https
  for (const [name, value] of Object.entries(changes) as [CookieName, string | null][]) {
    const lifetime_s = LIFETIMES_S[name]
    ctx.cookies.set(nameOf(name, site), value, {
      signed: false,
      // Lax and not Strict: a client's link to the consent page must find the person logged in. A browser's is no
      // credential and is only asked for by our own forms.
      sameSite: name === 'browser' ? 'strict' : 'lax',
      ...(lifetime_s !== undefined && { maxAge: lifetime_s * 1000 }),
    })
  }
}
