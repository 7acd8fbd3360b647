// Turns the contract into routes: binds each operation to its handler once, at the start.
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'
import { once } from '../../base/runtime/lazy.ts'
import { bind } from './binding.ts'
import { readRules } from './document.ts'
import { Lookalikes, type Places } from './lookalikes.ts'
import type { AnyHandler, ContractParts } from './parts.ts'
import { routing, type Unserved } from './router.ts'
import type { Schema } from './schemas.ts'
import { type DescribedOperation, readOperations } from './traits.ts'
import { validatorsOf } from './validators.ts'

const UNSERVED = new URL('../../../generated/unserved.json', import.meta.url)

/** The operations of the contract, bound to their handlers. */
export interface Contract {
  door: Middleware
  /** What answers each operation, by its id: for a request that was not routed by its path. */
  answers: ReadonlyMap<string, Middleware>
}

export function contractRoutes(parts: ContractParts, operations?: readonly DescribedOperation[]): Middleware {
  return bindContract(parts, operations).door
}

/** Throws when an operation has no handler, or a handler has no operation. */
export function bindContract(
  parts: ContractParts,
  operations: readonly DescribedOperation[] = readOperations(),
): Contract {
  const handlerOf = handlersBy(
    operations.map(({ traits }) => traits.id),
    parts.handlers,
  )
  const lookalikesOf = lookalikesBy()
  const routes = operations.map(operation => {
    const { route, traits } = operation
    const checks = { validators: once(() => validatorsOf(traits.id)), lookalikes: once(() => lookalikesOf(operation)) }
    return { ...route, answer: bind({ traits, ...checks, handler: handlerOf(traits.id) }, parts) }
  })
  const unserved: Unserved[] = JSON.parse(readFileSync(UNSERVED, 'utf8'))
  const answers = new Map(operations.map(({ traits }, index) => [traits.id, routes[index]!.answer]))
  return { door: routing(routes, unserved), answers }
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

/** The schemas, most of the contract, are read with the first request that has anything to check. */
function lookalikesBy(): (operation: DescribedOperation) => Lookalikes {
  const places: Places = new Map()
  const rules = once(readRules)
  return ({ traits, body_schema }) => {
    const body = body_schema?.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], rules())
    return new Lookalikes(rules(), places, { body: body as Schema | undefined, query: [...traits.query.keys()] })
  }
}
