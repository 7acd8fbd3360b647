// The stylesheet and the icon, from our own origin. Their address carries a hash, so that browsers may keep them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'

const STYLESHEET = readFileSync(new URL('dashboard.css', import.meta.url))
const ICON = readFileSync(new URL('icon.svg', import.meta.url))

export const STYLESHEET_PATH = `/dashboard.css?v=${versionOf(STYLESHEET)}`
export const ICON_PATH = `/icon.svg?v=${versionOf(ICON)}`

function versionOf(file: Buffer): string {
  return createHash('sha256').update(file).digest('base64url').slice(0, 12)
}

export const stylesheet: Middleware = ctx => answerFile(ctx, 'text/css', STYLESHEET)
export const icon: Middleware = ctx => answerFile(ctx, 'image/svg+xml', ICON)

const answerFile = (ctx: Parameters<Middleware>[0], type: string, file: Buffer): void => {
  ctx.set('Cache-Control', ctx.querystring ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('Content-Security-Policy', "default-src 'none'")
  ctx.type = type
  ctx.body = file
}
