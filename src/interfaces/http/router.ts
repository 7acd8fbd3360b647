// Dispatches requests to operations by an index of path segments. @koa/router tries a regular expression per route, which costs
// more than the rest of a request together.
import type { Context, Middleware } from 'koa'
import { refusal } from '../../base/text/refusal.ts'

/** An operation that is served. */
export interface Route {
  method: string
  /** With its parameters as `:name`. */
  path: string
  answer: Middleware
  /** Whether pages of other origins may use the path. */
  open_to_browsers: boolean
  /** Whether methods that this path lacks are those of a path with parameters that matches it. */
  shares_path: boolean
}

/** An operation of the wire that this server does not have. */
export interface Unserved {
  method: string
  path: string
  instead?: string
}

/** A path with all of its methods. */
interface Target {
  path: string
  segments: string[]
  methods: Map<string, Method>
  /** Methods of the wire that this server does not have, with what to do instead, if there is something. */
  unserved: Map<string, Unserved>
  open_to_browsers: boolean
  shares_path: boolean
}

interface Method {
  answer: Middleware
  /** The segments of its registered path that are parameters. */
  parameters: { name: string; index: number }[]
}

/** CORS preflight answer. Any origin is safe, as no request is authenticated by a cookie here. */
const PREFLIGHT = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Authorization, *' }

/** Answers served operations. The paths of unserved ones are reserved, so that a word in one is never taken for an id. */
export function routing(routes: readonly Route[], unserved: readonly Unserved[]): Middleware {
  const find = indexed(withUnserved(withSharedMethods(targetsOf(routes)), unserved))
  return (ctx, next) => {
    const parts = partsOf(ctx.path)
    const target = find(parts)
    if (!target) return next()
    if (target.methods.size === 0) return nothingHere(ctx, target, next)
    const method = target.methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method)
    if (!method) return otherMethod(ctx, target)
    ctx.params = parametersOf(method, parts)
    return method.answer(ctx, next)
  }
}

function targetsOf(routes: readonly Route[]): Target[] {
  const targets = new Map<string, Target>()
  for (const { method, path, answer, open_to_browsers, shares_path } of routes) {
    const target = targets.get(path) ?? targetAt(path)
    target.methods.set(method, { answer, parameters: parametersIn(target.segments) })
    target.open_to_browsers ||= open_to_browsers
    target.shares_path ||= shares_path
    targets.set(path, target)
  }
  return [...targets.values()]
}

function targetAt(path: string): Target {
  return {
    path,
    segments: path.split('/'),
    methods: new Map(),
    unserved: new Map(),
    open_to_browsers: false,
    shares_path: false,
  }
}

/**
 * `GET /events/send` is `GET /events/:event_id` with the id `send`: a sharing path leaves other methods to the path with
 * parameters.
 */
function withSharedMethods(targets: Target[]): Target[] {
  return targets.map(target => {
    if (!target.shares_path) return target
    const parts = target.segments
    const open = targets.filter(({ segments }) => segments.length === parts.length && fits(segments, parts))
    const methods = new Map<string, Method>()
    for (const each of [...open, target]) for (const [name, method] of each.methods) methods.set(name, method)
    return { ...target, methods }
  })
}

/** Adds each unserved operation to its path, or as a path without methods. */
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

/** Indexed by the number of segments and the first of them, as no path begins with a parameter. */
function indexed(targets: Target[]): (parts: string[]) => Target | undefined {
  const index: Map<string, Target[]>[] = []
  for (const target of targets) {
    const { length, 1: first } = target.segments
    const alike = (index[length] ??= new Map<string, Target[]>())
    alike.set(first!, [...(alike.get(first!) ?? []), target])
  }
  // `/contacts/imports/:id` is tried before `/contacts/:id/topics`, and that one before `/contacts/:id/:anything`
  for (const list of index.flatMap(alike => [...alike.values()])) {
    list.sort((a, b) => (opennessOf(a) < opennessOf(b) ? -1 : 1))
  }
  return parts => index[parts.length]?.get(parts[1]!)?.find(target => fits(target.segments, parts))
}

/** A digit for each segment, 0 for a word: paths with words further left sort first. */
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
  // text with a NUL is no id, no name and no address either
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

/** Answers a path without methods, unless another door has a page there. */
async function nothingHere(ctx: Context, target: Target, next: () => Promise<unknown>): Promise<void> {
  await next()
  if (ctx.status !== 404 || (ctx.body !== undefined && ctx.body !== null)) return
  const why = unservedWords(ctx, target)
  throw refusal(
    'not_found',
    `There is nothing at this path${why ? `: ${why}` : '.'} GET /openapi.json lists what there is.`,
  )
}

/** Repeats the path as the wire writes it, not as it was sent. */
function unservedWords(ctx: Context, { unserved }: Target): string | undefined {
  const known = unserved.get(ctx.method === 'HEAD' ? 'GET' : ctx.method)
  if (!known) return undefined
  const { method, path, instead } = known
  return `${method} ${path} is not supported yet${instead === undefined ? '' : `; ${instead}`}.`
}

function otherMethod(ctx: Context, target: Target): void {
  const allowed = [...target.methods.keys()]
  if (allowed.includes('GET')) allowed.push('HEAD')
  ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '))
  if (ctx.method !== 'OPTIONS') {
    const why = unservedWords(ctx, target) ?? `${ctx.method} is not possible here.`
    throw refusal('method_not_allowed', `${why} What is possible: ${allowed.join(', ')}.`)
  }
  if (target.open_to_browsers) ctx.set({ ...PREFLIGHT, 'Access-Control-Allow-Methods': allowed.join(', ') })
  ctx.status = 204
}
