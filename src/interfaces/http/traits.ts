// The properties of an operation, as the contract describes it. They are computed when the contract is generated
// (scripts/contract/traits.ts), so that neither the start nor a request has to.
import { readFileSync } from 'node:fs'
import type { OperationId } from '../../../generated/api.ts'
import type { Scope } from '../../base/operation/scope.ts'
import type { LogRules } from '../../watch/logs/actions.ts'
import type { Forms } from './json-body.ts'
import type { Route } from './router.ts'

export interface Traits {
  id: OperationId
  /** The caller needs one of them. */
  scopes: readonly Scope[]
  /** Any API key of the team is enough, whatever its scopes. */
  any_key: boolean
  /** Callers that are let in: with credentials; all; or all, with credentials checked where they are sent. */
  open_to: 'callers' | 'anybody' | 'both'
  /** The operation checks requests by rules of its own, those of OAuth. */
  own_rules: boolean
  /** The answer is a CSV file, not JSON. */
  gives_csv: boolean
  /** The answer is a stream of events. */
  gives_events: boolean
  writes: boolean
  sends: boolean
  /** The body is a list, and each item is a whole body of the operation by itself. */
  batch: boolean
  idempotent: boolean
  body: BodyTraits | undefined
  /** The declared query parameters, with the type of each. */
  query: ReadonlyMap<string, QueryValue>
  /** Headers of every answer, errors included. */
  headers: readonly (readonly [name: string, value: string])[]
  /** What the request log keeps; `undefined`: nothing. */
  logged: LogRules | undefined
}

/** A list is separated by commas, or its parameter is repeated. */
export type QueryValue = 'text' | 'integer' | 'boolean' | 'list'

export interface BodyTraits {
  required: boolean
  limit_bytes: number
  forms: Forms
  /** Files that the body names by URL are fetched before the unit of work: the limit for all of its files. */
  fetches_bytes_max?: number | undefined
  /** The body is a form with a file; the fields that hold JSON. */
  upload: { json: readonly string[]; lists: readonly string[] } | undefined
}

/** An operation as the server routes it: its path and its properties. */
export interface DescribedOperation {
  route: Omit<Route, 'answer'>
  traits: Traits
  /** Path of the schema of its body in generated/rules.json, if it has one. */
  body_schema: readonly string[] | undefined
}

/** In JSON a map is a list of its entries. */
export type WrittenOperation = Omit<DescribedOperation, 'traits'> & {
  traits: Omit<Traits, 'query'> & { query: [string, QueryValue][] }
}

const OPERATIONS = new URL('../../../generated/operations.json', import.meta.url)

/** The operations of the contract. */
export function readOperations(): DescribedOperation[] {
  const written: WrittenOperation[] = JSON.parse(readFileSync(OPERATIONS, 'utf8'))
  return written.map(({ route, traits, body_schema }) => {
    return { route, traits: Object.assign(traits, { query: new Map(traits.query) }), body_schema }
  })
}
