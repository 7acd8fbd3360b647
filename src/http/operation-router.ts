// @koa/router's registration with an indexed dispatch: a map for fixed paths, segments for the rest. The router's own
// dispatch tries a regular expression per route, which costs more than the rest of a request together.
import { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { refusal } from '../refusal.ts'

interface Target {
  path: string
  segments: string[]
  methods: Map<string, Method>
}

interface Method {
  middleware: Middleware
  /** Of the path that the method was registered for. */
  segments: string[]
}

/** What a browser asks before it lets a page of another origin send a request. Nothing here goes by cookies. */
const PREFLIGHT = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Authorization, *' }

export class OperationRouter extends Router {
  /** The paths that pages of other origins may use. */
  readonly openToBrowsers = new Set<string>()

  override routes(): ReturnType<Router['routes']> {
    const find = indexed(this.#targets())
    const dispatch: Middleware = (ctx, next) => {
      const path = plain(ctx.path)
      const target = find(path)
      if (!target) return next()
      const method = target.methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method)
      if (!method) return otherMethod(ctx, target, this.openToBrowsers.has(target.path))
      ctx.params = parametersOf(method, path)
      return method.middleware(ctx, next)
    }
    return Object.assign(dispatch, { router: this })
  }

  #targets(): Target[] {
    const targets = new Map<string, Target>()
    for (const layer of this.stack) {
      const path = String(layer.path)
      const target = targets.get(path) ?? { path, segments: path.split('/'), methods: new Map() }
      for (const method of layer.methods) {
        if (method !== 'HEAD') target.methods.set(method, { middleware: layer.stack[0]!, segments: target.segments })
      }
      targets.set(path, target)
    }
    return withOpenMethods([...targets.values()])
  }
}

/** `GET /events/send` is `GET /events/:event_id`: a path that has no such method itself leaves it to an open one. */
function withOpenMethods(targets: Target[]): Target[] {
  return targets.map(target => {
    const parts = target.segments
    const open = targets.filter(({ segments }) => segments.length === parts.length && fits(segments, parts))
    const methods = new Map<string, Method>()
    for (const each of [...open, target]) for (const [name, method] of each.methods) methods.set(name, method)
    return Object.assign(target, { methods })
  })
}

/** Some clients build `base + path` with a base that ends in `/`, or end a path with one. */
function plain(path: string): string {
  const start = path.startsWith('//') ? 1 : 0
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(start, end) || '/'
}

function indexed(targets: Target[]): (path: string) => Target | undefined {
  const fixed = new Map<string, Target>()
  const open = new Map<string, Target[]>()
  for (const target of targets) {
    const form = formOf(target.segments)
    if (!target.path.includes(':')) fixed.set(target.path, target)
    else open.set(form, [...(open.get(form) ?? []), target])
  }
  // `/contacts/:id/topics` is looked at before `/contacts/:id/:anything`
  for (const list of open.values()) list.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  return path => {
    const hit = fixed.get(path)
    if (hit) return hit
    const parts = path.split('/')
    return open.get(formOf(parts))?.find(target => fits(target.segments, parts))
  }
}

/** What paths that can be taken for each other have in common: no operation's path begins with a parameter. */
function formOf(segments: string[]): string {
  return `${segments.length}/${segments[1]}`
}

function fits(segments: string[], parts: string[]): boolean {
  return segments.every((segment, index) => (segment.startsWith(':') ? parts[index] !== '' : segment === parts[index]))
}

function parametersOf({ segments }: Method, path: string): Record<string, string> {
  const parts = path.split('/')
  const parameters: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith(':')) parameters[segment.slice(1)] = decoded(parts[index]!)
  }
  return parameters
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw refusal('validation_error', 'The path has a malformed percent escape.', 400)
  }
}

function otherMethod(ctx: Context, target: Target, openToBrowsers: boolean): void {
  const allowed = [...target.methods.keys()]
  if (allowed.includes('GET')) allowed.push('HEAD')
  ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '))
  if (ctx.method !== 'OPTIONS') {
    throw refusal('method_not_allowed', `${ctx.method} is not possible here; try ${allowed.join(' or ')}.`)
  }
  if (openToBrowsers) ctx.set({ ...PREFLIGHT, 'Access-Control-Allow-Methods': allowed.join(', ') })
  ctx.status = 204
}
