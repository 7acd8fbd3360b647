// Matches requests to operations by an index of path segments; openapi-backend's own router builds a regular expression for
// each operation at each request (docs/decisions/router.md).
import { type Document, OpenAPIRouter, type Operation } from 'openapi-backend'
import { refusal } from '../../../base/text/refusal.ts'
import type { ContractRequest } from './request.ts'

/** An operation of the published API that this server does not have. */
export interface UnservedOperation {
  method: string
  path: string
  instead?: string
}

/** An operation with the extensions that routing reads. */
export type RoutedOperation = Operation & {
  operationId: string
  'x-cors'?: boolean
  'x-shares-path'?: boolean
  /** Marks an operation of the published API as missing here. */
  'x-unserved'?: string
}

/** A path with all of its methods, which are in lower case. */
interface Target {
  path: string
  segments: string[]
  methods: Map<string, RoutedOperation>
  /** Operations of the published API that this server does not have. */
  unserved: Map<string, RoutedOperation>
}

/** The errors that openapi-backend's router throws. Created once, because a stack trace costs more than the rest of routing. */
const NOT_FOUND = new Error('404-notFound: no route matches request')
const NOT_ALLOWED = new Error('405-methodNotAllowed: this method is not registered for the route')

/** CORS preflight response. Any origin is safe, because no request is authenticated by a cookie here. */
const PREFLIGHT = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Authorization, *' }

export class IndexedRouter extends OpenAPIRouter {
  readonly #operations: RoutedOperation[]
  readonly #byId: ReadonlyMap<string, RoutedOperation>
  /** The segments of each operation's path that are parameters. */
  readonly #parameters: ReadonlyMap<RoutedOperation, { name: string; index: number }[]>
  /** Paths by number of segments, then by first segment. No path starts with a parameter. */
  readonly #index: Map<string, Target[]>[] = []

