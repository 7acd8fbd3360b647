// The stylesheet and the icon of the dashboard, served from our own origin.
import type { Middleware } from 'koa'
import { type StaticFile, sendFile } from '../../http/static-files.ts'
import { accentFault, accentStyles } from '../../../mail/recipient-pages/rules.ts'
import { ASSETS } from '../paths.ts'
import { ICON, readStylesheet, versionOf } from '../../../base/html/assets.ts'

const COMPONENTS = [
  'ui/frame.css',
  'ui/menu.css',
  'ui/forms.css',
  'ui/notes.css',
  'ui/lists.css',
  'pages/consent/consent.css',
  'pages/images/images.css',
  'pages/mailbox/mailbox.css',
  'pages/automations/automations.css',
  'pages/automations/graph-box.css',
  'pages/automations/builder/builder.css',
  '../../base/drawing/drawing.css',
  '../../base/drawing/bars.css',
  'pages/automations/step-table.css',
  'pages/domains/domains.css',
  'pages/broadcasts/broadcasts.css',
  'pages/editor/blocks.css',
  'pages/editor/editor.css',
  'pages/recipient-pages/recipient-pages.css',
  'pages/segments/by-rule/conditions.css',
  'pages/webhooks/webhooks.css',
  'pages/inboxes/inboxes.css',
  'pages/start/start.css',
  'pages/two-factor/two-factor.css',
  'pages/login/login.css',
  'ui/touch.css',
]

const STYLESHEET = readStylesheet(COMPONENTS.map(file => new URL(`../${file}`, import.meta.url)))

export const STYLESHEET_PATH = `/dashboard.css?v=${versionOf(STYLESHEET)}`

const POLICY = "default-src 'none'"

export const stylesheet: Middleware = fileAt({ type: 'text/css', policy: POLICY, make: () => STYLESHEET })
export const icon: Middleware = fileAt({ type: 'image/svg+xml', policy: POLICY, make: () => ICON })

/**
 * The stylesheet with the colors derived from the team's color. Its URL contains the color, so that it needs no other input.
 */
export function accentPath(accent: string): string {
  return ASSETS.accent.replace(':name', `${accent.slice(1)}.css`)
}

export const accentStylesheet: Middleware = (ctx, next) => {
  const accent = `#${(ctx.params as { name: string }).name.replace(/\.css$/, '')}`
  if (ctx.path !== accentPath(accent) || accentFault(accent) !== undefined) return next()
  return sendFile(ctx, { type: 'text/css', policy: POLICY, is_hashed: true, make: () => accentStyles(accent) })
}

/** Pages add a hash of the content to the URL as its query. */
function fileAt(file: StaticFile): Middleware {
  const hashed = { ...file, is_hashed: true }
  return ctx => sendFile(ctx, ctx.querystring ? hashed : file)
}
