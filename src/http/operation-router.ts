// @koa/router's registration with a dispatch that is indexed by segments. The router's own tries a regular expression per
// route, which costs more than the rest of a request together.
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
  /** Of the path that the method was registered for: which of its segments. */
  parameters: { name: string; index: number }[]
}

/** What a browser asks before it lets a page of another origin send a request. Nothing here goes by cookies. */
const PREFLIGHT = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Authorization, *' }

export class OperationRouter extends Router {
  /** The paths that pages of other origins may use. */
  readonly openToBrowsers = new Set<string>()

  override routes(): ReturnType<Router['routes']> {
    const find = indexed(this.#targets())
    const dispatch: Middleware = (ctx, next) => {
      const parts = partsOf(ctx.path)
      const target = find(parts)
      if (!target) return next()
      const method = target.methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method)
      if (!method) return otherMethod(ctx, target, this.openToBrowsers.has(target.path))
      ctx.params = parametersOf(method, parts)
      return method.middleware(ctx, next)
    }
    return Object.assign(dispatch, { router: this })
  }

  #targets(): Target[] {
    const targets = new Map<string, Target>()
    for (const layer of this.stack) {
      const path = String(layer.path)
      const target = targets.get(path) ?? { path, segments: path.split('/'), methods: new Map() }
      const parameters = parametersIn(target.segments)
      for (const method of layer.methods) {
        if (method !== 'HEAD') target.methods.set(method, { middleware: layer.stack[0]!, parameters })
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

/** The segments of a path. Some clients build `base + path` with a base that ends in `/`, or end a path with one. */
function partsOf(path: string): string[] {
  const start = path.startsWith('//') ? 1 : 0
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(start, end).split('/')
}

/** By number of segments and the first of them, as no operation's path begins with a parameter. */
function indexed(targets: Target[]): (parts: string[]) => Target | undefined {
  const index: Map<string, Target[]>[] = []
  for (const target of targets) {
    const { length, 1: first } = target.segments
    const alike = (index[length] ??= new Map<string, Target[]>())
    alike.set(first!, [...(alike.get(first!) ?? []), target])
  }
  // `/contacts/:id/topics` is looked at before `/contacts/:id/:anything`
  for (const list of index.flatMap(alike => [...alike.values()])) {
    list.sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  }
  return parts => index[parts.length]?.get(parts[1]!)?.find(target => fits(target.segments, parts))
}

function fits(segments: string[], parts: string[]): boolean {
  return segments.every((segment, index) => (isOpen(segment) ? parts[index] !== '' : segment === parts[index]))
}

function parametersIn(segments: string[]): Method['parameters'] {
  return segments.flatMap((segment, index) => (isOpen(segment) ? [{ name: segment.slice(1), index }] : []))
}

function isOpen(segment: string): boolean {
  return segment.startsWith(':')
}

function parametersOf({ parameters }: Method, parts: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, index } of parameters) values[name] = decoded(parts[index]!)
  return values
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  const value = unescaped(text)
  // what cannot be text is no id, no name and no address either
  if (value.includes('\0')) throw refusal('validation_error', 'The path has a NUL (%00) in it.')
  return value
}

function unescaped(text: string): string {
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
