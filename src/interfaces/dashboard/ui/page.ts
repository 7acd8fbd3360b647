// The frame around every page, and the headers that every page has.
import type { Context } from 'koa'
import { requestLog } from '../../http/request-log.ts'
import { STYLESHEET_PATH } from './assets.ts'
import { frame } from '../../../base/html/frame.ts'
import { isForeign } from '../session/csrf.ts'
import { type Html, html } from '../../../base/html/html.ts'
import { type Section, menu, sectionOf } from './menu.ts'
import type { DashboardParts, Notice } from '../parts.ts'
import type { PageProblem } from '../problems.ts'
import type { Site } from '../site.ts'
import { type Visitor, findProblemVisitor } from '../session/visitor.ts'
import { type Access, mayFollow } from '../access.ts'
import { csrfField } from './forms.ts'
import { type Reader, localeOf, renderFor } from './reader.ts'
import { pageScripts, timesScript } from './scripts.ts'
import { dateTime, zoneNote } from './time.ts'

interface ShownPage {
  title: string
  body: Html
  /** The logged-in person. */
  visitor?: Visitor | undefined
  status?: number
  /** Seconds after which a retry may succeed. */
  retry_after_s?: number | undefined
  /** Seconds after which the browser reloads the page. */
  refresh_s?: number | undefined
  /** The page is shown in an iframe of one of our pages. */
  is_part?: boolean
  /** Additional sources in `form-action` of the page's policy (CSP), besides our own origin. */
  form_targets?: string[]
  /** Sources in `script-src` of the page's policy, if it has scripts besides those of every page. */
  script_source?: string
}

export function showPage(ctx: Context, site: Site, page: ShownPage): void {
  ctx.status = page.status ?? 200
  const script_source = page.script_source ?? (page.visitor && pageScripts.source)
  ctx.set(
    page.is_part
      ? partHeaders(site, page.visitor && timesScript.source)
      : pageHeaders(site, page.form_targets, script_source),
  )
  if (page.retry_after_s !== undefined) ctx.set('Retry-After', String(page.retry_after_s))
  if (page.refresh_s !== undefined) ctx.set('Refresh', String(page.refresh_s))
  ctx.type = 'text/html'
  if (page.is_part) {
    ctx.body = partDocument(page).toString()
    return
  }
  const note = isForeign(ctx.headers, site) && foreignNote(site)
  ctx.body = documentOf(page, sectionOf(ctx.path), note).toString()
}

/** Shows a problem: to a logged-in person with the menu, and to a person without a team with a button to log out. */
export async function showProblem(
  ctx: Context,
  parts: DashboardParts & { site: Site; access: Access },
  problem: PageProblem,
): Promise<void> {
  const { site } = parts
  const onlooker = await findProblemVisitor(ctx, parts, site)
  const visitor = onlooker?.visitor
  const { status, title, message, retry_after_s } = problem
  // the rest of a body that is too large was not read, so the connection has to be closed
  if (status === 413) ctx.set('Connection', 'close')
  const body = (): Html =>
    html`<section class="card">
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a class="button" href="/start">Go to the start page</a></p>
      ${onlooker && !visitor && wayOut()}
      <p class="soft">Request <code>${requestLog(ctx).id}</code></p>
    </section>`
  // no menu on the consent page, which people open from a client
  const isLed = ctx.path.startsWith('/consent')
  const reader = { ...readerOf(ctx, parts, visitor), csrf_token: onlooker?.csrf_token }
  renderFor(reader, () =>
    showPage(ctx, site, { status, title, body: body(), retry_after_s, visitor: isLed ? undefined : visitor }),
  )
}

/** The reader of a page. Without a team, times are in UTC and links lead everywhere. */
export function readerOf(
  ctx: Context,
  { now, access }: Pick<DashboardParts, 'now'> & { access: Access },
  visitor: Visitor | undefined,
): Reader {
  return {
    locale: localeOf(ctx.get('accept-language')),
    time_zone: visitor?.team.time_zone ?? 'UTC',
    now: now(),
    mayOpen: path => visitor === undefined || mayFollow(access, path, visitor),
  }
}

function wayOut(): Html {
  return html`<form method="post" action="/logout">
    ${csrfField()}
    <p><button>Log out</button></p>
  </form>`
}

/** Redirects with 303: the browser continues with GET, whatever method it used. */
export function redirectTo(ctx: Context, site: Site, location: string): void {
  ctx.status = 303
  ctx.set(pageHeaders(site))
  // set directly, because Koa's `redirect` would parse and rewrite a client's URL
  ctx.set('Location', location)
  ctx.body = ''
}

/** Pages require a login or a secret link. A search engine that found such a link would make it public. */
export const ROBOTS = 'noindex, nofollow'

export function pageHeaders(
  { referrer_policy }: Site,
  form_targets: string[] = [],
  script_source?: string,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    ...(script_source === undefined ? [] : [`script-src ${script_source}`]),
    // scripts of editors load and save; those of every page send no requests
    ...([undefined, pageScripts.source, timesScript.source].includes(script_source) ? [] : ["connect-src 'self'"]),
    `form-action ${["'self'", ...form_targets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer_policy,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': ROBOTS,
  }
}

/** Headers of a page that only our own pages may frame. */
function partHeaders(site: Site, script_source: string | undefined): Record<string, string> {
  const headers = pageHeaders(site, [], script_source)
  const policy = headers['Content-Security-Policy']!.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
  return { ...headers, 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' }
}

/** The document of a page in an iframe. Its links open in the whole window. */
function partDocument({ title, body, visitor }: ShownPage): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="${ROBOTS}" />
        <base target="_top" />
        <title>${title} · Lettermill</title>
        <link rel="stylesheet" href="${STYLESHEET_PATH}" />
      </head>
      <body class="part">
        ${body} ${visitor && timesScript.markup}
      </body>
    </html> `
}

function foreignNote({ public_url }: Site): Html {
  return html`<p class="strip warning">
    <span
      >Forms work only at <a href="${public_url}">${public_url}</a>, which differs from the URL in your browser. Open
      that URL, or set <code>PUBLIC_URL</code> to the URL that people use.</span
    >
  </p>`
}

/** Whether the notice is shown: problems on every page, good news on the mailbox only. */
function isTimely({ is_trouble }: Notice, section: Section | undefined): boolean {
  return is_trouble || section === 'mailbox'
}

function noticeLine({ words, checked, is_trouble }: Notice): Html {
  const check = checked && html` Last attempt ${dateTime(checked.at)}: <bdi>${checked.result}</bdi>`
  return html`<p class="strip ${is_trouble ? 'trouble' : 'note'}" role="status"><span>${words}${check}</span></p>`
}

function documentOf({ title, body, visitor }: ShownPage, section: Section | undefined, note: Html | false): Html {
  return frame({
    title,
    stylesheet: STYLESHEET_PATH,
    brand: { path: '/start', title: 'Lettermill' },
    menu: visitor && menu(visitor, section),
    robots: ROBOTS,
    body: html`${note} ${visitor?.notice && isTimely(visitor.notice, section) && noticeLine(visitor.notice)}
      <main id="content">${body}</main>
      ${visitor && html`${zoneNote()} ${pageScripts.markup}`}`,
  })
}
