// The stylesheet of the dashboard and the icon, from our own origin.
import type { Middleware } from 'koa'
import { ICON, readStylesheet, versionOf } from '../../html/assets.ts'

const COMPONENTS = [
  'ui/frame.css',
  'ui/menu.css',
  'ui/forms.css',
  'ui/notes.css',
  'ui/lists.css',
  'pages/consent/consent.css',
  'pages/mailbox/mailbox.css',
  'pages/automations/automations.css',
  'pages/automations/graph-box.css',
  '../drawing/drawing.css',
  'pages/automations/step-table.css',
  'ui/touch.css',
]

const STYLESHEET = readStylesheet(COMPONENTS.map(file => new URL(`../${file}`, import.meta.url)))

export const STYLESHEET_PATH = `/dashboard.css?v=${versionOf(STYLESHEET)}`

export const stylesheet: Middleware = ctx => answerFile(ctx, 'text/css', STYLESHEET)
export const icon: Middleware = ctx => answerFile(ctx, 'image/svg+xml', ICON)

const answerFile = (ctx: Parameters<Middleware>[0], type: string, file: Buffer): void => {
  ctx.set('Cache-Control', ctx.querystring ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('Content-Security-Policy', "default-src 'none'")
  ctx.type = type
  ctx.body = file
}
