// The contract as routes: each operation is bound to its function once, at the start.
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'
import type { Document, Operation } from 'openapi-backend'
import { bind } from './binding.ts'
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
  const { operations, validatorsOf, makeValidators } = await openContract(document)
  const handlerOf = handlersBy(operations, parts.handlers)
  const places: Places = new Map()
  const routes = operations.map((operation: Described): Route => {
    const traits = traitsOf(document, operation)
    const lookalikes = new Lookalikes(document, places, traits.body?.schema, [...traits.query.keys()])
    const bound = { traits, handler: handlerOf(traits.id), validators: () => validatorsOf(traits.id), lookalikes }
    return {
      method: operation.method.toUpperCase(),
      path: operation.path.replaceAll(/\{([^}]+)\}/g, ':$1'),
      open_to_browsers: operation['x-cors'] === true,
      shares_path: operation['x-shares-path'] === true,
      answer: bind(bound, parts),
    }
  })
  const unserved: Unserved[] = JSON.parse(readFileSync(UNSERVED, 'utf8'))
  return { routes: routing(routes, unserved), warmUp: makeValidators }
}

function handlersBy(operations: readonly Operation[], handlers: ContractParts['handlers']): (id: string) => AnyHandler {
  const ids = new Set(operations.map(({ operationId }) => operationId))
  const unknown = Object.keys(handlers).find(id => !ids.has(id))
  if (unknown !== undefined) throw new Error(`Unknown operationId ${unknown}`)
  return id => {
    const handler = handlers[id]
    if (!handler) throw new Error(`No handler for ${id}`)
    return handler
  }
}
