// Our cookies: who is logged in, which browser was shown a form before that, the invitation somebody came with, and that
// somebody has logged in with this browser before.
import type { Context } from 'koa'
import type { Site } from '../site.ts'

export type CookieName = 'session' | 'visit' | 'invitation' | 'browser'

/** `__Host-` keeps other hosts of the same domain and unencrypted pages from setting it; it needs https. */
function nameOf(name: CookieName, { is_https }: Site): string {
  return `${is_https ? '__Host-' : ''}lettermill_${name}`
}

export function cookieOf(ctx: Context, site: Site, name: CookieName): string | undefined {
  return ctx.cookies.get(nameOf(name, site), { signed: false })
}

/** Kept until the browser is closed; how long a session lives is decided where it is stored. */
export function setCookie(ctx: Context, site: Site, name: CookieName, value: string): void {
  ctx.append('Set-Cookie', `${nameOf(name, site)}=${value}${attributes(site)}`)
}

/** Kept when the browser is closed, and not sent when a link of another site leads here. */
export function setLastingCookie(ctx: Context, site: Site, name: CookieName, value: string, seconds: number): void {
  const kept = attributes(site).replace('SameSite=Lax', 'SameSite=Strict')
  ctx.append('Set-Cookie', `${nameOf(name, site)}=${value}${kept}; Max-Age=${seconds}`)
}

export function removeCookie(ctx: Context, site: Site, name: CookieName): void {
  ctx.append('Set-Cookie', `${nameOf(name, site)}=${attributes(site)}; Max-Age=0`)
}

function attributes({ is_https }: Site): string {
  // Lax and not Strict: a client's link to the consent page must find the person logged in
  return `; Path=/; HttpOnly; SameSite=Lax${is_https ? '; Secure' : ''}`
}
