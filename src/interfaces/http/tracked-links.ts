// Serves the targets of links and images in tracked email: redirects, and a transparent dot. They require no login and
// set no cookies. They redirect only to URLs that this server sealed, so this is not an open redirect.
import type { Context, Middleware } from 'koa'
import { type Html, html } from '../../base/html/html.ts'

/** Opens tokens of links and images, and records visits. */
interface TrackSource<Tracked extends { url: string }> {
  open(kind: 'open' | 'click', token: string, host: string): Tracked | undefined
  /** Resolves when the visit is saved or was dropped; never throws. */
  note(tracked: Tracked, visitor: { method: string; user_agent: string; purpose: string; ip: string }): Promise<void>
}

const PREFIX = '/t/'
const KINDS: Readonly<Record<string, 'open' | 'click'>> = { 'c/': 'click', 'o/': 'open' }

// GIF89a: one transparent dot
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const HEADERS = {
  'Cache-Control': 'no-store, private',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

export function trackedLinks<Tracked extends { url: string }>(source: TrackSource<Tracked>): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PREFIX) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    const kind = KINDS[ctx.path.slice(PREFIX.length, PREFIX.length + 2)]
    if (kind === undefined) return next()
    ctx.set(HEADERS)
    const tracked = source.open(kind, ctx.path.slice(PREFIX.length + 2), ctx.hostname)
    if (!tracked) return sendNothing(ctx)
    await source.note(tracked, {
      method: ctx.method,
      user_agent: ctx.get('User-Agent'),
      purpose: ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map(name => ctx.get(name)).join(' '),
      ip: ctx.ip,
    })
    if (kind === 'open') return answerDot(ctx)
    const target = targetOf(tracked.url)
    if (target === undefined) return sendNothing(ctx)
    ctx.status = 302
    ctx.set('Location', target)
    ctx.body = ''
  }
}

/** Only HTTP URLs are ever sealed; this check is a second one, because a browser would run a `javascript:` URL. */
function targetOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

function answerDot(ctx: Context): void {
  // the image is shown in an email's HTML, which has an opaque origin
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.type = 'image/gif'
  ctx.body = DOT
}

/** The response to an unknown or forged link. */
export function sendNothing(ctx: Context): void {
  ctx.set(HEADERS)
  ctx.status = 404
  ctx.type = 'html'
  ctx.body = NOTHING.toString()
}

const NOTHING: Html = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>This link leads nowhere</title>
    </head>
    <body>
      <h1>This link leads nowhere</h1>
      <p>
        It is not complete, or it was changed on its way. Open it once more from the mail, or ask the sender of the
        mail.
      </p>
    </body>
  </html> `
