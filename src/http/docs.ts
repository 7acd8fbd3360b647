// The contract for programs: /openapi.json and /openapi.yaml, and /openapi-3.0.json for tools that do not read 3.1.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Middleware } from 'koa'

const GENERATED = new URL('../../generated/openapi.json', import.meta.url)
const GENERATED_30 = new URL('../../generated/openapi-3.0.json', import.meta.url)
const require = createRequire(import.meta.url)

/** Loads its package when somebody asks, which hardly anybody does. */
function yaml(): string {
  const { stringify } = require('yaml') as typeof import('yaml')
  return stringify(JSON.parse(readFileSync(GENERATED, 'utf8')))
}

const FILES: Record<string, { type: string; make: () => string | Buffer }> = {
  '/openapi.json': { type: 'application/json', make: () => readFileSync(GENERATED) },
  '/openapi-3.0.json': { type: 'application/json', make: () => readFileSync(GENERATED_30) },
  '/openapi.yaml': { type: 'application/yaml', make: yaml },
}

/** Serves the contract; each file is made at its first request. */
export function docsRoutes(): Middleware {
  const made = new Map<string, string | Buffer>()
  return async (ctx, next) => {
    const file = FILES[ctx.path]
    if (!file || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    if (!made.has(ctx.path)) made.set(ctx.path, file.make())
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Content-Security-Policy', "default-src 'none'")
    ctx.type = file.type
    ctx.body = made.get(ctx.path)
  }
}
