// @koa/router's registration with a dispatch that is indexed by segments. The router's own tries a regular expression per
// route, which costs more than the rest of a request together.
import { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { refusal } from '../refusal.ts'

interface Target {
  path: string
  segments: string[]
  methods: Map<string, Method>
  /** Those that the wire knows here and this server does not; with what to do instead, if there is something. */
  unserved: Map<string, Unserved>
}

/** An operation of the wire that is not served. */
export interface Unserved {
  method: string
  path: string
  instead?: string
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
  /** The paths whose other methods are those of an open path that fits. */
  readonly sharing = new Set<string>()
  /** Their paths are taken, so that a word in one of them is never read as an id. */
  unserved: readonly Unserved[] = []

  override routes(): ReturnType<Router['routes']> {
    const find = indexed(this.#targets())
    const dispatch: Middleware = (ctx, next) => {
      const parts = partsOf(ctx.path)
      const target = find(parts)
      if (!target) return next()
      if (target.methods.size === 0) return nothingHere(ctx, target, next)
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
      const target = targets.get(path) ?? targetAt(path)
      const parameters = parametersIn(target.segments)
      for (const method of layer.methods) {
        if (method !== 'HEAD') target.methods.set(method, { middleware: layer.stack[0] as Middleware, parameters })
      }
      targets.set(path, target)
    }
    const served = withSharedMethods([...targets.values()], this.sharing)
    return withUnserved(served, this.unserved)
  }
}

function targetAt(path: string): Target {
  return { path, segments: path.split('/'), methods: new Map(), unserved: new Map() }
}

/** `GET /events/send` is `GET /events/:event_id` with this id: a sharing path leaves other methods to an open one. */
function withSharedMethods(targets: Target[], sharing: ReadonlySet<string>): Target[] {
  return targets.map(target => {
    if (!sharing.has(target.path)) return target
    const parts = target.segments
    const open = targets.filter(({ segments }) => segments.length === parts.length && fits(segments, parts))
    const methods = new Map<string, Method>()
    for (const each of [...open, target]) for (const [name, method] of each.methods) methods.set(name, method)
    return { ...target, methods }
  })
}

/** Each unserved operation belongs to the path that is served otherwise, or to one at which there is nothing. */
function withUnserved(served: Target[], unserved: readonly Unserved[]): Target[] {
  const byShape = new Map(served.map(target => [shapeOf(target.path), target]))
  for (const operation of unserved) {
    const shape = shapeOf(operation.path)
    const target = byShape.get(shape) ?? targetAt(operation.path)
    target.unserved.set(operation.method, operation)
    byShape.set(shape, target)
  }
  return [...byShape.values()]
}

const shapeOf = (path: string): string => path.replaceAll(/:[^/]+/g, ':')

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
  // `/contacts/imports/:id` is looked at before `/contacts/:id/topics`, and that one before `/contacts/:id/:anything`
  for (const list of index.flatMap(alike => [...alike.values()])) {
    list.sort((a, b) => (opennessOf(a) < opennessOf(b) ? -1 : 1))
  }
  return parts => index[parts.length]?.get(parts[1]!)?.find(target => fits(target.segments, parts))
}

/** A digit for each segment: the further left a path says a word, the earlier it counts. */
function opennessOf({ segments }: Target): string {
  return segments.map(segment => (isOpen(segment) ? '1' : '0')).join('')
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

/** Unless another door has a page there. */
async function nothingHere(ctx: Context, target: Target, next: () => Promise<unknown>): Promise<void> {
  await next()
  if (ctx.status !== 404 || (ctx.body !== undefined && ctx.body !== null)) return
  const why = unservedWords(ctx, target)
  throw refusal(
    'not_found',
    `There is nothing at this path${why ? `: ${why}` : '.'} GET /openapi.json lists what there is.`,
  )
}

/** In the wire's words, never in the caller's. */
function unservedWords(ctx: Context, { unserved }: Target): string | undefined {
  const known = unserved.get(ctx.method === 'HEAD' ? 'GET' : ctx.method)
  if (!known) return undefined
  const { method, path, instead } = known
  return `${method} ${path} is not supported yet${instead === undefined ? '' : `; ${instead}`}.`
}

function otherMethod(ctx: Context, target: Target, openToBrowsers: boolean): void {
  const allowed = [...target.methods.keys()]
  if (allowed.includes('GET')) allowed.push('HEAD')
  ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '))
  if (ctx.method !== 'OPTIONS') {
    const why = unservedWords(ctx, target) ?? `${ctx.method} is not possible here.`
    throw refusal('method_not_allowed', `${why} What is possible: ${allowed.join(', ')}.`)
  }
  if (openToBrowsers) ctx.set({ ...PREFLIGHT, 'Access-Control-Allow-Methods': allowed.join(', ') })
  ctx.status = 204
}
