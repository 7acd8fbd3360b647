// The contract as routes: each operation is bound to its function once, at the start.
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'
import type { Document } from 'openapi-backend'
import { bind, type Bound } from './binding.ts'
import { Lookalikes, type Places } from './lookalikes.ts'
import type { AnyHandler, ContractParts } from './parts.ts'
import { type Route, routing, type Unserved } from './router.ts'
import { type Described, traitsOf } from './traits.ts'
import { openContract } from './validators.ts'

const UNSERVED = new URL('../../generated/unserved.json', import.meta.url)

export interface Contract {
  routes: Middleware
  /** In the background, what the first request of each operation would have to wait for. */
  warmUp(): Promise<void>
}

/** The contract's routes. Throws when an operation has no handler, or a handler has no operation. */
export async function contractRoutes(document: Document, parts: ContractParts): Promise<Contract> {
  const { operations, makeValidators } = await readOnce(document)
  const handlerOf = handlersBy(
    operations.map(({ bound }) => bound.traits.id),
    parts.handlers,
  )
  const routes: Route[] = []
  for (const { route, bound } of operations) {
    routes.push({ ...route, answer: bind({ ...bound, handler: handlerOf(bound.traits.id) }, parts) })
  }
  const unserved: Unserved[] = JSON.parse(readFileSync(UNSERVED, 'utf8'))
  return { routes: routing(routes, unserved), warmUp: makeValidators }
}

/** What a document says, without who answers. */
interface Read {
  operations: { route: Omit<Route, 'answer'>; bound: Omit<Bound, 'handler'> }[]
  makeValidators(): Promise<void>
}

/** Of the documents that are still in use: whoever starts several servers on one has it read once. */
const known = new WeakMap<Document, Promise<Read>>()

function readOnce(document: Document): Promise<Read> {
  const reading = known.get(document) ?? read(document)
  known.set(document, reading)
  return reading
}

async function read(document: Document): Promise<Read> {
  const { operations, validatorsOf, makeValidators } = await openContract(document)
  const places: Places = new Map()
  const described = operations.map((operation: Described) => {
    const traits = traitsOf(document, operation)
    const lookalikes = new Lookalikes(document, places, traits.body?.schema, [...traits.query.keys()])
    const route = {
      method: operation.method.toUpperCase(),
      path: operation.path.replaceAll(/\{([^{}]+)\}/g, ':$1'),
      open_to_browsers: operation['x-cors'] === true,
      shares_path: operation['x-shares-path'] === true,
    }
    return { route, bound: { traits, validators: () => validatorsOf(traits.id), lookalikes } }
  })
  return { operations: described, makeValidators }
}

function handlersBy(operations: readonly string[], handlers: ContractParts['handlers']): (id: string) => AnyHandler {
  const ids = new Set(operations)
  const unknown = Object.keys(handlers).find(id => !ids.has(id))
  if (unknown !== undefined) throw new Error(`Unknown operationId ${unknown}`)
  return id => {
    const handler = handlers[id]
    if (!handler) throw new Error(`No handler for ${id}`)
    return handler
  }
}