  /** `definition`: the operations; `x-unserved` lists those of the published API that are missing. */
  constructor(definition: Document & { 'x-unserved'?: UnservedOperation[] }) {
    super({ definition })
    this.#operations = super.getOperations() as RoutedOperation[]
    this.#byId = new Map(this.#operations.map(operation => [operation.operationId, operation]))
    this.#parameters = new Map(this.#operations.map(operation => [operation, parametersIn(operation.path)]))
    const targets = withUnserved(targetsOf(this.#operations), definition['x-unserved'] ?? [])
    // `/contacts/imports/{id}` is tried before `/contacts/{id}/topics`, and that one before `/contacts/{id}/{anything}`
    for (const target of targets.toSorted((one, other) => (opennessOf(one) < opennessOf(other) ? -1 : 1))) {
      const { length, 1: first } = target.segments
      const similar = (this.#index[length] ??= new Map<string, Target[]>())
      similar.set(first!, [...(similar.get(first!) ?? []), target])
    }
  }

  override getOperations(): RoutedOperation[] {
    return this.#operations
  }

  override getOperation(operation_id: string): RoutedOperation | undefined {
    return this.#byId.get(operation_id)
  }

  /** Koa has parsed everything except the parameters of the path. Throws the refusal of a path that cannot be decoded. */
  override parseRequest(request: ContractRequest, operation?: RoutedOperation): ContractRequest {
    const names = operation && request.operation_id === undefined && this.#parameters.get(operation)
    if (!names || names.length === 0) return request
    for (const { name, index } of names) request.params[name] = decoded(request.parts[index]!)
    return request
  }

  /** Throws the library's errors for an unknown path or method. */
  override matchOperation(request: ContractRequest): RoutedOperation {
    const { operation_id, path, method } = request
    if (operation_id !== undefined) return this.#byId.get(operation_id)!
    request.parts = partsOf(path)
    const target = this.#targetAt(request.parts)
    const operation = target?.methods.get(method) ?? target?.unserved.get(method)
    if (operation) return operation
    throw target && target.methods.size > 0 ? NOT_ALLOWED : NOT_FOUND
  }

  /**
   * Responds to a method that the path does not have: OPTIONS with 204, others by throwing the 405. Returns `false`
   * without any effect if the path has no method at all. `hint`: why the method is missing.
   */
  refuseMethod(request: ContractRequest, hint = `${request.ctx.method} is not allowed for this path.`): boolean {
    const { ctx, method, parts } = request
    const methods = this.#targetAt(parts)?.methods
    if (!methods || methods.size === 0) return false
    const allowed = [...methods.keys()].map(name => name.toUpperCase())
    if (methods.has('get')) allowed.push('HEAD')
    ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '))
    if (method !== 'options') throw refusal('method_not_allowed', `${hint} Allowed: ${allowed.join(', ')}.`)
    if ([...methods.values()].some(operation => operation['x-cors']))
      ctx.set({ ...PREFLIGHT, 'Access-Control-Allow-Methods': allowed.join(', ') })
    ctx.status = 204
    return true
  }

  #targetAt(parts: string[]): Target | undefined {
    const targets = this.#index[parts.length]?.get(parts[1]!)
    if (targets) for (const target of targets) if (fits(target.segments, parts)) return target
    return undefined
  }
}

function targetAt(path: string): Target {
  return { path, segments: path.split('/'), methods: new Map(), unserved: new Map() }
}

function targetsOf(operations: readonly RoutedOperation[]): Target[] {
  const targets = new Map<string, Target>()
  for (const operation of operations) {
    const target = targets.get(operation.path) ?? targetAt(operation.path)
    target.methods.set(operation.method, operation)
    targets.set(operation.path, target)
  }
  return [...targets.values()].map((target, _, all) => withSharedMethods(target, all))
}

/**
 * Adds the methods of matching paths with parameters to a path with `x-shares-path`. For example, `GET /events/send` is
 * `GET /events/{event_id}` with the id `send`.
 */
function withSharedMethods(target: Target, all: readonly Target[]): Target {
  if (![...target.methods.values()].some(operation => operation['x-shares-path'])) return target
  const parts = target.segments
  const open = all.filter(({ segments }) => segments.length === parts.length && fits(segments, parts))
  return { ...target, methods: new Map([...open, target].flatMap(({ methods }) => Array.from(methods))) }
}

/** Reserves the paths of unserved operations, so that a word in one is never read as an id. */
function withUnserved(served: Target[], unserved: readonly UnservedOperation[]): Target[] {
  const byShape = new Map(served.map(target => [shapeOf(target.path), target]))
  for (const { method, path: wire_path, instead } of unserved) {
    const path = wire_path.replaceAll(/:([^/]+)/g, '{$1}')
    const target = byShape.get(shapeOf(path)) ?? targetAt(path)
    const hint = `${method} ${wire_path} is not supported yet${instead === undefined ? '' : `; ${instead}`}.`
    const operation = { operationId: 'unserved', method: method.toLowerCase(), path, 'x-unserved': hint }
    target.unserved.set(operation.method, operation)
    byShape.set(shapeOf(path), target)
  }
  return [...byShape.values()]
}

const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, ':')

/** The segments of a path. Some clients build `base + path` with a base that ends in `/`, or append one to a path. */
function partsOf(path: string): string[] {
  const start = path.startsWith('//') ? 1 : 0
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(start, end).split('/')
}

/** A digit for each segment, 0 for a word: paths with words further left sort first. */
function opennessOf({ segments }: Target): string {
  return segments.map(segment => (isOpen(segment) ? '1' : '0')).join('')
}

function fits(segments: string[], parts: string[]): boolean {
  for (let index = 0; index < segments.length; index++) {
    const [segment, part] = [segments[index]!, parts[index]]
    if (isOpen(segment) ? part === '' : segment !== part) return false
  }
  return true
}

function isOpen(segment: string): boolean {
  return segment.startsWith('{')
}

function parametersIn(path: string): { name: string; index: number }[] {
  return path.split('/').flatMap((segment, index) => (isOpen(segment) ? [{ name: segment.slice(1, -1), index }] : []))
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  const value = unescaped(text)
  // text with a NUL is not a valid id, name or address
  if (value.includes('\0')) throw refusal('validation_error', 'The path contains a NUL (%00).')
  return value
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refusal('validation_error', 'The path has a malformed percent escape.', 400)
  }
}
