// The contract for people and programs: /openapi.json, /openapi.yaml and a viewer at /docs, all from our own origin.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Middleware } from 'koa'

const GENERATED = new URL('../../generated/openapi.json', import.meta.url)
const require = createRequire(import.meta.url)
const VIEWER = path.dirname(require.resolve('swagger-ui-dist/package.json'))

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lettermill API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="viewer"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#viewer', deepLinking: true, tryItOutEnabled: false })\n`

/** The viewer sets styles by script; it loads nothing from anywhere else. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const viewerFile = (name: string) => (): Buffer => readFileSync(path.join(VIEWER, name))

/** Loads its package when somebody asks, which hardly anybody does. */
function yaml(): string {
  const { stringify } = require('yaml') as typeof import('yaml')
  return stringify(JSON.parse(readFileSync(GENERATED, 'utf8')))
}

const FILES: Record<string, { type: string; make: () => string | Buffer }> = {
  '/openapi.json': { type: 'application/json', make: () => readFileSync(GENERATED) },
  '/openapi.yaml': { type: 'application/yaml', make: yaml },
  '/docs': { type: 'text/html', make: () => PAGE },
  '/docs/start.js': { type: 'text/javascript', make: () => START },
  '/docs/swagger-ui.css': { type: 'text/css', make: viewerFile('swagger-ui.css') },
  '/docs/swagger-ui-bundle.js': { type: 'text/javascript', make: viewerFile('swagger-ui-bundle.js') },
}

/** Serves the contract and its viewer; each file is made at its first request. */
export function docsRoutes(): Middleware {
  const made = new Map<string, string | Buffer>()
  return async (ctx, next) => {
    const file = FILES[ctx.path]
    if (!file || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    if (!made.has(ctx.path)) made.set(ctx.path, file.make())
    if (ctx.path.startsWith('/openapi')) ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Content-Security-Policy', POLICY)
    ctx.type = file.type
    ctx.body = made.get(ctx.path)
  }
}
